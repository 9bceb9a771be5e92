"""A whole table for other programs, under the keys of its columns, as CSV, as a pandas DataFrame, or as a stand-in."""

import csv
import io
import re
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from mtexplain.copies import Result
from mtexplain.display import html, plain
from mtexplain.display.parts import Cell, Column, Marked, Prose, Real, Table, Words
from mtexplain.inputs import InputError, described
from mtexplain.invisible import visible
from mtexplain.packages import MissingPackage, needed_for

if TYPE_CHECKING:
    import pandas

Value = TypeVar("Value")
LINE = "pandas is not available here, so this is the library's own table."
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?(?:/\d+)?|∞)", re.ASCII | re.IGNORECASE)


def comma_separated(table: Table) -> str:
    """Return all rows of a table as CSV, with words joined in a string and invisible characters made visible.

    A text that a spreadsheet would take for a formula gets an apostrophe in front, so that the spreadsheet shows it as
    text. Numbers stay as they are, even if they are negative.
    """
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(_harmless(column.key) for column in table.columns)
    writer.writerows([_harmless(cell) for cell in row] for row in table.rows)
    return file.getvalue()


def data_frame(table: Table) -> "pandas.DataFrame":
    """Return the rows of a table as a DataFrame, with words unchanged, or a stand-in in a browser without pandas."""
    rows = [tuple(map(_value, row)) for row in table.rows]
    try:
        with needed_for("to_frame"):
            import pandas  # here, because a trace must not need it
    except MissingPackage:
        if sys.platform == "emscripten":
            return Frame(table, rows)
        raise
    data = pandas.DataFrame(rows, columns=[column.key for column in table.columns])
    # A segment may have fewer references than another. Its counts stay whole numbers in spite of the gaps.
    gaps = [key for key in data if data[key].isna().any() and data[key].dtype.kind == "f" and _whole(data[key])]
    return data.astype(dict.fromkeys(gaps, "Int64"))


def _harmless(cell: Cell) -> str | float | None:
    value = _value(cell)
    is_text = isinstance(cell, Words) or (isinstance(value, str) and not _NUMBER.fullmatch(value))
    return f"'{value}" if is_text and str(value).startswith(_FORMULA) else value


def _whole(column: "pandas.Series[float]") -> bool:
    """True if every number of a column is whole."""
    return bool((column.dropna() % 1 == 0).all())


def _value(cell: Cell) -> str | float | None:
    if isinstance(cell, Words):
        return " ".join(visible(token, longest=len(token)) for token in cell.tokens)
    if isinstance(cell, Marked):
        return cell.number
    if isinstance(cell, Real):
        return cell.value
    return cell if cell is None or isinstance(cell, int) else plain.formula(cell)


class Frame(Result):
    """A table's rows under the keys of its columns. Like a DataFrame, they support `query` and selecting columns.

    `values` are the same rows as values to compute with.

    >>> from mtexplain.display.parts import columns
    >>> table = Table("", columns(word="Word", count="Count"), [("the", 2), ("cat", 1)])
    >>> print(Frame(table, [("the", 2), ("cat", 1)]).query("count > 1")[["word"]])
    word
    the
    """

    def __init__(self, table: Table, values: Sequence[tuple[object, ...]]) -> None:
        keys = tuple(Column(column.key, column.key) for column in table.columns)
        self.table, self.values = table._replace(columns=keys), values

    @property
    def columns(self) -> list[str]:
        """The keys of the columns."""
        return [column.key for column in self.table.columns]

    def query(self, expression: str) -> "Frame":
        """Return the rows for which an expression is true. In it, columns are written as their keys.

        InputError if it can't be evaluated, or if it contains an operator that pandas and Python read differently.
        """
        expected = f"and, or, not, comparisons, and the columns {', '.join(self.columns)}"
        if set(expression) & set("&|~@"):
            raise InputError("query", repr(expression), expected)
        try:
            code = compile(expression, "query", "eval")
            rows = (dict(zip(self.columns, row, strict=True)) for row in self.values)
            kept = [index for index, row in enumerate(rows) if eval(code, row)]
        except (SyntaxError, NameError, TypeError, ArithmeticError) as error:
            raise InputError("query", str(error), expected) from None
        return Frame(self.table._replace(rows=[self.table.rows[at] for at in kept]), [self.values[at] for at in kept])

    def __getitem__(self, names: object) -> "Frame":
        if not isinstance(names, list) or not all(name in self.columns for name in names):
            expected = f"a list of some of {', '.join(self.columns)}"
            raise InputError("columns", described(names), expected, 'Write frame[["ngram", "count"]].')
        indices = [self.columns.index(name) for name in names]
        chosen = Table("", tuple(self.table.columns[at] for at in indices), _only(self.table.rows, indices))
        return Frame(chosen, _only(self.values, indices))

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        return plain.table(self.table)

    def _repr_html_(self) -> str:
        return html.framed([html.table(self.table), html.part(Prose((LINE,)))])


def _only(rows: Sequence[tuple[Value, ...]], indices: Sequence[int]) -> list[tuple[Value, ...]]:
    return [tuple(row[at] for at in indices) for row in rows]
