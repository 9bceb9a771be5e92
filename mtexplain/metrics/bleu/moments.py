"""BLEU moment by moment: tokens, n-grams, counts, maximum, clipping, precision, brevity, score."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from mtexplain.counts import NGram
from mtexplain.display import plain
from mtexplain.display.formula import Chain, Formula, Symbol, number, ratio, shown
from mtexplain.display.parts import MOST_SHOWN, Prose, Words
from mtexplain.display.steps import Mark, Moment
from mtexplain.metrics.bleu import charts, smoothing
from mtexplain.metrics.bleu.maths import Count, Precision
from mtexplain.metrics.shared.occurrences import Place, credited, marked, occurrences, places, times
from mtexplain.metrics.shared.orders import one_name, order_name
from mtexplain.rules import PAPER

Pieces = tuple[Words | Formula, ...]
Earning = list[dict[NGram, list[Place]]]
"""The occurrences of each n-gram that earn its credit: in the candidate, then in each reference."""
_BP, _BLEU = Symbol("BP"), Symbol("BLEU")
_WHICH = {
    "closest": "the closest reference length",
    "first closest": "the closest reference length, the first of two,",
    "shortest": "the shortest reference length",
    "average": "the average reference length",
}


def of_segment(trace: Any) -> Iterator[Moment]:
    """Every moment, in order."""
    c, r = trace.brevity.candidate_length, trace.brevity.reference_length
    everything = tuple(range(len(trace.candidate)))
    told = f"The candidate is cut into tokens: c = {c}. Only equal tokens match."
    yield Moment("tokens", "tokens", Prose((told,)), (Mark(0, everything),))
    for order in trace.precisions:
        yield from _order(trace, order)
    yield from _smoothing(trace)
    chosen = trace.brevity.chosen if trace.rules.reference_length != "average" else None
    marks = (Mark(0, everything), *(() if chosen is None else (Mark(chosen + 1, tuple(range(int(r)))),)))
    which = _WHICH[trace.rules.reference_length]
    lengths = f"c = {c}, and {which} is r = {plain.formula(number(Fraction(r)))}. "
    penalty: Pieces = ("As c is not below r, nothing is taken off: ", _BP, " = 1.")
    if trace.is_void:
        penalty = ("By these rules ", _BP, " = 0 where r is 0.")
    if c < r:
        penalty = ("As c is below r, the score is multiplied by ", _BP, f" = {shown(trace.brevity.value)}.")
    yield Moment("brevity", "brevity", Prose((lengths, *penalty)), marks)
    yield Moment("score", "score", Prose(_score(trace)))


def _smoothing(trace: Any) -> Iterator[Moment]:
    """What is multiplied in place of what was counted, order by order, where the trace has a step for that."""
    if not trace.may_change_precisions:
        return
    yield Moment("smoothing", "smoothing", Prose((smoothing.describe(trace.rules),)), row=0, columns=1)
    for place, order in enumerate(trace.precisions):
        factor = next((one for one in trace.factors if one.n == order.n), None)
        counted: Pieces = (Symbol("p", str(order.n)), " = ", ratio(order.matches, order.total))
        if factor is None:
            told: Pieces = (*counted, " takes no part.")
        elif factor.is_raw:
            told = (*counted, " stays as it was counted.")
        else:
            told = (*counted, " becomes ", factor.symbol, " = ", factor.short, ".")
        yield Moment("smoothing", order_name(order.n), Prose(told), (), place, 4)


def _undefined(trace: Any, n: int) -> Pieces:
    """What the rules make of 0/0."""
    factor = next((one for one in trace.factors if one.n == n), None)
    if factor is None:
        return (" It takes no part.",)
    if factor.value is None:
        return (" Our strict rule counts it as 0." if trace.rules == PAPER else " These rules count it as 0.",)
    return (" By these rules it becomes ", factor.symbol, " = ", factor.short, ".")


def _score(trace: Any) -> Pieces:
    cut = ", cut at 1." if trace.uncut > 1 else "."
    mean = shown(trace.mean)
    result = (_BP, f" = {shown(trace.brevity.value)}: ", _BLEU, f" = {shown(trace.score)}{cut}")
    if len(trace.factors) == 1:
        return ("Only ", trace.factors[0].symbol, f" = {mean} takes part. It is multiplied by ", *result)
    if len({factor.weight for factor in trace.factors}) > 1:
        return (f"The weighted geometric mean of the precisions is {mean}. It is multiplied by ", *result)
    product = Chain("*", tuple(factor.symbol for factor in trace.factors))
    return (f"The {charts.mean_name(trace)} of ", product, f" is {mean}. It is multiplied by ", *result)


def _order(trace: Any, order: Precision) -> Iterator[Moment]:
    step, name = f"p_{order.n}", order_name(order.n)
    rows = order.counts[:MOST_SHOWN]
    told = _introduce(order, name)
    if not trace.rules.weight(order.n):
        told += " With weight 0 they take no part in the score."
    everything = tuple(range(len(trace.candidate)))
    yield Moment(step, "n-grams", Prose((told,)), (Mark(0, everything),) if rows else (), row=0, columns=1)
    earning = _earning(trace, order)
    for place, row in enumerate(rows):
        yield from _row(trace, step, place, row, earning)
    p_n = (Symbol("p", str(order.n)), " = ", ratio(order.matches, order.total))
    sums: Pieces = (f"The clipped counts add up to {order.matches}, the counts to {order.total}: ", *p_n, ".")
    if not order.total:
        sums = ("Nothing to count: ", *p_n, ", which the paper does not define.", *_undefined(trace, order.n))
    yield Moment(step, "precision", Prose(sums))


def _introduce(order: Precision, name: str) -> str:
    """How many n-grams of an order there are, and how many of them are different."""
    if not order.total:
        return f"There are no {name}: the candidate is too short."
    if order.total == 1:
        return f"There is one {one_name(order.n)}: a row of its own."
    different = "all" if len(order.counts) == order.total else f"{len(order.counts)} of them"
    return f"There are {order.total} {name}, {different} different: a row each."


def _earning(trace: Any, order: Precision) -> Earning:
    credits = {row.ngram: row.clipped for row in order.counts}
    texts = [(trace.candidate, trace.references), *((one, (trace.candidate,)) for one in trace.references)]
    return [credited(occurrences(tokens, order.n), credits, tokens, others) for tokens, others in texts]


def _row(trace: Any, step: str, place: int, row: Count, earning: Earning) -> Iterator[Moment]:
    """The count of an n-gram, its maximum, its clipped count."""
    words, references = Words(row.ngram), trace.references
    here = Mark(0, places(trace.candidate, row.ngram, row.count))
    yield Moment(step, "count", Prose((words, f" occurs {times(row.count)} in the candidate.")), (here,), place, 2)

    whole = 5 + len(references)
    found = [(number, count) for number, count in enumerate(row.reference_counts, 1) if count]
    listed = ", ".join(f"{times(count)} in reference {number}" for number, count in found)
    most = row.max_reference_count
    told = f" occurs {listed}: the maximum is {most}." if found else " is in no reference: the maximum is 0."
    there = tuple(Mark(number, places(references[number - 1], row.ngram, count)) for number, count in found)
    yield Moment(step, "maximum", Prose((words, told)), (here, *there), place, 3 + len(references))

    credit, outcome = row.clipped, f"min({row.count}, {most}) = {row.clipped}"
    if not credit:
        yield Moment(step, "clipping", Prose((outcome, ": ", words, " earns no credit.")), (here,), place, whole)
        return
    first = row.credited_references[0] + 1
    marks = (
        here,
        Mark(0, marked(earning[0][row.ngram]), "credit"),
        Mark(first, marked(earning[first][row.ngram]), "credit"),
    )
    earns = (outcome, ": ", words, f" earns credit {times(credit)}.")
    yield Moment(step, "clipping", Prose(earns), marks, place, whole)
