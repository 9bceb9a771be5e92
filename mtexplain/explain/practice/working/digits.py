"""The precision of typed numbers: 43 may be 43.01, rounded; 0.8465*0.5081 is no more precise than its factors."""

import re
from fractions import Fraction

from mtexplain.explain.practice.working.expressions import evaluated

_DECIMAL = re.compile(r"(?<![\w.])\d*\.(\d+)(?:e([-+]?\d{1,3}))?(?![\w.])", re.ASCII | re.IGNORECASE)
_QUARTERS = ("25", "50", "75")
_MOST = Fraction(2, 100)
"""Largest margin of a closed form, as a share of its value, so that 0.02/0.03 is not accepted for 0.83."""


def margin(text: str) -> Fraction:
    """Return the possible error of a closed form that comes from its rounded decimal numbers; 0 if the form is exact.

    Each decimal number may be any number that is rounded to it. The margin is the sum of the changes that each of them
    alone can make, and at most a fiftieth of the value. Numbers with one decimal (0.9) and quarters (0.25) are taken as
    exact, because settings and weights are written in this way.

    >>> float(margin("0.85*0.50")), margin("exp(1 - 7/6)"), margin("(1/15)^0.25"), float(margin("0.05*10"))
    (0.0025, Fraction(0, 1), Fraction(0, 1), 0.01)
    """
    value, total = evaluated(text), Fraction(0)
    if value is None:
        return total
    for decimal in _DECIMAL.finditer(text):
        digits, power = decimal[1], int(decimal[2] or 0)
        if len(digits) > 1 and digits not in _QUARTERS and len(digits) - power <= 30:
            half = Fraction(10) ** (power - len(digits)) / 2
            moved = evaluated(f"{text[: decimal.start()]}({decimal[0]}+{half}){text[decimal.end() :]}")
            total += abs(Fraction(moved) - Fraction(value)) if moved is not None else 0
    return min(total, abs(Fraction(value)) * _MOST)


def may_be_rounded(value: Fraction | float) -> bool:
    """True if a number is whole and has enough digits to be a rounded number: 43 may be 43.01, but 4 is not 4.3.

    >>> may_be_rounded(43), may_be_rounded(4), may_be_rounded(43.5)
    (True, False, False)
    """
    return abs(float(value)) >= 10 and value % 1 == 0
