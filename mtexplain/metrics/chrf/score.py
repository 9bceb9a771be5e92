"""The formulas of chrF, a measure of how many character n-grams two texts share.

Popović 2015, "chrF: character n-gram F-score for automatic MT evaluation", WMT, W15-3049.

    chrF = (1 + β²) · chrP · chrR / (β² · chrP + chrR)

Each step is a method. Its docstring gives the reason for the step, and its body is the paper's formula. A step without
an index is read like an attribute, so you write `self.recall` but `self.r(2)`. A sentence and a text differ only in how
they count.

Where the paper leaves a choice open, this file follows chrF++.py, the program of the paper's author. If there are
several references, the reference with the largest F counts, and an order is left out if a text has no such n-gram.

>>> chrf("ab", ["abc"], max_n=2).score
chrF = ((1 + β^2) * chrP * chrR) / (β^2 * chrP + chrR) = ((1 + 1^2) * 1 * 7/12) / (1^2 * 1 + 7/12) = 0.7368
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from mtexplain.counts import NGram
from mtexplain.display.parts import Cell, Column, Marked, Rows, Table, Words
from mtexplain.display.score import Credit
from mtexplain.metrics.chrf.ngrams import Order, count
from mtexplain.metrics.chrf.rules import PAPER, RULES, BetaSetting, ChrfRules, RulesSetting, in_floats
from mtexplain.metrics.shared import reading
from mtexplain.metrics.shared.scores import Pooled, TracedScore, TracedSentence, TracedText
from mtexplain.rules import LowercaseSetting
from mtexplain.rules.base import resolve
from mtexplain.tracing.number import Label, log, number, share, sum_over
from mtexplain.tracing.steps import quantity, step


class AnyChrf(TracedScore):
    """The formulas of chrF."""

    metric = "chrf"
    rules: ChrfRules

    @property
    def each_n(self) -> tuple[Order, ...]:
        """The orders, which are 1 to N for n-grams of characters and w1, w2, ... for n-grams of words."""
        return *range(1, self.rules.max_n + 1), *(Label(f"w{n}") for n in range(1, self.rules.word_order + 1))

    @step("c", name="texts", says="the characters of the candidate")
    def length(self) -> float:
        """chrF compares characters and leaves out the spaces, so even half a word can match."""
        raise NotImplementedError

    @quantity("m_{n}")
    def reference_total(self, n: Order) -> float:
        """The number of n-grams of the reference."""
        raise NotImplementedError

    @quantity("total_{n}")
    def total(self, n: Order) -> float:
        """The number of n-grams of the candidate; 0 if the reference has none, because the order is then left out."""
        raise NotImplementedError

    @quantity("matched_{n}", says="the n-grams in both texts, each counted as often as in the text where it is rarer")
    def matched(self, n: Order) -> float:
        """The number of n-grams that match."""
        raise NotImplementedError

    @step("R_{n}", name="n_{n}")
    def r(self, n: Order) -> float:
        """An n-gram matches as often as it occurs in the text where it is rarer."""
        return share(self.matched(n), self.reference_total(n))

    @r.table
    def order_table(self, n: Order) -> Table:
        """The table of an order's counts."""
        raise NotImplementedError

    @step("P_{n}", within=r)
    def p(self, n: Order) -> float:
        """The share of the candidate's n-grams that match."""
        return share(self.matched(n), self.total(n))

    @property
    def counted(self) -> list[Order]:
        """The orders of which both texts have n-grams."""
        return [n for n in self.each_n if self.total(n) > 0]

    @step("chrR", name="means")
    def recall(self) -> float:
        """Every order counts equally, but an order is left out if a text has no n-gram of this order."""
        return sum_over("n", self.counted, self.r) / self.orders

    @step("chrP", within=recall)
    def precision(self) -> float:
        """The mean of the precisions."""
        return sum_over("n", self.counted, self.p) / self.orders

    @quantity("N", says="the number of orders that both texts have")
    def orders(self) -> float:
        """The number of orders that both texts have."""
        return len(self.counted)

    @quantity("β")
    def beta(self) -> float:
        """The importance of recall relative to precision."""
        return number(self.rules.beta)

    @step("chrF", is_decimal=True)
    def score(self) -> float:
        """F lies between precision and recall; recall counts β times as much as precision."""
        return self.f(self.precision, self.recall) if any(map(self.matched, self.each_n)) else 0

    def f(self, p: float, r: float) -> float:
        """The F-score of a precision and a recall."""
        return (1 + self.beta**2) * p * r / (self.beta**2 * p + r)

    def summands(self) -> Iterable[float]:
        """The numbers that add up to the logarithm of chrF."""
        p, r, beta = self.precision, self.recall, self.beta
        return log(p), log(r), -log((beta**2 * p + r) / (1 + beta**2))

    @property
    def reported(self) -> float:
        """The score as the tool computes it, with its rounding, on the scale of the rules."""
        if not self.score:
            return 0.0
        p, r = ([float(share(n)) for n in self.counted] for share in (self.p, self.r))
        return self.rules.scale * in_floats(p, r, float(self.rules.beta))

    @property
    def printed(self) -> str:
        """The score as the tool prints it, which for sacreBLEU means two decimals."""
        return f"{self.reported:.2f}" if self.rules.is_sacrebleu else f"{float(self.score)!r}"


