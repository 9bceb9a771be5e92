"""Perplexity from given probabilities, either of the tokens of a text or of the outcomes of a distribution.

Jurafsky and Martin, SLP3, sections 3.3 and 3.7.

A text has a probability for each of its tokens, and its perplexity is computed as in score.py. A distribution has a
probability for each possible outcome. These probabilities add up to 1, and they are also the weights of the outcomes:

    H  = p_1 · s_1 + ... + p_N · s_N       entropy; s_i = -log p_i
    PP = b^H                               N equally likely outcomes have a perplexity of N

>>> distribution_perplexity(["1/2", "1/4", "1/4"], base=2).entropy
H = sum_i p_i * s_i = 1/2 * 1 + 1/4 * 2 + 1/4 * 2 = 1.5
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Self

from mtexplain import __version__
from mtexplain.data import Record
from mtexplain.display import record
from mtexplain.display.formula import Chain, Formula, Over, Power, fraction
from mtexplain.display.formula import number as written
from mtexplain.display.parts import Column, Equation, Note, Part, Table, Words
from mtexplain.display.picture import Picture
from mtexplain.display.score import Credit, Term
from mtexplain.inputs import InputError
from mtexplain.metrics.perplexity import numbers
from mtexplain.metrics.perplexity.rules import BASES, GIVEN, BaseSetting, PerplexityRules, check_base
from mtexplain.metrics.perplexity.score import AnyPerplexity, TextPerplexity
from mtexplain.metrics.shared import scores
from mtexplain.settings import check_flag
from mtexplain.tracing import formulas, views
from mtexplain.tracing.number import Number, Value, number, plain, product_over, setting, share, sum_over
from mtexplain.tracing.steps import quantity, step

Numbers = Sequence[float | Fraction | str]
_EACH = "a probability for each token, such as [0.5, 0.25], or log_probabilities=[...]"


class OfNumbers(AnyPerplexity):
    """A perplexity from given numbers. No texts are compared, so nothing earns credit."""

    typed: tuple[str, ...]
    what: str

    @property
    def predicted(self) -> Sequence[str]:  # type: ignore[override]
        return self.typed

    def as_typed(self, t: int) -> float:
        """Return a number as it was typed, such as 1/4, 0.25 or -inf."""
        text = self.typed[t - 1]
        if text == "-inf":
            return Number(Decimal(text))
        return share(*map(number, Fraction(text).as_integer_ratio())) if "/" in text else setting(text)

    @cached_property
    def picture(self) -> Picture:
        picture = scores.picture(self)
        assert isinstance(picture, Picture)
        return picture

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        return tuple(self.odd())

    @property
    def credits(self) -> tuple[Credit, ...]:
        return ()

    @property
    def signature(self) -> str:
        return " · ".join((self.what, BASES[self.rules.base], f"mtexplain {__version__}"))

    def working(self) -> Record:
        return {"given": list(self.typed), "base": self.rules.base, "entropy": record.number(self.entropy)}


@dataclass(frozen=True, repr=False)
class Perplexity(OfNumbers, TextPerplexity):
    """The perplexity of a text from the probability of each token, or from its logarithm, as returned by `perplexity`.

    >>> trace = perplexity(["1/2", "1/4", "1/8", "1/4"])
    >>> trace.score == 4, trace.exact, trace.product
    (True, '(1/2 * 1/4 * 1/8 * 1/4)^(-1/4)', P = p_1 * … * p_T = 1/2 * 1/4 * 1/8 * 1/4 = 1/256)
    """

    metric = "perplexity"
    thing = "token"
    typed: tuple[str, ...]
    are_logs: bool = False
    tokens: tuple[str, ...] | None = None
    rules: PerplexityRules = GIVEN

    def p(self, t: int) -> float:
        return self.power(self.as_typed(t)) if self.are_logs else self.as_typed(t)

    def log_of_p(self, t: int) -> float:
        return self.as_typed(t) if self.are_logs else super().log_of_p(t)

    @property
    def quick_total(self) -> Callable[[], Value] | None:
        if self.are_logs:
            return self.total_of(-plain(self.as_typed(t)) for t in self.each_t)
        return self.total_of(plain(-self.log(number(Fraction(probability)))) for probability in self.typed)

    def written(self, t: int) -> Formula:
        return formulas.in_numbers(number(self.p(t))) if self.are_logs else super().written(t)

    def token(self, t: int) -> Words | None:
        return Words((self.tokens[t - 1],)) if self.tokens else None

    @property
    def texts(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return (("tokens", self.tokens),) if self.tokens else ()

    @property
    def closed_form(self) -> Formula:
        """The score as a formula in numbers; if logarithms are given, their mean is in the exponent."""
        if not self.are_logs or not self.is_of_p:
            return super().closed_form
        if "-inf" in self.typed:
            return formulas.in_exact_numbers(number(self.root))
        return formulas.in_numbers(number(self.power(self.total / self.t)))

    @property
    def what(self) -> str:  # type: ignore[override]
        return f"perplexity · given {'log-' * self.are_logs}probabilities"

    def working(self) -> Record:
        tokens = None if self.tokens is None else list(self.tokens)
        return {**super().working(), "are_logs": self.are_logs, "tokens": tokens, "ledger": self.rows_of_record()}

    @classmethod
    def from_dict(cls, data: Record) -> Self:
        """Return a trace equal to the trace that `to_dict` wrote."""
        facts = record.of_metric(data, cls.metric, ("given", "rules"))
        are_logs = check_flag(facts.get("are_logs", False), "are_logs")
        typed = (numbers.logarithms if are_logs else numbers.probabilities)(facts["given"], "given")
        tokens = numbers.check_outcomes(facts.get("tokens"), "tokens", len(typed))
        return cls(typed, are_logs, tokens, record.rules_of(facts["rules"], PerplexityRules))


@dataclass(frozen=True, repr=False)
class DistributionPerplexity(OfNumbers):
    """The perplexity of a distribution, as returned by `distribution_perplexity`."""

    metric = "distribution_perplexity"
    what = "perplexity of a distribution"
    thing, letter, mean_symbol = "outcome", "i", "H"
    typed: tuple[str, ...]
    outcomes: tuple[str, ...] | None = None
    rules: PerplexityRules = GIVEN

    @step("N", name="outcomes", says="the number of outcomes")
    def t(self) -> float:
        """A distribution gives each outcome a probability.

        One of the outcomes always occurs, so the probabilities add up to 1.
        """
        return len(self.typed)

    def p(self, t: int) -> float:
        return self.as_typed(t)

    def token(self, t: int) -> Words | None:
        return Words((self.outcomes[t - 1],)) if self.outcomes else None

    @quantity()
    def added(self, t: int) -> float:
        """The summand of an outcome in the entropy. An outcome with a probability of 0 adds nothing."""
        return self.p(t) * self.surprise(t) if self.p(t) != 0 else 0

    @step("H", name="entropy")
    def entropy(self) -> float:
        """Each outcome occurs as often as its probability says, so its surprise is weighted by its probability."""
        return sum_over("i", self.each_t, self.added)

    @entropy.table
    def outcome_table(self) -> Table:
        """A table of the outcomes with their probabilities, their surprises, and what they add to the entropy."""
        names = list(filter(None, map(self.token, self.each_t)))
        named, surprise = [Column("outcome", "outcome")] * bool(names), self.surprise_column
        head = "i", *named, "probability", surprise, Column("share", f"probability times {surprise.title}")
        rows = [(i, *names[i - 1 : i], self.written(i), self.surprise(i), number(self.added(i))) for i in self.each_t]
        total = "sum", *[None] * len(named), sum_over("i", self.each_t, self.p), None, self.entropy
        return views.table([head, *rows], total)._replace(names=1 + len(named))

    @quantity()
    def root(self) -> float:
        """The product of all 1/p, each to the power of its p."""
        return product_over("N", self.each_t, lambda t: (1 / self.p(t)) ** self.p(t))

    def root_equation(self) -> list[Part]:
        """The equation for the score as this product."""
        if self.is_changed:
            return []
        symbols = Chain("=", (self.symbol, formulas.in_symbols(number(self.root))))
        return [Equation(symbols, self.closed_form, formulas.value(number(self.score)))]

    @property
    def closed_form(self) -> Formula:
        """The product of all (1/p)^p, with equal factors joined."""
        if self.is_changed:
            return formulas.in_numbers(number(self.score))
        counted = Counter(probability for probability in self.typed if Fraction(probability)).items()
        bases = (formulas.grouped(fraction(1 / Fraction(probability))) for probability, _ in counted)
        powers = [Power(base, _times(*power)) for base, power in zip(bases, counted, strict=True)]
        return formulas.chain("*", powers, formulas.MOST_TERMS)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The summands of the logarithm of the score, in nats."""
        return tuple(Term(f"-p_{i} log p_{i}", float(self.in_nats(self.added(i)))) for i in self.each_t)

    @property
    def range(self) -> tuple[Fraction | float, Fraction | float]:
        """From 1, if an outcome is certain, to the number of outcomes, if all are equally likely."""
        return Fraction(1), Fraction(len(self.typed))

    @property
    def table(self) -> Table:
        table: Table = self.outcome_table()
        return table

    def working(self) -> Record:
        return {**super().working(), "outcomes": None if self.outcomes is None else list(self.outcomes)}

    @classmethod
    def from_dict(cls, data: Record) -> Self:
        """Return a trace equal to the trace that `to_dict` wrote."""
        facts = record.of_metric(data, cls.metric, ("given", "rules"))
        typed = numbers.check_sum_is_1(numbers.probabilities(facts["given"], "given"), "given")
        outcomes = numbers.check_outcomes(facts.get("outcomes"), "outcomes", len(typed))
        return cls(typed, outcomes, record.rules_of(facts["rules"], PerplexityRules))


