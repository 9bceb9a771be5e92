"""BLEU as a recipe: every number that it takes, in the order of the computation, with its formula.

This is BLEU as Papineni et al. 2002 define it. Where a tool does otherwise, a quantity has another case, and the rules
choose between them.

Each precision p_n goes through five stages:

    ratios     matches and total, as the text has them: 0/0 where there is no n-gram
    counted    the same as the rules count them: some take a total of 0 for 1
    smoothed   the numbers that the smoothing makes of them, None for 0/0, with their working
    p          the numbers that are multiplied: 0 for 0/0, or None where the order is left out
    factors    p of the orders that take part, beside weight, ratio and working (in base)

`BleuScore.precisions`, which the views show, are the ratios again, with a row for each n-gram.
"""

from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import repeat
from typing import Any

from mtexplain.counts import Ratio, having_most
from mtexplain.display.formula import Call, Symbol
from mtexplain.metrics.bleu.maths import match_length
from mtexplain.metrics.bleu.smoothing import Smoothed, Statistics, smooth, unsmoothed
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.ngrams import NgramScore
from mtexplain.recipe.numbers import Quotient
from mtexplain.recipe.quantity import Orders, Quantity, Recipe, Rows, formula, quantity
from mtexplain.rules import BleuRules

_SHORTFALL, _SHORTFALL_OF_COCO = Expression("1 - r / c"), Expression("1 - (r + 10 ** -9) / (c + 10 ** -15)")
_BP = f"0 if c == 0 else exp(min(0, {_SHORTFALL.text}))"
_BP_OF_COCO = f"exp(min(0, {_SHORTFALL_OF_COCO.text}))"
_PRODUCT = "bp * exp(sum(w * log(p)))"


def _multiplied(trace: "BleuRecipe") -> Orders[Fraction | None]:
    """The smoothed precisions. 0/0 counts as 0; None where it is left out, and any other order takes part."""
    found = [one.value for one in trace.smoothed]
    takes_part = [value is not None and trace.rules.weight(n) > 0 for n, value in enumerate(found, 1)]
    drops = trace.rules.missing == "left out" and any(takes_part) and not trace.is_zero
    return tuple(found) if drops else tuple(value or Fraction(0) for value in found)


def _givers(counts: tuple[int, ...]) -> str:
    """The references from which an n-gram has its credit, counted from 1; `counts` is how often each has it."""
    return ", ".join(str(place + 1) for place in having_most(counts)) or "–"


def _penalty_case(trace: "BleuRecipe") -> str:
    """Which formula BP has by the rules."""
    kind = "coco" if trace.rules.smoothing == "coco" else "usual"
    return f"{kind}, 0 where r is 0" if trace.rules.zero_when == "r is 0" else kind


class BleuRecipe(Recipe):
    """BLEU, from n-grams to the score. Of a text, matches, totals and lengths are summed over its segments."""

    rules: BleuRules

    ngrams, count = NgramScore.ngrams, NgramScore.count

    @quantity(Call(Symbol("Count", "R"), "g"), "how often each reference R has it", index="n g R")
    def in_references(self: Any) -> Rows[tuple[int, ...]]:
        return tuple(
            tuple(zip(*(map(counts.get, order, repeat(0)) for counts in references), strict=True))
            for order, references in zip(self.ngrams, zip(*self.reference_counts, strict=True), strict=True)
        )

    max_reference_count: Quantity[Rows[int]] = formula("max", "max(in_references)", index="n g", title="maximum")
    clipped: Quantity[Rows[int]] = formula(
        "Count_clip", "min(count, max(in_references))", index="n g", title="clipped count"
    )

    @quantity("", "the references that have it most often, by number", index="n g")
    def credit_from(self: Any) -> Rows[str]:
        return tuple(tuple(map(_givers, order)) for order in self.in_references)

    matches: Quantity[Orders[int]] = formula("matches", "sum(clipped)", index="n", pooled=True, step="p_{n}")
    total: Quantity[Orders[int]] = formula("total", "sum(count)", index="n", pooled=True, step="p_{n}")

    @quantity("c", "the number of tokens of the candidate", pooled=True, step="tokens")
    def c(self: Any) -> int:
        return len(self.candidate)

    @quantity("r", "the reference length closest to c, or as the rules choose", pooled=True, step="brevity")
    def r(self: Any) -> int | Fraction:
        return match_length(len(self.candidate), self.reference_lengths, self.rules.reference_length)

    bp: Quantity[Decimal | int] = formula(
        "BP",
        {
            "coco, 0 where r is 0": f"0 if r == 0 else {_BP_OF_COCO}",
            "coco": _BP_OF_COCO,
            "usual, 0 where r is 0": f"0 if r == 0 else {_BP}",
            "usual": _BP,
        },
        by=_penalty_case,
        step="brevity",
    )

    @quantity("", "as the rules count it: some tools find one n-gram where a segment has none", index="n")
    def counted(self: Any) -> Orders[Ratio]:
        if self.rules.totals == "as counted":
            found: Orders[Ratio] = self.ratios
            return found
        totals = zip(*([max(1, total) for total in part.total] for part in self.parts or (self,)), strict=True)
        return tuple(type(one)(one.matches, sum(total)) for one, total in zip(self.ratios, totals, strict=True))

    p: Quantity[Orders[Fraction | None]] = formula(
        "p",
        {
            "by the rules": Quantity("p′", _multiplied, "as the rules smooth it", index="n"),
            "as counted": "0 if total == 0 else matches / total",
        },
        by=lambda trace: "by the rules" if trace.may_change_precisions else "as counted",
        index="n",
        step="p_{n}",
    )

    @quantity("w", "1/N, or as the rules say; of the orders that take part, adding up to 1", index="n")
    def w(self) -> Orders[Fraction]:
        weights = self.rules.weights or (Fraction(1, self.rules.max_n),) * self.rules.max_n
        if all(p is not None for p in self.p):
            return weights
        kept = [Fraction(0) if p is None else weight for weight, p in zip(weights, self.p, strict=True)]
        return tuple(weight / (sum(kept) or 1) for weight in kept)

    uncut: Quantity[float] = formula(
        "BLEU",
        {
            "no word matches": f"0 if max(matches) == 0 else {_PRODUCT}",
            "an order does not match": f"0 if min(matches) == 0 else {_PRODUCT}",
            "r is 0": _PRODUCT,
            "a factor is 0": _PRODUCT,
        },
        by=lambda trace: trace.rules.zero_when,
        step="score",
        convert=float,
    )

    def by_rules(self, name: str) -> Quantity[Any]:
        """How the rules compute a quantity, whatever stands in its place."""
        one = self.quantities[name]
        return one.cases[one.by(self)] if one.by else one

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
    def longer(self) -> Ratio:
        """Matches and total of the order N + 1, for the smoothings that ask for it."""
        return Ratio(0, 0)

    @cached_property
    def last(self) -> Orders[Ratio]:
        """The ratios of the last segment alone, for the smoothings that ask for them."""
        return ()

    @cached_property
    def smoothed(self) -> Orders[Smoothed]:
        """Each p_n as it is multiplied, with its working: smoothed, unless the rules make the score 0 anyway."""
        if self.is_zero:
            return tuple(map(unsmoothed, self.counted))
        return tuple(smooth(self.rules, Statistics(self.counted, self.c, self.longer, self.last)))

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
