"""Perplexity by hand: the functions of the right computation, any of which a mistake replaces.

One row of functions serves all: what differs is where the probabilities come from, and that the surprises of a
distribution count by their probabilities. A product that someone has worked out is gone on from, as surprises are.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import e, exp, inf, log, prod

from mtexplain import exact
from mtexplain.metrics.perplexity.base import TextPerplexity
from mtexplain.metrics.perplexity.distribution import DistributionPerplexity
from mtexplain.metrics.perplexity.maths import Probability
from mtexplain.metrics.perplexity.maths import in_base as in_unit
from mtexplain.metrics.perplexity.maths import surprise as nats
from mtexplain.recipe.numbers import Quotient, Real, Value, plain

Probabilities = tuple[Quotient, ...]
Surprises = tuple[float, ...]
_ENDLESS = 700  # e to this power is about the largest float


def base(trace: TextPerplexity | DistributionPerplexity) -> str:
    """The base of the logarithms: "e", "2" or "10"."""
    return trace.rules.base


def given(trace: TextPerplexity) -> Probabilities:
    """p_t as they were given; of a log-probability, what it is the logarithm of."""
    return tuple(Quotient(_value(one), 1) for one in trace.probabilities)


def of_outcomes(trace: DistributionPerplexity) -> Probabilities:
    """p_i of all outcomes."""
    return tuple(Quotient(value, 1) for value in trace.values)


def _value(one: Probability) -> Fraction:
    found = nats(one)
    if one.value is not None or found is None:
        return one.value or Fraction(0)
    with exact.forty_digits():
        return Fraction((-found).exp())


def values(p: Probabilities) -> list[Real]:
    """The probabilities as numbers; 0/0 counts as 0."""
    return [plain(one) or 0 for one in p]


def number(p: Probabilities) -> int:
    """T, how many tokens are predicted."""
    return len(p)


def product(p: Probabilities) -> Real:
    """P, the probability of the whole text."""
    return prod(values(p), start=Fraction(1))


@cache
def minus_log(value: Real, base: str) -> float:
    """-log p to a base: infinite for 0."""
    if value <= 0:
        return inf
    if value > 1:
        return -log(value) / log(to_number(base))
    return float(in_unit(nats(Probability(Fraction(value))) or exact.ln(Fraction(1)), base))


def to_number(base: str) -> float:
    """A base as a number."""
    return e if base == "e" else int(base)


def surprise(p: Probabilities, base: str) -> Surprises:
    """s_t = -log p_t."""
    return tuple(minus_log(value, base) for value in values(p))


Entropy = Callable[[Probabilities, int, Real, Surprises, str], Value]


def averaged(mean: Callable[[Surprises, int], Value]) -> Entropy:
    """From surprises to J. Where someone's product is not that of the probabilities, its surprise is gone on from."""

    def entropy(p: Probabilities, t: int, product: Real, surprise: Surprises, base: str) -> Value:
        own = surprise != tuple(minus_log(value, base) for value in values(p))
        known = own or product == prod(values(p), start=Fraction(1))
        return mean(surprise, t) if known else mean((minus_log(product, base),), t)

    return entropy


def divided(total: float, number: Real) -> Value:
    """A total over a number; None where that is 0."""
    return total / float(number) if number else None


entropy = averaged(lambda surprises, t: divided(sum(surprises), t) if t else inf)


def entropy_of_outcomes(p: Probabilities, surprise: Surprises) -> float:
    """H: every surprise counts as often as it comes; what never comes adds nothing."""
    return sum(float(value) * one for value, one in zip(values(p), surprise, strict=True) if value)


def power(base: float, exponent: Value) -> Value:
    """A base to a power; infinite where that is beyond every float."""
    number = plain(exponent)
    if number is None:
        return None
    if float(number) * log(base) > _ENDLESS:
        return inf
    return exp(number) if base == e else float(base ** float(number))


def score(entropy: Value, base: str) -> Value:
    """PP = b^J."""
    return power(to_number(base), entropy)
