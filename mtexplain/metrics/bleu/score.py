"""The formulas of BLEU, a measure of how much of a translation appears in its references.

Papineni, Roukos, Ward and Zhu 2002, "BLEU: a Method for Automatic Evaluation of Machine Translation", ACL, P02-1040.

    Count_clip(g) = min(Count(g), the highest count of g in any single reference)      for each n-gram g
    p_n  = Σ_g Count_clip(g) / Σ_g Count(g)                                            for n = 1 to N, by default 4
    BP   = e^min(0, 1 - r/c)                                                           c, r: the two lengths
    BLEU = BP · (p_1 · … · p_N)^(1/N)

Each number is a method. Its docstring says what the number is or why BLEU has it, and its body is the formula. A `step`
is shown with its equation, a `quantity` is part of other numbers, and a `row` is a number for each distinct n-gram g. A
number without an index is read like an attribute, so you write `self.bp` but `self.p(2)`. A number remembers how it was
made, which is why min, max, exp and log come from number.py; 0/0 has no value.

A sentence and a text of several segments have the same formulas, in `AnyBleu`. They differ in how they count (see
`SentenceBleu` and `TextBleu`). The traces that `bleu` and `corpus_bleu` return add the rules of tools (by_rules.py) and
a faster way to compute the sums (trace.py). By the rules of the paper these additions change no number, as tests check.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from mtexplain.counts import CountsByOrder, NGram, having_most
from mtexplain.display.parts import Cell, Column, Marked, Rows, Table, Words
from mtexplain.metrics.shared.orders import one_name
from mtexplain.metrics.shared.scores import Pooled, TracedScore, TracedSentence, TracedText
from mtexplain.rules import BleuRules
from mtexplain.tracing.number import exp, geometric_mean, log, max, min, number, or_zero, share, sum_over
from mtexplain.tracing.steps import quantity, row, step


class AnyBleu(TracedScore):
    """The formulas of BLEU."""

    metric = "bleu"
    rules: BleuRules

    @property
    def each_n(self) -> range:
        """The orders 1 to N, for words, pairs, triples and so on."""
        return range(1, self.rules.max_n + 1)

    @step("c", name="tokens")
    def c(self) -> float:
        """BLEU compares whole tokens. A token matches a token of a reference only if the two are identical."""
        raise NotImplementedError

    @quantity()
    def matches(self, n: int) -> float:
        """The sum of the clipped counts of the candidate's n-grams."""
        raise NotImplementedError

    @quantity()
    def total(self, n: int) -> float:
        """The number of n-grams of the candidate, including repetitions."""
        raise NotImplementedError

    @step("p_{n}")
    def p(self, n: int) -> float:
        """The share of the candidate's n-grams that match. It is 0/0 if the candidate is shorter than n."""
        return share(self.matches(n), self.total(n))

    @p.table
    def order_table(self, n: int) -> Table:
        """The table of an order's counts."""
        raise NotImplementedError

    @quantity("r", says="the reference length closest to c, unless the rules choose a different one")
    def r(self) -> float:
        """The reference length that is closest to the candidate's length; if two are equally close, the shorter."""
        raise NotImplementedError

    @step("BP", name="brevity")
    def bp(self) -> float:
        """Precision alone would reward saying little, so a text shorter than the best match length r is punished."""
        return exp(min(0, 1 - self.r / self.c)) if self.c > 0 else 0  # where c ≥ r, the exponent is 0, and BP is 1

    @quantity()
    def mean(self) -> float:
        """The geometric mean of the precisions; with equal weights, a root of their product."""
        return geometric_mean(map(self.factor, self.weights), [*self.weights.values()])

    @step("BLEU", is_decimal=True)
    def score(self) -> float:
        """The precisions are multiplied, not added. A low precision pulls the score down, and a single 0 makes it 0."""
        return self.bp * self.mean

    def factor(self, n: int) -> float:
        """The factor p_n of an order in the product. If the candidate has no n-grams, p_n is 0/0 and counts as 0."""
        return or_zero(self.p(n))

    @cached_property
    def factored(self) -> list[int]:
        """The orders that are multiplied, which are all orders with a weight above 0."""
        return [n for n in self.each_n if self.rules.weight(n)]

    @cached_property
    def weights(self) -> dict[int, Fraction]:
        """The weight w_n of each order that is multiplied, 1/N unless the rules differ. The weights sum to 1."""
        if not self.rules.weights:
            return dict.fromkeys(self.factored, Fraction(1, len(self.factored) or 1))
        whole = sum(map(self.rules.weight, self.factored))
        return {n: self.rules.weight(n) / whole for n in self.factored}

    @row("w_n")
    def w(self, n: int) -> float:
        """The weight of an order; 0 if it is not multiplied."""
        return number(self.weights.get(n, 0))

    @quantity("log(BLEU)")
    def logarithm(self) -> float:
        """The logarithm of BLEU, which is log BP plus a weighted sum of the precisions' logarithms."""
        return log(self.bp) + sum_over("n", self.weights, self.weighted_log)

    @quantity()
    def weighted_log(self, n: int) -> float:
        """The summand of an order."""
        return log(self.factor(n)) if self.w(n) == 1 else self.w(n) * log(self.factor(n))

    def summands(self) -> tuple[float, ...]:
        """The numbers that add up to the logarithm."""
        return log(self.bp), *map(self.weighted_log, self.weights)


