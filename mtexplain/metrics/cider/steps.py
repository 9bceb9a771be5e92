"""How a CIDEr trace is told: words, how rare they are, CIDEr-D's length penalty, the cosines of each order, score."""

from collections.abc import Iterator
from functools import cache
from math import exp
from typing import Any

from mtexplain.counts import NGram
from mtexplain.display.charts import Bar, Bars, Curve, Guide
from mtexplain.display.formula import Call, Chain, Formula, Over, Power, Symbol, fraction, number, shown
from mtexplain.display.parts import Equation, Part, Sentence, Sentences, Words
from mtexplain.display.trace import Step
from mtexplain.metrics.cider import tables
from mtexplain.metrics.cider.frequencies import idf
from mtexplain.metrics.cider.order import MOST, Order, as_fraction, readable_root, so_many_images, total
from mtexplain.metrics.cider.recipe import EXPONENT, CiderDScore, CiderScore, SegmentCider, TextCider
from mtexplain.metrics.shared import texts
from mtexplain.metrics.shared.charts import account, row
from mtexplain.metrics.shared.occurrences import earned, occurrences, so_many
from mtexplain.metrics.shared.orders import order_name
from mtexplain.recipe.equations import equation, in_numbers, numbers_of
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.quantity import Quantity
from mtexplain.recipe.symbols import in_symbols

_PAPER = "Vedantam et al. 2015, section"
_WHY_TOKENS = "CIDEr compares tokens: one either equals a token of a reference, letter by letter, or it does not."
_WHY_RARITY = (
    "An n-gram that many images share says little about this one. Its weight is the logarithm of the number of images "
    "over those that have it in a reference: 0 where all do."
)
_WHY_PENALTY = (
    "A cosine does not see length: repeating the best words again and again could win. So a caption of another length "
    "than the reference loses."
)
_WHY_COSINE = (
    "Both texts are vectors of weights. The cosine says how far they point the same way: 1 where all weights are in "
    "the same proportion, 0 where the texts share nothing of weight."
)
_WHY_CLIPPED = " The candidate's weight counts no more than the reference's: a word repeated earns nothing more."
_WHY_RUNS = "The same with runs of {n} words in a row: here it counts, too, in which order the words stand."
_WHY_MEAN = " The references count alike: consensus is what the mean rewards."
_WHY_SCORE = "All orders count alike. One without a match costs its share and no more: the orders are added."
_WHY_STEMS = " The paper first cuts every word to its stem: fishes, fishing and fished are all fish."
_WHY_TEN = " The ten brings the number to the size of other metrics; equation 4 has it, equation 3 does not."
_WHY_IMAGES = "Every image counts alike, however long its captions are."
_IDLE = "A word that every image has in a reference has idf 0 and earns nothing, wherever it is."
_WHERE_IDF = (
    "|I| is the number of images, df_k how many of them have the n-gram k in a reference; the numbers are those "
    "of the rarest; log is the natural logarithm"
)


def of_caption(trace: SegmentCider) -> tuple[Step, ...]:
    """Tokens, rarity, penalty, CIDEr_1 to CIDEr_N, score."""
    penalty = [_penalty(trace)] if trace.rules.is_defended else []
    rarest = min((trace.document_frequencies.of((word,)) for word in trace.candidate), default=0)
    rarity = _rarity(trace, "Rarity", f"idf from {so_many_images(trace.documents)}", tables.rarity(trace), rarest)
    return (_tokens(trace), rarity, *penalty, *_orders(trace), _score(trace))


def of_corpus(trace: TextCider) -> tuple[Step, ...]:
    """Document frequencies, images, score."""
    known = trace.document_frequencies
    summary = f"{len(known.counts):,} different n-grams"
    return (_rarity(trace, "Document frequencies", summary, tables.spread(known), 1), _images(trace), _score(trace))


def _tokens(trace: SegmentCider) -> Step:
    length = str(len(trace.candidate))
    count = Equation(Call("l", "c"), length, length, "l is the length of a text, in words")
    outcome = Chain("=", (Call("l", "c"), length))
    why = _WHY_TOKENS + _WHY_STEMS * (trace.rules.stem != "none")
    return Step("tokens", "Tokens", trace.rules.reading, outcome, why, f"{_PAPER} 4", (texts.tokens(trace), count))


def _rarity(trace: CiderScore, title: str, summary: str, table: Part, rarest: int) -> Step:
    documents = trace.documents
    symbols = Chain("=", (Symbol("idf", "k"), _in_symbols(CiderScore, _formula_of(CiderScore.idf))))
    numbers = Call("log", Over(str(documents), str(max(1, rarest))))
    made = Equation(symbols, numbers, shown(float(idf(documents, rarest))), _WHERE_IDF)
    outcome = Chain("=", ("|I|", str(documents)))
    return Step("idf", title, summary, outcome, _WHY_RARITY, f"{_PAPER} 4, equation 1", (table, made))


