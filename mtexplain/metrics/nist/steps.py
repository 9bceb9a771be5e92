"""How a NIST trace is told: the words, what the references tell, the gain of each order, brevity, the score."""

from mtexplain.display import plain
from mtexplain.display.formula import Call, Chain, Over, Symbol, number, shown
from mtexplain.display.parts import Equation, Part, Prose, Table, Words
from mtexplain.display.trace import Step
from mtexplain.metrics.nist import pictures, tables
from mtexplain.metrics.nist.recipe import NistScore, Order, SegmentNist, TextNist
from mtexplain.metrics.shared import signature, texts
from mtexplain.metrics.shared.orders import order_name
from mtexplain.metrics.shared.pictures import account
from mtexplain.recipe.formulas import equation, in_numbers, in_symbols, symbol, value

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
_WHERE_BETA = "so that BP is 1/2 where L_sys is 2/3 of L_ref; log is the natural logarithm"


def of_segment(trace: SegmentNist, perfect: Table) -> tuple[Step, ...]:
    """Tokens, information, s_1 to s_N, brevity, score."""
    first = _tokens(trace, "Tokens", signature.cut_by(trace.rules), texts.tokens(trace))
    orders = []
    for order in trace.orders:
        why = _WHY_WORDS if order.n == 1 else _WHY_RUNS.format(n=order.n)
        orders.append(
            _order(trace, order, why, tables.matches(order, len(trace.references)), "g runs over the rows of the table")
        )
    brevity = _brevity(trace, (tables.lengths(trace), equation(trace, "reference_length")))
    return (first, _weights(trace, _example(trace)), *orders, brevity, _score(trace, (perfect,)))


def of_corpus(trace: TextNist) -> tuple[Step, ...]:
    """Segments, information, s_1 to s_N summed, brevity, score."""
    first = _tokens(trace, "Segments", f"{len(trace.segments)} in all", tables.segments(trace))
    example = next((found for found in map(_example, trace.segments) if found), ())
    orders = []
    for order in trace.orders:
        orders.append(_order(trace, order, _WHY_POOLED, tables.pooling(trace, order), "s runs over the segments"))
    brevity = _brevity(trace, (tables.segment_lengths(trace),))
    return (first, _weights(trace, example), *orders, brevity, _score(trace, ()))


def _tokens(trace: NistScore, title: str, summary: str, table: Table) -> Step:
    length = equation(trace, "candidate_length")
    outcome = Chain("=", (NistScore.candidate_length.symbol, length.value))
    return Step("tokens", title, summary, outcome, _WHY_TOKENS, _PAPER, (length, table))


def _weights(trace: NistScore, example: tuple[Part, ...]) -> Step:
    words = equation(trace, "words")
    parts = (*example, words, tables.weights(trace))
    summary = f"counted over {trace.words} words of references"
    outcome = Chain("=", (words.symbols, words.value))
    return Step("information", "Information", summary, outcome, _WHY_WEIGHTS, f"{_PAPER}, equation 2", parts)


def _example(trace: SegmentNist) -> tuple[Part, ...]:
    """The formula with the numbers of the match that tells most."""
    rows = [row for order in trace.orders for row in order.rows if row.matches]
    if not rows:
        return ()
    best = max(rows, key=lambda row: row.information or 0)
    way = NistScore.information.formula
    assert way
    left = Call("Info", Symbol("w", "1…n"))
    numbers = in_numbers(way, {"beginning": best.beginning, "times": best.times})
    alone = (
        "a single word" if trace.rules.zero_prefix == "as counted" else 'a single word, or a pair that begins with "0"'
    )
    where = f"Count is over all references; of {alone}, Count(w_1…n-1) is the number of all words"
    told = Equation(Chain("=", (left, in_symbols(trace, way))), numbers, value(best.information), where)
    return told, Prose(("The numbers are those of ", Words(best.ngram), "."))


def _order(trace: NistScore, order: Order, why: str, table: Table, where: str) -> Step:
    title = order_name(order.n).capitalize()
    summary = f"{order.matches} of {order.total} match" if order.total else "there are none"
    outcome = Chain("=", (symbol(NistScore, "s", str(order.n)), shown(float(order.mean))))
    made = equation(trace, "s", order.n - 1, where, inline=("gain", "total"))
    numbers = Chain("=", (made.numbers, Over(shown(float(order.gain)), str(order.total))))
    made = made._replace(numbers=numbers, value=made.value if order.total else "0/0, which counts as 0")
    return Step(f"s_{order.n}", title, summary, outcome, why, f"{_PAPER}, equation 3", (table, made))


def _brevity(trace: NistScore, parts: tuple[Part, ...]) -> Step:
    here, whole = trace.candidate_length, trace.reference_length
    relation = "shorter than" if here < whole else "as long as" if here == whole else "longer than"
    summary = f"{here} tokens, {relation} {plain.formula(number(whole))}"
    bp = equation(trace, "bp")
    outcome = Chain("=", (NistScore.bp.symbol, bp.value))
    more = (equation(trace, "beta", where=_WHERE_BETA), bp, pictures.brevity(trace))
    return Step("brevity", "Brevity", summary, outcome, _WHY_BREVITY, f"{_PAPER}, equation 3", (*parts, *more))


def _score(trace: NistScore, more: tuple[Part, ...]) -> Step:
    score = equation(trace, "score")
    outcome = Chain("=", (NistScore.score.symbol, score.value))
    parts = (score, tables.sums(trace), account(trace.terms, NistScore.score.symbol), *more)
    summary = f"a sum times BP {shown(float(trace.bp))}"
    return Step("score", "Score", summary, outcome, _WHY_SCORE, f"{_PAPER}, equation 3", parts)
