"""Mistakes in computing perplexity, each a class with a method replaced. mistakes.toml has the texts."""

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
    """The total computed from the product, unless the surprises were changed, too."""

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
"""After the probabilities the computation is the same as for PERPLEXITY, so its mistakes happen here, too."""
DISTRIBUTION = Subject(
    "Perplexity of a distribution", distribution_perplexity, distribution_perplexity,
    goes_on_to=PERPLEXITY, shared=frozenset({"surprise", "score", "writing"}),
    answers={claim: _ANSWERS[claim] for claim in ("surprise", "entropy", "score")}, shown_in={"surprise": "entropy"},
)  # fmt: skip
SUBJECTS = (PERPLEXITY, NGRAM, DISTRIBUTION)
"""The subjects of exercises, with their right functions."""

# The probability of a word.


class JointProbability(ByModel):
    """The count divided by the number of all n-grams."""

    def probability(self, count: float, history: float) -> float:
        return super().probability(count, self.read)


class WordAlone(ByModel):
    """The share of the word, whatever its history."""

    def p(self, t: int) -> float:
        return self.probability(number(_of_the_word(self, t)), self.read)


class DividedByTheWord(ByModel):
    """The count divided by the count of the word instead of its history."""

    def p(self, t: int) -> float:
        return self.probability(self.count(t), number(_of_the_word(self, t)) if self.count(t) else self.history(t))


def _of_the_word(trace: ByModel, t: int) -> int:
    """Return the number of times that a word was read, whatever came before it."""
    return sum(count for ngram, count in trace.model.counts.items() if ngram[-1] == trace.predicted[t - 1][-1])


class SentencesJoined(ByModel):
    """The training text joined into a single sentence."""

    @cached_property
    def model(self) -> Model:
        return train([tuple(token for text in self.texts_read for token in text)], self.rules)


class TestCountedToo(ByModel):
    """The test text counted together with the training text."""

    @cached_property
    def model(self) -> Model:
        return train([*self.texts_read, *self.texts_predicted], self.rules)


class AddKAboveAlone(ByModel):
    """k added to the numerator but not to the denominator."""

    def probability(self, count: float, history: float) -> float:
        return share(count + self.k, history) if self.rules.is_smoothed else share(count, history)


class AddKOnceBelow(ByModel):
    """k added only once to the denominator."""

    def probability(self, count: float, history: float) -> float:
        return share(count + self.k, history + self.k) if self.rules.is_smoothed else share(count, history)


class VocabularyWithoutK(ByModel):
    """|V| added to the denominator instead of k|V|."""

    def probability(self, count: float, history: float) -> float:
        return share(count + self.k, history + self.types) if self.rules.is_smoothed else share(count, history)


class KForTheUnseenAlone(ByModel):
    """Smoothing only for unseen n-grams."""

    def probability(self, count: float, history: float) -> float:
        return share(count, history) if count > 0 else super().probability(count, history)


class TokensForTypes(ByModel):
    """The number of tokens instead of types for |V|."""

    def probability(self, count: float, history: float) -> float:
        return share(count + self.k, history + self.k * self.read) if self.rules.is_smoothed else share(count, history)


class EndNotInVocabulary(ByModel):
    """A |V| without </s>."""

    def probability(self, count: float, history: float) -> float:
        below = history + self.k * (self.types - 1)
        return share(count + self.k, below) if self.rules.is_smoothed else share(count, history)


class StartInVocabulary(ByModel):
    """A |V| with an extra word."""

    def probability(self, count: float, history: float) -> float:
        below = history + self.k * (self.types + 1)
        return share(count + self.k, below) if self.rules.is_smoothed else share(count, history)


# The number of predictions, and their product.


class OneTooMany(TextPerplexity):
    """A T that is too large by 1."""

    def t(self) -> float:
        return number(len(self.predicted)) + 1


class OneTooFew(TextPerplexity):
    """A T that is too small by 1."""

    def t(self) -> float:
        return number(len(self.predicted)) - 1


class ProbabilitiesAdded(FromProduct):
    """The sum of the probabilities instead of their product."""

    def product(self) -> float:
        return sum_over("t", self.each_t, lambda t: or_zero(self.p(t)))


# The surprises.


class NoMinus(AnyPerplexity):
    """Surprises without the minus."""

    def surprise(self, t: int) -> float:
        return self.log(or_zero(self.p(t)))


class BinaryLogarithm(AnyPerplexity):
    """Surprises in bits instead of nats."""

    def surprise(self, t: int) -> float:
        return -log2(or_zero(self.p(t)))


class NaturalLogarithm(AnyPerplexity):
    """Surprises in nats instead of bits."""

    def surprise(self, t: int) -> float:
        return -log(or_zero(self.p(t)))


class DecimalLogarithm(AnyPerplexity):
    """Surprises with logarithms to base 10."""

    def surprise(self, t: int) -> float:
        return -log10(or_zero(self.p(t)))


class ZerosSkipped(AnyPerplexity):
    """A surprise of 0 if p is 0."""

    def surprise(self, t: int) -> float:
        return -self.log(self.p(t)) if or_zero(self.p(t)) > 0 else 0


# Their mean.


class SumNotMean(TextPerplexity):
    """The sum instead of the mean."""

    def entropy(self) -> float:
        return self.total


class SquareRoot(TextPerplexity):
    """The square root, whatever T is."""

    def entropy(self) -> float:
        return self.total / 2


class WeightedByP(TextPerplexity):
    """The surprises weighted by p."""

    def entropy(self) -> float:
        possible = [t for t in self.each_t if or_zero(self.p(t)) > 0]
        return sum_over("t", possible, lambda t: self.p(t) * self.surprise(t))


class ImpossibleLeftOut(TextPerplexity):
    """The mean without impossible tokens."""

    def entropy(self) -> float:
        possible = [t for t in self.each_t if or_zero(self.p(t)) > 0]
        return sum_over("t", possible, self.surprise) / len(possible) if possible else inf


class EndForgotten(ByModel):
    """The mean without the end of the sentence."""

    def entropy(self) -> float:
        words = [t for t in self.each_t if self.predicted[t - 1][-1] != END] or self.each_t
        return sum_over("t", words, self.surprise) / len(words) if words else inf


class MeanOfEntropies(TextByModel):
    """The mean of the sentences' mean surprises."""

    def entropy(self) -> float:
        return sum_over("s", self.each_s, self.j_of) / len(self.each_s) if self.each_s else inf


class OneOfEach(DistributionPerplexity):
    """Each outcome with the same weight."""

    def entropy(self) -> float:
        return self.total / self.t


# The score.


class OverTheMean(TextPerplexity):
    """The reciprocal of the mean probability."""

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
    """The reciprocal of PP."""

    def score(self) -> float:
        return self.power(-self.entropy)


class PowerOfTwo(AnyPerplexity):
    """A power of 2 instead of another base."""

    def score(self) -> float:
        score: float = number(2) ** self.entropy
        return score


class PowerOfE(AnyPerplexity):
    """A power of e instead of another base."""

    def score(self) -> float:
        return exp(self.entropy)


class MeanOfPerplexities(TextByModel):
    """The mean of the sentences' perplexities."""

    def score(self) -> float:
        return sum_of([segment.score for segment in self.segments]) / len(self.segments)


class OutcomesCounted(DistributionPerplexity):
    """The number of outcomes."""

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
)  # from here on, mistakes that only a model or a distribution has
MISTAKES = (*_READ[:_AT], cut_off(PERPLEXITY, "perplexity-cut", Smallest(("1/3",), ())), *_READ[_AT:])
"""Every misconception, in the order of the computation."""
