"""METEOR's worked examples: what is right is what the trace computes, what is printed was typed in by hand."""

from fractions import Fraction
from typing import Any

from mtexplain.metrics.meteor import Meteor
from mtexplain.metrics.meteor.examples import EXAMPLES as METEOR
from mtexplain.recipe.example import Example, Number
from tests.worked import every_number, printed

PRINTED = {
    ("meteor-president", "ch"): "2",
    ("meteor-identical", "METEOR"): "0.9977",
    ("meteor-reordered", "METEOR"): "0.5",
    ("meteor-inserted", "METEOR"): "0.9654",
    ("meteor-two-references", "METEOR"): "0.9921875",
    ("meteor-15-english", "alpha"): "0.85",
    ("meteor-15-english", "beta"): "0.2",
    ("meteor-15-english", "gamma"): "0.6",
    ("meteor-15-english", "delta"): "0.75",
}


def computed(trace: Meteor, quantity: str) -> Any:
    """The quantity from the trace of the example."""
    one = trace.best
    found = {
        "m": one.matches,
        "ch": one.chunks,
        "crossings": one.alignment.crossings,
        "P": one.precision.value,
        "R": one.recall.value,
        "Fmean": one.mean,
        "Pen": one.penalty,
        "METEOR": trace.score,
    }
    return found[quantity] if quantity in found else getattr(trace.rules, quantity)


@every_number(METEOR)
def test_what_is_right_is_computed(example: Example, number: Number) -> None:
    value = computed(example.trace(), number.quantity)
    right = Fraction(number.right)
    assert value == (float(right) if isinstance(value, float) else right)


def test_the_printed_numbers_are_those_of_the_sources() -> None:
    assert printed(METEOR) == PRINTED


@every_number(METEOR)
def test_what_the_source_prints_is_right_as_far_as_it_goes(example: Example, number: Number) -> None:
    if number.printed is not None:
        digits = len(number.printed.partition(".")[2])
        assert round(Fraction(number.right), digits) == Fraction(number.printed)
