"""What a perplexity shows: its picture, tables, and the equations that depend on the rules.

`trace: Any` is one with its texts, a sentence or several: `trace` defines these, and needs the views.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from math import inf, isclose, log
from typing import Any

from mtexplain import exact
from mtexplain.counts import NGram
from mtexplain.display import plain
from mtexplain.display.charts import Waterfall
from mtexplain.display.formula import Chain, Formula, Over, Power, SumOver, Symbol, fraction, shown
from mtexplain.display.parts import MOST_SHOWN, Beside, Cell, Column, Equation, Prose, Rows, Table, Words
from mtexplain.display.picture import Picture
from mtexplain.display.score import Term
from mtexplain.display.stacks import Inked, Names, Stack, Stacks
from mtexplain.display.stacks_layout import draw
from mtexplain.display.texts import keyed
from mtexplain.invisible import visible
from mtexplain.metrics.perplexity.model import ADD_K, Estimate
from mtexplain.metrics.perplexity.recipe import (
    SIMPLE,
    DistributionScore,
    ModelPerplexity,
    PerplexityScore,
    Probability,
    TextPerplexity,
    as_counted,
    shorten,
)
from mtexplain.metrics.perplexity.rules import UNITS
from mtexplain.metrics.shared import charts
from mtexplain.metrics.shared.orders import one_name
from mtexplain.recipe import arithmetic
from mtexplain.recipe.equations import equation, in_numbers
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.symbols import in_symbols, listed, log_to, symbol, value

_PP = PerplexityScore.score.symbol
_INVERSES, _ROOT = Expression("product(1 / or_zero(p))"), Expression("product(1 / or_zero(p)) ** (1 / t)")
_WEIGHED = Expression("product((1 / p) ** p)")
_FEW = 10**6  # up to here the running product stays a fraction
_LEVELS, _HIGH, _MOST, _FAINT = 8, 40, 12, 0.5
"""Levels that are named, the highest of which levels are named at all, words that are listed; the ink of the others."""


# The picture.


def picture(trace: TextPerplexity, others: tuple[Inked, ...] = ()) -> Picture:
    """The surprise of each token as a stack, a brick for each bit, and their mean. `others` stand above it."""
    written = [plain.formula(one) for one in trace.written["p"]]
    named = [token for one in trace.words if one for token in one.tokens[-1:]]
    has_names = len(named) == trace.t
    words, below = (named, written) if has_names else (written, [""] * trace.t)
    rows = zip(words, trace.surprises, below, strict=True)
    return _drawn(
        trace, [Stack(visible(word), shown(_bits(trace, one)), _bits(trace, one), p) for word, one, p in rows], others
    )


def picture_under_texts(trace: Any) -> Picture:
    """The same under the texts that the model has read; what the candidate does not say is faint there."""
    known = set(trace.candidate)
    read = tuple(
        (
            f"training text {place}",
            tuple((visible(one), 1.0 if one in known else _FAINT) for one in text[:MOST_SHOWN]),
        )
        for place, text in enumerate(trace.references[:_LEVELS], 1)
    )
    return picture(trace, read)


def picture_of_outcomes(trace: DistributionScore) -> Picture:
    """The surprise of each outcome as a stack, as wide as it is probable: what they cover is the entropy."""
    names = trace.outcomes or tuple(map(plain.formula, trace.written["p"]))
    below = map(plain.formula, trace.written["p"]) if trace.outcomes else [""] * trace.t
    rows = zip(names, trace.surprises, below, trace.p, strict=True)
    return _drawn(
        trace,
        [
            Stack(visible(name), shown(_bits(trace, one)), _bits(trace, one), p, wide=float(share))
            for name, one, p, share in rows
            if share
        ],
    )


def _drawn(trace: PerplexityScore, stacks: Sequence[Stack], others: tuple[Inked, ...] = ()) -> Picture:
    bits = _bits(trace, trace.cross_entropy)
    most = int(max((one.height for one in stacks if one.height < inf), default=1))
    named = range(1, most + 1, 1 + most // _LEVELS) if most < _HIGH else ()
    levels = tuple((float(one), f"1 in {2**one:,}") for one in named)
    mean = bits if bits < inf else None
    shares = ((f"1 of {shown(trace.score)}", "equally likely"),) if mean else ()
    told = f"How often each halves the chance: {', '.join(one.number for one in stacks[:_MOST])}."
    what = "outcome" if isinstance(trace, DistributionScore) else "token"
    first, below = (what, "probability") if any(one.below for one in stacks) else ("probability", "")
    names, means = Names(first, "halvings", below), _mean(trace, bits) if mean else ""
    (why,) = trace.why.pieces
    piece = Stacks(tuple(stacks), names, f"{told} {why}", others, levels, mean, means, shares)
    return draw(piece._replace(foot="each brick halves the chance", has_bricks=True, aside=("fork", trace.score)))


def _mean(trace: PerplexityScore, bits: float) -> str:
    """The mean of the halvings; where they are a whole number together, of how many over how many."""
    halvings = bits * trace.t
    is_whole = isinstance(trace, TextPerplexity) and isclose(halvings, round(halvings))
    return f"mean {f'{halvings:.0f}/{trace.t} = ' * (is_whole and trace.t > 1)}{shown(bits)}"


def _bits(trace: PerplexityScore, surprise: Decimal | int) -> float:
    return float(trace.in_nats(Decimal(surprise))) / log(2)


def sentences(trace: Any) -> Table:
    """A row for each sentence: how many tokens are predicted, their mean surprise, and the perplexity alone."""
    columns = keyed("sentence", "candidate", "T", J=f"J in {UNITS[trace.rules.base]}", PP="PP alone")
    rows = [
        (place, Words(one.candidate), one.t, value(one.cross_entropy), shown(one.score))
        for place, one in enumerate(trace.segments, 1)
    ]
    return Table("", columns, rows, names=2)


# What is predicted, and what was counted.


def predicted(trace: Any, _: int) -> Equation:
    """T from c: </s> is predicted too; without markers the first words are not."""
    (before, after), c = trace.rules.marker_counts, len(trace.candidate)
    more = before + after - (trace.rules.n - 1)
    symbols: Formula = Chain("+" if more > 0 else "-", (Symbol("c"), str(abs(more)))) if more else Symbol("c")
    numbers: Formula = Chain("+" if more > 0 else "-", (str(c), str(abs(more)))) if more else str(c)
    where = "</s>, the end of the sentence, is predicted too" if after else "no marker is predicted"
    if more < 0:
        where = f"the first {-more} of the words {'have' if more < -1 else 'has'} too short a history"
    return Equation(Chain("=", (Symbol("T"), symbols)), numbers, str(trace.t), where)


def predicted_in_all(trace: ModelPerplexity, _: int) -> Equation:
    """T as the sum over the sentences."""
    where = "s runs over the sentences, T_s is how many tokens of one are predicted"
    return equation(trace, "t")._replace(where=where)


def vocabulary(trace: ModelPerplexity) -> Iterator[Equation]:
    """|V|, where a k is added."""
    if trace.rules.is_smoothed:
        model = trace.model
        words, markers = str(len(model.words)), model.types - len(model.words)
        numbers = Chain("+", (words, str(markers))) if markers else words
        where = f"{trace.rules.vocabulary}: every one could come after any history"
        yield Equation(ModelPerplexity.types.symbol, numbers, str(model.types), where)


def counted(n: int) -> str:
    """What a model of n-grams remembers."""
    if n == 1:
        return "how often each word came, and how many words there are"
    return f"how often each {one_name(n)} came, and how often its beginning"


def training(trace: ModelPerplexity) -> Table:
    """Every n-gram that was read: its count, the count of its history, and the one over the other."""
    model, n = trace.model, trace.rules.n

    def row(ngram: NGram) -> tuple[Cell, ...]:
        one = model.estimate(ngram)
        return (Words(ngram), one.count, one.history_count, as_counted(one))

    columns = keyed(ngram=one_name(n), count="count", history_count=_history(n), p="probability")
    return Table("", columns, Rows(list(model.counts), row), total=("sum", trace.read, None, None))


def _history(n: int) -> str:
    """What the count of the history is called: of single words it is the count of all words."""
    return "words in all" if n == 1 else "count of its history"


def probabilities(trace: ModelPerplexity) -> Table:
    """A row for each token that is predicted: its history, the counts, the probability."""
    columns = (
        *keyed("t", history="after", token="token", count="count", history_count=_history(trace.rules.n)),
        *([Column("working", "smoothed")] if trace.rules.is_smoothed else []),
        Column("probability", "probability"),
    )

    def row(t: int) -> tuple[Cell, ...]:
        one = trace.estimates[t - 1]
        working = (in_numbers(ADD_K, one.known, trace.written),) if trace.rules.is_smoothed else ()
        before = Words(one.history) if one.history else None
        return (t, before, Words((one.word,)), one.count, one.history_count, *working, value_of(one))

    return Table("", columns, Rows(range(1, trace.t + 1), row), names=3)


def least_probable(trace: ModelPerplexity) -> Iterator[Equation]:
    """The formula with the numbers of the token that is least probable; none where nothing is predicted."""
    if trace.t:
        where = "h is the history, the words before w; Count(h) says how often any word came after it"
        place = _least(trace)
        yield equation(trace, "p", place, where)._replace(value=value_of(trace.estimates[place]))


def least(trace: ModelPerplexity, _: int) -> Formula:
    """The least probability; of nothing, T = 0."""
    if not trace.t:
        return Chain("=", (trace.definition("t").symbol, "0"))
    place = _least(trace)
    return Chain("=", (symbol(ModelPerplexity, "p", str(place + 1)), trace.written["p"][place]))


def _least(trace: ModelPerplexity) -> int:
    return min(range(trace.t), key=trace.probabilities.__getitem__)


def value_of(one: Estimate) -> Formula:
    """A probability as it was counted; what 0/0 counts as."""
    return "0/0, which counts as 0" if one.value is None else as_counted(one)


# Surprises.


def ledger(trace: TextPerplexity) -> Table:
    """A row for each token: its probability, its surprise, and the product so far. The last row adds up."""
    known = any(trace.words)
    token = [Column("token", "token")] * known
    columns = (
        Column("t", "t"), *token, Column("probability", "probability"), _surprise_column(trace),
        Column("product", "product so far"),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for t, (one, product) in enumerate(zip(trace.predictions, running(trace), strict=True), 1):
        words: tuple[Cell, ...] = (one.words,) if known else ()
        rows.append((t, *words, one.written, value(one.surprise), product))
    blank: tuple[Cell, ...] = (None,) * known
    return Table("", columns, rows, names=1 + known, total=("sum", *blank, None, value(trace.total), None))


def ledgers(segments: Sequence[TextPerplexity]) -> Table:
    """A row for each token of each sentence."""
    inside = list(map(ledger, segments))
    rows = tuple((place, *row) for place, one in enumerate(inside, 1) for row in one.rows)
    columns = max((one.columns for one in inside), key=len)
    return Table("", (Column("sentence", "sentence"), *columns), rows, names=3)


def outcomes(trace: DistributionScore) -> Table:
    """A row for each outcome: its probability, its surprise, what it adds to the entropy."""
    known, surprise = trace.outcomes is not None, _surprise_column(trace)
    columns = (
        Column("i", "i"), *[Column("outcome", "outcome")] * known, Column("probability", "probability"), surprise,
        Column("share", f"probability times {surprise.title}"),
    )  # fmt: skip
    words = [() if trace.outcomes is None else (Words((trace.outcomes[place],)),) for place in range(trace.t)]
    shares = arithmetic.times(trace.p, trace.surprises)
    each = enumerate(zip(words, trace.written["p"], trace.surprises, shares, strict=True), 1)
    rows = [(place, *word, p, value(one), value(share or 0)) for place, (word, p, one, share) in each]
    blank: tuple[Cell, ...] = (None,) * known
    return Table("", columns, rows, names=1 + known, total=("sum", *blank, "1", None, value(trace.cross_entropy)))


def _surprise_column(trace: PerplexityScore) -> Column:
    return Column("surprise", f"−{plain.drawn(log_to(trace.rules.base, Symbol('p')))}")


def running(trace: TextPerplexity) -> Iterator[Formula]:
    """The product of the probabilities up to each token: a fraction as long as it can be one."""
    product: Probability | int = 1
    for one in trace.probabilities:
        with exact.forty_digits():
            product = arithmetic.times(product, one)
            if isinstance(product, Fraction) and product.denominator > _FEW:
                product = exact.decimal(product)
        yield shorten(product)


# Their mean.


def summed(trace: DistributionScore) -> Equation:
    """The probabilities of all outcomes, which add up to 1."""
    return Equation(SumOver("i", symbol(type(trace), "p")), listed(trace.written["p"]), "1")


def unit(trace: PerplexityScore, _: int) -> str:
    """What a surprise is, and its unit."""
    base, index, letter = trace.rules.base, trace.definition("p").index, _letter(trace)
    log = plain.drawn(log_to(base, "").function)
    kind = "natural logarithm" if base == "e" else f"logarithm to the base {base}"
    surprise = f"s_{index} is the surprise −{log} p_{index}"
    return f"{surprise}; {log} is the {kind}, so {letter} is in {UNITS[base]}"


def _letter(trace: PerplexityScore) -> str:
    """J, or of a distribution H."""
    return plain.formula(trace.definition("cross_entropy").symbol)


def mean(trace: TextPerplexity, place: int) -> Equation:
    """J as the mean surprise of the tokens."""
    found = equation(trace, "cross_entropy", where=unit(trace, place))
    return found if trace.t else found._replace(numbers="no token is predicted")


def mean_of_sentences(trace: Any, _: int) -> Equation:
    """J as the mean of the sentences' own, each as often as it has tokens."""
    sentence, j = Symbol("T", "s"), Symbol("J", "s")
    symbols = Chain("=", (Symbol("J"), Over(SumOver("s", Chain("*", (sentence, j))), Symbol("T"))))
    each = [Chain("*", (str(one.t), value(one.cross_entropy))) for one in trace.segments if one.t]
    numbers = Over(listed(each), str(trace.t)) if each else "nothing is predicted"
    where = f"T_s and J_s are those of the sentence s; J is in {UNITS[trace.rules.base]}"
    return Equation(symbols, numbers, value(trace.cross_entropy), where)


