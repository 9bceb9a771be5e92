"""The pictures of a NIST trace, as data: what each order adds, and the curve of the penalty."""

from fractions import Fraction

from mtexplain import exact
from mtexplain.display.drawings import Bar, Bars, Curve, Guide
from mtexplain.display.formula import shown
from mtexplain.metrics.nist.recipe import NistScore
from mtexplain.metrics.shared.orders import order_name
from mtexplain.metrics.shared.pictures import row
from mtexplain.recipe.formulas import symbol

_STEPS = 60
_HALF_AT = Fraction(2, 3)  # of the length of the references: there the penalty is one half


def sums(trace: NistScore) -> Bars:
    """The gain per n-gram of each order, the sum, the brevity penalty, NIST. The largest bar is the sum."""
    means = [float(order.mean) for order in trace.orders]
    whole = sum(means)
    bars = [
        Bar(symbol(NistScore, "s", str(n)), order_name(n), shown(mean), mean / whole if whole else 0.0)
        for n, mean in enumerate(means, 1)
    ]
    leading = [
        Bar("", "sum", shown(whole), 1.0 if whole else 0.0, ">"),
        Bar(NistScore.bp.symbol, "brevity", shown(trace.brevity.value), trace.brevity.value, "*", "factor"),
        Bar(NistScore.score.symbol, "", shown(trace.score), trace.score / whole if whole else 0.0, "=", "result"),
    ]
    return row(bars, leading)


def brevity(trace: NistScore) -> Curve:
    """BP over L_sys for this L_ref: what other lengths would have cost."""
    here, whole = trace.candidate_length, trace.reference_length
    most = max(2 * whole, Fraction(here), Fraction(1))
    places = sorted({Fraction(0), Fraction(here), whole, most, *(whole * part / _STEPS for part in range(_STEPS + 1))})
    with exact.forty_digits():
        values = [NistScore.bp.evaluate(candidate_length=x, reference_length=whole, beta=trace.beta) for x in places]
    points = tuple(zip(map(float, places), map(float, values), strict=True))
    length, half, bp = shown(float(whole)), float(whole * _HALF_AT), float(trace.bp)
    guides = (Guide(float(whole), f"L_ref = {length}"), Guide(half, f"half at {shown(half)}", False))
    label = f"L_sys = {here}: BP = {shown(bp)}"
    known = f"1/2 at {shown(half)}, 1 from {length} on"
    alt = f"The brevity penalty over the length of the candidate: {known}. Here {label}."
    return Curve("candidate length L_sys", "BP", points, (float(here), bp), label, guides, alt)
