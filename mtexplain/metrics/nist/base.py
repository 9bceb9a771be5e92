"""What the NIST of a segment and of a corpus have in common: information per n-gram, and a brevity penalty."""

from abc import abstractmethod
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Literal

from mtexplain import exact
from mtexplain.display import plain
from mtexplain.display.formula import Formula
from mtexplain.display.score import Score, Term
from mtexplain.metrics.nist import formulas, signature
from mtexplain.metrics.nist.counting import Order
from mtexplain.metrics.nist.knowledge import Known
from mtexplain.metrics.nist.maths import combine, penalty
from mtexplain.metrics.nist.rules import NistRules


@dataclass(frozen=True)
class Brevity:
    """The brevity penalty BP, with the lengths it comes from (equation 3).

    Of a corpus, both lengths are sums over its segments, and `reference_lengths` lists every reference in turn.
    """

    candidate_length: int
    """L_sys."""
    reference_length: Fraction
    """L_ref, the mean length of a reference."""
    reference_lengths: tuple[int, ...]

    @property
    def ratio(self) -> Fraction:
        """min(L_sys/L_ref, 1), exact; 1 where L_ref is 0."""
        return min(Fraction(1), self.candidate_length / self.reference_length) if self.reference_length else Fraction(1)

    @cached_property
    def factor(self) -> Decimal:
        """BP, 0 to 1, to 40 digits."""
        return penalty(self.candidate_length, self.reference_length)

    @property
    def value(self) -> float:
        """BP, 0 to 1."""
        return float(self.factor)


class NistScore(Score):
    """NIST from the information of what matches, however that was counted. It has no end: higher is better."""

    rules: NistRules
    account: Literal["log", "sum"] = "sum"

    @property
    @abstractmethod
    def orders(self) -> tuple[Order, ...]:
        """Each order from 1 to N: what its matches are worth, and how many n-grams there are."""

    @property
    @abstractmethod
    def brevity(self) -> Brevity:
        """The brevity penalty, and the lengths it comes from."""

    @property
    @abstractmethod
    def known(self) -> Known:
        """What was counted over all references: it says how much information an n-gram holds."""

    @property
    @abstractmethod
    def reference_numbers(self) -> tuple[int, ...]:
        """How many references each segment has."""

    @cached_property
    def score(self) -> float:
        """NIST, 0 or more: the brevity penalty times the sum of the gains per n-gram, rounded once."""
        return combine(self.brevity.factor, (order.mean for order in self.orders))

    @property
    def range(self) -> tuple[Fraction | float, Fraction | float]:
        """From 0, without an upper end: how much there is to gain depends on the references. See `most`."""
        return Fraction(0), inf

    @cached_property
    def most(self) -> float:
        """A score that no candidate exceeds: of each order, the largest information of an n-gram of the references."""
        return sum(self.largest)

    @property
    @abstractmethod
    def largest(self) -> tuple[float, ...]:
        """The largest information, in bits, of an n-gram of each order that can be matched; 0 where there is none."""

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """BP times the gain per n-gram of each order: pairs (name, value) that add up to the score."""
        with exact.forty_digits():
            values = [float(self.brevity.factor * order.mean) for order in self.orders]
        names = [plain.formula(formulas.term(order.n)) for order in self.orders]
        return tuple(Term(name, value) for name, value in zip(names, values, strict=True))

    @property
    def symbol(self) -> Formula:
        return formulas.NIST

    @property
    def closed_form(self) -> Formula:
        """BP times the sum of bits over n-grams, the bits rounded."""
        return formulas.closed_form(self)

    @property
    def signature(self) -> str:
        """Everything another person needs to get the same number."""
        return signature.written(self)
