"""Wrong means: over the references, over the orders, over the images."""

from collections.abc import Sequence
from functools import partial
from math import floor, fsum, prod

from mtexplain.display.formula import Call, Chain, Over, Power, SumOver, Symbol
from mtexplain.explain.misconceptions.cider.combining import Exact, Given, Values, mean, over_images, over_orders
from mtexplain.explain.misconceptions.cider.combining import over_references as over
from mtexplain.explain.misconceptions.cider.method import Image, Trace, captions
from mtexplain.explain.misconceptions.cider.subject import CIDER, CIDER_N, CIDER_SUBJECT, SIMILAR, W, is_, times
from mtexplain.recipe.misconception import Misconception, Smallest

_references = partial(Misconception, CIDER_SUBJECT, place="mean_over_references")
_orders = partial(Misconception, CIDER_SUBJECT, place="mean_over_orders")
_images = partial(Misconception, CIDER_SUBJECT, place="score")
_ONE, _LAST, _OF_IMAGE = Symbol("CIDEr", "1"), Symbol("CIDEr", "N"), Symbol("CIDEr", "i")


def _without_empty(trace: Trace, counts: list[Image], mean_over_references: Values, cider: Exact) -> list[float]:
    """The mean over the orders of which the candidate has n-grams."""
    found = []
    for values, image in zip([[*map(float, cider)]] if cider else mean_over_references, counts, strict=True):
        there = [value for value, order in zip(values, image.candidate, strict=True) if order]
        found.append(trace.rules.factor * mean(there) if there else 0.0)
    return found


def _geometric(values: Sequence[float]) -> float:
    return prod(values) ** (1 / len(values)) if min(values) > 0 else 0.0


def _rounded(values: Sequence[float]) -> float:
    """Two decimals, a half up, as by hand."""
    return mean([floor(100 * value + 0.5) / 100 for value in values])


def _by_captions(trace: Trace, mean_over_orders: list[float], image: Given) -> float:
    """Every reference counts alike."""
    numbers = [len(one.references) for one in captions(trace)]
    return fsum(number * score for number, score in zip(numbers, image or mean_over_orders, strict=True)) / sum(numbers)


