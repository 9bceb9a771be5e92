"""A CIDEr moment by moment: the tokens, every n-gram's rarity and weights in turn, each cosine, and the score."""

from collections.abc import Iterator
from typing import Any

from mtexplain.display.formula import Chain, Symbol, shown
from mtexplain.display.parts import MOST_SHOWN, Pieces, Prose, Words
from mtexplain.display.steps import Mark, Moment
from mtexplain.metrics.cider.cosine import Order, Row
from mtexplain.metrics.cider.views import similarity_value
from mtexplain.metrics.shared.occurrences import places, so_many, times
from mtexplain.metrics.shared.orders import order_name
from mtexplain.recipe.symbols import MOST_NUMBERS


def of_caption(trace: Any) -> Iterator[Moment]:
    """Every moment, in order."""
    everything = Mark(0, tuple(range(len(trace.candidate))))
    told = f"The candidate is cut into {so_many(len(trace.candidate), 'token')}. Only identical tokens match."
    yield Moment("tokens", "tokens", Prose((told,)), (everything,))
    images = so_many(trace.documents, "image")
    told = f"The fewer of the {images} have a word in a reference, the more it counts."
    yield Moment("idf", "rarity", Prose((told,)), (everything,))
    if trace.rules.is_cider_d:
        yield from _lengths(trace)
    for order in trace.orders:
        yield from _order(trace, order)
    yield Moment("score", "score", Prose(_describe_score(trace)))


def _lengths(trace: Any) -> Iterator[Moment]:
    """Every reference's length beside the candidate's."""
    for place, one in enumerate(trace.orders[0].penalties[:MOST_SHOWN]):
        marks = tuple(Mark(text, tuple(range(len(words)))) for text, words in
                      ((0, trace.candidate), (place + 1, trace.references[place])))  # fmt: skip
        told = f"The lengths of the candidate and reference {place + 1} differ by {abs(one.difference)}: "
        told += f"the penalty is {shown(one.value)}."
        yield Moment("penalty", "penalty", Prose((told,)), marks, place, 4)


def _order(trace: Any, order: Order) -> Iterator[Moment]:
    symbol, value = Symbol(trace.rules.variant, str(order.n)), trace.numbers[order.n - 1]
    step, name = f"CIDEr_{order.n}", order_name(order.n)
    found = [trace.row(ngram) for ngram in trace.ngrams(order.n)]
    mine = [row for row in found if row.count]
    yield Moment(step, "n-grams", Prose((_describe_rows(len(mine), len(found), name),)), row=0, columns=1)
    for place, row in enumerate(mine[:MOST_SHOWN]):
        for moment in _ngram(trace, step, place, row):
            yield moment._replace(turning=order.n == 1 and not place)  # the first row is told, the others are rote
    for place, cosine in enumerate(order.cosines):
        shared = [row.ngram for row in mine if row.weight and row.reference_weights[place]]
        marks = [Mark(text, _find_all(tokens, shared)) for text, tokens in
                 ((0, trace.candidate), (place + 1, trace.references[place]))]  # fmt: skip
        told = _describe_cosine(trace, order, place, bool(cosine.candidate.norm and cosine.reference.norm))
        yield Moment(step, "cosine", Prose(told), tuple(marks))
    if len(order.cosines) > 1:
        yield Moment(step, "mean", Prose(("The mean over the references is ", symbol, " = ", value, ".")))


def _describe_rows(mine: int, all_of_them: int, name: str) -> str:
    if not mine:
        return f"The candidate has no {name}: it is too short."
    rest = f", and the references have {all_of_them - mine} more" if all_of_them > mine else ""
    return f"The candidate has {so_many(mine, f'different {name}'.removesuffix('s'))}{rest}: a row each."


def _ngram(trace: Any, step: str, place: int, row: Row) -> Iterator[Moment]:
    """The counts of an n-gram, how rare it is, its weights."""
    words, references = Words(row.ngram), trace.references
    here = Mark(0, places(trace.candidate, row.ngram, row.count))
    found = [(number, count) for number, count in enumerate(row.reference_counts, 1) if count]
    there = tuple(Mark(number, places(references[number - 1], row.ngram, count)) for number, count in found)
    listed = "".join(f", {times(count)} in reference {number}" for number, count in found) or ", in no reference"
    told: Pieces = (words, f" occurs {times(row.count)} in the candidate{listed}.")
    yield Moment(step, "counts", Prose(told), (here, *there), place, 2 + len(references))

    documents, df = trace.documents, row.document_frequency
    idf = f"idf = log({documents}/{max(1, df)}) = {shown(row.idf)}."
    images = f"{df} of {so_many(documents, 'image')} {'has' if df == 1 else 'have'} "
    told = (images, words, f": {idf}") if df else ("No image has ", words, f": df = 0 counts as 1, {idf}")
    yield Moment(step, "rarity", Prose(told), (here,), place, 4 + len(references))

    outcome = f"weighs {shown(row.weight)} in the candidate." if row.idf else "weighs nothing: every image has it."
    yield Moment(step, "weights", Prose((words, f" {outcome}")), (here, *there), place, 5 + 2 * len(references))


def _describe_cosine(trace: Any, order: Order, place: int, weighs: bool) -> Pieces:
    value = similarity_value(order, place)
    if not weighs:
        return (f"The candidate or reference {place + 1} has no weight in this order: the cosine counts as 0.",)
    if not order.cosines[place].dot:
        return (f"The candidate and reference {place + 1} share nothing: the cosine is 0.",)
    penalty = order.penalties[place]
    by = f", times the penalty {shown(penalty.value)}" if trace.rules.is_cider_d else ""
    products = f"the products of the weights, divided by the lengths of both vectors{by}, give "
    return (f"With reference {place + 1}: {products}", value, ".")


def _describe_score(trace: Any) -> Pieces:
    mean = shown(trace.average)
    symbols = Chain(",", tuple(Symbol(trace.rules.variant, str(order.n)) for order in trace.orders[:MOST_NUMBERS]))
    outcome = (trace.symbol, f" = {shown(trace.score)}.")
    if not trace.rules.tenfold:
        return ("The mean of ", symbols, ": ", *outcome)
    return ("The mean of ", symbols, f" is {mean}. Ten times that: ", *outcome)


def _find_all(tokens: tuple[str, ...], ngrams: list[tuple[str, ...]]) -> tuple[int, ...]:
    """Where any of the n-grams stands."""
    return tuple(sorted({place for ngram in ngrams for place in places(tokens, ngram, len(tokens))}))
