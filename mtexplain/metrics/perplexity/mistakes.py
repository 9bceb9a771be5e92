"""Perplexity, computed wrongly: each mistake is perplexity with one other method. The words stand in mistakes.toml."""

from functools import cached_property
from math import inf

from mtexplain.by_hand.misconception import Smallest
from mtexplain.by_hand.mistakes import cut_off, read_changes
from mtexplain.by_hand.subject import Subject
from mtexplain.metrics.perplexity.given import DistributionPerplexity, distribution_perplexity, perplexity
from mtexplain.metrics.perplexity.model import END, Model, train
from mtexplain.metrics.perplexity.ngram import ByModel, TextByModel
from mtexplain.metrics.perplexity.score import AnyPerplexity, TextPerplexity
from mtexplain.metrics.perplexity.trace import corpus_ngram_perplexity, ngram_perplexity
from mtexplain.tracing.number import exp, log, log2, log10, max, number, or_zero, share, sum_of, sum_over
from mtexplain.tracing.steps import Quantity


class FromProduct(TextPerplexity):
    """Who has worked out the product goes on from it, unless the surprises are their own, too."""

    def total(self) -> float:
        if any(self.surprise(t) != -self.log(or_zero(self.p(t))) for t in self.each_t):
            return super().total
        return -self.log(max(self.product, 0))


_ANSWERS: dict[str, Quantity[...]] = {
    "t": AnyPerplexity.t, "product": TextPerplexity.product, "surprise": AnyPerplexity.surprise,
    "entropy": AnyPerplexity.entropy, "score": AnyPerplexity.score,
}  # fmt: skip
_SHOWN = {"surprise": "ledger"}
PERPLEXITY = Subject(
    "Perplexity", perplexity, perplexity, answers=_ANSWERS, follows={"product": FromProduct}, shown_in=_SHOWN
)
NGRAM = Subject(
    "Perplexity under an n-gram model", ngram_perplexity, corpus_ngram_perplexity,
    goes_on_to=PERPLEXITY, shared=frozenset({*_ANSWERS, "writing"}), sides=("test sentence", "training text"),
    answers={"p": ByModel.p, **_ANSWERS}, follows={"product": FromProduct}, shown_in=_SHOWN,
)  # fmt: skip
"""Once the probabilities are had, the rest is the same: what goes wrong there goes wrong here, too."""
DISTRIBUTION = Subject(
    "Perplexity of a distribution", distribution_perplexity, distribution_perplexity,
    goes_on_to=PERPLEXITY, shared=frozenset({"surprise", "score", "writing"}),
    answers={claim: _ANSWERS[claim] for claim in ("surprise", "entropy", "score")}, shown_in={"surprise": "entropy"},
)  # fmt: skip
SUBJECTS = (PERPLEXITY, NGRAM, DISTRIBUTION)
"""What is computed by hand, with its right functions."""

# The probability of a word.


class JointProbability(ByModel):
    """Divided by all pairs."""

    def probability(self, count: float, history: float) -> float:
        return super().probability(count, self.read)


class WordAlone(ByModel):
    """The history ignored."""

    def p(self, t: int) -> float:
        return self.probability(number(_of_the_word(self, t)), self.read)


class DividedByTheWord(ByModel):
    """Divided by the word, not by its history."""

    def p(self, t: int) -> float:
        return self.probability(self.count(t), number(_of_the_word(self, t)) if self.count(t) else self.history(t))


def _of_the_word(trace: ByModel, t: int) -> int:
    """The number of times a word was read, whatever came before it."""
    return sum(count for ngram, count in trace.model.counts.items() if ngram[-1] == trace.predicted[t - 1][-1])


class SentencesJoined(ByModel):
    """The training text as one long sentence."""

    @cached_property
    def model(self) -> Model:
        return train([tuple(token for text in self.texts_read for token in text)], self.rules)


class TestCountedToo(ByModel):
    """The test counted with the training text."""

    @cached_property
    def model(self) -> Model:
        return train([*self.texts_read, *self.texts_predicted], self.rules)


