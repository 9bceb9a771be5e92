"""The traces: perplexity of given probabilities, of a distribution, of a sentence or a text under an n-gram model."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property
from math import inf
from typing import Any, Self

from mtexplain import exact
from mtexplain.automaton import Automaton
from mtexplain.counts import NGram
from mtexplain.display import record, signature
from mtexplain.display.parts import Note, Prose, Table
from mtexplain.display.picture import Picture
from mtexplain.display.score import Credit, SentenceScore, Term
from mtexplain.display.steps import Moment
from mtexplain.metrics.perplexity import moments, notes, views
from mtexplain.metrics.perplexity.model import Estimate, Model, train
from mtexplain.metrics.perplexity.numbers import check_outcomes, check_sum_is_1, logarithms, probabilities
from mtexplain.metrics.perplexity.recipe import DistributionScore, GivenPerplexity, ModelPerplexity
from mtexplain.metrics.perplexity.rules import GIVEN, UNITS, NgramRules, PerplexityRules
from mtexplain.metrics.shared.orders import one_name, order_name
from mtexplain.recipe.equations import equation
from mtexplain.recipe.plan import Plan, result
from mtexplain.recipe.trace import RecipeText
from mtexplain.settings import check_flag

_SEEN, _UNSEEN = "seen", "never seen"
_SLP3 = "Jurafsky and Martin, SLP3, section"
_UNLIKELY = "unlikely tokens are possible too, and hardly count."
_SAME_TOKENS = (
    "Compare two perplexities only if both models predicted the very same tokens: cut a text differently, and T and PP "
    "change."
)

_TRAINING = Plan(
    "training", "Training", lambda trace, _: f"The model remembers nothing but counts: {views.counted(trace.rules.n)}.",
    f"{_SLP3} 3.1", ("read",),
    lambda trace, _: f"{len(trace.model.counts)} different {_ngrams(trace.rules.n, len(trace.model.counts))}",
    lambda trace, _: (views.training(trace),), "g runs over the rows of the table",
    lambda trace, _: views.vocabulary(trace),
)  # fmt: skip
_LIKELIHOOD = Plan(
    "probabilities", "Probabilities", "Of all the times a history came, how often did this word follow? A word that "
    "never followed gets 0, however sensible it is.", f"{_SLP3} 3.1", (),
    lambda trace, _: "the least probable" if trace.t else "there is nothing to predict",
    lambda trace, _: (views.probabilities(trace),), more=lambda trace, _: views.least_probable(trace),
    outcome=views.least, applies=lambda trace: not trace.rules.is_smoothed,
)  # fmt: skip
_ADD_K = _LIKELIHOOD._replace(
    why="k is added to every count, and so k|V| to the count of the history: unseen words get a little, and seen words "
    "give it up.", source=f"{_SLP3} 3.6", applies=lambda trace: trace.rules.is_smoothed,
)  # fmt: skip
_LEDGER = Plan(
    "ledger", "Ledger", "The probability of a text is the product of its tokens' probabilities. The logarithm turns it "
    "into a sum: the less probable a token, the greater its surprise.", f"{_SLP3} 3.1 and 3.3", ("text_probability",),
    lambda trace, _: "the probability of the whole text" if all(trace.probabilities) else
    "one impossible token makes it 0",
    lambda trace, _: (views.ledger(trace),),
)  # fmt: skip
_ENTROPY = Plan(
    "entropy", "Cross-entropy", "A longer text is less probable, whatever the model. So we take the mean: the surprise "
    "per token.", f"{_SLP3} 3.7", (views.mean,),
    lambda trace, _: f"the mean surprise, in {UNITS[trace.rules.base]}",
    more=lambda trace, _: (*views.account(trace), views.bases(trace)),
)  # fmt: skip
_SCORE = Plan(
    "score", "Perplexity", "The power undoes the logarithm: a mean surprise becomes a number of choices. Lower is "
    "better.", f"{_SLP3} 3.3", (), "the geometric mean of all 1/p",
    lambda trace, _: (
        views.both_forms(trace, views.root(trace)), views.reading(trace, _UNLIKELY), Prose((_SAME_TOKENS,)),
    ), outcome=lambda trace, _: result(equation(trace, "score")),
)  # fmt: skip

_OF_GIVEN = (
    Plan("tokens", "Tokens", "Before it sees a token, a language model says how probable each one is. Perplexity needs "
         "one number each time: the probability of the token that came.", f"{_SLP3} 3.3", ("t",),
         lambda trace, _: "read from logarithms" if trace.are_logs else "as given"),
    _LEDGER, _ENTROPY, _SCORE,
)  # fmt: skip
_OF_DISTRIBUTION = (
    Plan("outcomes", "Outcomes", "A distribution says how probable each outcome is. One of them is certain to come, so "
         "they add up to 1.", f"{_SLP3} 3.7", ("t",), "all that is possible",
         more=lambda trace, _: (views.summed(trace),)),
    _ENTROPY._replace(
        title="Entropy", why="Every outcome surprises as often as it comes, so its surprise is weighted by its "
        "probability.", equations=("cross_entropy",), parts=lambda trace, _: (views.outcomes(trace),),
        where=views.unit, more=lambda trace, _: (views.account(trace)[1], views.bases(trace))),
    _SCORE._replace(summary="each 1/p as often as it comes", parts=lambda trace, _: (
        views.both_forms(trace, views.weighed(trace)),
        views.reading(trace, "improbable outcomes are possible too, and hardly count."))),
)  # fmt: skip
_OF_SENTENCE = (
    Plan("tokens", "Tokens", "The references are the training text, which the model has read. The candidate is what it "
         "must predict, token by "
         "token.", f"{_SLP3} 3.1", (views.predicted,), lambda trace, _: signature.cut_by(trace.rules),
         more=lambda trace, _: (trace.text_table,)),
    _TRAINING, _LIKELIHOOD, _ADD_K, _LEDGER, _ENTROPY, _SCORE,
)  # fmt: skip
_OF_SENTENCES = (
    Plan("tokens", "Sentences", "One model for all sentences: it has read the references, the training text, and must "
         "predict the candidates.", f"{_SLP3} 3.1", (views.predicted_in_all,),
         lambda trace, _: f"{len(trace.segments)} in all", more=lambda trace, _: (trace.text_table,)),
    _TRAINING,
    _ENTROPY._replace(why="The mean is taken over all tokens, not over the sentences: a longer sentence counts for "
                      "more.", equations=(views.mean_of_sentences,)),
    _SCORE._replace(parts=lambda trace, _: (
        views.both_forms(trace, views.root(trace)), views.reading(trace, _UNLIKELY),
        Prose(("The PP of a text lies between those of its sentences, but is not their mean.",)))),
)  # fmt: skip


def _ngrams(n: int, number: int) -> str:
    return one_name(n) if number == 1 else order_name(n)


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

    metric = "perplexity"
    plan = _OF_GIVEN
    given: tuple[str, ...]
    are_logs: bool = False
    tokens: tuple[str, ...] | None = None
    rules: PerplexityRules = GIVEN

    @cached_property
    def picture(self) -> Picture:
        return views.picture(self)

    @property
    def texts(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The tokens, where they are known."""
        return (("tokens", self.tokens),) if self.tokens else ()

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd but defined: a probability of 0, numbers that look like a distribution."""
        return tuple(notes.of_given(self))

    @property
    def table(self) -> Table:
        """The ledger: a row for each token."""
        return views.ledger(self)

    def moments(self) -> tuple[Moment, ...]:
        """Every token's surprise in turn, between the tokens and the score."""
        return tuple(moments.of_given(self))

    def working(self) -> dict[str, Any]:
        tokens = None if self.tokens is None else list(self.tokens)
        facts = {"given": list(self.given), "are_logs": self.are_logs, "tokens": tokens}
        return {**facts, **super().working(), "ledger": self.ledger}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The trace that `to_dict` wrote: an equal one."""
        found = record.of_metric(data, cls.metric, ("given", "rules"))
        are_logs = check_flag(found.get("are_logs", False), "are_logs")
        given = (logarithms if are_logs else probabilities)(found["given"], "given")
        tokens = check_outcomes(found.get("tokens"), "tokens", len(given))
        return cls(given, are_logs, tokens, record.rules_of(found["rules"], PerplexityRules))


@dataclass(frozen=True, repr=False)
class DistributionPerplexity(DistributionScore):
    """The perplexity of a distribution, with its working. Make one with `distribution_perplexity`.

    Every outcome surprises as often as it comes: PP = e^H, where H = -sum of p log p (SLP3, section 3.7).

    >>> from mtexplain import distribution_perplexity
    >>> trace = distribution_perplexity(["1/2", "1/4", "1/4"], base=2)
    >>> trace.entropy, trace.exact
    (1.5, '2^(1/2) * 4^(2/4)')
    """

    metric = "distribution_perplexity"
    plan = _OF_DISTRIBUTION
    given: tuple[str, ...]
    outcomes: tuple[str, ...] | None = None
    rules: PerplexityRules = GIVEN

    @cached_property
    def picture(self) -> Picture:
        return views.picture_of_outcomes(self)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Outcomes that never come."""
        return tuple(notes.of_distribution(self))

    @property
    def table(self) -> Table:
        """A row for each outcome: its probability, its surprise, what it adds to the entropy."""
        return views.outcomes(self)

    def working(self) -> dict[str, Any]:
        outcomes = None if self.outcomes is None else list(self.outcomes)
        return {"given": list(self.given), "outcomes": outcomes, **super().working()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The trace that `to_dict` wrote: an equal one."""
        found = record.of_metric(data, cls.metric, ("given", "rules"))
        given = check_sum_is_1(probabilities(found["given"], "given"), "given")
        outcomes = check_outcomes(found.get("outcomes"), "outcomes", len(given))
        return cls(given, outcomes, record.rules_of(found["rules"], PerplexityRules))


@dataclass(frozen=True, repr=False)
class NgramPerplexity(ModelPerplexity, SentenceScore):
    """The perplexity of a candidate under the n-gram model of its references, with its working.

    Make one with `ngram_perplexity`. The references are the text that the model is trained on.

    >>> from mtexplain import ngram_perplexity
    >>> trace = ngram_perplexity("I am Sam", ["I am Sam", "Sam I am"])
    >>> [str(one.ratio) for one in trace.estimates]
    ['1/2', '2/2', '1/2', '1/2']
    """

    plan = _OF_SENTENCE
    rules: NgramRules
    grouped_by = "in training"
    reference_name = "training text"

    @cached_property
    def model(self) -> Model:
        return train(self.references, self.rules)

    @cached_property
    def estimates(self) -> tuple[Estimate, ...]:
        return tuple(map(self.model.estimate, self.model.predicted_ngrams(self.candidate)))

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
        vars(other)["model"] = self.model  # a cached property: it is not trained again
        return other

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """The scores of other candidates, in turn, without their working."""
        mean, power, base = ModelPerplexity.cross_entropy.evaluate, ModelPerplexity.score.evaluate, self.base

        @cache
        def surprise(ngram: NGram) -> Any:
            return ModelPerplexity.surprises.evaluate(p=self.model.estimate(ngram).value, base=base)

        for tokens in candidates:
            with exact.forty_digits():
                known = list(map(surprise, self.model.predicted_ngrams(tokens)))
                yield float(power(base=base, cross_entropy=mean(total=sum(known), t=len(known))))

    @cached_property
    def picture(self) -> Picture:
        return views.picture_under_texts(self)

    def odd(self) -> Iterator[Note]:
        """Unknown words, n-grams never seen, a test on the training text."""
        return notes.of_sentence(self)

    @property
    def empty_candidate(self) -> str:
        return "so only the end is predicted" if self.t else "so nothing is predicted"

    @property
    def empty_reference(self) -> str:
        return "The model reads it as an empty sentence"

    @property
    def table(self) -> Table:
        """The ledger: a row for each token."""
        return views.ledger(self)

    def moments(self) -> tuple[Moment, ...]:
        """Every token's counts, probability and surprise in turn, between the tokens and the score."""
        return tuple(moments.of_sentence(self))

    def working(self) -> dict[str, Any]:
        ledger = [
            {
                "ngram": list(map(str, one.ngram)),
                "count": one.count,
                "history_count": one.history_count,
                "value": None if one.value is None else str(one.value),
                **row,
            }
            for one, row in zip(self.estimates, self.ledger, strict=True)
        ]
        return {**super().working(), "ledger": ledger}


@dataclass(frozen=True, repr=False)
class CorpusNgramPerplexity(ModelPerplexity, RecipeText):
    """The perplexity of several sentences under one n-gram model, with its working.

    Make one with `corpus_ngram_perplexity`. J is the mean over all tokens, so a sentence counts by its length: PP lies
    between those of the sentences, and is not their mean.

    >>> from mtexplain import corpus_ngram_perplexity
    >>> trace = corpus_ngram_perplexity(["a a a", "b"], ["a a a b"], n=1)
    >>> [segment.exact for segment in trace.segments]
    ['(3/4 * 3/4 * 3/4)^(-1/3)', '(1/4)^(-1)']
    """

    plan = _OF_SENTENCES
    segments: tuple[NgramPerplexity, ...]
    rules: NgramRules
    sentence = NgramPerplexity
    shared = ("references", "reference_texts", "rules")

    @property
    def model(self) -> Model:
        return self.segments[0].model

    @cached_property
    def estimates(self) -> tuple[Estimate, ...]:
        return tuple(one for segment in self.segments for one in segment.estimates)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The share of each sentence, its number of tokens times its J over T: pairs that add up to log PP."""
        if not self.t:
            return (Term("nothing is predicted", inf),)
        shares = (float(one.in_nats(Decimal(one.total))) / self.t for one in self.segments)
        return tuple(Term(f"T_{place} J_{place} / T", share) for place, share in enumerate(shares, 1))

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd about each sentence, and about the training text."""
        return tuple(notes.of_sentences(self.segments))

    @property
    def text_table(self) -> Table:
        return views.sentences(self)

    @property
    def table(self) -> Table:
        """A row for each token of each sentence."""
        return views.ledgers(self.segments)

    @classmethod
    def from_facts(cls, facts: Sequence[Mapping[str, Any]]) -> Self:
        """The text of these sentences, which have the same references: the model is trained once."""
        text = super().from_facts(facts)
        for segment in text.segments[1:]:
            vars(segment)["model"] = text.model
        return text
