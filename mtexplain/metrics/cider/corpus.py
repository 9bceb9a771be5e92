"""The trace of the captions of many images. Facts are fields; everything else follows from them."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any

from mtexplain.display.formula import Formula, shown
from mtexplain.display.parts import Note, Part, Table
from mtexplain.display.score import TextScore
from mtexplain.display.trace import Step
from mtexplain.metrics.cider import formulas, notes, pictures, record, steps, tables
from mtexplain.metrics.cider.base import CiderScore
from mtexplain.metrics.cider.caption import CaptionCider
from mtexplain.metrics.cider.frequencies import DocumentFrequencies
from mtexplain.metrics.cider.maths import mean
from mtexplain.metrics.cider.rules import CiderRules


@dataclass(frozen=True, repr=False)
class CorpusCider(TextScore, CiderScore):
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

    @cached_property
    def values(self) -> tuple[Decimal, ...]:
        """The means over the images."""
        return tuple(map(mean, zip(*(segment.values for segment in self.segments), strict=True)))

    @property
    def numbers(self) -> tuple[Formula, ...]:
        return tuple(shown(float(value)) for value in self.values)

    @property
    def closed_form(self) -> Formula:
        return formulas.mean_of([segment.score for segment in self.segments])

    @property
    def overview(self) -> tuple[Part, ...]:
        return (pictures.orders(self),)

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
