"""The candidate and the reference that differ most, where readers may see what no check knows."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from mtexplain.explain.tools.doctor.pairing import Groups
from mtexplain.invisible import name_of

_COMPARED = 10_000
"""Number of characters of a line to compare, so that a whole file in one string takes no longer."""
_AROUND, _LONGEST_WORD, _LONGEST_START, _SHOWN = 40, 60, 200, 300


class MostDifferent(NamedTuple):
    """The candidate and its nearest reference that share the smallest part of their words.

    `place` is the index of the segment, and `number` the index of the reference among all `of` references. `sizes`
    are the numbers of words in the two lines, and `shared` is the number of words in common; in lines without spaces,
    characters are counted.
    """

    place: int
    candidate: str
    reference: str
    number: int
    of: int
    shared: int
    sizes: tuple[int, int]
    unit: str

    @property
    def part(self) -> float:
        """The part in common: 2 * shared / (words of the candidate + words of the reference)."""
        return 2 * self.shared / sum(self.sizes)

    @property
    def first(self) -> int | None:
        """The index of the first character that differs; None if the lines are the same."""
        if self.candidate == self.reference:
            return None
        pairs = zip(self.candidate, self.reference, strict=False)
        shorter = min(len(self.candidate), len(self.reference))
        return next((index for index, (mine, theirs) in enumerate(pairs) if mine != theirs), shorter)

    @property
    def first_names(self) -> tuple[str, str] | None:
        """The names of the first characters that differ, if one is an odd space or not ASCII; otherwise None."""
        if self.first is None:
            return None
        here, there = (text[self.first : self.first + 1] for text in (self.candidate, self.reference))
        if all(mark == " " or (mark.isascii() and not mark.isspace()) for mark in (here, there)):
            return None
        return name_of(here) if here else "the end", name_of(there) if there else "the end"

    def shown(self, text: str) -> tuple[str, ...]:
        """Return the words of one of the two lines as typed; of a long line, the part around the first difference."""
        position = self.first or 0
        before = position - text.rfind(" ", 0, position)
        start = position - _AROUND if position > _LONGEST_START or before > _LONGEST_WORD else 0
        shown_words = tuple(word or " " for word in text[start : start + _SHOWN].split(" "))
        return ("…",) * (start > 0) + shown_words + ("…",) * (len(text) > start + _SHOWN)


def most_different(candidates: Sequence[str], groups: Groups) -> MostDifferent | None:
    """Return the segment whose candidate shares the smallest part of its words with its nearest reference.

    The part is 2 * shared / (words of the candidate + words of the reference). Words are taken as typed, and count as
    often as both lines have them; in lines without spaces, characters count. In a tie it is the segment with the most
    words. Lines without text are left out; None if there are no other lines. Only the first 10,000 characters of a line
    count.

    >>> pair = most_different(["the cat", "a dog"], (("the cat",), ("the dogs", "a cat")))
    >>> pair.place, pair.reference, pair.shared, pair.sizes
    (1, 'a cat', 1, (2, 2))
    """
    nearest = (
        _nearest(index, text, group) for index, (text, group) in enumerate(zip(candidates, groups, strict=False))
    )
    pairs = (pair for pair in nearest if pair)
    return min(pairs, key=lambda pair: (pair.part, pair.candidate == pair.reference, -sum(pair.sizes)), default=None)


def _nearest(index: int, text: str, group: Sequence[str]) -> MostDifferent | None:
    """Return a candidate and its nearest reference; None if the candidate, or every reference, is without text."""
    if not text.strip():
        return None
    pairs = (MostDifferent(index, text, reference, number, len(group), *_shared(text, reference))
             for number, reference in enumerate(group) if reference.strip())  # fmt: skip
    return max(pairs, key=lambda pair: (pair.part, pair.candidate == pair.reference), default=None)


def _shared(candidate: str, reference: str) -> tuple[int, tuple[int, int], str]:
    """Count the words that two lines share, and the words of each; for lines without spaces, the unit is a character.

    >>> _shared("the the cat", "the cat"), _shared("猫坐", "猫在")
    ((2, (3, 2), 'word'), (1, (2, 2), 'character'))
    """
    mine, theirs = (text.strip()[:_COMPARED].split() for text in (candidate, reference))
    unit = "word"
    if len(mine) == len(theirs) == 1:
        mine, theirs, unit = list(mine[0]), list(theirs[0]), "character"
    if mine == theirs:
        return len(mine), (len(mine), len(mine)), unit
    return sum((Counter(mine) & Counter(theirs)).values()), (len(mine), len(theirs)), unit
