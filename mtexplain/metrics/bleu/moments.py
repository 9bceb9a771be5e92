"""The moments of BLEU in the stepper, from tokens, counts and clipping to the penalty, the root and the score."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, islice

from mtexplain.counts import NGram
from mtexplain.display import plain
from mtexplain.display.formula import Chain, Symbol, number, ratio, shown
from mtexplain.display.parts import MOST_SHOWN, Pieces, Prose, Words
from mtexplain.display.steps import Mark, Moment
from mtexplain.metrics.bleu import charts, smoothing
from mtexplain.metrics.bleu.records import Count, Precision
from mtexplain.metrics.bleu.trace import Bleu
from mtexplain.metrics.shared import filling, scores
from mtexplain.metrics.shared.occurrences import Place, marked, so_many, times
from mtexplain.metrics.shared.orders import one_name, order_name
from mtexplain.rules import PAPER

_BP, _BLEU = Symbol("BP"), Symbol("BLEU")
_WHICH = {
    "closest": "The closest reference length",
    "first closest": "The closest reference length (in a tie, the first listed)",
    "shortest": "The shortest reference length",
    "average": "The average reference length",
}
_FATES = {
    "match": ("matches", "match"),
    "clip": ("is clipped", "are clipped"),
    "miss": ("matches nothing", "match nothing"),
}
"""The possible results for rows of a table, in the singular and in the plural."""


@scores.moments.register
def of_segment(trace: Bleu) -> Iterator[Moment]:
    """Every moment, in order."""
    everything = Mark(0, tuple(range(len(trace.candidate))))
    sentence = f"The candidate is cut into {so_many(len(trace.candidate), 'token')}. Only identical tokens match."
    yield Moment("tokens", "tokens", Prose((sentence,)), (everything,))
    stops, marks_of = _stops(trace), filling.marks(trace.texts)
    for order in trace.precisions:
        yield from _order(trace, order, [index for n, index in stops if n == order.n], marks_of)
    yield from _smoothing(trace)
    chosen = trace.brevity.chosen if trace.rules.reference_length != "average" else None
    marks = (everything, *(() if chosen is None else (Mark(chosen + 1, tuple(range(int(trace.r)))),)))
    yield Moment("brevity", "lengths", Prose((_lengths(trace),)), marks, row=len(trace.references))
    yield Moment("brevity", "penalty", Prose(_penalty(trace)))
    yield Moment("score", "root", Prose(_root(trace)), row=0)
    cut = ", capped at 1." if trace.uncapped > 1 else "."
    bp, score = shown(trace.brevity.value), shown(float(trace.score))
    product = ("Multiplied by ", _BP, f" = {bp}, this gives ", _BLEU, f" = {score}{cut}")
    yield Moment("score", "score", Prose(product))


def _stops(trace: Bleu) -> list[tuple[int, int]]:
    """The n-grams at which a teacher stops, which are the first clipped n-gram and the first without a match.

    Each is given by its order and its index in that order.
    """
    rows = [(order.n, index, row) for order in trace.precisions for index, row in enumerate(order.counts[:MOST_SHOWN])]
    clipped = ((n, index) for n, index, row in rows if 0 < row.clipped < row.count)
    unmatched = ((n, index) for n, index, row in rows if not row.clipped)
    return [*islice(clipped, 1), *islice(unmatched, 1)]


def _lengths(trace: Bleu) -> str:
    """The two lengths that are compared."""
    c, r = len(trace.candidate), plain.formula(number(Fraction(trace.brevity.reference_length)))
    if len(trace.references) == 1:
        return f"The candidate has {so_many(c, 'word')} and the reference has {r}, so c = {c} and r = {r}."
    which = _WHICH[trace.rules.reference_length]
    return f"The candidate has {so_many(c, 'word')}, so c = {c}. {which} is r = {r}."


def _penalty(trace: Bleu) -> Pieces:
    if trace.is_penalty_zero:
        return ("By these rules ", _BP, " = 0 if r is 0.")
    if not trace.c:
        return ("The candidate is empty, so ", _BP, " = 0.")
    if trace.c < trace.r:
        return ("The candidate is too short, so the score is multiplied by ", _BP, f" = {shown(trace.brevity.value)}.")
    return ("The candidate is long enough, so there is no penalty and ", _BP, " = 1.")


def _root(trace: Bleu) -> Pieces:
    """A sentence about the mean of the precisions that are multiplied."""
    mean = shown(float(trace.mean))
    if len(trace.factors) == 1:
        return ("Only ", trace.factors[0].symbol, f" = {mean} counts.")
    if len({factor.weight for factor in trace.factors}) > 1:
        return (f"The weighted geometric mean of the precisions is {mean}.",)
    product = Chain("*", tuple(factor.short for factor in trace.factors))
    return (f"The {charts.mean_name(trace)} of ", product, f" is {mean}.")


def _smoothing(trace: Bleu) -> Iterator[Moment]:
    """A moment for the smoothing and for each order, if the rules may change a precision."""
    if not trace.rules.may_change_precisions:
        return
    yield Moment("smoothing", "smoothing", Prose((smoothing.describe(trace.rules),)), row=0, columns=1)
    for index, order in enumerate(trace.precisions):
        factor = next((factor for factor in trace.factors if factor.n == order.n), None)
        counted: Pieces = (Symbol("p", str(order.n)), " = ", ratio(order.matches, order.total))
        if factor is None:
            sentence: Pieces = (*counted, " is left out.")
        elif factor.is_raw:
            sentence = (*counted, " stays as it is." if order.total else " counts as 0.")
        else:
            sentence = (*counted, " becomes ", factor.symbol, " = ", factor.short, ".")
        is_rote = factor is not None and factor.is_raw and order is not trace.precisions[-1]
        yield Moment("smoothing", order_name(order.n), Prose(sentence), (), index, 4, turning=not is_rote)


def _undefined(trace: Bleu, n: int) -> Pieces:
    """A sentence about what these rules do with 0/0."""
    factor = next((factor for factor in trace.factors if factor.n == n), None)
    if factor is None:
        return (" It is left out.",)
    if factor.value is None:
        return (" Our strict rule counts it as 0." if trace.rules == PAPER else " These rules count it as 0.",)
    return (" By these rules it becomes ", factor.symbol, " = ", factor.short, ".")


def _order(trace: Bleu, order: Precision, stops: Collection[int], marks: filling.Marks) -> Iterator[Moment]:
    """The moments of an order, row by row, with a summary of each run of rows at which a teacher doesn't stop."""
    step = f"p_{order.n}"
    is_later_empty = not order.total and order.n > len(trace.candidate) + 1
    sentence = _introduce(order, order_name(order.n))
    if not trace.rules.weight(order.n):
        sentence += " With weight 0 this order does not affect the score."
    yield Moment(step, "n-grams", Prose((sentence,)), row=0, columns=1, turning=not is_later_empty)
    credited = _credited(trace, order.n)
    for _, run in groupby(range(len(order.counts)), lambda index: index if index in stops else None):
        first, *others = run
        for index in (first, *others):
            if index < MOST_SHOWN:
                row = order.counts[index]
                there = marks(step, row.ngram)
                yield from _row(step, index, row, there, credited.get(row.ngram, []), index in stops, not others)
        if others:
            sentence = _run(order, first, others[-1] + 1)
            yield Moment(step, "rows", Prose((sentence,)), row=min(others[-1] + 1, MOST_SHOWN), columns=1)
    yield Moment(step, "precision", Prose(_precision(trace, order)))


