"""The scores of very many candidates against the same references: only the counts that a score needs, and no trace.

It follows from the functions of maths.py and counting.py; a test holds it equal to the trace.
"""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

from mtexplain.counts import NGram, count_ngrams
from mtexplain.metrics.nist.counting import Order
from mtexplain.metrics.nist.maths import combine, gain, penalty

if TYPE_CHECKING:
    from mtexplain.metrics.nist.segment import Nist


def scores(trace: "Nist", candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
    """NIST of each candidate in turn, by the references and the rules of the trace."""
    orders = range(1, trace.rules.n + 1)
    limits = [_limits(trace, n) for n in orders]
    for candidate in candidates:
        found = [_order(candidate, n, limit).mean for n, limit in zip(orders, limits, strict=True)]
        yield combine(penalty(len(candidate), trace.brevity.reference_length), found)


def _limits(trace: "Nist", n: int) -> dict[NGram, tuple[int, Decimal]]:
    """Of every n-gram of the references: how often it may match, and what each match is worth."""
    limits: dict[NGram, int] = {}
    for reference in trace.references:
        for ngram, count in count_ngrams(reference, n).items():
            limits[ngram] = max(count, limits.get(ngram, 0))
    return {ngram: (most, trace.known.information(ngram).bits) for ngram, most in limits.items()}


def _order(candidate: tuple[str, ...], n: int, limits: dict[NGram, tuple[int, Decimal]]) -> Order:
    matched = []
    for ngram, count in count_ngrams(candidate, n).items():
        if ngram in limits:
            most, bits = limits[ngram]
            matched.append((min(count, most), bits))
    return Order(n, gain(matched), max(0, len(candidate) - n + 1))
