"""Softmax: numbers of any size as probabilities that add up to 1."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import inf
from operator import sub
from typing import Any

from mtexplain.inputs import InputError
from mtexplain.models.given import number, numbers
from mtexplain.tracing.number import calculate, divide, exp, plain
from mtexplain.tracing.number import number as remembered

Probability = Fraction | Decimal


def softmax(
    scores: Sequence[float | Fraction | str], *, temperature: float | Fraction | str = 1
) -> tuple[Probability, ...]:
    """Probabilities from scores: e to each, over the sum of all. Equal scores give exact fractions.

    The largest is taken off first, which changes nothing and keeps every power below 1 (Goodfellow et al. 2016,
    section 4.1). A score of minus infinity has probability 0. A `temperature` divides the scores: a high one evens
    them out, a low one sharpens them.

    >>> softmax([5, 5]), [round(float(one), 2) for one in softmax([1000, 1001])]
    ((Fraction(1, 2), Fraction(1, 2)), [0.27, 0.73])

    InputError for what is no number, and where all are minus infinity: no probabilities follow from that.
    """
    known = numbers(scores, "scores", endless=True)
    heat = number(temperature, "temperature")
    if heat <= 0:
        raise InputError("temperature", str(heat), "a number above 0", "Near 0 the best score takes all.")
    if max(known) == -inf:
        raise InputError("scores", "minus infinity alone", "at least one number above it")
    return shares([calculate(divide, (one, heat)) for one in known])


def shares(scores: Sequence[Any]) -> tuple[Probability, ...]:
    """The same of numbers that are known to be some."""
    largest = max(scores)
    powers = [plain(exp(remembered(calculate(sub, (one, largest))))) for one in scores]
    total = calculate(lambda *several: sum(several), powers)
    found = [calculate(divide, (one, total)) for one in powers]
    return tuple(one if isinstance(one, Decimal) and one else Fraction(one) for one in found)
