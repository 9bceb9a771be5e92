"""The records of a BLEU trace, for counts, precisions, factors and lengths."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from mtexplain.counts import NGram, Ratio, having_most
from mtexplain.display.formula import Formula, Over, Symbol, fraction, ratio, shown

_SEEN = Fraction(1, 10**6)
_SIMPLE = 10**6  # a smoothed precision is written as a fraction if its denominator is below this


@dataclass(frozen=True, slots=True)
class Count:
    """A row of the clipping table, with an n-gram, its count and the part of the count that earns credit.

    `credited_references` has the indices of the references that have the n-gram `max_reference_count` times. Any of
    them justifies the credit. It is empty if there is no credit.
    """

    ngram: NGram
    count: int
    reference_counts: tuple[int, ...]
    clipped: int
    """Count_clip = min(Count, Max_Ref_Count) (section 2.1)."""

    @property
    def max_reference_count(self) -> int:
        """The highest count of the n-gram in any single reference.

        >>> Count(("the",), 7, (2, 1), 2).max_reference_count
        2
        """
        return max(self.reference_counts)

    @property
    def credited_references(self) -> tuple[int, ...]:
        return having_most(self.reference_counts)


class Precision(NamedTuple):
    """The modified n-gram precision p_n, which is clipped counts over all counts, from 0 to 1 (section 2.1).

    `counts` has a row for every distinct n-gram, in the order of the text. It is empty for a corpus, because the rows
    are in the segments.
    """

    n: int
    ratio: Ratio
    counts: tuple[Count, ...] = ()

    @property
    def matches(self) -> int:
        """The sum of the clipped counts."""
        return self.ratio.matches

    @property
    def total(self) -> int:
        """The sum of the counts, which is the number of n-grams of the candidate."""
        return self.ratio.total

    @property
    def value(self) -> Fraction | None:
        """matches/total, exact; None if there is no n-gram of this order."""
        return self.ratio.value


class Factor(NamedTuple):
    """The factor of an order in the product, with p_n as counted, p'_n as multiplied, and the weight.

    `raw` has the counts of the text and `counted` the counts by the rules. `value` is p'_n, 0 or more, or None for
    0/0. `working` shows how p'_n was computed.
    """

    n: int
    weight: Fraction
    raw: Ratio
    counted: Ratio
    value: Fraction | None
    working: Formula

    @property
    def is_raw(self) -> bool:
        """True if p'_n equals p_n, the precision before any rules change it."""
        value, raw = self.value, self.raw.value
        return value is raw or value == raw

    @property
    def is_nearly_raw(self) -> bool:
        """True if p'_n differs from p_n by less than anyone could see, as with coco's smoothing."""
        raw, value = self.raw.value, self.value
        return bool(raw and value) and not self.is_raw and abs(value / raw - 1) < _SEEN  # type: ignore[operator]

    @property
    def symbol(self) -> Symbol:
        """p_n, or p'_n if the precision was changed."""
        return Symbol("p" if self.is_raw else "p′", str(self.n))

    @property
    def number(self) -> Formula:
        """The exact number that is multiplied, as it was counted, as a fraction, or with its working."""
        if self.value is None:
            return "0"
        for counts in (self.raw, self.counted):
            if self.value == counts.value:
                return ratio(counts.matches, counts.total)
        return fraction(self.value) if self.value.denominator < _SIMPLE else self.working

    @property
    def short(self) -> Formula:
        """The number that is multiplied, rounded if its working is long."""
        if self.is_nearly_raw:
            return f"≈ {self.raw}"
        if self.value is None or self.value.denominator < _SIMPLE or not isinstance(self.working, Over):
            return self.number
        return shown(float(self.value))


@dataclass(frozen=True)
class Brevity:
    """The brevity penalty BP, with the lengths that it comes from (section 2.2.2, equation 2).

    For a corpus, both lengths are sums over its segments, and `reference_lengths` lists every reference in turn.
    `reference_length` may be a fraction if reference lengths are averaged. `exponent` is min(0, 1 - r/c), exact, or
    None if c = 0 or BP is not computed this way. `value` is BP, from 0 to 1.
    """

    candidate_length: int
    reference_length: int | Fraction
    reference_lengths: tuple[int, ...]
    exponent: Fraction | None
    value: float

    @property
    def chosen(self) -> int | None:
        """The index of the first reference of length r; None if no reference has this length."""
        lengths = self.reference_lengths
        return lengths.index(int(self.reference_length)) if self.reference_length in lengths else None
