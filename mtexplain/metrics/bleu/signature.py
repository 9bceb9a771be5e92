"""The signature of a score: every choice that was made, in words, as another person needs it."""

from collections.abc import Iterator, Sequence

from mtexplain import __version__
from mtexplain.display import plain
from mtexplain.display.formula import number
from mtexplain.rules import MISSING, SMOOTHINGS, TOTALS, ZERO_WHEN, Rules
from mtexplain.unseen import visible

_CASE = {False: "case kept", True: "lower-cased", "ascii": "A to Z lower-cased"}


def written(rules: Rules, references: Sequence[int]) -> str:
    """The signature of a score by these rules; `references` are the numbers of references of its segments."""
    return " · ".join((*_choices(rules), _numbers(references), f"mtexplain {__version__}"))


def _choices(rules: Rules) -> Iterator[str]:
    yield f"BLEU-{rules.max_n}"
    yield f"{' '.join(map(visible, rules.name.split()))} rules"
    yield f"tokens: {rules.tokenize}"
    yield case(rules)
    yield "uniform weights" if rules.weights is None else f"weights {' '.join(map(str, rules.weights))}"
    yield smoothing(rules)
    yield f"{rules.reference_length} reference length"
    if rules.totals != "as counted":
        yield TOTALS[rules.totals]
    if rules.missing != "zero":
        yield MISSING[rules.missing]
    if rules.zero_when != "a factor is 0":
        yield ZERO_WHEN[rules.zero_when]


def case(rules: Rules) -> str:
    """What becomes of capitals; the tokenisers of the COCO tools make them small themselves."""
    lowers = not rules.lowercase and str(rules.tokenize).startswith("coco")
    return "lower-cased by the tokeniser" if lowers else _CASE[rules.lowercase]


def smoothing(rules: Rules) -> str:
    """The smoothing, with its number where it has one."""
    if rules.smoothing == "none":
        return "no smoothing"
    value = f" {plain.formula(number(rules.value))}" if SMOOTHINGS[rules.smoothing] is not None else ""
    return f"{rules.smoothing}{value} smoothing"


def _numbers(references: Sequence[int]) -> str:
    fewest, most = min(references), max(references)
    several = "1 reference" if most == 1 else f"{most} references"
    return several if fewest == most else f"{fewest} to {most} references"
