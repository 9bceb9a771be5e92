"""What a recipe shows of its n-grams: tables with a row for each, and the moments in which these are filled.

An n-gram is a value of the quantity `ngrams`. Every other quantity with the index "n g" is a column, and one with the
index "n g i", or "n g R", is a column for each reference.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

from mtexplain.display import plain
from mtexplain.display.formula import number
from mtexplain.display.parts import MOST_SHOWN, Cell, Column, Marked, Prose, Real, Rows, Table, Words
from mtexplain.display.steps import Moment
from mtexplain.display.trace import Step
from mtexplain.metrics.shared.occurrences import times
from mtexplain.recipe import arithmetic
from mtexplain.recipe.quantity import Quantity, Recipe


def of_order(trace: Any, place: int) -> Table:
    """A row for each different n-gram of an order. A column that the recipe adds up has its sum below."""
    most, shown = len(trace.references), _shown(trace)
    formulas = [one.formula for one in trace.quantities.values() if one.formula and one.index == "n"]
    added_up = {name for formula in formulas for name in formula.summed}
    total: list[Cell] = ["sum"]
    for one in shown:
        column = getattr(trace, one.name)[place]
        total += [_cell(arithmetic.sum(column)) if one.name in added_up else None] * (most if _is_each(one) else 1)
    rows = Rows(range(len(trace.ngrams[place])), partial(_row, trace, shown, place, most))
    return Table("", (Column("ngram", trace.ngram_name(place)), *_columns(shown, most)), rows, total=tuple(total))


def of_segments(segments: Sequence[Any]) -> Table:
    """Every n-gram of every order; of several segments, each in turn."""
    several, shown = len(segments) > 1, _shown(segments[0])
    most = max(len(segment.references) for segment in segments)
    titles = (*([Column("segment", "segment")] * several), Column("n", "n"), Column("ngram", "n-gram"))
    rows = [
        (*([place] * several), int(label) if label.isdecimal() else label, *_row(segment, shown, order, most, row))
        for place, segment in enumerate(segments, 1)
        for order, (label, _) in enumerate(segment.order_names)
        for row in range(len(segment.ngrams[order]))
    ]
    return Table("", (*titles, *_columns(shown, most)), rows, names=2 + several)


def pooled(trace: Any, place: int) -> Table:
    """What each segment adds to the quantities of an order that are summed over a text."""
    shown = [one for one in trace.quantities.values() if one.pooled and one.index == "n"]

    def cells(part: Any) -> tuple[Cell, ...]:
        return tuple(_cell(getattr(part, one.name)[place]) for one in shown)

    rows = [(number, *cells(part)) for number, part in enumerate(trace.segments, 1)]
    titles = (Column("segment", "segment"), *(Column(one.name, title(one)) for one in shown))
    return Table("", titles, rows, total=("sum", *cells(trace)))


def title(one: Quantity[Any]) -> str:
    """What a column with its values is called."""
    return one.title or one.name.replace("_", " ")


def _shown(trace: Recipe) -> list[Quantity[Any]]:
    """The quantities of which each n-gram has one, or one for each reference."""
    each = (one for one in trace.quantities.values() if one.index.startswith("n g"))
    return [one for one in each if one.name != "ngrams" and one.title is not None]


def _is_each(one: Quantity[Any]) -> bool:
    """Whether there is one for each reference."""
    return len(one.index.split()) == 3


def _columns(shown: Sequence[Quantity[Any]], references: int) -> Iterator[Column]:
    for one in shown:
        if _is_each(one):
            yield from (Column(f"reference_{i}", f"in reference {i}") for i in range(1, references + 1))
        else:
            yield Column(one.name, title(one))


def _row(trace: Any, shown: Sequence[Quantity[Any]], place: int, references: int, row: int) -> tuple[Cell, ...]:
    """An n-gram, and its value of each quantity; fewer matches than occurrences are marked."""
    cells: list[Cell] = [Words(trace.ngrams[place][row])]
    for one in shown:
        value = getattr(trace, one.name)[place][row]
        if _is_each(one):
            cells += [*value, *[None] * (references - len(value))]
        else:
            is_clipped = one.name in ("matches", "clipped") and 0 < value < trace.count[place][row]
            cells.append(Marked(value) if is_clipped else _cell(value))
    return tuple(cells)


def _cell(value: Any) -> Cell:
    if isinstance(value, Decimal | float):
        return Real(float(value))
    return number(value) if isinstance(value, Fraction) else value


def moments(trace: Any, steps: Sequence[Step]) -> Iterator[Moment]:
    """Each step; where one fills a table of n-grams, a moment for each cell that says something.

    The first row of all is told, the others are rote.
    """
    orders = {step.name: place for place, step in enumerate(one for one in steps if one.name in trace.order_steps)}
    for step in steps:
        rows = trace.ngrams[orders[step.name]][:MOST_SHOWN] if step.name in orders else ()
        if rows:
            yield Moment(step.name, "n-grams", Prose((step.why,)), row=0, columns=1)
            yield from _filling(trace, step.name, orders[step.name])
        outcome = (step.outcome, ".")
        yield Moment(step.name, step.title, Prose(outcome if rows else (f"{step.why} ", *outcome)))


def _filling(trace: Any, step: str, place: int) -> Iterator[Moment]:
    """Each cell of the table of an order that says something."""
    for row, ngram in enumerate(trace.ngrams[place][:MOST_SHOWN]):
        marks, column = trace.marks(place, ngram), 1
        for one in _shown(trace):
            column += len(trace.references) if _is_each(one) else 1
            value = getattr(trace, one.name)[place][row]
            if one.says and value is not None:
                often = times(value) if value else "0 times"
                said = one.says.format(often if isinstance(value, int) else plain.cell(_cell(value)))
                told, is_first = Prose((Words(ngram), f" {said}.".replace(" 1 bits", " 1 bit"))), place == row == 0
                yield Moment(step, title(one), told, marks, row, column, turning=is_first)
