"""BLEU: how much of a translation appears in its references.

Papineni, Roukos, Ward and Zhu 2002, "BLEU: a Method for Automatic Evaluation of Machine Translation", ACL, P02-1040.

    BLEU = BP · (p_1 · p_2 · p_3 · p_4)^(1/4)

Each number is a method: its docstring says what it is or why it is taken, its body is the paper's formula. A `step` is
shown with its equation, a `quantity` is a number inside others, a `row` a number of each different n-gram g. A number
without an index is read like an attribute: `self.bp`, but `self.p(2)`. It remembers how it was made, so min, max, exp
and log come from number.py; the value of 0/0 is None.

A sentence and a text of several segments have the same formulas, in `AnyBleu`. They differ in how they count: see
`SentenceBleu` and `TextBleu`. By default the rules are the paper's: N = 4, no smoothing, the closest reference length.
Where a tool does otherwise, `self.rules` say so; `self.changes` are mistakes that are made on purpose (mistakes.py).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from mtexplain.counts import CountsByOrder, NGram, having_most
from mtexplain.display.parts import Cell, Column, Marked, Rows, Table, Words
from mtexplain.metrics.bleu.lengths import clipped_sum, match_length
from mtexplain.metrics.bleu.smoothing import METHODS, coco_penalty
from mtexplain.metrics.shared.orders import one_name
from mtexplain.metrics.shared.scores import Pooled, TracedScore, TracedSentence, TracedText
from mtexplain.rules import BleuRules
from mtexplain.tracing.number import counted_as, exp, log, max, min, number, plain, product_of, share, sum_over
from mtexplain.tracing.steps import quantity, row, step


class AnyBleu(TracedScore):
    """The formulas of BLEU."""

    metric = "bleu"
    rules: BleuRules

    @property
    def each_n(self) -> range:
        """The orders: words, pairs, triples, ..."""
        return range(1, self.rules.max_n + 1)

    @step("c", name="tokens")
    def c(self) -> float:
        """BLEU compares whole tokens: a token matches one in a reference only if the two are identical."""
        raise NotImplementedError

    @quantity()
    def matches(self, n: int) -> float:
        """The sum of the clipped counts of the candidate's n-grams."""
        raise NotImplementedError

    @quantity()
    def total(self, n: int) -> float:
        """The number of n-grams of the candidate, each as often as it occurs."""
        raise NotImplementedError

    @step("p_{n}")
    def p(self, n: int) -> float:
        """The share of the candidate's n-grams that match. It is 0/0 if the candidate is shorter than n."""
        return share(self.matches(n), self.total(n))

    @p.table
    def order_table(self, n: int) -> Table:
        """The counts of one order."""
        raise NotImplementedError

    @quantity("p′_{n}")
    def smoothed(self, n: int) -> float:
        """By the paper's rules, p_n itself. Some tools smooth it: smoothing.py."""
        if not (self.may_change_precisions or self.changes):
            return self.p(n)
        smoothed = self.counted(n) if self.is_zero else METHODS[self.rules.smoothing].smooth(self, n)
        if plain(smoothed) is None and self.rules.missing == "one" and not self.is_zero:
            return 1
        return self.p(n) if plain(smoothed) == plain(self.p(n)) else smoothed

    def factor(self, n: int) -> float:
        """The factor of an order in the product. An order without n-grams, 0/0, counts as 0."""
        return self.smoothed(n) if self.is_defined(n) else counted_as(self.smoothed(n), 0)

    @quantity("r", says="the reference length closest to c, or as the rules choose")
    def r(self) -> float:
        """The length of the reference that is closest to the candidate's; if two are equally close, the shorter."""
        raise NotImplementedError

    @step("BP", name="brevity")
    def bp(self) -> float:
        """Precision alone would reward saying little, so a text shorter than the best match length r is punished."""
        if self.is_void:
            return 0
        if self.rules.smoothing == "coco":
            return coco_penalty(self)
        return exp(min(0, 1 - self.r / self.c)) if self.c > 0 else 0  # where c > r, the exponent is 0, and BP is 1

    @quantity()
    def mean(self) -> float:
        """The geometric mean of the precisions; with equal weights, a root of their product."""
        weights = {self.weight(n) for n in self.factored}
        if len(weights) == 1:
            return product_of(map(self.factor, self.factored)) ** weights.pop()
        return product_of(self.factor(n) ** self.weight(n) for n in self.factored)

    @quantity()
    def uncut(self) -> float:
        """BP times the mean. Some ways of smoothing take it above 1, and the score stops there."""
        return self.bp * self.mean if not self.gives_up else 0

    @step("BLEU", is_decimal=True)
    def score(self) -> float:
        """The precisions are multiplied, not added: a weak one pulls the score down, and one zero makes it zero."""
        is_allowed = plain(self.uncut) is None or self.uncut <= 1 or self.changes  # a mistake may go beyond 1
        return self.uncut if is_allowed else min(1, self.uncut)

    def summands(self) -> Iterable[float]:
        """The numbers that add up to the logarithm of BLEU."""
        yield log(self.bp)
        for n in self.factored:
            term = log(self.factor(n))
            yield term if self.weight(n) == 1 else number(self.weight(n)) * term

    # What smoothings look at, and which orders take part.

    @quantity("m_{n}")
    def m(self, n: int) -> float:
        """The number of matches, as a plain count."""
        return int(self.matches(n))

    @quantity("l_{n}")
    def of(self, n: int) -> float:
        """The number of n-grams, as a plain count; under some rules at least 1."""
        return max(1, int(self.total(n))) if self.rules.totals == "at least 1" else int(self.total(n))

    @quantity()
    def counted(self, n: int) -> float:
        """The precision as the rules count it."""
        return self.p(n) if self.of(n) == self.total(n) else share(self.m(n), self.of(n))

    @cached_property
    def last(self) -> "AnyBleu":
        """The last segment, or the segment itself."""
        return self

    def is_defined(self, n: int) -> bool:
        """False if what is multiplied is 0/0."""
        return plain(self.smoothed(n)) is not None

    @cached_property
    def factored(self) -> list[int]:
        """The orders that are multiplied: all whose weight is above 0. Some rules leave out orders without n-grams."""
        weighted = [n for n in self.each_n if self.rules.weight(n)]
        defined = [n for n in weighted if self.is_defined(n)]
        return defined if defined and self.rules.missing == "left out" and not self.is_zero else weighted

    @quantity("w_{n}")
    def w(self, n: int) -> float:
        """The weight of an order: 1/N, or as the rules say."""
        return number(self.weight(n) if n in self.factored else 0)

    def weight(self, n: int) -> Fraction:
        """The weight of an order that is multiplied; together they are 1."""
        return self.rules.weight(n) / self.weight_sum

    @cached_property
    def weight_sum(self) -> Fraction:
        """What the rules give to the orders that are multiplied, together."""
        return sum(map(self.rules.weight, self.factored), Fraction())

    @cached_property
    def is_zero(self) -> bool:
        """True if the rules make the score 0 before they smooth anything."""
        if self.rules.zero_when == "no word matches":
            return self.matches(1) == 0
        return self.rules.zero_when == "an order does not match" and any(self.matches(n) == 0 for n in self.each_n)

    @property
    def is_void(self) -> bool:
        """True if the rules set BP to 0, because r is 0."""
        return self.rules.zero_when == "r is 0" and self.r == 0

    @property
    def may_change_precisions(self) -> bool:
        """True if the rules may multiply numbers other than those that were counted."""
        return (self.rules.smoothing, self.rules.totals, self.rules.missing) != ("none", "as counted", "zero")

    @property
    def gives_up(self) -> bool:
        """True if the rules make the score 0 without multiplying."""
        return self.is_zero or self.is_void