MEANS = (
    _references(
        name="cider-best-reference",
        title="The best reference alone",
        wrong=is_(CIDER_N, Call("max", SIMILAR)),
        explanation="CIDEr asks what people agree on: the mean over the references, not the one that is nearest.",
        source="a common slip: BLEU and METEOR take the best; Vedantam et al. 2015, section 4, equation 2",
        example=Smallest(("a", "a"), (("a", "b"), ("b",)), {"max_n": 1}),
        replacement=over(max),
    ),
    _references(
        name="cider-sum-of-references",
        title="The references added up",
        wrong=is_(CIDER_N, SumOver("j", SIMILAR)),
        explanation="The sum is divided by the number of references. Otherwise five references would make "
        "the best score five times as high.",
        source="a common slip; Vedantam et al. 2015, section 4, equation 2",
        example=Smallest(("a", "a"), (("a", "a"), ("b",)), {"max_n": 1}),
        replacement=over(fsum),
    ),
    _references(
        name="cider-first-reference",
        title="The first reference alone",
        wrong=is_(CIDER_N, Call("sim", Chain(",", ("c", Symbol("s", "1"))))),
        explanation="All references count alike.",
        source="a common slip",
        example=Smallest(("a", "a"), (("a", "b"), ("b",)), {"max_n": 1}),
        replacement=over(lambda values: values[0]),
    ),
    _orders(
        name="cider-no-ten",
        title="The ten forgotten",
        wrong=is_(CIDER, SumOver("n", times(W, CIDER_N))),
        explanation="All programs multiply by 10, and so does the paper's formula for CIDEr-D. Its formula for CIDEr "
        'does not, and rules="paper" stands for that one.',
        source="Vedantam et al. 2015, section 4, equation 3, which leaves it out",
        example=Smallest(("a", "a"), (("a",), ("b",)), {"max_n": 1}),
        replacement=over_orders(mean, 1),
    ),
    _orders(
        name="cider-ten",
        title="Ten times, by the paper's rules",
        wrong=is_(CIDER, times("10", SumOver("n", times(W, CIDER_N)))),
        explanation="The paper's formula for CIDEr has no ten: by these rules it goes from 0 to 1. All programs "
        "multiply by 10, and so does the paper's formula for CIDEr-D.",
        source="all programs; Vedantam et al. 2015, section 4, equation 3",
        example=Smallest(("a", "a"), (("a",), ("b",)), {"max_n": 1, "rules": "paper"}),
        replacement=over_orders(mean, 10),
    ),
    _orders(
        name="cider-hundred",
        title="A hundred in place of ten",
        wrong=is_(CIDER, times("100", SumOver("n", times(W, CIDER_N)))),
        explanation="The factor is 10, and there is none by the paper's rules. Papers often print the score once more "
        "times 100: 1.2 as 120.",
        source="tables in papers on captioning",
        example=Smallest(("a", "a"), (("a",), ("b",)), {"max_n": 1}),
        replacement=over_orders(mean, 100),
    ),
    _orders(
        name="cider-orders-added",
        title="The orders added up",
        wrong=is_(W, "1"),
        explanation="Each of N orders has the weight 1/N. Without it the best score would be N times as high.",
        source="a common slip; Vedantam et al. 2015, section 4, equation 3",
        example=Smallest(("a", "a"), (("a",), ("b",)), {"max_n": 2}),
        replacement=over_orders(fsum),
    ),
    _orders(
        name="cider-empty-left-out",
        title="Empty orders left out of the mean",
        wrong=is_(W, Over("1", "the number of orders that c has")),
        explanation="A caption of two words has no triple and no four. These two count as 0, in all code, so that "
        "a perfect caption of two words has half the best score: 5 of 10.",
        source="a common slip: BLEU's effective order taken over",
        example=Smallest(("a", "a"), (("a",), ("b",)), {"max_n": 2}),
        replacement=_without_empty,
    ),
    _orders(
        name="cider-geometric-mean",
        title="A geometric mean of the orders",
        wrong=is_("mean", Power(Chain("*", (_ONE, "…", _LAST), grouped=True), Over("1", "N"))),
        explanation="BLEU multiplies, CIDEr adds: an order without a match costs its share, and no more.",
        source="a common slip: BLEU taken over",
        example=Smallest(("a", "a"), (("a",), ("b",)), {"max_n": 2}),
        replacement=over_orders(_geometric),
    ),
    _orders(
        name="cider-longest-alone",
        title="The longest n-grams alone",
        wrong=is_("mean", _LAST),
        explanation="All orders count, from words to the longest n-grams, each with the weight 1/N.",
        source="a common slip",
        example=Smallest(("a", "a"), (("a",), ("b",)), {"max_n": 2}),
        replacement=over_orders(lambda values: values[-1]),
    ),
    _orders(
        name="cider-rounded-first",
        title="CIDEr_n rounded before the mean",
        wrong="the same formula, from rounded numbers",
        explanation="Round at the end. Two digits on the way leave less than two in the result.",
        source="a common slip",
        example=Smallest(("a", "b"), (("a",), ("b c",)), {"max_n": 1}),
        replacement=over_orders(_rounded),
    ),
    _images(
        name="cider-images-added",
        title="The images added up",
        wrong=is_(CIDER, SumOver("i", _OF_IMAGE)),
        explanation="The score of a text is the mean over its images.",
        source="a common slip",
        example=Smallest(("a", "a"), (("a",), ("b",)), {"max_n": 1}),
        replacement=over_images(fsum),
    ),
    _images(
        name="cider-images-by-references",
        title="Images weighed by their references",
        wrong=is_(CIDER, Over(SumOver("i", times(Symbol("m", "i"), _OF_IMAGE)), SumOver("i", Symbol("m", "i")))),
        explanation="Every image counts alike, however many people have described it.",
        source="a common slip: the mean over all pairs of candidate and reference",
        example=Smallest(("a", "a"), (("a", "a"), ("b",)), {"max_n": 1}),
        replacement=_by_captions,
    ),
)
