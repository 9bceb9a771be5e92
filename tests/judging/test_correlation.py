"""Correlation: equal to published numbers, to scipy, and never outside its range."""

from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from mtexplain import InputError, pearson, spearman
from mtexplain.judging.correlation import ranks

ANSCOMBE = {  # Anscombe 1973, "Graphs in statistical analysis": four sets with the same r
    "I": ([10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5], [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]),
    "II": ([10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5], [9.14, 8.14, 8.74, 8.77, 9.26, 8.1, 6.13, 3.1, 9.13, 7.26, 4.74]),
    "III": ([10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5],
            [7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73]),
    "IV": ([8, 8, 8, 8, 8, 8, 8, 19, 8, 8, 8], [6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.5, 5.56, 7.91, 6.89]),
}  # fmt: skip
TUNA = (  # Hollander and Wolfe 1973, p. 187: the lightness of tuna, and what a panel said
    [44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1],
    [2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8],
)
numbers = st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=2, max_size=12)
"""Few different numbers, so that many tie."""
floats = st.floats(-1e12, 1e12)


def varies(pairs: list[tuple[int, int]]) -> bool:
    return all(len(set(one)) > 1 for one in zip(*pairs, strict=True))


@pytest.mark.parametrize(("x", "y"), ANSCOMBE.values(), ids=ANSCOMBE)
def test_four_sets_of_points_that_look_unlike_have_the_same_r(x: list[float], y: list[float]) -> None:
    assert pearson(x, y).score == pytest.approx(0.816, abs=0.001)


def test_one_point_alone_can_make_it() -> None:
    """Anscombe's fourth set: without the one outlier there is no r at all."""
    x, y = ANSCOMBE["IV"]
    assert x[7] == 19
    assert pearson(x[:7] + x[8:], y[:7] + y[8:]).score is None


def test_by_hand() -> None:
    trace = pearson([1, 2, 6], [2, 1, 3])
    assert (trace.mean_x, trace.mean_y) == (3, 2)
    assert (trace.s_xx, trace.s_yy, trace.s_xy) == (14, 2, 4)  # 4 + 1 + 9, 0 + 1 + 1, 0 + 1 + 3
    assert trace.exact == "4 / √(14 * 2)"
    assert trace.score == pytest.approx(4 / sqrt(28))


def test_spearman_by_hand() -> None:
    """The classic formula, which holds without ties: 1 - 6 · sum d² / (n (n² - 1))."""
    trace = spearman(*TUNA)
    d = sum((a - b) ** 2 for a, b in ((trace.x(i), trace.y(i)) for i in trace.each_i))
    assert trace.score == float(1 - 6 * d / (9 * 80)) == 0.6


def test_equals_share_their_ranks() -> None:
    assert list(map(float, ranks((Fraction(5), Fraction(1), Fraction(5), Fraction(5))))) == [3, 1, 3, 3]


@given(numbers.filter(varies))
def test_they_are_those_of_scipy(pairs: list[tuple[int, int]]) -> None:
    x, y = map(list, zip(*pairs, strict=True))
    assert pearson(x, y).score == pytest.approx(stats.pearsonr(x, y).statistic, abs=1e-12)
    assert spearman(x, y).score == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-12)


@given(st.lists(st.tuples(floats, floats), max_size=6))
def test_rounding_never_leaves_the_range(pairs: list[tuple[float, float]]) -> None:
    x, y = [x for x, _ in pairs], [y for _, y in pairs]
    for trace in (pearson(x, y), spearman(x, y)):
        assert trace.score is None or -1 <= trace.score <= 1
        assert str(trace)


@given(st.lists(floats, min_size=2, max_size=6, unique=True), st.sampled_from([3, -0.1, 1e-3, -7]))
def test_points_on_a_line_make_it_exactly_1(x: list[float], slope: float) -> None:
    exact = [Fraction(one).limit_denominator(10**6) for one in x]
    y = [Fraction(str(slope)) * one / 10**3 + 5 for one in exact]
    if len(set(exact)) > 1:
        assert pearson(exact, y).score == (1.0 if slope > 0 else -1.0)
        assert "always" in pearson(exact, y).why


@given(numbers.filter(varies))
def test_spearman_sees_the_order_alone(pairs: list[tuple[int, int]]) -> None:
    x, y = map(list, zip(*pairs, strict=True))
    assert spearman([one**3 for one in x], y).score == spearman(x, y).score


def test_the_caution_names_the_item_that_decides() -> None:
    (note,) = pearson({"A": 1, "B": 2, "C": 1, "D": 2, "E": 9}, {"A": 1, "B": 1, "C": 2, "D": 2, "E": 9}).notes
    assert note.text == "A single item decides a lot. Without E, this would be 0."


def test_no_other_item_can_be_left_out() -> None:
    with pytest.raises(InputError, match="name: got a string, 'C'; expected one of A, B"):
        pearson({"A": 1, "B": 2}, {"A": 1, "B": 2}).without("C")
