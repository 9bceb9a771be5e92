"""What the tests of the worked examples of every metric need."""

from collections.abc import Iterable
from fractions import Fraction

import pytest

from mtexplain.examples import Example, Number


def every_number(examples: Iterable[Example]) -> pytest.MarkDecorator:
    """A test for each number of each of these examples."""
    numbers = [
        pytest.param(example, number, id=f"{example.name}: {number.quantity}")
        for example in examples
        for number in example.numbers
    ]
    return pytest.mark.parametrize(("example", "number"), numbers)


def printed(examples: Iterable[Example]) -> dict[tuple[str, str], str]:
    """What the sources of these examples print, by the name of the example and of the quantity."""
    return {
        (example.name, number.quantity): number.printed
        for example in examples
        for number in example.numbers
        if number.printed is not None
    }


def is_right_as_printed(number: Number) -> bool:
    """True if the number that the source prints is right except for its last digit, or if it prints nothing."""
    digits = (number.printed or number.right).rstrip(".")
    last = 10.0 ** -len(digits.partition(".")[2]) if "/" not in digits and "." in digits else 0.0
    return abs(Fraction(digits) - Fraction(number.right)) <= last
