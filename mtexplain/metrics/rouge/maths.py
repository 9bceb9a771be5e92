"""ROUGE is counting what two texts share: over the reference that is recall, over the candidate precision, then F."""

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from mtexplain import exact
from mtexplain.counts import Ratio


class Overlap(NamedTuple):
    """What a candidate shares with a reference: so many matches, out of so many units that each of the two has."""

    matches: int
    reference_total: int
    candidate_total: int

    @property
    def rank(self) -> Fraction:
        """What makes a reference the best one by recall."""
        return self.recall.value or Fraction(0)

    @property
    def recall(self) -> Ratio:
        """How much of the reference is in the candidate."""
        return Ratio(self.matches, self.reference_total)

    @property
    def precision(self) -> Ratio:
        """How much of the candidate is in the reference; all of it where a word may match in several lines."""
        return Ratio(min(self.matches, self.candidate_total), self.candidate_total)

    def f(self, beta: Fraction | None) -> Fraction:
        """`f_measure` of the two. With the same matches in both it is all matches over a mean of the two totals.

        >>> Overlap(3, 5, 4).f(Fraction(1)) == Fraction(2 * 3, 5 + 4)
        True
        """
        if not 0 < self.matches <= self.candidate_total or beta is None:
            return f_measure(self.recall.value, self.precision.value, beta)
        up, down = beta.as_integer_ratio()
        up, down = up * up, down * down
        return Fraction((up + down) * self.matches, down * self.candidate_total + up * self.reference_total)


class Root(NamedTuple):
    """f^-1(matches/total), where f(k) = k^weight: ROUGE-W's recall, or its precision (section 4)."""

    matches: Fraction
    total: Fraction
    weight: Fraction

    @property
    def value(self) -> Fraction | None:
        """(matches/total)^(1/weight), exact where it is a fraction, else to forty digits; None for 0/0."""
        return exact.power(self.matches / self.total, 1 / self.weight) if self.total else None


class WeightedOverlap(NamedTuple):
    """The same where longer runs of matches weigh more: k matches in a row are worth k^weight."""

    matches: Fraction
    reference_total: Fraction
    candidate_total: Fraction
    weight: Fraction
    perfect: Fraction
    """What a perfect match would be worth; `reference_total` may be more, by a slip of ROUGE-1.5.5."""

    @property
    def rank(self) -> Fraction:
        """What makes a reference the best one by recall: its recall out of a perfect match."""
        return self.matches / self.perfect if self.perfect else Fraction(0)

    @property
    def recall(self) -> Root:
        """How much of the reference is in the candidate, by the inverse of f."""
        return Root(self.matches, self.reference_total, self.weight)

    @property
    def precision(self) -> Root:
        """How much of the candidate is in the reference, by the inverse of f."""
        return Root(self.matches, self.candidate_total, self.weight)

    def f(self, beta: Fraction | None) -> Fraction:
        """`f_measure` of the two."""
        return f_measure(self.recall.value, self.precision.value, beta)


class Mean(NamedTuple):
    """The mean of several recalls or precisions. One that is 0/0 counts as 0."""

    shares: "tuple[Ratio | Root, ...]"

    @property
    def value(self) -> Fraction | None:
        """The mean, exact where its summands are."""
        return sum((share.value or Fraction(0) for share in self.shares), Fraction(0)) / len(self.shares)


AnyOverlap = Overlap | WeightedOverlap
Share = Ratio | Root | Mean
"""A recall or a precision. Its `value` is exact, from 0 to 1, or None where there is nothing to count."""


def f_measure(recall: Fraction | None, precision: Fraction | None, beta: Fraction | None) -> Fraction:
    """The weighted harmonic mean of recall and precision: (1 + beta^2) R P / (R + beta^2 P) (equation 4).

    With beta above 1 recall counts for more. None is an endless beta: F is the recall alone, as in DUC (section 3.1);
    with 0 it is the precision alone. Where nothing matches, or there is nothing to count (0/0), it is 0.

    >>> half, whole = Fraction(1, 2), Fraction(1)
    >>> f_measure(half, whole, Fraction(1)), f_measure(half, whole, None), f_measure(half, whole, Fraction(0))
    (Fraction(2, 3), Fraction(1, 2), Fraction(1, 1))
    """
    if not recall or not precision:
        return Fraction(0)
    if beta is None:
        return recall
    square = beta * beta
    return (1 + square) * recall * precision / (recall + square * precision)


def shared(one: Sequence[Hashable], other: Sequence[Hashable]) -> int:
    """How many units two texts share: each as often as the text that has it less often.

    >>> shared("the the cat".split(), "the dog and the cat the".split())
    3
    """
    mine, theirs = set(one), set(other)
    if len(mine) == len(one) or len(theirs) == len(other):  # one of the two repeats nothing
        return len(mine & theirs)
    left: dict[Hashable, int] = {}  # quicker than a Counter for a few dozen units
    for unit in other:
        left[unit] = left.get(unit, 0) + 1
    found = 0
    for unit in one:
        if left.get(unit):
            left[unit] -= 1
            found += 1
    return found


def pooled(overlaps: Iterable[AnyOverlap]) -> AnyOverlap:
    """All matches, over all units of the references, and over the units of the candidate as often (equation 1).

    >>> pooled([Overlap(1, 3, 3), Overlap(1, 4, 3)])
    Overlap(matches=2, reference_total=7, candidate_total=6)
    """
    first, *others = overlaps
    for one in others:
        first = first._replace(
            matches=first.matches + one.matches,  # type: ignore[arg-type]  # all are of one kind
            reference_total=first.reference_total + one.reference_total,  # type: ignore[arg-type]
            candidate_total=first.candidate_total + one.candidate_total,  # type: ignore[arg-type]
        )
    return first
