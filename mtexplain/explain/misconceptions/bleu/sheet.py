"""What is on the sheet before anything is computed: the n-grams of a text, counted once for every way to count them."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from mtexplain.explain.misconceptions.numbers import Quotient, Real
from mtexplain.metrics.bleu.base import BleuScore, Pair
from mtexplain.metrics.bleu.maths import Count, precision
from mtexplain.metrics.bleu.smoothing import orders_needed


class Order(NamedTuple):
    """The n-grams of one order in one segment: a row for each, and the lengths around them."""

    n: int
    rows: tuple[Count, ...]
    candidate_length: int
    reference_lengths: tuple[int, ...]


class Counted(NamedTuple):
    """A segment, counted: its tokens, p_n of every order as a quotient, and its lengths."""

    pair: Pair
    quotients: tuple[Quotient, ...]
    candidate_length: int
    reference_lengths: tuple[int, ...]


class Text:
    """Some segments together: what is added up over them is added up once."""

    def __init__(self, segments: Sequence[Counted]) -> None:
        self.segments = tuple(segments)
        self.candidate_length = sum(one.candidate_length for one in segments)
        self.sums = cache(self._sums)
        self.reference_length = cache(self._reference_length)

    def _sums(self, least: int = 0) -> tuple[Quotient, ...]:
        """Matches and totals of every order, in all; a segment has so many n-grams at least."""
        return tuple(
            Quotient(sum(one.matches for one in orders), sum(max(least, one.total) for one in orders))
            for orders in zip(*(one.quotients for one in self.segments), strict=True)
        )

    def _reference_length(self, match_length: "MatchLength", rule: str) -> Real:
        return match_length(self.segments, rule)


Words = Callable[[BleuScore], Sequence[Pair]]
Clip = Callable[[int, Sequence[int]], Real]
Total = Callable[[Order, Sequence[Real]], Quotient]
MatchLength = Callable[[Sequence[Counted], str], Real]


class Sheet:
    """The text of a score, counted in any way: each way once.

    >>> from mtexplain import bleu
    >>> from mtexplain.metrics.bleu.maths import clip
    >>> sheet = Sheet(bleu("the the", ["the"], max_n=1))
    >>> sheet.counted(lambda score: score.pairs, clip, lambda order, clipped: Quotient(sum(clipped), 2)).sums()
    (Quotient(matches=1, total=2),)
    """

    def __init__(self, score: BleuScore) -> None:
        self.score = score
        self.orders = cache(self._orders)
        self.counted = cache(self._counted)

    def _orders(self, words: Words) -> tuple[tuple[Order, ...], ...]:
        return tuple(_orders(pair, orders_needed(self.score.rules)) for pair in words(self.score))

    def _counted(self, words: Words, clip: Clip, total: Total) -> Text:
        found = []
        for pair, orders in zip(words(self.score), self.orders(words), strict=True):
            quotients = tuple(
                total(order, [clip(row.count, row.reference_counts) for row in order.rows]) for order in orders
            )
            found.append(Counted(pair, quotients, orders[0].candidate_length, orders[0].reference_lengths))
        return Text(found)


def _orders(pair: Pair, most: int) -> tuple[Order, ...]:
    candidate, references = pair
    lengths = tuple(map(len, references))
    return tuple(
        Order(n, precision(candidate, references, n).counts, len(candidate), lengths) for n in range(1, most + 1)
    )