def account(trace: PerplexityScore) -> tuple[Equation, Waterfall]:
    """What adds up to J or H, in the unit of the base: as a sum, and as a picture."""
    base, letter = trace.rules.base, _letter(trace)
    name, unit = plain.drawn(log_to(base, "").function), 1.0 if base == "e" else log(int(base))
    picture = charts.account([Term(one.name.replace("log", name), one.value / unit) for one in trace.terms], letter)
    *summands, total = (fall.number for fall in picture.falls)
    return Equation(letter, listed(summands), total, "term by term, as in the picture"), picture


def bases(trace: PerplexityScore) -> Table:
    """The mean surprise in every unit, and PP from each: the base to its power."""
    rows: list[tuple[Cell, ...]] = []
    nats = trace.in_nats(trace.cross_entropy)
    with exact.forty_digits():
        for base, unit in UNITS.items():
            mean = value(nats if base == "e" else nats / arithmetic.log(int(base)))
            rows.append((unit, mean, Chain("=", (Power(base, mean), shown(trace.score)))))
    return Table("The base sets the unit. PP is the same in each:", keyed("unit", _letter(trace), "PP"), rows)


# The score.


def both_forms(trace: PerplexityScore, product: Equation) -> Beside:
    """PP as a product, and as a power of the base."""
    return Beside((product, equation(trace, "score", inline=("base",))))


