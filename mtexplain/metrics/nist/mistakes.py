"""Mistakes in computing NIST, each a subclass that changes one method. Their texts are in mistakes.toml."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

from mtexplain.by_hand.misconception import Smallest
from mtexplain.by_hand.mistakes import cut_off, read_changes
from mtexplain.by_hand.subject import Subject
from mtexplain.counts import NGram
from mtexplain.metrics.nist.score import AnyNist, CorpusReferences
from mtexplain.metrics.nist.trace import CorpusNist, Nist, corpus_nist, nist
from mtexplain.tracing.number import exp, log, log2, log10, min, number, product_of, sum_of, sum_over

NIST_SUBJECT = Subject("NIST", nist, corpus_nist, answers={
    "gain": AnyNist.gain, "total": AnyNist.total, "s": AnyNist.s, "l_sys": AnyNist.candidate_length,
    "l_ref": AnyNist.reference_length, "bp": AnyNist.bp, "score": AnyNist.score,
}, places={"matches": "match"})  # fmt: skip
SUBJECTS = (NIST_SUBJECT,)
"""The metrics that can be computed by hand, with their correct functions."""


class NaturalLogarithm(Nist):
    """Nats instead of bits."""

    def information(self, g: NGram) -> float:
        return log(self.beginning(g) / self.times(g))


class DecimalLogarithm(Nist):
    """The log key of a calculator."""

    def information(self, g: NGram) -> float:
        return log10(self.beginning(g) / self.times(g))


class UpsideDown(Nist):
    """Information upside down."""

    def information(self, g: NGram) -> float:
        return log2(self.times(g) / self.beginning(g))


class NoLogarithm(Nist):
    """No logarithm."""

    def information(self, g: NGram) -> float:
        return self.beginning(g) / self.times(g)


class NoInformation(Nist):
    """Every match is worth 1."""

    def information(self, g: NGram) -> float:
        return 1


class AllWordsOnTop(Nist):
    """On top, the number of all words, for every n-gram."""

    def information(self, g: NGram) -> float:
        return log2(self.words / self.times(g))


class EndOnTop(Nist):
    """On top, the count of the n-gram without its first word; for a single word, the number of all words."""

    def beginning(self, g: NGram) -> float:
        return self.corpus.times(g[1:])


class OfTheSegment(Nist):
    """In each segment, the information is computed from its own references alone."""

    @cached_property
    def corpus(self) -> CorpusReferences:
        return CorpusReferences(self.references)


class NoClipping(Nist):
    """An n-gram that occurs in a reference matches each time it occurs in the candidate."""

    @cached_property
    def matches(self) -> Mapping[int, Counter[NGram]]:
        every = self.counts.items()
        return {n: Counter({g: times for g, times in ours.items() if self.allowed[n][g]}) for n, ours in every}


class OfReferences(Nist):
    """Divided by the n-grams of the references."""

    def total(self, n: int) -> float:
        return sum(counts.total() for counts in self.reference_counts[n])


class MatchedTotal(AnyNist):
    """Divided by the n-grams that match."""

    def total(self, n: int) -> float:
        return self.matched(n)


class Closest(Nist):
    """The closest reference length, as in BLEU, and the shorter one in a tie."""

    def reference_length(self) -> float:
        here = len(self.candidate)
        return sorted(map(len, self.references), key=lambda length: (abs(length - here), length))[0]


class NoPenalty(AnyNist):
    """No brevity penalty."""

    def penalty(self) -> float:
        return 1


class PenaltyOfBleu(AnyNist):
    """The brevity penalty of BLEU."""

    def penalty(self) -> float:
        return exp(min(0, 1 - self.reference_length / self.candidate_length))


class NotSquared(AnyNist):
    """The logarithm is not squared."""

    def penalty(self) -> float:
        return exp(self.beta * log(min(self.candidate_length / self.reference_length, 1)))


class BetaPositive(AnyNist):
    """The minus sign of β is forgotten."""

    def penalty(self) -> float:
        return exp(-self.beta * log(min(self.candidate_length / self.reference_length, 1)) ** 2)


class GeometricMean(AnyNist):
    """The geometric mean, as in BLEU."""

    def score(self) -> float:
        gained = [self.s(n) if self.total(n) > 0 else number(0) for n in self.each_n]
        return self.bp * product_of(gained) ** Fraction(1, len(self.each_n))


class MeanOfOrders(AnyNist):
    """The mean of the orders."""

    def score(self) -> float:
        counted = [n for n in self.each_n if self.total(n) > 0]
        return self.bp * (sum_over("n", counted, self.s) / len(self.each_n))


class MeanOfScores(CorpusNist):
    """The mean of the segments' own scores."""

    def score(self) -> float:
        return sum_of(segment.score for segment in self.segments) / len(self.segments)


MISTAKES = (
    *read_changes(__package__, SUBJECTS, {
        "nist-natural-logarithm": NaturalLogarithm, "nist-decimal-logarithm": DecimalLogarithm,
        "nist-information-upside-down": UpsideDown, "nist-no-logarithm": NoLogarithm,
        "nist-no-information": NoInformation, "nist-all-words-on-top": AllWordsOnTop, "nist-end-on-top": EndOnTop,
        "nist-information-of-the-segment": OfTheSegment, "nist-no-clipping": NoClipping,
        "nist-reference-total": OfReferences, "nist-matched-total": MatchedTotal, "nist-closest-length": Closest,
        "nist-no-penalty": NoPenalty, "nist-bleu-penalty": PenaltyOfBleu, "nist-log-not-squared": NotSquared,
        "nist-beta-positive": BetaPositive, "nist-geometric-mean": GeometricMean, "nist-mean-of-orders": MeanOfOrders,
        "nist-mean-of-scores": MeanOfScores,
    }),
    cut_off(NIST_SUBJECT, "nist-cut", Smallest("a", ("a b b",), {"max_n": 1})),
)  # fmt: skip
"""Every misconception, in the order of the computation."""
