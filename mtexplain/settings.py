"""Checks of the settings: a flag, the longest n-gram, the weights."""

import math
from fractions import Fraction
from numbers import Real

from mtexplain.inputs import InputError, InputTypeError, check_list, described

_MOST = 1000  # weights are 1 in all: one above this is a slip that need not be added up


def check_flag(value: object, where: str) -> bool:
    """True or False, and nothing else."""
    if not isinstance(value, bool):
        raise InputTypeError(where, described(value), "True or False")
    return value


def check_max_n(value: object) -> int:
    """The longest n-gram counted: a whole number, 1 or more."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise InputTypeError("max_n", described(value), "a whole number, 1 or more", "BLEU-4 is max_n=4.")
    if (number := value.__index__()) < 1:
        raise InputError("max_n", described(value), "a whole number, 1 or more", "BLEU-4 is max_n=4.")
    return int(number)


def check_weights(value: object, max_n: int) -> tuple[Fraction, ...]:
    """One weight an order, none negative, 1 in all. A float is read as the simple fraction it stands for."""
    expected = f"{max_n} numbers, one for each order, none negative, 1 in all"
    weights = check_list(value, "weights", expected)
    if len(weights) != max_n:
        fix = f"Give max_n={len(weights)} as well, or {max_n} weights; a weight of 0 leaves an order out."
        raise InputError("weights", f"{len(weights)} of them", expected, fix if weights else "")
    fractions = [_weight(weight, f"weights[{place}]", expected) for place, weight in enumerate(weights)]
    total = sum(fractions)
    if not math.isclose(total, 1):
        fix = "Divide each by their sum." if total else "At least one order must count."
        raise InputError("weights", f"{described(list(weights))}, in all {float(total):g}", expected, fix)
    return tuple(fractions)


def _weight(value: object, where: str, expected: str) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise InputTypeError(where, described(value), expected)
    if isinstance(value, (int, Fraction)):
        weight = Fraction(value)
    elif math.isfinite(value):
        number = float(value)
        simple = Fraction(number).limit_denominator(1000)
        weight = simple if float(simple) == number else Fraction(repr(number))
    else:
        raise InputError(where, described(value), expected)
    if not 0 <= weight <= _MOST:
        raise InputError(where, described(value), expected)
    return weight
