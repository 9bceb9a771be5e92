"""What a perplexity shows first, and its charts, as data: words, probabilities, surprises, the terms of their mean."""

from collections.abc import Iterator
from math import inf, log

from mtexplain.display import plain
from mtexplain.display.charts import Bar, Bars, Waterfall
from mtexplain.display.formula import Symbol, shown
from mtexplain.display.parts import Equation, Sentence, Sentences, Weighed, Words
from mtexplain.display.score import Term
from mtexplain.metrics.perplexity.recipe import (
    DistributionScore,
    GivenPerplexity,
    PerplexityScore,
    SentencePerplexity,
    SentencesPerplexity,
    TextPerplexity,
    added,
)
from mtexplain.metrics.perplexity.rules import UNITS
from mtexplain.metrics.shared import charts
from mtexplain.recipe.symbols import log_to, symbol, value

_LEGEND = "[x] earns credit, or is in the candidate too; a bare x earns nothing."
_CAPTION = "In the candidate: a word earns credit where the model has seen it after the words before it."
_PP = PerplexityScore.score.symbol


def tokens(trace: GivenPerplexity) -> Iterator[Sentences]:
    """The tokens, where they were given."""
    if trace.tokens:
        yield Sentences((Sentence("text", Words(trace.tokens), f"T = {trace.t}"),))


def outcomes(trace: DistributionScore) -> Iterator[Sentences]:
    """The outcomes, where they have names."""
    if trace.outcomes is not None:
        yield Sentences((Sentence("outcomes", Words(trace.outcomes), f"{trace.t} of them"),))


def texts(trace: SentencePerplexity) -> Sentences:
    """The candidate, with what the model has seen, and the texts it was trained on."""
    seen = tuple("credited" if one.count else "" for one in trace.estimates)
    first = len(trace.candidate) - len(seen) + trace.rules.marker_counts[1]
    states = (("",) * first + seen)[: len(trace.candidate)]
    rows = [Sentence("candidate", Words(trace.candidate, states), f"T = {trace.t}")]
    known = set(trace.candidate) & trace.model.words
    for place, text in enumerate(trace.references, 1):
        matched = tuple("matched" if token in known else "" for token in text)
        several = "1 token" if len(text) == 1 else f"{len(text)} tokens"
        rows.append(Sentence(f"reference {place}", Words(text, matched), f"learned: {several}"))
    return Sentences(tuple(rows), _CAPTION, _LEGEND)


def factors(trace: TextPerplexity) -> Bars:
    """The probabilities, their geometric mean, and PP, which is one over it: one row that leads to the score."""
    return charts.row(_probabilities(trace), _leading(trace))


def means(trace: SentencesPerplexity) -> Bars:
    """The geometric mean probability of each sentence, over its PP; then that of the whole text, and its PP."""
    scores = [one.score for one in trace.segments]
    bars = [Bar(Symbol("PP", str(s)), "", shown(one), 1 / one) for s, one in enumerate(scores, 1)]
    return charts.row(bars, _leading(trace))


def distribution(trace: DistributionScore) -> Bars:
    """The probabilities, the entropy, PP."""
    entropy = Bar("H", f"entropy in {UNITS[trace.rules.base]}", shown(trace.entropy), None, ">", "factor")
    return charts.row(_probabilities(trace), [entropy, Bar(_PP, "", shown(trace.score), None, ">", "result")])


def _probabilities(trace: TextPerplexity | DistributionScore) -> list[Bar]:
    heights = trace.probabilities if isinstance(trace, TextPerplexity) else trace.p
    return [
        Bar(symbol(type(trace), "p", str(place)), "", written, float(height))
        for place, (written, height) in enumerate(zip(trace.written["p"], heights, strict=True), 1)
    ]


def _leading(trace: TextPerplexity) -> list[Bar]:
    mean = 1 / trace.score
    return [
        Bar("", "geometric mean", shown(mean), mean, ">", "factor"),
        Bar(_PP, "one over it", shown(trace.score), None, ">", "result"),
    ]


def surprises(trace: TextPerplexity) -> Iterator[Weighed]:
    """The text with the surprise of each token under it, where the tokens are known."""
    words = [token for one in trace.words if one for token in one.tokens]
    if not words:
        return
    values = list(map(float, trace.surprises))
    most = max((one for one in values if one < inf), default=0) or 1
    most *= 1 + (inf in values)  # what is endless stands out
    unit = UNITS[trace.rules.base]
    yield Weighed(
        Words(tuple(words)),
        tuple(map(value, trace.surprises)),
        tuple(-min(1.0, one / most) for one in values),
        f"Under each token: its surprise, in {unit}. The stronger the orange, the less expected.",
    )


def terms(trace: PerplexityScore, letter: str) -> tuple[Equation, Waterfall]:
    """What adds up to J or H, in the unit of the base: as a sum, and as a picture."""
    base = trace.rules.base
    name, unit = plain.drawn(log_to(base, "").function), 1.0 if base == "e" else log(int(base))
    picture = charts.account([Term(one.name.replace("log", name), one.value / unit) for one in trace.terms], letter)
    *summands, total = (fall.number for fall in picture.falls)
    return Equation(letter, added(summands), total, "term by term, as in the picture"), picture
