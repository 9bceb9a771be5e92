"""ROUGE's formulas: in symbols, and with the numbers of a trace put in."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from mtexplain.counts import Ratio
from mtexplain.display.formula import Chain, Formula, Over, Power, Symbol, fraction, number, ratio, shown
from mtexplain.display.parts import Equation
from mtexplain.metrics.rouge.maths import Mean, Share

if TYPE_CHECKING:
    from mtexplain.metrics.rouge.base import Rouge

_MOST = 8  # summands that are written out
_LONG = 10**6  # a larger denominator is not written


def share(one: Share) -> Formula:
    """A recall or a precision with its numbers: 3/5, or (4/9)^(1/2), or the mean of several."""
    if isinstance(one, Ratio):
        return ratio(one.matches, one.total)
    if isinstance(one, Mean):
        return mean([share(each) for each in one.shares])
    return rooted(Over(number(one.matches), number(one.total)), one.weight)


def value(one: Share) -> Formula:
    """The value of a recall or a precision: as it was counted, or as a fraction."""
    if isinstance(one, Ratio):
        return ratio(one.matches, one.total)
    return ratio(0, 0) if one.value is None else exactly(one.value)


def decimal(one: Fraction) -> str:
    """A setting as it is written: 1.2 where that is all of it, else 4/3.

    >>> decimal(Fraction(6, 5)), decimal(Fraction(4, 3))
    ('1.2', '4/3')
    """
    short = f"{float(one):g}"
    return short if Fraction(short) == one else str(one)


def exactly(one: Fraction) -> Formula:
    """A fraction; where it is long, as every float is shown."""
    return fraction(one) if one.denominator < _LONG else shown(float(one))


def rooted(inside: Formula, weight: Fraction) -> Formula:
    """The inverse of f(k) = k^weight."""
    return inside if weight == 1 else Power(Chain("*", (inside,), grouped=True), fraction(1 / weight))


def mean(several: Sequence[Formula]) -> Formula:
    """The mean of several, cut where they are many."""
    return Over(summed(several), str(len(several)))


def summed(several: Sequence[Formula]) -> Formula:
    """The sum of several, cut where they are many."""
    cut = (*several[: _MOST - 2], "…", several[-1]) if len(several) > _MOST else tuple(several)
    return Chain("+", cut) if len(cut) > 1 else cut[0]


def f(beta: Fraction | None, recall: Formula, precision: Formula) -> Formula:
    """F_beta of a recall and a precision (equation 4)."""
    if beta is None or beta == 0:
        return precision if beta == 0 else recall
    if beta == 1:
        return Over(Chain("*", ("2", recall, precision)), Chain("+", (recall, precision)))
    square = Power(decimal(beta), "2")
    return Over(
        Chain("*", (Chain("+", ("1", square), grouped=True), recall, precision)),
        Chain("+", (recall, Chain("*", (square, precision)))),
    )


def closed_form(trace: "Rouge") -> Formula:
    """The score with exact numbers, as in (2 * 3/5 * 3/4) / (3/5 + 3/4). Where nothing matches it is 0."""
    together, beta = trace.together, trace.rules.beta
    if not together.f(beta):
        return "0"
    if trace.rules.references_by == "jackknife":
        return mean([exactly(one.f(beta)) for one in together.used])
    return f(beta, share(together.recall), share(together.precision))


def recall(trace: "Rouge") -> Equation:
    """R, out of the units of the references that count."""
    totals = [one.reference_total for one in trace.overlaps]
    return _share(trace, trace.together.recall, "R", "m", totals, trace.together.chosen[0])


def precision(trace: "Rouge") -> Equation:
    """P, out of the units of the candidate."""
    totals = [one.candidate_total for one in trace.overlaps]
    return _share(trace, trace.together.precision, "P", "n", totals, trace.together.chosen[-1])


def _share(
    trace: "Rouge", one: Share, letter: str, total: str, totals: Sequence[int | Fraction], chosen: int
) -> Equation:
    name = Symbol(letter, trace.below)
    if isinstance(one, Mean):
        symbols = mean([Symbol(letter, str(place + 1)) for place in trace.together.chosen])
        where = "a summand for each reference that is left out: the best of the others counts"
        return Equation(Chain("=", (name, symbols)), share(one), value(one), where)
    pools = trace.rules.references_by == "pooled"
    places = range(len(totals)) if pools else [chosen]
    numbered = [str(place + 1) if len(totals) > 1 else "" for place in places]
    matches = summed([Symbol(trace.matched, which) for which in numbered])
    weighed = summed([trace.weighed(Symbol(total, which if total == "m" else ""), total) for which in numbered])
    numbers = share(one)
    if len(places) > 1:
        tops, bottoms = ([number(Fraction(each)) for each in part] for part in (_matches(trace), totals))
        numbers = rooted(Over(summed(tops), summed(bottoms)), trace.root)
    symbols = rooted(Over(matches, weighed), trace.root)
    return Equation(Chain("=", (name, symbols)), numbers, value(one), trace.where(total))


def _matches(trace: "Rouge") -> list[int | Fraction]:
    return [one.matches for one in trace.overlaps]


def score(trace: "Rouge") -> Equation:
    """The score: F of R and P; jackknifed, the mean of the F with each reference that counts."""
    beta = trace.rules.beta
    if trace.rules.references_by == "jackknife":
        symbols = mean([Symbol("F", str(place + 1)) for place in trace.together.chosen])
        where = "a summand for each reference that is left out: the best of the others counts"
    else:
        symbols = f(beta, Symbol("R", trace.below), Symbol("P", trace.below))
        kind = "harmonic mean" if beta == 1 else "weighted harmonic mean"
        where = f"the {kind} of recall and precision" if beta else ""
    return Equation(Chain("=", (trace.symbol, symbols)), closed_form(trace), shown(trace.score), where)
