"""The charts of a BLEU trace as data, with the picture of the words, the precisions and the curve of the penalty."""

from functools import lru_cache
from math import exp

from mtexplain.counts import Ratio
from mtexplain.display import plain
from mtexplain.display.charts import Bar, Curve, Guide
from mtexplain.display.formula import Symbol, ratio, shown
from mtexplain.display.parts import Prose, Words
from mtexplain.display.pyramid import Pyramid, Result, Text
from mtexplain.metrics.bleu.by_rules import BleuScore
from mtexplain.metrics.bleu.records import Precision
from mtexplain.metrics.bleu.trace import Bleu, CorpusBleu
from mtexplain.metrics.shared import bricks, reason
from mtexplain.metrics.shared.charts import curve_places
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.orders import one_name, order_name

MOST_ORDERS = 8  # a ninth fits as well, but of ten, the last two are shown as "2 more"
_LONG = 100  # on a curve this long, the dot cannot be moved
_ROOTS = {2: "square root", 3: "cube root", 4: "fourth root"}


def precisions(trace: BleuScore) -> list[Bar]:
    """A bar for each p_n; if there are very many, only for the first of them."""
    bars = [
        Bar(
            Symbol("p", str(order.n)),
            order_name(order.n) if trace.rules.weight(order.n) else "weight 0",
            ratio(order.matches, order.total),
            None if order.value is None else float(order.value),
        )
        for order in trace.precisions
    ]
    more = len(bars) - MOST_ORDERS
    return [*bars[:MOST_ORDERS], Bar("", f"{more} more", "…", None)] if more > 1 else bars


def brevity(trace: BleuScore) -> Curve:
    """The curve of BP over c for this r, which shows what other lengths would have cost."""
    c, r = trace.brevity.candidate_length, float(trace.brevity.reference_length)
    # The reference lengths of a single segment are marked; in a text they are only added up.
    lengths = sorted({r, *trace.brevity.reference_lengths}) if len(trace.reference_numbers) == 1 else [r]
    points = _curve(r, (c, *lengths), float(r == 0 and not trace.is_penalty_zero))
    guides = tuple(Guide(float(x), f"r = {x:g}" if x == r else f"{x:g}", x == r) for x in lengths)
    label = f"c = {c}: BP = {shown(trace.brevity.value)}"
    rises = f"It rises to 1 at r = {r:g}" if r else "If r = 0, it is 1 for every candidate that has a token"
    rises = "By these rules it is 0 if r is 0" if trace.is_penalty_zero else rises
    rest = ", ".join(f"{length:g}" for length in lengths if length != r)
    rest = f" Other reference lengths: {rest}." if rest else ""
    alt = f"The brevity penalty as a function of the candidate length. {rises}. Here {label}.{rest}"
    here, whole = (float(c), trace.brevity.value), range(int(points[-1][0]) + 1)
    there = dict(_curve(r, tuple(map(float, whole)), points[0][1])) | dict([here]) if len(whole) < _LONG else {}
    stops = tuple(_stop(x, there[x]) for x in whole if there)
    return Curve("candidate length c", "BP", points, here, label, guides, alt, stops)


@lru_cache(maxsize=256)
def _curve(r: float, lengths: tuple[float, ...], level: float) -> tuple[tuple[float, float], ...]:
    """BP at these lengths and between them; `level` is BP at length 0 or, if r is 0, at every length.

    Floats are precise enough for a picture, which does not show the last digits, and faster than the formula.
    """
    places = curve_places(r, map(float, lengths))
    return tuple((x, exp(min(0.0, 1 - r / x)) if x and (r or level) else level) for x in places)


@lru_cache(maxsize=1024)
def _stop(c: int, bp: float) -> tuple[int, float, str]:
    return c, bp, f"c = {c}: BP = {shown(bp)}"


def mean_name(trace: BleuScore) -> str:
    """The name of the mean of the precisions, for example "fourth root"."""
    weights = {factor.weight for factor in trace.factors}
    if len(weights) > 1:
        return "weighted mean"
    orders = len(trace.factors)
    return _ROOTS.get(orders, "geometric mean") if orders > 1 else f"{order_name(trace.factors[0].n)} alone"


def credited(order: Precision | Ratio) -> str:
    """The number of n-grams that earn credit, in words."""
    return f"{order.matches} of {order.total} earn credit" if order.total else "there are none"


_WANTED = {
    "closest": "the closest reference",
    "first closest": "the closest reference",
    "shortest": "the shortest reference",
    "average": "the references on average",
}


def which(trace: BleuScore) -> str:
    """The reference or references with which the length is compared, in words."""
    if len(trace.reference_numbers) > 1:
        return "the references"
    return _WANTED[trace.rules.reference_length] if trace.reference_numbers[0] > 1 else "the reference"


def pyramid(trace: Bleu) -> Pyramid:
    """The picture of the score, with a brick for each n-gram below its words."""
    orders = []
    for order in trace.precisions:
        rows = order.counts
        ngrams, counts = [row.ngram for row in rows], [row.count for row in rows]
        credits, in_references = [row.clipped for row in rows], [row.reference_counts for row in rows]
        orders.append(bricks.count_order(order.n, ngrams, counts, credits, in_references, f"p_{order.n}"))
    token, texts = trace.rules.token_name, bricks.name_texts(trace.references)
    r = trace.brevity.reference_length
    ruler = bricks.measure(len(trace.candidate), r, shown(trace.brevity.value), which(trace), "brevity", token)
    piece = bricks.build(Text("candidate", Words(trace.candidate)), texts, orders, ruler, token)
    used = {
        factor.n: plain.formula(factor.short)
        for factor in trace.factors
        if not factor.is_raw and factor.value is not None
    }
    smoothed = tuple(row._replace(counts_as=used.get(row.n, "")) for row in piece.rows)
    root = Result(shown(float(trace.mean)), mean_name(trace), "score")
    return piece._replace(rows=smoothed, results=(root,) if len(trace.factors) > 1 else ())


def why(trace: Bleu) -> Prose:
    """A sentence about what lowers the score most."""
    return reason.describe(trace.picture, _zeros(trace))


def why_of_text(trace: CorpusBleu) -> Prose:
    """A sentence about the credit of a text's shortest and longest n-grams, or about an order that earns none."""
    if zeros := _zeros(trace):
        order = next(precision for precision in trace.precisions if precision.n == zeros[0])
        none = f"No {one_name(order.n)} in the whole text earns credit"
        what = none if order.total else f"The text has no {order_name(order.n)}"
        return Prose((f"{what}, so a factor is 0, and the product is 0.",))
    ends = trace.precisions[:: max(1, len(trace.precisions) - 1)]
    earned = " and ".join(f"{end.matches:,} of {so_many(end.total, one_name(end.n))}" for end in ends)
    missing = float(trace.brevity.reference_length) - trace.brevity.candidate_length
    short = f" The text is also {missing:,.6g} word{'s' * (missing != 1)} too short." if missing > 0 else ""
    return Prose((f"All segments are counted as a single text, in which {earned} earn credit.{short}",))


def _zeros(trace: BleuScore) -> list[int]:
    """The orders whose factor of 0 makes the score 0."""
    return [] if trace.score else [factor.n for factor in trace.factors if not factor.value]
