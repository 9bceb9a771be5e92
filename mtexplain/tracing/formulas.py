"""The formulas of a number: its value, and how it was made, in symbols or with the numbers put in.

A formula is a small tree (see mtexplain.display.formula) that each medium writes in its own way.
"""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import inf
from typing import Any, Protocol

from mtexplain import exact
from mtexplain.display.formula import (
    Call,
    Chain,
    Formula,
    Minus,
    Over,
    Power,
    Root,
    SumOver,
    Symbol,
    few,
    fraction,
    integer,
    number,
    shown,
)

MOST_TERMS, MOST_PRODUCTS = 12, 8
"""The most terms of a sum or product that are all written, and the most if the terms of a sum are formulas."""
_DECIMAL = 10**6
_CALLED = re.compile(r"([^()]+)\((.+)\)")
_FUNCTIONS: dict[str, str | Symbol] = {"log2": Symbol("log", "2"), "log10": Symbol("log", "10")}


class Made(Protocol):
    """The attributes of a number that its formulas need."""

    value: int | Fraction | Decimal | float | None
    symbol: str
    made_by: str

    @property
    def over(self) -> "tuple[str, Made] | None":
        """The letter and the general term, if it is a sum over a range."""

    @property
    def operands(self) -> "tuple[Made, ...]":
        """The numbers that it was made from."""

    @property
    def parts(self) -> Sequence[object]:
        """These numbers as they were passed, so they may be plain numbers."""

    def ends(self, most: int) -> "Iterable[Made | int]":
        """Return all parts if there are at most `most`, otherwise the first `most` - 2 and the last."""

    @property
    def is_counted(self) -> bool:
        """True if it is written as it was counted, such as 4/6."""

    @property
    def is_measured(self) -> bool:
        """True if it is written as a decimal, provided that the decimal is short."""


@lru_cache(1000)  # every formula uses the same few symbols
def symbol(text: str) -> Formula:
    """Return a symbol as a formula.

    >>> symbol("p_1"), symbol("Count_clip(g)")
    (Symbol(name='p', below='1'), Call(function=Symbol(name='Count', below='clip'), argument='g'))
    >>> symbol("cos(c, s_1)").argument
    Chain(operator=',', terms=('c', Symbol(name='s', below='1')), grouped=False)
    """
    if called := _CALLED.fullmatch(text):
        name, _, below = called[1].partition("_")
        arguments = tuple(symbol(argument) if len(argument) > 1 else argument for argument in called[2].split(", "))
        argument = arguments[0] if len(arguments) == 1 else Chain(",", arguments)
        return Call(Symbol(name, below) if below else name, argument)
    return text if text == "…" else Symbol(*text.split("_", 1))


def value(made: Made) -> Formula:
    """Return the value of a number as a formula.

    It is written as a whole number, a fraction, a decimal as it was set, or a decimal with four digits. A number
    without a value is written as 0/0.
    """
    if made.is_counted and not isinstance(made.value, Decimal):
        return Over(*map(value, made.operands))
    if made.value is None:
        return Over("0", "0")
    if isinstance(made.value, int):
        return integer(made.value)
    if isinstance(made.value, Fraction) and abs(made.value) < 1 and not float(made.value):
        return shown(exact.decimal(made.value))  # too small for a float
    if isinstance(made.value, Decimal | float):
        return shown(float(made.value))
    if made.value.denominator == 1:
        return integer(made.value.numerator)
    if made.is_measured and is_short(made.value) and abs(made.value) < _DECIMAL:
        return f"{float(made.value):.6f}".rstrip("0").rstrip(".")
    return number(made.value)


def is_short(value: Any) -> bool:
    """True for a fraction that equals a decimal with at most six places."""
    return isinstance(value, Fraction) and _DECIMAL % value.denominator == 0


def in_symbols(made: Made) -> Formula:
    """Return the formula of a number in symbols, or its value if it was not made from other numbers."""
    return _Writer(True).formula(made)


def in_numbers(made: Made) -> Formula:
    """Return the formula of a number with the numbers put in, or its value if it was not made from other numbers."""
    return _Writer(False).formula(made)


def in_exact_numbers(made: Made) -> Formula:
    """Return the formula with exact numbers put in. A rounded number is replaced by its own formula.

    min and max are replaced by the number that they chose.
    """
    return _Writer(False, True).formula(made)


