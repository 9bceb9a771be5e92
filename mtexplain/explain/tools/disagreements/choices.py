"""The choices of a set of rules, in the order in which a score is computed, and what each set says of them."""

from typing import NamedTuple

from mtexplain.display import plain
from mtexplain.display.formula import number
from mtexplain.metrics.shared.signature import case
from mtexplain.rules import BleuRules


class Choice(NamedTuple):
    """A choice of the rules: its name, the fields of `BleuRules` that make it, what it is, in a sentence."""

    name: str
    title: str
    fields: tuple[str, ...]
    why: str


CHOICES = (
    Choice("tokenize", "Tokens", ("tokenize",), "What is a word: whether a mark is one, or part of one."),
    Choice("lowercase", "Case", ("lowercase",), "Whether The and the are the same word."),
    Choice("max_n", "Orders", ("max_n",), "The longest run of words that is counted."),
    Choice("totals", "Short segments", ("totals",), "What a segment counts that is too short for an n-gram."),
    Choice("reference_length", "Reference length", ("reference_length",), "Which reference sets the length."),
    Choice("smoothing", "Smoothing", ("smoothing", "smoothing_value"), "What becomes of an order without a match."),
    Choice("missing", "Missing orders", ("missing",), "What becomes of an order without an n-gram, 0/0."),
    Choice("weights", "Weights", ("weights",), "How much each order counts."),
    Choice("zero_when", "When it is 0", ("zero_when",), "Whether some inputs are 0 without a look at the factors."),
    Choice("report", "Scale and digits", ("scale", "form", "zero_form", "name", "tool"), "How the number is reported."),
)  # fmt: skip
"""Every choice, in the order in which a score is computed."""


def in_words(choice: Choice, rules: BleuRules) -> str:
    """What a set of rules says of a choice, in words."""
    match choice.name:
        case "lowercase":
            return case(rules)
        case "smoothing":
            return f"{rules.smoothing} {plain.formula(number(rules.value))}" if rules.value else rules.smoothing
        case "weights":
            return " ".join(map(str, rules.weights)) if rules.weights else "uniform"
        case "report":
            return f"{rules.name}: {'0 to 100' if rules.scale == 100 else '0 to 1'}"
    return str(getattr(rules, choice.fields[0]))
