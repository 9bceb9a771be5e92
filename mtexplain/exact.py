"""From exact fractions to one float, rounded once.

Scores stay integers and fractions until the first logarithm. From there we work with 40 digits and round a single
time at the end: for every ratio of counts the float is the one nearest to the true value, the same on every machine.
"""

from collections.abc import Iterable
from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from functools import lru_cache

_FORTY_DIGITS = Context(prec=40, rounding=ROUND_HALF_EVEN, Emin=MIN_EMIN, Emax=MAX_EMAX)


def exp(exponent: Fraction) -> float:
    """e to an exact power.

    >>> exp(Fraction(0))
    1.0
    >>> exp(Fraction(-1, 6))
    0.8464817248906141
    """
    return float(_FORTY_DIGITS.exp(_decimal(exponent)))


def log(value: Fraction) -> float:
    """The natural logarithm of an exact value above 0.

    >>> log(Fraction(1)), log(Fraction(1, 2))
    (0.0, -0.6931471805599453)
    """
    return float(_log(value))


def exp_of_weighted_logs(exponent: Fraction, weighted: Iterable[tuple[Fraction, Fraction]]) -> float:
    """e^exponent times the product of value^weight over the pairs (weight, value), every value above 0.

    >>> exp_of_weighted_logs(Fraction(0), [(Fraction(1, 2), Fraction(1, 9)), (Fraction(1, 2), Fraction(1, 4))])
    0.16666666666666666
    """
    total = _decimal(exponent)
    for weight, value in weighted:
        total = _FORTY_DIGITS.add(total, _FORTY_DIGITS.multiply(_decimal(weight), _log(value)))
    return float(_FORTY_DIGITS.exp(total))


def _decimal(value: Fraction) -> Decimal:
    return _FORTY_DIGITS.divide(Decimal(value.numerator), Decimal(value.denominator))


@lru_cache(maxsize=1024)
def _log(value: Fraction) -> Decimal:
    return _FORTY_DIGITS.ln(_decimal(value))
