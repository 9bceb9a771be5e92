"""Wrong combinations: BLEU from BP and the precisions."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import e, exp, floor, fsum, log, prod

from mtexplain.display.formula import Call, Chain, Over, Power, Symbol
from mtexplain.explain.misconceptions.bleu.method import Factor, geometric_mean
from mtexplain.explain.misconceptions.bleu.subject import BLEU, BP, SCORE, P, average, e_to, is_, times
from mtexplain.explain.misconceptions.kinds import Misconception, Smallest
from mtexplain.explain.misconceptions.numbers import Real

_wrong = partial(Misconception, BLEU, place="combine")
_PRODUCT = Chain("*", (Symbol("p", "1"), "…", Symbol("p", "N")), grouped=True)
_LOG = Call("log", P)


def _values(found: Sequence[Factor]) -> list[float]:
    """The numbers that are multiplied; 0 where every order was left out."""
    return [float(one.value or 0) for one in found] or [0.0]


def _mean(found: Sequence[Factor]) -> float:
    return fsum(float(one.weight) * float(one.value or 0) for one in found)


def _mean_log(found: Sequence[Factor], base: float = e) -> float | None:
    """The weighted mean of the logarithms; None where one is log 0."""
    if not found or min(_values(found)) <= 0:
        return None
    return fsum(float(one.weight) * log(one.value or 1) for one in found) / log(base)


def _power(base: float, exponent: float | None) -> float:
    """A power; 0 where the exponent is log 0."""
    return 0.0 if exponent is None else exp(exponent * log(base))


def _without_log(bp: float, found: Sequence[Factor]) -> float:
    return bp * exp(_mean(found))


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


def _log_10(bp: float, found: Sequence[Factor]) -> float:
    return bp * _power(e, _mean_log(found, 10))


def _power_of_10(bp: float, found: Sequence[Factor]) -> float:
    return bp * _power(10, _mean_log(found))


def _sum_of_logs(bp: float, found: Sequence[Factor]) -> float | None:
    return _mean_log(found)


def _log_score(bp: float, found: Sequence[Factor]) -> float | None:
    mean = _mean_log(found)
    return None if mean is None or bp <= 0 else log(bp) + mean


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
        name="average-without-log",
        title="The average without the logarithm",
        wrong=is_(SCORE, times(BP, Call("exp", average(P)))),
        explanation="exp undoes the logarithm; without one it has nothing to undo. A perfect translation would "
        "score e = 2.72.",
        source="notes C: e to the average of p_1 to p_4, which is 1.66 on their example",
        example=Smallest("a", ("a",), {"max_n": 1}),
        replacement=_without_log,
    ),
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
        title="Exponents 1/2, 1/4, 1/8, 1/16",
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
        name="log-10",
        title="Logarithm to base 10, power of e",
        wrong=is_(SCORE, times(BP, e_to(average(Call(Symbol("log", "10"), P))))),
        explanation="The logarithm and the power must have one base. On a pocket calculator log is often log₁₀; "
        "ln belongs to e.",
        source="a common slip: the key log on a calculator",
        example=Smallest("a a", ("a",), {"max_n": 1}),
        replacement=_log_10,
    ),
    _wrong(
        name="power-of-10",
        title="Natural logarithm, power of 10",
        wrong=is_(SCORE, times(BP, Power("10", average(_LOG)))),
        explanation="The logarithm and the power must have one base. The natural logarithm belongs to e, not to 10.",
        source="a common slip: the key 10ˣ on a calculator",
        example=Smallest("a a", ("a",), {"max_n": 1}),
        replacement=_power_of_10,
    ),
    _wrong(
        name="sum-of-logs",
        title="The sum of logarithms alone",
        wrong=is_(SCORE, average(_LOG)),
        explanation="This is a logarithm, 0 or less, not yet a score. exp makes it the geometric mean, and BP is "
        "still to be multiplied.",
        source="notes D print the sum, without exp and BP",
        example=Smallest("a", ("a",), {"max_n": 1}),
        replacement=_sum_of_logs,
    ),
    _wrong(
        name="log-score",
        title="log BLEU in place of BLEU",
        wrong=is_(SCORE, Chain("+", (Call("log", BP), average(_LOG)))),
        explanation="This is log BLEU, as in section 2.3 of the paper. It is 0 or less; e to its power is the score.",
        source="Papineni et al. 2002, section 2.3: the line in the log domain taken for the last one",
        example=Smallest("a", ("a",), {"max_n": 1}),
        replacement=_log_score,
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
