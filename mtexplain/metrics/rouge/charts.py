"""What a ROUGE trace shows first, as data: the words and which match; recall, precision and F in a row; F over beta."""

from collections.abc import Sequence
from fractions import Fraction

from mtexplain.display import plain
from mtexplain.display.drawings import Bar, Bars, Curve, Guide
from mtexplain.display.formula import Symbol, shown
from mtexplain.display.parts import Sentence, Sentences, Words
from mtexplain.metrics.rouge import equations
from mtexplain.metrics.rouge.recipe import RougeScore
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.pictures import row

_FARTHEST = 4  # the largest beta that is drawn, unless another counts
_USUAL = {Fraction(1): "1", Fraction(6, 5): "1.2"}
_LEGEND = "[x] is part of what matches."
_CLIPPED = "[x] is part of what matches; x(clipped) came too often."


def sentences(trace: RougeScore, earned: Sequence[tuple[str, ...]]) -> Sentences:
    """The candidate with what matches in the references that count; each reference with what matches in it."""
    mine, *theirs = earned
    rows = [Sentence("candidate", Words(trace.candidate, mine), so_many(trace.candidate_length, "word"))]
    for place, (reference, states) in enumerate(zip(trace.references, theirs, strict=True)):
        role = f" → {' and '.join(roles)}" if (roles := trace.roles(place)) else ""
        remark = so_many(trace.length_of(reference), "word") + role
        rows.append(Sentence(f"reference {place + 1}", Words(reference, states), remark))
    return Sentences(tuple(rows), legend=_CLIPPED if "clipped" in mine else _LEGEND)


def factors(trace: RougeScore) -> Bars:
    """Recall, precision, and what they make; jackknifed, the F of each reference that counts, and their mean."""
    score = Bar(trace.symbol, "", shown(trace.score), trace.score, ">", "result")
    if trace.rules.references_by != "jackknife":
        beta = trace.rules.beta
        shares = ("r", "recall" if beta != 0 else ""), ("p", "precision" if beta is not None else "")
        return _named(row([_share(trace, name, role or "takes no part") for name, role in shares], [score]))
    found = [
        Bar(Symbol("F", str(best + 1)), f"without {place}", equations.exactly(trace.f_scores[best]), float(f))
        for place, best in enumerate(trace.chosen, 1)
        for f in (trace.f_scores[best],)
    ]
    return _named(row(found, [score]))


def _named(bars: Bars) -> Bars:
    """The same, told with the names of the bars."""
    named = (f"{plain.formula(bar.label)} {bar.name} {plain.formula(bar.number)}" for bar in bars.bars)
    return bars._replace(alt=", ".join(named))


def _share(trace: RougeScore, name: str, role: str) -> Bar:
    value = getattr(trace, name)
    symbol = type(trace).quantities[name].symbol
    return Bar(symbol, role, equations.as_value(trace, name), None if value is None else float(value))


def betas(trace: RougeScore) -> Curve:
    """F over beta: from the precision, at 0, towards the recall. Floats will do: it is drawn, not computed with."""
    beta, pairs = trace.rules.beta, [(trace.r, trace.p)]
    if trace.rules.references_by == "jackknife":
        pairs = [(trace.recalls[best], trace.precisions[best]) for best in trace.chosen]
    floats = [(float(recall or 0), float(precision or 0)) for recall, precision in pairs]
    most = max(_FARTHEST, float(beta or 0))
    here = most if beta is None else float(beta)
    points = tuple((x, _mean_f(floats, x)) for x in (most * place / 60 for place in range(61)))
    label = f"beta = {'∞' if beta is None else shown(here)}: F = {shown(trace.score)}"
    guides = tuple(Guide(float(x), name, x == beta) for x, name in _USUAL.items())
    ends = [shown(float(share or 0)) for share in (trace.p, trace.r)]
    alt = f"F over beta: {ends[0]}, the precision, at 0; towards {ends[1]}, the recall. Here {label}."
    return Curve("beta", "F", points, (here, trace.score), label, guides, alt)


def _mean_f(pairs: list[tuple[float, float]], beta: float) -> float:
    """The mean of F over pairs of recall and precision."""
    square = beta * beta
    found = [(1 + square) * r * p / (r + square * p) if r and p else 0.0 for r, p in pairs]
    return sum(found) / len(found)
