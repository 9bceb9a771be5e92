"""BLEU by the rules of a tool, with the changed formulas, the records, the tool's output and the signature."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any, Self

from mtexplain.counts import MadeRatio, Ratio
from mtexplain.data import Record
from mtexplain.display import plain, record, signature
from mtexplain.display.formula import Call, Chain, Formula
from mtexplain.display.score import Term
from mtexplain.metrics.bleu import tools
from mtexplain.metrics.bleu.records import Brevity, Count, Factor, Precision
from mtexplain.metrics.bleu.score import AnyBleu
from mtexplain.metrics.bleu.smoothing import METHODS, coco_penalty, label
from mtexplain.rules import MISSING, TOTALS, ZERO_WHEN, BleuRules
from mtexplain.tracing import formulas
from mtexplain.tracing.number import Number, max, min, number, or_zero, share
from mtexplain.tracing.number import plain as value_of
from mtexplain.tracing.steps import quantity

Pair = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]
"""The tokens of a candidate and of each of its references."""


class BleuScore(AnyBleu):
    """A BLEU score by the rules of the paper or of a tool, for a segment or a text."""

    # Formulas that rules may change. By the rules of the paper, they give the numbers of the paper.

    @quantity("p′_{n}", after=AnyBleu.p)
    def smoothed(self, n: int) -> float:
        """The precision that is multiplied. By the paper's rules it is p_n; some tools smooth it (smoothing.py)."""
        if not (self.rules.may_change_precisions or self.changes):
            return self.p(n)
        smoothed = self.counted(n) if self.is_zero_beforehand else METHODS[self.rules.smoothing].smooth(self, n)
        if value_of(smoothed) is None and self.rules.missing == "one" and not self.is_zero_beforehand:
            return 1
        return self.p(n) if value_of(smoothed) == value_of(self.p(n)) else smoothed

    def factor(self, n: int) -> float:
        if not self.is_smoothed:
            return super().factor(n)
        return or_zero(self.smoothed(n))

    @cached_property
    def is_smoothed(self) -> bool:
        """True if a number other than p_n is multiplied for some order."""
        return any(self.smoothed(n) is not self.p(n) for n in self.each_n)

    def is_defined(self, n: int) -> bool:
        """False if the number to multiply is 0/0."""
        return value_of(self.smoothed(n)) is not None

    @cached_property
    def factored(self) -> list[int]:
        """The orders to multiply, which have a weight above 0. Some rules leave out orders without n-grams."""
        if self.rules.missing != "left out" or self.is_zero_beforehand:
            return super().factored
        return [n for n in super().factored if self.is_defined(n)] or super().factored

    @AnyBleu.bp.otherwise
    def bp(self) -> float:
        """BP, which some rules set to 0 and the COCO tools compute in their own way."""
        if self.is_penalty_zero:
            return 0
        return coco_penalty(self) if self.rules.smoothing == "coco" else super().bp

    @quantity()
    def uncapped(self) -> float:
        """BP times the mean. Some smoothing methods take it above 1, and the score is then capped at 1."""
        return self.bp * self.mean if not self.is_zero_by_rule else 0

    @AnyBleu.score.otherwise
    def score(self) -> float:
        """The uncapped score, but at most 1. A score with a mistake is not capped."""
        is_allowed = value_of(self.uncapped) is None or self.uncapped <= 1 or self.has_other_methods
        return self.uncapped if is_allowed else min(1, self.uncapped)

    @cached_property
    def is_zero_beforehand(self) -> bool:
        """True if the rules make the score 0 before any smoothing."""
        if self.rules.zero_when == "no word matches":
            return self.matches(1) == 0
        return self.rules.zero_when == "an order does not match" and any(self.matches(n) == 0 for n in self.each_n)

    @property
    def is_penalty_zero(self) -> bool:
        """True if the rules set BP to 0, because r is 0."""
        return self.rules.zero_when == "r is 0" and self.r == 0

    @property
    def is_zero_by_rule(self) -> bool:
        """True if the rules make the score 0 without multiplying."""
        return self.is_zero_beforehand or self.is_penalty_zero

    # The numbers that smoothing methods use.

    @quantity("m_{n}")
    def m_n(self, n: int) -> float:
        """The number of matches, as a plain count."""
        return int(self.matches(n))

    @quantity("l_{n}")
    def l_n(self, n: int) -> float:
        """The number of n-grams, as a plain count; under some rules at least 1."""
        return max(1, int(self.total(n))) if self.rules.totals == "at least 1" else int(self.total(n))

    @quantity()
    def counted(self, n: int) -> float:
        """The precision as the rules count it."""
        return self.p(n) if self.l_n(n) == self.total(n) else share(self.m_n(n), self.l_n(n))

    @cached_property
    def last(self) -> "BleuScore":
        """The last segment, or the segment itself."""
        return self

    # The counted and the multiplied numbers, as records.

    @property
    def precisions(self) -> tuple[Precision, ...]:
        """p_1 to p_N before smoothing, including the orders whose weight is 0."""
        raise NotImplementedError

    @property
    def reference_lengths(self) -> tuple[int, ...]:
        """The length of every reference."""
        raise NotImplementedError

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The tokens of the candidate and the references of every segment."""
        raise NotImplementedError

    def under(self, rules: BleuRules) -> Self:
        """The score of the same tokens by other rules, whose tokenisation and case are ignored. The counts are kept."""
        raise NotImplementedError

    def ratio(self, n: int) -> Ratio:
        """The matches and the total of any order, even if the score doesn't use it."""
        kind = MadeRatio if self.is_changed else Ratio
        return kind(int(self.matches(n)), int(self.total(n)))

    @cached_property
    def ratios(self) -> tuple[Ratio, ...]:
        """The matches and the total of each order, before the rules change them."""
        return tuple(map(self.ratio, self.each_n))

    @cached_property
    def counted_ratios(self) -> tuple[Ratio, ...]:
        """The matches and totals as the rules count them. Some rules count 1 for a segment that has no n-gram."""
        kind = MadeRatio if self.is_changed else Ratio
        return tuple(kind(int(self.m_n(n)), int(self.l_n(n))) for n in self.each_n)

    @cached_property
    def brevity(self) -> Brevity:
        """The brevity penalty and the lengths it comes from. For a text, both lengths are sums (section 2.2.2)."""
        power = number(self.bp).operands[0].value if number(self.bp).made_by == "exp" else None
        exponent = None if power is None else Fraction(power)
        r = value_of(self.r)
        return Brevity(int(self.c), r, self.reference_lengths, exponent, float(self.bp))

    @cached_property
    def factors(self) -> tuple[Factor, ...]:
        """The precision p'_n of each order that is multiplied, with p_n and the weight."""
        factors = []
        for n, raw, counted in zip(self.each_n, self.ratios, self.counted_ratios, strict=True):
            if n in self.factored:
                p = number(self.smoothed(n))
                value = None if p.value is None else _as_fraction(p)
                working = formulas.value(p) if p.is_counted else formulas.in_numbers(p)
                factors.append(Factor(n, self.weights[n], raw, counted, value, working))
        return tuple(factors)

    # The tool's output.

    @property
    def whole(self) -> float:
        """The number to report, which is the uncapped score, unless the score is given or a mistake computes it."""
        is_usual = type(self).quantities["score"].method is BleuScore.score.method and "score" not in self.given
        return self.uncapped if is_usual else self.score

    @cached_property
    def floats(self) -> tools.Floats | None:
        """The numbers as sacreBLEU computes them with floats; None if it cannot follow these rules."""
        if self.is_changed or not tools.computes(self.rules):
            return None
        return tools.floats(self.ratios, int(self.c), int(self.r), self.rules)

    @quantity("reported")
    def scaled(self) -> float:
        """The score on the scale of the tool, 0 to 1 or 0 to 100."""
        score = self.score if float(self.whole) == float(self.score) else self.whole
        return self.rules.scale * score if self.rules.scale != 1 else score

    @property
    def reported(self) -> float:
        """The number that the tool returns, not rounded, on the tool's own scale, which is 0 to 1 or 0 to 100.

        If sacreBLEU itself can follow the rules, the number equals its result to the last bit.
        """
        return self.floats.score if self.floats else float(self.whole * self.rules.scale)

    @property
    def printed(self) -> str:
        """The reported number as the tool prints it."""
        zero = self.rules.zero_form if self.is_zero_by_rule and not self.score else ""
        return zero or self.rules.written(self.reported)

    @property
    def report(self) -> str:
        """The whole line that the tool prints, with the precisions, BP and the lengths if the tool prints these."""
        c, r = int(self.c), value_of(self.r)
        numbers = self.printed, self._percents, self.brevity.value, c / float(r) if r else 0.0, c, r
        if self.rules.name.startswith("sacrebleu"):
            penalty = 1.0 if c == r == 0 else self.brevity.value
            return tools.SACREBLEU_LINE.format(*numbers[:2], penalty, *numbers[3:])
        if self.rules.name == "multi-bleu":
            return tools.MULTI_BLEU_0 if self.is_zero_by_rule else tools.MULTI_BLEU_LINE.format(*numbers)
        return self.printed

    @property
    def _percents(self) -> str:
        """The precisions that are multiplied, smoothed or not, in percent; 0.0 for an order that is left out."""
        values = dict.fromkeys(self.each_n, 0.0)
        if not self.is_zero_by_rule:
            values |= {factor.n: float(100 * (factor.value or 0)) for factor in self.factors}
        return "/".join(f"{value:.1f}" for value in (self.floats.precisions if self.floats else values.values()))

    # The logarithm, the closed form, the signature.

    @cached_property
    def log_terms(self) -> tuple[Formula, ...]:
        """The summands of log BLEU, which are log BP and each w_n log p_n."""
        return tuple(map(formulas.in_symbols, self._logarithms))

    @cached_property
    def _logarithms(self) -> tuple[Number, ...]:
        return tuple(map(number, self.summands()))

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """log BP and each w_n log p_n (p'_n if it is smoothed) as pairs (name, value), which add up to log BLEU.

        The value of log 0 is -inf. If the rules set the score to 0 or cap it at 1, a last term says so.
        """
        logs = [-inf if logarithm.value is None else float(logarithm) for logarithm in self._logarithms]
        terms = [Term(plain.formula(name), log) for name, log in zip(self.log_terms, logs, strict=True)]
        if self.is_zero_by_rule and all(term.value > -inf for term in terms):
            terms.append(Term(self.rules.zero_when, -inf))
        elif self.uncapped > 1:
            terms.append(Term("capped at 1", -sum(term.value for term in terms)))
        return tuple(terms)

    @property
    def closed_form(self) -> Formula:
        """BLEU with exact numbers, as in e^(1 - 7/6) * (4/6 * 3/5 * 2/4 * 1/3)^(1/4); BP is left out if it is 1."""
        if self.whole is self.uncapped and (
            not value_of(self.bp) or (self.is_zero_by_rule and all(factor.value for factor in self.factors))
        ):
            return "0"
        whole = number(self.mean if self.bp == 1 and self.whole is self.uncapped else self.whole)
        try:
            exact_form = formulas.in_exact_numbers(whole)
        except RecursionError:  # hundreds of orders, each smoothed by the order before
            exact_form = formulas.in_numbers(whole)
        return Call("min", Chain(",", ("1", exact_form))) if float(self.whole) > float(self.score) else exact_form

    @property
    def log_score(self) -> float:
        """The sum of the terms, log BLEU; -inf if the score is 0."""
        return sum(term.value for term in self.terms)

    @property
    def signature(self) -> str:
        """A line with everything that someone else needs to get the same number."""
        return signature.written(f"BLEU-{self.rules.max_n}", self.rules, _choices(self.rules), self.reference_numbers)

    def working(self) -> Record:
        """The working as a record; exact values are strings such as "2/3"."""
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


