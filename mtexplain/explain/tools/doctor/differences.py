"""Two outputs side by side: the first line where they differ."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mtexplain.explain.tools.doctor.findings import Finding, line, words


class Difference(NamedTuple):
    """Where two outputs first differ: the line, from 0, what each has there, how many lines differ in all."""

    place: int
    one: str
    other: str
    number: int

    @property
    def is_unseen(self) -> bool:
        """Whether a reader can't see it: only white space, or characters that nobody sees."""
        return _plain(self.one) == _plain(self.other)


def first_difference(one: Sequence[str], other: Sequence[str]) -> Difference | None:
    """The first line where two outputs differ; one that has ended has nothing there. None where they are the same.

    >>> first_difference(["a", "b"], ["a", "c"])
    Difference(place=1, one='b', other='c', number=1)
    """
    longest = max(len(one), len(other))
    sides = [[*side, *[""] * (longest - len(side))] for side in (one, other)]
    places = [n for n, (a, b) in enumerate(zip(*sides, strict=True)) if a != b]
    places = places or list(range(min(len(one), len(other)), longest))
    return Difference(places[0], sides[0][places[0]], sides[1][places[0]], len(places)) if places else None


def of_difference(found: Difference | None) -> Iterator[Finding]:
    """A difference that can't be seen."""
    if found and found.is_unseen:
        text = "The first line where the two outputs differ, they differ only in what can't be seen."
        fix = "It is white space, an accent typed in another way, or a character without a shape."
        yield Finding("unseen-difference", text, line(found.place), fix, words(found.one))


def _plain(text: str) -> list[str]:
    """The words without what nobody sees."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(mark for mark in composed if unicodedata.category(mark) != "Cf").split()
