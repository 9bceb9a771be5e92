"""A formula as a small tree, so that each medium can write it in its own way.

Text shows `e^(1 - 7/6)`, HTML uses sub- and superscripts, and LaTeX uses fractions. They all write the same tree, so
their numbers cannot differ. The nodes are named tuples, which are cheap enough to be made on every edit.
"""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import NamedTuple, TypeVar


class Symbol(NamedTuple):
    """A name, with a subscript if it has one, such as BP or p_1."""

    name: str
    below: str = ""


class Over(NamedTuple):
    """A fraction as it was counted, never reduced, such as 4/6."""

    top: "Formula"
    bottom: "Formula"


class Power(NamedTuple):
    """A base with an exponent."""

    base: "Formula"
    exponent: "Formula"


class Root(NamedTuple):
    """The square root of a formula, such as √(2/3)."""

    of: "Formula"


class Minus(NamedTuple):
    """The negative of a formula, such as -(7 - 4)² in an exponent."""

    of: "Formula"


class Chain(NamedTuple):
    """Terms joined by an operator, such as `*`, `+`, `-`, `=`, `,`, `>` or a space. If `grouped`, in parentheses."""

    operator: str
    terms: tuple["Formula", ...]
    grouped: bool = False


class Call(NamedTuple):
    """A function of its argument, such as log p_1 or Count_clip(w)."""

    function: str | Symbol
    argument: "Formula"


class SumOver(NamedTuple):
    """A sum over a range, such as the sum of Count(w) over all words w."""

    over: str
    term: "Formula"


class Cases(NamedTuple):
    """A number defined by cases, each a formula with a condition. The first condition that holds decides."""

    cases: tuple[tuple["Formula", "Formula"], ...]
    otherwise: "Formula"


Formula = Symbol | Over | Power | Root | Minus | Chain | Call | SumOver | Cases | str
"""A string is a number or a single letter, written as it is."""

Term = TypeVar("Term")


def is_short(tree: Formula) -> bool:
    """True for a number or a letter. A fraction of two such formulas is written on one line, as in r/c.

    >>> is_short("7"), is_short(Symbol("r")), is_short(Symbol("p", "1"))
    (True, True, False)
    """
    return isinstance(tree, str) or (isinstance(tree, Symbol) and len(tree.name) == 1 and not tree.below)


def needs_brackets(tree: Formula, below: bool = False) -> bool:
    """True if a formula needs brackets in a fraction that is written on one line, as a sum or a product does.

    In the denominator, a fraction needs them too, because 7/3 / 13/3 would be read from the left.

    >>> needs_brackets(Over("7", "3")), needs_brackets(Over("13", "3"), below=True)
    (False, True)
    """
    is_open = isinstance(tree, SumOver) or (isinstance(tree, Chain) and not tree.grouped)
    return is_open or (below and isinstance(tree, Over))


_MOST_TERMS = 12
_MOST_BITS = 14_000  # about 4,200 digits
_WHOLE = (1, 10)  # the best possible scores
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def ratio(matches: int, total: int) -> Over:
    """Return the ratio of two counts as a formula."""
    return Over(str(matches), str(total))


def integer(value: int) -> str:
    """Return a whole number with all its digits, or in the form of a float if Python refuses to write so many digits.

    >>> integer(12345), integer(2**20_000)
    ('12345', '3.980 × 10⁶⁰²⁰')
    """
    return str(value) if value.bit_length() < _MOST_BITS else shown(Decimal(value))


def fraction(value: Fraction) -> Formula:
    """Return an exact value as a whole number or a fraction."""
    top = integer(value.numerator)
    return top if value.denominator == 1 else Over(top, integer(value.denominator))


def number(value: Fraction) -> Formula:
    """Return an exact value in a short form, such as 5, 0.1 or 2/3. With many digits it is shown like a float.

    >>> number(Fraction(1, 10)), number(Fraction(2, 3)), number(Fraction(10**9 + 1, 10**9))
    ('0.1', Over(top='2', bottom='3'), '1.000000001')
    """
    if value.denominator in (10, 100, 1000):
        return f"{float(value):g}"
    short = value.denominator == 1 or max(value.numerator, value.denominator) < 10_000
    return fraction(value) if short else shown(float(value))


def few(terms: Sequence[Term], most: int = _MOST_TERMS) -> tuple[Term | str, ...]:
    """Return the terms that fit on a line. If there are more than `most`, only the first terms and the last are kept.

    >>> few([1, 2, 3, 4, 5], 4)
    (1, 2, '…', 5)
    """
    return (*terms[: most - 2], "…", terms[-1]) if len(terms) > most else tuple(terms)


def summed(counts: Sequence[int]) -> Formula:
    """Return counts as a sum that can be checked by hand, shortened if it is long.

    >>> summed([1, 2]).terms
    ('1', '2')
    """
    if not counts:
        return "0"
    terms = tuple(map(str, few(counts)))
    return Chain("+", terms) if len(terms) > 1 else terms[0]


def shown(value: float | Decimal) -> str:
    """Return a float as every view writes it, with four significant digits. Only an exact 0, 1 or 10 is shown as such.

    >>> shown(0.430132), shown(1.0), shown(0.99999), shown(9.99999), shown(0.0009118819655), shown(5.6e-09)
    ('0.4301', '1', '0.99999', '9.99999', '0.0009119', '5.6 × 10⁻⁹')
    """
    for digits in range(4, 18):
        text = f"{value:.{digits}g}"
        if float(text) not in _WHOLE or value in _WHOLE:
            break
    number, _, power = text.partition("e")
    if power:
        number += f" × 10{str(int(power)).translate(_RAISED)}"
    return number.replace("inf", "∞")


def signed(value: float) -> str:
    """Return a change with its sign.

    >>> signed(0.02473), signed(-0.5), signed(0.0)
    ('+0.02473', '-0.5', '0')
    """
    return f"+{shown(value)}" if value > 0 else shown(value)


def difference(before: float, after: float) -> str:
    """Return a change with its sign, rounded so that it equals the difference of the two numbers as they are shown.

    >>> difference(0.430125, 0.411134), difference(1.0, 0.430125), difference(0.43012, 0.43014)
    ('-0.019', '-0.5699', '+2 × 10⁻⁵')
    """
    try:
        old, new = Decimal(shown(before)), Decimal(shown(after))
    except InvalidOperation:  # ∞, or a power of ten
        return "0" if before == after else signed(after - before)
    digits = [_places(number) for number in (old, new) if number not in (0, *_WHOLE)]  # these are exact
    change = round(new - old, min(digits)) if digits else new - old
    return f"{change.normalize():+f}" if change else signed(after - before)


def _places(number: Decimal) -> int:
    """Return the number of decimal places for four digits or more, including trailing zeros that are not written."""
    return max(3 - number.adjusted(), -int(number.as_tuple().exponent))
