"""Scaled dot-product attention: worked by hand, compared with numpy, and properties of all attention."""

import json
from fractions import Fraction
from math import exp, inf, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import check_working, stepper
from mtexplain.inputs import InputError
from mtexplain.models import attention
from mtexplain.models.dot_product import Attention

Q, K, V = (
    [[1, 1, 1, 1], [2, 2, 0, 0], [2, 0, 0, 2]],
    [[1, 0, 0, 1], [0, 2, 0, 0], [1, 0, 1, 0]],
    [[3, 0], [0, 3], [3, 3]],
)
CAT = attention(Q, K, V, tokens="cat saw itself")
CAUSAL = attention(Q, K, V, tokens="cat saw itself", causal=True)
HOSTILE = ["<script>alert(1)</script>", "$x$ \\textbf{b} %&_#{}", "שלום", "\u200b猫", "{0}", "a" * 60]


def floats(rows: Any) -> Any:
    return np.array([[float(one) for one in row] for row in rows])


@st.composite
def inputs(draw: st.DrawFn, *, square: bool = False, size: float = 5) -> tuple[Any, Any, Any]:
    """Queries, keys and values that fit."""
    n, m, d, wide = (draw(st.integers(1, 4)) for _ in range(4))
    m = n if square else m
    number = st.floats(-size, size, allow_subnormal=False).map(lambda one: round(one, 3))
    rows = ((n, d), (m, d), (m, wide))
    found = [draw(st.lists(st.lists(number, min_size=c, max_size=c), min_size=r, max_size=r)) for r, c in rows]
    return found[0], found[1], found[2]


