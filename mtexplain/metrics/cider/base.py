"""What the CIDEr of one image and of a corpus have in common: one number for each order, and their mean."""

from abc import abstractmethod
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

from mtexplain.display import plain
from mtexplain.display.formula import Formula, Symbol
from mtexplain.display.score import Score, Term
from mtexplain.metrics.cider import formulas, maths, signature
from mtexplain.metrics.cider.frequencies import DocumentFrequencies
from mtexplain.metrics.cider.rules import CiderRules


class CiderScore(Score):
    """CIDEr, or CIDEr-D, from CIDEr_1 to CIDEr_N, however these came about."""

    rules: CiderRules
    document_frequencies: DocumentFrequencies
    """How many images there are, and how many of them have each n-gram in a reference."""
    account = "sum"

    @property
    @abstractmethod
    def values(self) -> tuple[Decimal, ...]:
        """CIDEr_1 to CIDEr_N, 0 to 1, with 40 digits."""

    @property
    @abstractmethod
    def numbers(self) -> tuple[Formula, ...]:
        """The same as exactly as it can be read: 2/3, √(2/3), 0.7071."""

    @property
    @abstractmethod
    def reference_numbers(self) -> tuple[int, ...]:
        """How many references each image has."""

    @cached_property
    def score(self) -> float:
        """CIDEr: the mean of CIDEr_1 to CIDEr_N, most often times ten, the nearest float."""
        return maths.score(self.values, self.rules)

    @property
    def range(self) -> tuple[Fraction, Fraction]:
        """0 and 10; without the ten, 0 and 1."""
        return Fraction(0), Fraction(self.rules.factor)

    @property
    def terms(self) -> tuple[Term, ...]:
        """w_n CIDEr_n of each order, with the ten where there is one: pairs (name, value) that add up to the score."""
        return tuple(
            Term(plain.formula(formulas.term(self.rules, n)), formulas.summand(self.rules, value))
            for n, value in enumerate(self.values, 1)
        )

    @property
    def symbol(self) -> Formula:
        return Symbol(self.rules.variant)

    @property
    def signature(self) -> str:
        """Everything another person needs to get the same number."""
        return signature.written(self.rules, self.document_frequencies, self.reference_numbers)
