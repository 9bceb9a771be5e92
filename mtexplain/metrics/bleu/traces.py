"""The traces: BLEU of a segment and of a corpus. Facts are fields; everything else follows from them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from mtexplain import inputs
from mtexplain.counts import NGram, ngrams, pooled
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Note, Part, Table
from mtexplain.display.score import Credit, SentenceScore
from mtexplain.display.trace import Step
from mtexplain.metrics.bleu import moments, notes, overview, pictures, record, steps, tables, variants
from mtexplain.metrics.bleu.base import BleuScore
from mtexplain.metrics.bleu.maths import Brevity, Precision, match_length, precision
from mtexplain.rules import Rules


@dataclass(frozen=True, repr=False)
class Bleu(BleuScore, SentenceScore):
    """The BLEU of one segment, with its working. Make one with `bleu`.

    Its facts are the tokens and the rules; `candidate_text` and `reference_texts` keep what was typed, where it is
    known.

    >>> from mtexplain import bleu
    >>> trace = bleu("the the cat on the mat", ["there is a cat on the mat"])
    >>> [str(order.ratio) for order in trace.precisions]
    ['4/6', '3/5', '2/4', '1/3']
    >>> trace.brevity.exponent, trace.precisions[0].counts[0].clipped
    (Fraction(-1, 6), 1)
    """

    candidate: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]
    rules: Rules
    candidate_text: str | None = None
    reference_texts: tuple[str, ...] | None = None

    @cached_property
    def precisions(self) -> tuple[Precision, ...]:
        """The modified precisions p_1 to p_N, each with a row for every different n-gram (section 2.1)."""
        return tuple(precision(self.candidate, self.references, n) for n in range(1, self.rules.max_n + 1))

    @cached_property
    def brevity(self) -> Brevity:
        """The brevity penalty: c, the length of every reference, and the one chosen as r (section 2.2.2)."""
        lengths = tuple(len(reference) for reference in self.references)
        return Brevity(len(self.candidate), match_length(len(self.candidate), lengths), lengths)

    @property
    def reference_numbers(self) -> tuple[int, ...]:
        return (len(self.references),)

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every n-gram of the orders that take part, with its count and its clipped count."""
        return tuple(
            Credit(order.n, row.ngram, row.count, row.clipped) for _, order in self.active for row in order.counts
        )

    @property
    def needed(self) -> frozenset[NGram]:
        """The n-grams of the references, of the longest order that takes part.

        A candidate that holds one of them holds its parts too, so that no order is without a match.
        """
        longest = max(order.n for _, order in self.active)
        return frozenset(ngram for reference in self.references for ngram in ngrams(reference, longest))

    @property
    def overview(self) -> tuple[Part, ...]:
        return (overview.sentences(self), pictures.factors(self))

    def steps(self) -> tuple[Step, ...]:
        """Tokens, each order's clipping, brevity, score."""
        return steps.of_segment(self)

    def moments(self) -> tuple[Moment, ...]:
        """Every n-gram's count, maximum and clipped count in turn, between the tokens and the score."""
        return tuple(moments.of_segment(self))

    @property
    def table(self) -> Table:
        """Every n-gram of every order, a row each."""
        return tables.all_rows([self])

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Everything odd but defined: an empty text, an order without n-grams, characters no one can see."""
        return notes.of_segment(self)

    def with_candidate(self, tokens: list[str] | tuple[str, ...]) -> "Bleu":
        """The same references and rules with other candidate tokens: for edits. Tokens are taken as they are.

        >>> from mtexplain import bleu
        >>> trace = bleu("a b", ["a b c"], max_n=1)
        >>> trace.with_candidate(["a", "b", "c"]).score
        1.0
        """
        checked = inputs.check_tokens(tokens, "candidate")
        return replace(self, candidate=checked, candidate_text=None)

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """The scores of other candidates, in turn, without their working: quick, for trying very many."""
        return variants.scores(self, candidates)

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON.

        Exact values are strings such as "2/3", and a term that is log 0 is the string "-inf".
        """
        return record.of_segment(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Bleu":
        """The trace that `to_dict` wrote: an equal one. It reads tokens, texts and rules, and computes the rest."""
        return cls(**record.facts(data))


@dataclass(frozen=True, repr=False)
class CorpusBleu(BleuScore):
    """The BLEU of a text of several segments, with its working. Make one with `corpus_bleu`.

    Matches and totals are pooled, lengths are summed, and one brevity penalty is taken at the end (section 2.1.1 and
    2.2.2). The rows of the clipping tables live in `segments`: pooled clipped counts are not clipped pooled counts.

    >>> from mtexplain import corpus_bleu
    >>> corpus = corpus_bleu(["the cat", "a dog"], [["the cat"], ["the dog", "my dog"]], max_n=1)
    >>> corpus.precisions[0].ratio
    Ratio(matches=3, total=4)
    """

    segments: tuple[Bleu, ...]
    rules: Rules

    @cached_property
    def precisions(self) -> tuple[Precision, ...]:
        """p_1 to p_N, pooled over the segments. `counts` is empty: the rows live in the segments."""
        orders = zip(*(segment.precisions for segment in self.segments), strict=True)
        return tuple(Precision(n, pooled(one.ratio for one in order)) for n, order in enumerate(orders, 1))

    @cached_property
    def brevity(self) -> Brevity:
        """One brevity penalty for the whole text: c and r are sums, `reference_lengths` every length in turn."""
        parts = [segment.brevity for segment in self.segments]
        return Brevity(
            sum(part.candidate_length for part in parts),
            sum(part.reference_length for part in parts),
            tuple(length for part in parts for length in part.reference_lengths),
        )

    @property
    def candidate(self) -> tuple[tuple[str, ...], ...]:
        """The tokens of every segment's candidate."""
        return tuple(segment.candidate for segment in self.segments)

    @property
    def references(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """The tokens of every segment's references."""
        return tuple(segment.references for segment in self.segments)

    @property
    def reference_numbers(self) -> tuple[int, ...]:
        return tuple(len(segment.references) for segment in self.segments)

    @property
    def credits(self) -> tuple[Credit, ...]:
        """The rows of every segment, in turn."""
        return tuple(row for segment in self.segments for row in segment.credits)

    @property
    def overview(self) -> tuple[Part, ...]:
        return (pictures.factors(self),)

    def steps(self) -> tuple[Step, ...]:
        """Segments, each order pooled, brevity, score."""
        return steps.of_corpus(self)

    @property
    def table(self) -> Table:
        """Every n-gram of every segment and order, a row each."""
        return tables.all_rows(self.segments)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd about the text as a whole, then what is odd about each segment."""
        return notes.of_corpus(self)

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON, each segment whole."""
        return record.of_corpus(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "CorpusBleu":
        """The trace that `to_dict` wrote: an equal one."""
        segments = tuple(Bleu(**facts) for facts in record.segments(data))
        return cls(segments, segments[0].rules)
