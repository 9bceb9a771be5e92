"""How a BLEU trace is told: the words, the clipping of each order, the brevity penalty, the score."""

from collections.abc import Iterator
from fractions import Fraction

from mtexplain.display import plain
from mtexplain.display.formula import Call, Chain, Formula, Over, Power, SumOver, Symbol, fraction, number, ratio, shown
from mtexplain.display.parts import Equation, Part, Prose, Table
from mtexplain.display.trace import Step
from mtexplain.metrics.bleu import charts, smoothing, tables
from mtexplain.metrics.bleu.base import BleuScore, SegmentBleu, TextBleu, product, times
from mtexplain.metrics.bleu.maths import Precision
from mtexplain.metrics.bleu.tools import BleuByRules
from mtexplain.metrics.shared import signature, texts
from mtexplain.metrics.shared.orders import order_name
from mtexplain.recipe.equations import equation
from mtexplain.rules import PAPER, ZERO_WHEN

_PAPER = "Papineni et al. 2002, section"
_WHY_TOKENS = "BLEU compares tokens: one either equals a token of a reference, letter by letter, or it does not."
_WHY_WORDS = (
    "A word earns credit at most as often as the one reference that has it most often. The rest is clipped: "
    "repeating a good word does not pay."
)
_WHY_RUNS = "The same count on runs of {n} words in a row: only words in the right order earn credit here."
_WHY_POOLED = "A text is one block: all clipped counts over all counts, and not the mean of the segments' precisions."
_WHY_BREVITY = "Precision alone would reward saying little, so a text shorter than the best match length r is punished."
_WHY_SCORE = "The precisions are multiplied, not added: a weak one pulls the score down, and one zero makes it zero."
_WHY_ROOT = " The root brings the product back to the size of one precision."
_WHY_WEIGHTS = " Each is raised to its weight, so that a heavier one counts for more."
_WHY_SMOOTHING = "One precision of 0 makes the product 0. So these rules change some precisions before they multiply."
_WHY_REPORTED = "A tool has its own scale, and its own number of digits."
_WHY_ALONE = "Only one order takes part: its precision, times the brevity penalty."


def of_segment(trace: SegmentBleu) -> tuple[Step, ...]:
    """Tokens, p_1 to p_N, brevity, score."""
    numbers, where = equation(trace, "total", 0).numbers, "w runs over the different words of the candidate"
    length = Equation(Chain("=", ("c", SumOver("w", Call("Count", "w")))), numbers, str(trace.c), where)
    first = _tokens(trace, "Tokens", signature.cut_by(trace.rules), (length, texts.tokens(trace)))
    where = "g runs over the rows of the table; Count_clip(g) is the clipped count, Count(g) the count"
    orders = []
    for order in trace.precisions:
        why = _WHY_WORDS if order.n == 1 else _WHY_RUNS.format(n=order.n)
        parts = (tables.clipping(order, len(trace.references)), _precision(trace, order, where))
        orders.append(_order(trace, order, why, "2.1", parts))
    lengths = tables.lengths(trace.brevity, trace.rules.reference_length)
    return (first, *orders, *_smoothing(trace), _brevity(trace, lengths), _score(trace), *_reported(trace))


def of_corpus(trace: TextBleu) -> tuple[Step, ...]:
    """Segments, p_1 to p_N pooled, brevity, score."""
    words: tuple[Part, ...] = (equation(trace, "c"), tables.segments(trace))
    first = _tokens(trace, "Segments", f"{len(trace.segments)} in all", words)
    orders = []
    for order in trace.precisions:
        parts = (tables.pooling(trace, order), _precision(trace, order, "s runs over the segments"))
        orders.append(_order(trace, order, _WHY_POOLED, "2.1.1", parts))
    brevity = _brevity(trace, tables.segment_lengths(trace))
    return (first, *orders, *_smoothing(trace), brevity, _score(trace), *_reported(trace))


def _tokens(trace: BleuScore, title: str, summary: str, parts: tuple[Part, ...]) -> Step:
    return Step("tokens", title, summary, Chain("=", ("c", str(trace.c))), _WHY_TOKENS, f"{_PAPER} 2.1", parts)


def _precision(trace: BleuScore, order: Precision, where: str) -> Equation:
    """p_n as counted, whatever the rules make of it: both sums, and the pair."""
    top, bottom = (equation(trace, name, order.n - 1) for name in ("matches", "total"))
    symbols = Chain("=", (Symbol("p", str(order.n)), Over(_right(top.symbols), _right(bottom.symbols))))
    return Equation(symbols, Over(top.numbers, bottom.numbers), ratio(order.matches, order.total), where)


def _right(equals: Formula) -> Formula:
    assert isinstance(equals, Chain)
    return equals.terms[1]


def _order(trace: BleuScore, order: Precision, why: str, section: str, parts: tuple[Part, ...]) -> Step:
    summary = charts.credited(order)
    if not trace.rules.weight(order.n):
        summary += "; with weight 0 they take no part"
    outcome = Chain("=", (Symbol("p", str(order.n)), ratio(order.matches, order.total)))
    title = order_name(order.n).capitalize()
    return Step(f"p_{order.n}", title, summary, outcome, why, f"{_PAPER} {section}", parts)


