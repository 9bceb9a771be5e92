"""How ROUGE-N, ROUGE-S and ROUGE-SU are told: a table of units, each matched as often as both texts have it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtexplain.counts import NGram
from mtexplain.display.formula import Call, Chain, Formula, SumOver, Symbol, summed
from mtexplain.display.moments import Mark, Moment
from mtexplain.display.parts import MOST_SHOWN, Equation, Prose, Words
from mtexplain.display.trace import Step
from mtexplain.metrics.rouge import tables
from mtexplain.metrics.shared import occurrences
from mtexplain.metrics.shared.occurrences import Occurrences, Place, credited, marked

if TYPE_CHECKING:
    from mtexplain.metrics.rouge.counted import Count, RougeCounted

_WHY = "A unit matches as often as both texts have it, and no more: repeating a good word does not pay."
_WHERE = "g runs over the rows of the table; rows that add nothing are left out"
_FEW = 4  # references for which the sum is written out
_TIMES = {0: "not at all", 1: "once", 2: "twice"}

Places = dict[NGram, list[Place]]
"""Where the words of each occurrence of a unit stand."""
Matching = tuple[Places, Places]
"""The occurrences that match: in the candidate, and in one reference."""


def steps(trace: "RougeCounted") -> Iterator[Step]:
    """One step: the table, and the sum of the overlaps with each reference."""
    outcomes = [Chain("=", (name, str(one.matches))) for name, one in zip(names(trace), trace.overlaps, strict=True)]
    outcome: Formula = outcomes[0] if len(outcomes) == 1 else Chain(",", tuple(outcomes))
    listed = tables.overlap(trace) if trace.is_listed else Prose((_unlisted(trace),))
    summary = f"{trace.overlaps[0].candidate_total:,} in the candidate"
    yield Step("overlap", trace.units.capitalize(), summary, outcome, _WHY, trace.source, (listed, *_sums(trace)))


def names(trace: "RougeCounted") -> list[Symbol]:
    """What the matches with each reference are called: matches_1, matches_2; matches alone where there is one."""
    if len(trace.references) == 1:
        return [Symbol("matches")]
    return [Symbol("matches", str(place)) for place in range(1, len(trace.references) + 1)]


def _sums(trace: "RougeCounted") -> Iterator[Equation]:
    """The matches with each reference, as the sum of a column."""
    for place, name in enumerate(names(trace)[:_FEW]):
        total = str(trace.overlaps[place].matches)
        column = SumOver("g", Call(Symbol("overlap", name.below), "g"))
        overlaps = [found for row in trace.counts if (found := row.overlap(place))] if trace.is_listed else ()
        yield Equation(Chain("=", (name, column)), summed(overlaps) if trace.is_listed else total, total, _WHERE)


def _unlisted(trace: "RougeCounted") -> str:
    return f"The {trace.units} are too many to be listed here. They are counted all the same."


def moments(trace: "RougeCounted") -> Iterator[Moment]:
    """The count of each unit, then its overlap with each reference."""
    everything = tuple(range(len(trace.candidate)))
    n = trace.overlaps[0].candidate_total
    there = Prose((f"The candidate has {n:,} {trace.units}. What only a reference has gets a row too.",))
    if not trace.is_listed:
        yield Moment("overlap", "units", Prose((_unlisted(trace),)), (Mark(0, everything),))
        return
    yield Moment("overlap", "units", there, (Mark(0, everything),), 0, trace.name_columns)
    texts = [_places(trace, text) for text in (trace.candidate, *trace.references)]
    matching = [_matching(trace, place) for place in range(len(trace.references))]
    for row, count in enumerate(trace.counts[:MOST_SHOWN]):
        yield from _row(trace, row, count, texts, matching)
    sums = ", ".join(f"{one.matches:,}" for one in trace.overlaps)
    yield Moment("overlap", "matches", Prose((f"The overlaps add up to {sums}.",)))


def _row(
    trace: "RougeCounted", row: int, count: "Count", texts: list[Places], matching: list[Matching]
) -> Iterator[Moment]:
    """How often the candidate has a unit, how often each reference, and what of that matches."""
    unit, columns = count.unit, trace.name_columns + 1
    words = Words(unit)
    here = Mark(0, marked(texts[0].get(unit, ())))
    told = Prose((words, f" occurs {_times(count.in_candidate)} in the candidate."))
    yield Moment("overlap", "count", told, (here,), row, columns)
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
        told = Prose((words, f" occurs {_times(found)} in {text}: the overlap is {outcome}."))
        yield Moment("overlap", "overlap", told, marks, row, columns + 2 * place)


def _occurrences(trace: "RougeCounted", text: tuple[str, ...]) -> Occurrences:
    """Every unit of a text, and where its words stand."""
    return zip(trace.units_of(text), trace.places_of(text), strict=True)


def _places(trace: "RougeCounted", text: tuple[str, ...]) -> Places:
    places: Places = {}
    for unit, where in _occurrences(trace, text):
        places.setdefault(unit, []).append(where)
    return places


def _overlaps(trace: "RougeCounted", place: int) -> dict[NGram, int]:
    """How often each unit matches in one reference."""
    return {row.unit: row.overlap(place) for row in trace.counts}


def _matching(trace: "RougeCounted", place: int) -> Matching:
    overlaps, mine, theirs = _overlaps(trace, place), trace.candidate, trace.references[place]
    return (
        credited(_occurrences(trace, mine), overlaps, mine, [theirs]),
        credited(_occurrences(trace, theirs), overlaps, theirs, [mine]),
    )


def _times(number: int) -> str:
    return _TIMES.get(number, f"{number} times")


def earned(trace: "RougeCounted") -> list[tuple[str, ...]]:
    """The states of the tokens of every text: each reference is matched by itself."""
    texts = (trace.candidate, *trace.references)
    if not trace.is_listed:
        return [("",) * len(text) for text in texts]
    mine, theirs = [], []
    for place, reference in enumerate(trace.references):
        if place in trace.together.chosen:
            mine.append(_states(trace, place, trace.candidate, reference))
        states = _states(trace, place, reference, trace.candidate)
        theirs.append(tuple("matched" if state == "credited" else "" for state in states))
    return [_joined(mine), *theirs]


def _states(trace: "RougeCounted", place: int, text: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Credited: part of a unit that matches. Clipped: only of units that the other text has less often."""
    return occurrences.earned(_occurrences(trace, text), _overlaps(trace, place), text, [other])


def _joined(several: list[tuple[str, ...]]) -> tuple[str, ...]:
    """What a token earned with any of several references."""
    found = zip(*several, strict=True)
    return tuple("credited" if "credited" in states else max(states) for states in found)
