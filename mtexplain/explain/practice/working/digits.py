"""What the digits of a number say: 43 may be 43.01, rounded; 0.8465*0.5081 says no more than its factors do."""

import re
from fractions import Fraction

from mtexplain.explain.practice.working.expressions import evaluated

_DECIMAL = re.compile(r"(?<![\w.])\d*\.(\d+)(?:e([-+]?\d{1,3}))?(?![\w.])", re.ASCII | re.IGNORECASE)
_QUARTERS = ("25", "50", "75")
_MOST = Fraction(2, 100)
"""The part of its value that a closed form's margin may be: 0.02/0.03 has too few digits to stand for 0.83."""


def margin(text: str) -> Fraction:
    """How far a closed form can be from the number that is meant, where its decimals are rounded; 0 where it is exact.

    Each decimal stands for any number that is rounded to it; the sum of what each alone can change is the margin. One
    decimal (0.9) and a quarter (0.25) are taken as they stand: settings and weights are written so. No margin is more
    than a fiftieth of the value.

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
    """Whether a number is whole, with enough digits to be another number, rounded: 43 is 43.01, but 4 is not 4.3.

    >>> may_be_rounded(43), may_be_rounded(4), may_be_rounded(43.5)
    (True, False, False)
    """
    return abs(float(value)) >= 10 and value % 1 == 0
