"""The NIST of one segment. Facts are fields; everything else follows from them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Self

from mtexplain.counts import NGram, ngrams
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Note, Part, Table
from mtexplain.display.score import Credit, SentenceScore
from mtexplain.display.trace import Step
from mtexplain.metrics.nist import moments, notes, overview, pictures, record, steps, tables, variants
from mtexplain.metrics.nist.base import Brevity, NistScore
from mtexplain.metrics.nist.counting import Order, order, order_of_one
from mtexplain.metrics.nist.knowledge import Known, known
from mtexplain.metrics.nist.rules import NistRules


@dataclass(frozen=True, repr=False)
class Nist(NistScore, SentenceScore):
    """The NIST of one segment, with its working. Make one with `nist`.

    `corpus_references` are all texts by which the information is counted; where there are none, it is counted by the
    references alone.

    >>> from mtexplain.metrics.nist import nist
    >>> trace = nist("the cat", ["the cat", "the dog"], n=2)
    >>> [float(row.bits) for order in trace.orders for row in order.rows]
    [1.0, 2.0, 1.0]
    >>> trace.score
    2.5
    """

    rules: NistRules
    corpus_references: tuple[tuple[str, ...], ...] = ()

    @cached_property
    def known(self) -> Known:
        return known(self.corpus_references or self.references, self.rules.n, self.rules.no_prefixes)

    @cached_property
    def orders(self) -> tuple[Order, ...]:
        """Each order, with a row for every different n-gram of the candidate."""
        made = order if self.rules.matches == "all references" else order_of_one
        return tuple(made(self.candidate, self.references, n, self.known) for n in range(1, self.rules.n + 1))

    @cached_property
    def brevity(self) -> Brevity:
        """The brevity penalty, by the mean length of the references, or of those that were chosen."""
        lengths = tuple(map(len, self.references))
        counted = lengths
        if self.rules.matches != "all references":
            counted = tuple(lengths[order.chosen or 0] for order in self.orders)
        return Brevity(len(self.candidate), Fraction(sum(counted), len(counted)), lengths)

    @property
    def reference_numbers(self) -> tuple[int, ...]:
        return (len(self.references),)

    @cached_property
    def largest(self) -> tuple[float, ...]:
        possible = (
            {self.known.information(ngram) for reference in self.references for ngram in ngrams(reference, n)}
            for n in range(1, self.rules.n + 1)
        )
        return tuple(float(max((one.bits for one in found), default=0)) for found in possible)

    @cached_property
    def of_references(self) -> tuple[float, ...]:
        """What each reference would score as a candidate: what a perfect translation gets."""
        return tuple(self.scores_of(self.references))

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every n-gram, with its count and its matches."""
        return tuple(Credit(order.n, row.ngram, row.count, row.matches) for order in self.orders for row in order.rows)

    @property
    def zero_groups(self) -> frozenset[int | str]:
        """The words, where none of them matches. Where words match, no order alone makes the score 0."""
        return frozenset() if self.orders[0].matches else frozenset({1})

    @property
    def needed(self) -> frozenset[NGram]:
        """The n-grams of the references that hold information. With one of them the score is above 0."""
        return frozenset(
            ngram
            for reference in self.references
            for n in range(1, self.rules.n + 1)
            for ngram in ngrams(reference, n)
            if not self.known.information(ngram).is_nothing
        )

    def with_candidate(self, tokens: list[str] | tuple[str, ...]) -> Self:
        """The same references and rules with other candidate tokens: for edits. Tokens are taken as they are.

        >>> from mtexplain.metrics.nist import nist
        >>> nist("a", ["a b"], n=1).with_candidate(["a", "b"]).score
        1.0
        """
        other = super().with_candidate(tokens)
        vars(other)["known"] = self.known
        return other

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """The scores of other candidates, in turn, without their working, where the rules allow it."""
        return (
            variants.scores(self, candidates)
            if self.rules.matches == "all references"
            else super().scores_of(candidates)
        )

    @property
    def overview(self) -> tuple[Part, ...]:
        return (overview.sentences(self), pictures.sums(self))

    def steps(self) -> tuple[Step, ...]:
        """Tokens, information, each order's matches, brevity, score."""
        return steps.of_segment(self)

    def moments(self) -> tuple[Moment, ...]:
        """Every n-gram's count, matches and information in turn, between the tokens and the score."""
        return tuple(moments.of_segment(self))

    @property
    def table(self) -> Table:
        """Every n-gram of every order, a row each."""
        return tables.all_rows([self])

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Everything odd but defined: an empty text, an order without n-grams, matches that hold no information."""
        return tuple(notes.of_segment(self))

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON."""
        return record.of_segment(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Nist":
        """The trace that `to_dict` wrote: an equal one."""
        return cls(**record.facts(data))
