"""The trace of a text of several segments. Facts are fields; everything else follows from them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mtexplain.counts import Ratio, pooled
from mtexplain.display.parts import Note, Part, Table
from mtexplain.display.score import TextScore
from mtexplain.display.trace import Step
from mtexplain.metrics.bleu import notes, pictures, record, steps, tables
from mtexplain.metrics.bleu.base import BleuScore, Pair
from mtexplain.metrics.bleu.factors import brevity
from mtexplain.metrics.bleu.maths import Brevity, Precision
from mtexplain.metrics.bleu.segment import Bleu
from mtexplain.rules import BleuRules


@dataclass(frozen=True, repr=False)
class CorpusBleu(TextScore, BleuScore):
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

    @cached_property
    def precisions(self) -> tuple[Precision, ...]:
        """p_1 to p_N, pooled over the segments. `counts` is empty: the rows live in the segments."""
        return tuple(Precision(n, one) for n, one in enumerate(self.ratios, 1))

    @cached_property
    def brevity(self) -> Brevity:
        """One brevity penalty for the whole text: c and r are sums, `reference_lengths` every length in turn."""
        parts = [segment.brevity for segment in self.segments]
        return brevity(
            self.rules,
            sum(part.candidate_length for part in parts),
            sum(part.reference_length for part in parts),
            tuple(length for part in parts for length in part.reference_lengths),
        )

    @cached_property
    def ratios(self) -> tuple[Ratio, ...]:
        """The matches and the total of all orders, pooled over the segments."""
        return tuple(pooled(one) for one in zip(*(segment.ratios for segment in self.segments), strict=True))

    def ratio(self, n: int) -> Ratio:
        """Matches and total of any order, pooled."""
        return pooled(segment.ratio(n) for segment in self.segments)

    def last_ratio(self, n: int) -> Ratio:
        return self.segments[-1].ratio(n)

    @cached_property
    def counted(self) -> tuple[Ratio, ...]:
        """The ratios of all orders, pooled, as the rules count them in each segment."""
        return tuple(pooled(ratios) for ratios in zip(*(segment.counted for segment in self.segments), strict=True))

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return tuple((segment.candidate, segment.references) for segment in self.segments)

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

    def under(self, rules: BleuRules) -> "CorpusBleu":
        """The same tokens scored by other rules, whatever these say of tokens and case. What was counted is kept."""
        return CorpusBleu(tuple(segment.under(rules) for segment in self.segments), rules)

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON, each segment whole."""
        return record.of_corpus(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "CorpusBleu":
        """The trace that `to_dict` wrote: an equal one."""
        segments = tuple(Bleu(**facts) for facts in record.segments(data))
        return cls(segments, segments[0].rules)
