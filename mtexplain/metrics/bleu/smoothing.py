"""Smoothing: what is done to the precisions between counting and multiplying, so that one zero does not end it all.

Chen and Cherry 2014, "A Systematic Comparison of Smoothing Techniques for Sentence-Level BLEU", WMT, W14-3346, number
seven methods. With m_n matches of l_n n-grams:

    method1 = floor   m_n = 0 becomes a small number (0.1)
    method2 = add-k   k (1) is added to m_n and l_n, from n = 2 on (Lin and Och 2004)
    method3 = exp     the first m_n = 0 becomes 1/2, the next 1/4, 1/8, ... (mteval-v13a; sacreBLEU's default)
    method4           the same with K / ln(c) in place of 2 (K = 5), so that a short text gets less
    method5           m_n becomes the mean of the smoothed count before, its own, and the count after it
    method6           from n = 3 on, p_n is drawn towards p_(n-1) squared over p_(n-2), with weight alpha (5)
    method7           method4, then method5

    add-k-all         k is added to m_n and l_n, from n = 1 on (tensorflow/nmt and evaluate, smooth=True)
    coco              10^-15 is added above, 10^-9 below, in every ratio and in c/r too

Methods 4 to 7 stand in chen_cherry. Those of NLTK with these numbers are others: see nltk_smoothing.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from mtexplain.counts import Ratio
from mtexplain.display.formula import Chain, Formula, Over, Power, number, ratio
from mtexplain.rules import BleuRules

TINY, SMALL = Fraction(1, 10**15), Fraction(1, 10**9)
"""What coco adds above and below every division."""
LOOK_FURTHER = ("method5", "method7")
"""The smoothings that ask for the order N + 1."""
LOOK_AT_THE_LAST = ("nltk-method5", "nltk-method6", "nltk-method7")
"""The smoothings that look at the last segment alone."""
_TINY, _SMALL = Power("10", "-15"), Power("10", "-9")


class Statistics(NamedTuple):
    """What a smoothing may look at: the ratios for n = 1 to N, as the rules count them, and the candidate length.

    `longer` is the ratio for N + 1, `last` are the ratios of the last segment alone, for n = 1 to at least 5. Both
    are there where the smoothing asks for them.
    """

    ratios: tuple[Ratio, ...]
    candidate_length: int
    longer: Ratio = Ratio(0, 0)
    last: tuple[Ratio, ...] = ()


class Smoothed(NamedTuple):
    """A precision after smoothing, 0 or more; None where it is still 0/0. `working` says how it came about."""

    value: Fraction | None
    working: Formula


def orders_needed(rules: BleuRules) -> int:
    """The longest order that the smoothing looks at: N, or one more, or 5 in any case."""
    if rules.smoothing in LOOK_FURTHER:
        return rules.max_n + 1
    return max(rules.max_n, 5) if rules.smoothing in LOOK_AT_THE_LAST else rules.max_n


Smoothing = Callable[[Statistics, Fraction], list[Smoothed]]
"""From the statistics, and the number the smoothing works with, to one precision for each order."""


def unsmoothed(one: Ratio) -> Smoothed:
    """A precision as it was counted."""
    return Smoothed(one.value, ratio(one.matches, one.total))


def _none(counted: Statistics, value: Fraction) -> list[Smoothed]:
    return [unsmoothed(one) for one in counted.ratios]


def _floor(counted: Statistics, value: Fraction) -> list[Smoothed]:
    return [
        Smoothed(value / one.total, Over(number(value), str(one.total))) if unmatched(one) else unsmoothed(one)
        for one in counted.ratios
    ]


def _add_to(first: int) -> Smoothing:
    """k more matches and k more n-grams, from the order `first` on."""

    def add(counted: Statistics, value: Fraction) -> list[Smoothed]:
        found = []
        for n, one in enumerate(counted.ratios, 1):
            more = Over(plus(one.matches, number(value)), plus(one.total, number(value)))
            changed = Smoothed((one.matches + value) / (one.total + value), more)
            found.append(changed if n >= first else unsmoothed(one))
        return found

    return add


def _exp(counted: Statistics, value: Fraction) -> list[Smoothed]:
    found, power = [], 0
    for one in counted.ratios:
        if unmatched(one):
            power += 1
            part = grouped(Over("1", Power("2", str(power))))
            found.append(Smoothed(Fraction(1, 2**power) / one.total, Over(part, str(one.total))))
        else:
            found.append(unsmoothed(one))
    return found


def _coco(counted: Statistics, value: Fraction) -> list[Smoothed]:
    return [
        Smoothed((one.matches + TINY) / (one.total + SMALL), Over(plus(one.matches, _TINY), plus(one.total, _SMALL)))
        for one in counted.ratios
    ]


def unmatched(one: Ratio) -> bool:
    """Whether there are n-grams of an order, and none matches."""
    return bool(one.total and not one.matches)


def grouped(part: Formula) -> Formula:
    """A formula in parentheses."""
    return Chain("*", (part,), grouped=True)


def plus(count: int, more: Formula) -> Formula:
    """A count, and what is added to it."""
    return Chain("+", (str(count), more))


SIMPLE: Mapping[str, Smoothing] = {
    "none": _none,
    "floor": _floor,
    "add-k": _add_to(2),
    "exp": _exp,
    "add-k-all": _add_to(1),
    "method1": _floor,
    "method2": _add_to(2),
    "method3": _exp,
    "coco": _coco,
}
"""The smoothings that look at one order at a time, by their names."""
