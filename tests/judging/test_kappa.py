"""Cohen's kappa: a published table, a small oracle, and what has no kappa."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import InputError, check_working, cohen_kappa, misconceptions
from mtexplain.judging.kappa import WeightedKappa

DIAGNOSES = {  # Cohen 1968, "Weighted kappa", table 1: 200 cases; the kappa of Cohen 1960 is printed as .492
    ("personality disorder", "personality disorder"): 88, ("personality disorder", "neurosis"): 10,
    ("personality disorder", "psychosis"): 2, ("neurosis", "personality disorder"): 14, ("neurosis", "neurosis"): 40,
    ("neurosis", "psychosis"): 6, ("psychosis", "personality disorder"): 18, ("psychosis", "neurosis"): 10,
    ("psychosis", "psychosis"): 12,
}  # fmt: skip


def test_the_table_of_cohen() -> None:
    cases = [labels for labels, times in DIAGNOSES.items() for _ in range(times)]
    trace = cohen_kappa([one for one, _ in cases], [other for _, other in cases])
    assert (trace.number("p_o").value, trace.number("p_e").value) == (Fraction(70, 100), Fraction(41, 100))
    assert trace.score == pytest.approx(0.492, abs=0.0005)
    assert trace.table.total == ("sum", 60, 120, 20, 200)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=20))
def test_it_is_what_the_definition_says(pairs: list[tuple[str, str]]) -> None:
    n, marks = len(pairs), [Counter(one) for one in zip(*pairs, strict=True)]
    observed = sum(a == b for a, b in pairs) / n
    chance = sum(marks[0][one] / n * marks[1][one] / n for one in "abc")
    trace = cohen_kappa([a for a, _ in pairs], [b for _, b in pairs])
    if trace.score is None:
        assert len({*marks[0], *marks[1]}) == 1, "both give one and the same label to all"
    else:
        assert trace.score == pytest.approx((observed - chance) / (1 - chance))
        assert -1 <= trace.score <= 1


def test_numbers_stand_in_their_order() -> None:
    assert cohen_kappa([10, 9, 2], [10, 2, 9]).labels == [2, 9, 10]


@pytest.mark.parametrize("wrong", [None, 1.5, True, "", "  "])
def test_what_is_no_label(wrong: object) -> None:
    with pytest.raises(InputError, match=r"^y, item 2: got"):
        cohen_kappa(["a", "b"], ["a", wrong])


def test_a_number_is_no_text() -> None:
    with pytest.raises(InputError, match="labels: got strings and numbers"):
        cohen_kappa([1, 2], ["1", "2"])


SEXUAL_FUN = ((7, 7, 2, 3), (2, 8, 3, 7), (1, 5, 4, 9), (2, 8, 9, 14))
"""Agresti 1990: 91 couples, each of whom says from 1 to 4 how often sex is fun. R's package vcd prints their kappas."""
HUSBANDS, WIVES = (
    [labels[side] + 1 for labels in product(range(4), repeat=2) for _ in range(SEXUAL_FUN[labels[0]][labels[1]])]
    for side in (0, 1)
)


@pytest.mark.parametrize(("weights", "printed"), [(None, 0.1293), ("linear", 0.2374), ("quadratic", 0.3320)])
def test_weighted_kappas_are_those_of_vcd(weights: str | None, printed: float) -> None:
    """`Kappa(SexualFun)` prints the first two, with weights="Fleiss-Cohen" the third."""
    assert cohen_kappa(HUSBANDS, WIVES, weights=weights).score == pytest.approx(printed, abs=0.00005)


@given(st.lists(st.tuples(st.integers(-3, 9), st.integers(-3, 9)), min_size=1, max_size=12), st.sampled_from([1, 2]))
def test_a_weighted_kappa_is_1_less_the_disagreement_over_that_by_chance(
    pairs: list[tuple[int, int]], power: int
) -> None:
    """By formula 8 of Cohen 1968, chance means all pairs of an item of one judge with an item of the other."""
    observed = Fraction(sum(abs(a - b) ** power for a, b in pairs), len(pairs))
    by_chance = Fraction(sum(abs(a - b) ** power for a, _ in pairs for _, b in pairs), len(pairs) ** 2)
    trace = cohen_kappa([a for a, _ in pairs], [b for _, b in pairs], weights=["linear", "quadratic"][power - 1])
    if by_chance:
        assert trace.score == pytest.approx(float(1 - observed / by_chance), abs=1e-12)
        assert isinstance(trace.number("p_o").value, Fraction | int)
    else:
        assert trace.score is None
        assert trace.why == (
            "Chance alone would give the same agreement because both judges always use the same label, so the "
            "result is 0/0, which is undefined."
        )