@dataclass(frozen=True, repr=False)
class SentenceBleu(AnyBleu, TracedSentence):
    """The BLEU of one segment.

    >>> from mtexplain import bleu
    >>> trace = bleu("the the cat on the mat", ["there is a cat on the mat"])
    >>> trace.p(1), trace.clipped(("the",))
    (p_1 = (sum_g Count_clip(g)) / (sum_g Count(g)) = (1 + 1 + 1 + 1) / (3 + 1 + 1 + 1) = 4/6, 1)
    >>> again = bleu("the the the", ["the cat"])
    >>> print(again.p(1), again.p(2), again.p(4), again.bp, again.score)
    1/3 0/2 0/0 1 0.0
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
        """How often the candidate has an n-gram."""
        return self.counts[len(g)][g]

    def in_references(self, g: NGram) -> tuple[int, ...]:
        """How often each reference has it."""
        return tuple([counts[len(g)].get(g, 0) for counts in self.reference_counts])

    @row("Count_clip(g)")
    def clipped(self, g: NGram) -> float:
        """An n-gram counts at most as often as it occurs in any single reference."""
        return min(self.count(g), self.most(g))

    @row("maximum(g)")
    def most(self, g: NGram) -> float:
        """The highest count of an n-gram in any single reference."""
        return max(*self.in_references(g), 0)

    def matches(self, n: int) -> float:
        return sum_over("g", self.counts[n], self.clipped, None if self.changes else lambda: self.quick_matches(n))

    def total(self, n: int) -> float:
        return sum_over("g", self.counts[n], self.count, None if self.changes else self.counts[n].total)

    def quick_matches(self, n: int) -> int:
        """The same sum as `matches`, without a row for each n-gram."""
        return clipped_sum(self.counts[n], [counts[n] for counts in self.reference_counts])

    def order_table(self, n: int) -> Table:
        """Each n-gram: its count, its counts in the references, the largest, the clipped count, who gives credit."""

        def cells(g: NGram) -> tuple[Cell, ...]:
            found, clipped = self.in_references(g), int(self.clipped(g))
            givers = ", ".join(str(i + 1) for i in having_most(found)) or "–"
            shown = Marked(clipped) if 0 < clipped < self.count(g) else clipped
            return Words(g), int(self.count(g)), *found, int(self.most(g)), shown, givers

        columns = (
            Column("ngram", one_name(n)),
            Column("count", "count"),
            *(Column(f"reference_{i}", f"in reference {i}") for i, _ in enumerate(self.references, 1)),
            Column("max_reference_count", "maximum"),
            Column("clipped", "clipped count"),
            Column("credit_from", "credit from"),
        )
        sums = int(self.total(n)), *[None] * (len(self.references) + 1), int(self.matches(n)), None
        return Table("", columns, Rows(list(self.counts[n]), cells), total=("sum", *sums))

    @property
    def c(self) -> float:
        return len(self.candidate)

    @property
    def r(self) -> float:
        lengths = list(map(len, self.references))
        return number(match_length(len(self.candidate), lengths, self.rules.reference_length))


@dataclass(frozen=True, repr=False)
class TextBleu(AnyBleu, TracedText):
    """The BLEU of a text: counts and lengths are added up over its segments first; only then is anything divided.

    >>> from mtexplain import corpus_bleu
    >>> corpus_bleu(["a b c d", "x y"], [["a b c d"], ["x y z"]]).exact
    'e^(1 - 7/6) * (6/6 * 4/4 * 2/2 * 1/1)^(1/4)'
    """

    segments: tuple[Any, ...]
    rules: BleuRules
    sentence = SentenceBleu

    matches, total, c, r = Pooled(AnyBleu.matches), Pooled(AnyBleu.total), Pooled(AnyBleu.c), Pooled(AnyBleu.r)

    def of(self, n: int) -> float:
        if self.rules.totals == "as counted":
            return int(self.total(n))
        return int(sum(segment.of(n) for segment in self.segments))

    @cached_property
    def last(self) -> AnyBleu:
        found: AnyBleu = self.segments[-1]
        return found

    def order_table(self, n: int) -> Table:
        """What each segment adds to the matches and the total of an order."""
        columns = tuple(map(Column, ("segment", "matches", "total", "p"), ("segment", "matches", "total", "alone")))
        rows = [(i, int(one.matches(n)), int(one.total(n)), str(one.p(n))) for i, one in enumerate(self.segments, 1)]
        total = "pooled", int(self.matches(n)), int(self.total(n)), str(self.p(n))
        return Table("", columns, rows, total=total)
