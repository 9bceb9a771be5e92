"""The signature of a ROUGE score: every choice that was made, in words, as another person needs it."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from mtexplain.display import plain
from mtexplain.metrics.rouge.formulas import decimal
from mtexplain.metrics.rouge.rules import BEST_BY, REFERENCES_BY, ROUNDING
from mtexplain.metrics.shared import signature

if TYPE_CHECKING:
    from mtexplain.metrics.rouge.base import Rouge


def written(trace: "Rouge") -> str:
    """What is counted, whose rules, how texts are read, and the choices that this score depends on."""
    name = plain.formula(trace.symbol)
    return signature.written(name, trace.rules, _choices(trace), (len(trace.references),))


def _choices(trace: "Rouge") -> Iterator[str]:
    rules = trace.rules
    yield measure(rules.beta)
    yield REFERENCES_BY[rules.references_by]
    if rules.references_by in ("best", "jackknife") and rules.best_by != "score":
        yield BEST_BY[rules.best_by]
    yield from trace.choices
    if rules.rounding != "none":
        yield ROUNDING[rules.rounding]


def measure(beta: Fraction | None) -> str:
    """Which mean of recall and precision: F1, F with another beta, or one of the two alone."""
    if beta is None:
        return "recall"
    return f"F{decimal(beta)}" if beta else "precision"