class AddKAboveAlone(ByModel):
    """k added above but not below."""

    def probability(self, count: float, history: float) -> float:
        return share(count + self.k, history) if self.rules.is_smoothed else share(count, history)


class AddKOnceBelow(ByModel):
    """k added once below."""

    def probability(self, count: float, history: float) -> float:
        return share(count + self.k, history + self.k) if self.rules.is_smoothed else share(count, history)


class VocabularyWithoutK(ByModel):
    """Only |V| below, where k|V| belongs."""

    def probability(self, count: float, history: float) -> float:
        return share(count + self.k, history + self.types) if self.rules.is_smoothed else share(count, history)


class KForTheUnseenAlone(ByModel):
    """Only the unseen smoothed."""

    def probability(self, count: float, history: float) -> float:
        return share(count, history) if count > 0 else super().probability(count, history)


class TokensForTypes(ByModel):
    """Tokens counted for |V|, not types."""

    def probability(self, count: float, history: float) -> float:
        return share(count + self.k, history + self.k * self.read) if self.rules.is_smoothed else share(count, history)


class EndNotInVocabulary(ByModel):
    """No </s> in |V|."""

    def probability(self, count: float, history: float) -> float:
        below = history + self.k * (self.types - 1)
        return share(count + self.k, below) if self.rules.is_smoothed else share(count, history)


class StartInVocabulary(ByModel):
    """One word more in |V|."""

    def probability(self, count: float, history: float) -> float:
        below = history + self.k * (self.types + 1)
        return share(count + self.k, below) if self.rules.is_smoothed else share(count, history)


# How many are predicted; their product.


class OneTooMany(TextPerplexity):
    """One token too many."""

    def t(self) -> float:
        return number(len(self.predicted)) + 1


class OneTooFew(TextPerplexity):
    """One token too few."""

    def t(self) -> float:
        return number(len(self.predicted)) - 1


class ProbabilitiesAdded(FromProduct):
    """The probabilities added up."""

    def product(self) -> float:
        return sum_over("t", self.each_t, lambda t: or_zero(self.p(t)))


# The surprises.


class NoMinus(AnyPerplexity):
    """The minus forgotten."""

    def surprise(self, t: int) -> float:
        return self.log(or_zero(self.p(t)))


class BinaryLogarithm(AnyPerplexity):
    """Bits where nats belong."""

    def surprise(self, t: int) -> float:
        return -log2(or_zero(self.p(t)))


class NaturalLogarithm(AnyPerplexity):
    """Nats where bits belong."""

    def surprise(self, t: int) -> float:
        return -log(or_zero(self.p(t)))


class DecimalLogarithm(AnyPerplexity):
    """The key log of a calculator."""

    def surprise(self, t: int) -> float:
        return -log10(or_zero(self.p(t)))


class ZerosSkipped(AnyPerplexity):
    """Zeros that do not surprise."""

    def surprise(self, t: int) -> float:
        return -self.log(self.p(t)) if or_zero(self.p(t)) > 0 else 0


# Their mean.


class SumNotMean(TextPerplexity):
    """The sum instead of the mean."""

    def entropy(self) -> float:
        return self.total


class SquareRoot(TextPerplexity):
    """The square root, whatever T."""

    def entropy(self) -> float:
        return self.total / 2


class WeightedByP(TextPerplexity):
    """The surprises weighed by p."""

    def entropy(self) -> float:
        possible = [t for t in self.each_t if or_zero(self.p(t)) > 0]
        return sum_over("t", possible, lambda t: self.p(t) * self.surprise(t))


class ImpossibleLeftOut(TextPerplexity):
    """Impossible tokens left out."""

    def entropy(self) -> float:
        possible = [t for t in self.each_t if or_zero(self.p(t)) > 0]
        return sum_over("t", possible, self.surprise) / len(possible) if possible else inf


class EndForgotten(ByModel):
    """The end not predicted."""

    def entropy(self) -> float:
        words = [t for t in self.each_t if self.predicted[t - 1][-1] != END] or self.each_t
        return sum_over("t", words, self.surprise) / len(words) if words else inf


