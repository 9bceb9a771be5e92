"""The pieces of ROUGE's formulas: recalls and precisions with their numbers, F of two of them, sums and means."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from mtexplain.counts import Ratio
from mtexplain.display.formula import (
    Chain,
    Formula,
    Over,
    Power,
    few,
    fraction,
    number,
    ratio,
    shown,
)
from mtexplain.metrics.rouge.maths import AnyOverlap, Mean, Share

if TYPE_CHECKING:
    from mtexplain.metrics.rouge.base import Rouge

MOST = 8  # summands that are written out
_LONG = 10**6  # a larger denominator is not written


def share(one: Share) -> Formula:
    """A recall or a precision with its numbers: 3/5, or (4/9)^(1/2), or the mean of several."""
    if isinstance(one, Ratio):
        return ratio(one.matches, one.total)
    if isinstance(one, Mean):
        return mean([share(each) for each in one.shares])
    return rooted(Over(number(one.matches), number(one.total)), one.weight)


def short(one: Share) -> Formula:
    """The same, but for a root that is a fraction: 4/7."""
    if isinstance(one, Ratio) or one.value is None or one.value.denominator >= _LONG:
        return share(one)
    return fraction(one.value)


def value(one: Share) -> Formula:
    """The value of a recall or a precision: as it was counted, or as a fraction."""
    if isinstance(one, Ratio):
        return ratio(one.matches, one.total)
    return ratio(0, 0) if one.value is None else exactly(one.value)


def decimal(one: Fraction) -> str:
    """A setting as it is written: 1.2 where that is all of it, else 4/3.

    >>> decimal(Fraction(6, 5)), decimal(Fraction(4, 3))
    ('1.2', '4/3')
    """
    short = f"{float(one):g}"
    return short if Fraction(short) == one else str(one)


def exactly(one: Fraction) -> Formula:
    """A fraction; where it is long, as every float is shown."""
    return fraction(one) if one.denominator < _LONG else shown(float(one))


def rooted(inside: Formula, weight: Fraction) -> Formula:
    """The inverse of f(k) = k^weight."""
    return inside if weight == 1 else Power(Chain("*", (inside,), grouped=True), fraction(1 / weight))


def mean(several: Sequence[Formula]) -> Formula:
    """The mean of several, cut where they are many."""
    return Over(summed(several), str(len(several)))


def summed(several: Sequence[Formula]) -> Formula:
    """The sum of several, cut where they are many."""
    if len(several) < 2:
        return several[0] if several else "0"
    return Chain("+", few(several, MOST))


def f(beta: Fraction | None, recall: Formula, precision: Formula) -> Formula:
    """F_beta of a recall and a precision (equation 4)."""
    if beta is None or beta == 0:
        return precision if beta == 0 else recall
    if beta == 1:
        return Over(Chain("*", ("2", recall, precision)), Chain("+", (recall, precision)))
    square = Power(decimal(beta), "2")
    return Over(
        Chain("*", (Chain("+", ("1", square), grouped=True), recall, precision)),
        Chain("+", (recall, Chain("*", (square, precision)))),
    )


def _summand(one: AnyOverlap, beta: Fraction | None) -> Formula:
    """F with one reference: as a fraction, where it is a short one."""
    found = one.f(beta)
    return fraction(found) if found.denominator < _LONG else f(beta, short(one.recall), short(one.precision))


def closed_form(trace: "Rouge") -> Formula:
    """The score with exact numbers, as in (2 * 3/5 * 3/4) / (3/5 + 3/4). Where nothing matches it is 0."""
    together, beta = trace.together, trace.rules.beta
    if not together.f(beta):
        return "0"
    if trace.rules.references_by == "jackknife":
        return mean([_summand(one, beta) for one in together.used])
    return f(beta, short(together.recall), short(together.precision))