@dataclass(frozen=True, repr=False)
class Chrf(AnyChrf, TracedSentence):
    """The chrF of a candidate, with its working, as `chrf` returns it."""

    rules: ChrfRules
    text_length = "characters", lambda words: sum(map(len, words))

    @cached_property
    def counts(self) -> dict[Order, Counter[NGram]]:
        """The n-grams of the candidate, by order."""
        return {n: count(self.candidate, n) for n in self.each_n}

    @cached_property
    def reference_counts(self) -> dict[Order, Counter[NGram]]:
        """The n-grams of the reference that counts, by order."""
        return {n: count(self.references[int(self.chosen)], n) for n in self.each_n}

    @quantity("best", says="the index, counted from 0, of the first reference with the largest F")
    def chosen(self) -> float:
        """The index of the reference that counts, which is the first reference with the largest F."""
        if len(self.references) == 1:
            return 0
        alone = [replace(self, references=(reference,), reference_texts=None).quick() for reference in self.references]
        is_rounded = self.rules.is_sacrebleu and not self.changes  # rounding may make one of two equal F larger
        scores = [trace.reported if is_rounded else trace.score for trace in alone]
        return scores.index(max(scores))

    def matches(self, n: Order) -> Counter[NGram]:
        """The n-grams in both texts, each counted as often as in the text where it is rarer."""
        return self.counts[n] & self.reference_counts[n]

    @property
    def length(self) -> float:
        return sum(map(len, self.candidate))

    def reference_total(self, n: Order) -> float:
        return self.reference_counts[n].total()

    def total(self, n: Order) -> float:
        return self.counts[n].total() if self.reference_total(n) else 0

    def matched(self, n: Order) -> float:
        return self.matches(n).total()

    def order_table(self, n: Order) -> Table:
        """A row for each n-gram of the candidate, with its counts in both texts and its matches."""
        ours, theirs, matches = self.counts[n], self.reference_counts[n], self.matches(n)

        def row(g: NGram) -> tuple[Cell, ...]:
            return Words(g), ours[g], theirs[g], Marked(matches[g]) if 0 < matches[g] < ours[g] else matches[g]

        columns = (
            Column("ngram", "n-gram"),
            Column("count", "count", "occurs {} in the candidate"),
            Column("in_reference", "in reference", "occurs {} in the reference"),
            Column("matches", "matches", "matches {}"),
        )
        return Table("", columns, Rows(tuple(ours), row), total=("sum", ours.total(), None, matches.total()))

    @property
    def credits(self) -> tuple[Credit, ...]:
        matches = {n: self.matches(n) for n in self.each_n}
        return tuple(
            Credit(n, g, times, in_references[g])
            for n, in_references in matches.items()
            for g, times in self.counts[n].items()
        )


@dataclass(frozen=True, repr=False)
class CorpusChrf(AnyChrf, TracedText):
    """The chrF of a text, for which the counts of all segments, each with its best reference, are added up first."""

    segments: tuple[Chrf, ...]
    rules: ChrfRules
    sentence = Chrf

    length, matched = Pooled(AnyChrf.length), Pooled(AnyChrf.matched)
    total, reference_total = Pooled(AnyChrf.total), Pooled(AnyChrf.reference_total)

    def order_table(self, n: Order) -> Table:
        """The counts of each segment."""
        return self.table_of_sums(n)


def chrf(
    candidate: str, references: list[str], *, rules: RulesSetting = PAPER, max_n: int | None = None,
    word_order: int | None = None, beta: BetaSetting = None, lowercase: LowercaseSetting = None,
) -> Chrf:  # fmt: skip
    """The chrF of a candidate sentence against its references, as a trace, from 0 to 1 (Popović 2015).

    A keyword that is not None overrides the rules. InputError says what is wrong with an input.

    >>> chrf("ab", ["abc"], max_n=2).exact
    '((1 + 1^2) * 1 * 7/12) / (1^2 * 1 + 7/12)'
    """
    chosen, cut = resolve(rules, RULES, max_n=max_n, word_order=word_order, beta=beta, lowercase=lowercase)
    return Chrf(**reading.facts(candidate, references, chosen, cut))


def corpus_chrf(
    candidates: list[str], references: list[list[str]], *, rules: RulesSetting = PAPER, max_n: int | None = None,
    word_order: int | None = None, beta: BetaSetting = None, lowercase: LowercaseSetting = None,
) -> CorpusChrf:  # fmt: skip
    """The chrF of a text, as a trace. `references[i]` is the list of references for `candidates[i]`.

    Keywords and errors are the same as for `chrf`.

    >>> corpus_chrf(["ab", "c"], [["ab"], ["d"]], max_n=1).matched(1)
    matched_1 = sum_s matched_1,s = 2 + 0 = 2
    """
    chosen, cut = resolve(rules, RULES, max_n=max_n, word_order=word_order, beta=beta, lowercase=lowercase)
    return CorpusChrf.from_facts(reading.corpus_facts(candidates, references, "chrf", chosen, cut))
