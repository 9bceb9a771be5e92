"""What the BLEU of a segment and that of a text share: factors, the sum of logarithms, what a tool prints, a record."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any, Self

from mtexplain import exact
from mtexplain.counts import Ratio
from mtexplain.display import plain, record, signature
from mtexplain.display.formula import Call, Chain, Formula, Over, Power, Symbol, fraction
from mtexplain.display.score import Term
from mtexplain.metrics.bleu import tools
from mtexplain.metrics.bleu.maths import Brevity, Factor, Precision
from mtexplain.metrics.bleu.recipe import BleuRecipe
from mtexplain.metrics.bleu.smoothing import METHODS, label
from mtexplain.metrics.shared.orders import named_orders
from mtexplain.recipe.equations import in_numbers
from mtexplain.recipe.ngrams import NgramScore
from mtexplain.recipe.quantity import Orders
from mtexplain.rules import MISSING, TOTALS, ZERO_WHEN, BleuRules

Pair = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]
"""The tokens of a candidate, and of its references."""


class BleuScore(BleuRecipe, NgramScore):
    """BLEU from precisions and a brevity penalty, however these were counted."""

    rules: BleuRules
    metric = "bleu"

    @property
    @abstractmethod
    def precisions(self) -> Orders[Precision]:
        """p_1 to p_N as the text has them, also of the orders whose weight is 0. Smoothing doesn't change these."""

    @property
    @abstractmethod
    def reference_lengths(self) -> tuple[int, ...]:
        """The length of every reference."""

    @property
    @abstractmethod
    def pairs(self) -> tuple[Pair, ...]:
        """The tokens of every segment: its candidate, and its references."""

    @abstractmethod
    def ratio(self, n: int) -> Ratio:
        """Matches and total of any order, also of one that the score doesn't ask for."""

    @abstractmethod
    def under(self, rules: BleuRules) -> Self:
        """The same tokens scored by other rules, whatever these say of tokens and case. What was counted is kept."""

    @cached_property
    def longer(self) -> Ratio:
        return self.ratio(self.rules.max_n + 1) if METHODS[self.rules.smoothing].needs_longer else Ratio(0, 0)

    @cached_property
    def brevity(self) -> Brevity:
        """The brevity penalty, and the lengths it comes from. Of a text both are sums (section 2.2.2)."""
        return Brevity(self.c, self.r, self.reference_lengths, self.exponent, float(self.bp))

    @cached_property
    def factors(self) -> tuple[Factor, ...]:
        """What is multiplied: p'_n of each order that takes part, beside p_n, with its weight."""
        rows = zip(self.w, self.ratios, self.counted, self.smoothed, self.p, strict=True)
        return tuple(
            Factor(n, weight, raw, counted, *smoothed)
            for n, (weight, raw, counted, smoothed, p) in enumerate(rows, 1)
            if weight and p is not None
        )

    @property
    def score(self) -> float:
        """BLEU, 0 to 1: the float nearest to the closed form in `exact`. A perfect match is exactly 1.0."""
        return min(1.0, self.uncut)

    @cached_property
    def mean(self) -> float:
        """The weighted geometric mean of the factors: the score, if BP were 1."""
        with exact.forty_digits():
            return float(self.quantities["uncut"].evaluate(bp=1, w=self.w, p=self.p))

    @cached_property
    def floats(self) -> tools.Floats | None:
        """What sacreBLEU computes, in its own floats; None where these are not its rules."""
        return tools.floats(self.ratios, self.c, int(self.r), self.rules) if tools.computes(self.rules) else None

    @property
    def reported(self) -> float:
        """The number that the tool returns, not rounded, on its own scale: 0 to 1, or 0 to 100.

        sacreBLEU's is there to the last bit, where its rules are ones that it can follow itself.
        """
        return self.floats.score if self.floats else self.uncut * self.rules.scale

    @property
    def printed(self) -> str:
        """That number as the tool prints it."""
        zero = self.rules.zero_form if self.gives_up else ""
        return zero or self.rules.written(self.reported)

    @property
    def report(self) -> str:
        """The whole line that the tool prints, where it prints more than the number: lengths, BP, precisions."""
        r = float(self.r)
        numbers = self.printed, self._percents, self.brevity.value, self.c / r if r else 0.0, self.c, self.r
        if self.rules.name.startswith("sacrebleu"):
            penalty = 1.0 if self.c == self.r == 0 else self.brevity.value
            return tools.SACREBLEU_LINE.format(*numbers[:2], penalty, *numbers[3:])
        if self.rules.name == "multi-bleu":
            return tools.MULTI_BLEU_0 if self.gives_up else tools.MULTI_BLEU_LINE.format(*numbers)
        return self.printed

    @property
    def _percents(self) -> str:
        """What is multiplied, smoothed or not, in percent, as if it had been counted; 0.0 for none."""
        values = dict.fromkeys(range(1, self.rules.max_n + 1), 0.0)
        if not self.gives_up:
            values |= {factor.n: float(100 * (factor.value or 0)) for factor in self.factors}
        return "/".join(f"{value:.1f}" for value in (self.floats.precisions if self.floats else values.values()))

    @cached_property
    def log_terms(self) -> tuple[Formula, ...]:
        """The summands of log BLEU: log BP, and each w_n log p_n."""
        return (log_term(), *map(log_term, self.factors))

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """log BP and each w_n log p_n (p'_n, where it is smoothed): pairs (name, value) that add up to log BLEU.

        The value of log 0 is -inf.

        Where the rules make the score 0 without looking, or cut it at 1, a last term says so.
        """
        exponent = self.brevity.exponent
        logs = [-inf if exponent is None else float(exponent)]
        logs += [float(one.weight) * exact.log(one.value) if one.value else -inf for one in self.factors]
        terms = [Term(plain.formula(name), log) for name, log in zip(self.log_terms, logs, strict=True)]
        if self.gives_up and all(term.value > -inf for term in terms):
            terms.append(Term(self.rules.zero_when, -inf))
        elif self.uncut > 1:
            terms.append(Term("capped at 1", -sum(term.value for term in terms)))
        return tuple(terms)

    @property
    def log_score(self) -> float:
        """The sum of the terms, log BLEU; -inf where the score is 0."""
        return sum(term.value for term in self.terms)

    @property
    def order_names(self) -> Sequence[tuple[str, str]]:
        return named_orders(self.rules.max_n, self.rules.token_name)

    @property
    def symbol(self) -> Symbol:
        return Symbol("BLEU")

    @property
    def signature(self) -> str:
        """Everything another person needs to get the same number."""
        return signature.written(f"BLEU-{self.rules.max_n}", self.rules, _choices(self.rules), self.reference_numbers)

    @property
    def closed_form(self) -> Formula:
        """BLEU with exact numbers, as in exp(1 - 7/6) * (4/6 * 3/5 * 2/4 * 1/3)^(1/4).

        BP is left out where it is 1. An order without n-grams stands as what the rules count it as: 0, in the paper's.
        """
        if self.exponent is None or (self.gives_up and all(factor.value for factor in self.factors)):
            return "0"
        found = product([(factor.weight, factor.number) for factor in self.factors])
        if self.exponent:
            found = times(Call("exp", in_numbers(self.shortfall, {"c": self.c, "r": self.r})), found)
        return Call("min", Chain(",", ("1", found))) if self.uncut > 1 else found

    def working(self) -> dict[str, Any]:
        """What a record says of the working; exact values are strings such as "2/3"."""
        brevity = self.brevity
        return {
            "reported": self.reported,
            "printed": self.printed,
            "precisions": [_precision(order) for order in self.precisions],
            "factors": [_factor(factor) for factor in self.factors],
            "brevity": {
                "candidate_length": brevity.candidate_length,
                "reference_length": record.plain(brevity.reference_length),
                "reference_lengths": record.plain(brevity.reference_lengths),
                "exponent": record.plain(brevity.exponent),
                "value": brevity.value,
            },
        }


