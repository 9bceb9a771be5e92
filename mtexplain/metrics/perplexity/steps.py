"""How every perplexity is told: what is predicted, the ledger, the mean surprise, the score; with their tables."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isinf

from mtexplain import exact
from mtexplain.counts import NGram
from mtexplain.display import plain
from mtexplain.display.formula import (
    Chain,
    Formula,
    Over,
    Power,
    SumOver,
    Symbol,
    fraction,
    number,
    shown,
)
from mtexplain.display.parts import Beside, Cell, Column, Equation, Part, Prose, Rows, Table, Words
from mtexplain.display.trace import Step
from mtexplain.metrics.perplexity import charts
from mtexplain.metrics.perplexity.model import ADD_K, Estimate
from mtexplain.metrics.perplexity.recipe import (
    DistributionScore,
    GivenPerplexity,
    NgramScore,
    PerplexityScore,
    Probability,
    SentencePerplexity,
    SentencesPerplexity,
    TextPerplexity,
    added,
    as_counted,
)
from mtexplain.metrics.perplexity.rules import UNITS
from mtexplain.metrics.shared import signature, texts
from mtexplain.metrics.shared.orders import one_name, order_name
from mtexplain.metrics.shared.texts import keyed
from mtexplain.recipe import arithmetic
from mtexplain.recipe.equations import equation, in_numbers
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.symbols import in_symbols, log_to, symbol, value

SLP3 = "Jurafsky and Martin, SLP3, section"
PP = PerplexityScore.score.symbol
_INVERSES, _ROOT = Expression("product(1 / or_zero(p))"), Expression("product(1 / or_zero(p)) ** (1 / t)")
_WEIGHED = Expression("product((1 / p) ** p)")
_FEW = 10**6  # up to here the running product stays a fraction
_SIMPLE = 10_000  # from here on a fraction is harder to read than its value

_WHY_GIVEN = (
    "A language model says of every token, before it sees it, how probable it is. Perplexity looks at one number "
    "each: the probability of the token that came."
)
_WHY_CANDIDATE = "The references are what the model has read. The candidate is what it has to predict, token by token."
_WHY_SENTENCES = (
    "One model for all sentences: the references are what it has read, the candidates what it has to predict."
)
_WHY_OUTCOMES = "A distribution says how probable each outcome is. One of them comes for certain: they add up to 1."
_WHY_TRAINING = "The model remembers nothing but counts: how often each {gram} came, and how often what begins it."
_WHY_WORDS = "The model remembers nothing but counts: how often each word came, and how many words there are."
_WHY_LIKELIHOOD = (
    "Of all the times a history came, how often did this word follow? What never came gets 0, however sensible it is."
)
_WHY_SMOOTHED = (
    "k is added to every count, and so k|V| to the count of the history: what never came gets a little, and what came "
    "gives it up."
)
_WHY_LEDGER = (
    "The probability of a text is the product of its tokens' probabilities. The logarithm makes a sum of it: the "
    "less probable a token, the greater its surprise."
)
_WHY_MEAN = "A longer text is less probable, whatever the model. So we take the mean: the surprise of one token."
_WHY_MEAN_OF_SENTENCES = "The mean is taken over all tokens, not over the sentences: a longer sentence counts for more."
_WHY_WEIGHED = (
    "Every outcome surprises as often as it comes, so its surprise counts by its probability, and not once each."
)
_WHY_SCORE = "The power undoes the logarithm: a mean surprise becomes a number of choices. Lower is better."
_UNLIKELY = "unlikely tokens are possible too, and hardly count."
_OUTCOMES = "improbable outcomes are possible too, and hardly count."
_SAME_TOKENS = (
    "Two perplexities can be compared where both models predicted the very same tokens: a text cut in another way has "
    "another T, and another PP."
)
_BETWEEN = "The PP of a text lies between those of its sentences, and is not their mean."
_WHERE_P = "h is the history, the words before w; Count(h) says how often any word came after it"
_WHERE_T = "s runs over the sentences, T_s is how many tokens of one are predicted"


def of_given(trace: GivenPerplexity) -> tuple[Step, ...]:
    """Tokens, ledger, cross-entropy, score."""
    summary = "read from logarithms" if trace.are_logs else "as given"
    parts = (equation(trace, "t"),)
    first = Step("tokens", "Tokens", summary, _outcome(trace, "t"), _WHY_GIVEN, f"{SLP3} 3.3", parts)
    return (first, *_of_text(trace))


def of_sentence(trace: SentencePerplexity) -> tuple[Step, ...]:
    """Tokens, training, probabilities, ledger, cross-entropy, score."""
    cut, parts = signature.cut_by(trace.rules), (_predicted(trace), texts.tokens(trace))
    first = Step("tokens", "Tokens", cut, _outcome(trace, "t"), _WHY_CANDIDATE, f"{SLP3} 3.1", parts)
    return (first, _training(trace), _probabilities(trace), *_of_text(trace))


def of_sentences(trace: SentencesPerplexity) -> tuple[Step, ...]:
    """Sentences, training, cross-entropy, score."""
    several = f"{len(trace.segments)} in all"
    parts = (equation(trace, "t")._replace(where=_WHERE_T), _sentences_table(trace))
    first = Step("tokens", "Sentences", several, _outcome(trace, "t"), _WHY_SENTENCES, f"{SLP3} 3.1", parts)
    mean = _mean(trace, _mean_of_sentences(trace), _WHY_MEAN_OF_SENTENCES)
    return (first, _training(trace), mean, _score(trace, _root_form(trace), _BETWEEN))


def of_distribution(trace: DistributionScore) -> tuple[Step, ...]:
    """Outcomes, entropy, score."""
    adding = Equation(SumOver("i", symbol(type(trace), "p")), added(trace.written["p"]), "1")
    all_of_them, parts = "all that is possible", (equation(trace, "t"), adding)
    first = Step("outcomes", "Outcomes", all_of_them, _outcome(trace, "t"), _WHY_OUTCOMES, f"{SLP3} 3.7", parts)
    found = equation(trace, "cross_entropy", where=_where(trace, "H"))
    mean = _mean(trace, found, _WHY_WEIGHED, outcomes_table(trace))
    weighed = in_symbols(type(trace), _WEIGHED)
    form = Equation(Chain("=", (PP, weighed)), trace.closed_form, shown(trace.score))
    return (first, mean, _score(trace, form, summary="each 1/p as often as it comes", limits=_OUTCOMES))


def _outcome(trace: PerplexityScore, name: str) -> Chain:
    """What a step comes to: T = 4."""
    found = getattr(trace, name)
    return Chain("=", (trace.definition(name).symbol, tiny(found) if name == "text_probability" else value(found)))


def _predicted(trace: SentencePerplexity) -> Equation:
    """T from c: </s> is predicted too; without markers the first words are not."""
    (before, after), c = trace.rules.marker_counts, len(trace.candidate)
    more = before + after - (trace.rules.n - 1)
    symbols: Formula = Chain("+" if more > 0 else "-", ("c", str(abs(more)))) if more else "c"
    numbers: Formula = Chain("+" if more > 0 else "-", (str(c), str(abs(more)))) if more else str(c)
    where = "</s>, the end of the sentence, is predicted too" if after else "no marker is predicted"
    if more < 0:
        where = f"the first {-more} of the words {'have' if more < -1 else 'has'} too short a history"
    return Equation(Chain("=", ("T", symbols)), numbers, str(trace.t), where)


def _training(trace: NgramScore) -> Step:
    """What was counted."""
    model, n = trace.model, trace.rules.n
    different = len(model.counts)
    read = equation(trace, "read", where="g runs over the rows of the table")
    parts: tuple[Part, ...] = (_training_table(trace), read)
    if trace.rules.is_smoothed:
        words, markers = str(len(model.words)), model.types - len(model.words)
        numbers = Chain("+", (words, str(markers))) if markers else words
        where = f"{trace.rules.vocabulary}: every one could come after any history"
        parts += (Equation(NgramScore.types.symbol, numbers, str(model.types), where),)
    several = f"{different} different {one_name(n) if different == 1 else order_name(n)}"
    why = _WHY_WORDS if n == 1 else _WHY_TRAINING.format(gram=one_name(n))
    return Step("training", "Training", several, _outcome(trace, "read"), why, f"{SLP3} 3.1", parts)


def _training_table(trace: NgramScore) -> Table:
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


def _probabilities(trace: SentencePerplexity) -> Step:
    """The probability of each token, and the formula with the numbers of the least probable."""
    why, source = (_WHY_SMOOTHED, "3.6") if trace.rules.is_smoothed else (_WHY_LIKELIHOOD, "3.1")
    outcome, summary = _outcome(trace, "t"), "there is nothing to predict"
    parts: tuple[Part, ...] = (_probabilities_table(trace),)
    if trace.t:
        place = min(range(trace.t), key=trace.probabilities.__getitem__)
        outcome = Chain("=", (symbol(NgramScore, "p", str(place + 1)), trace.written["p"][place]))
        summary = "the least probable"
        parts += (equation(trace, "p", place, _WHERE_P)._replace(value=value_of(trace.estimates[place])),)
    return Step("probabilities", "Probabilities", summary, outcome, why, f"{SLP3} {source}", parts)


def value_of(one: Estimate) -> Formula:
    """A probability as it was counted; what 0/0 counts as."""
    return "0/0, which counts as 0" if one.value is None else as_counted(one)


def _probabilities_table(trace: SentencePerplexity) -> Table:
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


def _of_text(trace: TextPerplexity) -> tuple[Step, ...]:
    """Ledger, cross-entropy, score."""
    product = equation(trace, "text_probability")._replace(value=tiny(trace.text_probability))
    endless = not all(trace.probabilities)
    summary = "one impossible token makes it 0" if endless else "the probability of the whole text"
    parts: tuple[Part, ...] = (ledger(trace), product, *charts.surprises(trace))
    outcome = _outcome(trace, "text_probability")
    first = Step("ledger", "Ledger", summary, outcome, _WHY_LEDGER, f"{SLP3} 3.1 and 3.3", parts)
    found = equation(trace, "cross_entropy", where=_where(trace, "J"))
    found = found if trace.t else found._replace(numbers="no token is predicted")
    return (first, _mean(trace, found, _WHY_MEAN), _score(trace, _root_form(trace), _SAME_TOKENS))


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
        yield tiny(product)


def tiny(probability: Probability | int) -> Formula:
    """A probability as short as it can be read, however small: 1/256, 0.04096, 3.1 * 10^(-412)."""
    if not isinstance(probability, Fraction | int):
        digits = probability
    elif (known := Fraction(probability)).denominator < _SIMPLE:
        return number(known)
    else:
        digits = exact.decimal(known)
    if float(digits) or not digits:
        return shown(float(digits))
    mantissa, _, exponent = f"{digits:.3e}".partition("e")
    return Chain("*", (shown(float(mantissa)), Power("10", exponent)))


def _where(trace: PerplexityScore, letter: str) -> str:
    """What a surprise is, and its unit."""
    base, index = trace.rules.base, trace.definition("p").index
    log = plain.drawn(log_to(base, "").function)
    kind = "natural logarithm" if base == "e" else f"logarithm to the base {base}"
    surprise = f"s_{index} is the surprise −{log} p_{index}"
    return f"{surprise}; {log} is the {kind}, so {letter} is in {UNITS[base]}"


def _mean(trace: PerplexityScore, found: Equation, why: str, *more: Part) -> Step:
    """The mean surprise, in every unit and term by term: the cross-entropy J, or the entropy H."""
    letter, unit = plain.formula(trace.definition("cross_entropy").symbol), UNITS[trace.rules.base]
    terms, picture = charts.terms(trace, letter)
    title = "Entropy" if letter == "H" else "Cross-entropy"
    told = (found,) if letter == "H" else (found, terms)  # H is a sum already
    parts = (*more, *told, picture, _bases(trace, letter))
    summary = f"the mean surprise, in {unit}"
    return Step("entropy", title, summary, _outcome(trace, "cross_entropy"), why, f"{SLP3} 3.7", parts)


def _mean_of_sentences(trace: SentencesPerplexity) -> Equation:
    """J as the mean of the sentences' own, each as often as it has tokens."""
    sentence, j = Symbol("T", "s"), Symbol("J", "s")
    symbols = Chain("=", ("J", Over(SumOver("s", Chain("*", (sentence, j))), "T")))
    each = [Chain("*", (str(one.t), value(one.cross_entropy))) for one in trace.segments if one.t]
    numbers = Over(added(each), str(trace.t)) if each else "nothing is predicted"
    where = f"T_s and J_s are those of the sentence s; J is in {UNITS[trace.rules.base]}"
    return Equation(symbols, numbers, value(trace.cross_entropy), where)


