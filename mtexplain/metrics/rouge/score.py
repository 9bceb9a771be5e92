"""ROUGE, a score for how much of a reference is in a text.

Lin 2004, "ROUGE: A Package for Automatic Evaluation of Summaries", Text Summarization Branches Out, W04-1013.

    R = matches/m                     recall: the share of the m units of the reference, such as words, that match
    P = matches/n                     precision: the share of the n units of the candidate that match
    F = (1 + β²) R P / (R + β² P)     equation 4

β is 1 unless the rules say otherwise. 0/0 is undefined. A recall or precision of 0/0 is shown as 0/0, and counts as 0
in F.

Each kind of match has its own file. ngrams.py counts n-grams, subsequences.py and weighted.py count words in the same
order, and skip_bigrams.py counts pairs of words. This file has what they share. It computes recall, precision and F
with each reference i, then combines several references into a single score, in one of four ways:

    best        the reference with the best F counts (section 2.1); this is the usual way
    pooled      R = Σ_i matches_i / Σ_i m_i and P = Σ_i matches_i / (M n), over all M references (equation 1)
    jackknife   each reference is left out once, the best of the others counts, and the M results are averaged
                (section 2.1); recall, precision and F are averaged separately, so F does not follow from the other two
    coco        the best recall and the best precision of any reference, as in the COCO caption tools

Each number is a method. Its docstring says why the number is computed, and its body is the formula. A number without an
index is read like an attribute, as in `self.recall`, while `self.r(2)` is the recall with the second reference.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from math import inf, isinf
from typing import Any, ClassVar

from mtexplain.metrics.rouge.rules import RougeRules
from mtexplain.metrics.rouge.union_lcs import BREAK
from mtexplain.metrics.shared.scores import TracedSentence
from mtexplain.tracing.number import Sole, again, log, number, or_zero, setting, share, sum_of, sum_over
from mtexplain.tracing.steps import Indices, Quantity, quantity, step

Tokens = tuple[str, ...]


class AnyRouge(TracedSentence):
    """The formulas that all kinds of ROUGE share."""

    rules: RougeRules
    source: ClassVar[str]
    """The paper and section that define the score."""
    units: str = "words"
    """The name of the units that are counted."""

    @property
    def tokens(self) -> tuple[Tokens, ...]:
        """The tokens of the candidate and of each reference, as the rules cut them."""
        return self.candidate, *self.references

    @property
    def each_i(self) -> Sequence[int]:
        """The indices of the references, from 1. The index of a single reference is not shown."""
        several = len(self.references)
        return range(1, several + 1) if several > 1 else (Sole(1),)

    # What is counted.

    @step("n", name="tokens", says="the number of words in the candidate")
    def candidate_length(self) -> float:
        """ROUGE compares whole tokens. A token matches a token of a reference only if the two are identical."""
        return self.length_of(self.tokens[0])

    @quantity("m_{i}", says="the number of words in the reference")
    def reference_length(self, i: int) -> float:
        """The number of words in a reference."""
        return self.length_of(self.tokens[i])

    @step("matches_{i}", name="matches_{i}")
    def matches(self, i: int) -> float:
        """Recall and precision are computed from the number of units that the candidate shares with a reference."""
        return number(self.count_matches(i))

    def count_matches(self, i: int) -> int | Fraction:
        """Count the matches with a reference as a plain number, without the terms of a sum to show."""
        return self.matches_between(self.tokens[i], self.tokens[0])

    @quantity()
    def candidate_total(self) -> float:
        """The number of units in the candidate. Units are words, unless the metric counts something else."""
        return self.candidate_length

    @quantity()
    def reference_total(self, i: int) -> float:
        """The number of units in a reference."""
        return self.reference_length(i)

    # With each reference.

    @quantity("R_{i}")
    def r(self, i: int) -> float:
        """The recall with a reference."""
        return self.recall_of(self.matches(i), self.reference_total(i))

    @quantity("P_{i}")
    def p(self, i: int) -> float:
        """The precision with a reference."""
        return self.precision_of(self.matches(i), self.candidate_total)

    @quantity("F_{i}")
    def f(self, i: int) -> float:
        """The F-score with a reference, which is 0 if nothing matches."""
        return again(or_zero(self.f_score(self.r(i), self.p(i)))) if self.matches(i) else 0

    def recall_of(self, matches: float, total: float) -> float:
        """The matches as a share of the units of the reference."""
        return share(matches, total)

    def precision_of(self, matches: float, total: float) -> float:
        """The matches as a share of the units of the candidate."""
        return share(matches, total)

    @quantity("β")
    def beta(self) -> float:
        """The importance of recall relative to precision in F; infinite for recall alone."""
        return inf if self.rules.beta is None else setting(self.rules.beta)

    def f_score(self, r: float, p: float) -> float:
        """The harmonic mean of recall and precision, in which recall counts β times as much as precision (equation 4).

        With an infinite β, only recall counts. With a β of 0, only precision counts.
        """
        if isinf(self.beta):
            return r
        if self.beta == 0:
            return p
        if self.beta == 1:
            return 2 * r * p / (r + p)
        return (1 + self.beta**2) * r * p / (r + self.beta**2 * p)

    # With all references (section 2.1).

    @property
    def way(self) -> str:
        """The way in which several references are combined, which is best, pooled, jackknife or coco."""
        return self.rules.references_by if len(self.references) > 1 else "best"

    def rank(self, i: int) -> float:
        """The number by which references are ranked, which is F, or under some rules the recall."""
        return self.r(i) if self.rules.best_by == "recall" else self.f(i)

    @cached_property
    def chosen(self) -> tuple[int, ...]:
        """The indices, from 0, of the references that count. In a tie, the first reference counts.

        For "best", only the best reference counts. For "pooled", all references count. For "jackknife", each reference
        is left out in turn, and the best of the others counts. For "coco", the reference with the best recall counts
        for recall, and the reference with the best precision for precision.
        """
        if self.way == "pooled":
            return tuple(range(len(self.references)))
        if self.way == "jackknife":
            return tuple(self.best_reference(self.rank, without=i) for i in self.each_i)
        if self.way == "coco":
            return self.best_reference(self.r), self.best_reference(self.p)
        return (self.best_reference(self.rank) if len(self.references) > 1 else 0,)

    def best_reference(self, rank: Callable[[int], float], without: int = 0) -> int:
        """The index, from 0, of the first reference with the highest rank."""
        return max((i for i in self.each_i if i != without), key=lambda i: or_zero(rank(i))) - 1

    @quantity("M", says="the number of references")
    def number_of_references(self) -> float:
        """The number of references."""
        return len(self.references)

    @step("R", name="recall")
    def recall(self) -> float:
        """Recall is the share of the reference that is in the candidate. A good summary leaves out little."""
        if self.way == "pooled":
            return self.recall_of(self.sum_of_matches, sum_over("i", self.each_i, self.reference_total))
        return self.mean_of_chosen(self.r) if self.way == "jackknife" else again(self.r(self.chosen[0] + 1))

    @step("P", name="precision")
    def precision(self) -> float:
        """Precision is the share of the candidate that is in the reference. Without it, saying everything would pay."""
        if self.way == "pooled":
            return self.precision_of(self.sum_of_matches, self.number_of_references * self.candidate_total)
        return self.mean_of_chosen(self.p) if self.way == "jackknife" else again(self.p(self.chosen[-1] + 1))

    @quantity()
    def sum_of_matches(self) -> float:
        """The sum of the matches with all references."""
        return sum_over("i", self.each_i, self.matches)

    def mean_of_chosen(self, each: Callable[[int], float]) -> float:
        """The mean of a number over the references that count."""
        return sum_of([or_zero(each(i + 1)) for i in self.chosen]) / self.number_of_references

    @step("ROUGE", name="score", is_decimal=True)
    def score(self) -> float:
        """The harmonic mean stays near the smaller of recall and precision, so it is high only if both are high."""
        if self.way == "jackknife":
            return self.mean_of_chosen(self.f)
        nothing = not (or_zero(self.recall) or or_zero(self.precision))
        return 0 if nothing else or_zero(self.f_score(self.recall, self.precision))

    def summands(self) -> Iterable[float]:
        """The numbers that add up to log F.

        They are log R, log P and -log((R + β² P)/(1 + β²)). With an infinite β there is only log R, and with a β of 0
        only log P.
        """
        r, p, beta = self.recall, self.precision, self.beta
        if isinf(beta) or beta == 0:
            return (log(r if beta else p),)
        if not (or_zero(r) and or_zero(p)):
            return log(r), log(p)
        below = (r + p) / 2 if beta == 1 else (r + beta**2 * p) / (1 + beta**2)
        return log(r), log(p), -log(below)

    # How matches are counted.

    @classmethod
    def takes_lines(cls, rules: RougeRules) -> bool:
        """True if these rules compare texts line by line."""
        return False

    @property
    def by_lines(self) -> bool:
        """True if texts are compared line by line."""
        return self.takes_lines(self.rules)

    def is_word(self, token: str) -> bool:
        """True if a token is a word, False if it is the break between two lines."""
        return token != BREAK or not self.by_lines

    def length_of(self, tokens: Tokens) -> int:
        """The number of words in a text."""
        return sum(map(self.is_word, tokens)) if self.by_lines else len(tokens)

    def matches_between(self, reference: Tokens, candidate: Tokens) -> int | Fraction:
        """Count the matches between two texts by a fast method. Each kind of ROUGE defines its own."""
        raise NotImplementedError

    def as_written(self, quantity: Quantity[...], indices: Indices) -> tuple[Any, ...]:
        if quantity.letters != ("i",) or isinstance(indices[0], str):
            return tuple(self.each_i) if quantity.letters == ("i",) and len(self.references) == 1 else indices
        if not 1 <= indices[0] <= len(self.references):
            raise IndexError(
                f"{quantity.name}({indices[0]}): there is no such reference, only 1 to {len(self.references)}"
            )
        return (self.each_i[indices[0] - 1],)
