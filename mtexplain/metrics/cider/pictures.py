"""The pictures of a CIDEr trace, as data: the orders and their mean, the curve of the penalty, the sum."""

from math import exp
from typing import TYPE_CHECKING

from mtexplain.display import plain
from mtexplain.display.drawings import Bar, Bars, Curve, Fall, Guide, Waterfall
from mtexplain.display.formula import Formula, shown
from mtexplain.metrics.cider import formulas
from mtexplain.metrics.cider.maths import mean
from mtexplain.metrics.shared.orders import order_name

if TYPE_CHECKING:
    from mtexplain.metrics.cider.base import CiderScore
    from mtexplain.metrics.cider.caption import CaptionCider

_MOST = 8  # orders there is room for; of ten, the last are told as "2 more"


def orders(trace: "CiderScore") -> Bars:
    """CIDEr_1 to CIDEr_N, their mean, and ten times that: the score; without the ten, the mean is."""
    bars = [
        Bar(formulas.order(trace.rules, n), order_name(n), number, float(value))
        for n, (value, number) in enumerate(zip(trace.values, trace.numbers, strict=True), 1)
    ]
    if len(rest := bars[_MOST:]) > 1:
        bars[_MOST:] = [Bar("", f"{len(rest)} more", "…", None)]
    average = float(mean(trace.values))
    if trace.rules.tenfold:
        bars += [Bar("", "mean", shown(average), average, ">"), Bar("", "ten times", "10", None, "*", "factor")]
        bars.append(Bar(trace.symbol, "", shown(trace.score), trace.score / trace.rules.factor, "=", "result"))
    else:
        bars.append(Bar(trace.symbol, "mean", shown(trace.score), average, ">", "result"))
    said = ", ".join(f"{plain.formula(bar.label) or bar.name} {plain.formula(bar.number)}" for bar in bars)
    return Bars(tuple(bars), said)


def account(trace: "CiderScore") -> Waterfall:
    """The summand of each order, which add up to the score. Where there are very many, the last of them as one."""
    summands: list[tuple[Formula, float]] = [
        (formulas.term(trace.rules, n), term.value) for n, term in enumerate(trace.terms, 1)
    ]
    if len(rest := summands[_MOST:]) > 1:
        summands[_MOST:] = [(f"{len(rest)} more", sum(value for _, value in rest))]
    falls, end = [], 0.0
    for label, value in summands:
        falls.append(Fall(label, shown(value), end, end + value))
        end += value
    whole = Fall(trace.symbol, shown(trace.score), 0.0, trace.score, "result")
    said = "; ".join(f"{plain.formula(fall.label)} is {plain.formula(fall.number)}" for fall in (*falls, whole))
    return Waterfall((*falls, whole), f"The sum over the orders: {said}.")


def penalty(trace: "CaptionCider") -> Curve:
    """The length penalty over l(c), for the reference that is nearest in length: what other lengths would have cost.

    Floats will do: it is drawn, not computed with.
    """
    penalties = trace.orders[0].penalties
    one = min(penalties, key=lambda penalty: abs(penalty.difference))
    c, s, sigma = one.candidate_length, one.reference_length, float(one.sigma or 1)
    lengths = sorted({penalty.reference_length for penalty in penalties})
    most = max(c, *lengths, s + 3 * sigma)
    places = sorted({0.0, float(c), *map(float, lengths), *(most * part / 60 for part in range(61))})
    points = tuple((x, exp(-((x - s) ** 2) / (2 * sigma**2))) for x in places)
    guides = tuple(Guide(float(x), f"l(s) = {x}" if x == s else str(x), x == s) for x in lengths)
    label = f"l(c) = {c}: {shown(one.value)}"
    others = [str(x) for x in lengths if x != s]
    rest = f" Lengths of other references: {', '.join(others)}." if others else ""
    alt = f"The length penalty over the candidate's length: 1 at l(s) = {s}, less on either side. Here {label}.{rest}"
    return Curve("candidate length l(c)", "penalty", points, (float(c), one.value), label, guides, alt)
