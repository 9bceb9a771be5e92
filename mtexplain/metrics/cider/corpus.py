"""The trace of a corpus CIDEr, which is the mean over many images."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any, Self

from mtexplain import exact
from mtexplain.data import Facts, Record
from mtexplain.display.parts import Note, Part, Table
from mtexplain.metrics.cider.frequencies import DocumentFrequencies
from mtexplain.metrics.cider.rows import all_rows
from mtexplain.metrics.cider.rules import CiderRules
from mtexplain.metrics.cider.score import AnyCider
from mtexplain.metrics.cider.trace import CaptionCider, Cider
from mtexplain.metrics.shared.scores import TracedText
from mtexplain.tracing.changes import made
from mtexplain.tracing.number import number, sum_over
from mtexplain.tracing.number import plain as value_of
from mtexplain.tracing.steps import quantity, step


@dataclass(frozen=True, repr=False)
class CorpusCider(Cider, TracedText):
    """The CIDEr or CIDEr-D of captions of many images, with its working, as returned by `cider` and `cider_d`.

    The score is the mean over the images, which all share the same document frequencies.

    >>> from mtexplain.metrics.cider import cider
    >>> corpus = cider(["the red cat sleeps", "the red dog barks"], [["the red cat sleeps"], ["the blue dog barks"]])
    >>> corpus.score
    CIDEr = (sum_i image_i) / images = (10 + 2.5) / 2 = 6.25
    """

    segments: tuple[CaptionCider, ...]
    rules: CiderRules
    document_frequencies: DocumentFrequencies
    sentence = CaptionCider
    text_metric = "cider"
    segment_name = "image"
    shared = ("document_frequencies",)

    @property
    def each_i(self) -> range:
        """The numbers of the images, from 1."""
        return range(1, len(self.segments) + 1)

    @quantity("image_{i}", says="the score of image i")
    def image(self, i: int) -> float:
        """The score of an image."""
        return number(value_of(self.segments[i - 1].score))

    @quantity("images", says="the number of images")
    def images(self) -> float:
        """The number of images."""
        return len(self.segments)

    @step("CIDEr", is_decimal=True)
    def score(self) -> float:
        """Every image counts equally, however long its captions are."""
        return sum_over("i", self.each_i, self.image) / self.images

    @cached_property
    def is_changed(self) -> bool:
        """True if anything was changed in the corpus or in any of its images."""
        return super().is_changed or any(segment.is_changed for segment in self.segments)

    @cached_property
    def values(self) -> tuple[Decimal, ...]:
        with exact.forty_digits():
            sums = [sum(each, Decimal(0)) for each in zip(*(segment.values for segment in self.segments), strict=True)]
            return tuple(total / len(self.segments) for total in sums)

    def with_numbers(self, **given: Any) -> Self:
        """Return the score with some numbers given. Each image gets the numbers that all images share, such as |I|."""
        trace = super().with_numbers(**given)
        common = {name: value for name, value in given.items() if name in AnyCider.quantities}
        if not common:
            return trace
        segments = tuple(segment.with_numbers(**common) for segment in self.segments)
        other: Self = made(type(trace), {**trace.computed_from, "segments": segments}, trace.given)
        return other

    def by(self, change: type[object]) -> Self:
        """Return the score with a method changed. A change of the document frequencies applies to every image."""
        trace = super().by(change)
        if trace.frequencies is self.frequencies:
            return trace
        known = {"document_frequencies": trace.frequencies}
        segments = tuple(
            made(type(segment), segment.computed_from | known, segment.given) for segment in trace.segments
        )
        other: Self = made(type(trace), {**trace.computed_from, **known, "segments": segments}, trace.given)
        return other

    @property
    def table(self) -> Table:
        """A table with a row for each n-gram of each order in each image."""
        return all_rows([segment.rows() for segment in self.segments], max(self.reference_numbers))

    @property
    def overview(self) -> tuple[Part, ...]:
        return ()

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Notes on the corpus as a whole, followed by notes on each image."""
        return tuple(self.odd())

    def working(self) -> Record:
        """Return the means of CIDEr_1 to CIDEr_N over the images."""
        return {"orders": [float(value) for value in self.values]}

    @classmethod
    def from_facts(cls, facts: Sequence[Facts]) -> Self:
        segments = tuple(CaptionCider(**fact) for fact in facts)
        return cls(segments, segments[0].rules, segments[0].document_frequencies)

    @classmethod
    def read_shared(cls, data: Record) -> Facts:
        return {"document_frequencies": DocumentFrequencies.from_dict(data["document_frequencies"])}
