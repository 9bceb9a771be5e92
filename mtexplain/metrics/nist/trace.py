"""NIST as a trace: the numbers of the recipe, and how they are told."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, Literal, Self

from mtexplain import exact
from mtexplain.counts import NGram, count_ngrams
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Note, Part, Table
from mtexplain.display.score import Credit
from mtexplain.display.trace import Step
from mtexplain.metrics.nist import moments, notes, overview, pictures, record, signature, steps, tables
from mtexplain.metrics.nist.recipe import NistScore, SegmentNist, TextNist
from mtexplain.metrics.nist.rules import NistRules
from mtexplain.recipe.quantity import NOTHING, Quantity


@dataclass(frozen=True, repr=False)
class Nist(SegmentNist):
    """The NIST of one segment, with its working. Make one with `nist`.

    `corpus_references` are all texts by which the information is counted; where there are none, it is counted by the
    references alone.

    >>> from mtexplain.metrics.nist import nist
    >>> trace = nist("the cat", ["the cat", "the dog"], max_n=2)
    >>> [[float(bits) for bits in order] for order in trace.information]
    [[1.0, 2.0], [1.0]]
    >>> trace.score
    2.5
    """

    rules: NistRules
    corpus_references: tuple[tuple[str, ...], ...] = ()
    account: Literal["log", "sum"] = "sum"

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
        return frozenset() if self.matched[0] else frozenset({1})

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The n-grams of the references that hold information. With one of them the score is above 0."""
        return frozenset(
            ngram
            for informative, references in zip(self.known.informative, self.reference_counts, strict=True)
            for counts in references
            for ngram in informative.intersection(counts)
        )

    @property
    def signature(self) -> str:
        """Everything another person needs to get the same number."""
        return signature.written(self, (len(self.references),))

    def with_candidate(self, tokens: list[str] | tuple[str, ...]) -> Self:
        """The same references and rules with other candidate tokens: for edits. Tokens are taken as they are.

        >>> from mtexplain.metrics.nist import nist
        >>> nist("a", ["a b"], max_n=1).with_candidate(["a", "b"]).score
        1.0
        """
        other = super().with_candidate(tokens)
        vars(other)["known"] = self.known
        return other

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """The scores of other candidates, in turn: what the formulas need is counted, and nothing else."""
        if self.rules.matches != "all references":
            yield from super().scores_of(candidates)
            return
        worth, bp = self.worth, cache(self._bp_of)
        for tokens in candidates:
            counts = [count_ngrams(tokens, n) for n in range(1, self.rules.max_n + 1)]
            with exact.forty_digits():
                gain = tuple(
                    sum(min(count, worth[one][0]) * worth[one][1] for one, count in order.items() if one in worth)
                    for order in counts
                )
                s = NistScore.s.evaluate(gain=gain, total=tuple(order.total() for order in counts))
                yield float(NistScore.score.evaluate(bp=bp(len(tokens)), s=s))

    def _bp_of(self, length: int) -> Any:
        return NistScore.bp.evaluate(candidate_length=length, reference_length=self.reference_length, beta=self.beta)

    @property
    def overview(self) -> tuple[Part, ...]:
        return (overview.sentences(self), pictures.sums(self))

    def steps(self) -> tuple[Step, ...]:
        """Tokens, information, each order's matches, brevity, score."""
        return steps.of_segment(self, tables.perfect(self, self.of_references))

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


@dataclass(frozen=True, repr=False)
class CorpusNist(TextNist):
    """The NIST of a text of several segments, with its working. Make one with `corpus_nist`.

    The information is counted over the references of all segments, the gains and the n-grams are summed over the
    segments, and one brevity penalty is taken at the end.

    >>> from mtexplain.metrics.nist import corpus_nist
    >>> corpus = corpus_nist(["a", "b"], [["a"], ["b"]], max_n=1)
    >>> corpus.score, corpus.segments[0].score
    (1.0, 1.0)
    """

    segments: tuple[Nist, ...]
    rules: NistRules

    @property
    def signature(self) -> str:
        """Everything another person needs to get the same number."""
        return signature.written(self, self.reference_numbers)

    def with_quantities(
        self, changed: Mapping[str, Quantity[Any]], given: Mapping[str, Any] = NOTHING, until: Collection[str] = ()
    ) -> Self:
        """The same with other quantities in every segment, and as a whole."""
        if not changed:
            return super().with_quantities(changed, given, until)
        segments = tuple(segment.with_quantities(changed) for segment in self.segments)
        for segment in segments:
            vars(segment)["known"] = self.known
        other = replace(self, segments=segments)
        vars(other)["changed"] = self.changed
        return super(CorpusNist, other).with_quantities(changed, given, until)

    @property
    def overview(self) -> tuple[Part, ...]:
        return (pictures.sums(self),)

    def steps(self) -> tuple[Step, ...]:
        """Segments, information, each order summed, brevity, score."""
        return steps.of_corpus(self)

    @property
    def table(self) -> Table:
        """Every n-gram of every segment and order, a row each."""
        return tables.all_rows(self.segments)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd about the text as a whole, then what is odd about each segment."""
        return tuple(notes.of_corpus(self))

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON, each segment whole."""
        return record.of_corpus(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "CorpusNist":
        """The trace that `to_dict` wrote: an equal one."""
        return of_segments(record.segments(data))


def of_segments(facts: list[dict[str, Any]]) -> CorpusNist:
    """The corpus of these segments, whose information is counted over the references of all."""
    texts = tuple(text for one in facts for text in one["references"])
    segments = tuple(Nist(**{**one, "corpus_references": texts}) for one in facts)
    known = segments[0].known
    for segment in segments:
        vars(segment)["known"] = known
    return CorpusNist(segments, segments[0].rules)
