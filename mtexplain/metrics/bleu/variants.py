"""The scores of very many candidates against the same references: only the counts that a score needs, and no trace.

Everything here follows from the five functions of maths.py and from factors.py; a test holds it equal to the trace.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from mtexplain.counts import NGram, Ratio, count_ngrams, ngrams
from mtexplain.metrics.bleu.factors import brevity, counted, factors, gives_up, product
from mtexplain.metrics.bleu.maths import match_length
from mtexplain.metrics.bleu.smoothing import LOOK_FURTHER, Statistics, orders_needed

if TYPE_CHECKING:
    from mtexplain.metrics.bleu.segment import Bleu
    from mtexplain.rules import BleuRules


def scores(trace: "Bleu", candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
    """BLEU of each candidate in turn, by the references and the rules of the trace."""
    orders = range(1, orders_needed(trace.rules) + 1)
    limits = [_maximum(trace.references, n) for n in orders]
    lengths = trace.brevity.reference_lengths
    known: dict[tuple[int, ...], float] = {}  # most candidates share their numbers with others
    for candidate in candidates:
        matches = [_matches(candidate, n, limit) for n, limit in zip(orders, limits, strict=True)]
        numbers = (len(candidate), *matches)
        if numbers not in known:
            totals = [max(0, len(candidate) - n + 1) for n in orders]
            found = [Ratio(*pair) for pair in zip(matches, totals, strict=True)]
            known[numbers] = score(trace.rules, len(candidate), lengths, found)
        yield known[numbers]


def ratios(candidate: tuple[str, ...], references: Sequence[Sequence[str]], orders: Iterable[int]) -> list[Ratio]:
    """Matches and total of a candidate for each order, without a row for each n-gram.

    >>> ratios(("the", "cat", "the"), [("the", "cat")], [1, 2, 4])
    [Ratio(matches=2, total=3), Ratio(matches=1, total=2), Ratio(matches=0, total=0)]
    """
    return [Ratio(_matches(candidate, n, _maximum(references, n)), max(0, len(candidate) - n + 1)) for n in orders]


def score(rules: "BleuRules", candidate_length: int, reference_lengths: tuple[int, ...], found: list[Ratio]) -> float:
    """BLEU of a segment from its lengths, and the ratios of the orders that the rules need."""
    raw = found[: rules.max_n]
    longer = found[-1] if rules.smoothing in LOOK_FURTHER else Ratio(0, 0)
    statistics = Statistics(tuple(counted(rules, one) for one in raw), candidate_length, longer, tuple(found))
    if gives_up(rules, statistics.ratios):
        return 0.0
    r = match_length(candidate_length, reference_lengths, rules.reference_length)
    penalty = brevity(rules, candidate_length, r, reference_lengths)
    return min(1.0, product(penalty, factors(rules, raw, statistics)))


def least_order(trace: "Bleu") -> int:
    """How long an n-gram must be, so that a candidate of some length scores above 0 by it alone; N if none is enough.

    >>> from mtexplain import bleu
    >>> least_order(bleu("x y z w", ["a b c d"])), least_order(bleu("x y z w", ["a b c d"], rules="sacrebleu"))
    (4, 1)
    """
    reference_lengths = trace.brevity.reference_lengths
    lengths = range(max(len(trace.candidate), *reference_lengths) + trace.rules.max_n + 1)

    def is_enough(n: int) -> bool:
        return any(score(trace.rules, c, reference_lengths, _holding(n, c, trace.rules)) for c in lengths[n:])

    return bisect(range(trace.rules.max_n), False, key=is_enough)


def _holding(n: int, length: int, rules: "BleuRules") -> list[Ratio]:
    """The ratios of a candidate of that length in which an n-gram matches, and nothing else."""
    orders = range(1, orders_needed(rules) + 1)
    return [Ratio(max(0, n - order + 1), max(0, length - order + 1)) for order in orders]


def _maximum(references: Sequence[Sequence[str]], n: int) -> Counter[NGram]:
    """Max_Ref_Count of every n-gram of the references: the larger count of each, however many references there are."""
    first, *others = [count_ngrams(reference, n) for reference in references]
    limit = Counter(first)
    for counts in others:
        limit.update({ngram: count - limit[ngram] for ngram, count in counts.items() if count > limit[ngram]})
    return limit


def _matches(candidate: tuple[str, ...], n: int, limit: Counter[NGram]) -> int:
    """The sum of the clipped counts."""
    left = Counter(ngram for ngram in ngrams(candidate, n) if ngram in limit)
    return sum(min(count, limit[ngram]) for ngram, count in left.items())
