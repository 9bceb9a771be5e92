"""Typed closed forms, such as exp(1 - 7/6) * (4/6 * 3/5)^(1/2), and their precision.

Values are exact until the first root, exp or log. A typed number may be rounded, as 43 for 43.01, and 0.8465*0.5081
is no more precise than its factors.
"""

import ast
import operator
import re
from collections.abc import Callable
from fractions import Fraction
from math import e, exp, isfinite, log, log2, log10, sqrt

from mtexplain.explain.practice.notation import on_a_keyboard

Real = Fraction | float

_LONGEST = 400
_MOST = 10**60
_NUMBER = r"(?:\d+(?:\.\d*)?|\.\d+)"
_ROOT_OF_A_NUMBER = re.compile(rf"(sqrt(?:\(\d+\))?)\s*({_NUMBER})")
_OF_PROGRAMS = re.compile(r"_|\b0[box]", re.IGNORECASE)
"""Numbers in the notation of programs, such as 1_000 and 0x10."""
_SIGN = r"((?<![\w)])[-+]\s*)?"
_BASE = rf"({_NUMBER}(?:e[-+]?\d+)?|\w*)\s*\*\*"
_NO_BRACKETS = re.compile(
    rf"{_SIGN}(?:{_BASE}|(sqrt(?:\(\d+\))?))\s*([-+]?\s*{_NUMBER})\s*/\s*({_NUMBER})(?![\d.]|\s*\*\*)"
)
"""A power or a root with a fraction that may or may not belong to it, as in e^-1/6 and √4/6."""
_PART = rf"{_NUMBER}(?:\s*/\s*{_NUMBER})?"
_SUM = re.compile(
    rf"{_SIGN}{_BASE}\s*([-+]?\s*{_NUMBER})\s*([-+]\s*(?:{_PART}|\(\s*{_PART}\s*\)))(?![\d.]|\s*(?:/|\*\*))"
)
"""A power with a sum or a difference that may or may not be its exponent, as in e^1-7/6 and e^1-1.1667."""
_ROOTS = {"sqrt": "√", "sqrt(3)": "∛", "sqrt(4)": "∜"}
_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "exp": exp, "log": log, "ln": log, "log2": log2, "log10": log10, "sqrt": sqrt,
}  # fmt: skip
KNOWN = {*_FUNCTIONS, "e", "frac", "min", "max"}
"""The words that a closed form may contain."""
_DECIMAL = re.compile(r"(?<![\w.])\d*\.(\d+)(?:e([-+]?\d{1,3}))?(?![\w.])", re.ASCII | re.IGNORECASE)
_QUARTERS = ("25", "50", "75")
_LARGEST_MARGIN = Fraction(2, 100)
"""The largest margin of a closed form, as a share of its value, so that 0.02/0.03 is not accepted for 0.83."""
_OPERATORS: dict[type, Callable[[Real, Real], Real]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def evaluated(text: str) -> Real | None:
    """The value of a closed form; None for any other text, and for a closed form without a value.

    >>> evaluated("1 - 7/6"), evaluated("e^(-1/6)") == evaluated("exp(1 - 7/6)"), evaluated("√4"), evaluated("cat")
    (Fraction(-1, 6), True, 2.0, None)
    >>> evaluated("log2(8)"), evaluated("log_2(8)"), evaluated("log₁₀(100)")
    (3.0, 3.0, 2.0)
    """
    if len(text) > _LONGEST:
        return None
    text = on_a_keyboard(text)
    if _OF_PROGRAMS.search(text):
        return None
    try:
        value = _value(ast.parse(_ROOT_OF_A_NUMBER.sub(r"\1(\2)", text).strip(), mode="eval").body)
    except (SyntaxError, ValueError, ArithmeticError, RecursionError, MemoryError):
        return None
    return value if isfinite(value) else None


def missing_brackets(text: str) -> str:
    """Return how to put brackets around an ambiguous part of a power or a root; empty if there is none.

    >>> missing_brackets("e^-1/6")
    'Write e^(-1/6) if the exponent is -1/6, or e^(-1)/6 if it is only -1.'
    >>> missing_brackets("e^1-1.17")
    'Write e^(1-1.17) if the exponent is 1-1.17, or e^(1)-1.17 if it is only 1.'
    >>> missing_brackets("e^(-1/6)"), missing_brackets("2^3/3^2"), missing_brackets("0.5^2+0.25")
    ('', '', '')
    """
    plain = on_a_keyboard(text)
    if not (match := _NO_BRACKETS.search(plain)):
        return next(filter(None, map(_around_a_sum, _SUM.finditer(plain))), "")
    sign, base, root, above, below = (part and part.replace(" ", "") for part in match.groups())
    if root:
        root = (sign or "") + _ROOTS.get(root, root)
        return f"Write {root}({above}/{below}) for the root of {above}/{below}, or "\
            f"{root}({above})/{below} for the root of {above}."  # fmt: skip
    return _around_the_exponent(f"{sign or ''}{base}", above, f"/{below}")


def _around_a_sum(match: re.Match[str]) -> str:
    """Return how to put brackets in e^1-7/6; empty for a whole power, as in 0.5^2+0.25, and for a power of ten."""
    sign, base, first, tail = (part and part.replace(" ", "") for part in match.groups())
    is_whole = first.isdecimal() and first != "1"
    if base == "10" or (is_whole and base != "e"):
        return ""
    return _around_the_exponent(f"{sign or ''}{base}", first, tail)


def _around_the_exponent(base: str, first: str, tail: str) -> str:
    """Return both ways to put brackets in base^first tail; an empty base means an expression already in brackets."""
    start = f"{base or '(...)'}^"
    return f"Write {start}({first}{tail}) if the exponent is {first}{tail}, "\
        f"or {start}({first}){tail} if it is only {first}."  # fmt: skip


def _value(node: ast.expr) -> Real:
    match node:
        case ast.Constant(int(whole)) if not isinstance(whole, bool):
            return _bounded(Fraction(whole))
        case ast.Constant(float(decimal)):
            return _bounded(Fraction(repr(decimal)))
        case ast.Name("e"):
            return e
        case ast.UnaryOp(ast.USub(), operand):
            return -_value(operand)
        case ast.UnaryOp(ast.UAdd(), operand):
            return _value(operand)
        case ast.BinOp(left, ast.Pow(), right):
            return _power(_value(left), _value(right))
        case ast.BinOp(left, kind, right) if type(kind) in _OPERATORS:
            return _bounded(_OPERATORS[type(kind)](_value(left), _value(right)))
        case ast.Call(ast.Call(ast.Name("frac"), [above], []), [below], []):  # \frac{}{}
            return _bounded(_value(above) / _value(below))
        case ast.Call(ast.Call(ast.Name("sqrt"), [index], []), [radicand], []):  # the fourth root
            return _power(_value(radicand), 1 / _value(index))
        case ast.Call(ast.Name("min" | "max" as name), [_, _, *_] as arguments, []):
            return (min if name == "min" else max)(map(_value, arguments))
        case ast.Call(ast.Name(name), [argument], []) if name in _FUNCTIONS:
            return _FUNCTIONS[name](float(_value(argument)))
    raise ValueError("not a closed form")


def _power(base: Real, exponent: Real) -> Real:
    if isinstance(base, Fraction) and isinstance(exponent, Fraction) and exponent.denominator == 1:
        if abs(exponent) > 20:
            raise ValueError("too large")
        return _bounded(base**exponent.numerator)
    if base == 0 and exponent > 0:
        return 0.0
    if base <= 0:
        raise ValueError("no such power")
    return exp(float(exponent) * log(float(base)))


def _bounded(value: Real) -> Real:
    if isinstance(value, Fraction) and max(abs(value.numerator), value.denominator) > _MOST:
        return float(value)
    return value


def margin(text: str) -> Fraction:
    """Return the possible error of a closed form of rounded decimal numbers; 0 if the form is exact.

    Each decimal number may be any number that rounds to it. The margin is the sum of the changes that each number alone
    can make, and at most a fiftieth of the value. Numbers with one decimal (0.9) and quarters (0.25) are taken as
    exact, because settings and weights are usually written in this way.

    >>> float(margin("0.85*0.50")), margin("exp(1 - 7/6)"), margin("(1/15)^0.25"), float(margin("0.05*10"))
    (0.0025, Fraction(0, 1), Fraction(0, 1), 0.01)
    """
    value, total = evaluated(text), Fraction(0)
    if value is None:
        return total
    for decimal in _DECIMAL.finditer(text):
        digits, power = decimal[1], int(decimal[2] or 0)
        if len(digits) > 1 and digits not in _QUARTERS and len(digits) - power <= 30:
            half = Fraction(10) ** (power - len(digits)) / 2
            moved = evaluated(f"{text[: decimal.start()]}({decimal[0]}+{half}){text[decimal.end() :]}")
            total += abs(Fraction(moved) - Fraction(value)) if moved is not None else 0
    return min(total, abs(Fraction(value)) * _LARGEST_MARGIN)


def may_be_rounded(value: Fraction | float) -> bool:
    """True if a number is whole and has enough digits to be rounded (43 may be 43.01, but 4 is not 4.3).

    >>> may_be_rounded(43), may_be_rounded(4), may_be_rounded(43.5)
    (True, False, False)
    """
    return abs(float(value)) >= 10 and value % 1 == 0
