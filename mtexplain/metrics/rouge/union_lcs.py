"""Texts of several lines, and the union of longest common subsequences over the lines of a candidate (section 3.2).

Among the tokens of such a text, BREAK separates two lines. It is not a word, matches nothing and is never counted.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, cycle

from mtexplain.counts import NGram
from mtexplain.metrics.rouge.lcs import Place, Weights, table_of
from mtexplain.metrics.shared.occurrences import credited, ends, marked, occurrences

BREAK = "\n"
Line = tuple[str, ...]


def joined(lines: Iterable[Sequence[str]]) -> tuple[str, ...]:
    r"""The words of all lines, with a BREAK between two lines. Lines without words are left out.

    >>> joined([["a", "b"], [], ["c"]])
    ('a', 'b', '\n', 'c')
    """
    parted = chain.from_iterable((BREAK, *line) for line in lines if line)
    return tuple(parted)[1:]


def lines_of(tokens: Sequence[str]) -> tuple[Line, ...]:
    r"""The lines of a text, each a tuple of its words.

    >>> lines_of(("a", "b", "\n", "c"))
    (('a', 'b'), ('c',))
    """
    return tuple(tuple(tokens[position] for position in line) for line in places_of(tokens))


def places_of(tokens: Sequence[str]) -> list[list[int]]:
    r"""The positions of the words of each line among all tokens.

    >>> places_of(("a", "b", "\n", "c"))
    [[0, 1], [3]]
    """
    lines: list[list[int]] = [[]]
    for position, token in enumerate(tokens):
        if token == BREAK:
            lines.append([])
        else:
            lines[-1].append(position)
    return [line for line in lines if line]


@dataclass(frozen=True)
class Union:
    """A line of the reference, and its longest common subsequence with each line of the candidate.

    `found` has, for each line of the candidate, the positions of the matching words in the two lines, from 0. `counted`
    has the positions in this line that count. If the rules clip, an occurrence of a word in the candidate matches only
    once.
    """

    line: Line
    found: tuple[tuple[Place, ...], ...]
    counted: tuple[int, ...]

    @property
    def places(self) -> tuple[int, ...]:
        """The union, that is, the positions in this line that are in at least one of the subsequences."""
        return tuple(sorted({position for matches in self.found for position, _ in matches}))


def unions(
    reference: Iterable[Line], candidate: Sequence[Line], weight: Fraction | None = None, clip: bool = True
) -> Iterator[Union]:
    """The union of the longest common subsequences of each reference line; with a weight, they are weighted.

    With `clip`, a word counts at most as often as it occurs in the candidate, and its first matches count. The paper
    does not mention clipping, but without it a word of the candidate may match in every line of the reference.
    ROUGE-1.5.5 and rouge-score clip.

    >>> candidate = "w1 w2 w6 w7 w8".split(), "w1 w3 w8 w9 w5".split()  # the paper's example
    >>> (union,) = unions(["w1 w2 w3 w4 w5".split()], candidate)
    >>> union.found, union.places
    ((((0, 0), (1, 1)), ((0, 0), (2, 1), (4, 4))), (0, 1, 2, 4))
    """
    left = Counter(chain.from_iterable(candidate))
    for line in reference:
        tables = (table_of(line, other, weight) for other in candidate)
        matches = tuple(tuple((i - 1, j - 1) for i, j in table.matches) for table in tables)
        union = Union(line, matches, ())
        counted = []
        for position in union.places:
            if left[line[position]] or not clip:
                counted.append(position)
                left[line[position]] -= 1
        yield Union(line, matches, tuple(counted))


def runs_in(union: Union) -> Iterator[int]:
    """The lengths of the runs of a union in the reference, as ROUGE-1.5.5 counts them for ROUGE-W.

    A run ends where the next word is not in the union. Clipped words are skipped, even if a clipped word should have
    ended a run. The words counted so far then belong to the next run, or are lost at the end of the line.

    >>> list(runs_in(Union(tuple("abcde"), (((0, 0), (1, 1), (4, 2)),), (0, 1, 4))))
    [2, 1]
    """
    places, run = set(union.places), 0
    for position in union.counted:
        run += 1
        if position + 1 not in places:
            yield run
            run = 0


def worth(reference: Iterable[Union], weight: Fraction) -> Fraction:
    """The total worth of the runs of all unions."""
    weights = Weights(weight)
    return sum((weights.of(run) for union in reference for run in runs_in(union)), Fraction(0))


def matched_in_unions(
    candidate: Sequence[str], reference: Sequence[str], unions: Sequence[Union]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The positions, among all tokens, of the words that count in the candidate and in the reference.

    The two tuples are parallel, so the words at the same index are equal.
    """
    theirs = tuple(line[at] for line, union in zip(places_of(reference), unions, strict=True) for at in union.counted)
    times: Counter[NGram] = Counter((reference[at],) for at in theirs)
    earning = credited(occurrences(candidate, 1), times, lambda: ends(candidate, [reference]))
    partners = {word: cycle(marked(places)) for (word,), places in earning.items()}
    return tuple(next(partners[reference[at]]) for at in theirs), theirs
