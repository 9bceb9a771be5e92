"""Smoothing: what is done to the precisions between counting and multiplying, so that one zero does not end it all.

Chen and Cherry 2014, "A Systematic Comparison of Smoothing Techniques for Sentence-Level BLEU", WMT, W14-3346, number
seven methods. With m_n matches of l_n n-grams, and c words in all:

    method1 = floor   m_n = 0 becomes a small number (0.1)
    method2 = add-k   k (1) is added to m_n and l_n, from n = 2 on (Lin and Och 2004)
    method3 = exp     the first m_n = 0 becomes 1/2, the next 1/4, 1/8, ... (mteval-v13a; sacreBLEU's default)
    method4           the first m_n = 0 becomes ln(c) / K, the next (ln(c) / K)^2, ... (K = 5): less for a short text
    method5           m'_n = (m'_(n-1) + m_n + m_(n+1)) / 3, where m'_0 = m_1 + 1
    method6           p_n = (m_n + alpha p0_n) / (l_n + alpha) from n = 3 on, where p0_n = p_(n-1)^2 / p_(n-2) (5)
    method7           the counts of method4, and then method5

    add-k-all         k is added to m_n and l_n, from n = 1 on (tensorflow/nmt and evaluate, smooth=True)
    coco              10^-15 is added above, 10^-9 below, in every ratio and in c/r too

NLTK 3.10.4, `SmoothingFunction`, has methods 1, 2 and 3 as published. Its others are these:

    nltk-method0      m_n = 0 becomes the smallest normal float, 2^-1022: "no smoothing", and yet the score is not 0
    nltk-method4      the k-th m_n = 0 becomes ln(c) / (2^k K): K divides once, and not k times
    nltk-method5      precisions are averaged, and not counts; p_(N+1) is always p_5, and of the last segment alone
    nltk-method6      the published formula, with l_n of the last segment alone; NLTK stops where p_3 = 0
    nltk-method7      nltk-method4, then nltk-method5

NLTK adds up only the logarithms of precisions above 0. One that is 0 after smoothing is left out, and so counts as 1.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import NamedTuple

from mtexplain import exact
from mtexplain.counts import Ratio
from mtexplain.display import plain
from mtexplain.display.formula import Call, Chain, Formula, Over, Power, number, ratio
from mtexplain.rules import MISSING, SMOOTHINGS, TOTALS, BleuRules
from mtexplain.rules.choices import SMOOTHINGS_TOLD


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


def smooth(rules: BleuRules, statistics: Statistics) -> list[Smoothed]:
    """The precisions p_1 to p_N after the smoothing that the rules name, and what 0/0 counts as, where that is 1.

    >>> from mtexplain.rules import PAPER, SACREBLEU
    >>> counted = Statistics((Ratio(3, 4), Ratio(1, 3), Ratio(0, 2), Ratio(0, 1)), 4)
    >>> [str(one.value) for one in smooth(PAPER, counted)]
    ['3/4', '1/3', '0', '0']
    >>> [str(one.value) for one in smooth(SACREBLEU, counted)]
    ['3/4', '1/3', '1/4', '1/4']
    """
    found = METHODS[rules.smoothing].smooth(statistics, rules.value)
    return [_AS_ONE if one.value is None else one for one in found] if rules.missing == "one" else found


def orders_needed(rules: BleuRules) -> int:
    """The longest order that the smoothing looks at: N, or one more, or 5 in any case."""
    method = METHODS[rules.smoothing]
    if method.needs_longer:
        return rules.max_n + 1
    return max(rules.max_n, 5) if method.needs_last else rules.max_n


_AS_ONE = Smoothed(Fraction(1), "1")
Smoothing = Callable[[Statistics, Fraction], list[Smoothed]]
"""From the statistics, and the number the smoothing works with, to one precision for each order."""


class Method(NamedTuple):
    """All there is to a smoothing: what it computes, and what rules/smoothings.toml says of it."""

    smooth: Smoothing
    sentence: str
    """What it does. Its number stands at {}, or {0} where it comes twice."""
    source: str
    needs_longer: bool = False
    """Whether it asks for the order N + 1."""
    needs_last: bool = False
    """Whether it asks for the last segment alone."""
    value: str = ""
    """The number that it takes where none is given: as a number in `SMOOTHINGS`."""


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


def _in_turn(
    ratios: Sequence[Ratio], changes: Callable[[Ratio], bool], becomes: Callable[[Ratio, int], Smoothed]
) -> list[Smoothed]:
    """What the first precision that changes becomes, the second, and so on; the others stay as they were counted."""
    turn = count(1)
    return [becomes(one, next(turn)) if changes(one) else unsmoothed(one) for one in ratios]


def _exp(counted: Statistics, value: Fraction) -> list[Smoothed]:
    def becomes(one: Ratio, k: int) -> Smoothed:
        part = grouped(Over("1", Power("2", str(k))))
        return Smoothed(Fraction(1, 2**k) / one.total, Over(part, str(one.total)))

    return _in_turn(counted.ratios, unmatched, becomes)


def _coco(counted: Statistics, value: Fraction) -> list[Smoothed]:
    tiny, small = Fraction(1, 10**15), Fraction(1, 10**9)
    above, below = Power("10", "-15"), Power("10", "-9")
    return [
        Smoothed((one.matches + tiny) / (one.total + small), Over(plus(one.matches, above), plus(one.total, below)))
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


def _method4(counted: Statistics, value: Fraction) -> list[Smoothed]:
    c = counted.candidate_length

    def becomes(one: Ratio, k: int) -> Smoothed:
        part = grouped(Over(Call("ln", str(c)), number(value)))
        matches = (Fraction(exact.log(Fraction(c))) / value) ** k
        return Smoothed(matches / one.total, Over(Power(part, str(k)), str(one.total)))

    return _in_turn(counted.ratios, lambda one: unmatched(one) and c > 0, becomes)


def _method5(counted: Statistics, value: Fraction) -> list[Smoothed]:
    return _mean_counts(counted, [unsmoothed(one) for one in counted.ratios])


def _method7(counted: Statistics, value: Fraction) -> list[Smoothed]:
    return _mean_counts(counted, _method4(counted, value))


def _mean_counts(counted: Statistics, precisions: list[Smoothed]) -> list[Smoothed]:
    """m'_n = (m'_(n-1) + m_n + m_(n+1)) / 3, where m'_0 = m_1 + 1; the m_n are those of these precisions."""
    matches = [(one.value or Fraction(0)) * ratio.total for one, ratio in zip(precisions, counted.ratios, strict=True)]
    means = _means_in_turn(matches, Fraction(counted.longer.matches))
    return [
        Smoothed(mean / one.total, Over(grouped(working), str(one.total))) if one.total else unsmoothed(one)
        for (mean, working), one in zip(means, counted.ratios, strict=True)
    ]


