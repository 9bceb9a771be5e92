"""Candidates and the references that belong to them, judged by the words that two sentences share.

Each list in the references holds either the references of a segment or a whole set of references. Lines may also be
shifted by one, so that from some line on, candidates fit the references of a neighbouring line.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import NamedTuple

Bag = frozenset[str]
Rows = Sequence[Sequence[str | None]]
Groups = tuple[tuple[str, ...], ...]
_CLEARLY = 0.05
"""The margin by which a reading must fit better than the other reading to be accepted."""
_FEWEST, _GAIN = 3, 1.0


@lru_cache(maxsize=1 << 16)
def bag(text: str) -> Bag:
    """Return the lower-case words of a sentence or, without spaces, its pairs of characters.

    >>> sorted(bag("The cat")), sorted(bag("猫坐在垫子"))
    (['cat', 'the'], ['在垫', '坐在', '垫子', '猫坐'])
    """
    words = text.lower().split()
    if len(words) == 1 and len(text) > 4 and not text.isascii():
        return frozenset(map("".join, pairwise(text)))
    return frozenset(words)


def alike(bag_a: Bag, bag_b: Bag) -> float:
    """Return the share of words that two sentences have in common, from 0 to 1 (the Dice coefficient).

    >>> alike(bag("the cat"), bag("a cat"))
    0.5
    """
    return 2 * len(bag_a & bag_b) / (len(bag_a) + len(bag_b)) if bag_a and bag_b else 0.0


def best(candidate: Bag, references: Sequence[Bag]) -> float:
    """Return the similarity of a candidate and its most similar reference."""
    return max((alike(candidate, reference) for reference in references), default=0.0)


def fit(candidates: Sequence[str], groups: Sequence[Sequence[str]]) -> float:
    """Return the mean similarity of candidates and their references.

    >>> fit(["a b"], [["a b", "c d"]])
    0.5
    """
    pairs = zip(candidates, groups, strict=False)
    shares = [alike(bag(candidate), bag(reference)) for candidate, group in pairs for reference in group]
    return sum(shares) / len(shares) if shares else 0.0


class Layout(NamedTuple):
    """The references by segment, and whether they were passed transposed.

    `fit` and `other_fit` say how well this reading and the other reading fit the words. Both are None if the shape
    alone decides.
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
    """Return the references by segment, from rows that may be either segments or sets of references.

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
    if is_square:  # as many sets as segments, so only the words can decide
        mine, theirs = fit(candidates, grouped), fit(candidates, transposed)
        if theirs - mine >= _CLEARLY:
            return Layout(transposed, True, theirs, mine)
        return Layout(grouped, False, mine, theirs) if fits_turned else Layout(grouped, False)
    is_nearly_turned = longest > 1 and abs(longest - number) < abs(len(rows) - number)
    is_turned = len(rows) != number and (fits_turned or is_nearly_turned)
    return Layout(transposed, True) if is_turned else Layout(grouped, False)


def turned(rows: Rows) -> Groups:
    """Transpose the rows, leaving out None and the missing items of short rows.

    >>> turned([["a", "b"], ["c", None], ["d"]])
    (('a', 'c', 'd'), ('b',))
    """
    return tuple(tuple(reference for reference in column if reference is not None) for column in zip_longest(*rows))


class Shift(NamedTuple):
    """Lines from `start` up to `end` whose candidates are a better fit for the references `offset` lines further on."""

    offset: int
    start: int
    end: int

    def pairs(self, candidates: int, references: int) -> list[tuple[int, int]]:
        """Return the pairs of candidate and segment indices after correcting the shift.

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
        """True if the shift explains why the numbers of lines differ, which means that it continues to the end.

        >>> Shift(1, 1, 3).explains(3, 4), Shift(1, 1, 3).explains(3, 5), Shift(1, 1, 3).explains(3, 3)
        (True, False, False)
        """
        return references - candidates == self.offset

    def can_be_undone(self, candidates: int, references: int) -> bool:
        """True if the sides have equally many lines, or if the shift explains the difference."""
        return candidates == references or self.explains(candidates, references)


def shift(candidates: Sequence[str], groups: Groups) -> Shift | None:
    """Find the lines where the two sides are shifted by a line; None if no shift is evident.

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
        length, fewest = end - start, _FEWEST + len(gains).bit_length() // 4  # more may be chance in a long text
        clear = after >= 1.4 * before and gain >= 0.15 * length and better >= 0.8 * length
        if length >= fewest and gain >= _GAIN and clear:
            shifts.append((gain, Shift(offset, start, end)))
    if not shifts:
        return None
    best_found = max(shifts)[1]
    is_why = best_found.explains(len(candidates), len(groups))
    return best_found._replace(end=len(candidates)) if is_why else best_found


def _best_run(gains: Sequence[float]) -> tuple[float, int, int]:
    """Find the run with the largest sum; return the sum, the start and the end of the run.

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
