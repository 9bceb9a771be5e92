"""Exact arithmetic, from fractions to a float that is rounded only once.

Scores stay integers and fractions until the first logarithm. From there we compute with 40 digits and round once at the
end, so every ratio of counts gives the float closest to the true value, and the same float on every machine.
"""

from contextlib import AbstractContextManager, nullcontext
from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_EVEN, Context, Decimal, getcontext, localcontext
from fractions import Fraction
from functools import lru_cache

_DIGITS = 40
_FORTY_DIGITS = Context(prec=_DIGITS, rounding=ROUND_HALF_EVEN, Emin=MIN_EMIN, Emax=MAX_EMAX)
_LONGEST = 1000  # bits of the longest number that we try to take an exact root of


def exp(exponent: Fraction) -> float:
    """Return e to the power of an exact value.

    >>> exp(Fraction(0))
    1.0
    >>> exp(Fraction(-1, 6))
    0.8464817248906141
    """
    return float(_FORTY_DIGITS.exp(decimal(exponent)))


def log(value: Fraction) -> float:
    """Return the natural logarithm of an exact value above 0.

    >>> log(Fraction(1)), log(Fraction(1, 2))
    (0.0, -0.6931471805599453)
    """
    return float(ln(value))


def root(value: Fraction, degree: int) -> Fraction | None:
    """Return the root of a value above 0 if the root is a fraction; None if not, or if it is too long for 40 digits.

    >>> root(Fraction(1, 256), 4), root(Fraction(1, 2), 2)
    (Fraction(1, 4), None)
    """
    top, bottom = _whole_root(value.numerator, degree), _whole_root(value.denominator, degree)
    return Fraction(top, bottom) if top and bottom else None


@lru_cache(maxsize=1024)
def power(value: Fraction, exponent: Fraction) -> Fraction:
    """Return a value of 0 or more to a power above 0, exactly if the result is a fraction, otherwise to 40 digits.

    >>> power(Fraction(16, 49), Fraction(1, 2)), power(Fraction(8), Fraction(2, 3))
    (Fraction(4, 7), Fraction(4, 1))
    >>> power(Fraction(1, 2), Fraction(3))
    Fraction(1, 8)
    >>> float(power(Fraction(2), Fraction(1, 2)))
    1.4142135623730951
    """
    times, degree = exponent.as_integer_ratio()
    if degree == 1 or not value:
        return value**times
    is_short = max(value.as_integer_ratio()).bit_length() * times < _LONGEST
    exactly = root(value**times, degree) if is_short else None
    return exactly or Fraction(_FORTY_DIGITS.power(decimal(value), decimal(exponent)))


def forty_digits() -> AbstractContextManager[Context | None]:
    """A context in which decimals have 40 digits, for sums and products after a logarithm.

    >>> with forty_digits():
    ...     float(decimal(Fraction(1, 3)) * 3)
    1.0
    """
    here = getcontext()
    is_so = here.prec == _FORTY_DIGITS.prec and here.Emin == MIN_EMIN
    return nullcontext(here) if is_so else localcontext(_FORTY_DIGITS)


def has_forty_digits() -> bool:
    """True inside `forty_digits`.

    >>> with forty_digits():
    ...     has_forty_digits()
    True
    """
    here = getcontext()
    return here.prec == _DIGITS and here.Emin == MIN_EMIN and here.rounding == ROUND_HALF_EVEN


def is_infinite(value: object) -> bool:
    """True for an infinite decimal.

    >>> is_infinite(Decimal("Infinity")), is_infinite(Fraction(1))
    (True, False)
    """
    return isinstance(value, Decimal) and value.is_infinite()


def decimal(value: Fraction) -> Decimal:
    """Return an exact value as a decimal of 40 digits."""
    return _FORTY_DIGITS.divide(Decimal(value.numerator), Decimal(value.denominator))


@lru_cache(maxsize=1024)
def ln(value: Fraction) -> Decimal:
    """Return the natural logarithm of an exact value above 0, to 40 digits."""
    return _FORTY_DIGITS.ln(decimal(value))


def _whole_root(value: int, degree: int) -> int | None:
    nearest = round(_FORTY_DIGITS.exp(_FORTY_DIGITS.divide(ln(Fraction(value)), degree)))
    return nearest if nearest**degree == value else None
