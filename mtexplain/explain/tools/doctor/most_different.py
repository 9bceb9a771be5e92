"""The candidate and the reference that differ most: what no check knows, a reader's own eye finds there."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from mtexplain.explain.tools.doctor.pairing import Groups
from mtexplain.invisible import name_of

_COMPARED = 10_000
"""How many characters of a line are compared: a whole file in one string takes no longer."""
_AROUND, _LONGEST_WORD, _LONGEST_START, _SHOWN = 40, 60, 200, 300


class MostDifferent(NamedTuple):
    """A candidate and the reference that is most like it, which share the smallest part of their words.

    `place` is the segment, `number` the reference among its `of`, each from 0. They have `shared` words in common, of
    `sizes`; of lines without a space it is characters.
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
        """The part they share: 2 * shared / (words of the candidate + words of the reference)."""
        return 2 * self.shared / sum(self.sizes)

    @property
    def first(self) -> int | None:
        """Where the first character is that differs, from 0; None where the lines are the same."""
        if self.candidate == self.reference:
            return None
        pairs = zip(self.candidate, self.reference, strict=False)
        shorter = min(len(self.candidate), len(self.reference))
        return next((place for place, (one, other) in enumerate(pairs) if one != other), shorter)

    @property
    def first_names(self) -> tuple[str, str] | None:
        """The names of the characters that differ first, where one is an odd space or no ASCII: eyes may not tell."""
        if self.first is None:
            return None
        here, there = (text[self.first : self.first + 1] for text in (self.candidate, self.reference))
        if all(mark == " " or (mark.isascii() and not mark.isspace()) for mark in (here, there)):
            return None
        return name_of(here) if here else "the end", name_of(there) if there else "the end"

    def shown(self, text: str) -> tuple[str, ...]:
        """The words of one of the two as it was typed; of a long line what is around the first difference."""
        place = self.first or 0
        before = place - text.rfind(" ", 0, place)
        start = place - _AROUND if place > _LONGEST_START or before > _LONGEST_WORD else 0
        found = tuple(word or " " for word in text[start : start + _SHOWN].split(" "))
        return ("…",) * (start > 0) + found + ("…",) * (len(text) > start + _SHOWN)


def most_different(candidates: Sequence[str], groups: Groups) -> MostDifferent | None:
    """The segment whose candidate shares the smallest part of its words with the reference that is most like it.

    The part is 2 * shared / (words of the candidate + words of the reference): words as they are typed, each as often
    as both lines have it; of lines without a space, characters. Of equals it is the segment with the most words. Lines
    without text don't count: None where there are no others. Of a very long line the first 10,000 characters count.

    >>> found = most_different(["the cat", "a dog"], (("the cat",), ("the dogs", "a cat")))
    >>> found.place, found.reference, found.shared, found.sizes
    (1, 'a cat', 1, (2, 2))
    """
    nearest = (
        _nearest(place, text, group) for place, (text, group) in enumerate(zip(candidates, groups, strict=False))
    )
    found = (one for one in nearest if one)
    return min(found, key=lambda one: (one.part, one.candidate == one.reference, -sum(one.sizes)), default=None)


def _nearest(place: int, text: str, group: Sequence[str]) -> MostDifferent | None:
    """A candidate and its nearest reference; None where one is without text."""
    if not text.strip():
        return None
    found = (MostDifferent(place, text, one, number, len(group), *_shared(text, one))
             for number, one in enumerate(group) if one.strip())  # fmt: skip
    return max(found, key=lambda one: (one.part, one.candidate == one.reference), default=None)


def _shared(one: str, other: str) -> tuple[int, tuple[int, int], str]:
    """How many words two lines have in common, and each has; of lines without a space, characters.

    >>> _shared("the the cat", "the cat"), _shared("猫坐", "猫在")
    ((2, (3, 2), 'word'), (1, (2, 2), 'character'))
    """
    mine, theirs = (text.strip()[:_COMPARED].split() for text in (one, other))
    unit = "word"
    if len(mine) == len(theirs) == 1:
        mine, theirs, unit = list(mine[0]), list(theirs[0]), "character"
    if mine == theirs:
        return len(mine), (len(mine), len(mine)), unit
    return sum((Counter(mine) & Counter(theirs)).values()), (len(mine), len(theirs)), unit
