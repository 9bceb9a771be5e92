"""What the BLEU of a segment and of a corpus have in common: precisions and a brevity penalty, combined."""

from abc import abstractmethod
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Self

from mtexplain import exact
from mtexplain.counts import Ratio
from mtexplain.display import plain
from mtexplain.display.formula import Formula, Symbol
from mtexplain.display.score import Score, Term
from mtexplain.metrics.bleu import formulas, report, sacrebleu, signature
from mtexplain.metrics.bleu.factors import Factor, factors, gives_up, product
from mtexplain.metrics.bleu.maths import Brevity, Precision, combine
from mtexplain.metrics.bleu.smoothing import LOOK_AT_THE_LAST, LOOK_FURTHER, Statistics, orders_needed
from mtexplain.rules import BleuRules

Pair = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]
"""The tokens of a candidate, and of its references."""


class BleuScore(Score):
    """BLEU from precisions and a brevity penalty, however these were counted."""

    rules: BleuRules

    @property
    @abstractmethod
    def precisions(self) -> tuple[Precision, ...]:
        """p_1 to p_N as the text has them, also of the orders whose weight is 0. Smoothing doesn't change these."""

    @property
    @abstractmethod
    def brevity(self) -> Brevity:
        """The brevity penalty, and the lengths it comes from."""

    @property
    @abstractmethod
    def reference_numbers(self) -> tuple[int, ...]:
        """How many references each segment has."""

    @property
    @abstractmethod
    def pairs(self) -> tuple[Pair, ...]:
        """The tokens of every segment: its candidate, and its references."""

    @property
    @abstractmethod
    def counted(self) -> tuple[Ratio, ...]:
        """The ratios of all orders, as the rules count them."""

    @property
    @abstractmethod
    def ratios(self) -> tuple[Ratio, ...]:
        """The matches and the total of all orders, as the text has them: those of `precisions`, had at less cost."""

    @abstractmethod
    def ratio(self, n: int) -> Ratio:
        """Matches and total of any order."""

    @abstractmethod
    def under(self, rules: BleuRules) -> Self:
        """The same tokens scored by other rules."""

    @abstractmethod
    def last_ratio(self, n: int) -> Ratio:
        """Matches and total of any order, of the last segment alone."""

    @cached_property
    def statistics(self) -> Statistics:
        """What the smoothing looks at."""
        most, smoothing = orders_needed(self.rules), self.rules.smoothing
        longer = self.ratio(most) if smoothing in LOOK_FURTHER else Ratio(0, 0)
        last = range(1, most + 1) if smoothing in LOOK_AT_THE_LAST else ()
        return Statistics(self.counted, self.brevity.candidate_length, longer, tuple(map(self.last_ratio, last)))

    @cached_property
    def factors(self) -> tuple[Factor, ...]:
        """What is multiplied: p'_n of each order that takes part, beside p_n, with its weight."""
        return factors(self.rules, self.ratios, self.statistics)

    @cached_property
    def gives_up(self) -> bool:
        """Whether the rules make the score 0 before they smooth anything, or for want of a reference length."""
        return gives_up(self.rules, self.counted) or self.brevity.void

    @cached_property
    def uncut(self) -> float:
        """The score before it is cut at 1: a smoothing may take it above."""
        return 0.0 if self.gives_up else product(self.brevity, self.factors)

    @property
    def score(self) -> float:
        """BLEU, 0 to 1: the float nearest to the closed form in `exact`. A perfect match is exactly 1.0."""
        return min(1.0, self.uncut)

    @property
    def reported(self) -> float:
        """The number that the tool returns, not rounded, on its own scale: 0 to 1, or 0 to 100.

        sacreBLEU's is there to the last bit, where its rules are ones that it can follow itself.
        """
        return self.floats.score if self.floats else self.uncut * self.rules.scale

    @cached_property
    def floats(self) -> sacrebleu.Floats | None:
        """What sacreBLEU computes, in its own floats; None where these are not its rules."""
        if not sacrebleu.computes(self.rules):
            return None
        c, r = self.brevity.candidate_length, int(self.brevity.reference_length)
        return sacrebleu.floats(self.ratios, c, r, self.rules)

    @property
    def printed(self) -> str:
        """That number as the tool prints it."""
        zero = self.rules.zero_form if self.gives_up else ""
        return zero or self.rules.written(self.reported)

    @property
    def report(self) -> str:
        """The whole line that the tool prints, where it prints more than the number: lengths, BP, precisions."""
        return report.line(self)

    @cached_property
    def mean(self) -> float:
        """The weighted geometric mean of the factors: the score before the brevity penalty."""
        return combine(Fraction(0), [(factor.weight, factor.value) for factor in self.factors])

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """log BP and each w_n log p_n (p'_n, where it is smoothed): pairs (name, value) that add up to log BLEU.

        The value of log 0 is -inf.

        Where the rules make the score 0 without looking, or cut it at 1, a last term says so.
        """
        exponent = self.brevity.exponent
        terms = [Term(plain.formula(formulas.log_term(None)), -inf if exponent is None else float(exponent))]
        for factor in self.factors:
            log = float(factor.weight) * exact.log(factor.value) if factor.value else -inf
            terms.append(Term(plain.formula(formulas.log_term(factor.n, factor.weight, factor.symbol)), log))
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
        """BLEU."""
        return formulas.BLEU

    @property
    def closed_form(self) -> Formula:
        """BLEU with exact numbers, as in exp(1 - 7/6) * (4/6 * 3/5 * 2/4 * 1/3)^(1/4)."""
        return formulas.closed_form(self)

    @property
    def signature(self) -> str:
        """Everything another person needs to get the same number."""
        return signature.written(self.rules, self.reference_numbers)
