"""The pictures of a ROUGE trace, as data: recall, precision and F in a row; F over beta."""

from fractions import Fraction
from typing import TYPE_CHECKING

from mtexplain.display import plain
from mtexplain.display.drawings import Bar, Bars, Curve, Guide
from mtexplain.display.formula import Symbol, shown
from mtexplain.metrics.rouge import formulas
from mtexplain.metrics.rouge.maths import Share

if TYPE_CHECKING:
    from mtexplain.metrics.rouge.base import Rouge

_MOST = 8  # references there is room for
_FARTHEST = 4  # the largest beta that is drawn, unless another counts
_USUAL = {Fraction(1): "1", Fraction(6, 5): "1.2"}


def factors(trace: "Rouge") -> Bars:
    """Recall, precision, and what they make; jackknifed, the F of each reference that counts, and their mean."""
    score = Bar(trace.symbol, "", shown(trace.score), trace.score, ">", "result")
    bars = _means(trace) if trace.rules.references_by == "jackknife" else _shares(trace)
    said = ", ".join(f"{plain.formula(bar.label)} {bar.name} {plain.formula(bar.number)}" for bar in (*bars, score))
    return Bars((*bars, score), said)


def _shares(trace: "Rouge") -> list[Bar]:
    beta, together = trace.rules.beta, trace.together
    recall = _share("R", trace, together.recall, "recall" if beta != 0 else "takes no part")
    precision = _share("P", trace, together.precision, "precision" if beta is not None else "takes no part")
    return [recall, precision]


def _share(letter: str, trace: "Rouge", share: Share, name: str) -> Bar:
    height = None if share.value is None else float(share.value)
    return Bar(Symbol(letter, trace.below), name, formulas.value(share), height)


def _means(trace: "Rouge") -> list[Bar]:
    """F with the best reference, for each that is left out."""
    found = []
    for place, (chosen, one) in enumerate(zip(trace.together.chosen, trace.together.used, strict=True), 1):
        f = one.f(trace.rules.beta)
        found.append(Bar(Symbol("F", str(chosen + 1)), f"without {place}", formulas.exactly(f), float(f)))
    rest = found[_MOST:]
    return found if len(rest) < 2 else [*found[:_MOST], Bar("", f"{len(rest)} more", "…", None)]


def betas(trace: "Rouge") -> Curve:
    """F over beta: from the precision, at 0, towards the recall. Floats will do: it is drawn, not computed with."""
    together, beta = trace.together, trace.rules.beta
    pairs = [(together.recall, together.precision)]
    if trace.rules.references_by == "jackknife":
        pairs = [(one.recall, one.precision) for one in together.used]
    floats = [(float(recall.value or 0), float(precision.value or 0)) for recall, precision in pairs]
    most = max(_FARTHEST, float(beta or 0))
    here = most if beta is None else float(beta)
    points = tuple((x, _mean_f(floats, x)) for x in (most * place / 60 for place in range(61)))
    label = f"beta = {'∞' if beta is None else shown(here)}: F = {shown(trace.score)}"
    guides = tuple(Guide(float(x), name, x == beta) for x, name in _USUAL.items())
    ends = [shown(float(share.value or 0)) for share in (together.precision, together.recall)]
    alt = f"F over beta: {ends[0]}, the precision, at 0; towards {ends[1]}, the recall. Here {label}."
    return Curve("beta", "F", points, (here, trace.score), label, guides, alt)


def _mean_f(pairs: list[tuple[float, float]], beta: float) -> float:
    """The mean of F over pairs of recall and precision."""
    square = beta * beta
    found = [(1 + square) * r * p / (r + square * p) if r and p else 0.0 for r, p in pairs]
    return sum(found) / len(found)
