"""The curve on which a number has its logarithm below it."""

import math
import re

import pytest

import mtexplain
from mtexplain import InputError


def test_the_curve_names_the_place_of_each_number() -> None:
    drawn = mtexplain.plot_logarithm("1/2", "1/4", "1/8")
    told = re.findall(r"(\d/\d) at (-\d\.\d\d)", repr(drawn))
    assert told == [(f"1/{n}", f"{-math.log(n):.2f}") for n in (2, 4, 8)]
    assert ">-2.08<" in drawn._repr_svg_()  # type: ignore[attr-defined]


@pytest.mark.parametrize("numbers", [(), ("1/100",), ("1",), ("-1/2",), ("1/2", "2")])
def test_numbers_that_are_not_on_it_are_refused(numbers: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match=r"numbers: got .+; expected fractions from 1/20 to 1\. Write plot_logarithm"):
        mtexplain.plot_logarithm(*numbers)