def _bases(trace: PerplexityScore, letter: str) -> Table:
    """The mean surprise in every unit, and PP from each: the base to its power."""
    rows: list[tuple[Cell, ...]] = []
    nats = trace.in_nats(trace.cross_entropy)
    with exact.forty_digits():
        for base, unit in UNITS.items():
            mean = value(nats if base == "e" else nats / arithmetic.log(int(base)))
            rows.append((unit, mean, Chain("=", (Power(base, mean), shown(trace.score)))))
    return Table("The base sets the unit. PP is the same by all:", keyed("unit", letter, "PP"), rows)


def _score(
    trace: PerplexityScore, form: Equation, *more: str, summary: str = "the geometric mean of all 1/p",
    limits: str = _UNLIKELY,
) -> Step:  # fmt: skip
    """PP in both forms, what it says and what it doesn't."""
    power = equation(trace, "score", inline=("base",))
    told = [Prose((one,)) for one in (_read(trace.score, limits), *more)]
    parts: tuple[Part, ...] = (Beside((form, power)), *told)
    return Step("score", "Perplexity", summary, _outcome(trace, "score"), _WHY_SCORE, f"{SLP3} 3.3", parts)


def _root_form(trace: TextPerplexity) -> Equation:
    """PP as the T-th root of the product of all 1/p_t, with its value as a fraction where it is one."""
    symbols = Chain("=", (PP, in_symbols(type(trace), _ROOT)))
    way = _ROOT if trace.t > 1 else _INVERSES
    numbers = in_numbers(way, {"p": trace.p, "t": trace.t}, trace.written) if trace.t else "∞"
    if trace.product and trace.t > 1:
        numbers = Chain("=", (numbers, Power(_large(1 / trace.product), Over("1", str(trace.t)))))
    return Equation(symbols, numbers, shown(trace.score) if trace.root is None else fraction(trace.root))