def _times(typed: str, times: int) -> Formula:
    """Return a probability times its number of occurrences. The denominator stays as it was typed."""
    value = Fraction(typed)
    return Over(str(times * value.numerator), str(value.denominator)) if "/" in typed else written(times * value)


def perplexity(
    probabilities: Numbers | None = None,
    *,
    log_probabilities: Numbers | None = None,
    base: BaseSetting = None,
    tokens: Sequence[str] | None = None,
) -> Perplexity:
    """Return the perplexity of a text, which says how unsure a model was of the tokens.

    It is a number of equally likely choices. 1 is perfect, there is no upper limit, and lower is better (Jurafsky and
    Martin, SLP3, section 3.3).

    - `probabilities`: for each token of the text, the probability that the model gave it, such as 0.25, "1/4" or a
      Fraction. Fractions stay exact
    - `log_probabilities`: the logarithms of these probabilities instead, to the given `base`
    - `base`: "e" (the default), 2 or 10. Most programs give natural logarithms; SRILM and KenLM use base 10.
      If you give probabilities, the base only sets the unit of the working (nats, bits or decimal digits)
    - `tokens`: the tokens, to be shown

    Raises InputError (a ValueError, and also a TypeError if a type is wrong), which says what is wrong with an input
    and how to fix it. A probability of 0 is not an error. It makes the perplexity infinite, and a note says why.

    >>> print(perplexity(["1/2", "1/4", "1/8", "1/4"]).score)
    4.0
    >>> print(perplexity(log_probabilities=[-1, -2, -3, -2], base=2).score)
    4.0
    """
    if (probabilities is None) == (log_probabilities is None):
        got = "neither" if probabilities is None else "both probabilities and log_probabilities"
        raise InputError("perplexity", got, _EACH, "Give one of the two.")
    rules = _rules(base)
    are_logs = log_probabilities is not None
    given = numbers.logarithms(log_probabilities) if are_logs else numbers.probabilities(probabilities)
    return Perplexity(given, are_logs, numbers.check_outcomes(tokens, "tokens", len(given)), rules)


def distribution_perplexity(
    probabilities: Numbers, *, base: BaseSetting = None, outcomes: Sequence[str] | None = None
) -> DistributionPerplexity:
    """Return the perplexity of a distribution, e^H, where H is its entropy. N equally likely outcomes give N.

    It is the perplexity of an infinitely long text that follows the distribution (SLP3, section 3.7). `probabilities`
    has the probabilities of all outcomes, which add up to 1. `outcomes` has the names of the outcomes, and `base` sets
    the unit of the working.

    Raises InputError, which says what is wrong with an input and how to fix it.

    >>> print(distribution_perplexity(["1/10"] * 10).score)
    10.0
    >>> round(distribution_perplexity(["10/19", *["1/19"] * 9]).score, 3)
    5.655
    """
    given = numbers.check_sum_is_1(numbers.probabilities(probabilities))
    return DistributionPerplexity(given, numbers.check_outcomes(outcomes, "outcomes", len(given)), _rules(base))


def _rules(base: str | int | None) -> PerplexityRules:
    return GIVEN if base is None else replace(GIVEN, base=check_base(base))
