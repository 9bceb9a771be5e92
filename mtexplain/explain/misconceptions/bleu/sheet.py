"""What is on the sheet before anything is computed: the n-grams of a text, counted once for every way to count them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, NamedTuple

from mtexplain.metrics.bleu.base import BleuScore, Pair
from mtexplain.metrics.bleu.factors import factors, gives_up
from mtexplain.metrics.bleu.maths import Count, precision
from mtexplain.metrics.bleu.smoothing import LOOK_AT_THE_LAST, LOOK_FURTHER, Statistics, orders_needed
from mtexplain.recipe.numbers import Quotient, Real
from mtexplain.rules import BleuRules


class Segment(NamedTuple):
    """The tokens of a candidate, and of its references."""

    candidate: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]

    @property
    def candidate_length(self) -> int:
        """c of the segment."""
        return len(self.candidate)

    @property
    def reference_lengths(self) -> tuple[int, ...]:
        """The lengths that r is chosen from."""
        return tuple(map(len, self.references))


class Order(NamedTuple):
    """The n-grams of one order in one segment, a row for each."""

    n: int
    rows: tuple[Count, ...]
    segment: Segment


class Counted(NamedTuple):
    """A segment, counted: p_n of every order as a quotient."""

    segment: Segment
    quotients: tuple[Quotient, ...]


class Factor(NamedTuple):
    """What an order gives to the product: its weight, and p_n or what became of it. None: nothing, 0/0."""

    n: int
    weight: Fraction
    value: Real | None


class Text:
    """Some segments together: what is added up over them is added up once, and smoothed once."""

    def __init__(self, segments: Sequence[Counted]) -> None:
        self.segments = tuple(segments)
        self.candidate_length = sum(one.segment.candidate_length for one in segments)
        self.sums = cache(self._sums)
        self.reference_length = cache(self._reference_length)
        self.smoothed = cache(self._smoothed)

    @cached_property
    def each(self) -> tuple["Text", ...]:
        """Every segment as a text of its own."""
        return tuple(Text([one]) for one in self.segments)

    def _sums(self, least: int = 0) -> tuple[Quotient, ...]:
        """Matches and totals of every order, in all; a segment has so many n-grams at least."""
        return tuple(
            Quotient(sum(one.matches for one in orders), sum(max(least, one.total) for one in orders))
            for orders in zip(*(one.quotients for one in self.segments), strict=True)
        )

    def _reference_length(self, match_length: "MatchLength", rule: str) -> Real:
        return match_length([one.segment for one in self.segments], rule)

    def _smoothed(self, rules: BleuRules, quotients: tuple[Quotient, ...] | None) -> tuple[tuple[Factor, ...], bool]:
        """The factors after what the rules do, and whether these make the score 0 anyway; p_n may be given."""
        counted = quotients or self.sums(1 if rules.totals == "at least 1" else 0)
        longer = self.sums()[-1] if rules.smoothing in LOOK_FURTHER else Quotient(0, 0)
        last = self.segments[-1].quotients if rules.smoothing in LOOK_AT_THE_LAST else ()
        of: Any = Statistics  # our quotients stand where it expects ratios
        statistics = of(counted[: rules.max_n], self.candidate_length, longer, last)
        raw: Any = (quotients or self.sums())[: rules.max_n]
        found = tuple(Factor(one.n, one.weight, one.value) for one in factors(rules, raw, statistics))
        return found, gives_up(rules, statistics.ratios)


Words = Callable[[BleuScore], Sequence[Pair]]
Clip = Callable[[int, Sequence[int]], Real]
Total = Callable[[Order, Sequence[Real]], Quotient]
MatchLength = Callable[[Sequence[Segment], str], Real]


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
        most = orders_needed(self.score.rules)
        return tuple(_orders(Segment(*pair), most) for pair in words(self.score))

    def _counted(self, words: Words, clip: Clip, total: Total) -> Text:
        found = []
        for orders in self.orders(words):
            quotients = tuple(
                total(order, [clip(row.count, row.reference_counts) for row in order.rows]) for order in orders
            )
            found.append(Counted(orders[0].segment, quotients))
        return Text(found)


def _orders(segment: Segment, most: int) -> tuple[Order, ...]:
    return tuple(Order(n, precision(*segment, n).counts, segment) for n in range(1, most + 1))
