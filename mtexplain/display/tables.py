"""A table for other programs, whole, under the keys of its columns: as CSV for spreadsheets, as a pandas DataFrame."""

import csv
import io
import re
import sys
from typing import TYPE_CHECKING

from mtexplain.display.frame import Frame
from mtexplain.display.parts import Cell, Marked, Real, Table, Words
from mtexplain.display.plain import formula
from mtexplain.invisible import visible
from mtexplain.packages import MissingPackage, needed_for

if TYPE_CHECKING:
    import pandas

_FORMULA = tuple("=+-@\t\r\n＝＋－＠")
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?(?:/\d+)?|∞)", re.ASCII | re.IGNORECASE)


def comma_separated(table: Table) -> str:
    """The table's rows, all of them; words as one string, with what is invisible made visible.

    A text that a spreadsheet would take for a formula gets an apostrophe in front, which it shows as the text. Numbers
    stay as they are, negative ones too.
    """
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(_harmless(column.key) for column in table.columns)
    writer.writerows([_harmless(cell) for cell in row] for row in table.rows)
    return file.getvalue()


def data_frame(table: Table) -> "pandas.DataFrame":
    """The same rows as a DataFrame, each word unchanged; a browser without pandas gets a small stand-in."""
    rows = [tuple(map(_value, row)) for row in table.rows]
    try:
        with needed_for("to_frame"):
            import pandas  # here, for a trace must not need it
    except MissingPackage:
        if sys.platform == "emscripten":
            return Frame(table, rows)
        raise
    data = pandas.DataFrame(rows, columns=[column.key for column in table.columns])
    # A segment may have fewer references than another: its counts stay whole numbers beside the gaps.
    gaps = [key for key in data if data[key].isna().any() and data[key].dtype.kind == "f" and _whole(data[key])]
    return data.astype(dict.fromkeys(gaps, "Int64"))


def _harmless(cell: Cell) -> str | float | None:
    value = _value(cell)
    is_text = isinstance(cell, Words) or (isinstance(value, str) and not _NUMBER.fullmatch(value))
    return f"'{value}" if is_text and str(value).startswith(_FORMULA) else value


def _whole(column: "pandas.Series[float]") -> bool:
    """Whether every number of a column is whole."""
    return bool((column.dropna() % 1 == 0).all())


def _value(cell: Cell) -> str | float | None:
    if isinstance(cell, Words):
        return " ".join(visible(token, longest=len(token)) for token in cell.tokens)
    if isinstance(cell, Marked):
        return cell.number
    if isinstance(cell, Real):
        return cell.value
    return cell if cell is None or isinstance(cell, int) else formula(cell)
