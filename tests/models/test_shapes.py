"""Matrix formulas step by step: the papers' shapes, numpy's numbers, and matrices that don't fit."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mtexplain.inputs import InputError
from mtexplain.models import matrices, softmax
from mtexplain.models.shapes import Matrices
from tests.strategies import rarely

WEIGHTS = {"W_q": "d x d", "W_k": "d x d", "W_v": "d x d"}
ATTENDED = "softmax((q @ W_q) @ (M @ W_k).T / root(d)) @ (M @ W_v)"
FIRST, SECOND = f"layernorm(q + dropout({ATTENDED}))", "layernorm(q_a + dropout(relu(q_a @ W_2) @ W_1))"
"""The layer of the Image Transformer (Parmar et al. 2018, equations 1 and 2), with the positions as rows."""
COPIED = "softmax(W_q @ q @ (M @ W_k).T / root(d)) @ M @ W_v"
"""The attention of this layer, as the paper writes it."""
Q, K, V = (
    [[1, 1, 1, 1], [2, 2, 0, 0], [2, 0, 0, 2]],
    [[1, 0, 0, 1], [0, 2, 0, 0], [1, 0, 1, 0]],
    [[3, 0], [0, 3], [3, 3]],
)


def told(trace: Matrices) -> str:
    """The sentence of a step that does not fit."""
    return str(trace.steps()[-1]).rpartition("   ")[2]


def floats(trace: Matrices) -> Any:
    """The numbers of the result."""
    return np.array([[float(one) for one in row] for row in trace.made[-1].rows])


# Shapes.


def test_with_positions_as_rows_the_layer_fits() -> None:
    trace = matrices(ATTENDED, q="1 x d", M="l x d", **WEIGHTS)
    assert trace.headline.value == "1 × d"
    assert [step.result for step in trace.steps()] == [
        "1 × d · d × d → 1 × d", "l × d · d × d → l × d", "l × d → d × l", "1 × d · d × l → 1 × l", "a number",
        "1 × l, a number → 1 × l", "1 × l → 1 × l", "l × d · d × d → l × d", "1 × l · l × d → 1 × d",
    ]  # fmt: skip


def test_both_lines_of_the_layer_fit() -> None:
    first = matrices(FIRST, q="1 x d", M="l x d", **WEIGHTS)
    second = matrices(SECOND, q_a=first, W_2="d x h", W_1="h x d")
    assert (first.headline.value, second.headline.value) == ("1 × d", "1 × d")
    assert (len(first.steps()), len(second.steps())) == (12, 6)


@pytest.mark.parametrize(
    ("q", "M", "where", "why"),
    [
        ("d x 1", "d x l", "step 2 of 9", "M is d × l and W_k is d × d"),  # q as it must be, M as the text says
        ("1 x d", "l x d", "step 1 of 9", "W_q is d × d and q is 1 × d"),
        ("1 x d", "d x l", "step 1 of 9", "W_q is d × d and q is 1 × d"),
        ("d x 1", "l x d", "step 4 of 9", "W_q q is d × 1 and (M W_k)^T is d × l"),
    ],
)
def test_as_it_is_copied_no_layout_fits(q: str, M: str, where: str, why: str) -> None:
    trace = matrices(COPIED, q=q, M=M, **WEIGHTS)
    assert trace.headline.value == f"does not fit: {where}"
    assert told(trace).startswith(why)
    assert f"\n{why}" in str(trace)


def test_a_misfit_names_both_shapes_and_what_would_have_to_be_equal() -> None:
    trace = matrices(COPIED, q="d x 1", M="d x l", **WEIGHTS)
    assert told(trace) == (
        "M is d × l and W_k is d × d: the right matrix needs as many rows as the left has columns, so l and d would "
        "have to be equal."
    )
    assert [step.summary for step in trace.steps()] == ["W_q q", "M W_k"]


def test_with_as_many_positions_as_numbers_it_only_fits_a_few_steps_longer() -> None:
    square = {name: np.eye(2) for name in WEIGHTS}
    trace = matrices(COPIED, q=[[1], [2]], M=[[1, 2], [3, 4]], d=2, **square)
    assert trace.headline.value == "does not fit: step 4 of 9"


def test_where_all_is_square_the_copied_formula_fits_and_its_numbers_are_wrong() -> None:
    """With as many queries as positions and as numbers in a vector, no shape can show the mistake."""
    some = {"q": [[1, 0], [2, 1]], "M": [[1, 0], [2, 1]], "W_q": [[1, 1], [0, 1]], "W_k": [[2, 0], [1, 1]],
            "W_v": [[1, 0], [0, 3]], "d": 2}  # fmt: skip
    right, copied = matrices(ATTENDED, **some), matrices(COPIED, **some)
    assert copied.headline.value == right.headline.value == "2 × 2"
    assert not np.allclose(floats(copied), floats(right), atol=0.1)


@pytest.mark.parametrize(
    ("formula", "given", "why"),
    [
        ("A + B", {"A": "l x d", "B": "d x l"}, "so l and d would"),
        ("A + B", {"A": "l x d", "B": "1 x k"}, "so d and k would"),
        ("A * B", {"A": (3, 4), "B": (2, 4)}, "A is 3 × 4 and B is 2 × 4: both need the same shape"),
        ("A @ B", {"A": "1 x d", "B": 2}, "B is a number, which has neither rows nor columns."),
        ("A @ root(d)", {"A": "1 x d"}, "√(d) is a number, which has neither rows nor columns."),
        ("softmax(2)", {}, "2 is a number, which has neither rows nor columns."),
        (
            "concat(A, B)",
            {"A": "l x d", "B": "k x d"},
            "placed side by side need the same number of rows, so l and k would",
        ),
    ],
)
def test_what_else_does_not_fit(formula: str, given: dict[str, Any], why: str) -> None:
    assert why in told(matrices(formula, **given))


@pytest.mark.parametrize(
    ("formula", "given", "shape"),
    [
        ("A + B", {"A": "l x d", "B": "1 x d"}, "l × d"),
        ("B / A", {"A": "l x d", "B": "1 x d"}, "l × d"),
        ("2 * A - root(l)", {"A": ("l", "d")}, "l × d"),
        ("concat(A, B, A)", {"A": (2, 3), "B": "2x1"}, "2 × 7"),
        ("concat(A, B)", {"A": "l x d", "B": "l × k"}, "l × d + k"),
        ("A.T.T", {"A": "1 x d_k"}, "1 × d_k"),
        ("d + 1", {"d": 3}, "4"),
        ("d_k + 1", {"A": "1 x d_k"}, None),
    ],
)
def test_what_fits(formula: str, given: dict[str, Any], shape: str | None) -> None:
    if shape:
        assert matrices(formula, **given).headline.value == shape
    else:
        with pytest.raises(InputError, match="no A in it"):
            matrices(formula, **given)


@pytest.mark.parametrize(("first", "second"), [*product(["l x d", "d x l", (2, 3)], repeat=2)])
def test_a_product_fits_where_the_inner_sizes_are_equal(first: Any, second: Any) -> None:
    trace = matrices("A @ B", A=first, B=second)
    a, b = (one.shape for one in trace.given)
    assert (trace.headline.value == f"{a[0]} × {b[1]}") == (a[1] == b[0])


# Numbers.


def test_attention_of_three_tokens() -> None:
    """Integers and fractions until softmax; a row of equal scores stays exact even after it."""
    trace = matrices("softmax(Q @ K.T / root(4)) @ V", Q=Q, K=K, V=V)
    scores = trace.made[1].numbers, trace.made[3].numbers
    assert scores == (((2, 2, 2), (2, 4, 2), (4, 0, 2)), ((1, 1, 1), (1, 2, 1), (2, 0, 1)))
    assert trace.made[-1].rows[0] == (2, 2)
    assert all(isinstance(one, int | Fraction) for rows in scores for row in rows for one in row)
    rows = [[float(one) for one in softmax(row)] for row in scores[1]]
    assert np.allclose(floats(trace), np.array(rows) @ np.array(V))


def test_the_image_layer_with_numbers() -> None:
    weights = {"W_q": [[1, 0], [0, 1]], "W_k": [[1, 0], [0, 1]], "W_v": [[1, 1], [0, 1]]}
    known: dict[str, Any] = {"q": [[1, 3]], "M": [[1, 0], [0, 1], [1, 1]], "d": 2}
    first = matrices(FIRST, **known, **weights)
    second = matrices(SECOND, q_a=first, W_2=[[1, 0, 1], [0, 1, 1]], W_1=[[1, 0], [0, 0], [0, 1]])
    assert np.allclose(floats(first), numpy(FIRST, known | weights))
    assert np.allclose(floats(second), [[-1, 1]])  # two numbers: always -1 and 1


def test_gpt_with_numbers() -> None:
    """Radford et al. 2018, equation 2: tokens to vectors, vectors to probabilities; equation 3 for the label."""
    start = matrices("U @ W_e + W_p", U=[[0, 1, 0], [1, 0, 0]], W_e=[[1, 0], [0, 1], [1, 1]], W_p=[[0, 1], [1, 0]])
    assert start.made[-1].numbers == ((0, 2), (2, 0))
    words = matrices("softmax(h @ W_e.T)", h=start, W_e=[[1, 0], [0, 1], [1, 1]])
    assert floats(words).sum(axis=1) == pytest.approx([1, 1])
    assert words.made[-1].rows[0][1] == words.made[-1].rows[0][2]
    label = matrices("softmax(h @ W_y)", h=[[2, 0]], W_y=[[1, 1], [5, 7]])
    assert label.made[-1].numbers == ((Fraction(1, 2), Fraction(1, 2)),)


def test_layer_normalisation_is_exact_where_the_variance_is_a_square() -> None:
    assert matrices("layernorm(x)", x=[[1, 3], [2, 6]]).made[-1].numbers == ((-1, 1), (-1, 1))
    assert matrices("layernorm(x)", x=[[0, 0, 0, 4, 4, 4, 2, 2, 2]]).notes == ()


def test_a_row_without_variance_becomes_zeros_and_is_told() -> None:
    trace = matrices("layernorm(x)", x=[[5, 5], [1, 3]])
    assert trace.made[-1].numbers == ((0, 0), (-1, 1))
    assert [note.code for note in trace.notes] == ["layernorm"]


@pytest.mark.parametrize("formula", ["x / 0", "x / y", "root(x - 9)", "1 / root(0) * x"])
def test_where_a_number_is_undefined_the_shapes_go_on(formula: str) -> None:
    known = {"x": [[1, 2]], **({"y": [[1, 0]]} if "y" in formula else {})}
    trace = matrices(f"relu({formula})", **known)
    assert (trace.headline.value, trace.made[-1].numbers, len(trace.notes)) == ("1 × 2", None, 1)
    assert "nan" not in str(trace)


def test_dropout_changes_nothing() -> None:
    trace = matrices("dropout(x)", x=[[1, 2]])
    assert trace.made[-1].numbers == ((1, 2),)
    assert "it changes nothing" in trace.steps()[0].why


# Compared with numpy.


def numpy(formula: str, known: dict[str, Any]) -> Any:
    """The result that Python itself gives for the formula, with numpy's matrices."""

    def even(rows: Any) -> Any:
        powers = np.exp(rows - rows.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)

    def normal(rows: Any) -> Any:
        moved = rows - rows.mean(axis=1, keepdims=True)
        spread = moved.std(axis=1, keepdims=True)
        return np.divide(moved, spread, out=np.zeros_like(moved), where=spread > 1e-12)

    functions = {"softmax": even, "layernorm": normal, "relu": lambda rows: np.maximum(rows, 0), "root": np.sqrt,
                 "dropout": lambda rows: rows, "concat": lambda *rows: np.concatenate(rows, axis=1)}  # fmt: skip
    arrays = {name: np.array(one, dtype=float) for name, one in known.items()}
    return eval(formula, {"__builtins__": {}}, functions | arrays)


