"""The verdict on a difference: a single sentence, the same in every view of a test. It depends on numbers alone."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from mtexplain.display.formula import shown
from mtexplain.metrics.shared.occurrences import so_many

LIMIT = Fraction(1, 20)
FEWEST_DIFFERING = 10
FEWEST_DRAWN, FEWEST_WITH_MATCHES = 30, 5
"""Smallest numbers of segments, and of segments with matches, for a bootstrap. With fewer it calls chance significant
too often: in 8% of simulated test sets with 12 segments, and for BLEU in up to 49% if hardly any 4-grams match,
because a system without a matching 4-gram scores 0 in every draw."""
NOISE = 1e-12
"""Largest difference of two floats that count as equal, because they are one number computed in two ways."""


class Verdict(NamedTuple):
    """The verdict on the difference between two systems.

    The rule, for every test:

    1. p is two-sided: it counts the differences that are at least as far from 0 as the observed difference, whichever
       system is ahead.
    2. If several comparisons are made, p is corrected for their number by `holm`.
    3. If fewer than 10 segments differ in what the metric counts, there is no verdict. Nor is there a verdict if the
       test itself has an `objection`, as a bootstrap may have (see `objection_to_draws`).
    4. If there are so few draws that no p could be below 0.05, there is no verdict.
    5. If p is below 0.05, the difference is called significant. Otherwise it may be chance.

    If it makes no difference who wrote which segment, a test that exchanges segments calls the difference significant
    in at most 5% of all test sets. The bootstrap is an approximation. With 40 segments, it does so in 5 to 8% of them.

    >>> print(Verdict(Fraction(52, 1001), differing=101, segments=120).text)
    Two-sided p = 0.05195 is not below the usual limit of 0.05, so the difference may be chance.
    >>> Verdict(Fraction(1, 1001), differing=3, segments=120).outcome
    'no verdict'
    """

    p: Fraction | float
    differing: int
    segments: int
    comparisons: int = 1
    objection: str = ""
    metric: str = "the metric"
    draws: int | None = None
    """The number of draws that p was counted from; None if p was not counted from draws."""

    @property
    def missing(self) -> str:
        """The reason why there is no verdict, as a sentence; empty if there is a verdict."""
        if not self.differing:
            return f"No segment differs in what {self.metric} counts, so there is nothing to test."
        if self.differing < FEWEST_DIFFERING:
            only = "Only " if self.differing < self.segments else ""
            differs = "differ" if self.differing > 1 else "differs"
            some = f"{only}{self.differing} of {so_many(self.segments, 'segment')} {differs}"
            few = f"{some} in what {self.metric} counts. With fewer than {FEWEST_DIFFERING} there is no verdict"
            return f"{few}, because each segment has too much influence."
        if self.draws is not None and Fraction(self.comparisons, self.draws + 1) >= LIMIT:
            holm = f" for {self.comparisons} comparisons" if self.comparisons > 1 else ""
            return f"With {so_many(self.draws, 'draw')} no p{holm} can be below {shown(float(LIMIT))}. Use more draws."
        return self.objection

    @property
    def is_significant(self) -> bool | None:
        """True if p is below the limit; None if there is no verdict."""
        return None if self.missing else self.p < LIMIT

    @property
    def outcome(self) -> str:
        """The verdict in a few words."""
        return {None: "no verdict", True: "significant", False: "may be chance"}[self.is_significant]

    @property
    def text(self) -> str:
        """The verdict as a sentence, or why there is none."""
        if self.missing:
            return self.missing
        holm = f", corrected by Holm for {self.comparisons} comparisons," if self.comparisons > 1 else ""
        if self.p == 1 and self.comparisons == 1:
            return "Two-sided p = 1, because the difference is at least as large in every draw, so it may be chance."
        is_below, says = ("is", "is significant") if self.is_significant else ("is not", "may be chance")
        limit = f"{is_below} below the usual limit of {shown(float(LIMIT))}"
        return f"Two-sided p = {self._written}{holm} {limit}, so the difference {says}."

    @property
    def _written(self) -> str:
        """p with enough digits to show on which side of the limit it is."""
        p, limit = float(self.p), float(LIMIT)
        return f"{p:.9f}" if p != limit and shown(p) == shown(limit) else shown(p)


def objection_to_draws(segments: int, effective: float, rarest: int) -> str:
    """Return the reason why a bootstrap gives no verdict; empty if it may give a verdict.

    The segments count as `effective` segments of equal size. Of the counts that can decide the score, the rarest is
    above 0 in `rarest` segments; for BLEU this is often the count of matching 4-grams.

    >>> objection_to_draws(12, 12, 9)
    'With fewer than 30 segments a bootstrap gives no verdict, because its draws vary less than test sets do.'
    """
    if segments < FEWEST_DRAWN:
        few = f"With fewer than {FEWEST_DRAWN} segments a bootstrap gives no verdict"
        return f"{few}, because its draws vary less than test sets do."
    if effective < FEWEST_DRAWN:
        heavy = f"A few long segments weigh so much that all {segments} count as {effective:.0f} of equal size"
        return f"{heavy}. With fewer than {FEWEST_DRAWN} a bootstrap gives no verdict."
    if rarest < FEWEST_WITH_MATCHES:
        some = f"only {rarest}" if rarest else "none"
        few = f"The score depends on a count that is above 0 in {some} of {segments} segments of a system"
        return f"{few}. With fewer than {FEWEST_WITH_MATCHES} a bootstrap gives no verdict."
    return ""


def is_as_large(difference: Fraction | float, observed: Fraction | float) -> bool:
    """True if a difference is at least as far from 0 as the observed difference, except for rounding noise.

    >>> is_as_large(-0.3, 0.1 + 0.2)
    True
    """
    return abs(float(difference)) >= abs(float(observed)) - NOISE


def holm(p_values: Sequence[Fraction]) -> list[Fraction]:
    """Return the p-values after Holm's correction (Holm 1979), in the original order.

    Of m p-values, the smallest is multiplied by m, the next by m - 1, and so on. The correction keeps their order, and
    no p-value comes out above 1. If all systems are equal, some comparison comes out below 0.05 in at most 5% of all
    families.

    >>> [str(p) for p in holm([Fraction(1, 20), Fraction(1, 100), Fraction(1, 30)])]
    ['1/15', '3/100', '1/15']
    """
    adjusted, reached = list(p_values), Fraction(0)
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        reached = min(Fraction(1), max(reached, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = reached
    return adjusted
