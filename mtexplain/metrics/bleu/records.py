"""The records of a BLEU trace: counts, precisions, factors, lengths."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from mtexplain.counts import NGram, Ratio, having_most
from mtexplain.display.formula import Formula, Over, Symbol, fraction, ratio, shown

_SEEN = Fraction(1, 10**6)
_SIMPLE = 10**6  # a smoothed precision is written as one fraction as long as it can be read


@dataclass(frozen=True, slots=True)
class Count:
    """A row of the clipping table: an n-gram, its count, and the part of the count that earns credit.

    `credited_references` are the references (from 0) that have it `max_reference_count` times: any of them justifies
    the credit. It is empty where there is no credit.
    """

    ngram: NGram
    count: int
    reference_counts: tuple[int, ...]
    clipped: int
    """Count_clip = min(Count, Max_Ref_Count) (section 2.1)."""

    @property
    def max_reference_count(self) -> int:
        """The most often it occurs in any single reference.

        >>> Count(("the",), 7, (2, 1), 2).max_reference_count
        2
        """
        return max(self.reference_counts)

    @property
    def credited_references(self) -> tuple[int, ...]:
        return having_most(self.reference_counts)


class Precision(NamedTuple):
    """p_n, the modified n-gram precision: clipped counts over all counts, 0 to 1 (section 2.1).

    `counts` has a row for every different n-gram, in the order of the text. A corpus has none: its rows live in its
    segments.
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
        """The sum of the counts: how many n-grams the candidate has."""
        return self.ratio.total

    @property
    def value(self) -> Fraction | None:
        """matches/total, exact; None where there is no n-gram of this order."""
        return self.ratio.value


class Factor(NamedTuple):
    """The factor of an order in the product: p_n as it was counted, and p'_n, which is multiplied, with its weight.

    `raw` is what the text holds, `counted` what the rules make of it; `value` is p'_n, 0 or more, None for 0/0.
    `working` says how p'_n came about.
    """

    n: int
    weight: Fraction
    raw: Ratio
    counted: Ratio
    value: Fraction | None
    working: Formula

    @property
    def is_raw(self) -> bool:
        """True if p'_n is p_n, as the text has it."""
        value, raw = self.value, self.raw.value
        return value is raw or value == raw

    @property
    def is_nearly_raw(self) -> bool:
        """True if p'_n differs from p_n by so little that nobody could see it, as with coco's smoothing."""
        raw, value = self.raw.value, self.value
        return bool(raw and value) and not self.is_raw and abs(value / raw - 1) < _SEEN  # type: ignore[operator]

    @property
    def symbol(self) -> Symbol:
        """p_n, or p'_n where something was done to it."""
        return Symbol("p" if self.is_raw else "p′", str(self.n))

    @property
    def number(self) -> Formula:
        """The number that is multiplied, exact: as counted, as a fraction, or with its working."""
        if self.value is None:
            return "0"
        for counts in (self.raw, self.counted):
            if self.value == counts.value:
                return ratio(counts.matches, counts.total)
        return fraction(self.value) if self.value.denominator < _SIMPLE else self.working

    @property
    def short(self) -> Formula:
        """Its working, rounded where that is long."""
        if self.is_nearly_raw:
            return f"≈ {self.raw}"
        if self.value is None or self.value.denominator < _SIMPLE or not isinstance(self.working, Over):
            return self.number
        return shown(float(self.value))


@dataclass(frozen=True)
class Brevity:
    """The brevity penalty BP, with what led to it (section 2.2.2, equation 2).

    Of a corpus, both lengths are sums over its segments, and `reference_lengths` lists every reference in turn.
    `reference_length` may be a fraction where reference lengths are averaged. `exponent` is min(0, 1 - r/c), exact;
    None where c = 0, or where BP is not worked out so. `value` is BP, 0 to 1.
    """

    candidate_length: int
    reference_length: int | Fraction
    reference_lengths: tuple[int, ...]
    exponent: Fraction | None
    value: float

    @property
    def chosen(self) -> int | None:
        """The first reference (from 0) that has the length r; None where r is an average, or a sum."""
        lengths = self.reference_lengths
        return lengths.index(int(self.reference_length)) if self.reference_length in lengths else None
