"""Softmax, which turns numbers of any size into probabilities that add up to 1."""

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
    """Probabilities from scores. Each is e to the power of its score, over the sum of these powers.

    The largest score is subtracted first, which doesn't change the result and keeps every power at 1 or less
    (Goodfellow et al. 2016, section 4.1). A score of minus infinity has probability 0. Scores are divided by the
    `temperature`, so a high temperature flattens the probabilities and a low temperature sharpens them. Equal
    scores give exact fractions.

    >>> softmax([5, 5]), [round(float(p), 2) for p in softmax([1000, 1001])]
    ((Fraction(1, 2), Fraction(1, 2)), [0.27, 0.73])

    InputError is raised for a score that is not a number, and if all scores are minus infinity, because then the
    probabilities are undefined.
    """
    known = numbers(scores, "scores", endless=True)
    heat = number(temperature, "temperature")
    if heat <= 0:
        raise InputError("temperature", str(heat), "a number above 0", "Near 0, the best score gets everything.")
    if max(known) == -inf:
        raise InputError("scores", "only minus infinity", "at least one finite score")
    return shares([calculate(divide, (score, heat)) for score in known])


def shares(scores: Sequence[Exact]) -> tuple[Probability, ...]:
    """Softmax of checked scores."""
    largest = max(scores)
    powers = [plain(exp(remembered(calculate(sub, (score, largest))))) for score in scores]
    total = calculate(add, powers)
    probabilities = [calculate(divide, (power, total)) for power in powers]
    return tuple(p if isinstance(p, Decimal) and p else Fraction(p) for p in probabilities)
