"""CIDEr moment by moment: tokens, rarity, penalty, then n-gram by n-gram and reference by reference, score."""

from collections.abc import Iterator

from mtexplain.display.formula import Chain, Formula, Symbol, shown
from mtexplain.display.moments import Mark, Moment
from mtexplain.display.parts import MOST_SHOWN, Prose, Words
from mtexplain.metrics.cider.order import MOST, Order, Row, so_many_images
from mtexplain.metrics.cider.recipe import SegmentCider
from mtexplain.metrics.cider.steps import average, result
from mtexplain.metrics.shared.occurrences import places, times
from mtexplain.metrics.shared.orders import order_name

Pieces = tuple[Words | Formula, ...]


def of_caption(trace: SegmentCider) -> Iterator[Moment]:
    """Every moment, in order."""
    everything = Mark(0, tuple(range(len(trace.candidate))))
    told = f"The candidate is cut into tokens: {len(trace.candidate)} of them. Only equal tokens match."
    yield Moment("tokens", "tokens", Prose((told,)), (everything,))
    images = so_many_images(trace.document_frequencies.documents)
    told = f"A word counts for more, the fewer of the {images} have it in a reference."
    yield Moment("idf", "rarity", Prose((told,)), (everything,))
    if trace.rules.is_defended:
        yield from _penalties(trace)
    for order, number in zip(trace.orders, trace.numbers, strict=True):
        yield from _order(trace, order, number)
    yield Moment("score", "score", Prose(_score(trace)))


def _penalties(trace: SegmentCider) -> Iterator[Moment]:
    """Every reference's length beside the candidate's."""
    for place, one in enumerate(trace.orders[0].penalties[:MOST_SHOWN]):
        marks = tuple(Mark(text, tuple(range(len(words)))) for text, words in
                      ((0, trace.candidate), (place + 1, trace.references[place])))  # fmt: skip
        apart = "as long as" if not one.difference else f"{abs(one.difference)} away from"
        told = f"The candidate is {apart} reference {place + 1}: the penalty is {shown(one.value)}."
        yield Moment("penalty", "penalty", Prose((told,)), marks, place, 4)


def _order(trace: SegmentCider, order: Order, number: Formula) -> Iterator[Moment]:
    symbol = Symbol(trace.rules.variant, str(order.n))
    step, name = f"CIDEr_{order.n}", order_name(order.n)
    found = [trace.row(ngram) for ngram in trace.ngrams(order.n)]
    mine = [row for row in found if row.count]
    yield Moment(step, "n-grams", Prose((_there(len(mine), len(found), name),)), row=0, columns=1)
    for place, row in enumerate(mine[:MOST_SHOWN]):
        yield from _row(trace, step, place, row)
    for place, cosine in enumerate(order.cosines):
        shared = [row.ngram for row in mine if row.weight and row.reference_weights[place]]
        marks = [Mark(text, _all(tokens, shared)) for text, tokens in
                 ((0, trace.candidate), (place + 1, trace.references[place]))]  # fmt: skip
        told = _told(trace, order, place, bool(cosine.candidate.norm and cosine.reference.norm))
        yield Moment(step, "cosine", Prose(told), tuple(marks))
    if len(order.cosines) > 1:
        yield Moment(step, "mean", Prose(("The mean over the references is ", symbol, " = ", number, ".")))


def _there(mine: int, all_of_them: int, name: str) -> str:
    if not mine:
        return f"The candidate has no {name}: it is too short."
    rest = f" and {all_of_them - mine} more in the references alone" if all_of_them > mine else ""
    return f"There are {mine} different {name} in the candidate{rest}: a row each."


def _row(trace: SegmentCider, step: str, place: int, row: Row) -> Iterator[Moment]:
    """The counts of an n-gram, how rare it is, its weights."""
    words, references = Words(row.ngram), trace.references
    here = Mark(0, places(trace.candidate, row.ngram, row.count))
    found = [(number, count) for number, count in enumerate(row.reference_counts, 1) if count]
    there = tuple(Mark(number, places(references[number - 1], row.ngram, count)) for number, count in found)
    listed = "".join(f", {times(count)} in reference {number}" for number, count in found) or ", in no reference"
    told: Pieces = (words, f" occurs {times(row.count)} in the candidate{listed}.")
    yield Moment(step, "counts", Prose(told), (here, *there), place, 2 + len(references))

    documents, df = trace.document_frequencies.documents, row.document_frequency
    idf = f"idf = log({documents}/{max(1, df)}) = {shown(row.idf)}."
    images = f"{df} of {so_many_images(documents)} {'has' if df == 1 else 'have'} "
    told = (images, words, f": {idf}") if df else ("No image has ", words, f": df = 0 is taken as 1, {idf}")
    yield Moment(step, "rarity", Prose(told), (here,), place, 4 + len(references))

    outcome = f"weighs {shown(row.weight)} in the candidate." if row.idf else "weighs nothing: all images have it."
    yield Moment(step, "weights", Prose((words, f" {outcome}")), (here, *there), place, 5 + 2 * len(references))


def _told(trace: SegmentCider, order: Order, place: int, weighs: bool) -> Pieces:
    value = result(order, place)
    if not weighs:
        return (f"The candidate or reference {place + 1} has no weight in this order: the cosine is taken for 0.",)
    if not order.cosines[place].dot:
        return (f"The candidate and reference {place + 1} share nothing: the cosine is 0.",)
    penalty = order.penalties[place]
    by = f", times the penalty {shown(penalty.value)}" if trace.rules.is_defended else ""
    products = f"the products of the weights, over the lengths of both vectors{by}, make "
    return (f"With reference {place + 1}: {products}", value, ".")


def _score(trace: SegmentCider) -> Pieces:
    mean = shown(average(trace))
    symbols = Chain(",", tuple(Symbol(trace.rules.variant, str(order.n)) for order in trace.orders[:MOST]))
    outcome = (trace.symbol, f" = {shown(trace.score)}.")
    if not trace.rules.tenfold:
        return ("The mean of ", symbols, ": ", *outcome)
    return ("The mean of ", symbols, f" is {mean}. Ten times that: ", *outcome)


def _all(tokens: tuple[str, ...], ngrams: list[tuple[str, ...]]) -> tuple[int, ...]:
    """Where any of the n-grams stands."""
    return tuple(sorted({place for ngram in ngrams for place in places(tokens, ngram, len(tokens))}))