FORMULAS = ("A @ B", "A @ B @ A", "softmax(A @ B / root(2))", "relu(A) - B.T * A", "concat(A, B.T, r.T @ c.T)",
            "layernorm(A @ B)", "A + c.T", "c.T / 3 - A", "A.T.T * A - 2 * A", "softmax(layernorm(A)) @ dropout(B)",
            "3 * (A - (A - c.T))", "root(A * A)")  # fmt: skip
NUMBERS = st.integers(-5, 5) | st.fractions(-2, 2, max_denominator=4)


@st.composite
def known(draw: st.DrawFn) -> dict[str, Any]:
    """A is 2 × 3, B is 3 × 2, r 1 × 2 and c 3 × 1."""
    sizes = {"A": (2, 3), "B": (3, 2), "r": (1, 2), "c": (3, 1)}
    return {name: [[draw(NUMBERS) for _ in range(j)] for _ in range(i)] for name, (i, j) in sizes.items()}


@pytest.mark.parametrize("formula", FORMULAS)
@given(known=known())
@rarely
def test_the_numbers_are_those_of_numpy(formula: str, known: dict[str, Any]) -> None:
    used = {name: one for name, one in known.items() if re.search(rf"\b{name}\b", formula)}
    trace, expected = matrices(formula, **used), numpy(formula, used)
    assert np.allclose(floats(trace), expected, atol=1e-9)
    shapes: dict[str, Any] = {name: (len(one), len(one[0])) for name, one in used.items()}
    assert matrices(formula, **shapes).headline.value == trace.headline.value
    exact = "softmax" not in formula and "layernorm" not in formula
    assert all(isinstance(one, int | Fraction) for row in trace.made[-1].rows for one in row) or not exact