def _introduce(order: Precision, name: str) -> str:
    """A sentence about the number of n-grams of an order, and how many of them are distinct."""
    if not order.total:
        return f"There are no {name}, because the candidate is too short."
    if order.total == 1:
        return f"There is a single {one_name(order.n)}, so the table has 1 row."
    rows = len(order.counts)
    different = "all distinct" if rows == order.total else "all the same" if rows == 1 else f"{rows} of them distinct"
    return f"There are {order.total} {name}, {different}, so the table has {so_many(rows, 'row')}."


def _run(order: Precision, first: int, end: int) -> str:
    """A sentence about several rows of an order at once."""
    rows, is_last = order.counts[first:end], end == len(order.counts)
    which = ("other " if first else "") if is_last else "next " if first else "first "
    name = f"{which}{len(rows)} {order_name(order.n)}"
    fates = Counter("match" if row.clipped == row.count else "clip" if row.clipped else "miss" for row in rows)
    if len(fates) > 1:
        *texts, last = [f"{fates[fate]} {words[fates[fate] > 1]}" for fate, words in _FATES.items() if fates[fate]]
        return f"Of the {name}, {', '.join(texts)} and {last}."
    often = " once each" if "match" in fates and all(row.count == 1 for row in rows) else ""
    who = f"The {name}" if which else f"Both {order_name(order.n)}" if len(rows) == 2 else f"All {name}"
    return f"{who} {_FATES[next(iter(fates))][1]}{often}."


