"""Candidates and the references that belong to them. The only evidence is the words that two sentences share.

Each list in the references holds the references of a segment, or a whole set of references. And lines may be
out of step by one: from somewhere on, a candidate fits the references of its neighbour.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import NamedTuple

Bag = frozenset[str]
Rows = Sequence[Sequence[str | None]]
Groups = tuple[tuple[str, ...], ...]
_CLEARLY = 0.05
"""The margin by which one reading must fit better than the other to be believed."""
_FEWEST, _GAIN = 3, 1.0


@lru_cache(maxsize=1 << 16)
def bag(text: str) -> Bag:
    """The words of a sentence in lower case; of one without spaces, its pairs of characters.

    >>> sorted(bag("The cat")), sorted(bag("猫坐在垫子"))
    (['cat', 'the'], ['在垫', '坐在', '垫子', '猫坐'])
    """
    words = text.lower().split()
    if len(words) == 1 and len(text) > 4 and not text.isascii():
        return frozenset(map("".join, pairwise(text)))
    return frozenset(words)


def alike(bag_a: Bag, bag_b: Bag) -> float:
    """The share of what both have in all that they have: from 0, nothing, to 1, all of it.

    >>> alike(bag("the cat"), bag("a cat"))
    0.5
    """
    return 2 * len(bag_a & bag_b) / (len(bag_a) + len(bag_b)) if bag_a and bag_b else 0.0


def best(candidate: Bag, references: Sequence[Bag]) -> float:
    """Return the likeness of a candidate and the reference that is most like it."""
    return max((alike(candidate, reference) for reference in references), default=0.0)


def fit(candidates: Sequence[str], groups: Sequence[Sequence[str]]) -> float:
    """Return the mean likeness of candidates and their groups of references.

    >>> fit(["a b"], [["a b", "c d"]])
    0.5
    """
    pairs = zip(candidates, groups, strict=False)
    shares = [alike(bag(candidate), bag(reference)) for candidate, group in pairs for reference in group]
    return sum(shares) / len(shares) if shares else 0.0


class Layout(NamedTuple):
    """The references by segment; whether they came transposed; how well this reading fits the words, and the other one.

    The two fits are None where the shape alone says which it is.
    """

    groups: Groups
    is_transposed: bool
    fit: float | None = None
    other_fit: float | None = None

    @property
    def is_sure(self) -> bool:
        """True if the shape or the words decide the layout."""
        return self.fit is None or self.other_fit is None or self.fit - self.other_fit >= _CLEARLY


def layout(candidates: Sequence[str], rows: Rows) -> Layout:
    """The references by segment, from rows that may be segments or sets of references.

    >>> layout(["the cat", "a dog"], [["the cat sat", "a dog ran"]]).groups
    (('the cat sat',), ('a dog ran',))
    >>> layout(["the cat", "a dog"], [["the cat sat", "a dog ran"], ["my cat", "one dog"]]).is_transposed
    True
    """
    number, longest = len(candidates), max(map(len, rows), default=0)
    grouped, transposed = (
        tuple(tuple(reference for reference in row if reference is not None) for row in rows),
        turned(rows),
    )
    fits_turned = longest > 0 and all(len(row) == number for row in rows)
    is_square = len(rows) == number == longest > 1 and all(len(row) in (0, number) for row in rows)
    if is_square:  # as many sets as segments: only the words can tell
        mine, theirs = fit(candidates, grouped), fit(candidates, transposed)
        if theirs - mine >= _CLEARLY:
            return Layout(transposed, True, theirs, mine)
        return Layout(grouped, False, mine, theirs) if fits_turned else Layout(grouped, False)
    is_nearly_turned = longest > 1 and abs(longest - number) < abs(len(rows) - number)
    is_turned = len(rows) != number and (fits_turned or is_nearly_turned)
    return Layout(transposed, True) if is_turned else Layout(grouped, False)


def turned(rows: Rows) -> Groups:
    """The first of every row, the second of every row, and so on; a short row has none where it ends.

    >>> turned([["a", "b"], ["c", None], ["d"]])
    (('a', 'c', 'd'), ('b',))
    """
    return tuple(tuple(reference for reference in column if reference is not None) for column in zip_longest(*rows))


class Shift(NamedTuple):
    """Lines from `start` up to `end` where a candidate fits the references `offset` lines on better than its own."""

    offset: int
    start: int
    end: int

    def pairs(self, candidates: int, references: int) -> list[tuple[int, int]]:
        """Return the pairs of a candidate and the group of its references, after the shift is undone.

        >>> Shift(1, 1, 3).pairs(3, 4)
        [(0, 0), (1, 2), (2, 3)]
        """
        moved = {candidate: candidate + self.offset for candidate in range(self.start, self.end)}
        taken = set(moved.values())
        own = {
            candidate: candidate for candidate in range(candidates) if candidate not in moved and candidate not in taken
        }
        in_step = sorted({**own, **moved}.items())
        return [
            (candidate, segment)
            for candidate, segment in in_step
            if candidate < candidates and 0 <= segment < references
        ]

    def explains(self, candidates: int, references: int) -> bool:
        """True if the shift is the reason for more lines on one side, so that it goes on to the end.

        >>> Shift(1, 1, 3).explains(3, 4), Shift(1, 1, 3).explains(3, 5), Shift(1, 1, 3).explains(3, 3)
        (True, False, False)
        """
        return references - candidates == self.offset

    def can_be_undone(self, candidates: int, references: int) -> bool:
        """True if no other lines are out of step: the sides are equally long, or the shift explains the difference."""
        return candidates == references or self.explains(candidates, references)


def shift(candidates: Sequence[str], groups: Groups) -> Shift | None:
    """Find the lines where the two sides are out of step by a line; None if they are in step, or nothing shows it.

    >>> shift(["b c", "d e", "f g"], (("a",), ("b c",), ("d e",), ("f g",)))
    Shift(offset=1, start=0, end=3)
    """
    mine = [bag(candidate) for candidate in candidates]
    theirs = [[bag(reference) for reference in group] for group in groups]
    shifts: list[tuple[float, Shift]] = []
    for offset in (1, -1):
        here = [best(candidate, theirs[n]) if n < len(theirs) else 0.0 for n, candidate in enumerate(mine)]
        there = [
            best(candidate, theirs[n + offset]) if 0 <= n + offset < len(theirs) else 0.0
            for n, candidate in enumerate(mine)
        ]
        gains = [after - before for before, after in zip(here, there, strict=True)]
        gain, start, end = _best_run(gains)
        before, after = sum(here[start:end]), sum(there[start:end])
        better = sum(difference > 0 for difference in gains[start:end])
        length, fewest = end - start, _FEWEST + len(gains).bit_length() // 4  # in a long text more may be chance
        clear = after >= 1.4 * before and gain >= 0.15 * length and better >= 0.8 * length
        if length >= fewest and gain >= _GAIN and clear:
            shifts.append((gain, Shift(offset, start, end)))
    if not shifts:
        return None
    best_found = max(shifts)[1]
    is_why = best_found.explains(len(candidates), len(groups))
    return best_found._replace(end=len(candidates)) if is_why else best_found


def _best_run(gains: Sequence[float]) -> tuple[float, int, int]:
    """The neighbours with the largest sum: that sum, where they start, where they end.

    >>> _best_run([-1, 2, 3, -4, 1])
    (5.0, 1, 3)
    """
    top, run, start = (0.0, 0, 0), 0.0, 0
    for index, gain in enumerate(gains):
        if run <= 0:
            run, start = 0.0, index
        run += gain
        if run > top[0]:
            top = (run, start, index + 1)
    return top
