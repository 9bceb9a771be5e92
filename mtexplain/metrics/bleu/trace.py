"""BLEU as a trace: what is counted in a segment and in a text. How it is told comes when it is asked for."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, Self

from mtexplain.counts import NGram, Ratio, ngrams, pooled
from mtexplain.display import record
from mtexplain.display.parts import Note, Prose, Table
from mtexplain.display.pyramid import Pyramid
from mtexplain.display.score import Credit
from mtexplain.display.steps import Moment
from mtexplain.metrics.bleu import lazy
from mtexplain.metrics.bleu.base import BleuScore, Pair
from mtexplain.metrics.bleu.maths import Count, Precision, count_matches, most_in_one_reference
from mtexplain.metrics.bleu.smoothing import METHODS, orders_needed
from mtexplain.metrics.shared.orders import one_name
from mtexplain.recipe.ngrams import NgramSentence, NgramText
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import Orders, Quantity
from mtexplain.rules import BleuRules

_KEPT = ("counts", "reference_counts", "ngrams", "count", "in_references", "clipped", "matches", "total", "ratios",
         "precisions")  # fmt: skip
"""What no rule changes but the longest n-gram."""
_NOTHING = Quantity[Any]("0", lambda trace: (0,) * trace.rules.max_n, "nothing", index="n")


@dataclass(frozen=True, repr=False)
class Bleu(BleuScore, NgramSentence):
    """The BLEU of one segment, with its working. Make one with `bleu`.

    >>> from mtexplain import bleu
    >>> trace = bleu("the the cat on the mat", ["there is a cat on the mat"])
    >>> [str(order.ratio) for order in trace.precisions]
    ['4/6', '3/5', '2/4', '1/3']
    >>> trace.brevity.exponent, trace.precisions[0].counts[0].clipped
    (Fraction(-1, 6), 1)
    """

    rules: BleuRules

    @cached_property
    def precisions(self) -> Orders[Precision]:
        """The modified precisions p_1 to p_N, each with a row for every different n-gram (section 2.1)."""
        columns = zip(self.ngrams, self.count, self.in_references, strict=True)
        rows = (tuple(map(Count, *order)) for order in columns)
        return tuple(map(Precision, range(1, self.rules.max_n + 1), self.ratios, rows))

    @property
    def reference_lengths(self) -> tuple[int, ...]:
        return tuple(map(len, self.references))

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return ((self.candidate, self.references),)

    def ratio(self, n: int) -> Ratio:
        return self.ratios[n - 1] if n <= self.rules.max_n else self._count(n)

    def _count(self, n: int) -> Ratio:
        matches = count_matches(self.candidate, n, most_in_one_reference(self.references, n))
        return Ratio(matches, max(0, len(self.candidate) - n + 1))

    def count_quickly(self) -> None:
        """Count matches and totals without a row for each n-gram: they are the same, but take less time and room."""
        if "matches" not in vars(self) and not self.changed:
            found = tuple(map(self._count, range(1, self.rules.max_n + 1)))
            vars(self).update(matches=tuple([one.matches for one in found]), total=tuple([one.total for one in found]))

    @cached_property
    def last(self) -> Orders[Ratio]:
        needed = METHODS[self.rules.smoothing].needs_last
        return tuple(map(self.ratio, range(1, orders_needed(self.rules) + 1))) if needed else ()

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every n-gram of the orders that take part, with its count and its clipped count."""
        return tuple(
            Credit(factor.n, row.ngram, row.count, row.clipped)
            for factor in self.factors
            for row in self.precisions[factor.n - 1].counts
        )

    @property
    def zero_groups(self) -> frozenset[int | str]:
        """The orders whose factor is 0. A smoothed one is not, and 0/0 is another matter."""
        return frozenset(factor.n for factor in self.factors if factor.value == 0)

    @property
    def longest(self) -> int:
        return self.rules.max_n

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The n-grams of the references from the shortest order of which one match may be enough.

        A candidate that holds an n-gram holds its parts too, so that no lower order is without a match. With some
        smoothings the shortest is the empty one: then the length alone decides.
        """
        orders = range(lazy.fast_scores.least_order(self), self.longest + 1)
        held = (ngrams(reference, n) for reference in self.references for n in orders if n)
        return frozenset(chain(chain.from_iterable(held), [()] if 0 in orders else []))

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """The scores of other candidates, in turn, without their working: quick, for trying very many."""
        return lazy.fast_scores.scores(self, candidates)

    def under(self, rules: BleuRules) -> Self:
        """The same tokens scored by other rules, whatever these say of tokens and case. What was counted is kept.

        >>> from dataclasses import replace
        >>> from mtexplain import PAPER, bleu
        >>> bleu("a", ["a"]).under(replace(PAPER, missing="one")).score
        1.0
        """
        other = replace(self, rules=rules)
        if rules.max_n == self.rules.max_n:
            vars(other).update((name, vars(self)[name]) for name in _KEPT if name in vars(self))
        return other

    @property
    def plan(self) -> tuple[Plan, ...]:
        """Tokens, each order's clipping, brevity, score."""
        return lazy.steps.OF_SEGMENT

    @cached_property
    def pyramid(self) -> Pyramid:
        """The whole score in one picture: words as bricks, and each n-gram a brick that hangs where its words hang."""
        return lazy.charts.pyramid(self)

    @property
    def why(self) -> Prose:
        return lazy.charts.why(self)

    def moments(self) -> tuple[Moment, ...]:
        """Every n-gram's count, maximum and clipped count in turn, between the tokens and the score."""
        return tuple(lazy.moments.of_segment(self))

    def ngram_name(self, place: int) -> str:
        return one_name(place + 1)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Everything odd but defined: an empty text, an order without n-grams, characters no one can see."""
        return lazy.notes.of_segment(self)

    @classmethod
    def read_rules(cls, data: Any) -> BleuRules:
        return record.rules_of(data, BleuRules, needed=("tokenize", "lowercase", "max_n", "weights"))


@dataclass(frozen=True, repr=False)
class CorpusBleu(BleuScore, NgramText):
    """The BLEU of a text of several segments, with its working. Make one with `corpus_bleu`.

    Matches and totals are pooled, lengths are summed, and one brevity penalty is taken at the end (section 2.1.1 and
    2.2.2). The rows of the clipping tables live in `segments`: pooled clipped counts are not clipped pooled counts.

    >>> from mtexplain import corpus_bleu
    >>> corpus = corpus_bleu(["the cat", "a dog"], [["the cat"], ["the dog", "my dog"]], max_n=1)
    >>> corpus.precisions[0].ratio
    Ratio(matches=3, total=4)
    """

    segments: tuple[Bleu, ...]
    rules: BleuRules
    sentence = Bleu

    def definition(self, name: str) -> Quantity[Any]:
        if not self.segments and name in ("matches", "total"):  # a tool may have read none
            return _NOTHING
        return super().definition(name)

    @cached_property
    def parts(self) -> tuple[Bleu, ...]:
        for segment in self.segments:
            segment.count_quickly()
        return self.segments

    @cached_property
    def precisions(self) -> Orders[Precision]:
        """p_1 to p_N, pooled over the segments. `counts` is empty: the rows live in the segments."""
        return tuple(Precision(n, one) for n, one in enumerate(self.ratios, 1))

    @property
    def reference_lengths(self) -> tuple[int, ...]:
        return tuple(length for segment in self.segments for length in segment.reference_lengths)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return tuple((segment.candidate, segment.references) for segment in self.segments)

    def ratio(self, n: int) -> Ratio:
        return pooled(segment.ratio(n) for segment in self.segments)

    @cached_property
    def last(self) -> Orders[Ratio]:
        return self.segments[-1].last

    def under(self, rules: BleuRules) -> Self:
        return replace(self, segments=tuple(segment.under(rules) for segment in self.segments), rules=rules)

    @property
    def plan(self) -> tuple[Plan, ...]:
        """Segments, each order pooled, brevity, score."""
        return lazy.steps.OF_TEXT

    @property
    def why(self) -> Prose:
        return lazy.charts.why(self)

    def order_table(self, place: int) -> Table:
        return lazy.steps.pooling(self, place)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd about the text as a whole, then what is odd about each segment."""
        return lazy.notes.of_corpus(self)
