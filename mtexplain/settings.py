"""Checks of settings, such as a flag, the longest n-gram or the weights."""

import math
import re
from collections.abc import Mapping
from fractions import Fraction
from numbers import Real
from operator import index
from typing import NamedTuple

from mtexplain.exact import is_infinite
from mtexplain.inputs import InputError, InputTypeError, check_list, described

_LONGEST = 1000  # the longest n-gram that is allowed, because each order takes time and memory, even if it is empty
_WRITTEN = re.compile(
    r"[-+]?(?:\d{1,30}/0*[1-9]\d{0,30}|(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:e[-+]?\d{1,2})?)",
    re.ASCII | re.IGNORECASE,
)
_BITS = 1100  # about 330 digits, more than the smallest and the largest float have
_MOST = 1000  # weights add up to 1, so a weight above this is a slip and need not be added up


class OneOf(NamedTuple):
    """The named values that a setting may take, for use in `Annotated`, so that a form can offer them."""

    values: Mapping[str, object]

    def __repr__(self) -> str:
        """Only the names, because help and editors show this in signatures."""
        return f"OneOf({', '.join(self.values)})"


def check_flag(value: object, where: str, expected: str = "True or False") -> bool:
    """A value that is True or False; anything else raises InputTypeError."""
    if not isinstance(value, bool):
        raise InputTypeError(where, described(value), expected)
    return value


def check_order(value: object, where: str, fix: str) -> int:
    """The length of an n-gram, which is a whole number from 1 to 1000."""
    return check_whole(value, where, 1, _LONGEST, fix)


def check_whole(value: object, where: str, least: int, most: int, fix: str = "") -> int:
    """A whole number from `least` to `most`."""
    expected = f"a whole number from {least} to {most}"
    try:
        number = None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:  # an array, or a class
        number = None
    if number is None:
        raise InputTypeError(where, described(value), expected, fix)
    if not least <= number <= most:
        raise InputError(where, described(value), expected, fix)
    return number


def check_weights(value: object, max_n: int) -> tuple[Fraction, ...]:
    """A weight for each order, none negative, adding up to 1. A float is read as a simple fraction."""
    several = "1 number" if max_n == 1 else f"{max_n} numbers"
    expected = f"{several}, a weight for each order, none negative, adding up to 1"
    weights = check_list(value, "weights", expected)
    if len(weights) != max_n:
        wanted = several.replace("number", "weight")
        fix = f"Set max_n={len(weights)} as well, or give {wanted}; a weight of 0 leaves an order out."
        raise InputError("weights", f"{len(weights)} of them", expected, fix if weights else "")
    fractions = [_weight(weight, f"weights[{index}]", expected) for index, weight in enumerate(weights)]
    total = sum(fractions)
    if not math.isclose(total, 1):
        fix = "Divide the weights by their sum." if total else "At least one weight must be above 0."
        numbers = ", ".join(map(str, fractions[:8])) + (", ..." if max_n > 8 else "")
        raise InputError("weights", f"[{numbers}], which add up to {float(total):g}", expected, fix)
    return tuple(fractions)


def fraction_of(text: str) -> Fraction:
    """A number written as "1/4", "0.25", ".25" or "1e-3". ValueError for anything else or a long exponent.

    >>> fraction_of("1/4"), fraction_of("-.25")
    (Fraction(1, 4), Fraction(-1, 4))
    """
    if not _WRITTEN.fullmatch(text):
        raise ValueError(f"not a number: {text!r}")
    return Fraction(text)


def is_minus_infinity(value: object) -> bool:
    """Return True if a value is minus infinity, as a number or as a string.

    >>> is_minus_infinity(-math.inf), is_minus_infinity("-inf"), is_minus_infinity([])
    (True, True, False)
    """
    if isinstance(value, str):
        return value.strip().replace("\u2212", "-") in ("-inf", "-∞")
    return (isinstance(value, Real) or is_infinite(value)) and value == -math.inf


def check_value(value: object, where: str, expected: str) -> Fraction:
    """A number above 0 and at most 1000. A float is read as the simple fraction that it represents."""
    number = check_number(value, where, expected)
    if not 0 < number <= _MOST:
        raise InputError(where, described(value), expected)
    return number


def check_between(value: object, where: str, least: int, most: int, fix: str) -> Fraction:
    """A number from `least` to `most`. A float is read as the simple fraction that it represents."""
    expected = f"a number from {least} to {most}"
    number = check_number(value, where, expected)
    if not least <= number <= most:
        raise InputError(where, described(value), expected, fix)
    return number


def _weight(value: object, where: str, expected: str) -> Fraction:
    weight = check_number(value, where, expected)
    if not 0 <= weight <= _MOST:
        raise InputError(where, described(value), expected)
    return weight


def check_number(value: object, where: str, expected: str) -> Fraction:
    """A finite number. A float is read as the simple fraction that it represents."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise InputTypeError(where, described(value), expected)
    if isinstance(value, (int, Fraction)):
        if max(abs(value.numerator), value.denominator).bit_length() > _BITS:
            raise InputError(where, described(value), expected, "It has more than 330 digits, which no float has.")
        return Fraction(value)
    if not math.isfinite(value):
        raise InputError(where, described(value), expected)
    number = float(value)
    simple = Fraction(number).limit_denominator(1000)
    return simple if float(simple) == number else Fraction(repr(number))