@dataclass(frozen=True, repr=False)
class SentenceBleu(AnyBleu, TracedSentence):
    """The BLEU of a segment.

    >>> from mtexplain import bleu
    >>> bleu("the the cat on the mat", ["there is a cat on the mat"]).p(1)
    p_1 = (sum_g Count_clip(g)) / (sum_g Count(g)) = (1 + 1 + 1 + 1) / (3 + 1 + 1 + 1) = 4/6
    >>> again = bleu("a b c", ["a b c"])  # shorter than N = 4
    >>> print(again.p(1), again.p(3), again.p(4), again.factor(4), again.bp, again.score)
    3/3 1/1 0/0 0 1 0.0
    """

    rules: BleuRules

    @cached_property
    def counts(self) -> CountsByOrder:
        """The n-grams of the candidate, by order."""
        return CountsByOrder(self.candidate)

    @cached_property
    def reference_counts(self) -> list[CountsByOrder]:
        """The n-grams of each reference, by order."""
        return list(map(CountsByOrder, self.references))

    @row("Count(g)")
    def count(self, g: NGram) -> float:
        """The count of an n-gram in the candidate."""
        return self.counts[len(g)][g]

    def in_references(self, g: NGram) -> tuple[int, ...]:
        """The count of an n-gram in each reference."""
        return tuple([counts[len(g)].get(g, 0) for counts in self.reference_counts])

    @row("Count_clip(g)")
    def clipped(self, g: NGram) -> float:
        """An n-gram counts at most as often as it occurs in the reference that has it most often."""
        return min(self.count(g), self.most(g))

    @row("maximum(g)")
    def most(self, g: NGram) -> float:
        """The highest count of an n-gram in any single reference."""
        return max(*self.in_references(g), 0)

    def matches(self, n: int) -> float:
        return sum_over("g", self.counts[n], self.clipped)

    def total(self, n: int) -> float:
        return sum_over("g", self.counts[n], self.count)

    def order_table(self, n: int) -> Table:
        """A row for each n-gram, with its count, its count in each reference, the maximum and the clipped count."""

        def cells(g: NGram) -> tuple[Cell, ...]:
            in_references, clipped = self.in_references(g), int(self.clipped(g))
            givers = ", ".join(str(i + 1) for i in having_most(in_references)) or "–"
            shown = Marked(clipped) if 0 < clipped < self.count(g) else clipped
            return Words(g), int(self.count(g)), *in_references, int(self.most(g)), shown, givers

        theirs = [Column(f"reference_{i}", f"in reference {i}") for i, _ in enumerate(self.references, 1)]
        most, clipped = Column("max_reference_count", "maximum"), Column("clipped", "clipped count")
        last = most, clipped, Column("credit_from", "credit from")
        columns = Column("ngram", one_name(n)), Column("count", "count"), *theirs, *last
        sums = int(self.total(n)), *[None] * (len(self.references) + 1), int(self.matches(n)), None
        return Table("", columns, Rows(list(self.counts[n]), cells), total=("sum", *sums))

    @property
    def c(self) -> float:
        return len(self.candidate)

    @property
    def r(self) -> float:
        return sorted(map(len, self.references), key=lambda length: (abs(length - len(self.candidate)), length))[0]


@dataclass(frozen=True, repr=False)
class TextBleu(AnyBleu, TracedText):
    """The BLEU of a text, for which counts and lengths are summed over the segments before anything is divided.

    >>> from mtexplain import corpus_bleu
    >>> corpus_bleu(["a b c d", "x y"], [["a b c d"], ["x y z"]]).exact
    'e^(1 - 7/6) * (6/6 * 4/4 * 2/2 * 1/1)^(1/4)'
    """

    segments: tuple[SentenceBleu, ...]
    rules: BleuRules
    sentence = SentenceBleu  # the class of a segment; what is pooled is the sum over the segments
    matches, total, c, r = Pooled(AnyBleu.matches), Pooled(AnyBleu.total), Pooled(AnyBleu.c), Pooled(AnyBleu.r)

    def order_table(self, n: int) -> Table:
        """The matches and the total that each segment adds to an order."""
        columns = tuple(map(Column, ("segment", "matches", "total", "p"), ("segment", "matches", "total", "alone")))
        rows = [
            (i, int(segment.matches(n)), int(segment.total(n)), str(segment.p(n)))
            for i, segment in enumerate(self.segments, 1)
        ]
        total = "pooled", int(self.matches(n)), int(self.total(n)), str(self.p(n))
        return Table("", columns, rows, total=total)
