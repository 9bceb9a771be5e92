"""Softmax: numbers of any size as probabilities that add up to 1."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import inf
from operator import sub

from mtexplain.inputs import InputError
from mtexplain.models.given import Exact, number, numbers
from mtexplain.tracing.number import add, calculate, divide, exp, plain
from mtexplain.tracing.number import number as remembered

Probability = Fraction | Decimal


def softmax(
    scores: Sequence[float | Fraction | str], *, temperature: float | Fraction | str = 1
) -> tuple[Probability, ...]:
    """Probabilities from scores: e to each, over the sum of all. Equal scores give exact fractions.

    The largest is taken off first, which changes nothing and keeps every power below 1 (Goodfellow et al. 2016,
    section 4.1). A score of minus infinity has probability 0. A `temperature` divides the scores: a high one evens
    them out, a low one sharpens them.

    >>> softmax([5, 5]), [round(float(p), 2) for p in softmax([1000, 1001])]
    ((Fraction(1, 2), Fraction(1, 2)), [0.27, 0.73])

    InputError for what is no number, and where all are minus infinity: no probabilities follow from that.
    """
    known = numbers(scores, "scores", endless=True)
    heat = number(temperature, "temperature")
    if heat <= 0:
        raise InputError("temperature", str(heat), "a number above 0", "Near 0 the best score takes all.")
    if max(known) == -inf:
        raise InputError("scores", "minus infinity alone", "at least one number above it")
    return shares([calculate(divide, (score, heat)) for score in known])


def shares(scores: Sequence[Exact]) -> tuple[Probability, ...]:
    """The softmax of scores that have been checked."""
    largest = max(scores)
    powers = [plain(exp(remembered(calculate(sub, (score, largest))))) for score in scores]
    total = calculate(add, powers)
    probabilities = [calculate(divide, (power, total)) for power in powers]
    return tuple(p if isinstance(p, Decimal) and p else Fraction(p) for p in probabilities)
