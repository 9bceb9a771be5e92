"""The signature of a score, which states in words every choice that another person needs to know."""

from collections.abc import Iterable, Sequence

from mtexplain import __version__
from mtexplain.invisible import visible
from mtexplain.rules import Rules

_CASE = {False: "case kept", True: "lower-cased", "ascii": "A to Z lower-cased"}


def written(metric: str, rules: Rules, choices: Iterable[str], references: Sequence[int]) -> str:
    """Return the signature of a metric with these rules, other choices, and numbers of references per segment."""
    named = f"{' '.join(map(visible, rules.name.split()))} rules"
    read = (f"tokens: {rules.tokenize}", case(rules))
    return " · ".join((metric, named, *read, *choices, _numbers(references), f"mtexplain {__version__}"))


def case(rules: Rules) -> str:
    """Return how the rules treat upper and lower case. The tokenisers of the COCO and ROUGE tools lower-case texts."""
    lowers = not rules.lowercase and str(rules.tokenize).startswith(("coco", "rouge"))
    return "lower-cased by the tokeniser" if lowers else _CASE[rules.lowercase]


def cut_by(rules: Rules) -> str:
    """Return the tokeniser and the case in a few words."""
    return f"by the {rules.tokenize} tokeniser, {case(rules)}"


def _numbers(references: Sequence[int]) -> str:
    fewest, most = min(references), max(references)
    several = "1 reference" if most == 1 else f"{most} references"
    return several if fewest == most else f"{fewest} to {most} references"
