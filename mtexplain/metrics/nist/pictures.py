"""The pictures of a NIST trace, as data: what each order adds, the curve of the penalty, the sum."""

from math import exp, log
from typing import TYPE_CHECKING

from mtexplain.display import plain
from mtexplain.display.drawings import Bar, Bars, Curve, Fall, Guide, Waterfall
from mtexplain.display.formula import shown
from mtexplain.metrics.nist import formulas, tables
from mtexplain.metrics.nist.maths import HALF_AT

if TYPE_CHECKING:
    from mtexplain.metrics.nist.base import NistScore

_MOST = 8  # orders there is room for
_STEPS = 60


def sums(trace: "NistScore") -> Bars:
    """The gain per n-gram of each order, the sum, the brevity penalty, NIST. The largest bar is the sum."""
    means = [float(order.mean) for order in trace.orders]
    whole = sum(means)
    rows = [
        Bar(formulas.s(n), f"{tables.name(n)}s", shown(mean), mean / whole if whole else 0.0)
        for n, mean in enumerate(means, 1)
    ]
    if len(rows) > _MOST + 1:
        rows[_MOST:] = [Bar("", f"{len(rows) - _MOST} more", "…", None)]
    bars = (
        *rows,
        Bar("", "sum", shown(whole), 1.0 if whole else 0.0, ">"),
        Bar(formulas.BP, "brevity", shown(trace.brevity.value), trace.brevity.value, "*", "factor"),
        Bar(formulas.NIST, "", shown(trace.score), trace.score / whole if whole else 0.0, "=", "result"),
    )
    return Bars(bars, ", ".join(f"{plain.formula(bar.label) or bar.name} {plain.formula(bar.number)}" for bar in bars))


def brevity(trace: "NistScore") -> Curve:
    """BP over L_sys for this L_ref: what other lengths would have cost. Floats will do: it is drawn."""
    here, whole = trace.brevity.candidate_length, float(trace.brevity.reference_length)
    most = max(2 * whole, here, 1)
    places = sorted({0.0, float(here), whole, most, *(whole * part / _STEPS for part in range(_STEPS + 1))})
    points = tuple((x, _penalty(x / whole if whole else 1.0)) for x in places)
    half = whole * HALF_AT
    guides = (Guide(whole, f"L_ref = {shown(whole)}"), Guide(half, f"half at {shown(half)}", False))
    label = f"L_sys = {here}: BP = {shown(trace.brevity.value)}"
    known = f"1/2 at {shown(half)}, 1 from {shown(whole)} on"
    alt = f"The brevity penalty over the length of the candidate: {known}. Here {label}."
    return Curve("candidate length L_sys", "BP", points, (float(here), trace.brevity.value), label, guides, alt)


def _penalty(ratio: float) -> float:
    return 1.0 if ratio >= 1 else exp(log(0.5) * (log(ratio) / log(HALF_AT)) ** 2) if ratio else 0.0


def terms(trace: "NistScore") -> Waterfall:
    """What each order adds to the score. Where there are very many, the last of them as one."""
    listed = [(term.name, term.value) for term in trace.terms]
    if len(rest := listed[_MOST:]) > 1:
        listed[_MOST:] = [(f"{len(rest)} more", sum(value for _, value in rest))]
    falls, end = [], 0.0
    for name, value in listed:
        falls.append(Fall(plain.drawn(name), shown(value), end, end + value))
        end += value
    total = Fall(formulas.NIST, shown(trace.score), 0.0, trace.score, "result")
    said = "; ".join(f"{plain.formula(fall.label)} is {plain.formula(fall.number)}" for fall in (*falls, total))
    return Waterfall((*falls, total), f"The sum of the terms: {said}.")
