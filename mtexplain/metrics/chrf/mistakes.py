"""chrF computed wrongly. Each mistake is chrF with a method replaced; the text about it is in mistakes.toml."""

from collections import Counter

from mtexplain.by_hand.misconception import Smallest
from mtexplain.by_hand.mistakes import cut_off, read_changes
from mtexplain.by_hand.subject import Subject
from mtexplain.counts import NGram
from mtexplain.metrics.chrf.ngrams import Order
from mtexplain.metrics.chrf.score import AnyChrf, Chrf, chrf, corpus_chrf
from mtexplain.tracing.number import sum_over

CHRF = Subject(
    "chrF", chrf, corpus_chrf,
    answers={"p": AnyChrf.p, "r": AnyChrf.r, "precision": AnyChrf.precision, "recall": AnyChrf.recall,
             "score": AnyChrf.score},
    places={"matches": "matched"},
    scale=lambda trace: trace.rules.scale,
)  # fmt: skip
SUBJECTS = (CHRF,)


class FirstReference(Chrf):
    """Only the first reference counts."""

    def chosen(self) -> float:
        return 0


class NoClipping(Chrf):
    """An n-gram that occurs in the reference matches every time."""

    def matches(self, n: Order) -> Counter[NGram]:
        return Counter({g: count for g, count in self.counts[n].items() if g in self.reference_counts[n]})


class MissingAsZero(AnyChrf):
    """An order counts as 0 if a text has no n-gram of this order."""

    def orders(self) -> float:
        return len(self.each_n)


class OrdersPooled(AnyChrf):
    """All orders are pooled in a single fraction."""

    def precision(self) -> float:
        return sum_over("n", self.each_n, self.matched) / sum_over("n", self.each_n, self.total)


class MeansSwapped(AnyChrf):
    """In the denominator, β² multiplies the recall."""

    def f(self, p: float, r: float) -> float:
        return (1 + self.beta**2) * p * r / (p + self.beta**2 * r)


class BetaNotSquared(AnyChrf):
    """β is not squared."""

    def f(self, p: float, r: float) -> float:
        return (1 + self.beta) * p * r / (self.beta * p + r)


class ArithmeticMean(AnyChrf):
    """The score is the mean of precision and recall."""

    def f(self, p: float, r: float) -> float:
        return (p + r) / 2


class MeanOfF(AnyChrf):
    """The score is the mean of F over the orders."""

    def score(self) -> float:
        matched = [n for n in self.each_n if self.matched(n)]
        return sum_over("n", matched, lambda n: self.f(self.p(n), self.r(n))) / self.orders if matched else 0


MISTAKES = (
    *read_changes(__package__, SUBJECTS, {
        "chrf-first-reference": FirstReference, "chrf-no-clipping": NoClipping, "chrf-missing-as-zero": MissingAsZero,
        "chrf-orders-pooled": OrdersPooled, "chrf-means-swapped": MeansSwapped,
        "chrf-beta-not-squared": BetaNotSquared, "chrf-arithmetic-mean": ArithmeticMean, "chrf-mean-of-f": MeanOfF,
    }),
    cut_off(CHRF, "chrf-cut", Smallest("a", ("ab",), {"max_n": 1})),
)  # fmt: skip
"""Every misconception, in the order of the computation."""
