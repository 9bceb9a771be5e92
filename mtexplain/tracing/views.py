"""The steps of a trace in the form that every view shows, built from its quantities and their descriptions."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from mtexplain.display import plain
from mtexplain.display.formula import Chain, Formula
from mtexplain.display.parts import Cell, Column, Equation, Part, Real, Table
from mtexplain.display.trace import Step
from mtexplain.tracing import formulas
from mtexplain.tracing.number import Number, number
from mtexplain.tracing.steps import Indices, Quantity, Traced


def steps(trace: Traced) -> Iterator[Step]:
    """Yield each step that applies, once for each of its indices."""
    for quantity in trace.quantities.values():
        if quantity.is_step and not quantity.within:
            shown_at = quantity.words.get("shown_at")
            for indices in shown_at(trace) if callable(shown_at) else trace.ranges(quantity):
                if quantity.description("applies", trace, *indices) is not False:
                    yield _step(trace, quantity, indices)


def _step(trace: Traced, quantity: Quantity[...], indices: Indices) -> Step:
    inside = [other for other in trace.quantities.values() if other.within and other.within.name == quantity.name]
    others = [other for other in inside if other.letters == quantity.letters]
    equations = [equation(trace, each, *indices) for each in (quantity, *others)]
    title, why, source, summary = (
        quantity.description(part, trace, *indices) for part in ("title", "why", "source", "summary")
    )
    before, after = (_parts(quantity.description(part, trace, *indices)) for part in ("table", "more"))
    if quantity.label(indices) in trace.given:  # the counts would contradict a given number
        before, summary = (), "given, not computed"
    parts = *before, *equations, *after
    last = (quantity, *others)[-1](trace, *indices)
    outcome = quantity.description("outcome", trace, *indices) or Chain(
        "=", (formulas.symbol(last.symbol), formulas.value(last))
    )
    summary = summary or ", ".join(change.__name__ for change in trace.changes)
    return Step(quantity.name_of_step(indices), title, summary, outcome, why, source, parts)


def equation(trace: Traced, quantity: Quantity[...], *indices: Any) -> Equation:
    """Return the equation of a number, in symbols, with the numbers put in, and with its value.

    For a number that is only counted, words take the place of the numbers.
    """
    result = number(quantity(trace, *indices))
    where = quantity.description("legend", trace, *indices)
    if quantity.label(indices) in trace.given:
        return Equation(formulas.symbol(result.symbol), "given, not computed", formulas.value(result), where)
    symbols, numbers, value = formulas.equation(result, trace.symbol_of(quantity, indices))
    return Equation(symbols, quantity.description("says", trace, *indices) or numbers, value, where)


def outcome(equation: Equation) -> Formula:
    """Return the result of an equation, as the name of the number and its value."""
    left = (
        equation.symbols.terms[0]
        if isinstance(equation.symbols, Chain) and equation.symbols.operator == "="
        else equation.symbols
    )
    return Chain("=", (left, equation.value))


def _parts(shown: Any) -> Iterable[Part]:
    """Return as parts what a method returned: a part, several parts, the rows of a table, or "" for no part."""
    if isinstance(shown, tuple) and hasattr(shown, "_fields"):
        return (shown,)  # type: ignore[return-value]
    parts = list(shown)
    return [table(parts)] if parts and not hasattr(parts[0], "_fields") else parts


def table(rows: Sequence[Sequence[Any]], total: Sequence[Any] | None = None) -> Table:
    """Return rows of words and numbers as a table, with the first row as its header.

    ValueError if a row has a different number of cells.
    """
    head, *rest = rows
    columns = tuple(
        title if isinstance(title, Column) else Column(str(title).replace(" ", "_"), str(title)) for title in head
    )
    for index, row in enumerate((*rest, *([total] if total else [])), 1):
        if len(row) != len(head):
            cells = f"{len(row)} cell{'s' * (len(row) != 1)}"
            raise ValueError(f"row {index} of a table has {cells}, not {len(head)}: {row!r}")
    return Table("", columns, [tuple(map(cell, row)) for row in rest], total=tuple(map(cell, total)) if total else None)


def cell(value: Any) -> Cell:
    """Return a number or a text as a cell. A number is written as in formulas."""
    if not isinstance(value, Number):
        other: Cell = value
        return other
    if isinstance(value.value, int) and not value.is_measured and not value.is_counted:
        return value.value
    return Real(float(value), plain.formula(formulas.value(value))) if value.value is not None else str(value)
