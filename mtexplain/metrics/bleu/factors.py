"""What the precisions become before they are multiplied: counted as the rules count, smoothed, weighted."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from mtexplain.counts import Ratio
from mtexplain.display.formula import Formula, Over, Symbol, fraction, ratio, shown
from mtexplain.metrics.bleu.chen_cherry import CHEN_CHERRY
from mtexplain.metrics.bleu.maths import Brevity, combine
from mtexplain.metrics.bleu.nltk_smoothing import NLTK
from mtexplain.metrics.bleu.smoothing import SIMPLE, SMALL, TINY, Smoothed, Statistics
from mtexplain.rules import BleuRules

_METHODS = {**SIMPLE, **CHEN_CHERRY, **NLTK}
_SEEN = Fraction(1, 10**6)
_SIMPLE = 10**6  # a smoothed precision is written as one fraction as long as it can be read


class Factor(NamedTuple):
    """What an order gives to the product: p_n as it was counted, and p'_n, which is multiplied, with its weight.

    `raw` is what the text holds, `counted` what the rules make of it; `value` is p'_n, 0 or more, None for 0/0.
    `working` says how p'_n came about.
    """

    n: int
    weight: Fraction
    raw: Ratio
    counted: Ratio
    value: Fraction | None
    working: Formula

    @property
    def is_raw(self) -> bool:
        """Whether p'_n is p_n, as the text has it."""
        return self.value == self.raw.value

    @property
    def is_nearly_raw(self) -> bool:
        """Whether p'_n is another number than p_n, but none that anyone could see: what coco adds."""
        raw, value = self.raw.value, self.value
        return bool(raw and value) and not self.is_raw and abs(value / raw - 1) < _SEEN  # type: ignore[operator]

    @property
    def symbol(self) -> Symbol:
        """p_n, or p'_n where something was done to it."""
        return Symbol("p" if self.is_raw else "p′", str(self.n))

    @property
    def number(self) -> Formula:
        """The number that is multiplied, exact: as counted, as a fraction, or with its working."""
        if self.value is None:
            return "0"
        for one in (self.raw, self.counted):
            if self.value == one.value:
                return ratio(one.matches, one.total)
        return fraction(self.value) if self.value.denominator < _SIMPLE else self.working

    @property
    def short(self) -> Formula:
        """The same, rounded where its working is long."""
        if self.is_nearly_raw:
            return f"≈ {self.raw}"
        if self.value is None or self.value.denominator < _SIMPLE or not isinstance(self.working, Over):
            return self.number
        return shown(float(self.value))


def counted(rules: BleuRules, one: Ratio) -> Ratio:
    """The matches and the total of an order in one segment, as the rules count them.

    >>> from mtexplain.rules import NLTK
    >>> counted(NLTK, Ratio(0, 0))
    Ratio(matches=0, total=1)
    """
    return Ratio(one.matches, max(1, one.total)) if rules.totals == "at least 1" else one


def smooth(rules: BleuRules, statistics: Statistics) -> list[Smoothed]:
    """The precisions p_1 to p_N after the smoothing that the rules name.

    >>> from mtexplain.rules import PAPER, SACREBLEU
    >>> counted = Statistics((Ratio(3, 4), Ratio(1, 3), Ratio(0, 2), Ratio(0, 1)), 4)
    >>> [str(one.value) for one in smooth(PAPER, counted)]
    ['3/4', '1/3', '0', '0']
    >>> [str(one.value) for one in smooth(SACREBLEU, counted)]
    ['3/4', '1/3', '1/4', '1/4']
    """
    return _METHODS[rules.smoothing](statistics, rules.value)


def factors(rules: BleuRules, raw: Sequence[Ratio], statistics: Statistics) -> tuple[Factor, ...]:
    """The factors of the orders that take part: those with a weight, and without the ones the rules leave out.

    Where the rules give up nothing is smoothed: the factors are what was counted.
    """
    if gives_up(rules, statistics.ratios):
        rules = replace(rules, smoothing="none", smoothing_value=None, missing="zero")
    found = []
    for n, (one, after) in enumerate(zip(raw, smooth(rules, statistics), strict=True), 1):
        if rules.missing == "one" and after.value is None:
            after = Smoothed(Fraction(1), "1")
        found.append(Factor(n, rules.weight(n), one, statistics.ratios[n - 1], *after))
    weighted = [factor for factor in found if factor.weight]
    kept = [factor for factor in weighted if factor.value is not None or rules.missing != "left out"]
    whole = sum(factor.weight for factor in kept)
    if not kept or whole == 1:
        return tuple(kept or weighted)
    return tuple(factor._replace(weight=factor.weight / whole) for factor in kept)


def gives_up(rules: BleuRules, counted: Sequence[Ratio]) -> bool:
    """Whether the rules make the score 0 before they smooth anything."""
    if rules.zero_when == "no word matches":
        return not counted[0].matches
    return rules.zero_when == "an order does not match" and not all(one.matches for one in counted)


def product(penalty: Brevity, orders: Sequence[Factor]) -> float:
    """BP times the weighted geometric mean of the factors: the score before it is cut at 1."""
    return combine(penalty.exponent, [(factor.weight, factor.value) for factor in orders])


def brevity(rules: BleuRules, c: int, r: int | Fraction, reference_lengths: tuple[int, ...]) -> Brevity:
    """The brevity penalty by these rules: coco's smoothing goes on to the lengths, and r = 0 may make it 0."""
    added = (TINY, SMALL) if rules.smoothing == "coco" else (Fraction(0), Fraction(0))
    return Brevity(c, r, reference_lengths, added, void=rules.zero_when == "r is 0" and not r)