def match_length(candidate_length: int, reference_lengths: Sequence[int], rule: str = "closest") -> int | Fraction:
    """The best match length, which is the reference length closest to the candidate's; in a tie, the shorter.

    The paper (section 2.2.2) doesn't say which of two equally close lengths counts; most tools take the shorter.
    Some tools choose a different length, so `rule` is a name from `mtexplain.rules.REFERENCE_LENGTHS`.

    >>> match_length(12, [12, 15, 17]), match_length(12, [13, 11]), match_length(12, [13, 11], "first closest")
    (12, 11, 13)
    >>> match_length(12, [13, 2], "shortest"), match_length(12, [13, 2], "average")
    (2, Fraction(15, 2))
    """
    if rule == "shortest":
        return sorted(reference_lengths)[0]
    if rule == "average":
        return Fraction(sum(reference_lengths), len(reference_lengths))
    if rule == "first closest":
        return sorted(reference_lengths, key=lambda length: abs(length - candidate_length))[0]
    return sorted(reference_lengths, key=lambda length: (abs(length - candidate_length), length))[0]


def _as_fraction(number: Number) -> Fraction:
    """The value of a number as a fraction; 0 if it is too small for a float."""
    value: Any = number.value
    return Fraction(value) if float(number) or not isinstance(value, Decimal) else Fraction(0)


