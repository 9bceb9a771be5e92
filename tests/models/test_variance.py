"""Dot products of 1s and -1s: the counts of the trace compared with all possible pairs of vectors and with numpy."""

from fractions import Fraction
from itertools import product
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain.inputs import InputError
from mtexplain.models import dot_products, softmax
from mtexplain.tracing.number import plain

LENGTHS = st.integers(1, 512)


@pytest.mark.parametrize("d", [1, 2, 3, 4, 5])
def test_every_pair_of_vectors_was_counted(d: int) -> None:
    """With all 2^d queries and all 2^d keys, each dot product occurs 2^d times as often as the trace says."""
    vectors = np.array(list(product((-1, 1), repeat=d)))
    values, counts = np.unique(vectors @ vectors.T, return_counts=True)
    trace = dot_products(d)
    assert [trace.x(i) for i in trace.each_i] == list(values)
    assert [trace.cases(i) * 2**d for i in trace.each_i] == list(counts)
    assert np.var(vectors @ vectors.T) == trace.variance


@given(LENGTHS)
def test_the_variance_is_d_and_scaled_1_exactly(d: int) -> None:
    trace = dot_products(d)
    assert (trace.mean, trace.variance, trace.scaled) == (0, d, 1)
    assert isinstance(plain(trace.variance), Fraction | int)
    scaled = sum(Fraction(comb(d, j) * (2 * j - d) ** 2, d) for j in range(d + 1)) / 2**d  # each value over √d
    assert scaled == trace.scaled


@given(LENGTHS)
def test_the_table_adds_up(d: int) -> None:
    total = dot_products(d).table.total
    assert total
    assert float(total[2].value) == 2**d  # type: ignore[union-attr]
    assert float(total[3].value) == pytest.approx(d * 2**d)  # type: ignore[union-attr]


@given(LENGTHS)
def test_the_weights_are_those_of_softmax(d: int) -> None:
    trace = dot_products(d)
    assert trace.weight == pytest.approx(float(softmax([sqrt(d), 0])[0]))
    assert trace.scaled_weight == pytest.approx(float(softmax([1, 0])[0]))


def test_long_vectors_leave_the_second_key_nothing() -> None:
    weights = [dot_products(d).weight for d in (1, 4, 16, 64, 256)]
    assert weights == sorted(weights)
    assert weights[0] == pytest.approx(0.7311, abs=5e-5)
    assert weights[-1] > 0.9999998


@pytest.mark.parametrize("d", [1, 4, 64, 500])
def test_the_bars_have_the_spread_of_the_numbers(d: int) -> None:
    """Their heights are probabilities over their widths. Unscaled bars get lower, and scaled bars peak equally high."""
    boxes = [box for box in dot_products(d).picture.boxes if box.kind == "length"]
    floors = sorted({round(box.top + box.height) for box in boxes})
    tops = {
        right: [max(box.height for box in boxes if (box.span.left > 320, round(box.top + box.height)) == (right, floor))
                for floor in floors]
        for right in (False, True)
    }  # fmt: skip
    assert tops[False] == sorted(tops[False], reverse=True)
    assert tops[False][0] > 3 * tops[False][-1]
    assert max(tops[True]) < 1.7 * min(tops[True])


@pytest.mark.parametrize("d", [0, -1, 513, 2.5, "4", None, True])
def test_d_is_a_whole_number(d: object) -> None:
    with pytest.raises(InputError, match="d: got"):
        dot_products(d)  # type: ignore[arg-type]


@pytest.mark.parametrize("d", [1, 4, 512])
def test_every_medium_shows_it(d: int) -> None:
    trace = dot_products(d)
    for shown in (str(trace), trace.to_html(), trace.to_latex()):
        assert trace.headline.value in shown
        assert "None" not in shown
    assert len(trace.to_frame()) == d + 1
    assert trace.to_dict()["variance"] in (str(d), d)
