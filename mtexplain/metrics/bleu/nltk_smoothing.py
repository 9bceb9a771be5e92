"""The smoothings as nltk.translate.bleu_score has them, where they are not those of Chen and Cherry 2014.

NLTK 3.10.4, `SmoothingFunction`. Its methods 1, 2 and 3 are the published ones.

    nltk-method0   m_n = 0 becomes the smallest normal float, 2^-1022: "no smoothing", and yet the score is not 0
    nltk-method4   the k-th m_n = 0 becomes ln(c) / (2^k K): K divides once, and not k times
    nltk-method5   precisions are averaged, and not counts; p_(N+1) is always p_5, and of the last segment alone
    nltk-method6   the published formula, with l_n of the last segment alone; NLTK stops where p_3 = 0
    nltk-method7   nltk-method4, then nltk-method5

NLTK adds up only the logarithms of precisions above 0. One that is 0 after smoothing is left out, and so counts as 1.
"""

import sys
from collections.abc import Mapping
from fractions import Fraction

from mtexplain import exact
from mtexplain.display.formula import Call, Chain, Over, Power, number
from mtexplain.metrics.bleu.chen_cherry import drawn
from mtexplain.metrics.bleu.smoothing import Smoothed, Smoothing, Statistics, grouped, unsmoothed

_LEAST = Smoothed(Fraction(sys.float_info.min), Power("2", "-1022"))
_LEFT_OUT = Smoothed(Fraction(1), "1")


def _method0(counted: Statistics, value: Fraction) -> list[Smoothed]:
    return [unsmoothed(one) if one.matches else _LEAST for one in counted.ratios]


def _method4(counted: Statistics, value: Fraction) -> list[Smoothed]:
    return [one if one.value else _LEFT_OUT for one in _fourth(counted, value)]


def _fourth(counted: Statistics, value: Fraction) -> list[Smoothed]:
    """Method 4 before zeros are left out."""
    found, power, c = [], 0, counted.candidate_length
    for one in counted.ratios:
        if one.matches or c < 2:
            found.append(unsmoothed(one))
            continue
        power += 1
        below = Chain("*", (Power("2", str(power)), number(value)))
        part = grouped(Over(Call("ln", str(c)), below))
        matches = Fraction(exact.log(Fraction(c))) / (2**power * value)
        found.append(Smoothed(matches / max(1, one.total), Over(part, str(max(1, one.total)))))
    return found


def _method5(counted: Statistics, value: Fraction) -> list[Smoothed]:
    return _averaged(counted, [unsmoothed(one) for one in counted.ratios])


def _method7(counted: Statistics, value: Fraction) -> list[Smoothed]:
    return _averaged(counted, _fourth(counted, value))


def _averaged(counted: Statistics, precisions: list[Smoothed]) -> list[Smoothed]:
    """p'_n = (p'_(n-1) + p_n + p_(n+1)) / 3, where p'_0 = p_1 + 1 and p_(N+1) is p_5 of the last segment."""
    values = [one.value or Fraction(0) for one in precisions]
    last = [*values[1:], counted.last[4].value or Fraction(0)]
    found, before = [], values[0] + 1
    for own, after in zip(values, last, strict=True):
        parts = Chain("+", (number(before), number(own), number(after)), grouped=True)
        before = (before + own + after) / 3
        found.append(Smoothed(before, Over(parts, "3")))
    return found


def _method6(counted: Statistics, value: Fraction) -> list[Smoothed]:
    of_the_last = [counted.last[place].total for place in range(len(counted.ratios))]
    return [one if one.value else _LEFT_OUT for one in drawn(counted, value, of_the_last)]


NLTK: Mapping[str, Smoothing] = {
    "nltk-method0": _method0,
    "nltk-method4": _method4,
    "nltk-method5": _method5,
    "nltk-method6": _method6,
    "nltk-method7": _method7,
}
"""NLTK's own smoothings, by name."""
