"""How a BLEU trace is told: the words, the clipping of each order, the brevity penalty, the score."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from mtexplain.display import plain
from mtexplain.display.formula import Call, Chain, Formula, Symbol, number, ratio, shown
from mtexplain.display.parts import Equation, Part, Prose, Table
from mtexplain.display.trace import Step
from mtexplain.metrics.bleu import formulas, pictures, smoothing_words, tables
from mtexplain.metrics.bleu.maths import Brevity, Precision
from mtexplain.metrics.shared import signature, texts
from mtexplain.rules import PAPER, ZERO_WHEN

if TYPE_CHECKING:
    from mtexplain.metrics.bleu.base import BleuScore
    from mtexplain.metrics.bleu.corpus import CorpusBleu
    from mtexplain.metrics.bleu.segment import Bleu

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


def of_segment(trace: "Bleu") -> tuple[Step, ...]:
    """Tokens, p_1 to p_N, brevity, score."""
    parts = (formulas.length(trace.precisions[0]), texts.tokens(trace))
    first = _tokens("Tokens", signature.cut_by(trace.rules), trace.brevity, parts)
    lengths = tables.lengths(trace.brevity, trace.rules.reference_length)
    return (first, *_clipped(trace), *_told(trace), _brevity(trace, lengths), _score(trace), *_reported(trace))


def of_corpus(trace: "CorpusBleu") -> tuple[Step, ...]:
    """Segments, p_1 to p_N pooled, brevity, score."""
    lengths = [segment.brevity.candidate_length for segment in trace.segments]
    parts = (formulas.total_length(lengths), tables.segments(trace))
    first = _tokens("Segments", f"{len(lengths)} in all", trace.brevity, parts)
    brevity = _brevity(trace, tables.segment_lengths(trace))
    return (first, *_pooled(trace), *_told(trace), brevity, _score(trace), *_reported(trace))


def _tokens(title: str, summary: str, brevity: Brevity, parts: tuple[Part, ...]) -> Step:
    outcome = Chain("=", ("c", str(brevity.candidate_length)))
    return Step("tokens", title, summary, outcome, _WHY_TOKENS, f"{_PAPER} 2.1", parts)


def _clipped(trace: "Bleu") -> list[Step]:
    steps = []
    for order in trace.precisions:
        table = tables.clipping(order, len(trace.references))
        equation = formulas.clipped(order)
        why = _WHY_WORDS if order.n == 1 else _WHY_RUNS.format(n=order.n)
        steps.append(_order(trace, order, why, "2.1", (table, equation)))
    return steps


def _pooled(trace: "CorpusBleu") -> list[Step]:
    steps = []
    for order in trace.precisions:
        ratios = [segment.ratios[order.n - 1] for segment in trace.segments]
        parts = (tables.pooling(trace, order), formulas.pooled(ratios, order))
        steps.append(_order(trace, order, _WHY_POOLED, "2.1.1", parts))
    return steps


def _order(trace: "BleuScore", order: Precision, why: str, section: str, parts: tuple[Part, ...]) -> Step:
    title = pictures.order_name(order.n).capitalize()
    summary = pictures.earned(order)
    if not trace.rules.weight(order.n):
        summary += "; with weight 0 they take no part"
    outcome = Chain("=", (formulas.p(order.n), ratio(order.matches, order.total)))
    return Step(f"p_{order.n}", title, summary, outcome, why, f"{_PAPER} {section}", parts)


def _told(trace: "BleuScore") -> Iterator[Step]:
    """What the rules make of the precisions, where they may make something else of them."""
    rules = trace.rules
    if (rules.smoothing, rules.totals, rules.missing) == ("none", "as counted", "zero"):
        return
    changed = [factor.symbol for factor in trace.factors if not factor.is_raw]
    outcome: Formula = Chain(",", tuple(changed)) if changed else "as counted"
    left_out = len(trace.precisions) - len(trace.factors)
    summary = f"{len(changed)} of {len(trace.factors)} are others than counted" if changed else "nothing to change"
    summary += f", {left_out} left out" if left_out and rules.missing == "left out" else ""
    words = smoothing_words.told(rules)
    if trace.gives_up:
        words += f" But {ZERO_WHEN[rules.zero_when]}, which is the case here: so nothing is changed."
    parts = (Prose((words,)), tables.smoothing(trace))
    yield Step("smoothing", "Smoothing", summary, outcome, _WHY_SMOOTHING, smoothing_words.source(rules), parts)


def _reported(trace: "BleuScore") -> Iterator[Step]:
    """The number as the tool returns and prints it."""
    rules = trace.rules
    if rules == replace(rules, scale=PAPER.scale, form=PAPER.form, zero_form=PAPER.zero_form):
        return
    returned = f"{trace.reported!r}"
    scaled: Formula = Chain("*", (str(rules.scale), Symbol("BLEU"))) if rules.scale != 1 else Symbol("BLEU")
    summary = f"{rules.tool or rules.name} prints {trace.printed}"
    parts: tuple[Part, ...] = (Equation(Chain("=", (Symbol("reported"), scaled)), returned, trace.printed),)
    if trace.report != trace.printed:
        parts += (Prose((f"The whole line: {trace.report}",)),)
    yield Step("reported", "Reported", summary, trace.printed, _WHY_REPORTED, rules.tool, parts)


def _brevity(trace: "BleuScore", lengths: Table) -> Step:
    brevity = trace.brevity
    c, r = brevity.candidate_length, brevity.reference_length
    length = plain.formula(number(Fraction(r)))
    relation = "shorter than" if c < r else "as long as" if c == r else "longer than"
    summary = f"c = {c} is {relation} r = {length}"
    outcome = Chain("=", (Symbol("BP"), shown(brevity.value)))
    parts = (lengths, formulas.brevity(brevity), pictures.brevity(trace))
    return Step("brevity", "Brevity", summary, outcome, _WHY_BREVITY, f"{_PAPER} 2.2.2 and 2.3", parts)


def _score(trace: "BleuScore") -> Step:
    names: list[Formula] = [Symbol("BP"), *(factor.symbol for factor in trace.factors)]
    values: list[Formula] = [shown(trace.brevity.value), *(factor.short for factor in trace.factors)]
    logs = formulas.log_terms(trace)
    terms = [shown(term.value) for term in trace.terms]
    names += [""] * (len(terms) - len(names))
    values += [""] * (len(terms) - len(values))
    total = (Symbol("BLEU"), shown(trace.score), Call("log", Symbol("BLEU")), shown(trace.log_score))
    table = tables.logs(list(zip(names, values, logs, terms, strict=True)), total)
    summary = f"{pictures.mean_name(trace)} {shown(trace.mean)} times BP {shown(trace.brevity.value)}"
    summary += ", cut at 1" if trace.uncut > 1 else ""
    outcome = Chain("=", (Symbol("BLEU"), shown(trace.score)))
    parts = (formulas.score(trace), table, formulas.log_score(trace), pictures.logarithms(trace))
    return Step("score", "Score", summary, outcome, _why_score(trace), f"{_PAPER} 2.1.3 and 2.3", parts)


def _why_score(trace: "BleuScore") -> str:
    if len(trace.factors) == 1:
        return _WHY_ALONE
    equal = len({factor.weight for factor in trace.factors}) == 1
    return _WHY_SCORE + (_WHY_ROOT if equal else _WHY_WEIGHTS)