def _choices(rules: BleuRules) -> Iterator[str]:
    """The parts of a signature that come from the rules, apart from tokens and case."""
    yield "uniform weights" if rules.weights is None else f"weights {' '.join(map(str, rules.weights))}"
    yield label(rules)
    yield f"{rules.reference_length} reference length"
    if rules.totals != "as counted":
        yield TOTALS[rules.totals]
    if rules.missing != "zero":
        yield MISSING[rules.missing]
    if rules.zero_when != "a factor is 0":
        yield ZERO_WHEN[rules.zero_when]


def _row(row: Count) -> Record:
    return {
        "ngram": list(row.ngram),
        "count": row.count,
        "reference_counts": list(row.reference_counts),
        "max_reference_count": row.max_reference_count,
        "clipped": row.clipped,
        "credited_references": list(row.credited_references),
    }


def _precision(order: Precision) -> Record:
    return {
        "n": order.n,
        "matches": order.matches,
        "total": order.total,
        "value": record.plain(order.value),
        "counts": [_row(row) for row in order.counts],
    }


def _factor(factor: Factor) -> Record:
    return {
        "n": factor.n,
        "weight": str(factor.weight),
        "counted": str(factor.counted),
        "value": record.plain(factor.value),
        "is_raw": factor.is_raw,
        "working": plain.formula(factor.working),
    }
