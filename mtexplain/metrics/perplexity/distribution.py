"""The perplexity of a distribution: of what is drawn from it, again and again."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from mtexplain import exact
from mtexplain.display.formula import Formula
from mtexplain.display.parts import Note, Part, Table
from mtexplain.display.score import Term
from mtexplain.display.trace import Step
from mtexplain.metrics.perplexity import distribution_steps, notes, record, signature
from mtexplain.metrics.perplexity.base import PerplexityScore
from mtexplain.metrics.perplexity.maths import entropy
from mtexplain.metrics.perplexity.rules import GIVEN, PerplexityRules


@dataclass(frozen=True, repr=False)
class DistributionPerplexity(PerplexityScore):
    """The perplexity of a distribution, with its working. Make one with `distribution_perplexity`.

    Every outcome surprises as often as it comes: PP = e^H, where H = -sum of p log p (SLP3, section 3.7).

    >>> from mtexplain import distribution_perplexity
    >>> trace = distribution_perplexity(["1/2", "1/4", "1/4"], base=2)
    >>> trace.entropy, trace.exact
    (1.5, '2^(1/2) * 4^(2/4)')
    """

    given: tuple[str, ...]
    outcomes: tuple[str, ...] | None = None
    rules: PerplexityRules = GIVEN

    @cached_property
    def values(self) -> tuple[Fraction, ...]:
        """The probabilities, exact."""
        return tuple(map(Fraction, self.given))

    @cached_property
    def mean_surprise(self) -> Decimal:
        """H in nats, to 40 digits."""
        return entropy(self.values)

    @property
    def range(self) -> tuple[Fraction | float, Fraction | float]:
        """From 1, where one outcome is certain, to their number, where all are equally likely."""
        return Fraction(1), Fraction(len(self.values))

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """p times -log p of each outcome: pairs (name, value) that add up to log PP."""
        shares = [-float(value) * exact.log(value) if value else 0.0 for value in self.values]
        return tuple(Term(f"-p_{place} log p_{place}", share) for place, share in enumerate(shares, 1))

    @property
    def closed_form(self) -> Formula:
        """The product of all (1/p)^p."""
        return distribution_steps.closed_form(self)

    @property
    def signature(self) -> str:
        """That it is a distribution, and the base."""
        return signature.of_distribution(self)

    @property
    def overview(self) -> tuple[Part, ...]:
        return distribution_steps.overview(self)

    def steps(self) -> tuple[Step, ...]:
        """Outcomes, entropy, score."""
        return distribution_steps.told(self)

    @property
    def table(self) -> Table:
        """A row for each outcome: its probability, its surprise, what it adds to the entropy."""
        return distribution_steps.table(self)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Outcomes that never come."""
        return tuple(notes.of_distribution(self))

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON."""
        return record.of_distribution(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "DistributionPerplexity":
        """The trace that `to_dict` wrote: an equal one."""
        return cls(**record.facts_of_distribution(data))