def _large(number: Fraction) -> Formula:
    """A number above 1 as the base of a power."""
    if max(number.numerator, number.denominator) < _SIMPLE:
        known = fraction(number)
        return Chain("*", (known,), grouped=True) if isinstance(known, Over) else known
    mantissa, _, exponent = f"{exact.decimal(number):.3e}".partition("e+")
    return Chain("*", (mantissa.rstrip("0").rstrip("."), Power("10", exponent)), grouped=True)


def _read(score: float, limits: str) -> str:
    """What PP says, and what it doesn't."""
    if isinf(score):
        return "No number of choices is enough for what the model held to be impossible."
    if score == 1:
        return "PP = 1: certain each time, and right."
    choices = f"{'' if score == int(score) else 'about '}{shown(score)}"
    told = f"It reads as a number of choices: as unsure as with {choices} of them, all equally likely. "
    return f"{told}It is no count of what is possible: {limits}"


def _sentences_table(trace: SentencesPerplexity) -> Table:
    columns = keyed("sentence", "candidate", "T", J=f"J in {UNITS[trace.rules.base]}", PP="PP alone")
    rows = [
        (place, Words(one.candidate), one.t, value(one.cross_entropy), shown(one.score))
        for place, one in enumerate(trace.segments, 1)
    ]
    return Table("", columns, rows, names=2)


