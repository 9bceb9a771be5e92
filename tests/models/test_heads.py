"""Multi-head attention compared with numpy; heads that look elsewhere; errors that name both shapes that don't fit."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from mtexplain.display import plain
from mtexplain.inputs import InputError
from mtexplain.models import attention, matrices, multi_head

INPUTS = "1 0 0 1; 0 1 1 0; 1 1 0 0"
FIRST, LAST = "1 0; 0 1; 0 0; 0 0", "0 0; 0 0; 1 0; 0 1"
SAME = "1 0 0 0; 0 1 0 0; 0 0 1 0; 0 0 0 1"
TWO = multi_head(INPUTS, [[FIRST] * 3, [LAST] * 3], SAME, tokens="the cat sat")
Array = NDArray[np.float64]


def numpy_heads(x: Array, heads: list[list[Array]], output: Array | None, causal: bool) -> Array:
    """Section 3.2.2, as it stands."""
    found = []
    for q, k, v in ([x @ w for w in triple] for triple in heads):
        scores = q @ k.T / np.sqrt(q.shape[1])
        if causal:
            scores = np.where(np.tri(len(x)) > 0, scores, -np.inf)
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        found.append(powers / powers.sum(axis=1, keepdims=True) @ v)
    joined = np.concatenate(found, axis=1)
    return joined if output is None else joined @ output


@given(st.data())
def test_it_is_that_of_numpy(data: st.DataObject) -> None:
    draw, sizes = data.draw, st.integers(1, 3)
    tokens, wide, d, d_v, count = (draw(sizes) for _ in range(5))

    def drawn(rows: int, columns: int) -> list[list[int]]:
        row = st.lists(st.integers(-3, 3), min_size=columns, max_size=columns)
        return draw(st.lists(row, min_size=rows, max_size=rows))

    x, heads = drawn(tokens, wide), [[drawn(wide, d), drawn(wide, d), drawn(wide, d_v)] for _ in range(count)]
    output, causal = draw(st.sampled_from([None, drawn(count * d_v, 2)])), draw(st.booleans())
    trace = multi_head(x, heads, output, causal=causal)
    arrays = [[np.array(one, dtype=float) for one in triple] for triple in heads]
    whole = numpy_heads(np.array(x, dtype=float), arrays, None if output is None else np.array(output), causal)
    assert np.allclose(np.array(trace.outputs, dtype=float), whole)


def test_a_head_that_takes_two_columns_is_attention_of_these() -> None:
    columns = ["1 0; 0 1; 1 1", "0 1; 1 0; 0 0"]
    for head, two in zip(TWO.heads, columns, strict=True):
        assert head == attention(two, two, two, tokens="the cat sat")
    assert TWO.heads[0].weights != TWO.heads[1].weights
    sides = [[*a, *b] for a, b in zip(TWO.heads[0].outputs, TWO.heads[1].outputs, strict=True)]
    assert np.allclose(np.array(TWO.outputs, dtype=float), np.array(sides, dtype=float))


def test_every_head_is_worked_out_and_then_they_are_joined() -> None:
    names = [step.name for step in TWO.steps()]
    assert len(names) == len({*names})
    assert names[:4] == ["head_1_step_1", "head_1_step_2", "head_1_step_3", "head_1_scores"]
    assert names[-2:] == ["step_1", "step_2"]
    assert TWO.step("head_2_outputs").title == "Head 2: Weighted sum"
    assert [step.summary for step in TWO.steps()[:3]] == ["X W_Q", "X W_K", "X W_V"]


def test_one_head_with_nothing_changed_is_attention_alone() -> None:
    alone = multi_head(INPUTS, [[SAME] * 3])
    assert alone.outputs == attention(INPUTS, INPUTS, INPUTS).outputs
    assert matrices("a @ b", a=alone.outputs, b=SAME).made[-1].shape == (3, 4)  # a model's result is given to another


def test_with_the_mask_no_head_looks_ahead() -> None:
    masked = multi_head(INPUTS, [[FIRST] * 3, [LAST] * 3], causal=True)
    for head in masked.heads:
        assert all(not weight for row, weights in enumerate(head.weights) for weight in weights[row + 1 :])


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ((INPUTS, [[FIRST, FIRST, "1 0; 0 1"]]), r"heads\[0\]: got X is 3 × 4 and W_V is 2 × 2"),
        (
            (INPUTS, [[FIRST] * 3, ["1 0 0; 0 1 0; 0 0 1; 0 0 0", LAST, LAST]]),
            "W_Q of shape 4 × 3 and W_K of shape 4 × 2",
        ),
        ((INPUTS, [[FIRST] * 3], "1; 1; 1"), r"output: got concat\(head_1\) is 3 × 2 and W_O is 3 × 1"),
        ((INPUTS, [[FIRST] * 2]), r"heads\[0\]: got a list of 2; expected three matrices"),
        ((INPUTS, []), "expected three matrices"),
        ((INPUTS, "QKV"), "heads: got a string"),
        ((INPUTS, [["x", FIRST, FIRST]]), r"heads\[0\], W_Q\[0\]\[0\]: got a string, 'x'"),
        (("", [[FIRST] * 3]), "inputs: got"),
    ],
)
def test_what_does_not_fit_is_told(given: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        multi_head(*given)


def test_every_medium_shows_every_head_and_no_markup_of_others() -> None:
    tokens = ["<script>", "$x$", "\\textbf{a}"]
    trace = multi_head(INPUTS, [[FIRST] * 3, [LAST] * 3], tokens=tokens)
    for shown in (str(trace), trace.to_html(), trace.to_latex()):
        assert all(f"Head {n}" in shown for n in (1, 2))
        assert "3 × 4" in shown
    assert "<script>:" not in trace.to_html()
    assert "\\textbf{a}" not in trace.to_latex()
    assert len(trace.to_frame()) == len(trace.steps())
    places = [shown.index(f">Head {n}<") for n in (1, 2) for shown in [trace.to_html()]]
    assert all(a < b for a, b in pairwise(places))


def test_the_formula_is_that_of_the_paper() -> None:
    assert plain.formula(TWO.headline.equation.symbols) == "MultiHead"
    assert plain.formula(TWO.headline.equation.numbers) == "concat(head_1, head_2) W_O"