def _penalty(trace: SegmentCider) -> Step:
    values = [shown(float(one)) for one in trace.penalty]
    equations = (_of_length(trace, j) for j in range(len(values)))
    parts: tuple[Part, ...] = (tables.penalties(trace), *equations, _curve(trace))
    outcome = Chain("=", ("penalty", values[0] if len(values) == 1 else Chain(",", tuple(values[:MOST]))))
    summary = f"l(c) = {trace.candidate_length} {trace.rules.length}"
    return Step("penalty", "Length penalty", summary, outcome, _WHY_PENALTY, f"{_PAPER} 7, equation 4", parts)


def _of_length(trace: SegmentCider, j: int) -> Equation:
    """The length penalty for one reference, as a power of e."""
    known = {"candidate_length": trace.candidate_length, "reference_length": trace.reference_length[j]}
    exponent = _in_symbols(CiderScore, EXPONENT, "j", str(j + 1))
    symbols = Chain("=", (Symbol("penalty", str(j + 1)), Power("e", exponent)))
    numbers = in_numbers(EXPONENT, {**known, "sigma": trace.sigma}), fraction(trace.exponents[j])
    return Equation(
        symbols,
        Chain("=", tuple(Power("e", one) for one in numbers)),
        shown(float(trace.penalty[j])),
    )


def _orders(trace: SegmentCider) -> Iterator[Step]:
    defended = trace.rules.is_defended
    source = f"{_PAPER} 7, equation 4" if defended else f"{_PAPER} 4, equation 2"
    for order, found in zip(trace.orders, trace.numbers, strict=True):
        why = _WHY_COSINE + _WHY_CLIPPED * defended + _WHY_MEAN * (trace.m > 1)
        why = why if order.n == 1 else _WHY_RUNS.format(n=order.n)
        title, summary = order_name(order.n).capitalize(), tables.matched(trace, order)
        outcome = Chain("=", (Symbol(trace.rules.variant, str(order.n)), found))
        means = [_mean(trace, order.n, found)] if trace.m > 1 else []
        working = (similarity(trace, order, j) for j in range(trace.m))
        parts: tuple[Part, ...] = (tables.weights(trace, order.n), *means, *working)
        yield Step(f"CIDEr_{order.n}", title, summary, outcome, why, source, parts)


def _mean(trace: SegmentCider, n: int, value: Formula) -> Equation:
    """CIDEr_n as the mean over several references."""
    kind, inline = (CiderDScore, ()) if trace.rules.is_defended else (CiderScore, ("similarity",))
    formula = _in_symbols(kind, _formula_of(kind.order_values), "n", str(n), *inline)
    symbols = Chain("=", (Symbol(trace.rules.variant, str(n)), formula))
    return Equation(symbols, numbers_of(trace, "order_values", {"n": n - 1}), value, "j runs over the m references")


def _formula_of(one: Quantity[Any]) -> Expression:
    assert one.formula
    return one.formula


@cache
def _in_symbols(
    kind: type[CiderScore], formula: Expression, letter: str = "", place: str = "", *inline: str
) -> Formula:
    """A formula in symbols, with a number for a letter below; it is the same in many traces."""
    return in_symbols(kind, formula, {letter: place}, inline)


def similarity(trace: SegmentCider, one: Order, j: int) -> Equation:
    """The similarity with one reference; where there is no other, it is CIDEr_n."""
    kind, name = (CiderDScore, "sim") if trace.rules.is_defended else (CiderScore, "cos")
    left = Call(name, Chain(",", ("c", Symbol("s", str(j + 1)))))
    inline = "cosine", "dot", "clipped_weights"
    formula = _in_symbols(kind, _formula_of(kind.similarity), "j", str(j + 1), *inline)
    symbols = Chain("=", (Symbol(trace.rules.variant, str(one.n)) if trace.m == 1 else left, formula))
    return Equation(symbols, _numbers(trace, one, j), result(one, j))


def _numbers(trace: SegmentCider, one: Order, j: int) -> Formula:
    cosine = one.cosines[j]
    for side, vector in (("candidate", cosine.candidate), ("reference", cosine.reference)):
        if not vector.total:
            return f"0, as the {side} has no n-gram of this order"
        if not vector.norm:
            return f"0, as all weights of the {side} are 0"
    return numbers_of(trace, "similarity", {"n": one.n - 1, "j": j}, ("cosine", "dot"))


def result(one: Order, place: int) -> Formula:
    """What came out for one reference: as a fraction, as a root and rounded, or only rounded."""
    exact, rounded = as_fraction(one.similarities[place]), shown(float(one.similarities[place]))
    if exact is not None:
        return number(exact)
    root = readable_root(one, place)
    return Chain("=", (root, rounded)) if root else rounded


