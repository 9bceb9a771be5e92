"""The formulas of perplexity, the number of equally likely tokens among which a model had to guess, on average.

Jurafsky and Martin, "Speech and Language Processing" (SLP3), 3rd edition, draft of January 2025, chapter 3.

    p_t = P(w_t | w_1 ... w_t-1)              the probability that the model gave to token t of the text; t = 1 to T
    s_t = -log p_t                            its surprise
    J   = (s_1 + ... + s_T) / T               cross-entropy, the mean surprise
    PP  = b^J = (p_1 · ... · p_T)^(-1/T)      b is the base of the logarithms, e, 2 or 10

Each number is a method. Its docstring says why it is computed, and its body is the formula. A `step` is shown with its
equation, and a `quantity` is a number inside other formulas. A number without an index is read like an attribute, such
as `self.entropy`, but a number with an index is called, such as `self.p(2)`. Numbers remember how they were computed,
so log and exp come from number.py. 0/0 has no value, and if it counts as 0, the formula says so with `or_zero`.

The probabilities come from other files. In given.py they are given, and in ngram.py a model computes them from counts.

>>> from mtexplain import perplexity
>>> perplexity(["1/2", "1/4", "1/8", "1/4"]).root
(p_1 * … * p_T)^(-1/T) = (1/2 * 1/4 * 1/8 * 1/4)^(-1/4) = 4
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import inf, isfinite
from operator import mul
from typing import Any

from mtexplain.counts import NGram
from mtexplain.data import Record
from mtexplain.display import plain as text
from mtexplain.display import record
from mtexplain.display.formula import Chain, Formula, shown
from mtexplain.display.parts import Cell, Column, Equation, Part, Rows, Table, Words
from mtexplain.display.score import Term, Worst
from mtexplain.metrics.perplexity.rules import PerplexityRules
from mtexplain.metrics.shared.scores import TracedScore
from mtexplain.tracing import formulas, views
from mtexplain.tracing.number import (
    Number,
    Value,
    add,
    as_decimal,
    calculate,
    exp,
    log,
    log2,
    log10,
    number,
    or_zero,
    plain,
    product_over,
    sum_over,
)  # fmt: skip
from mtexplain.tracing.steps import quantity, step

_MOST = 10**6
"""A running product is shown exactly if its denominator is at most this."""


class AnyPerplexity(TracedScore):
    """The formulas of every perplexity."""

    rules: PerplexityRules
    predicted: Sequence[NGram | str]
    """The tokens or n-grams that are predicted, in order."""
    thing = "word"
    """The name of a predicted item."""
    letter, mean_symbol = "t", "J"
    lower_is_better = True
    worst = Worst(
        "infinite", "infinite",
        "A probability of 0 makes the product 0 and the perplexity infinite, whatever the other probabilities are.",
        "none of these was ever seen in training",
    )  # fmt: skip

    @property
    def each_t(self) -> range:
        """The indices of the predicted items, from 1."""
        return range(1, len(self.predicted) + 1)

    @step("T", name="tokens")
    def t(self) -> float:
        """Before each token, a language model gives every possible token a probability.

        Perplexity needs only the probability of the token that actually comes next.
        """
        return len(self.predicted)

    @quantity("p_{t}")
    def p(self, t: int) -> float:
        """The probability that the model gave to the actual token."""
        raise NotImplementedError

    @quantity("s_{t}")
    def surprise(self, t: int) -> float:
        """The less probable a token, the greater its surprise. It is infinite if p is 0, and a p of 0/0 counts as 0."""
        return -self.log_of_p(t)

    def log_of_p(self, t: int) -> float:
        """Return the logarithm of a probability."""
        return self.log(or_zero(self.p(t)))

    @step("J", name="entropy")
    def entropy(self) -> float:
        """A longer text is usually less probable, whatever the model, so we take the mean surprise per token.

        If nothing is predicted, the mean counts as infinite, so that saying nothing doesn't pay.
        """
        return self.total / self.t if self.t > 0 else inf

    @quantity()
    def total(self) -> float:
        """The sum of the surprises."""
        return sum_over(self.letter, self.each_t, self.surprise, self.quick_total)

    @step("PP", name="score", is_decimal=True)
    def score(self) -> float:
        """The power undoes the logarithm and turns the mean surprise into a number of choices. Lower is better."""
        return self.power(self.entropy)

    @property
    def quick_total(self) -> Callable[[], Value] | None:
        """A faster way to the same sum, or None. With it, each surprise is computed only when it is shown."""
        return None

    def total_of(self, surprises: Iterable[Any]) -> Callable[[], Value] | None:
        """Return a function that adds up these surprises, or None if a number of the text was changed."""
        known = {quantity.name for quantity, *_ in self.known}
        is_other = self.changes or self.given or known & {"p", "surprise"}
        return None if is_other else lambda: calculate(add, list(surprises))

    def log(self, x: float) -> float:
        """Return the logarithm to the base of the rules."""
        return {"e": log, "2": log2, "10": log10}[self.rules.base](x)

    def power(self, x: float) -> float:
        """Return the base of the rules to the power of x."""
        return exp(x) if self.rules.base == "e" else number(int(self.rules.base)) ** x

    @property
    def is_of_p(self) -> bool:
        """True if the score is computed from the probabilities, and no number in between is given or changed."""
        return not self.has_other_methods and all(name.startswith("p_") for name in self.given)

    @property
    def range(self) -> tuple[Fraction | float, Fraction | float]:
        """From 1, which is perfect, to infinity."""
        return Fraction(1), inf

    def in_nats(self, x: float) -> float:
        """Convert a number from the unit of the base to nats."""
        return x if self.rules.base == "e" else x * log(number(int(self.rules.base)))

    def written(self, t: int) -> Formula:
        """Return a probability in the form in which it was counted or typed."""
        return formulas.value(number(or_zero(self.p(t))))

    def token(self, t: int) -> Words | None:
        """Return the actual token, or None if it is unknown."""
        raise NotImplementedError

    @quantity()
    def root(self) -> float:
        """The score computed without logarithms, which has no value if a probability is 0."""
        raise NotImplementedError

    @score.table
    def root_equation(self) -> list[Part]:
        """The equation for the score without logarithms. Its value is a fraction if it is rational."""
        root = number(self.root)
        symbols = Chain("=", (self.symbol, formulas.in_symbols(root)))
        is_defined = self.is_of_p and self.predicted and root.value is not None and isfinite(float(root))
        return [Equation(symbols, formulas.in_numbers(root), formulas.value(root))] if is_defined else []

    @property
    def surprise_column(self) -> Column:
        """The head of a column of surprises."""
        return Column("surprise", f"−{text.drawn(formulas.in_symbols(number(self.log(Number(None, 'p')))))}")


class TextPerplexity(AnyPerplexity):
    """The formulas for a text, in which each token is predicted from the tokens before it."""

    def multiplied(self) -> float:
        """Return the product of all probabilities."""
        return product_over("T", self.each_t, lambda t: or_zero(self.p(t)))

    @step("P", name="ledger", after=AnyPerplexity.surprise)
    def product(self) -> float:
        """The probability of a text is the product of its tokens' probabilities.

        The logarithm turns the product into a sum of surprises. The less probable a token, the greater its surprise.
        """
        return self.multiplied()

    @product.table
    def ledger(self) -> Table:
        """A table of the tokens with their probabilities and surprises, and the product of the probabilities so far."""
        words, products = [*filter(None, map(self.token, self.each_t))], list(self.products())

        def cells(t: int) -> tuple[Cell, ...]:
            surprise = views.cell(number(self.surprise(t)))
            return t, *words[t - 1 : t], self.written(t), surprise, products[t - 1]

        named = [Column("token", "token")] * bool(words)
        numbers = Column("probability", "probability"), self.surprise_column, Column("product", "product so far")
        total = "sum", *[None] * len(named), None, views.cell(number(self.total)), None
        columns = Column("t", "t"), *named, *numbers
        return Table("", columns, Rows(self.each_t, cells), names=1 + len(named), total=total)

    def products(self) -> Iterator[Formula]:
        """Yield the product up to each token. A product with many digits is rounded to forty."""
        product: Any = 1
        for t in self.each_t:
            product = calculate(mul, (product, plain(or_zero(self.p(t)))))
            if isinstance(product, Fraction) and product.denominator > _MOST:
                product = as_decimal(product)
            yield shown(product) if isinstance(product, Decimal) and product else formulas.value(Number(product or 0))

    @property
    def root(self) -> float:
        return self.multiplied() ** (-1 / self.t if self.t > 1 else -1)

    @property
    def closed_form(self) -> Formula:
        if not self.is_of_p:
            return formulas.in_numbers(number(self.score))
        return formulas.in_numbers(number(self.root)) if self.predicted else "∞"

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The summands of the logarithm of the score, which are the surprises of the tokens divided by T, in nats."""
        nats = (float(self.in_nats(self.surprise(t))) for t in self.each_t)
        terms = tuple(Term(f"-log p_{t} / T", nat / float(self.t)) for t, nat in enumerate(nats, 1))
        return terms or (Term("nothing is predicted", inf),)

    @property
    def table(self) -> Table:
        table: Table = self.ledger()
        return table

    def rows_of_record(self) -> list[Record]:
        """Return a record for each token, with its probability as it is written and its surprise in nats."""
        nats = [float(self.in_nats(self.surprise(t))) for t in self.each_t]
        return [{"p": text.formula(self.written(t)), "surprise": record.number(nats[t - 1])} for t in self.each_t]
