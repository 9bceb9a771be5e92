"""BLEU as a trace: the numbers of the recipe, and how they are told."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, Self

from mtexplain.counts import NGram, ngrams
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Note, Part, Table
from mtexplain.display.trace import Step
from mtexplain.metrics.bleu import views
from mtexplain.metrics.bleu.base import SegmentBleu, TextBleu
from mtexplain.recipe.quantity import NOTHING, Quantity
from mtexplain.rules import BleuRules

_KEPT = ("counts", "reference_counts", "ngrams", "count", "in_references", "clipped", "matches", "total", "ratios",
         "precisions")  # fmt: skip
"""What no rule changes but the longest n-gram."""


@dataclass(frozen=True, repr=False)
class Bleu(SegmentBleu):
    """The BLEU of one segment, with its working. Make one with `bleu`.

    >>> from mtexplain import bleu
    >>> trace = bleu("the the cat on the mat", ["there is a cat on the mat"])
    >>> [str(order.ratio) for order in trace.precisions]
    ['4/6', '3/5', '2/4', '1/3']
    >>> trace.brevity.exponent, trace.precisions[0].counts[0].clipped
    (Fraction(-1, 6), 1)
    """

    rules: BleuRules

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The n-grams of the references from the shortest order of which one match may be enough.

        A candidate that holds an n-gram holds its parts too, so that no lower order is without a match. With some
        smoothings the shortest is the empty one: then the length alone decides.
        """
        orders = range(views.fast_scores.least_order(self), self.longest + 1)
        held = (ngrams(reference, n) for reference in self.references for n in orders if n)
        return frozenset(chain(chain.from_iterable(held), [()] if 0 in orders else []))

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """The scores of other candidates, in turn, without their working: quick, for trying very many."""
        return views.fast_scores.scores(self, candidates)

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
    def overview(self) -> tuple[Part, ...]:
        return (views.charts.sentences(self), views.charts.factors(self))

    def steps(self) -> tuple[Step, ...]:
        """Tokens, each order's clipping, brevity, score."""
        return views.steps.of_segment(self)

    def moments(self) -> tuple[Moment, ...]:
        """Every n-gram's count, maximum and clipped count in turn, between the tokens and the score."""
        return tuple(views.moments.of_segment(self))

    @property
    def table(self) -> Table:
        """Every n-gram of every order, a row each."""
        return views.tables.all_rows([self])

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Everything odd but defined: an empty text, an order without n-grams, characters no one can see."""
        return views.notes.of_segment(self)

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON.

        Exact values are strings such as "2/3", and a term that is log 0 is the string "-inf".
        """
        return views.record.of_segment(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Bleu":
        """The trace that `to_dict` wrote: an equal one. It reads tokens, texts and rules, and computes the rest."""
        return cls(**views.record.facts(data))


@dataclass(frozen=True, repr=False)
class CorpusBleu(TextBleu):
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

    def under(self, rules: BleuRules) -> Self:
        return replace(self, segments=tuple(segment.under(rules) for segment in self.segments), rules=rules)

    def with_quantities(
        self, changed: Mapping[str, Quantity[Any]], given: Mapping[str, Any] = NOTHING, until: Collection[str] = ()
    ) -> Self:
        """The same with other quantities in every segment, and as a whole."""
        other = super().with_quantities(changed, given, until)
        vars(other)["segments"] = tuple(segment.with_quantities(changed) for segment in self.segments)
        return other

    @property
    def overview(self) -> tuple[Part, ...]:
        return (views.charts.factors(self),)

    def steps(self) -> tuple[Step, ...]:
        """Segments, each order pooled, brevity, score."""
        return views.steps.of_corpus(self)

    @property
    def table(self) -> Table:
        """Every n-gram of every segment and order, a row each."""
        return views.tables.all_rows(self.segments)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd about the text as a whole, then what is odd about each segment."""
        return views.notes.of_corpus(self)

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON, each segment whole."""
        return views.record.of_corpus(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "CorpusBleu":
        """The trace that `to_dict` wrote: an equal one."""
        segments = tuple(Bleu(**facts) for facts in views.record.segments(data))
        return cls(segments, segments[0].rules)