def _images(trace: TextCider) -> Step:
    made = equation(trace, "score", where="i runs over the images")
    outcome = Chain("=", (trace.symbol, made.value))
    summary = f"the mean of {so_many_images(len(trace.segments))}"
    parts = (tables.images(trace), made._replace(numbers=trace.closed_form))
    return Step("images", "Images", summary, outcome, _WHY_IMAGES, f"{_PAPER} 4, and the authors' code", parts)


def _score(trace: CiderScore) -> Step:
    outcome = Chain("=", (trace.symbol, shown(trace.score)))
    kind, n = CiderDScore if trace.rules.is_defended else CiderScore, trace.rules.max_n
    formula = _formula_of(trace.definition("mean_over_orders"))
    made = Equation(
        Chain("=", (trace.symbol, _in_symbols(kind, formula))),
        trace.times_share(total(trace.numbers, grouped=True)),
        shown(trace.score),
        f"w_n = {'1' if n == 1 else f'1/{n}'} for every order",
    )
    source = f"{_PAPER} 7, equation 5" if trace.rules.is_defended else f"{_PAPER} 4, equation 3"
    tenfold = trace.rules.tenfold
    why = _WHY_SCORE + _WHY_TEN * (tenfold and not trace.rules.is_defended)
    summary = "ten times " * tenfold + f"the mean {shown(average(trace))}"
    parts = (made, tables.account(trace), account(trace.terms, trace.symbol, trace.score))
    return Step("score", "Score", summary, outcome, why, source, parts)


def average(trace: CiderScore) -> float:
    """The mean of CIDEr_1 to CIDEr_N."""
    return trace.score / trace.rules.factor


def sentences(trace: SegmentCider) -> Sentences:
    """The words: what each of the candidate earned, and what each reference has that the candidate has too."""
    known = trace.document_frequencies
    weighing = {token for token in trace.candidate if known.idf((token,))}
    credits: dict[NGram, int] = {(token,): trace.credited((token,)) for token in weighing}
    mine = earned(occurrences(trace.candidate, 1), credits, trace.candidate, trace.references)
    found = [Sentence("candidate", Words(trace.candidate, mine), so_many(len(trace.candidate), "token"))]
    for j, tokens in enumerate(trace.references):
        states = tuple("matched" if token in weighing else "" for token in tokens)
        penalty = f", penalty {shown(float(trace.penalty[j]))}" if trace.rules.is_defended else ""
        found.append(Sentence(f"reference {j + 1}", Words(tokens, states), so_many(len(tokens), "token") + penalty))
    return Sentences(tuple(found), _IDLE if weighing < set(trace.candidate) else "")


def bars(trace: CiderScore) -> Bars:
    """CIDEr_1 to CIDEr_N, their mean, and ten times that: the score; without the ten, the mean is."""
    orders = [
        Bar(Symbol(trace.rules.variant, str(n)), order_name(n), found, float(value))
        for n, (value, found) in enumerate(zip(trace.values, trace.numbers, strict=True), 1)
    ]
    mean, score = average(trace), shown(trace.score)
    if not trace.rules.tenfold:
        return row(orders, [Bar(trace.symbol, "mean", score, mean, ">", "result")])
    ten = Bar("", "ten times", "10", None, "*", "factor")
    return row(
        orders, [Bar("", "mean", shown(mean), mean, ">"), ten, Bar(trace.symbol, "", score, mean, "=", "result")]
    )


def _curve(trace: SegmentCider) -> Curve:
    """The length penalty over l(c), for the reference that is nearest in length: what other lengths would have cost.

    Floats will do: it is drawn, not computed with.
    """
    c, lengths, sigma = trace.candidate_length, sorted({*trace.reference_length}), float(trace.sigma)
    s = min(trace.reference_length, key=lambda length: abs(c - length))
    here = float(trace.penalty[trace.reference_length.index(s)])
    most = max(c, *lengths, s + 3 * sigma)
    places = sorted({0.0, float(c), *map(float, lengths), *(most * part / 60 for part in range(61))})
    exponents = EXPONENT.value({"candidate_length": tuple(places), "reference_length": s, "sigma": sigma})
    points = tuple(zip(places, map(exp, exponents), strict=True))
    guides = tuple(Guide(float(x), f"l(s) = {x}" if x == s else str(x), x == s) for x in lengths)
    label = f"l(c) = {c}: {shown(here)}"
    others = [str(x) for x in lengths if x != s]
    rest = f" Lengths of other references: {', '.join(others)}." if others else ""
    alt = f"The length penalty over the candidate's length: 1 at l(s) = {s}, less on either side. Here {label}.{rest}"
    return Curve("candidate length l(c)", "penalty", points, (float(c), here), label, guides, alt)