def _smoothing(trace: BleuScore) -> Iterator[Step]:
    """What the rules make of the precisions, where they may make something else of them."""
    rules = trace.rules
    if not trace.may_change_precisions:
        return
    changed = [factor.symbol for factor in trace.factors if not factor.is_raw]
    outcome: Formula = Chain(",", tuple(changed)) if changed else "as counted"
    left_out = len(trace.precisions) - len(trace.factors)
    summary = f"{len(changed)} of {len(trace.factors)} are others than counted" if changed else "nothing to change"
    summary += f", {left_out} left out" if left_out and rules.missing == "left out" else ""
    words = smoothing.describe(rules)
    if trace.gives_up:
        words += f" But {ZERO_WHEN[rules.zero_when]}, which is the case here: so nothing is changed."
    parts = (Prose((words,)), tables.smoothing(trace))
    yield Step("smoothing", "Smoothing", summary, outcome, _WHY_SMOOTHING, smoothing.source(rules), parts)


def _reported(trace: BleuScore) -> Iterator[Step]:
    """The number as the tool returns and prints it."""
    rules = trace.rules
    if (rules.scale, rules.form, rules.zero_form) == (PAPER.scale, PAPER.form, PAPER.zero_form):
        return
    returned = f"{trace.reported!r}"
    scaled: Formula = Chain("*", (str(rules.scale), Symbol("BLEU"))) if rules.scale != 1 else Symbol("BLEU")
    summary = f"{rules.tool or rules.name} prints {trace.printed}"
    parts: tuple[Part, ...] = (Equation(Chain("=", (Symbol("reported"), scaled)), returned, trace.printed),)
    if trace.report != trace.printed:
        parts += (Prose((f"The whole line: {trace.report}",)),)
    yield Step("reported", "Reported", summary, trace.printed, _WHY_REPORTED, rules.tool, parts)


def _brevity(trace: BleuScore, lengths: Table) -> Step:
    brevity = trace.brevity
    c, r = brevity.candidate_length, brevity.reference_length
    length = plain.formula(number(Fraction(r)))
    relation = "shorter than" if c < r else "as long as" if c == r else "longer than"
    summary = f"c = {c} is {relation} r = {length}"
    outcome = Chain("=", (Symbol("BP"), shown(brevity.value)))
    parts = (lengths, penalty(trace), charts.brevity(trace))
    return Step("brevity", "Brevity", summary, outcome, _WHY_BREVITY, f"{_PAPER} 2.2.2 and 2.3", parts)


def penalty(trace: BleuByRules) -> Equation:
    """BP = exp(min(0, 1 - r/c)), one formula for short and long candidates."""
    made = equation(trace, "bp")
    if trace.exponent is None:
        return made._replace(numbers="0, as r = 0" if trace.is_void else "0, as there is no candidate")
    if trace.rules.smoothing == "coco":
        return made
    return made._replace(numbers=Chain("=", (made.numbers, Power("e", fraction(trace.exponent)))))


def _product(trace: BleuScore) -> Equation:
    """BLEU: the brevity penalty times the weighted geometric mean."""
    whole = times(Symbol("BP"), product([(factor.weight, factor.symbol) for factor in trace.factors]))
    return Equation(Chain("=", (trace.symbol, whole)), trace.closed_form, shown(trace.score))


def _logarithm(trace: BleuScore) -> Equation:
    """The same as a sum of logarithms (section 2.3)."""
    p = Symbol("p" if all(factor.is_raw for factor in trace.factors) else "p′", "n")
    weighted = SumOver("n", Chain("*", (Symbol("w", "n"), Call("log", p))))
    symbols = Chain("=", (Call("log", trace.symbol), Chain("+", (Call("log", Symbol("BP")), weighted))))
    values = (shown(term.value) for term in trace.terms)
    numbers = Chain("+", tuple(f"({value})" if value.startswith("-") else value for value in values))
    where = "w_n is the weight of the order n; log is the natural logarithm"
    return Equation(symbols, numbers, shown(trace.log_score), where)


def _score(trace: BleuScore) -> Step:
    names: list[Formula] = [Symbol("BP"), *(factor.symbol for factor in trace.factors)]
    values: list[Formula] = [shown(trace.brevity.value), *(factor.short for factor in trace.factors)]
    logs = charts.log_terms(trace)
    terms = [shown(term.value) for term in trace.terms]
    names += [""] * (len(terms) - len(names))
    values += [""] * (len(terms) - len(values))
    total = (Symbol("BLEU"), shown(trace.score), Call("log", Symbol("BLEU")), shown(trace.log_score))
    table = tables.logs(list(zip(names, values, logs, terms, strict=True)), total)
    summary = f"{charts.mean_name(trace)} {shown(trace.mean)} times BP {shown(trace.brevity.value)}"
    summary += ", cut at 1" if trace.uncut > 1 else ""
    outcome = Chain("=", (Symbol("BLEU"), shown(trace.score)))
    parts = (_product(trace), table, _logarithm(trace), charts.logarithms(trace))
    return Step("score", "Score", summary, outcome, _why_score(trace), f"{_PAPER} 2.1.3 and 2.3", parts)


def _why_score(trace: BleuScore) -> str:
    if len(trace.factors) == 1:
        return _WHY_ALONE
    equal = len({factor.weight for factor in trace.factors}) == 1
    return _WHY_SCORE + (_WHY_ROOT if equal else _WHY_WEIGHTS)
