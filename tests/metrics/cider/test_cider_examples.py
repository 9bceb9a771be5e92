"""CIDEr's worked examples: every number is what the trace computes."""

import pytest

from mtexplain.display import plain
from mtexplain.examples import Example, Number
from mtexplain.metrics.cider import CorpusCider
from mtexplain.metrics.cider.examples import EXAMPLES as CIDER
from tests.worked import every_number


def computed(trace: CorpusCider, quantity: str) -> str:
    """A quantity of the trace, as text."""
    name, _, place = quantity.partition(" of image ")
    if not place:
        return repr(trace.score).removesuffix(".0")
    image = trace.segments[int(place) - 1]
    if name == "penalty exponent":
        return str(image.orders[0].penalties[0].exponent)
    if "_" in name:
        return plain.formula(image.numbers[int(name[-1]) - 1])
    return repr(image.score).removesuffix(".0")


@every_number(CIDER)
def test_the_right_number_is_what_the_trace_computes(example: Example, number: Number) -> None:
    assert number.right == computed(example.trace(), number.quantity)


def test_every_example_is_a_corpus() -> None:
    assert not any(example.is_sentence for example in CIDER)
    assert all(isinstance(example.trace(), CorpusCider) for example in CIDER)


def test_what_the_authors_code_prints_is_as_near_as_floats_are() -> None:
    """The last digits of floats that were added in turn, beside those of forty digits."""
    printed = {"cider-repeat": 5.656396031882672, "cider-coco-repeat": 5.079107093862073}
    for example in CIDER:
        if example.name in printed:
            assert example.trace().score == pytest.approx(printed[example.name], rel=1e-15)
