"""How a NIST trace is told: the words, what the references tell, the gain of each order, brevity, the score."""

from typing import TYPE_CHECKING

from mtexplain.display import plain
from mtexplain.display.formula import Chain, number, shown
from mtexplain.display.parts import Equation, Part, Prose, Table, Words
from mtexplain.display.trace import Step
from mtexplain.metrics.nist import formulas, pictures, tables
from mtexplain.metrics.nist.counting import Order
from mtexplain.metrics.shared import signature, texts
from mtexplain.metrics.shared.orders import order_name
from mtexplain.metrics.shared.pictures import account

if TYPE_CHECKING:
    from mtexplain.metrics.nist.base import NistScore
    from mtexplain.metrics.nist.corpus import CorpusNist
    from mtexplain.metrics.nist.segment import Nist

_PAPER = "Doddington 2002"
_WHY_TOKENS = "NIST compares tokens, as BLEU does, and clips as BLEU does. What is new is what a match is worth."
_WHY_WEIGHTS = (
    "A match that was to be expected tells little. Who knows the beginning of an n-gram and how often it goes on so, "
    "learns log2(beginning/itself) bits from its last word."
)
_WHY_WORDS = "Each match gains its information, and the sum is divided by all words of the candidate, matched or not."
_WHY_RUNS = (
    "The same for runs of {n} words. A run holds what its last word tells who knows the others: nothing, where they "
    "always go on so."
)
_WHY_POOLED = "A text is one block: all gains over all n-grams, and not the mean of the segments."
_WHY_BREVITY = (
    "A gain per n-gram would reward saying little. This penalty is mild near the full length, and hard far below."
)
_WHY_SCORE = "The orders are added, not multiplied: an order without a match adds nothing, and does not make it all 0."


def of_segment(trace: "Nist") -> tuple[Step, ...]:
    """Tokens, information, s_1 to s_N, brevity, score."""
    length = formulas.length(len(trace.candidate))
    first = _tokens(trace, "Tokens", signature.cut_by(trace.rules), (length, texts.tokens(trace)))
    whys = [_WHY_WORDS if order.n == 1 else _WHY_RUNS.format(n=order.n) for order in trace.orders]
    orders = [_order(order, why, _parts(trace, order)) for order, why in zip(trace.orders, whys, strict=True)]
    counted = [order.chosen for order in trace.orders if order.chosen is not None] or range(len(trace.references))
    mean = formulas.mean_length(trace.brevity, [trace.brevity.reference_lengths[place] for place in counted])
    brevity = _brevity(trace, (tables.lengths(trace), mean))
    return (first, _weights(trace, _example(trace)), *orders, brevity, _score(trace, (tables.perfect(trace),)))


def of_corpus(trace: "CorpusNist") -> tuple[Step, ...]:
    """Segments, information, s_1 to s_N summed, brevity, score."""
    lengths = [segment.brevity.candidate_length for segment in trace.segments]
    parts = (formulas.total_length(lengths), tables.segments(trace))
    first = _tokens(trace, "Segments", f"{len(lengths)} in all", parts)
    example = next((found for found in map(_example, trace.segments) if found), ())
    orders = []
    for order in trace.orders:
        each = [segment.orders[order.n - 1] for segment in trace.segments]
        orders.append(_order(order, _WHY_POOLED, (tables.pooling(trace, order), formulas.pooled(each, order))))
    brevity = _brevity(trace, (tables.segment_lengths(trace),))
    return (first, _weights(trace, example), *orders, brevity, _score(trace, ()))


def _tokens(trace: "NistScore", title: str, summary: str, parts: tuple[Part, ...]) -> Step:
    outcome = Chain("=", (formulas.L_SYS, str(trace.brevity.candidate_length)))
    return Step("tokens", title, summary, outcome, _WHY_TOKENS, _PAPER, parts)


def _weights(trace: "NistScore", example: tuple[Part, ...]) -> Step:
    words = str(trace.known.words)
    counted = Equation("N", "the number of words of all references", words)
    parts = (*example, counted, tables.weights(trace))
    summary = f"counted over {words} words of references"
    outcome = Chain("=", ("N", words))
    return Step("information", "Information", summary, outcome, _WHY_WEIGHTS, f"{_PAPER}, equation 2", parts)


def _example(trace: "Nist") -> tuple[Part, ...]:
    """The formula with the numbers of the match that tells most."""
    rows = (row for order in trace.orders for row in order.rows if row.matches)
    matched = [(row.information, row.ngram) for row in rows if row.information]
    if not matched:
        return ()
    best, ngram = max(matched, key=lambda one: one[0].bits)
    return (formulas.information(best, trace.rules), Prose(("The numbers are those of ", Words(ngram), ".")))


def _parts(trace: "Nist", order: Order) -> tuple[Table, Equation]:
    return tables.matches(order, len(trace.references)), formulas.matched(order)


def _order(order: Order, why: str, parts: tuple[Part, ...]) -> Step:
    title = order_name(order.n).capitalize()
    summary = f"{order.matches} of {order.total} match" if order.total else "there are none"
    outcome = Chain("=", (formulas.s(order.n), shown(float(order.mean))))
    return Step(f"s_{order.n}", title, summary, outcome, why, f"{_PAPER}, equation 3", parts)


def _brevity(trace: "NistScore", parts: tuple[Part, ...]) -> Step:
    brevity = trace.brevity
    here, whole = brevity.candidate_length, brevity.reference_length
    relation = "shorter than" if here < whole else "as long as" if here == whole else "longer than"
    summary = f"{here} tokens, {relation} {plain.formula(number(whole))}"
    outcome = Chain("=", (formulas.BP, shown(brevity.value)))
    more = (formulas.beta(), formulas.brevity(brevity), pictures.brevity(trace))
    return Step("brevity", "Brevity", summary, outcome, _WHY_BREVITY, f"{_PAPER}, equation 3", (*parts, *more))


def _score(trace: "NistScore", more: tuple[Part, ...]) -> Step:
    outcome = Chain("=", (formulas.NIST, shown(trace.score)))
    parts = (formulas.score(trace), tables.sums(trace), account(trace.terms, formulas.NIST), *more)
    summary = f"a sum times BP {shown(trace.brevity.value)}"
    return Step("score", "Score", summary, outcome, _WHY_SCORE, f"{_PAPER}, equation 3", parts)
