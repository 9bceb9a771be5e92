"""What the BLEU of a segment and of a corpus have in common: precisions and a brevity penalty, combined."""

from abc import abstractmethod
from fractions import Fraction
from functools import cached_property
from math import inf

from mtexplain import __version__, exact
from mtexplain.display import plain
from mtexplain.display.parts import Headline
from mtexplain.display.score import Score, Term
from mtexplain.metrics.bleu import formulas
from mtexplain.metrics.bleu.maths import Brevity, Precision, combine
from mtexplain.unseen import visible


class BleuScore(Score):
    """BLEU from precisions and a brevity penalty, however these were counted."""

    @property
    @abstractmethod
    def precisions(self) -> tuple[Precision, ...]:
        """p_1 to p_N, also of the orders whose weight is 0."""

    @property
    @abstractmethod
    def brevity(self) -> Brevity:
        """The brevity penalty, and the lengths it comes from."""

    @property
    @abstractmethod
    def reference_numbers(self) -> tuple[int, ...]:
        """How many references each segment has."""

    @cached_property
    def active(self) -> tuple[tuple[Fraction, Precision], ...]:
        """The orders that take part: pairs (w_n, p_n) with a weight above 0."""
        pairs = ((self.rules.weight(order.n), order) for order in self.precisions)
        return tuple((weight, order) for weight, order in pairs if weight)

    @cached_property
    def score(self) -> float:
        """BLEU, 0 to 1: the float nearest to the closed form in `exact`. A perfect match is exactly 1.0."""
        return combine(self.brevity.exponent, [(weight, order.value) for weight, order in self.active])

    @cached_property
    def mean(self) -> float:
        """The weighted geometric mean of the precisions: the score before the brevity penalty."""
        return combine(Fraction(0), [(weight, order.value) for weight, order in self.active])

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """log BP and each w_n log p_n: pairs (name, value) that add up to log BLEU. The value of log 0 is -inf."""
        exponent = self.brevity.exponent
        first = Term(plain.formula(formulas.log_term(None)), -inf if exponent is None else float(exponent))
        rest = (
            Term(
                plain.formula(formulas.log_term(order.n, weight)),
                float(weight) * exact.log(order.value) if order.value else -inf,
            )
            for weight, order in self.active
        )
        return (first, *rest)

    @property
    def log_score(self) -> float:
        """The sum of the terms, log BLEU; -inf where the score is 0."""
        return sum(term.value for term in self.terms)

    @property
    def exact(self) -> str:
        return plain.formula(formulas.closed_form(self))

    @property
    def signature(self) -> str:
        """Everything another person needs to get the same number."""
        fewest, most = min(self.reference_numbers), max(self.reference_numbers)
        several = "1 reference" if most == 1 else f"{most} references"
        return " · ".join(
            (
                f"BLEU-{self.rules.max_n}",
                f"{' '.join(map(visible, self.rules.name.split()))} rules",
                f"tokens: {self.rules.tokenize}",
                "lower-cased" if self.rules.lowercase else "case kept",
                "uniform weights"
                if self.rules.weights is None
                else f"weights {' '.join(str(weight) for weight in self.rules.weights)}",
                "no smoothing",
                "closest reference length",
                several if fewest == most else f"{fewest} to {most} references",
                f"mtexplain {__version__}",
            )
        )

    @property
    def headline(self) -> Headline:
        return formulas.headline(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.score!r} = {self.exact}; {self.signature})"
