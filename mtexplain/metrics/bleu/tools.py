"""What the tools do otherwise: other quantities in some places of the recipe, and what they return and print.

sacreBLEU 2.6.0, `BLEU.compute_bleu`, computes with floats: each precision in percent, its logarithm, their mean, e to
that power, times BP. Each of these is rounded, and so a perfect match comes to 100.00000000000004. `floats` does its
operations in its order, so that the number it returns is there to the last bit. From Python 3.12 on `sum` loses less,
and the last digit may be another: in sacreBLEU as here.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, cached_property
from math import exp, log
from typing import Any, NamedTuple

from mtexplain.counts import Ratio
from mtexplain.metrics.bleu.recipe import BleuRecipe, Orders
from mtexplain.metrics.bleu.smoothing import Smoothed, Statistics, smooth, unsmoothed
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.numbers import Quotient
from mtexplain.recipe.quantity import Quantity, formula
from mtexplain.rules import SACREBLEU, SACREBLEU_SENTENCE, BleuRules

_SMOOTHINGS = ("none", "floor", "add-k", "exp")
_FIXED = ("totals", "reference_length", "weights", "zero_when", "scale")
_LOG_OF_0 = -9999999999


class BleuByRules(BleuRecipe):
    """BLEU as a set of rules computes it: the recipe, but for what a tool does otherwise."""

    def definition(self, name: str) -> Quantity[Any]:
        return self.changed.get(name) or self.by_rules(name)

    def by_rules(self, name: str) -> Quantity[Any]:
        """How the rules compute a quantity."""
        rules = self.rules
        if name == "p" and self.may_change_precisions:
            return _SMOOTHED
        if name == "bp" and (rules.smoothing == "coco" or rules.zero_when == "r is 0"):
            return _bp(rules.smoothing == "coco", rules.zero_when == "r is 0")
        if name == "uncut" and rules.zero_when in ("no word matches", "an order does not match"):
            return _UNCUT_OR_0
        return self.quantities[name]

    @property
    def may_change_precisions(self) -> bool:
        """Whether the rules may multiply other numbers than those that were counted."""
        return (self.rules.smoothing, self.rules.totals, self.rules.missing) != ("none", "as counted", "zero")

    @cached_property
    def ratios(self) -> Orders[Ratio]:
        """The matches and the total of all orders, as the text has them; by a mistake, they may be any two numbers."""
        pair: Any = Quotient if self.changed else Ratio
        return tuple(map(pair, self.matches, self.total))

    @cached_property
    def counted(self) -> Orders[Ratio]:
        """The ratios of all orders as the rules count them: some tools find one n-gram where a segment has none."""
        if self.rules.totals == "as counted":
            return self.ratios
        parts: Any = self.parts or (self,)
        totals = zip(*([max(1, total) for total in part.total] for part in parts), strict=True)
        return tuple(type(one)(one.matches, sum(total)) for one, total in zip(self.ratios, totals, strict=True))

    @cached_property
    def longer(self) -> Ratio:
        """Matches and total of the order N + 1, for the smoothings that ask for it."""
        return Ratio(0, 0)

    @cached_property
    def last(self) -> Orders[Ratio]:
        """The ratios of the last segment alone, for the smoothings that ask for them."""
        return ()

    @property
    def shortfall(self) -> Expression:
        """What BP is e to the power of, where the candidate is too short: 1 - r/c."""
        return _SHORTFALL_OF_COCO if self.rules.smoothing == "coco" else _SHORTFALL

    @cached_property
    def exponent(self) -> Fraction | None:
        """min(0, 1 - r/c), exact; None where there is no candidate, or where BP is 0 for want of a reference length."""
        if self.is_void:
            return None
        power = self.shortfall.value({"c": self.c, "r": self.r})
        return None if power is None else min(Fraction(0), power)

    @cached_property
    def is_zero(self) -> bool:
        """Whether the rules make the score 0 before they smooth anything."""
        if self.rules.zero_when == "no word matches":
            return not self.matches[0]
        return self.rules.zero_when == "an order does not match" and not all(self.matches)

    @property
    def is_void(self) -> bool:
        """Whether the rules take BP for 0, since r is 0."""
        return self.rules.zero_when == "r is 0" and not self.r

    @property
    def gives_up(self) -> bool:
        """Whether the rules make the score 0, whatever matches."""
        return self.is_zero or self.is_void

    @cached_property
    def smoothed(self) -> Orders[Smoothed]:
        """Each p_n as it is multiplied, with its working: smoothed, unless the rules make the score 0 anyway."""
        if self.is_zero:
            return tuple(map(unsmoothed, self.counted))
        return tuple(smooth(self.rules, Statistics(self.counted, self.c, self.longer, self.last)))


def _multiplied(trace: BleuByRules) -> Orders[Fraction | None]:
    """The smoothed precisions. 0/0 counts as 0; None where it is left out, and any other order takes part."""
    found = [one.value for one in trace.smoothed]
    takes_part = [value is not None and trace.rules.weight(n) > 0 for n, value in enumerate(found, 1)]
    drops = trace.rules.missing == "left out" and any(takes_part) and not trace.is_zero
    return tuple(found) if drops else tuple(value or Fraction(0) for value in found)


_SMOOTHED = Quantity[Any]("p′", _multiplied, "as the rules smooth it", index="n")
_UNCUT_OR_0 = formula("BLEU", "0 if is_zero else bp * exp(sum(w * log(p)))", convert=float)
_SHORTFALL, _SHORTFALL_OF_COCO = Expression("1 - r / c"), Expression("1 - (r + 10 ** -9) / (c + 10 ** -15)")


@cache
def _bp(adds: bool, needs_r: bool) -> Quantity[Any]:
    """BP where something is added to both lengths, or where it is 0 for want of a reference length."""
    text = f"exp(min(0, {_SHORTFALL_OF_COCO.text}))" if adds else f"0 if c == 0 else exp(min(0, {_SHORTFALL.text}))"
    return formula("BP", f"0 if r == 0 else {text}" if needs_r else text)


class Floats(NamedTuple):
    """What sacreBLEU computes: BP, the precisions in percent after smoothing, and the score, 0 to 100 or a bit more."""

    penalty: float
    precisions: list[float]
    score: float


def computes(rules: BleuRules) -> bool:
    """Whether these are rules that sacreBLEU itself can be told to follow.

    >>> from dataclasses import replace
    >>> computes(replace(SACREBLEU, smoothing="floor")), computes(replace(SACREBLEU, smoothing="method5"))
    (True, False)
    """
    return (
        rules.name in (SACREBLEU.name, SACREBLEU_SENTENCE.name)
        and rules.smoothing in _SMOOTHINGS
        and rules.missing in (SACREBLEU.missing, SACREBLEU_SENTENCE.missing)
        and all(getattr(rules, field) == getattr(SACREBLEU, field) for field in _FIXED)
    )


def floats(ratios: Sequence[Ratio], c: int, r: int, rules: BleuRules) -> Floats:
    """The score from the ratios of all orders and the two lengths, by rules that sacreBLEU can follow.

    >>> floats([Ratio(4, 4), Ratio(3, 3), Ratio(2, 2), Ratio(1, 1)], 4, 4, SACREBLEU).score
    100.00000000000004
    """
    penalty = 1.0
    if c < r:
        penalty = exp(1 - r / c) if c else 0.0
    precisions = [0.0] * len(ratios)
    if not any(one.matches for one in ratios):
        return Floats(penalty, precisions, 0.0)
    value, halves, orders = float(rules.value), 1.0, len(ratios)
    for place, one in enumerate(ratios):
        more = value if rules.smoothing == "add-k" and place else 0.0
        matches, total = one.matches + more, one.total + more
        if not total:
            break
        if rules.missing == "left out":
            orders = place + 1
        if matches:
            precisions[place] = 100.0 * matches / total
        elif rules.smoothing == "exp":
            halves *= 2
            precisions[place] = 100.0 / (halves * total)
        elif rules.smoothing == "floor":
            precisions[place] = 100.0 * value / total
    logs = [log(one) if one else _LOG_OF_0 for one in precisions[:orders]]
    return Floats(penalty, precisions, penalty * exp(sum(logs) / orders))


SACREBLEU_LINE = "BLEU = {} {} (BP = {:.3f} ratio = {:.3f} hyp_len = {} ref_len = {})"
MULTI_BLEU_LINE = "BLEU = {}, {} (BP={:.3f}, ratio={:.3f}, hyp_len={}, ref_len={})"
MULTI_BLEU_0 = "BLEU = 0, 0/0/0/0 (BP=0, ratio=0, hyp_len=0, ref_len=0)"
"""The lines of tools that print more than the number: the number, the precisions, BP, c/r, c, r."""
