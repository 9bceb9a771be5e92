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


def power(value: Fraction, exponent: Fraction) -> Fraction:
    """A value of 0 or more to an exponent above 0: exact where that is a fraction, else its first forty digits.

    >>> power(Fraction(16, 49), Fraction(1, 2)), power(Fraction(8), Fraction(2, 3))
    (Fraction(4, 7), Fraction(4, 1))
    >>> float(power(Fraction(2), Fraction(1, 2)))
    1.4142135623730951
    """
    times, degree = exponent.as_integer_ratio()
    if degree == 1:
        return value**times
    top, bottom = (_whole_root(part, times, degree) for part in value.as_integer_ratio())
    if top is not None and bottom is not None:
        return Fraction(top, bottom)
    return Fraction(_FORTY_DIGITS.power(_decimal(value), _decimal(exponent)))


def _whole_root(number: int, times: int, degree: int) -> int | None:
    """number^(times/degree) where that is a whole number, small enough to be found by a float."""
    if number.bit_length() * times > 1000:
        return None
    near = round((number**times) ** (1 / degree))
    return near if near**degree == number**times else None


def _decimal(value: Fraction) -> Decimal:
    return _FORTY_DIGITS.divide(Decimal(value.numerator), Decimal(value.denominator))


@lru_cache(maxsize=1024)
def _log(value: Fraction) -> Decimal:
    return _FORTY_DIGITS.ln(_decimal(value))
