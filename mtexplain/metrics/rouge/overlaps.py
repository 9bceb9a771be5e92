"""How ROUGE-N, ROUGE-S and ROUGE-SU are told: a table of units, each matched as often as both texts have it."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from mtexplain.counts import NGram
from mtexplain.display.formula import Call, Chain, Formula, SumOver, Symbol, summed
from mtexplain.display.parts import MOST_SHOWN, Cell, Column, Equation, Part, Prose, Rows, Table, Words
from mtexplain.display.steps import Mark, Moment
from mtexplain.display.texts import keyed
from mtexplain.metrics.rouge.units import Count
from mtexplain.metrics.shared.occurrences import Occurrences, Place, credited, ends, marked, times
from mtexplain.recipe.symbols import symbol

_WHERE = "g runs over the rows of the table; rows that add nothing are left out"
_FEW = 4  # references for which the sum is written out

Places = dict[NGram, list[Place]]
"""Where the words of each occurrence of a unit stand."""
Matching = tuple[Places, Places]
"""The occurrences that match: in the candidate, and in one reference."""


def counted(trace: Any, _: int) -> Iterator[Part]:
    """The table, and the sum of the overlaps with each reference."""
    yield table(trace) if trace.is_listed else Prose((_unlisted(trace),))
    yield from _sums(trace)


def matches(trace: Any, _: int) -> Formula:
    """The matches with each reference."""
    names = [symbol(trace, "matches", place) for place in _places_of_references(trace)]
    outcomes = tuple(Chain("=", pair) for pair in zip(names, map(str, trace.of_each("matches")), strict=True))
    return outcomes[0] if len(outcomes) == 1 else Chain(",", outcomes)


def _places_of_references(trace: Any) -> list[str]:
    """1, 2, ...; nothing where there is one."""
    several = range(1, trace.number_of_references + 1)
    return list(map(str, several)) if len(several) > 1 else [""]


def _sums(trace: Any) -> Iterator[Equation]:
    """The matches with each reference, as the sum of a column."""
    for place, which in enumerate(_places_of_references(trace)[:_FEW]):
        name, total = symbol(trace, "matches", which), str(trace.of_each("matches")[place])
        column = SumOver("g", Call(Symbol("overlap", which), "g"))
        pairs = [(row.in_candidate, row.in_references[place]) for row in trace.counts] if trace.is_listed else []
        overlaps = [min(pair) for pair in pairs if all(pair)]
        yield Equation(Chain("=", (name, column)), summed(overlaps) if trace.is_listed else total, total, _WHERE)


def _unlisted(trace: Any) -> str:
    return f"There are too many {trace.units} to list here. They are counted all the same."


def moments(trace: Any) -> Iterator[Moment]:
    """The count of each unit, then its overlap with each reference. The first row is told, the others are rote."""
    everything = tuple(range(len(trace.candidate)))
    n = trace.candidate_total
    there = Prose((f"The candidate has {n:,} {trace.units}. Those only a reference has get a row too.",))
    if not trace.is_listed:
        yield Moment("overlap", "units", Prose((_unlisted(trace),)), (Mark(0, everything),))
        return
    yield Moment("overlap", "units", there, (Mark(0, everything),), 0, trace.name_columns)
    texts = [places(trace, text) for text in (trace.candidate, *trace.references)]
    matches = [matching(trace, place) for place in range(len(trace.references))]
    for row, count in enumerate(trace.counts[:MOST_SHOWN]):
        yield from _row(trace, row, count, texts, matches)
    sums = ", ".join(f"{found:,}" for found in trace.of_each("matches"))
    yield Moment("overlap", "matches", Prose((f"The overlaps add up to {sums}.",)))


def _row(trace: Any, row: int, count: Count, texts: list[Places], matching: list[Matching]) -> Iterator[Moment]:
    """How often the candidate has a unit, how often each reference, and what of that matches."""
    unit, columns = count.unit, trace.name_columns + 1
    words = Words(unit)
    here = Mark(0, marked(texts[0].get(unit, ())))
    told = Prose((words, f" occurs {times(count.in_candidate)} in the candidate."))
    yield Moment("overlap", "count", told, (here,), row, columns, turning=not row)
    for place, (found, matches) in enumerate(zip(count.in_references, count.overlaps, strict=True), 1):
        text = f"reference {place}" if len(trace.references) > 1 else "the reference"
        outcome = f"min({count.in_candidate}, {found}) = {matches}"
        mine, theirs = matching[place - 1]
        marks = (
            here,
            Mark(place, marked(texts[place].get(unit, ()))),
            Mark(0, marked(mine.get(unit, ())), "credit"),
            Mark(place, marked(theirs.get(unit, ())), "credit"),
        )
        told = Prose((words, f" occurs {times(found)} in {text}: the overlap is {outcome}."))
        yield Moment("overlap", "overlap", told, marks, row, columns + 2 * place, turning=not row)


def _occurrences(trace: Any, text: tuple[str, ...]) -> Occurrences:
    """Every unit of a text, and where its words stand."""
    return zip(trace.units_of(text), trace.places_of(text), strict=True)


def places(trace: Any, text: tuple[str, ...]) -> Places:
    """Where each unit of a text stands."""
    found: Places = {}
    for unit, where in _occurrences(trace, text):
        found.setdefault(unit, []).append(where)
    return found


def matching(trace: Any, place: int) -> Matching:
    """Which occurrences match, in the candidate and in one reference: as many as both have."""
    overlaps = {row.unit: row.overlap(place) for row in trace.counts}
    mine, theirs = trace.candidate, trace.references[place]
    return (
        credited(_occurrences(trace, mine), overlaps, lambda: ends(mine, [theirs])),
        credited(_occurrences(trace, theirs), overlaps, lambda: ends(theirs, [mine])),
    )


def table(trace: Any) -> Table:
    """A row for each unit: its count in the candidate, in each reference, and how often it matches there."""
    names = keyed(unit=trace.units.removesuffix("s"))
    if trace.name_columns > 1:
        names = keyed(first="first word", second="second word")
    columns = [*names, Column("count", "in the candidate")]
    for place in range(1, trace.number_of_references + 1):
        which = f" {place}" if trace.number_of_references > 1 else ""
        there = f"in reference{which}" if trace.number_of_references > 1 else "in the reference"
        columns += [Column(f"reference_{place}", there), Column(f"overlap_{place}", f"overlap{which}")]
    totals: list[Cell] = ["sum", *([None] * (len(names) - 1)), trace.candidate_total]
    for one in zip(trace.of_each("reference_total"), trace.of_each("matches"), strict=True):
        totals += one
    rows = Rows(trace.counts, partial(_cells, len(names)))
    return Table("", tuple(columns), rows, names=len(names), total=tuple(totals))


def _cells(names: int, row: Count) -> tuple[Cell, ...]:
    words: tuple[Cell, ...] = (Words(row.unit),)
    if names > 1:
        words = tuple(Words((word,)) for word in row.unit) if len(row.unit) > 1 else (Words(row.unit), None)
    counts = [pair for both in zip(row.in_references, row.overlaps, strict=True) for pair in both]
    return (*words, row.in_candidate, *counts)
