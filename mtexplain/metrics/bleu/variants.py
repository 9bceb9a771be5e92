"""The scores of very many candidates against the same references: only the counts that a score needs, and no trace.

Everything here follows from the five functions of maths.py; a test holds it equal to the trace.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from mtexplain.counts import NGram, count_ngrams, ngrams
from mtexplain.metrics.bleu.maths import combine, match_length, penalty

if TYPE_CHECKING:
    from mtexplain.metrics.bleu.traces import Bleu


def scores(trace: "Bleu", candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
    """BLEU of each candidate in turn, by the references and the rules of the trace."""
    orders = [(weight, order.n) for weight, order in trace.active]
    limits = [_maximum(trace, n) for _, n in orders]
    lengths = trace.brevity.reference_lengths
    known: dict[tuple[int, ...], float] = {}  # most candidates share their numbers with others
    for candidate in candidates:
        matches = [_matches(candidate, n, limit) for (_, n), limit in zip(orders, limits, strict=True)]
        numbers = (len(candidate), *matches)
        if numbers not in known:
            exponent = penalty(len(candidate), match_length(len(candidate), lengths))
            totals = [max(0, len(candidate) - n + 1) for _, n in orders]
            values = [Fraction(*pair) if pair[1] else None for pair in zip(matches, totals, strict=True)]
            known[numbers] = combine(exponent, zip((weight for weight, _ in orders), values, strict=True))
        yield known[numbers]


def _maximum(trace: "Bleu", n: int) -> Counter[NGram]:
    """Max_Ref_Count of every n-gram of the references: `|` of two Counters takes the larger count of each."""
    return reduce(or_, (count_ngrams(reference, n) for reference in trace.references))


def _matches(candidate: tuple[str, ...], n: int, limit: Counter[NGram]) -> int:
    """The sum of the clipped counts."""
    left = Counter(ngram for ngram in ngrams(candidate, n) if ngram in limit)
    return sum(min(count, limit[ngram]) for ngram, count in left.items())
