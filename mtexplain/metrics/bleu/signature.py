"""The signature of a BLEU score: every choice that was made, in words, as another person needs it."""

from collections.abc import Iterator, Sequence

from mtexplain.display import plain
from mtexplain.display.formula import number
from mtexplain.metrics.shared import signature
from mtexplain.rules import MISSING, SMOOTHINGS, TOTALS, ZERO_WHEN, BleuRules


def describe(rules: BleuRules, references: Sequence[int]) -> str:
    """The signature of a score by these rules; `references` are the numbers of references of its segments."""
    return signature.written(f"BLEU-{rules.max_n}", rules, _choices(rules), references)


def _choices(rules: BleuRules) -> Iterator[str]:
    yield "uniform weights" if rules.weights is None else f"weights {' '.join(map(str, rules.weights))}"
    yield smoothing(rules)
    yield f"{rules.reference_length} reference length"
    if rules.totals != "as counted":
        yield TOTALS[rules.totals]
    if rules.missing != "zero":
        yield MISSING[rules.missing]
    if rules.zero_when != "a factor is 0":
        yield ZERO_WHEN[rules.zero_when]


def smoothing(rules: BleuRules) -> str:
    """The smoothing, with its number where it has one."""
    if rules.smoothing == "none":
        return "no smoothing"
    value = f" {plain.formula(number(rules.value))}" if SMOOTHINGS[rules.smoothing] is not None else ""
    return f"{rules.smoothing}{value} smoothing"
