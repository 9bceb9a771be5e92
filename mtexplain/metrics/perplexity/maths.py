"""Perplexity is three functions: surprise, mean, perplexity. Beside them stands the product, which says the same."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from math import inf, prod
from typing import NamedTuple

from mtexplain import exact

_ENDLESS = 1000  # e to this power is beyond every float
_LONG = 1000  # of so many tokens a root is asked for


class Probability(NamedTuple):
    """How probable a token was, exact: base^exponent, where base None is e.

    A fraction is a base with the exponent 1; of a log-probability, the logarithm is the exponent.

    >>> Probability(Fraction(1, 4)).value, Probability(None, Fraction(-7, 10)).value
    (Fraction(1, 4), None)
    """

    base: Fraction | None
    exponent: Fraction = Fraction(1)

    @property
    def value(self) -> Fraction | None:
        """The probability, 0 to 1, where it is a fraction; None where only its logarithm is one."""
        if self.exponent == 0:
            return Fraction(1)
        return self.base if self.exponent == 1 else None

    @property
    def is_zero(self) -> bool:
        """Whether the model took the token for impossible."""
        return self.base == 0


def surprise(probability: Probability) -> Decimal | None:
    """-log p, in nats, to 40 digits: 0 for what was certain. None for what was impossible, which is without end.

    >>> float(surprise(Probability(Fraction(1)))), float(surprise(Probability(None, Fraction(-7, 10))))
    (0.0, 0.7)
    """
    if probability.is_zero:
        return None
    with exact.forty_digits():
        log = 1 if probability.base is None else exact.ln(probability.base)
        return abs(exact.decimal(probability.exponent) * log)


def mean(surprises: Sequence[Decimal | None]) -> Decimal | None:
    """J, the cross-entropy: the mean of the surprises, 0 or more. None where one has no end, or where there is none.

    >>> float(mean([Decimal(1), Decimal(3)])), mean([Decimal(1), None]), mean([])
    (2.0, None, None)
    """
    known = [one for one in surprises if one is not None]
    if not known or len(known) < len(surprises):
        return None
    with exact.forty_digits():
        return sum(known, Decimal(0)) / len(known)


def perplexity(mean_surprise: Decimal | None) -> float:
    """PP = e^J, 1 or more, rounded once; infinite where J is.

    >>> perplexity(Decimal(0)), perplexity(None)
    (1.0, inf)
    """
    if mean_surprise is None or mean_surprise > _ENDLESS:
        return inf
    with exact.forty_digits():
        return float(mean_surprise.exp())


def product(probabilities: Iterable[Probability]) -> Fraction | None:
    """P, the probability of the whole text, where it is a fraction.

    >>> product(Probability(Fraction(1, n)) for n in (2, 4, 8, 4))
    Fraction(1, 256)
    """
    values = [probability.value for probability in probabilities]
    return None if None in values else prod((value for value in values if value is not None), start=Fraction(1))


def root(probabilities: Sequence[Probability]) -> Fraction | None:
    """PP where it is a fraction: the root of 1/P that comes out exactly. None where it does not, or is infinite.

    >>> root([Probability(Fraction(1, n)) for n in (2, 4, 8, 4)])
    Fraction(4, 1)
    """
    whole = product(probabilities) if 0 < len(probabilities) <= _LONG else None
    return exact.root(1 / whole, len(probabilities)) if whole else None


def entropy(probabilities: Iterable[Fraction]) -> Decimal:
    """H = -sum of p log p, in nats, 0 or more: the mean surprise of what is drawn by these probabilities.

    What has the probability 0 is never drawn, and adds nothing.
    """
    with exact.forty_digits():
        return sum((exact.decimal(p) * -exact.ln(p) for p in probabilities if p), Decimal(0))


def in_base(nats: Decimal, base: str) -> Decimal:
    """A number of nats in the unit of another base: bits for 2, decimal digits for 10.

    >>> float(in_base(exact.ln(Fraction(8)), "2"))
    3.0
    """
    if base == "e":
        return nats
    with exact.forty_digits():
        return nats / exact.ln(Fraction(int(base)))
