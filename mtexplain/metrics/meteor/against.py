"""METEOR against one reference: an alignment, and what follows from it. The score is that of the best reference."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from mtexplain.metrics.meteor.alignment import Alignment, aligned, possible
from mtexplain.metrics.meteor.links import Options
from mtexplain.metrics.meteor.maths import combined, f_mean, f_mean_of_counts, penalty
from mtexplain.metrics.meteor.rules import MeteorRules
from mtexplain.metrics.meteor.shares import Share, counts_alike, share


@dataclass(frozen=True)
class Against:
    """A candidate and one reference.

    >>> from mtexplain.metrics.meteor.rules import PAPER
    >>> one = Against(("the", "cat"), ("the", "old", "cat"), PAPER)
    >>> one.precision.value, one.recall.value, one.mean, one.penalty
    (Fraction(1, 1), Fraction(2, 3), Fraction(20, 29), Fraction(1, 2))
    """

    candidate: tuple[str, ...]
    reference: tuple[str, ...]
    rules: MeteorRules

    @cached_property
    def alignment(self) -> Alignment:
        """Which word is linked with which."""
        return aligned(self.candidate, self.reference, self.rules)

    @cached_property
    def possible(self) -> dict[str, Options]:
        """For each stage the links it allows between the words that were left to it."""
        return possible(self.candidate, self.reference, self.rules, self.alignment.links)

    @property
    def matches(self) -> int:
        """m, the number of words that are linked."""
        return self.alignment.matches

    @property
    def chunks(self) -> int:
        """ch, the number of chunks."""
        return len(self.alignment.chunks)

    @cached_property
    def precision(self) -> Share:
        """P: the share of the candidate that is matched."""
        matches = ((link.candidate, link.stage) for link in self.alignment.links)
        return share(self.candidate, matches, self.rules)

    @cached_property
    def recall(self) -> Share:
        """R: the share of the reference that is matched."""
        matches = ((link.reference, link.stage) for link in self.alignment.links)
        return share(self.reference, matches, self.rules)

    @cached_property
    def mean(self) -> Fraction:
        """Fmean, exact, 0 to 1."""
        if counts_alike(self.rules):
            return f_mean_of_counts(self.matches, len(self.candidate), len(self.reference), self.rules.alpha)
        return f_mean(self.precision.value, self.recall.value, self.rules.alpha)

    @property
    def is_free(self) -> bool:
        """Whether the rules take no penalty here: every word of both texts is in one chunk."""
        lengths = {len(self.candidate), len(self.reference), self.matches}
        return self.rules.whole == "free" and self.chunks == 1 and len(lengths) == 1

    @cached_property
    def penalty(self) -> Fraction:
        """Pen, 0 to gamma: exact, or to forty digits where its power is no fraction."""
        if self.is_free:
            return Fraction(0)
        return penalty(self.chunks, self.matches, self.rules.gamma, self.rules.beta)

    @cached_property
    def score(self) -> float:
        """(1 - Pen) Fmean, 0 to 1."""
        return combined(self.mean, self.penalty)