def test_numbers_that_grow_long_stay_short() -> None:
    """Otherwise squaring again and again would never end."""
    x: Any = [[Fraction(1, 10**11 - 1)]]
    for _ in range(40):
        x = matrices("x * x", x=x)
    assert len(str(x)) < 1000


# What is given.


@pytest.mark.parametrize(
    "shape", ["2 x 3", "2x3", " 2 × 3 ", (2, 3), [[1, 2, 3], [4, 5, 6]], "1 2 3; 4 5 6", np.ones((2, 3))]
)
def test_a_shape_may_be_given_in_many_ways(shape: Any) -> None:
    assert matrices("A.T", A=shape).headline.value == "3 × 2"


NEITHER: list[Any] = ["", "l by d", "l x", "0 x 2", (0, 2), (1, 2, 3), ("<b>", "d"), None, {"l": 1}, True,
                      [[1, 2], [3]], [[]], "2 x -1", 10**13, float("nan"), [[float("inf")]], object()]  # fmt: skip


@pytest.mark.parametrize("shape", NEITHER)
def test_what_is_neither_shape_nor_matrix_is_an_error(shape: Any) -> None:
    with pytest.raises(InputError, match=r"^A"):
        matrices("A.T", A=shape)


def wrong() -> Iterator[tuple[str, str]]:
    yield "A / root(k)", "'k'"
    yield "A @", "'A @'"
    yield "A B", "'A B'"
    yield "", "''"
    yield "A", "'A'"
    yield "A ** 2", "'A"
    yield "A.dtype", "'A.dtype'"
    yield "A.__class__.__mro__", "__mro__"
    yield "A[0]", "'A"
    yield "softmax(A, A)", "softmax"
    yield "softmax()", "softmax"
    yield "softmax(A, axis=1)", "axis"
    yield "concat(*A)", "concat|A"
    yield "exec('1')", "exec"
    yield "__import__('os').system('ls')", "__import__"
    yield "(lambda: A)()", "lambda"
    yield "A @ (x := A)", "x := A"
    yield "A @ 'x'", "x"
    yield "A * True", "True"
    yield "A * 1j", "1j"
    yield "A * 1e999", "formula"
    yield "A; A", "A; A"
    yield "B = A @ A", "B"
    yield "T(A)", "T"
    yield "MatMult(A)", "MatMult"
    yield "A\0@A", "A"
    yield "A" + " @ A" * 61, "A"
    yield "A" + " @ A" * 5000, "A"
    yield "(" * 500 + "A" + ")" * 500, "A"
    yield "-" * 1500 + "A", "-"
    yield "relu(" * 90 + "A" + ")" * 90, "relu"
    yield "A" + ".T" * 900, "A"
    yield "[" * 80 + "A" + "]" * 80 + " @ A", "A"