class _Writer:
    """Writes formulas and remembers them, because a number may occur many times in a formula.

    It also keeps the numbers themselves. Some are made only to be written, and Python could give the id of a deleted
    number to the next number.
    """

    def __init__(self, in_symbols: bool, exact: bool = False) -> None:
        self.in_symbols, self.exact = in_symbols, exact
        self.written: dict[int, tuple[Made, Formula]] = {}

    def formula(self, made: Made) -> Formula:
        """Return the formula that computed a number, writing it only once."""
        if id(made) not in self.written:
            self.written[id(made)] = made, self.new(made)
        return self.written[id(made)][1]

    def operand(self, made: Made) -> Formula:
        """Return a number inside a formula as its symbol or its value. Without a symbol, its own formula is written."""
        if self.in_symbols and made.symbol:
            return symbol(made.symbol)
        if not self.in_symbols and (made.symbol or made.is_counted) and not (self.exact and is_rounded(made)):
            return self.value(made)
        return self.formula(made)

    def value(self, made: Made) -> Formula:
        """Return a value. Where all numbers are to be exact, a short fraction is written as a fraction."""
        is_short = isinstance(made.value, Fraction) and made.value.denominator < _DECIMAL
        is_fraction = self.exact and is_short and not (made.is_counted or made.is_measured)
        return fraction(Fraction(made.value)) if is_fraction else value(made)  # type: ignore[arg-type]

    def new(self, made: Made) -> Formula:
        """Build the formula that computed a number from its operands."""
        if self.in_symbols and made.over:
            letter, term = made.over
            return SumOver(letter, factor(self.operand(term))) if letter else self.formula(term)
        if made.made_by in ("", "setting"):
            return self.value(made)
        if made.made_by in ("+", "*"):
            return self.row(made)
        operands = made.operands
        if self.exact and made.made_by in ("min", "max"):
            chosen = sorted(operands, key=lambda part: abs(number_of(part) - number_of(made)))
            return self.operand(chosen[0])
        parts = tuple(map(self.operand, operands))
        match made.made_by:
            case "-" if len(parts) == 1:
                return Minus(factor(parts[0]))
            case "-":
                return Chain("-", (parts[0], factor(parts[1])))
            case "/" | "share":
                above, below = parts
                above = grouped(above) if isinstance(above, Over) else above
                return Over(above, grouped(below) if isinstance(below, Over) else below)
            case "^":
                base, exponent = parts
                return base if exponent == "1" else Power(grouped(base), exponent)
            case "exp":
                known = {"0": "1", "1": "e", "-∞": "0"}
                return known.get(str(parts[0])) or Power("e", parts[0])
            case "root":
                return Root(parts[0])
        name = Symbol(*made.made_by.split("_", 1)) if "_" in made.made_by else made.made_by  # log_k
        return Call(_FUNCTIONS.get(made.made_by, name), chain(",", parts, MOST_TERMS))

    def row(self, made: Made) -> Formula:
        """Build a sum or a product. If it is long, only the terms that are shown are written."""
        most = MOST_TERMS
        parts = [integer(part) if isinstance(part, int) else self.operand(part) for part in made.ends(most)]
        if made.made_by == "*":
            parts = list(map(factor, parts))
        elif any(not isinstance(part, str | Symbol) for part in parts):
            most = MOST_PRODUCTS
        if len(made.parts) > most:
            parts = [*parts[: most - 2], "…", parts[-1]]
        return chain(made.made_by, parts, most)


def number_of(made: Made) -> float:
    """Return the value of a number as a float, or infinity for 0/0, which is then far from any other number."""
    return inf if made.value is None else float(made.value)


def is_rounded(made: Made) -> bool:
    """True for a number with forty digits or a long fraction, unless it is a sum of numbers with forty digits."""
    is_long = isinstance(made.value, Fraction) and made.value.denominator >= _DECIMAL
    if not made.made_by or not (is_long or isinstance(made.value, Decimal)):
        return False
    return made.made_by != "+" or not any(isinstance(part.value, Decimal) for part in made.operands)


def chain(sign: str, parts: Sequence[Formula], most: int) -> Formula:
    """Join parts by a sign. An empty sum is 0 and an empty product is 1."""
    if len(parts) < 2:
        return parts[0] if parts else "1" if sign == "*" else "0"
    return Chain(sign, few(parts, most))


def factor(part: Formula) -> Formula:
    """Return a factor, or a term to subtract, in parentheses if it is a sum or a number below 0."""
    is_sum = isinstance(part, Minus) or (isinstance(part, Chain) and part.operator in "+-")
    return grouped(part) if is_sum or is_negative(part) else part


def is_negative(part: Formula) -> bool:
    """True for a number with a minus sign."""
    if isinstance(part, Over):
        return is_negative(part.top)
    return isinstance(part, str) and part.startswith("-")


def grouped(part: Formula) -> Formula:
    """Return a part in parentheses, unless it is a name or a number without a minus sign."""
    if isinstance(part, Chain):
        return part._replace(grouped=True)
    is_short = isinstance(part, Symbol) or (isinstance(part, str) and not part.startswith("-"))
    is_short = is_short or (isinstance(part, Call) and isinstance(part.function, Symbol))  # g_k(c)^2
    return part if is_short else Chain("*", (part,), grouped=True)


def equation(made: Made, name: str = "") -> tuple[Formula, Formula, Formula]:
    """Return a number three times: as symbol = formula, with the numbers put in, and as its value.

    Under a different name, the equation only says that the name equals the number, as in κ = p_o.
    """
    if name and name != made.symbol:
        return Chain("=", (symbol(name), symbol(made.symbol))), value(made), value(made)
    left = symbol(made.symbol)
    if made.made_by in ("", "setting"):
        return left, value(made), value(made)
    symbols, numbers = in_symbols(made), in_numbers(made)
    if (
        made.made_by == "exp"
        and made.operands[0].made_by
        and not made.operands[0].symbol
        and not isinstance(made.operands[0].value, Decimal | float | None)
    ):
        numbers = Chain("=", (numbers, Power("e", value(made.operands[0]))))  # an exponent that can be checked
    return Chain("=", (left, symbols)), numbers if numbers != symbols else value(made), value(made)
