"""The traces: perplexity of given probabilities, of a distribution, of a sentence or a text under an n-gram model."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Self

from mtexplain import exact
from mtexplain.automaton import Automaton
from mtexplain.counts import NGram
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Note, Part, Table
from mtexplain.display.score import Credit
from mtexplain.display.trace import Step
from mtexplain.metrics.perplexity import charts, moments, notes, record, steps
from mtexplain.metrics.perplexity.recipe import (
    DistributionScore,
    GivenPerplexity,
    NgramScore,
    SentencePerplexity,
    SentencesPerplexity,
)
from mtexplain.metrics.perplexity.rules import GIVEN, NgramRules, PerplexityRules

_SEEN, _UNSEEN = "seen", "never seen"


@dataclass(frozen=True, repr=False)
class Perplexity(GivenPerplexity):
    """The perplexity of a text from the probability of each of its tokens, with its working.

    Make one with `perplexity`. Its facts are the numbers as they were written, "1/4" or "0.25", and whether they are
    logarithms.

    >>> from mtexplain import perplexity
    >>> trace = perplexity(["1/2", "1/4", "1/8", "1/4"])
    >>> trace.score, trace.exact, trace.product
    (4.0, '(1/2 * 1/4 * 1/8 * 1/4)^(-1/4)', Fraction(1, 256))
    """

    given: tuple[str, ...]
    are_logs: bool = False
    tokens: tuple[str, ...] | None = None
    rules: PerplexityRules = GIVEN

    @property
    def signature(self) -> str:
        """What the numbers are, and the base of the logarithms."""
        return record.sign(f"perplexity · given {'log-' * self.are_logs}probabilities", self.rules)

    @property
    def overview(self) -> tuple[Part, ...]:
        return (*charts.tokens(self), charts.factors(self))

    def steps(self) -> tuple[Step, ...]:
        """Tokens, ledger, cross-entropy, score."""
        return steps.of_given(self)

    @property
    def table(self) -> Table:
        """The ledger: a row for each token."""
        return steps.ledger(self)

    @property
    def texts(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The tokens, where they are known."""
        return (("tokens", self.tokens),) if self.tokens else ()

    def moments(self) -> tuple[Moment, ...]:
        """Every token's surprise in turn, between the tokens and the score."""
        return tuple(moments.of_given(self))

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd but defined: a probability of 0, numbers that look like a distribution."""
        return tuple(notes.of_given(self))

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON. What has no end is the string "inf"."""
        return record.of_given(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Perplexity":
        """The trace that `to_dict` wrote: an equal one."""
        return cls(**record.facts_of_given(data))


@dataclass(frozen=True, repr=False)
class DistributionPerplexity(DistributionScore):
    """The perplexity of a distribution, with its working. Make one with `distribution_perplexity`.

    Every outcome surprises as often as it comes: PP = e^H, where H = -sum of p log p (SLP3, section 3.7).

    >>> from mtexplain import distribution_perplexity
    >>> trace = distribution_perplexity(["1/2", "1/4", "1/4"], base=2)
    >>> trace.entropy, trace.exact
    (1.5, '2^(1/2) * 4^(2/4)')
    """

    given: tuple[str, ...]
    outcomes: tuple[str, ...] | None = None
    rules: PerplexityRules = GIVEN

    @property
    def signature(self) -> str:
        """That it is a distribution, and the base."""
        return record.sign("perplexity of a distribution", self.rules)

    @property
    def overview(self) -> tuple[Part, ...]:
        return (*charts.outcomes(self), charts.distribution(self))

    def steps(self) -> tuple[Step, ...]:
        """Outcomes, entropy, score."""
        return steps.of_distribution(self)

    @property
    def table(self) -> Table:
        """A row for each outcome: its probability, its surprise, what it adds to the entropy."""
        return steps.outcomes_table(self)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Outcomes that never come."""
        return tuple(notes.of_distribution(self))

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON."""
        return record.of_distribution(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "DistributionPerplexity":
        """The trace that `to_dict` wrote: an equal one."""
        return cls(**record.facts_of_distribution(data))


@dataclass(frozen=True, repr=False)
class NgramPerplexity(SentencePerplexity):
    """The perplexity of a candidate under the n-gram model of its references, with its working.

    Make one with `ngram_perplexity`. The references are the text that the model is trained on.

    >>> from mtexplain import ngram_perplexity
    >>> trace = ngram_perplexity("I am Sam", ["I am Sam", "Sam I am"])
    >>> [str(one.ratio) for one in trace.estimates]
    ['1/2', '2/2', '1/2', '1/2']
    """

    rules: NgramRules
    grouped_by = "in training"

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
        return frozenset() if all(self.p) else frozenset({_UNSEEN})

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
        return None if self.rules.is_smoothed else self.model.automaton

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
        mean, power, base = NgramScore.cross_entropy.evaluate, NgramScore.score.evaluate, self.base

        @cache
        def surprise(ngram: NGram) -> Any:
            return NgramScore.surprises.evaluate(p=self.model.estimate(ngram).value, base=base)

        for tokens in candidates:
            with exact.forty_digits():
                known = list(map(surprise, self.model.asked(tokens)))
                yield float(power(base=base, cross_entropy=mean(total=sum(known), t=len(known))))

    @property
    def signature(self) -> str:
        """Everything another person needs to get the same number."""
        return record.sign_model(self.rules, (len(self.references),))

    @property
    def overview(self) -> tuple[Part, ...]:
        return (charts.texts(self), charts.factors(self))

    def steps(self) -> tuple[Step, ...]:
        """Tokens, training, probabilities, ledger, cross-entropy, score."""
        return steps.of_sentence(self)

    @property
    def table(self) -> Table:
        """The ledger: a row for each token."""
        return steps.ledger(self)

    def moments(self) -> tuple[Moment, ...]:
        """Every token's counts, probability and surprise in turn, between the tokens and the score."""
        return tuple(moments.of_sentence(self))

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd but defined: unknown words, n-grams never seen, a test on the training text."""
        return tuple(notes.of_sentence(self))

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON. What has no end is the string "inf"."""
        return record.of_sentence(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "NgramPerplexity":
        """The trace that `to_dict` wrote: an equal one."""
        return cls(**record.facts_of_sentence(data))


@dataclass(frozen=True, repr=False)
class CorpusNgramPerplexity(SentencesPerplexity):
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
    def signature(self) -> str:
        """Everything another person needs to get the same number."""
        return record.sign_model(self.rules, self.reference_numbers)

    @property
    def overview(self) -> tuple[Part, ...]:
        return (charts.means(self),)

    def steps(self) -> tuple[Step, ...]:
        """Sentences, training, cross-entropy, score."""
        return steps.of_sentences(self)

    @property
    def table(self) -> Table:
        """A row for each token of each sentence."""
        return steps.all_ledgers(self)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd about each sentence, and about the training text."""
        return tuple(notes.of_sentences(self))

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON."""
        return record.of_sentences(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "CorpusNgramPerplexity":
        """The trace that `to_dict` wrote: an equal one."""
        return of_sentences(record.facts_of_sentences(data))


def of_sentences(facts: list[dict[str, Any]]) -> CorpusNgramPerplexity:
    """The text of these sentences, which have the same references: the model is trained once."""
    segments = tuple(NgramPerplexity(**one) for one in facts)
    for segment in segments[1:]:
        vars(segment)["model"] = segments[0].model
    return CorpusNgramPerplexity(segments, segments[0].rules)
