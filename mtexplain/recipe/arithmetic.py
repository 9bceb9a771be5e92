"""Arithmetic for formulas: exact as long as it can be, and of several numbers at once.

A number is an int, a Fraction, a Decimal of forty digits, or None where there is none, as of 0/0. Several are a tuple,
which may hold tuples: the n-grams of each order, say.

>>> over(1, 3), over((1, 0), (3, 0)), times((1, 2), 3)
(Fraction(1, 3), (Fraction(1, 3), None), (3, 6))
"""

import builtins
import math
import operator
from collections.abc import Callable, Iterable
from decimal import Decimal, InvalidOperation, Overflow
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain, repeat, starmap
from types import NoneType
from typing import Any

from mtexplain import exact
from mtexplain.recipe.numbers import Quotient

__all__ = [
    "at", "ceil", "comb", "cos", "exp", "log", "log2", "log10", "max", "mean", "min", "or_zero", "product", "root",
    "sin", "sum",
]  # fmt: skip

Number = int | Fraction | Decimal
_EXACT = {int, Fraction}
_SPECIAL = frozenset({tuple, NoneType})
"""What no function is asked about: of several numbers it is asked about each, and of None there is nothing to ask."""
_HALF = Fraction(1, 2)
_LARGE = 1000  # from here on a power is no longer exact
_LN_2, _LN_10 = exact.ln(Fraction(2)), exact.ln(Fraction(10))
with exact.forty_digits():
    E = Decimal(1).exp()
"""The number e: the base of natural logarithms."""


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
        if type(one) in _EXACT and type(other) in _EXACT:
            return function(one, other)
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
        try:
            return function(one, other)
        except InvalidOperation:  # infinity less infinity, or times zero
            return None
        except Overflow:
            return Decimal("Infinity")

    return of_two


def _all_at_once(
    function: Callable[[Any, Any], Any], of_two: Callable[[Any, Any], Any], applies: Callable[[Any, Any], bool]
) -> Callable[[Any, Any], Any]:
    """The same of numbers that need no care, such as many decimals, at a fraction of the time."""

    def of_many(one: Any, other: Any) -> Any:
        if type(one) is not tuple:
            return of_two(one, other)
        if type(other) is tuple:
            if one and other and (type(one[0]) is tuple or type(other[0]) is tuple):
                return tuple(map(of_many, one, other))
        elif one and type(one[0]) is tuple:
            return tuple([of_many(each, other) for each in one])
        if not applies(one, other):
            return of_two(one, other)
        try:
            return tuple(map(function, one, other if type(other) is tuple else repeat(other)))
        except (TypeError, InvalidOperation, Overflow):  # None, a fraction beside a decimal, zero times infinity
            return of_two(one, other)

    return of_many


def _always(one: Any, other: Any) -> bool:
    return True


def _is_counted(one: Any, other: Any) -> bool:
    return type(other) is int and other >= 0


def _are_decimals(one: Any, other: Any) -> bool:
    return type(other) is not tuple and bool(other) and set(map(type, one)) == {Decimal}


_fraction = lru_cache(maxsize=4096)(Fraction)


def _over(one: Any, other: Any) -> Number | None:
    if not other:
        return None
    if type(one) is int and type(other) is int:
        return _fraction(one, other)
    return one / other  # type: ignore[no-any-return]


def _power(base: Any, exponent: Any) -> Number | None:
    """Exact for whole exponents, and for the root of what is a square, a cube; of less than 0 there is no root."""
    if base is E:
        return _decimal(exponent).exp()
    if isinstance(exponent, int):
        return base**exponent if exponent >= 0 else _over(1, base**-exponent)
    if base < 0:
        return None
    if isinstance(base, Decimal) or isinstance(exponent, Decimal) or not 0 <= exponent <= _LARGE:
        return _decimal(base) ** _decimal(exponent)
    return exact.power(Fraction(base), exponent)


plus = _all_at_once(operator.add, _exactly(operator.add), _always)
minus = _all_at_once(operator.sub, _exactly(operator.sub), _always)
times = _all_at_once(operator.mul, _exactly(operator.mul), _always)
over = _all_at_once(operator.truediv, _exactly(_over), _are_decimals)
power = _all_at_once(operator.pow, _exactly(_power), _is_counted)
less, at_most, more = map(_exactly, (operator.lt, operator.le, operator.gt))
at_least, equal = map(_exactly, (operator.ge, operator.eq))


