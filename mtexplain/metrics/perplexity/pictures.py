"""The pictures of a perplexity, as data: the probabilities, the surprises, their sum."""

from collections.abc import Iterable
from math import exp, inf, log
from typing import TYPE_CHECKING

from mtexplain.display import plain
from mtexplain.display.drawings import Bar, Bars, Fall, Waterfall
from mtexplain.display.formula import shown
from mtexplain.display.parts import Equation, Weighed, Words
from mtexplain.metrics.perplexity import formulas

if TYPE_CHECKING:
    from mtexplain.metrics.perplexity.base import PerplexityScore, Prediction, TextPerplexity
    from mtexplain.metrics.perplexity.corpus import CorpusNgramPerplexity

_MOST = 8  # probabilities there is room for


def factors(trace: "TextPerplexity") -> Bars:
    """The probabilities, their geometric mean, and PP, which is one over it: one row that leads to the score."""
    rows = [Bar(formulas.p(t), "", one.written, _height(one)) for t, one in enumerate(trace.predictions, 1)]
    return _closed(rows, trace)


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
    """The terms that add up to J or H, in the unit of the base, and their picture. Of very many, the last as one."""
    named = [(name.replace("log", log_name(trace.rules.base)), in_unit(trace, nats)) for name, nats in trace.terms]
    if len(rest := named[_MOST:]) > 1:
        named[_MOST:] = [(f"{len(rest)} more", sum(value for _, value in rest))]
    falls, end = [], 0.0
    for name, value in named:
        falls.append(Fall(plain.drawn(name), shown(value), end, end + value))
        end += value
    falls.append(Fall(letter, shown(trace.entropy), 0.0, end, "result"))
    told = "; ".join(f"{plain.formula(fall.label)} is {plain.formula(fall.number)}" for fall in falls)
    *summands, total = (fall.number for fall in falls)
    equation = Equation(letter, formulas.listed("+", summands), total, "term by term, as in the picture")
    return equation, Waterfall(tuple(falls), f"The terms of {letter}: {told}.")


def log_name(base: str) -> str:
    """The logarithm to a base, as a picture has it."""
    return plain.drawn(formulas.log(base, "").function)


def in_unit(trace: "PerplexityScore", nats: float) -> float:
    """A number of nats in the unit of the base."""
    return nats if trace.rules.base == "e" else nats / log(int(trace.rules.base))


def _height(one: "Prediction") -> float:
    """A probability as a height; one that is known by its logarithm only, by the exponential."""
    value = one.probability.value
    return exp(-float(one.surprise or 0)) if value is None else float(value)


def means(trace: "CorpusNgramPerplexity") -> Bars:
    """The geometric mean probability of each sentence, of the whole text, and PP, which is one over it."""
    rows = [
        Bar(formulas.PP._replace(below=str(place)), "", shown(one.score), 1 / one.score)
        for place, one in enumerate(trace.segments, 1)
    ]
    return _closed(rows, trace)


def _closed(rows: list[Bar], trace: "PerplexityScore") -> Bars:
    """Bars, cut where there are many; then what they lead to."""
    if len(rows) > _MOST + 1:
        rows = [*rows[:_MOST], Bar("", f"{len(rows) - _MOST} more", "…", None)]
    mean = 1 / trace.score
    bars = (
        *rows,
        Bar("", "geometric mean", shown(mean), mean, ">", "factor"),
        Bar(formulas.PP, "one over it", shown(trace.score), None, ">", "result"),
    )
    return Bars(bars, said(bars))


def said(bars: Iterable[Bar]) -> str:
    """Bars in words."""
    return ", ".join(f"{plain.formula(bar.label) or bar.name} {plain.formula(bar.number)}" for bar in bars)
