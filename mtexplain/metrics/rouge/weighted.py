"""ROUGE-W is like ROUGE-L, but words in a row are worth more than the same words with gaps (Lin 2004, section 4).

    matches = WLCS = Σ_r f(k)     over the runs r of the subsequence, of k words each; f(k) = k^w
    R = f⁻¹(WLCS / f(m))          equation 13, where f⁻¹ undoes f; precision likewise

score.py computes F, and lcs.py finds the subsequence. ROUGE-1.5.5 compares texts line by line, as in ROUGE-Lsum.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from mtexplain import exact
from mtexplain.display.formula import Formula
from mtexplain.metrics.rouge import lcs, union_lcs
from mtexplain.metrics.rouge.lcs import Place, Weights
from mtexplain.metrics.rouge.rules import (
    PAPER,
    RECALL_TOTAL,
    RUNS,
    ReferencesBySetting,
    RougeRules,
    RulesSetting,
    TokenizeSetting,
    decimal,
)  # fmt: skip
from mtexplain.metrics.rouge.score import Tokens
from mtexplain.metrics.rouge.subsequences import InOrder
from mtexplain.metrics.rouge.trace import Rouge, build
from mtexplain.metrics.rouge.union_lcs import Union, lines_of
from mtexplain.rules import LowercaseSetting
from mtexplain.tracing import formulas
from mtexplain.tracing.number import Letter, Number, number, setting, share, sum_over
from mtexplain.tracing.number import plain as value_of
from mtexplain.tracing.steps import Indices, Quantity, quantity, step

Run = tuple[Place, ...]
"""Matches in a row, in both texts."""


@dataclass(frozen=True, repr=False)
class RougeW(InOrder):
    """ROUGE-W of a candidate, from weighted longest common subsequences (section 4), as `rouge_w` returns it.

    >>> rouge_w("A B C D H I K", ["A B C D E F G"]).recall  # the paper's example: (16/49)^(1/2) = 4/7
    R_wlcs = (WLCS / f(m))^(1/w) = (16/49)^(1/2) = 4/7
    """

    rules: RougeRules
    metric, source = "rouge_w", "Lin 2004, section 4"
    recall, precision = Rouge.recall.shown_as("R_wlcs"), Rouge.precision.shown_as("P_wlcs")
    score = Rouge.score.shown_as("ROUGE-W")

    @quantity("w", says="the exponent of f, from the rules")
    def weight(self) -> float:
        """The exponent of f(k) = k^w."""
        return setting(self.rules.weight)

    @step("WLCS_{i}", name="wlcs_{i}")
    def matches(self, i: int) -> float:
        """Matches in a row are worth more than the same matches with gaps, because k in a row are worth f(k)."""
        quick = None if self.changes or self.by_lines else lambda: self.count_matches(i)
        return sum_over("r", self.runs_of(i), self.worth_of, quick)

    def runs_of(self, i: int) -> Iterator[Run | Union]:
        """The runs of matches with a reference, or the union of each reference line if texts are compared by lines."""
        yield from self.unions[i - 1] if self.by_lines else self.lcs_tables[i - 1].runs

    def worth_of(self, r: Run | Union | Letter) -> float:
        """The worth f(k) of a run of k words, or the total worth of the runs of a line."""
        if isinstance(r, Letter):
            return Number(None, "worth" if self.by_lines else "f(k)")
        return Number(union_lcs.worth([r], self.exponent)) if isinstance(r, Union) else number(len(r)) ** self.weight

    def matches_between(self, reference: Tokens, candidate: Tokens) -> Fraction:
        if self.by_lines:
            return union_lcs.worth(self.unions_of(reference, candidate), self.exponent)
        return lcs.worth(reference, candidate, self.exponent)

    @quantity("f(n)", says="the worth of a single run of all words of the candidate")
    def candidate_total(self) -> float:
        """The worth of a match of all words of the candidate in a single run."""
        return number(Weights(self.exponent).of(int(self.candidate_length)))

    @quantity("f(m_{i})", says="the worth of a single run of all words of the reference")
    def reference_total(self, i: int) -> float:
        """The worth of a perfect match of a reference. ROUGE-1.5.5 applies f to it a second time."""
        worth = self.worth_of_all(self.tokens[i])
        return number(worth if self.rules.recall_total == "f(m)" else exact.power(worth, self.exponent))

    def worth_of_all(self, tokens: Tokens) -> Fraction:
        """The worth of a perfect match, in which each line is a single run."""
        lines = lines_of(tokens) if self.by_lines else (tokens,)
        return sum((Weights(self.exponent).of(len(line)) for line in lines), Fraction(0))

    def recall_of(self, matches: float, total: float) -> float:
        """The recall. The inverse of f undoes the power; with w = 2, a run of half the reference gives 1/2, not 1/4."""
        return self.inverse(super().recall_of(matches, total))

    def precision_of(self, matches: float, total: float) -> float:
        """The precision, also with the inverse of f."""
        return self.inverse(super().precision_of(matches, total))

    def inverse(self, worth: float) -> float:
        """The inverse of f."""
        return worth if self.weight == 1 or value_of(worth) is None else worth ** (1 / self.weight)

    def rank(self, i: int) -> float:
        """The number by which references are ranked.

        ROUGE-1.5.5 ranks them by WLCS/f(m), though it computes the recall with f(f(m)).
        """
        return share(self.matches(i), self.worth_of_all(self.tokens[i])) if self.ranks_plainly else super().rank(i)

    @property
    def ranks_plainly(self) -> bool:
        """True if references are ranked by WLCS/f(m), though the recall is computed with f(f(m))."""
        return self.rules.best_by == "recall" and self.rules.recall_total != "f(m)" and self.weight != 1

    def symbol_of(self, quantity: Quantity[...], indices: Indices = ()) -> str:
        symbol = super().symbol_of(quantity, indices)
        return f"f({symbol})" if quantity.name == "reference_total" and self.rules.recall_total != "f(m)" else symbol

    @classmethod
    def takes_lines(cls, rules: RougeRules) -> bool:
        return rules.runs == "in the reference"

    @property
    def exponent(self) -> Fraction:
        return Fraction(value_of(self.weight))

    @property
    def is_rational(self) -> bool:
        return self.exponent == 1

    @property
    def closed_form(self) -> Formula:
        """The score as a formula. If f(k) is not a whole number, numbers are rounded as they are shown."""
        whole = self.exponent.denominator == 1
        return super().closed_form if whole else formulas.in_numbers(number(self.score))

    @property
    def choices(self) -> tuple[str, ...]:
        lines = (RUNS[self.rules.runs],) if self.by_lines else ()
        total = (RECALL_TOTAL[self.rules.recall_total],) if self.rules.recall_total != "f(m)" else ()
        return (f"weight {decimal(self.exponent)}", *lines, *total)


def rouge_w(
    candidate: str, references: list[str], *, rules: RulesSetting = PAPER, tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None, weight: float | Fraction | None = None, beta: float | Fraction | None = None,
    references_by: ReferencesBySetting = None,
) -> RougeW:  # fmt: skip
    """ROUGE-W, which is like ROUGE-L, but k matches in a row are worth k^weight; 0 to 1 (Lin 2004, section 4).

    `weight` is from 1 to 100, and 2 by default. The other keywords and errors are the same as for `rouge_n`.

    >>> round(rouge_w("A B C D H I K", ["A B C D E F G"]).score, 3)  # the paper's example
    0.571
    >>> round(rouge_w("A H B K C I D", ["A B C D E F G"]).score, 3)
    0.286
    """
    return build(
        RougeW, candidate, references, rules, tokenize=tokenize, lowercase=lowercase, weight=weight, beta=beta,
        references_by=references_by,
    )  # fmt: skip
