"""The perplexity of one sentence under an n-gram model. Facts are fields; everything else follows from them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Self

from mtexplain.automaton import Automaton
from mtexplain.counts import NGram
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Note, Part, Words
from mtexplain.display.score import Credit, SentenceScore
from mtexplain.display.trace import Step
from mtexplain.metrics.perplexity import (
    learned,
    moments,
    ngram_formulas,
    ngram_notes,
    ngram_record,
    ngram_steps,
    overview,
    pictures,
    signature,
)
from mtexplain.metrics.perplexity.base import Prediction, TextPerplexity
from mtexplain.metrics.perplexity.maths import mean, perplexity, surprise
from mtexplain.metrics.perplexity.model import Estimate, Model, ends, trained
from mtexplain.metrics.perplexity.rules import NgramRules

_SEEN, _UNSEEN = "seen", "never seen"


@dataclass(frozen=True, repr=False)
class NgramPerplexity(TextPerplexity, SentenceScore):
    """The perplexity of a candidate under the n-gram model of its references, with its working.

    Make one with `ngram_perplexity`. The references are the text that the model is trained on.

    >>> from mtexplain import ngram_perplexity
    >>> trace = ngram_perplexity("I am Sam", ["I am Sam", "Sam I am"])
    >>> [str(one.ratio) for one in trace.estimates]
    ['1/2', '2/2', '1/2', '1/2']
    """

    rules: NgramRules
    grouped_by = "in training"

    @cached_property
    def model(self) -> Model:
        """What was counted in the references."""
        return trained(self.references, self.rules)

    @cached_property
    def estimates(self) -> tuple[Estimate, ...]:
        """The conditional probability of each token, with the counts it comes from."""
        return tuple(map(self.model.estimate, self.model.asked(self.candidate)))

    @cached_property
    def predictions(self) -> tuple[Prediction, ...]:
        """The rows of the ledger: each token, and </s> where the rules have it predicted."""
        return tuple(
            Prediction(Words((one.word,)), one.probability, ngram_formulas.written(one)) for one in self.estimates
        )

    @property
    def ending(self) -> int:
        """How many of the predictions are of </s>."""
        return ends(self.rules)[1]

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Each different n-gram of the candidate: it earns credit where the model has seen it."""
        times: dict[NGram, int] = {}
        for one in self.estimates:
            times[one.ngram] = times.get(one.ngram, 0) + 1
        seen = {one.ngram: one.count > 0 for one in self.estimates}
        return tuple(
            Credit(_SEEN if seen[ngram] else _UNSEEN, ngram, count, count * seen[ngram])
            for ngram, count in times.items()
        )

    @property
    def zero_groups(self) -> frozenset[int | str]:
        """The group of the n-grams that were never seen, where they make PP infinite."""
        unseen = any(one.is_zero for one in self.probabilities)
        return frozenset({_UNSEEN} if unseen else ())

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """No run in particular, only a length at which something is predicted. Without smoothing see `automaton`."""
        return frozenset({()})

    @property
    def longest(self) -> int:
        return self.rules.n

    @cached_property
    def automaton(self) -> Automaton | None:
        """The sentences of which every n-gram was seen; None with smoothing, which holds everything possible."""
        return learned.automaton(self.model) if self.rules.smoothing == "none" else None

    def with_candidate(self, tokens: list[str] | tuple[str, ...]) -> Self:
        """The same model with other candidate tokens: for edits. Tokens are taken as they are.

        >>> from mtexplain import ngram_perplexity
        >>> ngram_perplexity("a", ["a b"]).with_candidate(["a", "b"]).score
        1.0
        """
        other = super().with_candidate(tokens)
        vars(other)["model"] = self.model
        return other

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """The scores of other candidates, in turn, without their working."""
        known = cache(lambda ngram: surprise(self.model.estimate(ngram).probability))
        for tokens in candidates:
            yield perplexity(mean([known(ngram) for ngram in self.model.asked(tokens)]))

    @property
    def signature(self) -> str:
        """Everything another person needs to get the same number."""
        return signature.of_model(self.rules, (len(self.references),))

    @property
    def overview(self) -> tuple[Part, ...]:
        return (overview.of_candidate(self), pictures.factors(self))

    def steps(self) -> tuple[Step, ...]:
        """Tokens, training, probabilities, ledger, cross-entropy, score."""
        return ngram_steps.of_sentence(self)

    def moments(self) -> tuple[Moment, ...]:
        """Every token's counts, probability and surprise in turn, between the tokens and the score."""
        return tuple(moments.of_sentence(self))

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd but defined: unknown words, n-grams never seen, a test on the training text."""
        return tuple(ngram_notes.of_sentence(self))

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON. What has no end is the string "inf"."""
        return ngram_record.of_sentence(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "NgramPerplexity":
        """The trace that `to_dict` wrote: an equal one."""
        return cls(**ngram_record.facts(data))