def log_term(factor: Factor | None = None) -> Formula:
    """A summand of log BLEU: w_n log p_n of a factor, or log BP."""
    if factor is None:
        return Call("log", Symbol("BP"))
    log = Call("log", factor.symbol)
    return log if factor.weight == 1 else Chain("*", (fraction(factor.weight), log))


def product(weighted: Sequence[tuple[Fraction, Formula]]) -> Formula:
    """A product of powers; factors of equal weight share one exponent."""
    weights = {weight for weight, _ in weighted}
    factors = tuple(factor for _, factor in weighted)
    if weights == {Fraction(1)}:
        return factors[0]
    if len(weights) == 1:
        return Power(Chain("*", factors, grouped=True), fraction(weights.pop()))
    return Chain("*", tuple(Power(_in_parentheses(factor), fraction(weight)) for weight, factor in weighted))


def times(first: Formula, product: Formula) -> Formula:
    """One more factor in front of a product."""
    factors = product.terms if isinstance(product, Chain) and not product.grouped else (product,)
    return Chain("*", (first, *factors))


def _in_parentheses(factor: Formula) -> Formula:
    return Chain("*", (factor,), grouped=True) if isinstance(factor, Over) else factor


def _choices(rules: BleuRules) -> Iterator[str]:
    """What a signature says of the rules besides tokens and case."""
    yield "uniform weights" if rules.weights is None else f"weights {' '.join(map(str, rules.weights))}"
    yield label(rules)
    yield f"{rules.reference_length} reference length"
    if rules.totals != "as counted":
        yield TOTALS[rules.totals]
    if rules.missing != "zero":
        yield MISSING[rules.missing]
    if rules.zero_when != "a factor is 0":
        yield ZERO_WHEN[rules.zero_when]


def _precision(order: Precision) -> dict[str, Any]:
    names = "ngram", "count", "reference_counts", "max_reference_count", "clipped", "credited_references"
    return {
        "n": order.n,
        "matches": order.matches,
        "total": order.total,
        "value": record.plain(order.value),
        "counts": [{name: record.plain(getattr(row, name)) for name in names} for row in order.counts],
    }


def _factor(factor: Factor) -> dict[str, Any]:
    return {
        "n": factor.n,
        "weight": str(factor.weight),
        "counted": str(factor.counted),
        "value": record.plain(factor.value),
        "is_raw": factor.is_raw,
        "working": plain.formula(factor.working),
    }
