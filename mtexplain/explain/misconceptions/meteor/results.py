"""Wrong ways from the mean and the penalty to the score."""

from fractions import Fraction
from functools import partial
from math import floor

from mtexplain.display.formula import Chain, Over, SumOver, Symbol
from mtexplain.explain.misconceptions.meteor import method
from mtexplain.explain.misconceptions.meteor.subject import (
    GAMMA,
    MEAN,
    METEOR,
    METEOR_SUBJECT,
    PENALTY,
    is_,
    less,
    times,
)
from mtexplain.metrics.meteor import Against, Meteor
from mtexplain.recipe.misconception import Misconception, Smallest
from mtexplain.recipe.numbers import Real

_product = partial(Misconception, METEOR_SUBJECT, place="product", example=Smallest("a", ("a",)))
_best = partial(Misconception, METEOR_SUBJECT, place="best")


def _subtracted(mean: Real, penalty: Real) -> float:
    return float(mean - penalty)


def _added(mean: Real, penalty: Real) -> float:
    return float((1 + penalty) * mean)


def _times(mean: Real, penalty: Real) -> float:
    return float(penalty * mean)


def _twice(reference: Against, mean: Real, penalty: Real) -> float:
    return float((1 - reference.rules.gamma * Fraction(penalty)) * Fraction(mean))


def _rounded(mean: Real, penalty: Real) -> float:
    """Two decimals, a half up, as by hand."""
    return method.product(*(Fraction(floor(100 * one + Fraction(1, 2)), 100) for one in (mean, penalty)))


def _average(trace: Meteor, product: float) -> float:
    """The mean over the references; against the best it is as it was computed."""
    others = sum(one.score for place, one in enumerate(trace.against) if place != trace.place)
    return (product + others) / len(trace.against)


RESULTS = (
    _product(
        name="meteor-penalty-subtracted",
        title="The penalty subtracted from the mean",
        wrong=is_(METEOR, Chain("-", (MEAN, PENALTY))),
        explanation="The penalty is a share of the mean, which is taken off: a factor of 1 - Pen.",
        source="a common slip",
        example=Smallest("a", ("a a",)),
        replacement=_subtracted,
    ),
    _product(
        name="meteor-penalty-added",
        title="The penalty added",
        wrong=is_(METEOR, times(Chain("+", ("1", PENALTY), grouped=True), MEAN)),
        explanation="A penalty makes the score smaller.",
        source="a common slip",
        replacement=_added,
    ),
    _product(
        name="meteor-times-penalty",
        title="The mean times the penalty",
        wrong=is_(METEOR, times(PENALTY, MEAN)),
        explanation="In BLEU the factor is called a penalty. METEOR's penalty is what the factor lacks of 1.",
        source="a common slip: BLEU taken over",
        example=Smallest("a a", ("a a",)),
        replacement=_times,
    ),
    _product(
        name="meteor-penalty-not-applied",
        title="The penalty computed, and not applied",
        wrong=is_(METEOR, MEAN),
        explanation="The score is what the penalty leaves of the mean.",
        source="a common slip",
        replacement=lambda mean: float(mean),
    ),
    _product(
        name="meteor-gamma-twice",
        title="Gamma taken twice",
        wrong=is_(METEOR, times(less("1", times(GAMMA, PENALTY)), MEAN)),
        explanation="The half is within the penalty already.",
        source="a common slip",
        replacement=_twice,
    ),
    _product(
        name="meteor-rounded-first",
        title="The mean and the penalty rounded first",
        wrong="the same formula, from rounded numbers",
        explanation="Round at the end. Two digits on the way leave less than two in the result.",
        source="a common slip",
        example=Smallest("a", ("a a",)),
        replacement=_rounded,
    ),
    _best(
        name="meteor-mean-of-references",
        title="The mean over the references",
        wrong=is_(METEOR, Over(SumOver("j", Symbol("METEOR", "j")), "references")),
        explanation="The best reference counts, and the others not at all.",
        source="a common slip: CIDEr taken over",
        example=Smallest("a", ("a", "b")),
        replacement=_average,
    ),
)
