"""Sinusoidal positions compared with numpy, and their purpose: a position further on is a rotation."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from mtexplain.inputs import InputError
from mtexplain.models import positions

LENGTHS, SIZES = st.integers(1, 20), st.integers(1, 8).map(lambda pairs: 2 * pairs)


def paper(length: int, d: int) -> NDArray[np.float64]:
    """Section 3.5, as most programs have it."""
    angles = np.arange(length)[:, None] / 10000 ** (2 * np.arange(d // 2) / d)
    table = np.empty((length, d))
    table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    return table


@given(LENGTHS, SIZES)
def test_it_is_that_of_the_paper(length: int, d: int) -> None:
    rows = np.array(positions(length, d).rows, dtype=float)
    assert np.allclose(rows, paper(length, d), atol=1e-12)


def test_it_is_that_of_the_paper_at_the_far_end_too() -> None:
    assert np.allclose(np.array(positions(64, 64).rows, dtype=float), paper(64, 64), atol=1e-12)


@given(LENGTHS, SIZES)
def test_every_position_has_the_same_length_exactly(length: int, d: int) -> None:
    assert positions(length, d).squared == d / 2


@given(LENGTHS, SIZES, st.integers(0, 5))
def test_the_dot_product_depends_on_the_distance_alone(length: int, d: int, k: int) -> None:
    trace = positions(length, d)
    further = np.cos(k / 10000 ** (2 * np.arange(d // 2) / d)).sum()
    told = [row[1:] for row in trace.turned.rows if row[0] == str(k)]
    for row in told:
        known = [float(one.value) for one in row if one is not None]  # type: ignore[union-attr]
        assert known == [pytest.approx(further, abs=5e-12)] * min(max(length - k, 0), min(length, 6))
    assert len(told) == (k < min(length, 6))
    if k == 1:
        assert float(trace.product) == pytest.approx(further)


@given(st.integers(0, 40), st.integers(0, 20), SIZES)
def test_further_on_is_turned(pos: int, k: int, d: int) -> None:
    """Each pair, rotated by k/10000^(2i/d), is the pair of pos + k."""
    rows = np.array(positions(pos + k + 1, d).rows, dtype=float)
    angles = k / 10000 ** (2 * np.arange(d // 2) / d)
    sine, cosine = rows[pos, 0::2], rows[pos, 1::2]
    assert np.allclose(rows[pos + k, 0::2], sine * np.cos(angles) + cosine * np.sin(angles))
    assert np.allclose(rows[pos + k, 1::2], cosine * np.cos(angles) - sine * np.sin(angles))


@pytest.mark.parametrize("d", [2, 6, 64])
def test_each_pair_is_drawn_as_two_waves_the_first_eight_at_most(d: int) -> None:
    drawn = positions(10, d).picture
    waves = [line for line in drawn.lines if line.kind == "curve"]
    assert len(waves) == 2 * min(d // 2, 8)
    assert all(0 < y < drawn.height for line in waves for _, y in line.points)
    turns = [sum(abs(b[1] - a[1]) for a, b in pairwise(line.points)) for line in waves[0::2]]
    assert turns == sorted(turns, reverse=True)


@pytest.mark.parametrize("d", [1, 3, 63])
def test_dimensions_come_in_pairs(d: int) -> None:
    with pytest.raises(InputError, match=r"d: got .*expected (an even number|a whole number from 2)"):
        positions(3, d)


@pytest.mark.parametrize(("length", "d"), [(0, 2), (65, 2), (3, 66), ("3", 2), (3, None), (2.5, 2)])
def test_what_is_no_number_of_positions(length: object, d: object) -> None:
    with pytest.raises(InputError, match="got"):
        positions(length, d)  # type: ignore[arg-type]


@pytest.mark.parametrize(("length", "d"), [(1, 2), (8, 4), (64, 64)])
def test_every_medium_shows_it(length: int, d: int) -> None:
    trace = positions(length, d)
    for shown in (str(trace), trace.to_html(), trace.to_latex()):
        assert trace.headline.value in shown
        assert "None" not in shown
    assert len(trace.to_frame()) == length
    assert trace.to_dict()["squared"] == d / 2
