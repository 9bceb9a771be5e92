"""The edits between two texts. Runs of words are shifted first; then words are inserted, deleted and substituted.

Snover et al. 2006, section 2. With shifts, the fewest edits can't be found in reasonable time, so the shifts are chosen
greedily, one after another. If the paper leaves a choice open, such as a limit or a tie, we follow sacreBLEU.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, floor, inf
from typing import NamedTuple, TypeVar

Tokens = tuple[str, ...]
T = TypeVar("T")


class Step(NamedTuple):
    """A match or an edit of a word, with the positions of the words in the two texts after all shifts."""

    kind: str
    here: int | None
    there: int | None


class Shift(NamedTuple):
    """A shift of a run of words, given by its start, its length and the position before which it is put."""

    start: int
    length: int
    target: int


class Edits(NamedTuple):
    """All edits that turn a candidate into a reference.

    `words` are the words of the candidate after the `shifts`, and `steps` say what happens to each word.
    """

    shifts: tuple[Shift, ...]
    words: Tokens
    steps: tuple[Step, ...]

    def count(self, kind: str) -> int:
        """The number of steps of a kind."""
        return sum(step.kind == kind for step in self.steps)

    @property
    def matches(self) -> list[tuple[int, int]]:
        """The positions of the matching words in the two texts, after all shifts."""
        places = ((here, there) for kind, here, there in self.steps if kind == "match")
        return [(here, there) for here, there in places if here is not None and there is not None]

    @property
    def number(self) -> int:
        """The number of edits."""
        return len(self.shifts) + sum(step.kind != "match" for step in self.steps)


_LONGEST, _FARTHEST, _MOST, _BEAM = 10, 50, 1000, 25
"""The longest run that is shifted, the farthest it may move, the most shifts that are tried, the beam of `costs`."""


def find_edits(candidate: Tokens, reference: Tokens) -> Edits:
    """The edits that turn a candidate into a reference.

    The shift that saves the most other edits is made first, and this is repeated as long as a shift saves any.

    >>> found = find_edits(("b", "a", "c"), ("a", "b", "c", "d"))
    >>> found.shifts, found.words, [one.kind for one in found.steps]
    ((Shift(start=1, length=1, target=0),), ('a', 'b', 'c'), ['match', 'match', 'match', 'insert'])
    """
    words, shifts, tried = candidate, list[Shift](), 0
    while reference:
        before, best = distance(words, reference), (0.0, 0, 0, 0)
        for shift in possible_shifts(words, reference):
            saved = before - distance(shifted(words, shift), reference)
            best = max(best, (saved, shift.length, -shift.start, -shift.target))
            tried += 1
            if tried >= _MOST:
                break
        saved, length, start, target = best
        if tried >= _MOST or saved <= 0:
            break
        shifts.append(Shift(-start, length, -target))
        words = shifted(words, shifts[-1])
    return Edits(tuple(shifts), words, tuple(alignment(words, reference)))


def shifted(words: tuple[T, ...], shift: Shift) -> tuple[T, ...]:
    """The words after a shift."""
    start, end = shift.start, shift.start + shift.length
    rest, target = words[:start] + words[end:], shift.target - shift.length * (shift.target > end)
    return rest[:target] + words[start:end] + rest[target:]


def possible_shifts(words: Tokens, reference: Tokens) -> Iterator[Shift]:
    """Yield the shifts of runs that the reference has too.

    Each shift puts a run beside a word that is aligned with the same run in the reference or with the word before it.
    A run is skipped if all its words match already, in the candidate or in the reference.
    """
    steps = alignment(words, reference)
    wrong_here = {step.here for step in steps if step.kind != "match"}
    wrong_there = {step.there for step in steps if step.kind != "match"}
    aligned, last = dict[int, int](), -1
    for step in steps:
        last = last if step.here is None else step.here
        aligned |= {} if step.there is None else {step.there: last}
    for start, there, length in common_runs(words, reference):
        run = range(start, start + length)
        if wrong_here.isdisjoint(run) or wrong_there.isdisjoint(range(there, there + length)) or aligned[there] in run:
            continue
        beside = [aligned[position] + 1 if position >= 0 else 0 for position in range(there - 1, there + length)]
        yield from (Shift(start, length, target) for target in dict.fromkeys(beside))


def common_runs(words: Tokens, reference: Tokens) -> Iterator[tuple[int, int, int]]:
    """Yield the two starts and the length of each run that both texts have, including runs within longer runs."""
    for start in range(len(words)):
        for there in range(max(0, start - _FARTHEST), min(len(reference), start + _FARTHEST + 1)):
            for length, pair in enumerate(zip(words[start:], reference[there:], strict=False), 1):
                if pair[0] != pair[1] or length > _LONGEST:
                    break
                yield start, there, length


def alignment(words: Tokens, reference: Tokens) -> list[Step]:
    """The steps of the shortest path from the words to the reference, without shifts.

    The path is traced from the ends of the texts. In a tie, a match or a substitution comes first, then a deletion.
    """
    cost, i, j = costs(words, reference), len(words), len(reference)
    steps = []
    while i or j:
        if i and j and cost[i][j] == cost[i - 1][j - 1] + (words[i - 1] != reference[j - 1]):
            i, j = i - 1, j - 1
            steps.append(Step("match" if words[i] == reference[j] else "substitute", i, j))
        elif i and cost[i][j] == cost[i - 1][j] + 1:
            i -= 1
            steps.append(Step("delete", i, None))
        else:
            j -= 1
            steps.append(Step("insert", None, j))
    return steps[::-1]


@lru_cache(10_000)  # successive shifts, and successive edits of a candidate, need the same distances
def distance(words: Tokens, reference: Tokens) -> float:
    """The number of edits without shifts."""
    edits = quick_distance(words, reference)
    is_near = edits + abs(len(words) - len(reference)) < _BEAM - 1  # no path this short leaves the cells of `costs`
    return edits if is_near else costs(words, reference)[-1][-1]


def quick_distance(words: Tokens, reference: Tokens) -> int:
    """The edit distance. The bits of two whole numbers say where the values in a column of the table rise or fall.

    Myers 1999, "A Fast Bit-Vector Algorithm for Approximate String Matching", JACM 46; in the form of Hyyrö 2003.

    >>> quick_distance(("a", "c"), ("a", "b", "c")), quick_distance((), ("a",)), quick_distance(("a",), ())
    (1, 1, 1)
    """
    places: dict[str, int] = {}
    for j, word in enumerate(reference):
        places[word] = places.get(word, 0) | (1 << j)
    every, last, distance = (1 << len(reference)) - 1, 1 << len(reference) >> 1, len(reference)
    grows, falls = every, 0
    for word in words:
        equal = places.get(word, 0)
        diagonal = (((equal & grows) + grows) ^ grows) | equal | falls
        up, down = falls | (every & ~(diagonal | grows)), grows & diagonal
        distance += 1 if not last or up & last else -1 if down & last else 0
        up, down = (up << 1) | 1, down << 1
        grows, falls = (down | ~(diagonal | up)) & every, up & diagonal & every
    return distance


def costs(words: Tokens, reference: Tokens) -> list[list[float]]:
    """The number of edits from the first i words to the first j words of the reference, by dynamic programming.

    Only cells near the diagonal are computed, so a very long text may get more edits than it needs.

    >>> costs(("a", "c"), ("a", "b", "c"))
    [[0, 1, 2, 3], [1, 0, 1, 2], [2, 1, 1, 1]]
    """
    columns, slope = len(reference) + 1, len(reference) / len(words) if words else 1.0
    beam = ceil(slope / 2 + _BEAM) if slope / 2 > _BEAM else _BEAM
    rows: list[list[float]] = [[*range(columns)]]
    for i, word in enumerate(words, 1):
        above, cells, middle = rows[-1], [inf] * columns, floor(i * slope)
        for j in range(max(0, middle - beam), min(columns, middle + beam) if i < len(words) else columns):
            diagonal = above[j - 1] + (word != reference[j - 1]) if j else inf
            cells[j] = min(diagonal, above[j] + 1, cells[j - 1] + 1 if j else inf)
        rows.append(cells)
    return rows
