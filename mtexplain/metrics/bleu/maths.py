"""BLEU is five functions: clip, total, match length, penalty, combine."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from mtexplain import exact
from mtexplain.counts import NGram, Ratio, count_ngrams


@dataclass(frozen=True, slots=True)
class Count:
    """One row of the clipping table: an n-gram, how often it occurs, and for how much of that it earns credit.

    `credited_references` are the references (from 0) that have it `max_reference_count` times: any of them justifies
    the credit. It is empty where there is no credit.
    """

    ngram: NGram
    count: int
    reference_counts: tuple[int, ...]

    @property
    def max_reference_count(self) -> int:
        """The most often it occurs in any single reference."""
        return max(self.reference_counts)

    @property
    def clipped(self) -> int:
        """Count_clip = min(Count, Max_Ref_Count)."""
        return clip(self.count, self.reference_counts)

    @property
    def credited_references(self) -> tuple[int, ...]:
        most = self.max_reference_count
        return tuple(place for place, count in enumerate(self.reference_counts) if 0 < count == most)


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


@dataclass(frozen=True)
class Brevity:
    """The brevity penalty BP, with what led to it (section 2.2.2, equation 2).

    Of a corpus, both lengths are sums over its segments, and `reference_lengths` lists every reference in turn.
    `reference_length` is a fraction where reference lengths are averaged. `added` is what a tool adds to c and to r.
    `void` says that the rules take BP for 0, since r is 0.
    """

    candidate_length: int
    reference_length: int | Fraction
    reference_lengths: tuple[int, ...]
    added: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    void: bool = False

    @property
    def chosen(self) -> int | None:
        """The first reference (from 0) that has the length r; None where r is an average, or a sum."""
        lengths = self.reference_lengths
        return lengths.index(int(self.reference_length)) if self.reference_length in lengths else None

    @cached_property
    def exponent(self) -> Fraction | None:
        """min(0, 1 - r/c), exact; None where c = 0, or BP is void."""
        c, r = self.added
        return None if self.void else penalty(self.candidate_length + c, self.reference_length + r)

    @cached_property
    def value(self) -> float:
        """BP = e^exponent, 0 to 1; 0 where there is no exponent."""
        return 0.0 if self.exponent is None else exact.exp(self.exponent)


def clip(count: int, reference_counts: Sequence[int]) -> int:
    """An n-gram earns credit at most as often as the one reference that has it most (section 2.1).

    >>> clip(7, [2, 1])
    2
    """
    return min(count, max(reference_counts))


def total(counts: Iterable[Count]) -> Ratio:
    """The clipped counts of all n-grams over all their counts (section 2.1).

    >>> total([Count(("the",), 7, (2, 1))])
    Ratio(matches=2, total=7)
    """
    rows = list(counts)
    return Ratio(sum(row.clipped for row in rows), sum(row.count for row in rows))


def match_length(candidate_length: int, reference_lengths: Sequence[int], rule: str = "closest") -> int | Fraction:
    """The best match length: the reference length closest to the candidate's, the shorter of two as close.

    The paper (section 2.2.2) doesn't say which of two equally close lengths counts; most tools take the shorter.
    Some take another length: `rule` is a name from `mtexplain.rules.REFERENCE_LENGTHS`.

    >>> match_length(12, [12, 15, 17]), match_length(12, [13, 11]), match_length(12, [13, 11], "first closest")
    (12, 11, 13)
    >>> match_length(12, [13, 2], "shortest"), match_length(12, [13, 2], "average")
    (2, Fraction(15, 2))
    """
    if rule == "shortest":
        return min(reference_lengths)
    if rule == "average":
        return Fraction(sum(reference_lengths), len(reference_lengths))
    if rule == "first closest":
        return min(reference_lengths, key=lambda length: abs(length - candidate_length))
    return min(reference_lengths, key=lambda length: (abs(length - candidate_length), length))


def penalty(candidate_length: int | Fraction, reference_length: int | Fraction) -> Fraction | None:
    """The exponent of the brevity penalty, min(0, 1 - r/c) as in the log form of section 2.3; None where c = 0.

    >>> penalty(6, 7), penalty(8, 7), penalty(0, 7)
    (Fraction(-1, 6), Fraction(0, 1), None)
    """
    if candidate_length == 0:
        return None
    return min(Fraction(0), 1 - Fraction(reference_length) / candidate_length)


def combine(exponent: Fraction | None, weighted: Iterable[tuple[Fraction, Fraction | None]]) -> float:
    """BP * exp(sum of w_n log p_n), from the exponent of BP and pairs (w_n, p_n) (section 2.3).

    An order of weight 0 takes no part. A precision of 0, or none at all (0/0), makes the score 0.

    >>> half = Fraction(1, 2)
    >>> combine(Fraction(0), [(half, Fraction(1, 4)), (half, Fraction(1))])
    0.5
    >>> combine(Fraction(0), [(half, Fraction(1, 4)), (half, None)])
    0.0
    """
    factors = [(weight, value) for weight, value in weighted if weight]
    positive = [(weight, value) for weight, value in factors if value]
    if exponent is None or len(positive) < len(factors):
        return 0.0
    return exact.exp_of_weighted_logs(exponent, positive)


def precision(candidate: Sequence[str], references: Sequence[Sequence[str]], n: int) -> Precision:
    """The modified n-gram precision of one segment, with a row for each n-gram.

    >>> precision("the the cat".split(), ["the cat".split()], 1).ratio
    Ratio(matches=2, total=3)
    """
    in_references: list[Counter[NGram]] = [count_ngrams(reference, n) for reference in references]
    rows = tuple(
        Count(ngram, count, tuple(counts.get(ngram, 0) for counts in in_references))
        for ngram, count in count_ngrams(candidate, n).items()
    )
    return Precision(n, total(rows), rows)
