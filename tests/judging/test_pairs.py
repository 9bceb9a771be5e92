"""Pairs: counted one by one, equal to published numbers and to scipy."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from mtexplain import kendall_tau_b, pairwise_accuracy
from tests.judging.test_correlation import TUNA, numbers, varies

HUMAN, TIES_RIGHT, NO_TIES = [0, 0, 0, 0, 1, 2], [0, 0, 0, 0, 2, 1], [0, 1, 2, 3, 4, 5]
"""Marks with many ties, a metric that finds the ties but reverses one pair, and a metric that never sees a tie."""


def test_the_tuna() -> None:
    """Hollander and Wolfe 1973, p. 187, as R's cor.test prints it: T = 26 concordant pairs, tau = 0.4444."""
    trace = kendall_tau_b(*TUNA)
    assert (trace.concordant, trace.discordant) == (26, 10)
    assert trace.score == pytest.approx(0.4444, abs=1e-4)


def test_with_ties() -> None:
    """The example that scipy documents: -0.4714."""
    trace = kendall_tau_b([12, 2, 1, 12, 2], [1, 4, 7, 1, 0])
    assert trace.exact == "(2 - 6) / √((2 + 6 + 1) * (2 + 6 + 0))"
    assert trace.score == pytest.approx(-0.47140452079103173)


def test_what_a_tie_is_worth() -> None:
    """One of 15 pairs is wrong, or six are. Tau-b hardly sees the difference, but the accuracy does."""
    right, never = (pairwise_accuracy(HUMAN, one) for one in (TIES_RIGHT, NO_TIES))
    assert (right.concordant, right.discordant, right.tied_x, right.tied_y, right.tied_both) == (8, 1, 0, 0, 6)
    assert (never.concordant, never.discordant, never.tied_x, never.tied_y, never.tied_both) == (9, 0, 6, 0, 0)
    assert (right.score, never.score) == (14 / 15, 9 / 15)
    taus = [kendall_tau_b(HUMAN, one).score for one in (TIES_RIGHT, NO_TIES)]
    assert taus == [pytest.approx(7 / 9), pytest.approx(9 / (9 * 15) ** 0.5)]


@given(numbers.filter(varies))
def test_tau_is_that_of_scipy(pairs: list[tuple[int, int]]) -> None:
    x, y = map(list, zip(*pairs, strict=True))
    assert kendall_tau_b(x, y).score == pytest.approx(stats.kendalltau(x, y).statistic, abs=1e-12)


@given(numbers)
def test_accuracy_is_the_share_of_equal_signs(pairs: list[tuple[int, int]]) -> None:
    x, y = map(list, zip(*pairs, strict=True))

    def sign(a: int, b: int) -> int:
        return (a > b) - (a < b)

    equal = [sign(x[i], x[j]) == sign(y[i], y[j]) for i, j in combinations(range(len(x)), 2)]
    assert pairwise_accuracy(x, y).score == sum(equal) / len(equal)


@given(st.lists(st.integers(), min_size=2, max_size=9, unique=True))
def test_the_same_order_is_exactly_1_and_its_reverse_minus_1(x: list[int]) -> None:
    x = [one % 10**12 for one in x]
    if len(set(x)) > 1:
        assert kendall_tau_b(x, x).score == 1.0
        assert kendall_tau_b(x, [-one for one in x]).score == -1.0


def test_the_table_has_a_row_for_every_pair() -> None:
    frame = kendall_tau_b({"A": 1, "B": 1, "C": 2}, {"A": 3, "B": 1, "C": 2}, x_name="BLEU", y_name="mark").to_frame()
    assert frame.to_numpy().tolist() == [
        ["A", "B", "–", "A", "tied in x"],
        ["A", "C", "C", "A", "discordant"],
        ["B", "C", "C", "C", "concordant"],
    ]


def test_few_pairs_are_said_to_be_few() -> None:
    (note,) = kendall_tau_b([1, 2, 3, 4, 5], [1, 2, 3, 5, 4]).notes
    assert note.text == "With only 10 pairs, reversing a single pair changes this by 0.2."
