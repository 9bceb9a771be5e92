"""Checks of a model's input, which consists of numbers, matrices, and the names of their rows."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from mtexplain.display.formula import Symbol
from mtexplain.display.plain import drawn
from mtexplain.inputs import InputError, check_list, described, from_array
from mtexplain.judging.measure import seen
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.settings import check_number, fraction_of, is_minus_infinity

Exact = int | Fraction | Decimal
"""A number without float errors, as a fraction or with forty digits."""
Matrix = tuple[tuple[Exact, ...], ...]
"""Rows of numbers, all equally long."""
Rows = Sequence[Sequence[float | Fraction | Decimal | str]] | str
"""A matrix as the user gives it, a list of rows or a text."""
MOST = 32
"""The largest number of rows and of columns."""
_LARGEST, _LEAST = 10**12, -4000
"""The largest absolute value, and the smallest power of ten, of a number that can still be written out."""


def number(value: object, where: str, *, endless: bool = False) -> Fraction | Decimal:
    """A number such as 2, 0.5 or "1/3" as a fraction. With `endless`, minus infinity is allowed, for softmax.

    >>> number("1/3", "x"), number(0.1, "x")
    (Fraction(1, 3), Fraction(1, 10))
    """
    if isinstance(value, Decimal) and value.is_finite() and _LEAST <= value.adjusted() <= 12 and abs(value) <= _LARGEST:
        return value  # the result of another model
    if endless and is_minus_infinity(value):
        return Decimal("-Infinity")
    expected = "a number such as 2, 0.5 or '1/3'" + " or '-inf'" * endless
    if isinstance(value, str):
        value = value.replace("\u2212", "-")
        try:
            fraction = (fraction_of if "e" in value.lower() else Fraction)(value)  # 1e99999999 takes too long
        except (ValueError, ZeroDivisionError):
            raise InputError(where, described(value), expected) from None
    else:
        fraction = check_number(value, where, expected)
    if abs(fraction) > _LARGEST:
        raise InputError(where, described(value), "a number no further from 0 than 10¹²")
    return fraction


def numbers(values: object, where: str, *, endless: bool = False) -> tuple[Fraction | Decimal, ...]:
    """A checked list of numbers, which may not be empty."""
    row = check_list(from_array(values), where, "a list of numbers")
    if not row:
        raise InputError(where, "an empty list", "at least one number")
    return tuple([number(value, f"{where}[{index}]", endless=endless) for index, value in enumerate(row)])


def matrix(rows: object, where: str) -> Matrix:
    """A checked matrix, from a list of equally long rows, or a text with semicolons or line breaks between rows.

    >>> matrix("1 0; 1/2 1", "queries")
    ((Fraction(1, 1), Fraction(0, 1)), (Fraction(1, 2), Fraction(1, 1)))
    """
    if isinstance(rows, str):
        rows = [line.replace(",", " ").split() for line in rows.replace("\n", ";").split(";") if line.strip()]
    listed = check_list(from_array(rows), where, "a list of rows, each a list of numbers")
    checked = tuple([numbers(row, f"{where}[{index}]") for index, row in enumerate(listed)])
    widths = {len(row) for row in checked}
    if len(widths) != 1:
        got = f"rows of {' and '.join(map(str, sorted(widths)))} numbers" if widths else "an empty list"
        raise InputError(where, got, "at least one row, and all rows of the same length")
    if max(len(checked), *widths) > MOST:
        raise InputError(where, f"a matrix that is {shape(checked)}", f"at most {MOST} rows and {MOST} columns")
    return checked


def shape(rows: Sequence[Sequence[object]]) -> str:
    """The numbers of rows and columns of a matrix.

    >>> shape(((1, 2, 3), (4, 5, 6)))
    '2 × 3'
    """
    return f"{len(rows)} × {len(rows[0])}"


def names(given: object, where: str, count: int, each: str = "row", letter: str = "") -> tuple[str, ...]:
    """The names of `count` rows, by default numbers from 1, as subscripts of `letter` if it is given."""
    if given is None:
        return tuple([drawn(Symbol(letter, str(index))) if letter else str(index) for index in range(1, count + 1)])
    if isinstance(given, str):
        given = given.split()
    listed = check_list(given, where, "a list of tokens")
    tokens = [seen(name, f"{where}[{index}]") for index, name in enumerate(listed)]
    if len(tokens) != count:
        raise InputError(where, so_many(len(tokens), "token"), f"{count}, one for each {each}")
    return tuple(tokens)
