"""NIST moment by moment: tokens, information, each n-gram's count, matches and gain, brevity, score."""

from collections.abc import Iterator

from mtexplain.display import plain
from mtexplain.display.formula import Over, number, shown
from mtexplain.display.moments import Mark, Moment
from mtexplain.display.parts import MOST_SHOWN, Prose, Words
from mtexplain.metrics.nist.recipe import NistScore, Order, Row, SegmentNist
from mtexplain.metrics.shared.occurrences import places, times
from mtexplain.metrics.shared.orders import order_name
from mtexplain.recipe.formulas import symbol


def of_segment(trace: SegmentNist) -> Iterator[Moment]:
    """Every moment, in order."""
    everything = Mark(0, tuple(range(len(trace.candidate))))
    references = tuple(Mark(place, tuple(range(len(text)))) for place, text in enumerate(trace.references, 1))
    told = f"The candidate is cut into {len(trace.candidate)} tokens. Only equal tokens match."
    yield Moment("tokens", "tokens", Prose((told,)), (everything,))
    told = f"Every n-gram of the references is counted, and their {trace.known.words} words."
    yield Moment("information", "information", Prose((told,)), references)
    for order in trace.orders:
        yield from _order(trace, order)
    length = plain.formula(number(trace.brevity.reference_length))
    told = f"{len(trace.candidate)} tokens, where the references have {length} on average: "
    penalty = (NistScore.bp.symbol, f" = {shown(trace.brevity.value)}.")
    yield Moment("brevity", "brevity", Prose((told, *penalty)), (everything, *references))
    total = shown(sum(float(order.mean) for order in trace.orders))
    score = (
        f"The gains add up to {total}, times ",
        NistScore.bp.symbol,
        ": ",
        NistScore.score.symbol,
        f" = {shown(trace.score)}.",
    )
    yield Moment("score", "score", Prose(score))


def _order(trace: SegmentNist, order: Order) -> Iterator[Moment]:
    step, several = f"s_{order.n}", order_name(order.n)
    rows = order.rows[:MOST_SHOWN]
    told = f"There are {order.total} {several}, a row for each different one." if rows else f"There are no {several}."
    everything = (Mark(0, tuple(range(len(trace.candidate)))),) if rows else ()
    yield Moment(step, "n-grams", Prose((told,)), everything, row=0, columns=1)
    for place, row in enumerate(rows):
        yield from _row(trace, step, place, row)
    told = f"{shown(float(order.gain))} bits over {order.total} {several}: "
    result = (symbol(NistScore, "s", str(order.n)), f" = {shown(float(order.mean))}.")
    nothing = ("0/0 adds nothing: ", *result)
    yield Moment(step, "sum", Prose((told, *result) if order.total else nothing))


def _row(trace: SegmentNist, step: str, place: int, row: Row) -> Iterator[Moment]:
    """The matches of an n-gram, and what they are worth."""
    words, references = Words(row.ngram), trace.references
    here = Mark(0, places(trace.candidate, row.ngram, row.count))
    found = [(number, count) for number, count in enumerate(row.reference_counts, 1) if count]
    there = tuple(Mark(number, places(references[number - 1], row.ngram, count)) for number, count in found)
    listed = ", ".join(f"{times(count)} in reference {number}" for number, count in found) or "in no reference"
    told = f" occurs {times(row.count)} in the candidate, {listed}: it matches {times(row.matches)}."
    yield Moment(step, "matches", Prose((words, told)), (here, *there), place, 3 + len(references))
    whole = 6 + len(references)
    if row.information is None:
        yield Moment(step, "gain", Prose((words, " gains nothing.")), (here,), place, whole)
        return
    odds = Over(str(row.beginning), str(row.times))
    bits = f" is {shown(float(row.information))} bits. {times(row.matches).capitalize()}, that gains "
    gain = Prose(("The binary logarithm of ", odds, bits, f"{shown(float(row.gain))}."))
    yield Moment(step, "gain", gain, (here, *there), place, whole)