def root(trace: TextPerplexity) -> Equation:
    """PP as the T-th root of the product of all 1/p_t, with its value as a fraction where it is one."""
    symbols = Chain("=", (_PP, in_symbols(type(trace), _ROOT)))
    way = _ROOT if trace.t > 1 else _INVERSES
    numbers = in_numbers(way, {"p": trace.p, "t": trace.t}, trace.written) if trace.t else "∞"
    if trace.product and trace.t > 1:
        numbers = Chain("=", (numbers, Power(_large(1 / trace.product), Over("1", str(trace.t)))))
    return Equation(symbols, numbers, shown(trace.score) if trace.root is None else fraction(trace.root))


def weighed(trace: DistributionScore) -> Equation:
    """PP as the product of all 1/p, each as often as it comes."""
    return Equation(Chain("=", (_PP, in_symbols(type(trace), _WEIGHED))), trace.closed_form, shown(trace.score))


def _large(number: Fraction) -> Formula:
    """A number above 1 as the base of a power."""
    if max(number.numerator, number.denominator) < SIMPLE:
        known = fraction(number)
        return Chain("*", (known,), grouped=True) if isinstance(known, Over) else known
    mantissa, _, exponent = f"{exact.decimal(number):.3e}".partition("e+")
    return Chain("*", (mantissa.rstrip("0").rstrip("."), Power("10", exponent)), grouped=True)


def reading(trace: PerplexityScore, limits: str) -> Prose:
    """What PP says, and what it doesn't."""
    if trace.score in (1, inf):
        return trace.why
    return Prose((*trace.why.pieces, f" It does not count what is possible: {limits}"))
