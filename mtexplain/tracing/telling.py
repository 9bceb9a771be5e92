"""The steps of a trace as every view takes them, made from its quantities and from the words that hang on them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from mtexplain.display import plain
from mtexplain.display.formula import Chain, Formula
from mtexplain.display.parts import Cell, Column, Equation, Part, Real, Table
from mtexplain.display.trace import Step
from mtexplain.tracing import formulas
from mtexplain.tracing.number import Number, number
from mtexplain.tracing.steps import Quantity, Traced


def steps(trace: Traced) -> Iterator[Step]:
    """Each step that applies, for each of its indices."""
    for one in trace.quantities.values():
        if one.is_step and not one.within:
            told_at = one.words.get("told_at")
            for indices in told_at(trace) if callable(told_at) else trace.ranges(one):
                if one.told("applies", trace, *indices) is not False:
                    yield _step(trace, one, indices)


def _step(trace: Traced, one: Quantity[Any], indices: tuple[Any, ...]) -> Step:
    inside = [other for other in trace.quantities.values() if other.within and other.within.name == one.name]
    others = [other for other in inside if other.letters == one.letters]
    equations = [equation(trace, each, *indices) for each in (one, *others)]
    title, why, source, summary = (one.told(part, trace, *indices) for part in ("title", "why", "source", "summary"))
    before, after = (_parts(one.told(part, trace, *indices)) for part in ("table", "more"))
    if one.label(indices) in trace.given:  # what was counted would contradict it
        before, summary = (), "given, not computed"
    parts = *before, *equations, *after
    last = (one, *others)[-1](trace, *indices)
    outcome = one.told("outcome", trace, *indices) or Chain("=", (formulas.symbol(last.symbol), formulas.value(last)))
    summary = summary or ", ".join(one.__name__ for one in trace.changes)
    return Step(one.name_of_step(indices), title, summary, outcome, why, source, parts)


def equation(trace: Traced, one: Quantity[Any], *indices: Any) -> Equation:
    """A number in symbols, with the numbers put in, and its value; one that is only counted, in the words for it."""
    found = number(one(trace, *indices))
    where = one.told("legend", trace, *indices)
    if one.label(indices) in trace.given:
        return Equation(formulas.symbol(found.symbol), "given, not computed", formulas.value(found), where)
    symbols, numbers, value = formulas.equation(found, trace.symbol_of(one, indices))
    return Equation(symbols, one.told("says", trace, *indices) or numbers, value, where)


def outcome(made: Equation) -> Formula:
    """What an equation comes to: the name of the number, and its value."""
    left = made.symbols.terms[0] if isinstance(made.symbols, Chain) and made.symbols.operator == "=" else made.symbols
    return Chain("=", (left, made.value))


def _parts(told: Any) -> Iterable[Part]:
    """What a method returned: a part, several parts, or rows of a table; "" is nothing."""
    if isinstance(told, tuple) and hasattr(told, "_fields"):
        return (told,)  # type: ignore[return-value]
    found = list(told)
    return [table(found)] if found and not hasattr(found[0], "_fields") else found


def table(rows: Sequence[Sequence[Any]], total: Sequence[Any] | None = None) -> Table:
    """Rows of words and numbers as a table; the first row is the head. ValueError for a row of another length."""
    head, *rest = rows
    columns = tuple(one if isinstance(one, Column) else Column(str(one).replace(" ", "_"), str(one)) for one in head)
    for place, row in enumerate((*rest, *([total] if total else [])), 1):
        if len(row) != len(head):
            raise ValueError(f"row {place} of a table has {len(row)} cells, not {len(head)}: {row!r}")
    return Table("", columns, [tuple(map(cell, row)) for row in rest], total=tuple(map(cell, total)) if total else None)


def cell(one: Any) -> Cell:
    """A number or a text as a cell; a number as formulas write it."""
    if not isinstance(one, Number):
        found: Cell = one
        return found
    if isinstance(one.value, int) and not one.is_measured and not one.is_counted:
        return one.value
    return Real(float(one), plain.formula(formulas.value(one))) if one.value is not None else str(one)
