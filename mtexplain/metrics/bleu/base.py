"""The BLEU of a segment and that of a text: precisions and a brevity penalty, combined, by the rules of a tool."""

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any, Self

from mtexplain import exact
from mtexplain.counts import Ratio, pooled
from mtexplain.display import plain
from mtexplain.display.formula import Call, Chain, Formula, Over, Power, Symbol, fraction
from mtexplain.display.score import Credit, Score, SentenceScore, Term, TextScore
from mtexplain.metrics.bleu import signature, tools
from mtexplain.metrics.bleu.maths import Brevity, Count, Factor, Precision, count_matches, most_in_one_reference
from mtexplain.metrics.bleu.recipe import Orders, SegmentRecipe
from mtexplain.metrics.bleu.smoothing import LOOK_AT_THE_LAST, LOOK_FURTHER, orders_needed
from mtexplain.recipe.equations import in_numbers
from mtexplain.recipe.quantity import Quantity
from mtexplain.rules import BleuRules

Pair = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]
"""The tokens of a candidate, and of its references."""


class BleuScore(tools.BleuByRules, Score):
    """BLEU from precisions and a brevity penalty, however these were counted."""

    rules: BleuRules

    @property
    @abstractmethod
    def precisions(self) -> Orders[Precision]:
        """p_1 to p_N as the text has them, also of the orders whose weight is 0. Smoothing doesn't change these."""

    @property
    @abstractmethod
    def reference_lengths(self) -> tuple[int, ...]:
        """The length of every reference."""

    @property
    @abstractmethod
    def reference_numbers(self) -> tuple[int, ...]:
        """How many references each segment has."""

    @property
    @abstractmethod
    def pairs(self) -> tuple[Pair, ...]:
        """The tokens of every segment: its candidate, and its references."""

    @abstractmethod
    def ratio(self, n: int) -> Ratio:
        """Matches and total of any order, also of one that the score doesn't ask for."""

    @abstractmethod
    def under(self, rules: BleuRules) -> Self:
        """The same tokens scored by other rules, whatever these say of tokens and case. What was counted is kept."""

    @cached_property
    def longer(self) -> Ratio:
        return self.ratio(self.rules.max_n + 1) if self.rules.smoothing in LOOK_FURTHER else Ratio(0, 0)

    @cached_property
    def brevity(self) -> Brevity:
        """The brevity penalty, and the lengths it comes from. Of a text both are sums (section 2.2.2)."""
        return Brevity(self.c, self.r, self.reference_lengths, self.exponent, float(self.bp))

    @cached_property
    def factors(self) -> tuple[Factor, ...]:
        """What is multiplied: p'_n of each order that takes part, beside p_n, with its weight."""
        rows = zip(self.w, self.ratios, self.counted, self.smoothed, self.p, strict=True)
        return tuple(
            Factor(n, weight, raw, counted, *smoothed)
            for n, (weight, raw, counted, smoothed, p) in enumerate(rows, 1)
            if weight and p is not None
        )

    @property
    def score(self) -> float:
        """BLEU, 0 to 1: the float nearest to the closed form in `exact`. A perfect match is exactly 1.0."""
        return min(1.0, self.uncut)

    @cached_property
    def mean(self) -> float:
        """The weighted geometric mean of the factors: the score, if BP were 1."""
        with exact.forty_digits():
            return float(self.quantities["uncut"].evaluate(bp=1, w=self.w, p=self.p))

    @cached_property
    def floats(self) -> tools.Floats | None:
        """What sacreBLEU computes, in its own floats; None where these are not its rules."""
        return tools.floats(self.ratios, self.c, int(self.r), self.rules) if tools.computes(self.rules) else None

    @property
    def reported(self) -> float:
        """The number that the tool returns, not rounded, on its own scale: 0 to 1, or 0 to 100.

        sacreBLEU's is there to the last bit, where its rules are ones that it can follow itself.
        """
        return self.floats.score if self.floats else self.uncut * self.rules.scale

    @property
    def printed(self) -> str:
        """That number as the tool prints it."""
        zero = self.rules.zero_form if self.gives_up else ""
        return zero or self.rules.written(self.reported)

    @property
    def report(self) -> str:
        """The whole line that the tool prints, where it prints more than the number: lengths, BP, precisions."""
        r = float(self.r)
        numbers = self.printed, self._percents, self.brevity.value, self.c / r if r else 0.0, self.c, self.r
        if self.rules.name.startswith("sacrebleu"):
            penalty = 1.0 if self.c == self.r == 0 else self.brevity.value
            return tools.SACREBLEU_LINE.format(*numbers[:2], penalty, *numbers[3:])
        if self.rules.name == "multi-bleu":
            return tools.MULTI_BLEU_0 if self.gives_up else tools.MULTI_BLEU_LINE.format(*numbers)
        return self.printed

    @property
    def _percents(self) -> str:
        """What is multiplied, smoothed or not, in percent, as if it had been counted; 0.0 for none."""
        values = dict.fromkeys(range(1, self.rules.max_n + 1), 0.0)
        if not self.gives_up:
            values |= {factor.n: float(100 * (factor.value or 0)) for factor in self.factors}
        return "/".join(f"{value:.1f}" for value in (self.floats.precisions if self.floats else values.values()))

    @cached_property
    def log_terms(self) -> tuple[Formula, ...]:
        """The summands of log BLEU: log BP, and each w_n log p_n."""
        return (log_term(), *map(log_term, self.factors))

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """log BP and each w_n log p_n (p'_n, where it is smoothed): pairs (name, value) that add up to log BLEU.

        The value of log 0 is -inf.

        Where the rules make the score 0 without looking, or cut it at 1, a last term says so.
        """
        exponent = self.brevity.exponent
        logs = [-inf if exponent is None else float(exponent)]
        logs += [float(one.weight) * exact.log(one.value) if one.value else -inf for one in self.factors]
        terms = [Term(plain.formula(name), log) for name, log in zip(self.log_terms, logs, strict=True)]
        if self.gives_up and all(term.value > -inf for term in terms):
            terms.append(Term(self.rules.zero_when, -inf))
        elif self.uncut > 1:
            terms.append(Term("cut at 1", -sum(term.value for term in terms)))
        return tuple(terms)

    @property
    def log_score(self) -> float:
        """The sum of the terms, log BLEU; -inf where the score is 0."""
        return sum(term.value for term in self.terms)

    @property
    def symbol(self) -> Symbol:
        return Symbol("BLEU")

    @property
    def signature(self) -> str:
        """Everything another person needs to get the same number."""
        return signature.describe(self.rules, self.reference_numbers)

    @property
    def closed_form(self) -> Formula:
        """BLEU with exact numbers, as in exp(1 - 7/6) * (4/6 * 3/5 * 2/4 * 1/3)^(1/4).

        BP is left out where it is 1. An order without n-grams stands as what the rules count it as: 0, in the paper's.
        """
        if self.exponent is None or (self.gives_up and all(factor.value for factor in self.factors)):
            return "0"
        found = product([(factor.weight, factor.number) for factor in self.factors])
        if self.exponent:
            found = times(Call("exp", in_numbers(self.shortfall, {"c": self.c, "r": self.r})), found)
        return Call("min", Chain(",", ("1", found))) if self.uncut > 1 else found


