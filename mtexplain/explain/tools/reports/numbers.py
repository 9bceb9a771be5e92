"""A printed number, with the numbers it may have been before it was rounded."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from mtexplain.explain.tools.reports.forms import Found
from mtexplain.explain.tools.reports.signatures import is_old, pairs
from mtexplain.inputs import InputError, described

_NUMBER = re.compile(r"\d{1,30}(?:\.\d{0,30})?(?:[eE]-\d{1,2})?", re.ASCII)
_WHOLE = re.compile(r"\d{1,18}", re.ASCII)
_TINY = Fraction(1, 10**9)
"""How far a computed float may be off: tools compute with floats, and so may end beside a number that is halfway."""


class Number(NamedTuple):
    """A number as it was printed: its text, its value, and how many digits stand behind the point."""

    text: str
    value: Fraction
    decimals: int

    @property
    def half(self) -> Fraction:
        """Half a unit of the last digit."""
        return Fraction(1, 2 * 10**self.decimals)

    @property
    def low(self) -> Fraction:
        """The least number that is printed so; none is below 0."""
        return max(Fraction(0), self.value - self.half)

    @property
    def high(self) -> Fraction:
        """The greatest number that is printed so."""
        return self.value + self.half

    def fits(self, value: float | Fraction) -> bool:
        """Whether a value is printed so."""
        return self.low - _TINY <= value <= self.high + _TINY


class Printed(NamedTuple):
    """A report with its numbers read: what `Found` holds as text. None is what was not printed."""

    tool: str
    line: str
    score: Number | None
    precisions: tuple[Number, ...]
    brevity: Number | None
    ratio: Number | None
    candidate_length: int | None
    reference_length: int | None
    mean: Number | None
    spread: Number | None
    signature: Mapping[str, str]
    is_old: bool
    sentence: bool
    by_fairseq: bool


def number(text: str, where: str) -> Number:
    """A printed number, 0 or more.

    >>> one = number("66.7", "p_1")
    >>> float(one.value), float(one.half), one.fits(200 / 3)
    (66.7, 0.05, True)
    """
    if not _NUMBER.fullmatch(text):
        raise InputError(where, described(text), "a number of 0 or more, with 30 digits at most", _MEND)
    digits, _, power = text.lower().partition("e")
    return Number(text, Fraction(text), len(digits.partition(".")[2]) - int(power or 0))


def whole(text: str, where: str) -> int:
    """A printed length: a whole number, 0 or more."""
    if not _WHOLE.fullmatch(text):
        raise InputError(where, described(text), "a whole number of 0 or more, with 18 digits at most", _MEND)
    return int(text)


def read(found: Found) -> Printed:
    """The numbers of a report. InputError for what is none, with its name."""

    def one(text: str | None, where: str) -> Number | None:
        return None if text is None else number(text, where)

    def length(text: str | None, where: str) -> int | None:
        return None if text is None else whole(text, where)

    return Printed(
        found.tool,
        found.line,
        one(found.score, "the score"),
        tuple(number(text, f"p_{n}") for n, text in enumerate(found.precisions, 1)),
        one(found.brevity, "BP"),
        one(found.ratio, "the ratio"),
        length(found.candidate_length, "the length of the candidate"),
        length(found.reference_length, "the length of the reference"),
        one(found.mean, "the mean μ"),
        one(found.spread, "± of the mean"),
        pairs(found.signature),
        is_old(found.signature),
        found.sentence,
        found.by_fairseq,
    )


_MEND = "Paste the report as the tool printed it."