def test_of_two_labels_every_weight_is_the_same() -> None:
    x, y = [1, 1, 5, 5, 5], [1, 5, 5, 5, 1]
    scores = [cohen_kappa(x, y, weights=weights).score for weights in (None, "linear", "quadratic")]
    assert scores == [scores[0]] * 3
    assert scores[0] == pytest.approx(1 / 6)  # p_o = 3/5, p_e = 13/25


def test_the_working_of_weights_is_shown() -> None:
    trace = cohen_kappa([1, 2, 3, 3], [1, 3, 3, 2], weights="linear", x_name="A", y_name="B")
    assert (trace.number("p_o").value, trace.number("p_e").value) == (Fraction(3, 4), Fraction(9, 16))
    assert trace.exact == "(3/4 - 9/16) / (1 - 9/16)"
    assert "cohen_kappa · linear weights · A · B · 4 items" in trace.signature
    assert isinstance(trace, WeightedKappa)
    half = Fraction(1, 2)
    assert trace.plain_values()["weight"] == ((1, half, 0), (half, 1, half), (0, half, 1))
    for said in ("Weights: linear, from 0 to 1", "p_o = (sum_k a_k) / n", "p_e = (sum_k f_k * b_k) / n^2",
                 "A and B give the same label to 2 of 4 items. If close labels count in part, they agree on 3; "
                 "chance alone would give 2.25."):  # fmt: skip
        assert said in str(trace)
    assert trace.to_dict()["weights"] == "linear"
    assert trace.without("1").weights == "linear"
    assert trace.with_item("2", 3, 3) == cohen_kappa(
        [1, 3, 3, 3], [1, 3, 3, 2], weights="linear", x_name="A", y_name="B"
    )


@pytest.mark.parametrize(
    ("x", "weights", "message"),
    [
        (["bad", "good"], "linear", "labels: got a string, 'bad'; expected whole numbers, because weights are "
                                    "given. Weights need ordered labels, so write them as whole numbers, such as "
                                    "{'bad': 1, 'fair': 2, 'good': 3}[label]."),
        ([1, 2], "squared", "weights: got a string, 'squared'; expected one of linear, quadratic. Here it is called "
                            "'quadratic'."),
        ([1, 2], "Linear", "weights: got a string, 'Linear'; expected one of linear, quadratic. Here it is called "
                           "'linear'."),
        ([1, 2], "none", "weights: got a string, 'none'; expected one of linear, quadratic. Leave weights out, so that "
                         "only equal labels agree."),
        ([1, 2], 2, "weights: got int, 2; expected one of linear, quadratic."),
    ],
)  # fmt: skip
def test_what_can_have_no_weights(x: list[Any], weights: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        cohen_kappa(x, x, weights=weights)
    assert str(caught.value) == message


def test_what_goes_wrong_with_weights_is_named() -> None:
    """Each mistake is worked out from the weights, for each pair of items."""
    x, y = [1, 2, 3, 3], [1, 3, 3, 3]
    weight = {(a, b): 1 - Fraction(abs(a - b), 2) for a in (1, 2, 3) for b in (1, 2, 3)}
    p_o = sum(weight[pair] for pair in zip(x, y, strict=True)) / 4
    p_e = sum(weight[a, b] for a in x for b in y) / 16
    pooled = sum(weight[a, b] for a in x + y for b in x + y) / 64
    even = sum(weight.values()) / 9
    expected = {
        "kappa-even-chance": (p_o - even) / (1 - even), "kappa-pooled": (p_o - pooled) / (1 - pooled),
        "kappa-observed": p_o, "kappa-not-divided": p_o - p_e,
    }  # fmt: skip
    for name, score in expected.items():
        wrong = misconceptions.get(name).on("1 2 3 3", ["1 3 3 3"], weights="linear").wrong["score"]
        assert float(wrong) == pytest.approx(float(score)), name  # type: ignore[arg-type]
        found = check_working(x, y, metric=cohen_kappa, weights="linear", score=f"{float(score):.4f}")
        assert name in [one.name for one in found.misconceptions]
    right = (p_o - p_e) / (1 - p_e)
    assert check_working(x, y, metric=cohen_kappa, weights="linear", p_o=p_o, p_e=p_e, score=right).first_wrong is None


def test_a_column_with_a_gap_holds_floats_and_they_are_whole() -> None:
    assert cohen_kappa([1.0, 2.0], numpy.array([1.0, 2.0])).labels == [1, 2]
    with pytest.raises(InputError, match=r"^y, item 2: got float, nan; expected a string or a whole number\.$"):
        cohen_kappa([1, 2], [1.0, float("nan")])
