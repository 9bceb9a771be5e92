"""The NIST of a text of several segments. Facts are fields; everything else follows from them."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from mtexplain.display.parts import Note, Part, Table
from mtexplain.display.score import TextScore
from mtexplain.display.trace import Step
from mtexplain.metrics.nist import notes, pictures, record, steps, tables
from mtexplain.metrics.nist.base import Brevity, NistScore
from mtexplain.metrics.nist.counting import Order
from mtexplain.metrics.nist.knowledge import Known, known
from mtexplain.metrics.nist.maths import gain
from mtexplain.metrics.nist.rules import NistRules
from mtexplain.metrics.nist.segment import Nist


@dataclass(frozen=True, repr=False)
class CorpusNist(TextScore, NistScore):
    """The NIST of a text of several segments, with its working. Make one with `corpus_nist`.

    The information is counted over the references of all segments, the gains and the n-grams are summed over the
    segments, and one brevity penalty is taken at the end.

    >>> from mtexplain.metrics.nist import corpus_nist
    >>> corpus = corpus_nist(["a", "b"], [["a"], ["b"]], n=1)
    >>> corpus.score, corpus.segments[0].score
    (1.0, 1.0)
    """

    segments: tuple[Nist, ...]
    rules: NistRules

    @cached_property
    def known(self) -> Known:
        texts = (text for segment in self.segments for text in segment.references)
        return known(texts, self.rules.n, self.rules.no_prefixes)

    @cached_property
    def orders(self) -> tuple[Order, ...]:
        """Each order, summed over the segments. `rows` is empty: the rows live in the segments."""
        return tuple(map(_pooled, zip(*(segment.orders for segment in self.segments), strict=True)))

    @cached_property
    def brevity(self) -> Brevity:
        """One brevity penalty for the whole text: both lengths are sums over the segments."""
        parts = [segment.brevity for segment in self.segments]
        return Brevity(
            sum(part.candidate_length for part in parts),
            sum((part.reference_length for part in parts), Fraction(0)),
            tuple(length for part in parts for length in part.reference_lengths),
        )

    @cached_property
    def largest(self) -> tuple[float, ...]:
        return tuple(max(bits) for bits in zip(*(segment.largest for segment in self.segments), strict=True))

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
    corpus = CorpusNist(segments, segments[0].rules)
    for segment in segments:
        vars(segment)["known"] = corpus.known
    return corpus


def _pooled(parts: tuple[Order, ...]) -> Order:
    gained = gain((1, part.gain) for part in parts)
    return Order(parts[0].n, gained, sum(part.total for part in parts), sum(part.matches for part in parts))
