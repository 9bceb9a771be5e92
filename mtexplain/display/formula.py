"""A formula as a small tree, so that each medium can write it its own way.

`e^(1 - 7/6)` in text, sub- and superscripts in HTML, fractions in LaTeX: one tree, and never two numbers. The nodes
are named tuples, light enough to be made on every edit.
"""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import NamedTuple, TypeVar


class Symbol(NamedTuple):
    """A name, with a subscript where it has one: BP, p_1."""

    name: str
    below: str = ""


class Over(NamedTuple):
    """A fraction as it was counted, never reduced: 4/6."""

    top: "Formula"
    bottom: "Formula"


class Power(NamedTuple):
    """A base with an exponent."""

    base: "Formula"
    exponent: "Formula"


class Root(NamedTuple):
    """The square root of something: √(2/3)."""

    of: "Formula"


class Minus(NamedTuple):
    """The negative of something, as in an exponent: -(7 - 4)²."""

    of: "Formula"


class Chain(NamedTuple):
    """Terms joined by an operator: `*`, `+`, `-`, `=`, `,`, a space, `>` and the like; in parentheses if grouped."""

    operator: str
    terms: tuple["Formula", ...]
    grouped: bool = False


class Call(NamedTuple):
    """A function of its argument: log p_1, Count_clip(w)."""

    function: str | Symbol
    argument: "Formula"


class SumOver(NamedTuple):
    """A sum: of Count(w) over all words w."""

    over: str
    term: "Formula"


class Cases(NamedTuple):
    """A number in several cases: formulas, each with its condition, of which the first that holds counts."""

    cases: tuple[tuple["Formula", "Formula"], ...]
    otherwise: "Formula"


Formula = Symbol | Over | Power | Root | Minus | Chain | Call | SumOver | Cases | str
"""A string is a number or a single letter, written as it is."""

Term = TypeVar("Term")


def is_short(tree: Formula) -> bool:
    """True for a number or a letter, so that a fraction of two of them is written in a line: r/c.

    >>> is_short("7"), is_short(Symbol("r")), is_short(Symbol("p", "1"))
    (True, True, False)
    """
    return isinstance(tree, str) or (isinstance(tree, Symbol) and len(tree.name) == 1 and not tree.below)


def needs_brackets(tree: Formula, below: bool = False) -> bool:
    """True if a formula stands in brackets in a fraction that is written in a line: a sum or a product does.

    Below the line a fraction does, too, since 7/3 / 13/3 would be read from the left.

    >>> needs_brackets(Over("7", "3")), needs_brackets(Over("13", "3"), below=True)
    (False, True)
    """
    is_open = isinstance(tree, SumOver) or (isinstance(tree, Chain) and not tree.grouped)
    return is_open or (below and isinstance(tree, Over))


_MOST_TERMS = 12
_MOST_BITS = 14_000  # some 4,200 digits
_WHOLE = (1, 10)  # the best scores there are
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def ratio(matches: int, total: int) -> Over:
    """A counted pair as a formula."""
    return Over(str(matches), str(total))


def integer(value: int) -> str:
    """A whole number with all its digits; one of thousands of digits, which Python won't write, as floats are shown.

    >>> integer(12345), integer(2**20_000)
    ('12345', '3.980 × 10⁶⁰²⁰')
    """
    return str(value) if value.bit_length() < _MOST_BITS else shown(Decimal(value))


def fraction(value: Fraction) -> Formula:
    """An exact value as a formula: a whole number, or a pair."""
    top = integer(value.numerator)
    return top if value.denominator == 1 else Over(top, integer(value.denominator))


def number(value: Fraction) -> Formula:
    """An exact value as short as it can be read: 5, 0.1, 2/3; one with many digits as every float is shown.

    >>> number(Fraction(1, 10)), number(Fraction(2, 3)), number(Fraction(10**9 + 1, 10**9))
    ('0.1', Over(top='2', bottom='3'), '1.000000001')
    """
    if value.denominator in (10, 100, 1000):
        return f"{float(value):g}"
    short = value.denominator == 1 or max(value.numerator, value.denominator) < 10_000
    return fraction(value) if short else shown(float(value))


def few(terms: Sequence[Term], most: int = _MOST_TERMS) -> tuple[Term | str, ...]:
    """The terms that a line has room for: if there are more than `most`, the first ones and the last.

    >>> few([1, 2, 3, 4, 5], 4)
    (1, 2, '…', 5)
    """
    return (*terms[: most - 2], "…", terms[-1]) if len(terms) > most else tuple(terms)


def summed(counts: Sequence[int]) -> Formula:
    """Counts as a sum that can be checked by hand, cut where it grows long.

    >>> summed([1, 2]).terms
    ('1', '2')
    """
    if not counts:
        return "0"
    terms = tuple(map(str, few(counts)))
    return Chain("+", terms) if len(terms) > 1 else terms[0]


def shown(value: float | Decimal) -> str:
    """A float as every view writes it: four significant digits, and 0, 1 or 10 only where it is exactly that.

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
    """A change, with its sign.

    >>> signed(0.02473), signed(-0.5), signed(0.0)
    ('+0.02473', '-0.5', '0')
    """
    return f"+{shown(value)}" if value > 0 else shown(value)


def difference(before: float, after: float) -> str:
    """A change, with its sign, to the digits in which both numbers are shown: who subtracts them finds the same.

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
    """The number of digits behind the point, with the zeros that are left out: four digits count at least."""
    return max(3 - number.adjusted(), -int(number.as_tuple().exponent))
