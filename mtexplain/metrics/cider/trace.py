"""The trace of one image, and of many: the numbers of the recipe, and how they are told."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, Self

from mtexplain import exact
from mtexplain.counts import NGram, count_ngrams
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Note, Part, Table
from mtexplain.display.score import Credit
from mtexplain.display.trace import Step
from mtexplain.metrics.cider import moments, notes, record, steps, tables
from mtexplain.metrics.cider.cosine import Vector, compare
from mtexplain.metrics.cider.frequencies import DocumentFrequencies, Tokens
from mtexplain.metrics.cider.recipe import CiderDScore, SegmentCider, TextCider
from mtexplain.metrics.cider.rules import CiderRules
from mtexplain.recipe.quantity import NOTHING, Quantity


@dataclass(frozen=True, repr=False)
class CaptionCider(SegmentCider):
    """The CIDEr, or CIDEr-D, of the caption of one image, with its working.

    Make one with `caption_cider`, or take one of the segments of `cider`. Beside the tokens and the rules, the
    document frequencies are a fact: an edit leaves them as they are.

    >>> from mtexplain.metrics.cider import cider
    >>> corpus = cider(["the red cat sleeps", "the red dog barks"], [["the red cat sleeps"], ["the blue dog barks"]])
    >>> second = corpus.segments[1]
    >>> second.score, second.exact
    (2.5, '10/4 * (2/3 + 1/3 + 0 + 0)')
    >>> second.orders[0].cosines[0].fraction, second.with_candidate("the blue dog barks".split()).score
    (Fraction(2, 3), 10.0)
    """

    rules: CiderRules
    document_frequencies: DocumentFrequencies = field(kw_only=True)

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every n-gram of the candidate that has a weight, with its count and how much of that earns something."""
        known = self.document_frequencies
        return tuple(
            Credit(n, ngram, count, self.credited(ngram))
            for n, (ours, *_) in enumerate(self.counts, 1)
            for ngram, count in ours.items()
            if known.idf(ngram)
        )

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The n-grams of the references that have a weight: without any of them, every cosine is 0."""
        references = (text for _, *others in self.counts for text in others)
        return frozenset(ngram for text in references for ngram in text if self.document_frequencies.idf(ngram))

    def scores_of(self, candidates: Iterable[Tokens]) -> Iterator[float]:
        """The scores of other candidates, in turn: what the formulas need is counted, and nothing else."""
        rules, known, penalties = self.rules, self.document_frequencies, cache(self._penalties_of)
        references = [others for _, *others in self.vectors]
        for tokens in candidates:
            factors = penalties(rules.lengths(len(tokens)))
            with exact.forty_digits():
                total = 0
                for n, others in enumerate(references, 1):
                    ours = Vector(count_ngrams(tokens, n), known)
                    total += sum(factor * compare(ours, other, rules).value
                                 for factor, other in zip(factors, others, strict=True))  # fmt: skip
                yield float(rules.factor * total / (self.m * rules.max_n))

    def _penalties_of(self, length: int) -> tuple[Any, ...]:
        """Those of a candidate of another length."""
        if not self.rules.is_defended:
            return self.penalty
        with exact.forty_digits():
            lengths = {"candidate_length": length, "reference_length": self.reference_length}
            return tuple(CiderDScore.penalty.evaluate(sigma=self.sigma, **lengths))

    @property
    def overview(self) -> tuple[Part, ...]:
        return (steps.sentences(self), steps.bars(self))

    def steps(self) -> tuple[Step, ...]:
        """Tokens, rarity, the length penalty of CIDEr-D, each order's cosines, score."""
        return steps.of_caption(self)

    def moments(self) -> tuple[Moment, ...]:
        """Every n-gram's rarity and weights in turn, then each cosine, between the tokens and the score."""
        return tuple(moments.of_caption(self))

    @property
    def table(self) -> Table:
        """Every n-gram of every order, of the candidate or of a reference, a row each."""
        return tables.all_rows([self])

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Everything odd but defined: an n-gram that no image has, an order without n-grams, one image alone."""
        return notes.of_caption(self)

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON; every document frequency is in it."""
        return record.of_caption(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "CaptionCider":
        """The trace that `to_dict` wrote: an equal one."""
        return cls(**record.caption(data))


@dataclass(frozen=True, repr=False)
class CorpusCider(TextCider):
    """The CIDEr, or CIDEr-D, of the captions of many images, with its working. Make one with `cider` or `cider_d`.

    It is the mean over the images; all have the same document frequencies.

    >>> from mtexplain.metrics.cider import cider
    >>> corpus = cider(["the red cat sleeps", "the red dog barks"], [["the red cat sleeps"], ["the blue dog barks"]])
    >>> corpus.score, [image.score for image in corpus.segments]
    (6.25, [10.0, 2.5])
    """

    segments: tuple[CaptionCider, ...]
    rules: CiderRules
    document_frequencies: DocumentFrequencies

    def with_quantities(
        self, changed: Mapping[str, Quantity[Any]], given: Mapping[str, Any] = NOTHING, until: Collection[str] = ()
    ) -> Self:
        """The same with other quantities in every image, and as a whole; all have the same document frequencies."""
        if not changed:
            return super().with_quantities(changed, given, until)
        names = ["frequencies"] if "frequencies" in changed else []
        known = {name: changed[name].compute(self, name) for name in names}
        segments = tuple(segment.with_quantities(changed, known) for segment in self.segments)
        other = replace(self, segments=segments)
        vars(other)["changed"] = self.changed
        return super(CorpusCider, other).with_quantities(changed, given, until)

    @property
    def overview(self) -> tuple[Part, ...]:
        return (steps.bars(self),)

    def steps(self) -> tuple[Step, ...]:
        """Document frequencies, images, score."""
        return steps.of_corpus(self)

    @property
    def table(self) -> Table:
        """Every n-gram of every image and order, a row each."""
        return tables.all_rows(self.segments)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd about the text as a whole, then what is odd about each image."""
        return notes.of_corpus(self)

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON, each image whole."""
        return record.of_corpus(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "CorpusCider":
        """The trace that `to_dict` wrote: an equal one."""
        segments = tuple(CaptionCider(**facts) for facts in record.corpus(data))
        return cls(segments, segments[0].rules, segments[0].document_frequencies)
