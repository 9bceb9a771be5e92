"""The cost table of layers: closed forms compared with loops, loops with numpy, and paths with every possible path."""

import json
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import stepper
from mtexplain.display.formula import Call
from mtexplain.display.graphs import graph
from mtexplain.display.plain import formula
from mtexplain.inputs import InputError
from mtexplain.models import layer_costs
from mtexplain.models.costs import LAYERS, LayerCosts
from mtexplain.models.counting import Loops, counted

SMALL = st.integers(1, 7)
RANDOM = np.random.default_rng(1)


class Counting(float):
    """A number whose class counts how often its numbers are multiplied."""

    times = 0

    def __mul__(self, other: float) -> "Counting":
        Counting.times += 1
        return Counting(float(self) * other)

    def __add__(self, other: float) -> "Counting":
        return Counting(float(self) + other)

    __radd__ = __add__


def matrix(rows: int, columns: int) -> list[list[float]]:
    return [list(map(Counting, row)) for row in RANDOM.uniform(-1, 1, (rows, columns))]


# What is counted.


@given(SMALL, SMALL, SMALL, SMALL)
def test_the_formulas_are_what_numbers_count_that_are_multiplied(n: int, d: int, k: int, r: int) -> None:
    """The numbers themselves count, whatever the loops report."""
    trace, x, w = layer_costs(n, d, k=k, r=r), matrix(n, d), matrix(d, d)

    def made(layer: str, *given: Any) -> int:
        Counting.times, loops = 0, Loops()
        getattr(loops, layer)(*given)
        assert loops.made == Counting.times
        return Counting.times

    assert made("attention", x, x, x, n) == trace.self_attention == 2 * n * n * d
    assert made("recurrent", x, w, w) == trace.recurrent == 2 * n * d * d
    assert made("convolution", x, [w] * k) == trace.convolution == k * n * d * d
    assert made("attention", x, x, x, min(r, n)) == trace.restricted == 2 * n * min(r, n) * d
    assert sum(made("times", w, token) for token in x for _ in "QKVO") == trace.projections
    assert sum(made("times", w, token) for token in x for _ in range(4) for _ in "WU") == trace.lstm  # four gates


X, W, U = (np.array(matrix(rows, 4)) for rows in (6, 4, 4))
NEAR = np.array(
    [[row[0] <= of <= row[1] for of in range(6)] for row in ((0, 2), (0, 2), (1, 3), (2, 4), (3, 5), (3, 5))]
)
"""The tokens that each of six tokens sees if it sees three."""


@pytest.mark.parametrize(("r", "seen"), [(6, NEAR >= 0), (3, NEAR)])
def test_attention_is_that_of_numpy(r: int, seen: Any) -> None:
    powers = np.exp(X @ X.T / 2) * seen
    tokens = X.tolist()
    assert np.allclose(Loops().attention(tokens, tokens, tokens, r), powers / powers.sum(1, keepdims=True) @ X)


def test_recurrence_is_that_of_numpy() -> None:
    state, states = np.zeros(4), []
    for token in X:
        states.append(state := np.tanh(W @ token + U @ state))
    assert np.allclose(Loops().recurrent(X.tolist(), W.tolist(), U.tolist()), states)


@pytest.mark.parametrize("gap", [1, 2, 3])
def test_convolution_is_that_of_numpy(gap: int) -> None:
    past = [np.vstack([np.zeros((gap * back, 4)), X])[:6] for back in (2, 1, 0)]
    kernel = [np.array(matrix(4, 4)) for _ in past]
    expected = sum(tokens @ one.T for tokens, one in zip(past, kernel, strict=True))
    assert np.allclose(Loops().convolution(X.tolist(), [one.tolist() for one in kernel], gap), expected)


# Paths.


def reached(n: int, sees: Any) -> np.ndarray[Any, Any]:
    """The number of layers after which each input (column) reaches each output (row), breadth first from all inputs.

    `sees` says if a token sees another in a layer, counted from 0. In the result, 0 stands for never.
    """
    heard, found = np.eye(n, dtype=bool), np.zeros((n, n), dtype=int)
    for layer in range(n + 1):
        heard = np.array([[sees(layer, to, of) for of in range(n)] for to in range(n)]) @ heard
        found[(found == 0) & heard] = layer + 1
    return found