def by_numpy(given_: Any, causal: bool) -> tuple[Any, Any]:
    """The weights and the outputs in floats."""
    q, k, v = (np.array(one, dtype=float) for one in given_)
    z = q @ k.T / np.sqrt(q.shape[1])
    if causal:
        z = np.where(np.triu(np.ones_like(z), 1) > 0, -np.inf, z)
    powers = np.exp(z - z.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    return weights, weights @ v


# By hand.


def test_the_example_is_what_a_pocket_calculator_gives() -> None:
    assert CAT.scores == ((2, 2, 2), (2, 4, 2), (4, 0, 2))
    assert CAT.scaled == ((1, 1, 1), (1, 2, 1), (2, 0, 1))
    e = exp(1)
    saw = [e / (2 * e + e**2), e**2 / (2 * e + e**2), e / (2 * e + e**2)]
    itself = [e**2 / (e**2 + 1 + e), 1 / (e**2 + 1 + e), e / (e**2 + 1 + e)]
    assert np.allclose(floats(CAT.weights[1:]), [saw, itself])
    assert [f"{float(one):.3f}" for one in CAT.weights[2]] == ["0.665", "0.090", "0.245"]
    assert CAT.exact == "e^2 / (e^2 + 1 + e)"
    assert CAT.why == "itself looks most at cat, which gets 0.6652 of its weight."


def test_equal_scores_give_exact_thirds_and_an_exact_mean() -> None:
    assert CAT.weights[0] == (Fraction(1, 3),) * 3
    assert CAT.outputs[0] == (2, 2)
    assert all(isinstance(one, Fraction | int) for one in (*CAT.weights[0], *CAT.outputs[0]))


def test_what_is_hidden_has_no_weight_and_the_first_sees_itself_alone() -> None:
    assert CAUSAL.scaled == ((1, -inf, -inf), (1, 2, -inf), (2, 0, 1))
    assert CAUSAL.weights[0] == (1, 0, 0)
    assert CAUSAL.outputs[0] == (3, 0)
    assert CAUSAL.weights[2] == CAT.weights[2]
    assert CAUSAL.weights[1][2] == 0
    same = attention("1; 1; 1", "2; 2; 2", "1; 2; 6", causal=True)
    assert same.weights == ((1, 0, 0), (Fraction(1, 2), Fraction(1, 2), 0), (Fraction(1, 3),) * 3)
    assert same.outputs == ((1,), (Fraction(3, 2),), (3,))
    assert "-∞" in str(CAUSAL.step("mask"))


def test_a_step_for_each_query_with_its_numbers() -> None:
    assert [one.name for one in CAT.steps()] == ["scores", "scaling", "softmax_1", "softmax_2", "softmax_3", "outputs"]
    assert "mask" in [one.name for one in CAUSAL.steps()]
    told = str(CAT.step("softmax_3"))
    for line in ("Z_3 = sum_j e^z_3,j", "= e^2 + 1 + e", "w_3,1", "= 1 / (e^2 + 1 + e)", "= e / (e^2 + 1 + e)"):
        assert line in told
    assert "q_3,c * k_1,c" in str(CAT.step("scores"))
    assert "= 2 * 1 + 0 * 0 + 0 * 0 + 2 * 1\n" in str(CAT.step("scores"))
    assert "= 4 / √4\n" in str(CAT.step("scaling"))
    assert "w_3,j * v_j,1" in str(CAT.step("outputs"))


def test_a_working_has_the_row_and_the_column_that_are_asked_for() -> None:
    for row in range(3):
        for column in range(3):
            assert f"w_{row + 1},{column + 1} = e^z_{row + 1},{column + 1}" in str(CAT.step(f"softmax_{row + 1}"))


def test_the_table_has_a_row_for_each_pair() -> None:
    frame = CAT.to_frame()
    assert list(frame.columns) == ["query", "key", "score", "scaled", "power", "weight"]
    assert len(frame) == 9
    assert np.allclose(frame.power / frame.groupby("query", sort=False).power.transform("sum"), frame.weight)


def test_several_keys_or_none_may_be_preferred() -> None:
    assert (
        attention("1 0", "1 0; 1 0; 0 0", "1; 2; 3").why
        == "q₁ looks most at k₁ and k₂, which get 0.4011 of its weight each."
    )
    assert attention("0 0", "1 0; 1 1", "1; 2").why.startswith("No query prefers a key")
    assert attention("1; 1", "1; 1", "1; 2", causal=True).why.startswith("No query prefers a key")


# Compared with numpy, and properties.


@given(inputs())
def test_it_is_that_of_numpy(given_: Any) -> None:
    weights, outputs = by_numpy(given_, causal=False)
    trace = attention(*given_)
    assert np.allclose(floats(trace.weights), weights, rtol=1e-9, atol=1e-12)
    assert np.allclose(floats(trace.outputs), outputs, rtol=1e-9, atol=1e-12)


@given(inputs(square=True))
def test_with_a_mask_too(given_: Any) -> None:
    weights, outputs = by_numpy(given_, causal=True)
    trace = attention(*given_, causal=True)
    assert np.allclose(floats(trace.weights), weights, rtol=1e-9, atol=1e-12)
    assert np.allclose(floats(trace.outputs), outputs, rtol=1e-9, atol=1e-12)
    assert all(weight == 0 for row, all_of in enumerate(trace.weights) for weight in all_of[row + 1 :])
    assert trace.weights[0][0] == 1


@given(inputs(size=1000), st.booleans())
def test_rows_add_up_to_1_and_outputs_stay_between_the_values(given_: Any, causal: bool) -> None:
    trace = attention(*given_, causal=causal and len(given_[0]) == len(given_[1]))
    for weights, outputs in zip(trace.weights, trace.outputs, strict=True):
        assert abs(sum(map(float, weights)) - 1) < 1e-12
        for output, column in zip(outputs, zip(*trace.values, strict=True), strict=True):
            assert float(min(column)) - 1e-9 <= output <= float(max(column)) + 1e-9


@given(inputs(), st.integers(-50, 50))
def test_a_constant_added_to_a_row_of_scores_changes_nothing(given_: Any, more: int) -> None:
    """One more column adds it, with 1 in every key and any number in a query."""
    queries, keys, values = given_
    wider = attention([[*row, more] for row in queries], [[*row, 1] for row in keys], values)
    d = len(queries[0])
    longer = [[*(one * sqrt((d + 1) / d) for one in row), more] for row in queries]  # now the root is of d + 1
    moved = attention(longer, [[*row, 1] for row in keys], values)
    assert np.allclose(floats(attention(*given_).weights), floats(moved.weights))
    assert np.allclose(floats(wider.scores), floats(attention(queries, keys, values).scores) + more)


@given(inputs(), st.randoms())
def test_the_order_of_keys_and_values_changes_nothing(given_: Any, chance: Any) -> None:
    queries, keys, values = given_
    order = list(range(len(keys)))
    chance.shuffle(order)
    moved = attention(queries, [keys[one] for one in order], [values[one] for one in order])
    assert np.allclose(floats(moved.outputs), floats(attention(*given_).outputs))


def test_what_comes_later_changes_nothing_before() -> None:
    later = CAUSAL.with_number("keys", 3, 1, 50).with_number("values", 3, 1, -7)
    assert later.weights[:2] == CAUSAL.weights[:2]
    assert later.outputs[:2] == CAUSAL.outputs[:2]
    assert later.outputs[2] != CAUSAL.outputs[2]


# Large scores.


@pytest.mark.parametrize("large", [1500, 10**6, 10**12])
def test_large_scores_do_not_overflow_and_a_note_says_why(large: int) -> None:
    trace = attention([[large]], [[1], [1 - 1 / large], [1]], [[1], [2], [3]])
    assert [one.code for one in trace.notes] == ["large"]
    most, less = 1 / (2 + exp(-1)), exp(-1) / (2 + exp(-1))
    assert np.allclose(floats(trace.weights), [[most, less, most]], rtol=1e-3)
    assert "M" in str(trace.step("softmax_1"))
    assert float(trace.sums[0]) < 3 < inf
    assert "nan" not in str(trace) + trace._repr_html_() + json.dumps(trace.to_dict(), allow_nan=False)


def test_the_plain_formula_and_the_safe_one_give_the_same() -> None:
    for z in ("699 698; 0 1", "701 700; 0 1"):
        rows = attention(z, "1 0; 0 1", "1; 2")
        d = 2
        first, second = (float(one) for one in z.split(";")[0].split())
        assert np.isclose(float(rows.weights[0][0]), 1 / (1 + exp((second - first) / sqrt(d))))
    assert attention("990 0", "1 0; 0 1", "1; 2").is_large
    assert not attention("980 0", "1 0; 0 1", "1; 2").is_large


# What is odd, and what is an error.


def test_what_is_odd_is_told() -> None:
    assert [one.code for one in attention("1", "2", "3").notes] == ["one-key"]
    assert [one.code for one in attention("1; 2", "2; 2", "3; 4").notes] == ["equal-keys"]
    assert [one.code for one in CAUSAL.notes] == ["causal"]
    assert CAT.notes == ()


@pytest.mark.parametrize(
    ("given_", "settings", "said"),
    [
        (("1 2 3 4; 1 2 3 4; 0 0 0 0", "1 2; 3 4; 5 6", "1; 2; 3"), {},
         "keys: got queries of shape 3 × 4 and keys of shape 3 × 2; expected the same number d of columns in both"),
        (("1 2", "1 2; 3 4", "1; 2; 3"), {},
         "values: got keys of shape 2 × 2 and values of shape 3 × 1; expected the same number of r"),
        (("1 2", "1 2; 3 4", "1; 2"), {"causal": True}, "causal: got queries of shape 1 × 2 and keys of shape 2 × 2"),
        (("1 2; 3", "1 2", "1"), {}, "queries: got rows of 1 and 2 numbers"),
        (("1 x", "1 2", "1"), {}, "queries[0][1]: got "),
        (("", "1 2", "1"), {}, "queries: got an empty list"),
        (("1", "2", "3"), {"tokens": "a b"}, "tokens: got 2 tokens; expected 1, one for each query"),
        (("1", "2; 3", "3; 4"), {"tokens": "a", "key_tokens": "b"}, "key_tokens: got 1 token; expected 2"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_an_error_that_names_both_shapes(given_: Any, settings: Any, said: str) -> None:
    with pytest.raises(InputError) as caught:
        attention(*given_, **settings)
    assert str(caught.value).startswith(said)


def test_one_number_is_changed_and_the_rest_follows() -> None:
    moved = CAT.with_number("queries", 1, 2, "5")
    assert moved == attention([[1, 5, 1, 1], *Q[1:]], K, V, tokens="cat saw itself")
    assert moved.weights[1:] == CAT.weights[1:]
    assert CAT.with_number("values", 2, 1, 3).weights == CAT.weights
    for wrong in (("weights", 1, 1), ("keys", 4, 1), ("keys", 0, 1), ("values", 1, 3)):
        with pytest.raises(InputError):
            CAT.with_number(*wrong, 1)


def test_queries_may_come_from_another_text_than_keys() -> None:
    cross = attention("1 0; 0 1", "1 0; 0 1; 1 1", "1; 2; 3", tokens="le chat", key_tokens="the black cat")
    assert (cross.tokens, cross.key_tokens) == (("le", "chat"), ("the", "black", "cat"))
    assert len(cross.picture.names) == 2  # type: ignore[union-attr]


# Every view.


@pytest.mark.parametrize("trace", [CAT, CAUSAL, attention("1 0; 0 1", "1 0; 0 1", "1; 2", tokens=["<b>", "$x$"])])
def test_it_shows_in_every_medium(trace: Attention) -> None:
    for view in (str(trace), trace._repr_html_(), trace.to_latex(), json.dumps(trace.to_dict(), allow_nan=False)):
        assert "nan" not in view.lower()
    assert stepper(trace) is not None
    facts = trace.to_dict()
    assert facts["measure"] == "attention"
    assert len(facts["weights"]) == len(trace.tokens)
    assert not {"q", "k", "v"} & set(facts)


def test_hostile_tokens_are_shown_and_do_nothing() -> None:
    size = len(HOSTILE)
    rows = [[int(a == b) for a in range(size)] for b in range(size)]
    trace = attention(rows, rows, rows, tokens=HOSTILE, causal=True)
    html, latex = trace.to_html(), trace.to_latex()
    assert "<script>alert" not in html
    assert "\\textbf{b}" not in latex
    assert "$x$" not in latex
    assert "{0}" in str(trace)


def test_a_large_one_is_told_without_a_picture() -> None:
    rows = [[(a * b) % 3 for a in range(20)] for b in range(20)]
    trace = attention(rows, rows, rows)
    assert trace.picture is None
    assert len(trace.steps()) == 23
    assert str(trace).count("w_1,") == 1, "the largest of the row alone"


# Not scaled; padding.


@given(st.integers(2, 4), st.booleans(), st.booleans(), st.integers(0, 99))
def test_without_scaling_and_with_padding_it_is_that_of_numpy(n: int, causal: bool, scale: bool, seed: int) -> None:
    draw = np.random.default_rng(seed)
    q, k, v = (draw.integers(-3, 4, (n, 2)) for _ in range(3))
    hidden = n  # the last key, so that the first token still sees a key if attention is causal
    trace = attention(q.tolist(), k.tolist(), v.tolist(), causal=causal, scale=scale, padding=[hidden])
    scores = q @ k.T / (np.sqrt(2) if scale else 1)
    seen = np.tril(np.ones((n, n))) if causal else np.ones((n, n))
    seen[:, hidden - 1] = 0
    powers = np.exp(scores) * seen
    weights = powers / powers.sum(1, keepdims=True)
    assert np.allclose(floats(trace.weights), weights)
    assert np.allclose(floats(trace.outputs), weights @ v)
    assert "padding" in str(trace)


def test_a_choice_is_told_where_it_is_made_and_nowhere_else() -> None:
    usual, other = (attention("1 1; 2 0", "1 1; 1 0", "3 0; 0 3", scale=scale) for scale in (True, False))
    assert other.step("scaling").title == "No scaling"
    assert "not scaled" in other.signature
    assert "scale" in other.to_dict()
    assert "scale" not in usual.to_dict()
    padded = attention("1 1; 2 0", "1 1; 1 0", "3 0; 0 3", padding=[2])
    assert padded.weights == ((1, 0), (1, 0))
    assert padded.step("mask").why.endswith("Its z becomes minus infinity, which leaves it no weight at all.")
    for shown in (str(padded), padded.to_html(), padded.to_latex()):
        assert "nan" not in shown.split("<style>")[0].lower()


@pytest.mark.parametrize(
    ("padding", "causal", "message"),
    [
        ([1, 2], False, "padding: got every key that query 1 might see"),
        ([1], True, "padding: got every key that query 1 might see"),
        ([3], False, r"padding\[0\]: got int, 3; expected a whole number from 1 to 2"),
        ([0], False, r"padding\[0\]: got int, 0"),
        (2, False, "padding: got int, 2; expected a list of key numbers, from 1"),
    ],
)
def test_padding_that_leaves_nothing_is_an_error(padding: Any, causal: bool, message: str) -> None:
    with pytest.raises(InputError, match=message):
        attention("1 1; 2 0", "1 1; 1 0", "3 0; 0 3", padding=padding, causal=causal)


def test_working_without_scaling_is_checked_as_such() -> None:
    given_matrices = "1 1; 2 0", ["1 1; 1 0", "3 0; 0 3"]
    found = check_working(*given_matrices, metric=attention, scale=False, scaled=[[2, 1], [2, 2]])
    assert found.first_wrong is None
