"""The perplexity of a text of several sentences under one n-gram model. Facts are fields; the rest follows."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any

from mtexplain.display.parts import Note, Part, Table
from mtexplain.display.score import Term, TextScore
from mtexplain.display.trace import Step
from mtexplain.metrics.perplexity import corpus_steps, ngram_notes, ngram_record, pictures, signature
from mtexplain.metrics.perplexity.base import Prediction, TextPerplexity
from mtexplain.metrics.perplexity.model import Model
from mtexplain.metrics.perplexity.rules import NgramRules
from mtexplain.metrics.perplexity.sentence import NgramPerplexity


@dataclass(frozen=True, repr=False)
class CorpusNgramPerplexity(TextScore, TextPerplexity):
    """The perplexity of several sentences under one n-gram model, with its working.

    Make one with `corpus_ngram_perplexity`. J is the mean over all tokens, so a sentence counts by its length: PP lies
    between those of the sentences, and is not their mean.

    >>> from mtexplain import corpus_ngram_perplexity
    >>> trace = corpus_ngram_perplexity(["a a a", "b"], ["a a a b"], n=1)
    >>> [segment.exact for segment in trace.segments]
    ['(3/4 * 3/4 * 3/4)^(-1/3)', '(1/4)^(-1)']
    """

    segments: tuple[NgramPerplexity, ...]
    rules: NgramRules

    @property
    def model(self) -> Model:
        """What was counted in the references; all sentences ask the same."""
        return self.segments[0].model

    @cached_property
    def predictions(self) -> tuple[Prediction, ...]:
        """The rows of the ledger: those of every sentence in turn."""
        return tuple(row for segment in self.segments for row in segment.predictions)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The share of each sentence, its number of tokens times its J over T: pairs that add up to log PP."""
        number = len(self.predictions)
        if not number:
            return (Term("nothing is predicted", inf),)
        sums = [segment.surprise for segment in self.segments]
        shares = [inf if nats is None else float(nats) / number for nats in sums]
        return tuple(Term(f"T_{place} J_{place} / T", share) for place, share in enumerate(shares, 1))

    @property
    def signature(self) -> str:
        """Everything another person needs to get the same number."""
        return signature.of_model(self.rules, self.reference_numbers)

    @property
    def overview(self) -> tuple[Part, ...]:
        return (pictures.means(self),)

    def steps(self) -> tuple[Step, ...]:
        """Sentences, training, cross-entropy, score."""
        return corpus_steps.told(self)

    @property
    def table(self) -> Table:
        """A row for each token of each sentence."""
        return corpus_steps.table(self)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd about each sentence, and about the training text."""
        return tuple(ngram_notes.of_corpus(self))

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON."""
        return ngram_record.of_corpus(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "CorpusNgramPerplexity":
        """The trace that `to_dict` wrote: an equal one."""
        return of_sentences(ngram_record.facts_of_corpus(data))


def of_sentences(facts: list[dict[str, Any]]) -> CorpusNgramPerplexity:
    """The text of these sentences, which have the same references: the model is trained once."""
    segments = tuple(NgramPerplexity(**one) for one in facts)
    for segment in segments[1:]:
        vars(segment)["model"] = segments[0].model
    return CorpusNgramPerplexity(segments, segments[0].rules)
