"""Softmax: probabilities from scores of any size, compared with numpy and with examples worked by hand."""

from fractions import Fraction
from math import exp, inf, isclose

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain.inputs import InputError
from mtexplain.models import softmax

SCORES = st.lists(st.floats(-700, 700), min_size=1, max_size=6)


@given(SCORES)
def test_it_is_that_of_numpy(scores: list[float]) -> None:
    powers = np.exp(np.array(scores) - max(scores))
    assert np.allclose([float(one) for one in softmax(scores)], powers / powers.sum(), rtol=1e-9, atol=1e-300)


@given(SCORES, st.integers(-(10**6), 10**6))
def test_a_number_added_to_all_scores_changes_nothing(scores: list[float], more: int) -> None:
    exact = [Fraction(one) for one in scores]
    moved = softmax([one + more for one in exact])
    assert all(isclose(a, b, rel_tol=1e-12) for a, b in zip(map(float, softmax(exact)), map(float, moved), strict=True))


def test_equal_scores_share_exactly() -> None:
    assert softmax([7, 7, 7]) == (Fraction(1, 3),) * 3


@pytest.mark.parametrize("large", [800, 10**6, 10**12])
def test_large_scores_do_not_overflow(large: int) -> None:
    """The largest float is about e^709."""
    first, second = softmax([large, large - 1])
    assert isclose(first, exp(1) / (exp(1) + 1))
    assert isclose(float(first) + float(second), 1)


@pytest.mark.parametrize("nothing", [-inf, "-inf"])
def test_minus_infinity_has_no_share(nothing: float | str) -> None:
    assert list(map(float, softmax([0, nothing, 0]))) == [0.5, 0, 0.5]


def test_where_all_are_minus_infinity_nothing_can_be_shared() -> None:
    with pytest.raises(InputError, match="got only minus infinity"):
        softmax(["-inf", "-inf"])


def test_a_temperature_divides_the_scores() -> None:
    assert softmax([2, 4], temperature=2) == softmax([1, 2])
    assert float(max(softmax([1, 2], temperature="0.01"))) > 0.999


@pytest.mark.parametrize("heat", [0, -1])
def test_a_temperature_is_above_0(heat: int) -> None:
    with pytest.raises(InputError, match="temperature"):
        softmax([1, 2], temperature=heat)


@pytest.mark.parametrize("scores", [[], "12", [1, "x"], [1, None], [float("nan")], [inf], 3])
def test_what_is_no_list_of_numbers_is_an_error(scores: object) -> None:
    with pytest.raises(InputError):
        softmax(scores)  # type: ignore[arg-type]
