"""From cosines to a score: times the penalty, the mean over the references, the mean over the orders, times ten."""

from collections.abc import Callable, Sequence
from math import fsum

from mtexplain.explain.misconceptions.cider.method import Cosines, Trace
from mtexplain.metrics.cider import CorpusCider, Order
from mtexplain.recipe.numbers import Real, same

Values = list[list[float]]
"""Of every image, CIDEr_1 to CIDEr_N."""
Given = tuple[float, ...]
"""Numbers of one caption, or of the images of a text: as computed, or as somebody gave them."""
Exact = tuple[Real, ...]
"""The same, fractions where they are known."""


def penalty(trace: Trace, gaussian: Values) -> Given:
    """The length penalties of a caption, one for each reference; none of a text, and none of CIDEr."""
    return tuple(gaussian[0]) if trace.rules.is_defended and not isinstance(trace, CorpusCider) else ()


def over_references(mean: Callable[[Sequence[float]], float]) -> Callable[[Cosines, Values, Given], Values]:
    """From the penalised cosines with every reference to one number for each order."""

    def mean_over_references(cosine: Cosines, gaussian: Values, penalty: Given) -> Values:
        penalties = [penalty] if penalty else gaussian
        return [
            [
                mean([cosine * factor for cosine, factor in zip(order, factors, strict=True)])
                for order in zip(*image, strict=True)
            ]
            for image, factors in zip(cosine, penalties, strict=True)
        ]

    return mean_over_references


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean."""
    return fsum(values) / len(values)


mean_over_references = over_references(mean)


def cider(trace: Trace, mean_over_references: Values) -> Exact:
    """CIDEr_1 to CIDEr_N of a caption; none of a text."""
    if isinstance(trace, CorpusCider):
        return ()
    return tuple(_exact(*pair) for pair in zip(mean_over_references[0], trace.orders, strict=True))


def _exact(value: float, order: Order) -> Real:
    """A number as the fraction it is, where it is right and the trace knows its fraction."""
    return order.fraction if order.fraction is not None and same(order.fraction, value) else value


def over_orders(
    combine: Callable[[Sequence[float]], float], factor: int | None = None
) -> Callable[[Trace, Values, Exact], list[float]]:
    """From CIDEr_1 to CIDEr_N to one number for each image, times a factor: that of the rules, unless one is given."""

    def mean_over_orders(trace: Trace, mean_over_references: Values, cider: Exact) -> list[float]:
        by = trace.rules.factor if factor is None else factor
        return [by * combine(values) for values in ([[*map(float, cider)]] if cider else mean_over_references)]

    return mean_over_orders


mean_over_orders = over_orders(mean)


def image(trace: Trace, mean_over_orders: list[float]) -> Given:
    """The scores of the images of a text; none of a caption, which has its score alone."""
    return tuple(mean_over_orders) if isinstance(trace, CorpusCider) else ()


def over_images(combine: Callable[[Sequence[float]], float]) -> Callable[[list[float], Given], float]:
    """From one number for each image to the score."""

    def score(mean_over_orders: list[float], image: Given) -> float:
        return combine(image or mean_over_orders)

    return score


score = over_images(mean)