def _precision(trace: Bleu, order: Precision) -> Pieces:
    p_n = (Symbol("p", str(order.n)), " = ", ratio(order.matches, order.total))
    if not order.total:
        return ("There are none, so ", *p_n, ", which the paper does not define.", *_undefined(trace, order.n))
    so_many_earn = f"{order.matches} of" if order.matches else "None of the"
    earn = "earn" if order.matches > 1 else "earns"
    sentence = f"{so_many_earn} {order.total} {order_name(order.n)} {earn} credit, so "
    if order.total == 1:
        sentence = f"The only {one_name(order.n)} earns {'credit' if order.matches else 'no credit'}, so "
    return (sentence, *p_n, ".")


def _credited(trace: Bleu, n: int) -> dict[NGram, list[Place]]:
    """The positions of the occurrences that earn credit, as in the picture."""
    by_ngram: dict[NGram, list[Place]] = {}
    for brick in trace.picture.rows[n - 1].bricks:
        if brick.state == "credited":
            positions = tuple(range(brick.start, brick.stop))
            by_ngram.setdefault(trace.candidate[brick.start : brick.stop], []).append(positions)
    return by_ngram


def _row(
    step: str, index: int, row: Count, there: Sequence[Mark], credited: list[Place], is_stop: bool, is_alone: bool
) -> Iterator[Moment]:
    """Moments for the count, maximum and clipped count of an n-gram. `is_stop` is True for a row worth a stop."""
    words, whole, is_told = Words(row.ngram), 5 + len(row.reference_counts), is_stop and row.clipped > 0
    here, *others = there
    sentence: Pieces = ("The candidate has ", words, f" {times(row.count)}.")
    yield Moment(step, "count", Prose(sentence), (here,), index, 2, turning=is_told)

    yield Moment(step, "maximum", _maximum(row), (here, *others), index, whole - 2, turning=is_told)

    marks = [here]
    if row.clipped:
        giver = next(mark for mark in others if mark.text == row.credited_references[0] + 1)
        marks += [Mark(0, marked(credited), "credit"), giver]
    yield Moment(step, "clipping", _clipping(row), tuple(marks), index, whole, turning=is_told or is_alone)


def _maximum(row: Count) -> Prose:
    """A sentence about the count in each reference, and the maximum."""
    is_only = len(row.reference_counts) == 1
    if not row.clipped:
        return Prose(("The reference does not have " if is_only else "No reference has ", Words(row.ngram), "."))
    counts = [(number, times(count)) for number, count in enumerate(row.reference_counts, 1) if count]
    (first, often), *others = counts
    rest = "".join(f", reference {number} {often}" for number, often in others)
    who = "The reference" if is_only else f"Reference {first}"
    may = f" {often}{rest}, so it may count {times(row.max_reference_count)}."
    return Prose((f"{who} has ", Words(row.ngram), may))


def _clipping(row: Count) -> Prose:
    """A sentence about the occurrences that earn credit."""
    is_only = len(row.reference_counts) == 1
    sentence = f" earns credit {times(row.count)}."
    if not row.clipped:
        why = "the reference does not have it" if is_only else "no reference has it"
        sentence = f" earns no credit, because {why}."
    elif row.clipped < row.count:
        earn = "occurrences earns" if row.clipped == 1 else "occurrences earn"
        most = f" counts only as often as it occurs in {'the' if is_only else 'a single'} reference, so "
        sentence = f"{most}{row.clipped} of its {row.count} {earn} credit."
    return Prose((Words(row.ngram), sentence))
