"""The worked examples of perplexity: what is right is computed, and what is printed was typed in by hand."""

from fractions import Fraction
from typing import Any

from mtexplain.by_hand.example import Example, Number
from mtexplain.display import plain
from mtexplain.examples import FAMILIES
from mtexplain.metrics.perplexity import perplexity
from tests.worked import every_number, is_right_as_printed, printed

EXAMPLES = FAMILIES["perplexity"]

BY_NAME = {example.name: example for example in EXAMPLES}
PRINTED = {
    ("perplexity-digits", "PP"): "10",
    ("perplexity-zeros", "p_1"): "91/100",
    ("perplexity-zeros", "p_6"): "1/100",
    ("perplexity-zeros", "PP"): "1.725",
    ("perplexity-one-digit-more-often", "PP"): "15.09",
    ("perplexity-colours-unlearned", "PP"): "3",
    ("perplexity-colours-learned", "P"): "0.04096",
    ("perplexity-colours-learned", "PP"): "1.89",
    ("perplexity-sam", "p_1"): "2/3",
    ("perplexity-sam", "p_2"): "2/3",
    ("perplexity-sam", "p_3"): "1/2",
    ("perplexity-sam", "p_4"): "1/2",
    ("perplexity-restaurant", "P"): "0.000031",
}
WRONG_IN_THE_SOURCE = "perplexity-one-digit-more-often"


def computed(trace: Any, quantity: str) -> Fraction | float:
    """The quantity from the trace of the example."""
    if quantity.startswith("p_"):
        return Fraction(plain.formula(trace.written(int(quantity.removeprefix("p_")))))
    if quantity == "P":
        return Fraction(trace.product)
    return float(trace.entropy if quantity == "J" else trace.score)


@every_number(EXAMPLES)
def test_the_right_number_is_what_the_trace_computes(example: Example, number: Number) -> None:
    value = computed(example.trace(), number.quantity)
    assert Fraction(number.right) == Fraction(value) or float(number.right) == value


def test_the_printed_numbers_are_those_of_the_sources() -> None:
    assert printed(EXAMPLES) == PRINTED


@every_number(EXAMPLES)
def test_what_is_printed_is_right_but_for_its_last_digit(example: Example, number: Number) -> None:
    if example.name == WRONG_IN_THE_SOURCE:
        assert number.comment
    else:
        assert is_right_as_printed(number)


def test_the_number_in_the_comment_is_computed_too() -> None:
    example = BY_NAME["perplexity-one-digit-more-often"]
    assert str(perplexity(list(example.candidate)).score) in example.numbers[0].comment
