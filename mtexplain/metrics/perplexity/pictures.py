"""The pictures of a perplexity, as data: the probabilities, the surprises under the words, the terms of their mean."""

from math import exp, inf, log
from typing import TYPE_CHECKING

from mtexplain.display import plain
from mtexplain.display.drawings import Bar, Bars, Waterfall
from mtexplain.display.formula import shown
from mtexplain.display.parts import Equation, Weighed, Words
from mtexplain.display.score import Term
from mtexplain.metrics.perplexity import formulas
from mtexplain.metrics.shared import pictures

if TYPE_CHECKING:
    from mtexplain.metrics.perplexity.base import PerplexityScore, Prediction, TextPerplexity
    from mtexplain.metrics.perplexity.corpus import CorpusNgramPerplexity


def factors(trace: "TextPerplexity") -> Bars:
    """The probabilities, their geometric mean, and PP, which is one over it: one row that leads to the score."""
    bars = [Bar(formulas.p(t), "", one.written, _height(one)) for t, one in enumerate(trace.predictions, 1)]
    return pictures.row(bars, _leading(trace))


def means(trace: "CorpusNgramPerplexity") -> Bars:
    """The geometric mean probability of each sentence, over its PP; then that of the whole text, and its PP."""
    bars = [
        Bar(formulas.PP._replace(below=str(place)), "", shown(one.score), 1 / one.score)
        for place, one in enumerate(trace.segments, 1)
    ]
    return pictures.row(bars, _leading(trace))


def _leading(trace: "TextPerplexity") -> list[Bar]:
    mean = 1 / trace.score
    return [
        Bar("", "geometric mean", shown(mean), mean, ">", "factor"),
        Bar(formulas.PP, "one over it", shown(trace.score), None, ">", "result"),
    ]


def _height(one: "Prediction") -> float:
    """A probability as a height; one that is known by its logarithm only, by the exponential."""
    value = one.probability.value
    return exp(-float(one.surprise or 0)) if value is None else float(value)


def surprises(trace: "TextPerplexity") -> Weighed | None:
    """The text with the surprise of each token under it; None where the tokens are not known."""
    words = [one.words for one in trace.predictions]
    if not words or None in words:
        return None
    values = [inf if one.surprise is None else float(one.surprise) for one in trace.predictions]
    most = max((value for value in values if value < inf), default=0) or 1
    most *= 1 + (inf in values)  # what is endless stands out
    base = trace.rules.base
    return Weighed(
        Words(tuple(token for one in words if one for token in one.tokens)),
        tuple(formulas.in_unit(one.surprise, base) for one in trace.predictions),
        tuple(-min(1.0, value / most) for value in values),
        f"Under each token: its surprise, in {formulas.UNITS[base]}. The stronger the orange, the less expected.",
    )


def terms(trace: "PerplexityScore", letter: str) -> tuple[Equation, Waterfall]:
    """What adds up to J or H, in the unit of the base: as a sum, and as a picture."""
    base = trace.rules.base
    name, unit = plain.drawn(formulas.log(base, "").function), 1.0 if base == "e" else log(int(base))
    picture = pictures.account([Term(one.name.replace("log", name), one.value / unit) for one in trace.terms], letter)
    *summands, total = (fall.number for fall in picture.falls)
    return Equation(letter, formulas.listed("+", summands), total, "term by term, as in the picture"), picture
