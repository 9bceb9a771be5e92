"""The scores of very many candidates against the same references, computed from counts alone, without rows.

The counts are the same as in a trace, and the formulas of a trace compute the score from them. A test compares both.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mtexplain.counts import NGram, Ratio, count_ngrams, highest, ngrams
from mtexplain.metrics.bleu.by_rules import BleuScore, match_length
from mtexplain.metrics.bleu.score import AnyBleu, SentenceBleu
from mtexplain.metrics.bleu.smoothing import orders_needed
from mtexplain.rules import BleuRules
from mtexplain.tracing.steps import Indices, Quantity


def from_counts(
    rules: BleuRules,
    ratios: Sequence[Ratio],
    c: int,
    r: int | Fraction,
    counted: Sequence[Ratio] = (),
    last: Sequence[Ratio] = (),
) -> "Counts":
    """BLEU from counts alone, namely the two lengths and the ratios of all orders that the rules use.

    `counted` has the ratios as the rules count them, if they differ, and `last` has the ratios of the last segment.

    >>> from mtexplain.rules import PAPER
    >>> from dataclasses import replace
    >>> from_counts(replace(PAPER, max_n=1), [Ratio(2, 4)], 4, 4).uncapped == 0.5
    True
    """
    known: list[tuple[Quantity[...], Indices, Any]] = [(AnyBleu.c, (), c), (AnyBleu.r, (), r)]
    for n, ratio in enumerate(ratios, 1):
        known += [(AnyBleu.matches, (n,), ratio.matches), (AnyBleu.total, (n,), ratio.total)]
    known += [(BleuScore.l_n, (n,), ratio.total) for n, ratio in enumerate(counted, 1)]
    of_last = from_counts(rules, last, c, r) if last else None
    return Counts((), ((),), rules, of_last=of_last).with_known(known)


@dataclass(frozen=True, repr=False)
class Counts(SentenceBleu, BleuScore):
    """BLEU with known counts and empty texts."""

    of_last: "Counts | None" = None
    """The counts of the last segment, if they differ."""
    credits = ()
    required_ngrams = frozenset()

    @property
    def last(self) -> BleuScore:
        return self.of_last or self


def most_in_one_reference(references: Sequence[Sequence[str]], n: int) -> Counter[NGram]:
    """Max_Ref_Count of every n-gram of the references, which is its highest count in any single reference."""
    return highest(count_ngrams(reference, n) for reference in references)


def count_matches(candidate: tuple[str, ...], n: int, limit: Counter[NGram]) -> int:
    """The sum of the clipped counts of order n, without a row for each n-gram; `limit` is Max_Ref_Count.

    >>> count_matches(("the", "cat", "the"), 1, most_in_one_reference([("the", "cat")], 1))
    2
    """
    counts = Counter(filter(limit.__contains__, ngrams(candidate, n)))
    return sum(map(min, counts.values(), map(limit.__getitem__, counts)))


def scores(trace: SentenceBleu, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
    """BLEU of each candidate in turn, against the references and by the rules of the trace."""
    orders = range(1, orders_needed(trace.rules) + 1)
    limits = [most_in_one_reference(trace.references, n) for n in orders]
    known: dict[tuple[int, ...], float] = {}  # most candidates have the same numbers as another candidate
    for candidate in candidates:
        matches = [count_matches(candidate, n, limit) for n, limit in zip(orders, limits, strict=True)]
        numbers = (len(candidate), *matches)
        if numbers not in known:
            ratios = [
                Ratio(matched, max(0, len(candidate) - n + 1)) for n, matched in zip(orders, matches, strict=True)
            ]
            known[numbers] = _score(trace, len(candidate), ratios)
        yield known[numbers]


def least_order(trace: SentenceBleu) -> int:
    """The lowest order of which a single match can give a candidate a score above 0; N if no such match is enough.

    >>> from mtexplain import bleu
    >>> least_order(bleu("x y z w", ["a b c d"])), least_order(bleu("x y z w", ["a b c d"], rules="sacrebleu"))
    (4, 1)
    """
    orders = range(1, orders_needed(trace.rules) + 1)
    lengths = range(max(map(len, (trace.candidate, *trace.references))) + trace.rules.max_n + 1)

    def is_enough(n: int) -> bool:
        """True if a candidate of some length scores above 0 with a match of an n-gram and its parts alone."""
        return any(
            _score(trace, c, [Ratio(max(0, n - order + 1), max(0, c - order + 1)) for order in orders])
            for c in lengths[n:]
        )

    return bisect(range(trace.rules.max_n), False, key=is_enough)


def _score(trace: SentenceBleu, c: int, ratios: Sequence[Ratio]) -> float:
    """The BLEU of a candidate of this length, with these ratios of the orders that the rules need."""
    if not trace.rules.may_change_precisions and any(
        not ratio.matches and trace.rules.weight(n) for n, ratio in enumerate(ratios, 1)
    ):
        return 0.0  # a factor is 0
    r = match_length(c, list(map(len, trace.references)), trace.rules.reference_length)
    return float(from_counts(trace.rules, ratios, c, r).score)
