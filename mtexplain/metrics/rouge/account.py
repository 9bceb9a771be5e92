"""The account of a ROUGE score: terms that add up to its logarithm, or, jackknifed, to the score itself."""

from collections.abc import Iterator
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING

from mtexplain import exact
from mtexplain.display import plain
from mtexplain.display.formula import Symbol
from mtexplain.display.score import Term
from mtexplain.metrics.rouge.formulas import decimal

if TYPE_CHECKING:
    from mtexplain.metrics.rouge.base import Rouge


def of_f(trace: "Rouge") -> Iterator[Term]:
    """F_beta = R P / ((R + beta^2 P)/(1 + beta^2)), in logarithms; of an endless beta log R alone, of 0 log P."""
    beta = trace.rules.beta
    recall, precision = (plain.formula(Symbol(letter, trace.below)) for letter in "RP")
    r, p = trace.together.recall.value, trace.together.precision.value
    if beta != 0:
        yield Term(f"log {recall}", _log(r))
    if beta is not None:
        yield Term(f"log {precision}", _log(p))
    if beta:
        square = beta * beta
        weight = "" if beta == 1 else f"{decimal(square)} "
        below = (r + square * p) / (1 + square) if r and p else None
        name = f"-log(({recall} + {weight}{precision})/{decimal(1 + square)})"
        yield Term(name, -exact.log(below) if below else 0.0)


def of_mean(trace: "Rouge") -> Iterator[Term]:
    """What each summand of the mean adds to it: F with the best of the others, over the number of references."""
    used, beta = trace.together.used, trace.rules.beta
    for place, one in enumerate(used, 1):
        yield Term(f"F without reference {place}, over {len(used)}", float(one.f(beta) / len(used)))


def _log(value: Fraction | None) -> float:
    return exact.log(value) if value else -inf
