"""Several references: which of them count, and how they make one recall, one precision and one score (section 2.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from mtexplain.metrics.rouge.maths import AnyOverlap, Mean, Share, f_measure, pooled
from mtexplain.metrics.rouge.rules import RougeRules


@dataclass(frozen=True)
class Together:
    """What the overlaps with all references come to, by the rules.

    >>> from mtexplain.metrics.rouge.maths import Overlap
    >>> from mtexplain.metrics.rouge.rules import PAPER
    >>> both = Together((Overlap(1, 3, 3), Overlap(1, 4, 3)), PAPER)
    >>> both.chosen, both.recall, both.f(Fraction(1))
    ((0,), Ratio(matches=1, total=3), Fraction(1, 3))
    """

    overlaps: tuple[AnyOverlap, ...]
    rules: RougeRules

    @cached_property
    def chosen(self) -> tuple[int, ...]:
        """The references (from 0) that count. Of several as good it is the first.

        Pooled: all of them. Jackknifed: for each reference that is left out, the best of the others. For coco: the one
        with the best recall, then the one with the best precision.
        """
        places = range(len(self.overlaps))
        match self.rules.references_by:
            case "pooled":
                return tuple(places)
            case "jackknife":
                return tuple(self._best([place for place in places if place != out]) for out in places)
            case "coco":
                recall = max(places, key=lambda place: self.overlaps[place].recall.value or 0)
                return recall, max(places, key=lambda place: self.overlaps[place].precision.value or 0)
        return (self._best(places),)

    @cached_property
    def used(self) -> tuple[AnyOverlap, ...]:
        """The overlaps that count: pooled into one, or those with the chosen references."""
        used = tuple(self.overlaps[place] for place in self.chosen)
        return (pooled(used),) if self.rules.references_by == "pooled" else used

    @property
    def recall(self) -> Share:
        """The recall of what counts: of the first of them, or the mean of all."""
        if self.rules.references_by == "jackknife":
            return Mean(tuple(one.recall for one in self.used))
        return self.used[0].recall

    @property
    def precision(self) -> Share:
        """The precision of what counts: of the last of them, or the mean of all."""
        if self.rules.references_by == "jackknife":
            return Mean(tuple(one.precision for one in self.used))
        return self.used[-1].precision

    def f(self, beta: Fraction | None) -> Fraction:
        """F of what counts; jackknifed, the mean of the F of each."""
        if len(self.overlaps) == 1:
            return self.overlaps[0].f(beta)
        if self.rules.references_by == "coco":
            return f_measure(self.recall.value, self.precision.value, beta)
        if len(self.used) == 1:
            return self.used[0].f(beta)
        return sum((one.f(beta) for one in self.used), Fraction(0)) / len(self.used)

    def _best(self, places: Sequence[int]) -> int:
        if len(places) == 1:
            return places[0]
        if self.rules.best_by == "recall":
            return max(places, key=lambda place: self.overlaps[place].rank)
        return max(places, key=lambda place: self.overlaps[place].f(self.rules.beta))
