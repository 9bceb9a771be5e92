"""Arithmetic for formulas: exact as long as it can be, and of several numbers at once.

A number is an int, a Fraction, a Decimal of forty digits, or None where there is none, as of 0/0. Several are a tuple,
which may hold tuples: the n-grams of each order, say.

>>> over(1, 3), over((1, 0), (3, 0)), times((1, 2), 3)
(Fraction(1, 3), (Fraction(1, 3), None), (3, 6))
"""

import operator
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain, starmap
from types import NoneType
from typing import Any

from mtexplain import exact

__all__ = ["exp", "log", "log2", "log10", "max", "mean", "min", "product", "root", "sum"]

Number = int | Fraction | Decimal
_PYTHON_MIN, _PYTHON_MAX, _PYTHON_SUM = min, max, sum
_SPECIAL = frozenset({tuple, NoneType})
"""What no function is asked about: of several numbers it is asked about each, and of None there is nothing to ask."""


def each(function: Callable[..., Any], *given: Any) -> Any:
    """The function of every number: of tuples, of those that stand at the same place; None of None."""
    for one in given:
        if type(one) is tuple:
            several = [value if type(value) is tuple else (value,) * len(one) for value in given]
            rows = zip(*several, strict=True)
            if all(_SPECIAL.isdisjoint(map(type, values)) for values in several):
                return tuple(starmap(function, rows))
            return tuple([each(function, *row) for row in rows])
        if one is None:
            return None
    return function(*given)


def _exactly(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Of two numbers, of which one may have gone through a logarithm: then both are decimals."""

    def of_two(one: Any, other: Any) -> Any:
        if type(one) is tuple:
            if type(other) is tuple:
                return tuple(map(of_two, one, other))
            return tuple([of_two(each, other) for each in one])
        if type(other) is tuple:
            return tuple([of_two(one, each) for each in other])
        if one is None or other is None:
            return None
        if type(one) is Fraction and type(other) is Decimal:
            one = exact.decimal(one)
        elif type(one) is Decimal and type(other) is Fraction:
            other = exact.decimal(other)
        return function(one, other)

    return of_two


def _times(one: Any, other: Any) -> Number | None:
    """None for zero times infinity."""
    is_undefined = (not one and exact.is_infinite(other)) or (not other and exact.is_infinite(one))
    return None if is_undefined else one * other


plus, minus, times = map(_exactly, (operator.add, operator.sub, _times))
less, at_most, more = map(_exactly, (operator.lt, operator.le, operator.gt))
at_least, equal = map(_exactly, (operator.ge, operator.eq))


def _over(one: Any, other: Any) -> Number | None:
    if not other:
        return None
    if type(one) is int and type(other) is int:
        return Fraction(one, other)
    return one / other  # type: ignore[no-any-return]


def _power(base: Any, exponent: Any) -> Number | None:
    """Exact for whole exponents, and for the root of what is a square, a cube; of less than 0 there is no root."""
    if isinstance(exponent, int):
        return base**exponent if exponent >= 0 else _over(1, base**-exponent)
    if base < 0:
        return None
    if isinstance(base, Decimal) or isinstance(exponent, Decimal):
        return _decimal(base) ** _decimal(exponent)
    return exact.power(Fraction(base), exponent)


over, power = _exactly(_over), _exactly(_power)


def _decimal(value: Any) -> Decimal:
    return value if isinstance(value, Decimal) else exact.decimal(Fraction(value))


@lru_cache(maxsize=4096)
def _log(value: Any) -> Number | None:
    if value <= 0:
        return None if value else Decimal("-Infinity")
    return value.ln() if isinstance(value, Decimal) else exact.ln(Fraction(value))


_LN_2, _LN_10 = exact.ln(Fraction(2)), exact.ln(Fraction(10))


def negative(value: Any) -> Any:
    """What is left of 0."""
    return each(operator.neg, value)


def log(value: Any) -> Any:
    """The natural logarithm; of 0 it is minus infinity, of less there is none."""
    return each(_log, value)


def log2(value: Any) -> Any:
    """The logarithm to the base 2: bits."""
    return over(log(value), _LN_2)


def log10(value: Any) -> Any:
    """The logarithm to the base 10: the key log of a calculator."""
    return over(log(value), _LN_10)


def exp(value: Any) -> Any:
    """e to a power; 1 exactly, to the power 0."""
    return each(_exp, value)


@lru_cache(maxsize=4096)
def _exp(value: Any) -> Number:
    with exact.forty_digits():
        return _decimal(value).exp() if value else 1


def root(value: Any) -> Any:
    """The square root, exact where it is a fraction."""
    return power(value, Fraction(1, 2))


def where(condition: Any, one: Any, other: Any) -> Any:
    """One where the condition holds, else the other, even where the one that is not taken is None."""
    if type(condition) is not tuple:
        return one if condition else other
    both = [value if type(value) is tuple else (value,) * len(condition) for value in (one, other)]
    return tuple(map(where, condition, *both))


def _one_of(values: Any, function: Callable[[Iterable[Any]], Any]) -> Any:
    """Several numbers as one; of tuples of tuples, the innermost. What there is none of is left out."""
    kinds = {*map(type, values)}
    if tuple in kinds:
        if {*map(type, chain.from_iterable(values))} == {int}:
            return tuple(map(function, values))
        return tuple([_one_of(value, function) for value in values])
    return function([value for value in values if value is not None] if NoneType in kinds else values)


def sum(values: Any) -> Any:
    """All of them added."""
    return _one_of(values, _sum)


def _sum(found: Any) -> Any:
    return _PYTHON_SUM(found) if {*map(type, found)} == {int} else _folded(plus, found, 0)


def total(values: Iterable[Any]) -> Any:
    """Numbers added, and of several those that stand at the same place.

    >>> total([(1, 2), (3, 4)])
    (4, 6)
    """
    return _folded(plus, values, 0)


def product(values: Any) -> Any:
    """All of them multiplied."""
    return _one_of(values, lambda found: _folded(times, found, 1))


def _folded(function: Callable[[Any, Any], Any], values: Iterable[Any], start: Any) -> Any:
    for value in values:
        start = function(start, value)
    return start


def mean(values: Any) -> Any:
    """Their sum over their number; None where there are none."""
    return _one_of(values, lambda found: over(_folded(plus, found, 0), len(list(found))))


def min(*values: Any) -> Any:
    """The smallest of several, None of none; or of two each."""
    return each(_PYTHON_MIN, *values) if len(values) > 1 else _one_of(values[0], partial(_PYTHON_MIN, default=None))


def max(*values: Any) -> Any:
    """The largest of several, None of none; or of two each."""
    return each(_PYTHON_MAX, *values) if len(values) > 1 else _one_of(values[0], partial(_PYTHON_MAX, default=None))
