"""The best match length, and counts without a row for each n-gram."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import repeat

from mtexplain.counts import NGram, count_ngrams, highest, ngrams


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


def most_in_one_reference(references: Sequence[Sequence[str]], n: int) -> Counter[NGram]:
    """Max_Ref_Count of every n-gram of the references: the larger count of each, however many references there are."""
    return highest(count_ngrams(reference, n) for reference in references)


def clipped_sum(counts: Counter[NGram], references: Sequence[Counter[NGram]]) -> int:
    """The sum of the clipped counts, from the counts of an order in the candidate and in each reference.

    >>> clipped_sum(Counter({("the",): 3}), [Counter({("the",): 2}), Counter({("a",): 1})])
    2
    """
    found = [map(one.get, counts, repeat(0)) for one in references]
    return sum(map(min, counts.values(), map(max, *found) if len(found) > 1 else found[0]))


def count_matches(candidate: tuple[str, ...], n: int, limit: Counter[NGram]) -> int:
    """The sum of the clipped counts of order n, without a row for each n-gram; `limit` is Max_Ref_Count.

    >>> count_matches(("the", "cat", "the"), 1, most_in_one_reference([("the", "cat")], 1))
    2
    """
    counts = Counter(filter(limit.__contains__, ngrams(candidate, n)))
    return sum(map(min, counts.values(), map(limit.__getitem__, counts)))
