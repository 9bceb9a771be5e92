"""Wrong combinations: means and roots of BP and the precisions that are not the right one."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import exp, floor, fsum, log, prod

from mtexplain.display.formula import Call, Chain, Over, Power, Symbol
from mtexplain.explain.misconceptions.bleu.method import geometric_mean
from mtexplain.explain.misconceptions.bleu.sheet import Factor
from mtexplain.explain.misconceptions.bleu.subject import BLEU, BP, SCORE, P, average, is_, times
from mtexplain.recipe.misconception import Misconception, Smallest
from mtexplain.recipe.numbers import Real

_wrong = partial(Misconception, BLEU, place="combine")
_PRODUCT = Chain("*", (Symbol("p", "1"), "…", Symbol("p", "N")), grouped=True)
_LOG = Call("log", P)


def _values(found: Sequence[Factor]) -> list[float]:
    """The numbers that are multiplied; 0 where every order was left out."""
    return [float(one.value or 0) for one in found] or [0.0]


def _mean(found: Sequence[Factor]) -> float:
    return fsum(float(one.weight) * float(one.value or 0) for one in found)


def _arithmetic_mean(bp: float, found: Sequence[Factor]) -> float:
    return bp * _mean(found)


def _halved_exponents(bp: float, found: Sequence[Factor]) -> float | None:
    values = _values(found)
    if min(values, default=0) < 0:  # a root of a number below 0, where BP below 0 is put on each
        return None
    return bp * prod(float(value ** (0.5**n)) for n, value in enumerate(values, 1))


def _no_root(bp: float, found: Sequence[Factor]) -> float:
    return bp * prod(_values(found))


def _last_alone(bp: float, found: Sequence[Factor]) -> float:
    return bp * _values(found)[-1]


def _first_alone(bp: float, found: Sequence[Factor]) -> float:
    return bp * _values(found)[0]


def _fourth_root(bp: float, found: Sequence[Factor]) -> float:
    return bp * geometric_mean([one._replace(weight=Fraction(1, 4)) for one in found])


def _penalty_under_the_root(bp: float, found: Sequence[Factor]) -> float:
    return exp(log(bp) / max(1, len(found))) * geometric_mean(found) if bp > 0 else 0.0


def _rounded_first(bp: float, found: Sequence[Factor]) -> float:
    values = [one._replace(value=_two_decimals(one.value or 0)) for one in found]
    return float(_two_decimals(bp)) * geometric_mean(values)


def _two_decimals(value: Real) -> Fraction:
    """Rounded as by hand, a half up: 0.13 for 1/8, where Python's round gives 0.12."""
    return Fraction(floor(Fraction(value) * 100 + Fraction(1, 2)), 100)


COMBINATIONS = (
    _wrong(
        name="arithmetic-mean",
        title="The arithmetic mean",
        wrong=is_(SCORE, times(BP, average(P))),
        explanation="The mean is geometric: the fourth root of the product. An arithmetic mean is never lower, "
        "and one order without a match would cost it a quarter at most.",
        source='notes A: "average" is cut off before its logarithm; Papineni et al. 2002, section 2.1.3',
        example=Smallest("a", ("a",), {"max_n": 2}),
        replacement=_arithmetic_mean,
    ),
    _wrong(
        name="halved-exponents",
        title="Exponents 1/2, 1/4, 1/8, and so on",
        wrong=is_(
            SCORE, times(BP, Power(Symbol("p", "1"), Over("1", "2")), Power(Symbol("p", "2"), Over("1", "4")), "…")
        ),
        explanation="All orders have the same exponent, 1/N. With 1/2^n the words would count eight times as much "
        "as the 4-grams, and the exponents would not be 1 in all.",
        source="course notes: a formula that is printed on many pages",
        example=Smallest("a a", ("a",), {"max_n": 1}),
        replacement=_halved_exponents,
    ),
    _wrong(
        name="no-root",
        title="The product without its root",
        wrong=is_(SCORE, times(BP, _PRODUCT)),
        explanation="The product of four numbers below 1 is smaller than each of them. Its fourth root is the one "
        "precision that gives the same product when it is used four times.",
        source="a common slip: log and exp cancelled, the weight forgotten",
        example=Smallest("a a a", ("a a",), {"max_n": 2}),
        replacement=_no_root,
    ),
    _wrong(
        name="fourth-root-of-fewer",
        title="The fourth root of fewer orders",
        wrong=is_(SCORE, times(BP, Power(_PRODUCT, Over("1", "4")))),
        explanation="The weights are 1/N, and 1 in all. BLEU-2 is the square root of two precisions. Under a fourth "
        "root it would come out too high.",
        source="a common slip: the weights 1/4 kept where N is 2 or 3",
        example=Smallest("a a", ("a",), {"max_n": 1}),
        replacement=_fourth_root,
    ),
    _wrong(
        name="last-order-alone",
        title="p_N alone",
        wrong=is_(SCORE, times(BP, Symbol("p", "N"))),
        explanation="BLEU-4 is cumulative: it takes p_1 to p_4 together. p_4 alone is one precision.",
        source='notes C: P_n "is the BLEU score computed on n-grams only"; course notes: cumulative or individual',
        example=Smallest("a a a", ("a a",), {"max_n": 2}),
        replacement=_last_alone,
    ),
    _wrong(
        name="first-order-alone",
        title="p_1 alone",
        wrong=is_(SCORE, times(BP, Symbol("p", "1"))),
        explanation="The share of words that match is p_1. BLEU asks for their order too, by p_2 to p_N.",
        source="a common slip: accuracy taken for BLEU",
        example=Smallest("a", ("a",), {"max_n": 2}),
        replacement=_first_alone,
    ),
    _wrong(
        name="penalty-under-the-root",
        title="BP under the root",
        wrong=is_(SCORE, Power(Chain("*", (BP, *_PRODUCT.terms), grouped=True), Over("1", "N"))),
        explanation="The fourth root is for the four precisions. Under it BP would lose most of its force.",
        source="a common slip: five factors under one root",
        example=Smallest("a a", ("a a a",), {"max_n": 2}),
        replacement=_penalty_under_the_root,
    ),
    _wrong(
        name="rounded-first",
        title="Rounded too early",
        wrong="BP and every p_n rounded to two decimals first",
        explanation="Keep the fractions to the end. With two decimals each, the third digit of the score can be wrong.",
        source="a common slip: a pocket calculator",
        example=Smallest("a", ("a a",), {"max_n": 1}),
        replacement=_rounded_first,
    ),
)