@pytest.mark.parametrize(("formula", "told"), [*wrong()])
def test_what_is_no_formula_is_an_error(formula: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        matrices(formula, A="l x d")


@pytest.mark.parametrize("formula", [None, 3, ["A"], b"A.T"])
def test_a_formula_is_a_text(formula: Any) -> None:
    with pytest.raises(InputError, match="formula"):
        matrices(formula, A="l x d")


def test_what_is_given_must_be_used() -> None:
    with pytest.raises(InputError, match="no W_v, d in it"):
        matrices("A.T", A="l x d", W_v="d x d", d=4)


def test_an_unknown_name_is_told_what_is_known() -> None:
    with pytest.raises(InputError, match=r"got a string, 'W'; expected l, d, A, "):
        matrices("A @ W", A="l x d")


def test_a_formula_may_run_over_lines() -> None:
    assert matrices("""A @
        A.T""", A="l x d").headline.value == "l × l"  # fmt: skip


# Views.


def test_names_have_their_letters_below() -> None:
    trace = matrices("W_q_1 @ א_ב @ x__", W_q_1=[[1, 2]], א_ב=[[1], [2]], x__="1 x 1")
    assert "W<sub>q,1</sub>" in trace.to_html().replace("<i>W</i>", "W")
    assert r"W_{\mathrm{q,1}}" in trace.to_latex()


def test_it_shows_in_every_medium() -> None:
    for trace in (matrices(COPIED, q="d x 1", M="d x l", **WEIGHTS), matrices("Q @ K.T / root(2)", Q=Q, K=K)):
        assert trace.headline.says in trace.to_html()
        assert len(trace.to_frame()) == len(trace.steps())
        assert r"\cdot" in trace.to_latex()
        assert "·" in str(trace)


@given(rows=st.lists(st.lists(st.integers(-9, 9), min_size=2, max_size=2), min_size=1, max_size=3))
@rarely
def test_what_is_shown_of_a_product_is_what_numpy_says(rows: list[list[int]]) -> None:
    assume(any(map(any, rows)))
    trace = matrices("A @ A.T", A=rows)
    (table,) = trace.overview
    shown = [[float(str(one)) for one in row] for row in table.rows]
    assert np.array_equal(shown, np.array(rows) @ np.array(rows).T)
