"""Wrong logarithms: BLEU by way of logarithms, with one forgotten or taken for another."""

from collections.abc import Sequence
from functools import partial
from math import e, exp, fsum, log

from mtexplain.display.formula import Call, Chain, Power, Symbol
from mtexplain.explain.misconceptions.bleu.sheet import Factor
from mtexplain.explain.misconceptions.bleu.subject import BLEU, BP, SCORE, P, average, e_to, is_, times
from mtexplain.recipe.misconception import Misconception, Smallest

_wrong = partial(Misconception, BLEU, place="combine")
_LOG = Call("log", P)


def _mean_log(found: Sequence[Factor], base: float = e) -> float | None:
    """The weighted mean of the logarithms; None where one is log 0."""
    if not found or not all(one.value and one.value > 0 for one in found):
        return None
    return fsum(float(one.weight) * log(one.value or 1) for one in found) / log(base)


def _power(base: float, exponent: float | None) -> float:
    """A power; 0 where the exponent is log 0."""
    return 0.0 if exponent is None else exp(exponent * log(base))


def _without_log(bp: float, found: Sequence[Factor]) -> float:
    return bp * exp(fsum(float(one.weight) * float(one.value or 0) for one in found))


def _log_10(bp: float, found: Sequence[Factor]) -> float:
    return bp * _power(e, _mean_log(found, 10))


def _power_of_10(bp: float, found: Sequence[Factor]) -> float:
    return bp * _power(10, _mean_log(found))


def _sum_of_logs(bp: float, found: Sequence[Factor]) -> float | None:
    return _mean_log(found)


def _penalty_times_logs(bp: float, found: Sequence[Factor]) -> float | None:
    mean = _mean_log(found)
    return None if mean is None else bp * mean


def _log_score(bp: float, found: Sequence[Factor]) -> float | None:
    mean = _mean_log(found)
    return None if mean is None or bp <= 0 else log(bp) + mean


LOGARITHMS = (
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
        name="penalty-times-logs",
        title="BP times the sum of logarithms",
        wrong=is_(SCORE, times(BP, average(_LOG))),
        explanation="The sum is a logarithm, 0 or less; BP is none. First exp makes the sum the geometric mean, then "
        "BP is multiplied.",
        source="notes D print the sum without exp, beside BP",
        example=Smallest("a", ("a",), {"max_n": 1}),
        replacement=_penalty_times_logs,
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
)
