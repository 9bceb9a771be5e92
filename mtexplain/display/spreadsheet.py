"""A table as CSV, for spreadsheets."""

import csv
import io

from mtexplain.display.parts import Cell, Marked, Real, Table, Words
from mtexplain.display.plain import formula
from mtexplain.invisible import visible

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def written(table: Table) -> str:
    """The table's rows, all of them, under the keys of its columns; what is invisible is made visible.

    A text that a spreadsheet would take for a formula gets an apostrophe in front, which it shows as the text.
    """
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(column.key for column in table.columns)
    writer.writerows([_value(cell) for cell in row] for row in table.rows)
    return file.getvalue()


def _value(cell: Cell) -> str | float:
    if isinstance(cell, int):
        return cell
    if isinstance(cell, Marked):
        return cell.number
    if isinstance(cell, Real):
        return cell.value
    if cell is None:
        return ""
    text = (
        " ".join(visible(token, longest=len(token)) for token in cell.tokens)
        if isinstance(cell, Words)
        else formula(cell)
    )
    return f"'{text}" if text.startswith(_FORMULA) and isinstance(cell, Words) else text
