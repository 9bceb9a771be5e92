"""Wrong means of precision and recall."""

from functools import partial
from math import sqrt

from mtexplain.display.formula import Chain, Over, Root
from mtexplain.explain.misconceptions.meteor.method import meaned, weighted
from mtexplain.explain.misconceptions.meteor.subject import ALPHA, MEAN, METEOR_SUBJECT, P, R, is_, less, mean_of, times
from mtexplain.recipe.misconception import Misconception, Smallest

_wrong = partial(Misconception, METEOR_SUBJECT, place="mean", example=Smallest("a", ("a a",)))
_NINE = Chain("+", (R, times("9", P)))

MEANS = (
    _wrong(
        name="meteor-alpha-swapped",
        title="Alpha on the wrong side",
        wrong=mean_of(R, P),
        explanation="Recall weighs nine times if the 9 stands at P: below the line each stands for the other.",
        source="a common slip; Banerjee and Lavie 2005, section 2.2",
        replacement=meaned(lambda p, r, alpha: weighted(p * r, alpha * r + (1 - alpha) * p)),
    ),
    _wrong(
        name="meteor-f1",
        title="F1: both weigh the same",
        wrong=is_(MEAN, Over(times("2", P, R), Chain("+", (P, R)))),
        explanation="In METEOR recall weighs more: nine times as much in 2005.",
        source="a common slip: F1 taken over",
        replacement=meaned(lambda p, r, alpha: weighted(2 * p * r, p + r)),
    ),
    _wrong(
        name="meteor-arithmetic-mean",
        title="An arithmetic mean",
        wrong=is_(MEAN, Over(Chain("+", (P, R)), "2")),
        explanation="The mean is harmonic: it lies nearer to the smaller of the two.",
        source="a common slip",
        replacement=meaned(lambda p, r, alpha: (p + r) / 2),
    ),
    _wrong(
        name="meteor-weighted-sum",
        title="A weighted sum",
        wrong=is_(MEAN, Chain("+", (times(ALPHA, R), times(less("1", ALPHA), P)))),
        explanation="The weights are right, but the mean is harmonic: the turned numbers are weighed.",
        source="a common slip",
        replacement=meaned(lambda p, r, alpha: alpha * r + (1 - alpha) * p),
    ),
    _wrong(
        name="meteor-geometric-mean",
        title="A geometric mean",
        wrong=is_(MEAN, Root(times(P, R))),
        explanation="BLEU's mean is geometric, METEOR's harmonic, with weights.",
        source="a common slip: BLEU taken over",
        replacement=meaned(lambda p, r, alpha: sqrt(p * r)),
    ),
    _wrong(
        name="meteor-product",
        title="The product of precision and recall",
        wrong=is_(MEAN, times(P, R)),
        explanation="The product is above the line. It is divided by the weighted sum of both.",
        source="a common slip",
        replacement=meaned(lambda p, r, alpha: p * r),
    ),
    _wrong(
        name="meteor-no-ten",
        title="No ten above the line",
        wrong=is_(MEAN, Over(times(P, R), _NINE)),
        explanation="One part and nine parts are ten: with P = R = 1 the mean must be 1.",
        source="a common slip; Banerjee and Lavie 2005, section 2.2",
        example=Smallest("a", ("a",)),
        replacement=meaned(lambda p, r, alpha: weighted(p * r, r + 9 * p)),
    ),
    _wrong(
        name="meteor-nine-above",
        title="Nine above the line, in place of ten",
        wrong=is_(MEAN, Over(times("9", P, R), _NINE)),
        explanation="One part and nine parts are ten: with P = R = 1 the mean must be 1.",
        source="a common slip; Banerjee and Lavie 2005, section 2.2",
        example=Smallest("a", ("a",)),
        replacement=meaned(lambda p, r, alpha: weighted(9 * p * r, r + 9 * p)),
    ),
    _wrong(
        name="meteor-f-nine",
        title="F with a beta of 9",
        wrong=is_(MEAN, Over(times("82", P, R), Chain("+", (R, times("81", P))))),
        explanation="In F the weight is squared. Nine times is a beta of 3.",
        source="a common slip: van Rijsbergen's F",
        replacement=meaned(lambda p, r, alpha: weighted(82 * p * r, r + 81 * p)),
    ),
    _wrong(
        name="meteor-undefined-a",
        title="The a of the notes read as alpha",
        wrong=is_(MEAN, Over(times(P, R), Chain("+", (times(ALPHA, P), times(less(ALPHA, ALPHA), R))))),
        explanation="It is (1 - alpha). With (alpha - alpha) precision would not count at all.",
        source="notes E, whose formula has (a - alpha)",
        example=Smallest("a", ("a",)),
        replacement=meaned(lambda p, r, alpha: weighted(p * r, alpha * p)),
    ),
    _wrong(
        name="meteor-recall-alone",
        title="Recall alone",
        wrong=is_(MEAN, R),
        explanation="Precision weighs little, but it weighs.",
        source="a common slip: ROUGE taken over",
        replacement=meaned(lambda p, r, alpha: r),
    ),
)
