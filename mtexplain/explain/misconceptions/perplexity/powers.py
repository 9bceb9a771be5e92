"""Wrong last steps: from the mean surprise to PP, and how it is written down."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import e, inf

from mtexplain.display.formula import Minus, Over, Power, SumOver, Symbol
from mtexplain.explain.misconceptions.perplexity.method import Probabilities, power, score, to_number, values
from mtexplain.explain.misconceptions.perplexity.subject import PERPLEXITY, PP, J, P, is_
from mtexplain.recipe.misconception import Misconception, Smallest
from mtexplain.recipe.mistakes import cut_off
from mtexplain.recipe.numbers import Value, plain, rounded

_wrong = partial(Misconception, PERPLEXITY, place="score")
_HALF, _TWO = Smallest(("1/2",), ()), Smallest(("1", "1/2"), ())


def _arithmetic_mean(p: Probabilities) -> Value:
    found = values(p)
    return float(len(found) / sum(found)) if sum(found) else inf


def _mean_of_inverses(p: Probabilities) -> Value:
    found = values(p)
    return float(sum(1 / Fraction(one) for one in found) / len(found)) if found and all(found) else inf


def _loss(entropy: Value) -> Value:
    return entropy


def _upside_down(entropy: Value, base: str) -> Value:
    number = plain(entropy)
    return None if number is None else power(to_number(base), -number)


def _to(base: float) -> Callable[[Value], Value]:
    def score(entropy: Value) -> Value:
        return power(base, entropy)

    return score


def _rounded_first(entropy: Value, base: str) -> Value:
    number = plain(entropy)
    return score(entropy if number is None else rounded(number), base)


POWERS = (
    _wrong(
        name="perplexity-arithmetic-mean",
        title="One over the mean probability",
        wrong=is_(PP, Over("T", SumOver("t", P))),
        explanation="What is multiplied has a geometric mean. The arithmetic one hardly notices a single improbable "
        "token, and never a single zero.",
        source="a common slip",
        example=_TWO,
        replacement=_arithmetic_mean,
    ),
    _wrong(
        name="mean-of-inverses",
        title="The mean of all 1/p",
        wrong=is_(PP, Over(SumOver("t", Over("1", P)), "T")),
        explanation="The numbers of choices are multiplied, and the T-th root is taken. An arithmetic mean lets one "
        "surprise outweigh all the others.",
        source="a common slip: the mean of the choices",
        example=_TWO,
        replacement=_mean_of_inverses,
    ),
    _wrong(
        name="loss-as-perplexity",
        title="The loss taken for the perplexity",
        wrong=is_(PP, J),
        explanation="J is in nats or bits. PP is b to that power, and never below 1.",
        source="a common slip: the column of a training log",
        example=Smallest(("1",), ()),
        replacement=_loss,
    ),
    _wrong(
        name="perplexity-upside-down",
        title="PP upside down",
        wrong=is_(PP, Power("b", Minus(J))),
        explanation="That is the geometric mean of the probabilities, below 1. PP is one over it.",
        source="a common slip: the root of P, not of 1/P",
        example=_HALF,
        replacement=_upside_down,
    ),
    _wrong(
        name="power-of-two",
        title="A power of 2 where another belongs",
        wrong=is_(PP, Power("2", J)),
        explanation="The base of the power is the base of the logarithm: 2 only where J is in bits.",
        source="many textbooks write 2 to the power of H; most programs give nats",
        example=_HALF,
        replacement=_to(2),
    ),
    _wrong(
        name="power-of-e",
        title="A power of e where another belongs",
        wrong=is_(PP, Power("e", J)),
        explanation="The base of the power is the base of the logarithm: e only where J is in nats.",
        source="notes D: exp(J), after a logarithm of any base",
        example=Smallest(("1/2",), (), {"base": 2}),
        replacement=_to(e),
    ),
    _wrong(
        name="perplexity-rounded-first",
        title="The loss rounded before the power",
        wrong=is_(PP, Power("b", Symbol("J", "rounded"))),
        explanation="Keep the digits to the end. In the exponent a hundredth is one percent of PP.",
        source="a common slip: a pocket calculator",
        example=_HALF,
        replacement=_rounded_first,
    ),
    cut_off(PERPLEXITY, "perplexity-cut", Smallest(("1/3",), ())),
)
