"""What a recipe shows of its n-grams: tables with a row for each, and the moments in which these are filled.

An n-gram is a value of the quantity `ngrams`; every other quantity with the index "n g" is a column.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

from mtexplain.display import plain
from mtexplain.display.formula import number
from mtexplain.display.moments import Mark, Moment
from mtexplain.display.parts import MOST_SHOWN, Cell, Column, Marked, Prose, Real, Rows, Table, Words
from mtexplain.display.trace import Step
from mtexplain.metrics.shared.occurrences import times
from mtexplain.recipe.quantity import Quantity, Recipe


def columns(trace: Recipe) -> list[Quantity[Any]]:
    """The quantities of which each n-gram has one."""
    return [one for one in trace.quantities.values() if one.index == "n g" and one.name != "ngrams"]


def of_order(trace: Any, place: int) -> Table:
    """A row for each different n-gram of an order, and the sums that are quantities of their own."""
    shown = columns(trace)
    sums = {one.formula.usual: name for name, one in trace.quantities.items() if one.formula and one.index == "n"}
    totals = (sums.get(f"sum({one.name})") for one in shown)
    total = ("sum", *(None if name is None else _cell(getattr(trace, name)[place]) for name in totals))
    rows = Rows(range(len(trace.ngrams[place])), partial(_row, trace, shown, place))
    return Table("", (Column("ngram", "n-gram"), *map(_column, shown)), rows, total=total)


def of_segments(segments: Sequence[Any]) -> Table:
    """Every n-gram of every order; of several segments, each in turn."""
    several, shown = len(segments) > 1, columns(segments[0])
    titles = (*([Column("segment", "segment")] * several), Column("n", "n"), Column("ngram", "n-gram"))
    rows = [
        (*([place] * several), label, *_row(segment, shown, order, row))
        for place, segment in enumerate(segments, 1)
        for order, (label, _) in enumerate(segment.orders)
        for row in range(len(segment.ngrams[order]))
    ]
    return Table("", (*titles, *map(_column, shown)), rows, names=2 + several)


def pooled(trace: Any, place: int) -> Table:
    """What each segment adds to the quantities of an order that are summed over a text."""
    shown = [one for one in trace.quantities.values() if one.pooled and one.index == "n"]

    def cells(part: Any) -> tuple[Cell, ...]:
        return tuple(_cell(getattr(part, one.name)[place]) for one in shown)

    rows = [(number, *cells(part)) for number, part in enumerate(trace.segments, 1)]
    return Table("", (Column("segment", "segment"), *map(_column, shown)), rows, total=("sum", *cells(trace)))


def _column(one: Quantity[Any]) -> Column:
    return Column(one.name, one.name.replace("_", " "))


def _row(trace: Any, shown: Sequence[Quantity[Any]], place: int, row: int) -> tuple[Cell, ...]:
    """An n-gram, and its value of each quantity; fewer matches than occurrences are marked."""
    values = {one.name: getattr(trace, one.name)[place][row] for one in shown}
    cells = {name: _cell(value) for name, value in values.items()}
    if 0 < values.get("matches", 0) < values.get("count", 0):
        cells["matches"] = Marked(values["matches"])
    return Words(trace.ngrams[place][row]), *cells.values()


def _cell(value: Any) -> Cell:
    if isinstance(value, Decimal | float):
        return Real(float(value))
    return number(value) if isinstance(value, Fraction) else value


def moments(trace: Any, steps: Sequence[Step]) -> Iterator[Moment]:
    """Each step; where one fills a table of n-grams, a moment for each cell that says something."""
    everything = (Mark(0, tuple(range(len(trace.candidate)))),)
    order = {step.name: place for place, step in enumerate(one for one in steps if one.name in trace.order_steps)}
    for step in steps:
        rows = trace.ngrams[order[step.name]][:MOST_SHOWN] if step.name in order else ()
        if rows:
            yield Moment(step.name, "n-grams", Prose((step.why,)), everything, row=0, columns=1)
        for row, ngram in enumerate(rows):
            marks = trace.marks(order[step.name], ngram)
            for column, one in enumerate(columns(trace), 2):
                if one.says:
                    value = getattr(trace, one.name)[order[step.name]][row]
                    said = one.says.format(times(value) if isinstance(value, int) else plain.cell(_cell(value)))
                    yield Moment(step.name, _column(one).title, Prose((Words(ngram), f" {said}.")), marks, row, column)
        outcome = (step.outcome, ".")
        yield Moment(step.name, step.title, Prose(outcome if rows else (f"{step.why} ", *outcome)))
