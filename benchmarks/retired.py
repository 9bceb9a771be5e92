"""Mistakes that the library no longer names. People in misconceptions.py still make them, which lowers the figures."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property, reduce
from operator import add

from mtexplain.by_hand.misconception import Misconception, Smallest
from mtexplain.counts import NGram
from mtexplain.metrics.nist.mistakes import NIST_SUBJECT
from mtexplain.metrics.nist.score import AnyNist
from mtexplain.metrics.nist.trace import Nist
from mtexplain.tracing.number import exp, log, min, sum_over


class EachOnce(Nist):
    """Each different n-gram once."""

    @cached_property
    def matches(self) -> Mapping[int, Counter[NGram]]:
        return {n: Counter(self.counts[n].keys() & self.allowed[n].keys()) for n in self.each_n}


class Together(Nist):
    """Clipped by all references together."""

    @cached_property
    def allowed(self) -> Mapping[int, Counter[NGram]]:
        return {n: reduce(add, self.reference_counts[n]) for n in self.each_n}


class WordsBelow(AnyNist):
    """Divided by the words, whatever the order."""

    def total(self, n: int) -> float:
        return self.candidate_length


class NotDivided(AnyNist):
    """Not divided at all."""

    def total(self, n: int) -> float:
        return 1


class SummedLengths(Nist):
    """The lengths of all references added up."""

    def reference_length(self) -> float:
        return sum_over("i", self.each_i, self.length)


class NoCap(AnyNist):
    """Long texts are penalised, too."""

    def penalty(self) -> float:
        return exp(self.beta * log(self.candidate_length / self.reference_length) ** 2)


class PenaltyUpsideDown(AnyNist):
    """The lengths upside down."""

    def penalty(self) -> float:
        return exp(self.beta * log(min(self.reference_length / self.candidate_length, 1)) ** 2)


class OrdersPooled(AnyNist):
    """All orders in one fraction."""

    def score(self) -> float:
        total = sum_over("n", self.each_n, self.total)
        return self.bp * (sum_over("n", self.each_n, self.gain) / total) if total > 0 else 0


_NIST = {
    "nist-each-once": ("matches", EachOnce), "nist-references-together": ("matches", Together),
    "nist-words-below": ("total", WordsBelow), "nist-not-divided": ("total", NotDivided),
    "nist-summed-lengths": ("l_ref", SummedLengths), "nist-no-cap": ("bp", NoCap),
    "nist-penalty-upside-down": ("bp", PenaltyUpsideDown), "nist-orders-pooled": ("score", OrdersPooled),
}  # fmt: skip
RETIRED = tuple(
    Misconception(
        NIST_SUBJECT, name, place, (change.__doc__ or "").rstrip("."), "", "", Smallest("a", ("a",), {}), change
    )
    for name, (place, change) in _NIST.items()
)
