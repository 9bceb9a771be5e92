"""Closed forms as they are typed: exp(1 - 7/6) * (4/6 * 3/5)^(1/2). Exact until the first root, exp or log."""

import ast
import operator
import re
from collections.abc import Callable
from fractions import Fraction
from math import e, exp, isfinite, log, log2, log10, sqrt

Real = Fraction | float

_LONGEST = 400
_MOST = 10**60
_MARKS = str.maketrans("\u2212·×⋅\u2044[]{}", "-***/()()") | {ord("^"): "**"}
_BASE = re.compile(r"log(?:_(2|10)\b|(₂|₁₀))")
_ROOT = re.compile(r"√\s*(\d+(?:\.\d+)?)?")
_OF_PROGRAMS = re.compile(r"_|\b0[box]", re.IGNORECASE)
"""What only a program writes: 1_000, 0x10."""
_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "exp": exp, "log": log, "ln": log, "log2": log2, "log10": log10, "sqrt": sqrt,
}  # fmt: skip
_OPERATORS: dict[type, Callable[[Real, Real], Real]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def evaluated(text: str) -> Real | None:
    """The value of a closed form; None where it is none, or has no value.

    >>> evaluated("1 - 7/6"), evaluated("e^(-1/6)") == evaluated("exp(1 - 7/6)"), evaluated("√4"), evaluated("cat")
    (Fraction(-1, 6), True, 2.0, None)
    >>> evaluated("log2(8)"), evaluated("log_2(8)"), evaluated("log₁₀(100)")
    (3.0, 3.0, 2.0)
    """
    text = _BASE.sub(lambda found: "log2" if found[0][-1] in "2₂" else "log10", text)
    if len(text) > _LONGEST or _OF_PROGRAMS.search(text):
        return None
    try:
        value = _value(ast.parse(_ROOT.sub(_root, text).translate(_MARKS).strip(), mode="eval").body)
    except (SyntaxError, ValueError, ArithmeticError, RecursionError, MemoryError):
        return None
    return value if isfinite(value) else None


def _root(found: re.Match[str]) -> str:
    """√2 as sqrt(2), the sign before a bracket as sqrt."""
    return f"sqrt({found[1]})" if found[1] else "sqrt"


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