@given(st.integers(1, 12), st.integers(1, 6), st.integers(1, 14))
def test_no_path_is_longer_and_the_longest_is_that_long(n: int, k: int, r: int) -> None:
    """Any two positions count. Convolution and recurrence bring the past to the future. Attention goes both ways."""
    trace, r = layer_costs(n, 1, k=k, r=r), min(r, n)
    first = [max(0, min(to - (r - 1) // 2, n - r)) for to in range(n)]
    past = np.tril(np.ones((n, n), dtype=bool))
    both = past | past.T
    for path, wanted, sees in (
        (trace.path_attention, both, lambda layer, to, of: True),
        (trace.path_contiguous, past, lambda layer, to, of: 0 <= to - of < k),
        (trace.path_dilated, past, lambda layer, to, of: to - of in range(0, k ** (layer + 1), k**layer)),
        (trace.path_restricted, both, lambda layer, to, of: first[to] <= of < first[to] + r),
    ):
        steps = reached(n, sees)[wanted]
        assert (max(steps) if all(steps) else float("inf")) == path
    assert [found for _, found in counted(n, 1, k, r)] == [None if one == float("inf") else one for one in paths(trace)]


def paths(trace: LayerCosts) -> list[Any]:
    return [layer.numbers[1](trace) for layer in LAYERS]


@given(st.integers(2, 10**6), st.integers(2, 10**6))
def test_dilated_kernels_need_the_logarithm_exactly(n: int, k: int) -> None:
    layers = layer_costs(n, 1, k=k).path_dilated
    assert k ** (layers - 1) < n <= k**layers


@pytest.mark.parametrize(("n", "k", "layers"), [(81, 3, 4), (82, 3, 5), (3**12, 3, 12), (10**6, 10, 6), (1000, 10, 3)])
def test_powers_are_not_rounded_past(n: int, k: int, layers: int) -> None:
    assert layer_costs(n, 1, k=k).path_dilated == layers


# What the paper says.


def test_the_table_is_that_of_the_paper() -> None:
    """Vaswani et al. 2017, Table 1; contiguous kernels: section 4."""
    rows = {row[0]: [cell if isinstance(cell, str) else formula(cell) for cell in (row[1], row[3], row[5])]  # type: ignore[arg-type]
            for row in layer_costs(70, 512, r=16).table.rows}  # fmt: skip
    assert rows == {
        "self-attention": ["O(n² · d)", "O(1)", "O(1)"],
        "recurrence": ["O(n · d²)", "O(n)", "O(n)"],
        "convolution": ["O(k · n · d²)", "O(n/k)", "O(1)"],
        "dilated convolution": ["O(k · n · d²)", "O(log_k(n))", "O(1)"],
        "restricted attention": ["O(r · n · d)", "O(n/r)", "O(1)"],
    }
    assert isinstance(LAYERS[3].longest, Call)


@given(st.integers(1, 999), st.integers(1, 999), st.integers(1, 99), st.integers(1, 99))
def test_costs_grow_as_the_paper_says(n: int, d: int, k: int, r: int) -> None:
    """Twice the tokens cost self-attention four times as much, and others twice. For twice the width, it reverses."""
    one = layer_costs(n, d, k=k, r=min(r, n))
    longer, wider = layer_costs(2 * n, d, k=k, r=min(r, n)), layer_costs(n, 2 * d, k=k, r=min(r, n))
    for name, by_length, by_width in (
        ("self_attention", 4, 2),
        ("recurrent", 2, 4),
        ("convolution", 2, 4),
        ("restricted", 2, 2),
    ):
        assert getattr(longer, name) == by_length * getattr(one, name)
        assert getattr(wider, name) == by_width * getattr(one, name)


def test_waiting_steps_are_those_of_the_paper() -> None:
    """Sequential operations: n for a recurrent layer, 1 for the others."""
    x = [[1.0]] * 5
    attention, recurrent, convolution = Loops(), Loops(), Loops()
    attention.attention(x, x, x, 5)
    recurrent.recurrent(x, [[1.0]], [[1.0]])
    convolution.convolution(x, [[[1.0]]] * 3)
    assert [one.steps for one in (attention, recurrent, convolution)] == [1, 5, 1]


def test_in_a_usual_sentence_self_attention_is_cheaper() -> None:
    """Section 4: n is most often smaller than d. The base model has d = 512."""
    trace = layer_costs(70, 512)
    assert trace.self_attention < trace.recurrent < trace.convolution
    assert trace.value == "Self-attention"
    assert "recurrence takes 7.314 times as many" in trace.why


def test_for_an_image_it_is_not() -> None:
    """32 × 32 × 3 = 3,072 positions: the Image Transformer restricts its attention."""
    trace = layer_costs(3072, 512, r=256)
    assert trace.self_attention == 2 * 3072 * 3072 * 512 == 9_663_676_416
    assert trace.value == "Restricted attention"
    assert trace.self_attention == 12 * trace.restricted == 6 * trace.recurrent


def test_with_its_projections_self_attention_costs_more_than_a_plain_recurrent_layer_but_not_than_an_lstm() -> None:
    for n, d in product((1, 2, 70, 10**6), repeat=2):
        trace = layer_costs(n, d)
        assert trace.self_attention + trace.projections > trace.recurrent
    at_70 = layer_costs(70, 512)
    assert (at_70.self_attention + at_70.projections, at_70.lstm) == (78_417_920, 146_800_640)
    for n, is_more in ((1024, False), (1025, True)):  # an LSTM costs more up to n = 2d
        trace = layer_costs(n, 512)
        assert (trace.self_attention + trace.projections > trace.lstm) is is_more


# Where lines cross.


@given(st.integers(1, 200), st.integers(1, 9), st.integers(1, 200))
def test_from_the_crossover_on_and_not_before_self_attention_costs_more(d: int, k: int, r: int) -> None:
    trace = layer_costs(1, d, k=k, r=r)
    assert (trace.meets_recurrent, trace.meets_convolution * 2, trace.meets_restricted) == (d, k * d, r)
    for name in ("recurrent", "convolution", "restricted"):
        at = getattr(trace, f"meets_{name}")
        for n in {max(1, int(at)), int(at) + 1}:
            there = layer_costs(n, d, k=k, r=r)
            assert (there.self_attention > getattr(there, name)) == (n > at)
            assert n != at or there.self_attention == getattr(there, name)


def test_crossovers_are_told_in_tokens() -> None:
    assert layer_costs(70, 512, r=16).sentence == (
        "Self-attention costs more than recurrence for 513 or more tokens, more than convolution for 769 or more "
        "tokens and more than restricted attention for 17 or more tokens."
    )


def test_what_costs_the_same_is_named_together() -> None:
    assert layer_costs(512, 512).value == "Self-attention and recurrence"


@given(st.integers(1, 5000), st.integers(1, 600), st.integers(1, 9), st.none() | st.integers(1, 300))
def test_the_lines_of_the_chart_cross_where_the_guides_stand(n: int, d: int, k: int, r: int | None) -> None:
    plot = layer_costs(n, d, k=k, r=r).picture
    assert len(plot.series) == 3 + (r is not None)
    assert all(0 <= share <= 1 for line in plot.series.values() for point in line for share in point)
    places = {guide.x for guide in plot.guides}
    assert all(line[-1][1] in places for name, line in plot.series.items() if name != "self-attention")
    assert plot.series["self-attention"] == [(0, 0), (1, 1)]


@pytest.mark.parametrize("trace", [layer_costs(70, 512, r=16), layer_costs(3072, 512, r=256), layer_costs(1, 1)])
def test_no_letters_of_the_chart_are_cut_off_and_no_names_meet(trace: LayerCosts) -> None:
    drawn = graph(trace.picture)
    assert min(label.span.left for label in drawn.labels) >= 0
    assert max(label.span.right for label in drawn.labels) <= drawn.width
    names = sorted(label.y for label in drawn.labels if label.tint)
    assert all(below - above >= 18 for above, below in pairwise(names))  # the height of letters on a narrow page


# What is odd, and what is wrong.


@pytest.mark.parametrize(
    ("sizes", "settings", "codes"),
    [
        ((1, 4), {"k": 1}, ["one-token"]),
        ((2, 4), {}, ["wide-kernel"]),
        ((5, 4), {"r": 5}, ["unrestricted"]),
        ((5, 4), {"r": 9}, ["unrestricted"]),
        ((5, 4), {"r": 4}, []),
        ((5, 4), {"r": 2}, ["no-path"]),
        ((5, 4), {"k": 1}, ["no-path"]),
        ((5, 4), {}, []),
    ],
)
def test_what_is_odd_is_told(sizes: tuple[int, int], settings: dict[str, int], codes: list[str]) -> None:
    trace = layer_costs(*sizes, **settings)
    assert [note.code for note in trace.notes] == codes
    assert ("no-path" in codes) == (None in [row[4] for row in trace.table.rows])
    for shown in (str(trace), trace.to_html(), trace.to_latex().replace("{-}", "-")):
        assert all(note.text in shown for note in trace.notes)
        assert "nan" not in shown.split("<style>")[0].lower()


@given(st.integers(5, 400), st.integers(5, 60), st.integers(5, 400))
def test_a_neighbourhood_as_wide_as_the_text_is_no_restriction(n: int, d: int, r: int) -> None:
    trace = layer_costs(n, d, r=r)
    assert (trace.restricted == trace.self_attention) == (r >= n)
    assert (trace.path_restricted == 1) == (r >= n)


@pytest.mark.parametrize("wrong", [0, -1, 10**6 + 1, 1.5, "3", None, True, [3]])
@pytest.mark.parametrize("name", ["n", "d", "k", "r"])
def test_what_is_no_count_is_an_error(name: str, wrong: Any) -> None:
    if name == "r" and wrong is None:
        return
    given = {"n": 5, "d": 4, "k": 3, "r": 2, name: wrong}
    with pytest.raises(InputError, match=f"^{name}: .*a whole number from 1 to 1000000"):
        layer_costs(given.pop("n"), given.pop("d"), **given)


# How it is shown.


@pytest.mark.parametrize("sizes", [(9, 4, 3, 3), (70, 512, 3, None), (10**6, 10**6, 10**6, 10**6), (1, 1, 1, 1)])
def test_every_medium_says_it(sizes: tuple[int, int, int, int | None]) -> None:
    n, d, k, r = sizes
    trace = layer_costs(n, d, k=k, r=r)
    for shown in (str(trace), trace.to_html(), trace.to_latex().replace("{-}", "-")):
        assert trace.why in shown
    assert json.loads(json.dumps(trace.to_dict()))["self_attention"] == trace.self_attention
    assert list(trace.to_frame()["multiplications"])[:2] == [float(trace.self_attention), float(trace.recurrent)]
    assert [step.name for step in trace.steps()] == ["multiplications", "crossovers", "paths", "counted"]


def test_it_is_stepped_through() -> None:
    steps = stepper(layer_costs(9, 4))
    assert [moment["step"] for moment in steps.story["moments"]] == [
        "multiplications",
        "crossovers",
        "paths",
        "counted",
    ]
    assert steps.story["texts"] == []


def test_small_layers_are_run_and_of_large_ones_smaller() -> None:
    assert layer_costs(9, 4, r=5).trial.n == 9
    large = layer_costs(3072, 512, r=256)
    assert "Here n = 9, d = 4, k = 3, r = 3." in large.step("counted").why
    assert large.trial.self_attention == 2 * 9 * 9 * 4


def test_a_wrong_formula_is_found_by_counting() -> None:
    trace = layer_costs(9, 4)
    assert trace.step("counted").result == "the same"

    class Wrong(LayerCosts):
        def recurrent(self) -> float:  # type: ignore[override]
            return self.convolution

    assert trace.by(Wrong).step("counted").result == "not the same"
