"""An answer as it was typed, read as a number: 8/14, (8, 14), 0.57, a precision."""

import re
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Integral
from typing import Any, NamedTuple

from mtexplain.display.formula import shown


class Number(NamedTuple):
    """A number as it was given."""

    value: Fraction | None
    """None for a pair such as 0/0."""
    pair: tuple[int, int] | None = None
    """Where it was one."""
    decimals: int | None = None
    """How many it was written with; None where it is exact."""

    def __str__(self) -> str:
        if self.pair and self.pair[1] != 1:
            return f"{self.pair[0]}/{self.pair[1]}"
        if self.value is None or self.value.denominator == 1:
            return str(self.value)
        return shown(float(self.value))


_LARGEST = 1000
"""The power of ten that no number reaches: a larger one would take long to be written out."""
_PAIR = re.compile(r"(-?\d{1,30})\s*(?:[/:]|\b(?:out )?of\b)\s*(\d{1,30})", re.ASCII)
_ONE_MINUS = re.compile(r"1\s*-\s*(\d{1,30})\s*/\s*([1-9]\d{0,29})", re.ASCII)
_POWER = re.compile(r"(\S{1,30}) × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4})")
_SIGNS = str.maketrans({"\u2212": "-", "\u2044": "/", "(": "", ")": ""})
"""A real minus sign, the slash of a fraction; and -(1/3) is -1/3."""
_LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_DECIMAL = re.compile(r"[-+]?(?:\d{1,30}(?:\.(\d{0,30}))?|\.(\d{1,30}))(?:e([-+]?\d{1,3}))?", re.ASCII | re.IGNORECASE)


def read(value: Any) -> Number | None:
    """The number that was meant; None where it isn't one.

    >>> str(read("8/14")), str(read("8 of 14")), str(read(0.57)), read("cat")
    ('8/14', '8/14', '0.57', None)
    """
    if hasattr(value, "matches") and isinstance(getattr(value, "total", None), int):  # a Ratio, a Precision
        return _pair(value.matches, value.total)
    if isinstance(value, tuple | list) and len(value) == 2 and all(type(part) is int for part in value):
        return _pair(*value)
    if isinstance(value, Fraction):
        return Number(value, (value.numerator, value.denominator))
    if isinstance(value, bool):
        return None
    if isinstance(value, Decimal):
        known = value.is_finite() and abs(value.adjusted()) < _LARGEST
        return Number(Fraction(value), decimals=max(0, -int(value.as_tuple().exponent))) if known else None
    if isinstance(value, Integral):
        return Number(Fraction(int(value)))
    if isinstance(value, float) and isfinite(value):
        written = _text(repr(float(value)))
        return written and written._replace(decimals=max(2, written.decimals or 0))  # 0.5 may have been typed as 0.50
    return _text(value) if isinstance(value, str) else None


def is_unanswered(value: object) -> bool:
    """Whether it stands where an answer is still to come.

    >>> [is_unanswered(value) for value in (None, ..., " ? ", 0)]
    [True, True, True, False]
    """
    return value is None or value is ... or (isinstance(value, str) and value.strip() in ("", "?", "..."))


def _text(text: str) -> Number | None:
    text = text.strip().lstrip("=≈ ").translate(_SIGNS)
    text = re.sub(r"^-\s+", "-", text)
    if power := _POWER.fullmatch(text):  # as the views print a small number: 5.603 × 10⁻⁹
        text = f"{power[1]}e{power[2].translate(_LOWERED)}"
    if pair := _PAIR.fullmatch(text):
        return _pair(int(pair[1]), int(pair[2]))
    if short := _ONE_MINUS.fullmatch(text):  # 1 - 7/6, an exponent not yet worked out
        return Number(1 - Fraction(int(short[1]), int(short[2])))
    if decimal := _DECIMAL.fullmatch(text):
        return Number(Fraction(text), decimals=max(0, len(decimal[1] or decimal[2] or "") - int(decimal[3] or 0)))
    return None


def _pair(top: int, bottom: int) -> Number | None:
    if bottom < 0:  # a total is a count
        return None
    return Number(Fraction(top, bottom) if bottom else None, (top, bottom))
