"""How ROUGE-N, ROUGE-S and ROUGE-SU are told: a table of units, each matched as often as both texts have it."""

from collections.abc import Iterator

from mtexplain.counts import NGram
from mtexplain.display.parts import MOST_SHOWN, Prose, Words
from mtexplain.display.steps import Mark, Moment
from mtexplain.metrics.rouge.ngrams import Units
from mtexplain.metrics.shared.occurrences import Occurrences, Place, credited, ends, marked, times

Places = dict[NGram, list[Place]]
"""Where the words of each occurrence of a unit stand."""
Matching = tuple[Places, Places]
"""The occurrences that match: in the candidate, and in one reference."""


def unlisted(trace: Units) -> str:
    """What is said in the place of a table that would be too long."""
    return f"There are too many {trace.units} to list here. They are counted all the same."


def moments(trace: Units) -> Iterator[Moment]:
    """With each reference in turn, the count of each unit, then its overlap. Only the first row is told at length."""
    here = places(trace, trace.tokens[0]) if trace.is_listed else {}
    for place, reference in enumerate(trace.tokens[1:]):
        yield from _of_reference(trace, place, here, places(trace, reference) if trace.is_listed else {})


def _of_reference(trace: Units, place: int, mine: Places, theirs: Places) -> Iterator[Moment]:
    everything = Mark(0, tuple(range(len(trace.tokens[0]))))
    step = Units.matches.name_of_step((trace.each_i[place],))
    if not trace.is_listed:
        yield Moment(step, "units", Prose((unlisted(trace),)), (everything,))
        return
    n, which = (
        trace.number_of_units(trace.tokens[0]),
        "the reference" if len(trace.references) == 1 else f"reference {place + 1}",
    )
    there = Prose((f"The candidate has {n:,} {trace.units}. Those only {which} has get a row too.",))
    yield Moment(step, "units", there, (everything,), 0, trace.name_columns)
    matches = matching(trace, place)
    for row, count in enumerate(trace.listed(place)[:MOST_SHOWN]):
        unit, columns = count.unit, trace.name_columns + 1
        words, own = Words(unit), Mark(0, marked(mine.get(unit, ())))
        told = Prose((words, f" occurs {times(count.in_candidate)} in the candidate."))
        yield Moment(step, "count", told, (own,), row, columns, turning=not row)
        found = count.in_references[place]
        outcome = f"min({count.in_candidate}, {found}) = {count.overlap(place)}"
        marks = (
            own,
            Mark(place + 1, marked(theirs.get(unit, ()))),
            Mark(0, marked(matches[0].get(unit, ())), "credit"),
            Mark(place + 1, marked(matches[1].get(unit, ())), "credit"),
        )
        told = Prose((words, f" occurs {times(found)} in {which}: the overlap is {outcome}."))
        yield Moment(step, "overlap", told, marks, row, columns + 2, turning=not row)
    total = sum(count.overlap(place) for count in trace.counts)
    yield Moment(step, "matches", Prose((f"The overlaps add up to {total:,}.",)))


def _occurrences(trace: Units, text: tuple[str, ...]) -> Occurrences:
    """Every unit of a text, and where its words stand."""
    return zip(trace.units_of(text), trace.places_of(text), strict=True)


def places(trace: Units, text: tuple[str, ...]) -> Places:
    """Where each unit of a text stands."""
    found: Places = {}
    for unit, where in _occurrences(trace, text):
        found.setdefault(unit, []).append(where)
    return found


def matching(trace: Units, place: int) -> Matching:
    """Which occurrences match, in the candidate and in one reference: as many as both have."""
    overlaps = {row.unit: row.overlap(place) for row in trace.counts}
    mine, theirs = trace.tokens[0], trace.tokens[place + 1]
    return (
        credited(_occurrences(trace, mine), overlaps, lambda: ends(mine, [theirs])),
        credited(_occurrences(trace, theirs), overlaps, lambda: ends(theirs, [mine])),
    )