class SegmentBleu(SegmentRecipe, BleuScore, SentenceScore):
    """What is counted in one segment."""

    rules: BleuRules

    @cached_property
    def precisions(self) -> Orders[Precision]:
        """The modified precisions p_1 to p_N, each with a row for every different n-gram (section 2.1)."""
        columns = zip(self.ngrams, self.count, self.in_references, strict=True)
        rows = (tuple(map(Count, *order)) for order in columns)
        return tuple(map(Precision, range(1, self.rules.max_n + 1), self.ratios, rows))

    @property
    def reference_numbers(self) -> tuple[int, ...]:
        return (len(self.references),)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return ((self.candidate, self.references),)

    def ratio(self, n: int) -> Ratio:
        return self.ratios[n - 1] if n <= self.rules.max_n else self._count(n)

    def _count(self, n: int) -> Ratio:
        matches = count_matches(self.candidate, n, most_in_one_reference(self.references, n))
        return Ratio(matches, max(0, len(self.candidate) - n + 1))

    def count_quickly(self) -> None:
        """Count matches and totals without a row for each n-gram: they are the same, but take less time and room."""
        if "matches" not in vars(self) and not self.changed:
            found = tuple(map(self._count, range(1, self.rules.max_n + 1)))
            vars(self).update(matches=tuple([one.matches for one in found]), total=tuple([one.total for one in found]))

    @cached_property
    def last(self) -> Orders[Ratio]:
        looks = self.rules.smoothing in LOOK_AT_THE_LAST
        return tuple(map(self.ratio, range(1, orders_needed(self.rules) + 1))) if looks else ()

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every n-gram of the orders that take part, with its count and its clipped count."""
        return tuple(
            Credit(factor.n, row.ngram, row.count, row.clipped)
            for factor in self.factors
            for row in self.precisions[factor.n - 1].counts
        )

    @property
    def zero_groups(self) -> frozenset[int | str]:
        """The orders whose factor is 0. A smoothed one is not, and 0/0 is another matter."""
        return frozenset(factor.n for factor in self.factors if factor.value == 0)

    @property
    def longest(self) -> int:
        return self.rules.max_n


class TextBleu(TextScore, BleuScore):
    """What is summed over the segments of a text."""

    rules: BleuRules
    segments: tuple[SegmentBleu, ...]

    def definition(self, name: str) -> Quantity[Any]:
        if not self.segments and name in ("matches", "total"):  # a tool may have read none
            return _NOTHING
        return super().definition(name)

    @cached_property
    def parts(self) -> tuple[SegmentBleu, ...]:
        for segment in self.segments:
            segment.count_quickly()
        return self.segments

    @cached_property
    def precisions(self) -> Orders[Precision]:
        """p_1 to p_N, pooled over the segments. `counts` is empty: the rows live in the segments."""
        return tuple(Precision(n, one) for n, one in enumerate(self.ratios, 1))

    @property
    def reference_lengths(self) -> tuple[int, ...]:
        return tuple(length for segment in self.segments for length in segment.reference_lengths)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return tuple((segment.candidate, segment.references) for segment in self.segments)

    def ratio(self, n: int) -> Ratio:
        return pooled(segment.ratio(n) for segment in self.segments)

    @cached_property
    def last(self) -> Orders[Ratio]:
        return self.segments[-1].last


_NOTHING = Quantity[Any]("0", lambda trace: (0,) * trace.rules.max_n, "nothing", index="n")


def log_term(factor: Factor | None = None) -> Formula:
    """A summand of log BLEU: w_n log p_n of a factor, or log BP."""
    if factor is None:
        return Call("log", Symbol("BP"))
    log = Call("log", factor.symbol)
    return log if factor.weight == 1 else Chain("*", (fraction(factor.weight), log))


def product(weighted: Sequence[tuple[Fraction, Formula]]) -> Formula:
    """A product of powers; factors of equal weight share one exponent."""
    weights = {weight for weight, _ in weighted}
    factors = tuple(factor for _, factor in weighted)
    if weights == {Fraction(1)}:
        return factors[0]
    if len(weights) == 1:
        return Power(Chain("*", factors, grouped=True), fraction(weights.pop()))
    return Chain("*", tuple(Power(_in_parentheses(factor), fraction(weight)) for weight, factor in weighted))


def times(first: Formula, product: Formula) -> Formula:
    """One more factor in front of a product."""
    factors = product.terms if isinstance(product, Chain) and not product.grouped else (product,)
    return Chain("*", (first, *factors))


def _in_parentheses(factor: Formula) -> Formula:
    return Chain("*", (factor,), grouped=True) if isinstance(factor, Over) else factor
