"""The choices that two programs may make differently when they compute chrF.

paper       equation 1, with beta = 1; beta=3 is the paper's chrF3
sacrebleu   beta = 2, as sacreBLEU reports it; word_order=2 is chrF++ (Popović 2017)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Annotated

from mtexplain.rules.base import Rules, option, order
from mtexplain.settings import OneOf, check_between, check_whole


@dataclass(frozen=True)
class ChrfRules(Rules):
    """A named set of choices for chrF."""

    max_n: int = option(order("For chrF as published, set max_n=6."), 6)
    """The longest n-gram of characters."""
    word_order: int = option(lambda value, name: check_whole(value, name, 0, 1000, "For chrF++, set word_order=2."), 0)
    """The longest n-gram of words; 0 for no n-grams of words."""
    beta: Fraction = option(
        lambda value, name: check_between(value, name, 0, 1000, "For chrF3, set beta=3."), Fraction(1)
    )
    """The importance of recall relative to precision; with 2, recall counts twice as much."""
    scale: int = option(lambda value, name: check_whole(value, name, 1, 100), 1)
    """The reported score of a perfect match."""

    @property
    def is_sacrebleu(self) -> bool:
        """True if sacreBLEU itself can follow these rules."""
        return self.tool == SACREBLEU.tool


PAPER = ChrfRules("paper", tool="Popović 2015")
SACREBLEU = ChrfRules("sacrebleu", tool="sacreBLEU 2.6.0", beta=Fraction(2), scale=100)
RULES: Mapping[str, ChrfRules] = {rules.name: rules for rules in (PAPER, SACREBLEU)}
RulesSetting = Annotated[ChrfRules | str, OneOf(RULES)]
BetaSetting = float | Fraction | None


def in_floats(precisions: Sequence[float], recalls: Sequence[float], beta: float) -> float:
    """F from 0 to 1 as sacreBLEU computes it, with rounding at every step.

    >>> in_floats([1.0, 1.0], [0.5, 1.0], 2.0)
    0.7894736842105263
    """
    p, r = (reduce(add, numbers) / len(numbers) for numbers in (precisions, recalls))  # sum would round less
    return (1 + beta**2) * p * r / (beta**2 * p + r)