def _decimal(value: Any) -> Decimal:
    return value if isinstance(value, Decimal) else exact.decimal(Fraction(value))


@lru_cache(maxsize=4096)
def _log(value: Any) -> Number | None:
    if value <= 0:
        return None if value else Decimal("-Infinity")
    return value.ln() if isinstance(value, Decimal) else exact.ln(Fraction(value))


def negative(value: Any) -> Any:
    """What is left of 0."""
    return each(operator.neg, value)


def log(value: Any, base: Any = E) -> Any:
    """The logarithm to a base, the natural one where none is given; of 0 minus infinity, of less there is none."""
    return each(_log, value) if base is E else over(each(_log, value), _log(base))


def log2(value: Any) -> Any:
    """The logarithm to the base 2: bits."""
    return over(log(value), _LN_2)


def log10(value: Any) -> Any:
    """The logarithm to the base 10: the key log of a calculator."""
    return over(log(value), _LN_10)


def exp(value: Any) -> Any:
    """e to a power; exactly 1, to the power 0, and exactly 0, to minus infinity."""
    return each(lambda exponent: 0 if exponent == -math.inf else power(E, exponent) if exponent else 1, value)


sin, cos = (partial(each, one) for one in (math.sin, math.cos))  # of an angle in radians, as floats


def root(value: Any) -> Any:
    """The square root, exact where it is a fraction; of less than 0 there is none."""
    return each(_root, value)


def _root(value: Any) -> Number | None:
    if value < 0:
        return None
    return value.sqrt() if isinstance(value, Decimal) else exact.power(Fraction(value), _HALF)


def ceil(value: Any) -> Any:
    """Rounded up to a whole number, which a decimal is already where thirty digits behind its point say so."""
    return each(lambda one: math.ceil(round(one, 30) if isinstance(one, Decimal) else one), value)


def comb(number: Any, size: Any) -> Any:
    """In how many ways so many of a number of things can be chosen, whatever their order."""
    return each(math.comb, number, size)


def at(values: Any, places: tuple[int, ...]) -> Any:
    """Of several numbers those at these places, counted from 0: a number alone where there is one place.

    >>> at((5, 6, 7), (2,)), at((5, 6, 7), (1, 1))
    (7, (6, 6))
    """
    if type(values) is not tuple:
        return values
    found = tuple([values[place] for place in places])
    return found[0] if len(found) == 1 else found


def where(condition: Any, one: Any, other: Any) -> Any:
    """One where the condition holds, else the other, even where the one that is not taken is None."""
    if type(condition) is not tuple:
        return one if condition else other
    both = [value if type(value) is tuple else (value,) * len(condition) for value in (one, other)]
    return tuple(map(where, condition, *both))


def or_zero(value: Any) -> Any:
    """A number, or 0 where there is none: 0/0 counts as 0."""
    if type(value) is tuple:
        return tuple(map(or_zero, value))
    return (value.value if isinstance(value, Quotient) else value) or 0


def _one_of(values: Any, function: Callable[[Any], Any]) -> Any:
    """Several numbers as one; of tuples of tuples, the innermost. What there is none of is left out."""
    if not isinstance(values, tuple | list):
        values = (values,)
    kinds = {*map(type, values)}
    if tuple in kinds:
        if {*map(type, chain.from_iterable(values))} == {int}:
            return tuple(map(function, values))
        return tuple([_one_of(value, function) for value in values])
    return function([value for value in values if value is not None] if NoneType in kinds else values)


def sum(values: Any) -> Any:
    """All of them added."""
    return _one_of(values, _added)


def _added(values: Any) -> Any:
    try:
        return builtins.sum(values)
    except (TypeError, InvalidOperation, Overflow):  # a fraction beside a decimal, infinity less infinity
        return _folded(plus, values, 0)


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
    return _one_of(values, lambda found: over(_added(found), len(found)))


def min(*values: Any) -> Any:
    """The smallest of several, None of none; or of two each."""
    return _least(*values) if len(values) > 1 else _one_of(values[0], partial(builtins.min, default=None))


_least = _all_at_once(builtins.min, partial(each, builtins.min), _always)


def max(*values: Any) -> Any:
    """The largest of several, None of none; or of two each."""
    return each(builtins.max, *values) if len(values) > 1 else _one_of(values[0], partial(builtins.max, default=None))