def _means_in_turn(values: Sequence[Fraction], last: Fraction) -> Iterator[tuple[Fraction, Formula]]:
    """Each value becomes the mean of the new one before it, its own, and the one after it; with its working.

    Before the first stands its own plus 1, after the last one `last`.
    """
    before = values[0] + 1
    for own, after in zip(values, [*values[1:], last], strict=True):
        parts = Chain("+", (number(before), number(own), number(after)), grouped=True)
        before = (before + own + after) / 3
        yield before, Over(parts, "3")


def _method6(counted: Statistics, value: Fraction) -> list[Smoothed]:
    return mix_with_prior(counted, value, [one.total for one in counted.ratios])


def mix_with_prior(counted: Statistics, value: Fraction, totals: Sequence[int]) -> list[Smoothed]:
    """Method 6: from n = 3 on, p_n is drawn towards p0_n = p_(n-1)^2 / p_(n-2); `totals` are the l_n."""
    found: list[Smoothed] = []
    for n, (one, total) in enumerate(zip(counted.ratios, totals, strict=True), 1):
        if n < 3:
            found.append(unsmoothed(one))
            continue
        last, before = (found[place].value or Fraction(0) for place in (-1, -2))
        prior = last**2 / before if before else Fraction(0)
        more = plus(one.matches, Chain("*", (number(value), number(prior))))
        smoothed = (one.matches + value * prior) / (total + value)
        found.append(Smoothed(smoothed, Over(more, plus(total, number(value)))))
    return found