class MeanOfEntropies(TextByModel):
    """The mean over the sentences."""

    def entropy(self) -> float:
        return sum_over("s", self.each_s, self.j_of) / len(self.each_s) if self.each_s else inf


class OneOfEach(DistributionPerplexity):
    """Each outcome once."""

    def entropy(self) -> float:
        return self.total / self.t


# The score.


class OverTheMean(TextPerplexity):
    """One over the mean probability."""

    def score(self) -> float:
        total = sum_over("t", self.each_t, lambda t: or_zero(self.p(t)))
        return self.t / total if total > 0 else inf


class MeanOfInverses(TextPerplexity):
    """The mean of all 1/p."""

    def score(self) -> float:
        possible = self.predicted and all(or_zero(self.p(t)) > 0 for t in self.each_t)
        return sum_over("t", self.each_t, lambda t: 1 / self.p(t)) / self.t if possible else inf


class LossAsPerplexity(AnyPerplexity):
    """The loss mistaken for the perplexity."""

    def score(self) -> float:
        return self.entropy


class UpsideDown(AnyPerplexity):
    """PP upside down."""

    def score(self) -> float:
        return self.power(-self.entropy)


class PowerOfTwo(AnyPerplexity):
    """A power of 2 where another belongs."""

    def score(self) -> float:
        score: float = number(2) ** self.entropy
        return score


class PowerOfE(AnyPerplexity):
    """A power of e where another belongs."""

    def score(self) -> float:
        return exp(self.entropy)


class MeanOfPerplexities(TextByModel):
    """The mean of the sentences' perplexities."""

    def score(self) -> float:
        return sum_of([segment.score for segment in self.segments]) / len(self.segments)


class OutcomesCounted(DistributionPerplexity):
    """The outcomes counted."""

    def score(self) -> float:
        return self.t


_READ = read_changes(__package__, SUBJECTS, {
    "joint-probability": JointProbability, "word-alone": WordAlone, "divided-by-the-word": DividedByTheWord,
    "sentences-joined": SentencesJoined, "test-counted-too": TestCountedToo, "add-k-above-alone": AddKAboveAlone,
    "add-k-once-below": AddKOnceBelow, "vocabulary-without-k": VocabularyWithoutK,
    "k-for-the-unseen-alone": KForTheUnseenAlone, "tokens-for-types": TokensForTypes,
    "end-not-in-vocabulary": EndNotInVocabulary, "start-in-vocabulary": StartInVocabulary,
    "one-token-too-many": OneTooMany, "one-token-too-few": OneTooFew, "probabilities-added": ProbabilitiesAdded,
    "no-minus": NoMinus, "binary-logarithm": BinaryLogarithm, "natural-logarithm": NaturalLogarithm,
    "decimal-logarithm": DecimalLogarithm, "zeros-skipped": ZerosSkipped, "sum-not-mean": SumNotMean,
    "always-the-square-root": SquareRoot, "weighted-by-p": WeightedByP, "impossible-left-out": ImpossibleLeftOut,
    "perplexity-arithmetic-mean": OverTheMean, "mean-of-inverses": MeanOfInverses,
    "loss-as-perplexity": LossAsPerplexity, "perplexity-upside-down": UpsideDown, "power-of-two": PowerOfTwo,
    "power-of-e": PowerOfE, "end-forgotten": EndForgotten, "mean-of-entropies": MeanOfEntropies,
    "mean-of-perplexities": MeanOfPerplexities, "one-of-each": OneOfEach, "outcomes-counted": OutcomesCounted,
})  # fmt: skip
_AT = [reading.name for reading in _READ].index(
    "end-forgotten"
)  # from here on those of a model and of a distribution alone
MISTAKES = (*_READ[:_AT], cut_off(PERPLEXITY, "perplexity-cut", Smallest(("1/3",), ())), *_READ[_AT:])
"""Every misconception, in the order of the computation."""
