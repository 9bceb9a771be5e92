"""BLEU moment by moment: tokens, n-grams, counts, maximum, clipping, precision, brevity, score."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mtexplain.counts import NGram, ngrams
from mtexplain.display.formula import Symbol, ratio, shown
from mtexplain.display.moments import Mark, Moment
from mtexplain.display.parts import MOST_SHOWN, Prose, Words
from mtexplain.metrics.bleu import formulas, pictures

if TYPE_CHECKING:
    from mtexplain.metrics.bleu.maths import Count, Precision
    from mtexplain.metrics.bleu.traces import Bleu

_TIMES = {0: "not at all", 1: "once", 2: "twice"}


def of_segment(trace: "Bleu") -> Iterator[Moment]:
    """Every moment, in order."""
    c, r = trace.brevity.candidate_length, trace.brevity.reference_length
    everything = tuple(range(len(trace.candidate)))
    told = f"The candidate is cut into tokens: c = {c}. Only equal tokens match."
    yield Moment("tokens", "tokens", Prose((told,)), (Mark(0, everything),))
    for order in trace.precisions:
        yield from _order(trace, order)
    chosen = trace.brevity.reference_lengths.index(r)
    marks = (Mark(0, everything), Mark(chosen + 1, tuple(range(r))))
    lengths = f"c = {c}, and the closest reference length is r = {r}. "
    penalty = ("As c is not below r, nothing is taken off: ", Symbol("BP"), " = 1.")
    if c < r:
        penalty = ("As c is below r, the score is multiplied by ", Symbol("BP"), f" = {shown(trace.brevity.value)}.")
    yield Moment("brevity", "brevity", Prose((lengths, *penalty)), marks)
    product = f"{pictures.mean_name(trace)} of the precisions, {shown(trace.mean)}, times "
    result = (Symbol("BP"), f" {shown(trace.brevity.value)}: ", Symbol("BLEU"), f" = {shown(trace.score)}.")
    yield Moment("score", "score", Prose((f"The {product}", *result)))


def _order(trace: "Bleu", order: "Precision") -> Iterator[Moment]:
    step, name = f"p_{order.n}", pictures.order_name(order.n)
    rows = order.counts[:MOST_SHOWN]
    there = f"There are {order.total} {name}, {len(order.counts)} of them different: a row each."
    if not order.total:
        there = f"There are no {name}: the candidate is too short."
    everything = tuple(range(len(trace.candidate)))
    yield Moment(step, "n-grams", Prose((there,)), (Mark(0, everything),) if rows else (), row=0, columns=1)
    for place, row in enumerate(rows):
        yield from _row(trace, step, place, row)
    told = (f"The clipped counts add up to {order.matches}, the counts to {order.total}: ", formulas.p(order.n))
    yield Moment(step, "precision", Prose((*told, " = ", ratio(order.matches, order.total), ".")))


def _row(trace: "Bleu", step: str, place: int, row: "Count") -> Iterator[Moment]:
    """The count of an n-gram, its maximum, its clipped count."""
    words, references = Words(row.ngram), trace.references
    here = Mark(0, _places(trace.candidate, row.ngram, row.count))
    yield Moment(step, "count", Prose((words, f" occurs {_times(row.count)} in the candidate.")), (here,), place, 2)

    found = [(number, count) for number, count in enumerate(row.reference_counts, 1) if count]
    listed = ", ".join(f"{_times(count)} in reference {number}" for number, count in found)
    most = row.max_reference_count
    told = f" occurs {listed}: the maximum is {most}." if found else " is in no reference: the maximum is 0."
    there = tuple(Mark(number, _places(references[number - 1], row.ngram, count)) for number, count in found)
    yield Moment(step, "maximum", Prose((words, told)), (here, *there), place, 3 + len(references))

    earns = f"min({row.count}, {most}) = {row.clipped}: "
    marks: tuple[Mark, ...] = (here,)
    outcome = "no credit."
    if row.clipped:
        credited = Mark(0, _places(trace.candidate, row.ngram, row.clipped), "credit")
        first = row.credited_references[0]
        source = Mark(first + 1, _places(references[first], row.ngram, row.clipped), "credit")
        marks = (here, credited, source)
        outcome = "credit for all." if row.clipped == row.count else _SOME.format(row.clipped)
    yield Moment(step, "clipping", Prose((earns, words, " earns ", outcome)), marks, place, 5 + len(references))


_SOME = "credit {} times, whichever. The first are marked: a convention, for clipping counts and doesn't point."


def _places(tokens: Sequence[str], ngram: NGram, most: int) -> tuple[int, ...]:
    """Where the first occurrences of an n-gram stand, token by token."""
    starts = [start for start, found in enumerate(ngrams(tokens, len(ngram))) if found == ngram][:most]
    return tuple(dict.fromkeys(start + offset for start in starts for offset in range(len(ngram))))


def _times(number: int) -> str:
    return _TIMES.get(number, f"{number} times")