def all_ledgers(trace: SentencesPerplexity) -> Table:
    """A row for each token of each sentence."""
    inside: Sequence[Table] = [ledger(segment) for segment in trace.segments]
    rows = tuple((place, *row) for place, one in enumerate(inside, 1) for row in one.rows)
    columns = max((one.columns for one in inside), key=len)
    return Table("", (Column("sentence", "sentence"), *columns), rows, names=3)


def outcomes_table(trace: DistributionScore) -> Table:
    """A row for each outcome: its probability, its surprise, what it adds to the entropy."""
    named, log = trace.outcomes is not None, _surprise_column(trace)
    columns = (
        Column("i", "i"), *[Column("outcome", "outcome")] * named, Column("probability", "probability"), log,
        Column("share", f"probability times {log.title}"),
    )  # fmt: skip
    shares = arithmetic.times(trace.p, trace.surprises)
    rows: list[tuple[Cell, ...]] = []
    for place, (p, surprise, share) in enumerate(zip(trace.written["p"], trace.surprises, shares, strict=True)):
        words: tuple[Cell, ...] = (Words((trace.outcomes[place],)),) if trace.outcomes is not None else ()
        rows.append((place + 1, *words, p, value(surprise), value(share or 0)))
    blank: tuple[Cell, ...] = (None,) * named
    return Table("", columns, rows, names=1 + named, total=("sum", *blank, "1", None, value(trace.cross_entropy)))