def _nltk0(counted: Statistics, value: Fraction) -> list[Smoothed]:
    least = Smoothed(Fraction(sys.float_info.min), Power("2", "-1022"))
    return [unsmoothed(one) if one.matches else least for one in counted.ratios]


def _nltk4(counted: Statistics, value: Fraction) -> list[Smoothed]:
    return [one if one.value else _AS_ONE for one in _nltk4_with_zeros(counted, value)]


def _nltk4_with_zeros(counted: Statistics, value: Fraction) -> list[Smoothed]:
    """Method 4 before zeros are left out."""
    c = counted.candidate_length

    def becomes(one: Ratio, k: int) -> Smoothed:
        part = grouped(Over(Call("ln", str(c)), Chain("*", (Power("2", str(k)), number(value)))))
        matches, total = Fraction(exact.log(Fraction(c))) / (2**k * value), max(1, one.total)
        return Smoothed(matches / total, Over(part, str(total)))

    return _in_turn(counted.ratios, lambda one: not one.matches and c > 1, becomes)


def _nltk5(counted: Statistics, value: Fraction) -> list[Smoothed]:
    return _mean_precisions(counted, [unsmoothed(one) for one in counted.ratios])


def _nltk7(counted: Statistics, value: Fraction) -> list[Smoothed]:
    return _mean_precisions(counted, _nltk4_with_zeros(counted, value))


def _mean_precisions(counted: Statistics, precisions: list[Smoothed]) -> list[Smoothed]:
    """p'_n = (p'_(n-1) + p_n + p_(n+1)) / 3, where p'_0 = p_1 + 1 and p_(N+1) is p_5 of the last segment."""
    values = [one.value or Fraction(0) for one in precisions]
    return [Smoothed(*mean) for mean in _means_in_turn(values, counted.last[4].value or Fraction(0))]


def _nltk6(counted: Statistics, value: Fraction) -> list[Smoothed]:
    of_the_last = [counted.last[place].total for place in range(len(counted.ratios))]
    return [one if one.value else _AS_ONE for one in mix_with_prior(counted, value, of_the_last)]


_FUNCTIONS: Mapping[str, Smoothing] = {
    "none": _none, "floor": _floor, "add-k": _add_to(2), "exp": _exp, "add-k-all": _add_to(1), "coco": _coco,
    "method1": _floor, "method2": _add_to(2), "method3": _exp,
    "method4": _method4, "method5": _method5, "method6": _method6, "method7": _method7,
    "nltk-method0": _nltk0, "nltk-method4": _nltk4, "nltk-method5": _nltk5, "nltk-method6": _nltk6,
    "nltk-method7": _nltk7,
}  # fmt: skip
METHODS: Mapping[str, Method] = {name: Method(_FUNCTIONS[name], **told) for name, told in SMOOTHINGS_TOLD.items()}
"""Every smoothing by name."""


def describe(rules: BleuRules) -> str:
    """What these rules do to the precisions, in a sentence."""
    words = [METHODS[rules.smoothing].sentence.format(plain.formula(number(rules.value)))]
    if rules.totals != "as counted":
        words.append(TOTALS[rules.totals])
    words.append(MISSING[rules.missing])
    return ". ".join(one[0].upper() + one[1:] for one in words) + "."


def source(rules: BleuRules) -> str:
    """Where the smoothing is from."""
    return METHODS[rules.smoothing].source


def label(rules: BleuRules) -> str:
    """The smoothing as a signature names it, with its number where it has one."""
    if rules.smoothing == "none":
        return "no smoothing"
    value = f" {plain.formula(number(rules.value))}" if SMOOTHINGS[rules.smoothing] is not None else ""
    return f"{rules.smoothing}{value} smoothing"
