"""How ROUGE-N, ROUGE-S and ROUGE-SU are told: a table of units, each matched as often as both texts have it."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from mtexplain.counts import NGram
from mtexplain.display.formula import Call, Chain, Formula, SumOver, Symbol, summed
from mtexplain.display.parts import MOST_SHOWN, Cell, Column, Equation, Part, Prose, Rows, Table, Words
from mtexplain.display.pyramid import Pyramid, Text
from mtexplain.display.steps import Mark, Moment
from mtexplain.metrics.rouge import views
from mtexplain.metrics.rouge.units import Count
from mtexplain.metrics.shared import bricks, occurrences
from mtexplain.metrics.shared.occurrences import Occurrences, Place, credited, marked, times
from mtexplain.metrics.shared.texts import keyed
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
    return f"The {trace.units} are too many to be listed here. They are counted all the same."


def moments(trace: Any) -> Iterator[Moment]:
    """The count of each unit, then its overlap with each reference. The first row is told, the others are rote."""
    everything = tuple(range(len(trace.candidate)))
    n = trace.candidate_total
    there = Prose((f"The candidate has {n:,} {trace.units}. What only a reference has gets a row too.",))
    if not trace.is_listed:
        yield Moment("overlap", "units", Prose((_unlisted(trace),)), (Mark(0, everything),))
        return
    yield Moment("overlap", "units", there, (Mark(0, everything),), 0, trace.name_columns)
    texts = [_places(trace, text) for text in (trace.candidate, *trace.references)]
    matching = [_matching(trace, place) for place in range(len(trace.references))]
    for row, count in enumerate(trace.counts[:MOST_SHOWN]):
        yield from _row(trace, row, count, texts, matching)
    sums = ", ".join(f"{matches:,}" for matches in trace.of_each("matches"))
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


def _places(trace: Any, text: tuple[str, ...]) -> Places:
    places: Places = {}
    for unit, where in _occurrences(trace, text):
        places.setdefault(unit, []).append(where)
    return places


def _overlaps(trace: Any, place: int) -> dict[NGram, int]:
    """How often each unit matches in one reference."""
    return {row.unit: row.overlap(place) for row in trace.counts}


def _matching(trace: Any, place: int) -> Matching:
    overlaps, mine, theirs = _overlaps(trace, place), trace.candidate, trace.references[place]
    return (
        credited(_occurrences(trace, mine), overlaps, mine, [theirs]),
        credited(_occurrences(trace, theirs), overlaps, theirs, [mine]),
    )


_LEGEND = ("credited", "in a match"), ("clipped", "in one too many"), ("unmatched", "in no match")


def picture(trace: Any) -> Pyramid:
    """The words of the units that match; ribbons go from run to run."""
    places = views.counted_references(trace)
    texts = [trace.references[place] for place in places]
    mine, theirs = ("",) * len(trace.candidate), [("",) * len(text) for text in texts]
    if trace.is_listed:
        found = [_states(trace, place, trace.candidate, trace.references[place]) for place in places]
        mine = tuple(map(_of_several, zip(*found, strict=True)))
        theirs = [_states(trace, place, trace.references[place], trace.candidate) for place in places]
    credited = {at for at, state in enumerate(mine) if state == "credited"}
    return views.picture(trace, [mine, *theirs], bricks.ribbons(credited, trace.candidate, texts), _LEGEND, "overlap")


def why(trace: Any) -> Prose:
    """How many units of the reference the candidate has."""
    place = trace.chosen[0]
    found, of = (trace.of_each(name)[place] for name in ("matches", "reference_total"))
    which = "the reference" if trace.number_of_references == 1 else f"reference {place + 1}"
    if not found:
        return Prose((f"No {trace.earns} of {which} is in the candidate.",))
    if of == 1:
        return Prose((f"The one {trace.earns} of {which} is in the candidate.",))
    count = f"{found:,} of the {of:,}" if found < of else f"All {of:,}"
    return Prose((f"{count} {trace.units} of {which} {'is' if found == 1 else 'are'} in the candidate.",))


def _states(trace: Any, place: int, text: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Credited: part of a unit that matches. Clipped: only of units that the other text has less often."""
    return occurrences.earned(_occurrences(trace, text), _overlaps(trace, place), text, [other])


def _of_several(states: Sequence[str]) -> str:
    """What a token earned with any of several references."""
    return "credited" if "credited" in states else max(states)


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


def pyramid(trace: Any) -> Pyramid:
    """The reference that counts for recall, with its n-grams as bricks: credited is what the candidate has, too."""
    place = trace.chosen[0]
    rows = [row for row in trace.counts if row.in_references[place]]
    order = bricks.count_order(
        trace.rules.n,
        [row.unit for row in rows],
        [row.in_references[place] for row in rows],
        [row.overlap(place) for row in rows],
        [(row.in_candidate,) for row in rows],
        "overlap",
    )
    text = bricks.name_texts(trace.references)[place]
    return bricks.build(text, [Text("candidate", Words(trace.candidate))], [order])
