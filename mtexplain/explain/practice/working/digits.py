"""The digits of closed forms: 0.8465*0.5081 is made of rounded numbers, so it says no more than their digits do."""

import re
from fractions import Fraction

from mtexplain.explain.practice.working.expressions import evaluated

_DECIMAL = re.compile(r"(?<![\w.])\d*\.(\d+)(?:e([-+]?\d{1,3}))?(?![\w.])", re.ASCII | re.IGNORECASE)
_QUARTERS = ("25", "50", "75")


def margin(text: str) -> Fraction:
    """How far a closed form can be from the number that is meant, where its decimals are rounded; 0 where it is exact.

    Each decimal stands for any number that is rounded to it; the sum of what each alone can change is the margin. One
    decimal (0.9) and a quarter (0.25) are taken as they stand: settings and weights are written so.

    >>> float(margin("0.85*0.50")), margin("exp(1 - 7/6)"), margin("(1/15)^0.25")
    (0.0025, Fraction(0, 1), Fraction(0, 1))
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
    return total
