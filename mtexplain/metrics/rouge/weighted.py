"""ROUGE-W: ROUGE-L in which words in a row are worth more than the same words with gaps (Lin 2004, section 4).

    matches = WLCS = Σ_r f(k)     over the runs r of the subsequence, of k words each; f(k) = k^w
    R = f⁻¹(WLCS / f(m))          equation 13, where f⁻¹ undoes f; precision likewise

F is computed in score.py, the subsequence in lcs.py. ROUGE-1.5.5 takes the texts line by line, as ROUGE-Lsum does.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from mtexplain import exact
from mtexplain.display.formula import Formula
from mtexplain.metrics.rouge import lcs, union_lcs
from mtexplain.metrics.rouge.lcs import Weights, Wlcs
from mtexplain.metrics.rouge.rules import (
    PAPER,
    RECALL_TOTAL,
    RUNS,
    ReferencesBySetting,
    RougeRules,
    RulesSetting,
    TokenizeSetting,
    decimal,
    resolve_rules,
)
from mtexplain.metrics.rouge.score import Tokens
from mtexplain.metrics.rouge.subsequences import Lines, Places, check_no_lists, places_of_pairs, read_lines
from mtexplain.metrics.rouge.trace import Rouge, build
from mtexplain.metrics.rouge.union_lcs import lines_of
from mtexplain.rules import LowercaseSetting
from mtexplain.tracing import formulas
from mtexplain.tracing.number import Letter, Number, number, setting, share, sum_over
from mtexplain.tracing.number import plain as value_of
from mtexplain.tracing.steps import Quantity, quantity, step


@dataclass(frozen=True, repr=False)
class RougeW(Lines):
    """ROUGE-W of one candidate: weighted longest common subsequences (section 4). Make one with `rouge_w`.

    >>> rouge_w("A B C D H I K", ["A B C D E F G"]).recall  # the paper's example: (16/49)^(1/2) = 4/7
    R_wlcs = (WLCS / f(m))^(1/w) = (16/49)^(1/2) = 4/7
    """

    rules: RougeRules
    metric, source = "rouge_w", "Lin 2004, section 4"
    recall, precision = Rouge.recall.told_as("R_wlcs"), Rouge.precision.told_as("P_wlcs")
    score = Rouge.score.told_as("ROUGE-W")

    @quantity("w", says="the exponent of f, by the rules")
    def weight(self) -> float:
        """The exponent of f(k) = k^w."""
        return setting(self.rules.weight)

    @step("WLCS_{i}", name="wlcs_{i}")
    def matches(self, i: int) -> float:
        """Of two equally long subsequences, the one without gaps is worth more: k matches in a row count as f(k)."""
        if self.by_lines:
            return sum_over("r", self.unions[i - 1], self.worth_of_line)
        return sum_over(
            "r", self.runs_of(i - 1), self.worth_of_run, None if self.changes else lambda: self.count_matches(i)
        )

    def worth_of_run(self, run: Any) -> float:
        """What a run is worth: f(k), if it has k words."""
        return Number(None, "f(k)") if isinstance(run, Letter) else number(len(run)) ** self.weight

    def worth_of_line(self, union: Any) -> float:
        """What the runs of a line of the reference are worth together."""
        return Number(None, "worth") if isinstance(union, Letter) else Number(union_lcs.worth([union], self.exponent))

    def runs_of(self, place: int) -> Iterator[Any]:
        """The runs of matches with a reference, the first of which is 0."""
        yield from self.lcs_tables[place].runs

    def count_matches(self, i: int) -> Fraction:
        """What the matches with a reference are worth, without the runs."""
        return self.matches_between(self.tokens[i], self.tokens[0])

    def matches_between(self, reference: Tokens, candidate: Tokens) -> Fraction:
        if self.by_lines:
            return union_lcs.worth(self.unions_of(reference, candidate), self.exponent)
        return lcs.worth(reference, candidate, self.exponent)

    @quantity("f(n)", says="what one run of all words of the candidate is worth")
    def candidate_total(self) -> float:
        """What a perfect match would be worth to the candidate."""
        return number(self.worth_of(int(self.candidate_length)))

    @quantity("f(m_{i})", says="what one run of all words of the reference is worth")
    def reference_total(self, i: int) -> float:
        """What a perfect match would be worth to a reference. ROUGE-1.5.5 takes f of that once more."""
        worth = self.worth_of_all(self.tokens[i])
        return number(worth if self.rules.recall_total == "f(m)" else exact.power(worth, self.exponent))

    def symbol_of(self, one: Quantity[Any], indices: tuple[Any, ...] = ()) -> str:
        symbol = super().symbol_of(one, indices)
        return f"f({symbol})" if one.name == "reference_total" and self.rules.recall_total != "f(m)" else symbol

    def recall_of(self, matches: float, total: float) -> float:
        """The inverse of f undoes the power: with w = 2, a run of half the reference has a recall of 1/2, not 1/4."""
        return self.inverse(share(matches, total))

    def precision_of(self, matches: float, total: float) -> float:
        """The inverse of f, in the same way."""
        return self.inverse(super().precision_of(matches, total))

    def inverse(self, worth: float) -> float:
        """The inverse of f."""
        if self.weight == 1 or value_of(worth) is None:
            return worth
        found: float = worth ** (1 / self.weight)
        return found

    def rank(self, i: int) -> float:
        """By some rules the recall. ROUGE-1.5.5 ranks by the recall out of f(m), and goes on with f(f(m))."""
        plainly = share(self.matches(i), self.worth_of_all(self.tokens[i]))
        return plainly if self.ranks_plainly else super().rank(i)

    @property
    def ranks_plainly(self) -> bool:
        """True if references are ranked by WLCS/f(m), though the recall is out of f(f(m))."""
        return self.rules.best_by == "recall" and self.rules.recall_total != "f(m)" and self.weight != 1

    def worth_of(self, k: int) -> Fraction:
        """f(k) = k^w, exact where it is a whole number."""
        return Weights(self.exponent).of(k)

    def worth_of_all(self, tokens: Tokens) -> Fraction:
        """What a perfect match would be worth: each line in one run."""
        lines = lines_of(tokens) if self.by_lines else (tokens,)
        return sum((self.worth_of(len(line)) for line in lines), Fraction(0))

    @property
    def by_lines(self) -> bool:
        """Whether texts are taken line by line, as ROUGE-1.5.5 does."""
        return self.rules.runs == "in the reference"

    @property
    def exponent(self) -> Fraction:
        return Fraction(value_of(self.weight))

    @property
    def is_rational(self) -> bool:
        return self.exponent == 1

    @property
    def closed_form(self) -> Formula:
        """The score; if f(k) is no whole number, with the digits that are shown."""
        whole = self.exponent.denominator == 1
        return super().closed_form if whole else formulas.in_numbers(number(self.score))

    @cached_property
    def lcs_tables(self) -> tuple[Wlcs, ...]:
        """The table of each reference."""
        return tuple(Wlcs(reference, self.tokens[0], self.exponent) for reference in self.tokens[1:])

    def matched_places(self, place: int) -> Places:
        return super().matched_places(place) if self.by_lines else places_of_pairs(self.lcs_tables[place].matches)

    @property
    def choices(self) -> tuple[str, ...]:
        chosen = [f"weight {decimal(self.exponent)}"]
        chosen += [RUNS[self.rules.runs]] if self.by_lines else []
        return (*chosen, *([RECALL_TOTAL[self.rules.recall_total]] if self.rules.recall_total != "f(m)" else []))


def rouge_w(
    candidate: str, references: list[str], *, rules: RulesSetting = PAPER, tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None, weight: float | Fraction | None = None, beta: float | Fraction | None = None,
    references_by: ReferencesBySetting = None,
) -> RougeW:  # fmt: skip
    """ROUGE-W: the longest common subsequence, 0 to 1, where k in a row are worth k^weight (Lin 2004, section 4).

    `weight` is 2, unless you give another from 1 to 100. The other keywords and errors are those of `rouge_n`.

    >>> round(rouge_w("A B C D H I K", ["A B C D E F G"]).score, 3)  # the paper's example
    0.571
    >>> round(rouge_w("A H B K C I D", ["A B C D E F G"]).score, 3)
    0.286
    """
    settings = {"tokenize": tokenize, "lowercase": lowercase, "weight": weight, "beta": beta}
    chosen, _ = resolve_rules(rules, **settings, references_by=references_by)
    reads_lines = chosen.runs == "in the reference"
    if reads_lines:
        check_no_lists(candidate, references)
    read = read_lines if reads_lines else None
    return build(RougeW, candidate, references, rules, read, **settings, references_by=references_by)
