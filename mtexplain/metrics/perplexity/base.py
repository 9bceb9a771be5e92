"""What every perplexity has in common: a mean surprise J, of which the score is e^J."""

from abc import abstractmethod
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import inf

from mtexplain import exact
from mtexplain.display.formula import Formula, Symbol
from mtexplain.display.parts import Table, Words
from mtexplain.display.score import Credit, Score, Term, Worst
from mtexplain.metrics.perplexity import formulas, tables
from mtexplain.metrics.perplexity.maths import Probability, in_base, mean, perplexity, product, root, surprise
from mtexplain.metrics.perplexity.rules import PerplexityRules

_WORST = Worst(
    "infinite",
    "infinite",
    "One probability of 0 makes the product 0, and one over it infinite. The others may move as they like.",
    "none of these was ever seen in training",
)


@dataclass(frozen=True)
class Prediction:
    """One row of the ledger: a token, where its text is known, how probable it was, and how that is written."""

    words: Words | None
    probability: Probability
    written: Formula

    @cached_property
    def surprise(self) -> Decimal | None:
        """-log p in nats; None where it has no end."""
        return surprise(self.probability)


class PerplexityScore(Score):
    """Perplexity from a mean surprise, however that was had. Lower is better; 1 is perfect."""

    rules: PerplexityRules
    lower_is_better = True
    worst = _WORST

    @property
    @abstractmethod
    def mean_surprise(self) -> Decimal | None:
        """J in nats, to 40 digits: the cross-entropy, or the entropy of a distribution. None where it has no end."""

    @cached_property
    def score(self) -> float:
        """PP = e^J, from 1 for a model that was always certain and right, to infinity: rounded once."""
        return perplexity(self.mean_surprise)

    @property
    def entropy(self) -> float:
        """J in the unit of the base in force: nats for e, bits for 2."""
        return inf if self.mean_surprise is None else float(in_base(self.mean_surprise, self.rules.base))

    @property
    def symbol(self) -> Formula:
        return Symbol("PP")

    @property
    def range(self) -> tuple[Fraction | float, Fraction | float]:
        """From 1 to infinity."""
        return Fraction(1), inf

    @property
    def credits(self) -> tuple[Credit, ...]:
        """None: probabilities that are given earn nothing."""
        return ()


class TextPerplexity(PerplexityScore):
    """The perplexity of a text: the mean surprise of its tokens."""

    @property
    @abstractmethod
    def predictions(self) -> tuple[Prediction, ...]:
        """The rows of the ledger: each token that was predicted, with its probability."""

    @cached_property
    def probabilities(self) -> tuple[Probability, ...]:
        """p_1 to p_T, exact."""
        return tuple(one.probability for one in self.predictions)

    @cached_property
    def surprise(self) -> Decimal | None:
        """-log P, the surprise of the whole text, in nats: the sum of all. None where it has no end."""
        known = [one.surprise for one in self.predictions if one.surprise is not None]
        with exact.forty_digits():
            return sum(known, Decimal(0)) if len(known) == len(self.predictions) else None

    @cached_property
    def mean_surprise(self) -> Decimal | None:
        """J = -1/T sum of log p_t, in nats: the loss, as those who train models call it. None where it has no end."""
        return mean([one.surprise for one in self.predictions])

    @cached_property
    def product(self) -> Fraction | None:
        """P, the probability of the whole text; None where the probabilities are known by their logarithms only."""
        return product(self.probabilities)

    @cached_property
    def root(self) -> Fraction | None:
        """PP where it is a fraction; None where it is irrational, or infinite."""
        return root(self.probabilities)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The surprise of each token over T: pairs (name, value) that add up to log PP. The one of p = 0 is inf."""
        surprises = [one.surprise for one in self.predictions]
        if not surprises:
            return (Term("nothing is predicted", inf),)
        values = [inf if one is None else float(one) / len(surprises) for one in surprises]
        return tuple(Term(f"-log p_{place} / T", value) for place, value in enumerate(values, 1))

    @property
    def closed_form(self) -> Formula:
        """The probabilities, multiplied, to the power -1/T; or e to the power J, where logarithms were given."""
        return formulas.closed_form(self)

    @property
    def table(self) -> Table:
        """The ledger: a row for each token."""
        return tables.ledger(self)
