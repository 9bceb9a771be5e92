"""Local attention and pixels: counts repeated cell by cell, positions that see only earlier positions, printed numbers.

Statements about the paper (Parmar et al. 2018, "Image Transformer", section 3) are from memory, except the cost,
O(h w l_m d), the 3,072 positions, [h, 3w, d] and the convolution, which are also in notes on the paper.
"""

from collections.abc import Iterator
from itertools import product
from math import ceil
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import InputError, models
from mtexplain.models.blocks import LocalAttention, runs

Cell = tuple[int, int]
COLOUR = (32, 96)
"""32 × 32 pixels of three channels: 3,072 positions."""


@st.composite
def attentions(draw: st.DrawFn) -> LocalAttention:
    """1D or 2D, on images of up to 6 × 7 positions."""
    high, wide = draw(st.integers(1, 6)), draw(st.integers(1, 7))
    if draw(st.booleans()):
        most = high * wide
        query, memory = draw(st.integers(1, most)), draw(st.integers(0, most))
        return models.local_attention(high, wide, query=query, memory=memory)
    block = draw(st.integers(1, high)), draw(st.integers(1, wide))
    more = draw(st.integers(0, high)), draw(st.integers(0, wide))
    return models.local_attention(high, wide, query=block, memory=more)


def home(trace: LocalAttention, row: int, column: int) -> Cell:
    """The block of a place, down and across, found by division alone. In 1D, the image is one long row."""
    (high, wide), (_, across) = trace.query, trace.shape
    return (0, (row * across + column) // wide) if trace.is_flat else (row // high, column // wide)


def is_in_memory(trace: LocalAttention, query: Cell, key: Cell) -> bool:
    """True if a key is in the memory of a query's block, which by definition is the block and a margin around it."""
    (high, wide), (up, side), (_, across) = trace.query, trace.memory, trace.shape
    down, over = home(trace, *query)
    if trace.is_flat:
        return over * wide - side <= key[0] * across + key[1] < (over + 1) * wide
    return down * high - up <= key[0] < (down + 1) * high and over * wide - side <= key[1] < (over + 1) * wide + side


def is_earlier(trace: LocalAttention, one: Cell, other: Cell) -> bool:
    """True if a place is earlier than another. Blocks are in raster order, and so are the places in a block."""
    return (home(trace, *one), one) < (home(trace, *other), other)


def places(trace: LocalAttention) -> Iterator[Cell]:
    return product(range(trace.shape[0]), range(trace.shape[1]))


def pairs(trace: LocalAttention) -> Iterator[tuple[Cell, Cell]]:
    return ((one, other) for one in places(trace) for other in places(trace) if is_in_memory(trace, one, other))


@given(attentions())
def test_each_count_is_that_of_a_brute_force_counter(trace: LocalAttention) -> None:
    found = list(pairs(trace))
    assert trace.in_image == len(found)
    assert trace.seen == sum(is_earlier(trace, key, query) for query, key in found)
    assert trace.pairs == sum(len(query) * len(memory) for query, memory in trace.blocks)
    assert trace.full == sum(1 for _ in product(places(trace), places(trace)))


@given(attentions())
def test_a_position_sees_what_is_in_its_memory_and_earlier_and_nothing_else(trace: LocalAttention) -> None:
    for row, column in places(trace):
        wanted = [other for other in places(trace)
                  if is_in_memory(trace, (row, column), other) and is_earlier(trace, other, (row, column))]  # fmt: skip
        numbers = [trace.shape[1] * r + c + 1 for r, c in wanted]
        assert sorted(trace.seen_by(row + 1, column + 1)) == numbers
        assert all(trace.order[other] < trace.order[row, column] for other in wanted)


@given(attentions())
def test_blocks_partition_the_image(trace: LocalAttention) -> None:
    whole = set(places(trace))
    queries = [place for query, _ in trace.blocks for place in query if place in whole]
    assert len(queries) == len(set(queries)) == len(whole)
    assert sorted(trace.order.values()) == list(range(1, int(trace.n) + 1))
    assert {*map(len, (query for query, _ in trace.blocks))} == {trace.l_q}
    assert {*map(len, (memory for _, memory in trace.blocks))} == {trace.length}
    assert all({*query} <= {*memory} for query, memory in trace.blocks)
    assert len(trace.blocks) == trace.number_of_blocks


@pytest.mark.parametrize("how", [{"query": 12, "memory": 0}, {"query": (3, 4), "memory": (0, 0)}])
def test_one_block_without_memory_is_full_causal_attention(how: Any) -> None:
    trace = models.local_attention(3, 4, **how)
    for at, (row, column) in enumerate(places(trace)):
        assert trace.seen_by(row + 1, column + 1) == tuple(range(1, at + 1))
    assert (trace.pairs, trace.full, trace.seen, trace.times) == (144, 144, 12 * 11 // 2, 1)
    assert [note.code for note in trace.notes] == ["one-block"]


def test_a_colour_image_of_32_by_32_pixels() -> None:
    """3,072 positions have 9,437,184 pairs in full attention, and a quarter with blocks of 256 and 512 more."""
    trace = models.local_attention(*COLOUR, query=256, memory=512, d=512)
    assert (trace.n, trace.full, trace.pairs, trace.times) == (3072, 9_437_184, 12 * 256 * 768, 4)
    assert trace.in_image == trace.pairs - 256 * (512 + 256)  # the first block lacks 512 keys, the second 256
    assert trace.products == 2 * trace.pairs * 512


def test_the_cost_grows_with_the_image_and_full_attention_with_its_square() -> None:
    one, other = (models.local_attention(side, side, query=(4, 4), memory=(4, 4)) for side in (8, 16))
    assert other.pairs / one.pairs == 4
    assert other.full / one.full == 16


def test_multiplications_are_counted_where_they_are_done() -> None:
    """Every query of every block meets every key of its memory, zeros too, in two products of d numbers."""
    trace, done = models.local_attention(3, 5, query=4, memory=3, d=2), 0
    for query, memory in trace.blocks:
        for _ in query:
            for _ in memory:
                done += int(trace.d)  # the score
            for _ in range(int(trace.d)):
                done += len(memory)  # one number of the weighted sum
    assert trace.products == done == 2 * ceil(15 / 4) * 4 * 7 * 2


def test_to_the_right_memory_has_been_made_above_alone() -> None:
    """As in the right half of the paper's Figure 2."""
    trace = models.local_attention(4, 6, query=(2, 2), memory=(2, 2), pixel=(3, 3))
    assert trace.picture.text.split("\n")[:4] == ["m m m m m m", "m m m m m m", "m m p x x x", "m m x x x x"]
    assert trace.seen_by(3, 3) == (*range(1, 15), 19, 20)


def test_in_1d_a_block_may_begin_in_the_middle_of_a_row() -> None:
    trace = models.local_attention(3, 4, query=5, memory=2, pixel=(2, 4))
    drawn = ["· · · m", "m q q p", "x x · ·"]
    assert trace.picture.text.split("\n")[:3] == drawn
    assert trace.table.rows[7] == (8, 2, 4, 2, 8, "4–7", 4)


def test_padding_stands_before_the_first_position_and_after_the_last() -> None:
    before = models.local_attention(2, 4, query=3, memory=2, pixel=(1, 1)).picture.text
    after = models.local_attention(2, 4, query=3, memory=2, pixel=(2, 4)).picture.text
    assert before.split("\n")[:3] == ["    0 0", "p x x ·", "· · · ·"]
    assert after.split("\n")[:3] == ["· · · ·", "m m q p", "0"]


def test_what_is_odd_is_told() -> None:
    def codes(*shape: int, **how: Any) -> list[str]:
        return [note.code for note in models.local_attention(*shape, **how).notes]

    assert codes(5, 5, query=7, memory=3) == ["padding"]
    assert codes(4, 4, query=4, memory=0) == ["no-memory"]
    assert codes(4, 4, query=(2, 2), memory=(1, 1)) == []
    assert codes(1, 1, query=1, memory=0) == ["one-block"]
    assert models.local_attention(1, 1, query=1, memory=0).seen_by(1, 1) == ()


@pytest.mark.parametrize(("how", "told"), [
    ({"query": 17}, "query: got int, 17; expected a whole number from 1 to 16"),
    ({"query": 0}, "query: got int, 0"),
    ({"query": -2}, "query: got int, -2"),
    ({"query": 2.0}, "query: got float, 2.0"),
    ({"query": "ab"}, "query: got a string, 'ab'"),
    ({"memory": -1}, "memory: got int, -1; expected a whole number from 0 to 16"),
    ({"memory": (1, 1)}, "memory: got tuple, (1, 1); expected a whole number"),
    ({"query": (2, 5)}, "query[1]: got int, 5; expected a whole number from 1 to 4"),
    ({"query": (0, 2)}, "query[0]: got int, 0"),
    ({"query": (2, 2, 2), "memory": (0, 0)}, "query: got tuple, (2, 2, 2); expected a pair (rows, columns)"),
    ({"query": (2, 2), "memory": 3}, "memory: got int, 3; expected a pair (rows, columns)"),
    ({"height": 0}, "height: got int, 0"),
    ({"width": 10**9}, "width: got int, 1000000000"),
    ({"d": 0}, "d: got int, 0"),
    ({"pixel": (5, 1)}, "pixel[0]: got int, 5; expected a whole number from 1 to 4"),
    ({"pixel": 3}, "pixel: got int, 3; expected a pair"),
    ({"height": 64, "width": 192, "query": 1, "memory": 9999}, "keys of all blocks: got int, 122880000"),
])  # fmt: skip
def test_bad_input_says_where_and_what(how: Any, told: str) -> None:
    with pytest.raises(InputError) as caught:
        models.local_attention(**{"height": 4, "width": 4, "query": 4, "memory": 2, **how})
    assert str(caught.value).startswith(told)


def test_runs_of_numbers() -> None:
    assert (runs([]), runs([3]), runs([1, 2, 3, 7, 9, 10])) == ("nothing", "3", "1–3, 7, 9–10")


def test_an_image_enlarged_reads_192_positions_and_makes_3072() -> None:
    assert (models.pixels(8, 8, 64).n, models.pixels(32, 32, 64).n) == (192, 3072)


@pytest.mark.parametrize("d", [8, 512])
def test_embeddings_and_weights_are_as_many_as_numpy_makes(d: int) -> None:
    trace = models.pixels(4, 5, d)
    tables, image = np.zeros((3, 256, d)), np.arange(4 * 15).reshape(4, 15)
    embedded = np.stack([tables[column % 3][image[:, column]] for column in range(15)], axis=1)
    assert trace.embeddings == tables.size
    assert embedded.shape == (4, 15, d)
    assert trace.n == embedded.shape[0] * embedded.shape[1]
    kernel, bias = np.ones((1, 3, 1, d)), np.zeros(d)
    windows = np.lib.stride_tricks.sliding_window_view(image, 3, axis=1)[:, ::3]
    convolved = np.einsum("hwk,kd->hwd", windows, kernel[0, :, 0]) + bias
    assert trace.weights == kernel.size + bias.size
    assert convolved.shape == (4, trace.across, d) == (4, 5, d)


def test_a_pixel_worked_out_by_hand() -> None:
    trace = models.pixels(1, 1, 8)
    assert (trace.y_1, trace.y_2) == (3 * 255 + 6 * 128 + 1 * 0, 255 - 0)
    shapes: Any = trace.step("convolution").parts[0]
    assert shapes.rows[1:] == [
        ("channels in a row", "1 × 3 × 1"),
        ("convolved", "1 × 1 × 8"),
    ]


@given(st.integers(0, 31), st.integers(0, 95), st.sampled_from([8, 12, 64]))
def test_half_of_an_encoding_is_of_the_row_and_half_of_the_column(row: int, column: int, d: int) -> None:
    """Vaswani et al. 2017, section 3.5, with d/2 for d, once for each coordinate."""
    half = d // 2
    angles = [np.outer(place, 1 / 10_000 ** (np.arange(0, half, 2) / half)) for place in (row, column)]
    wanted = np.concatenate([np.stack([np.sin(one), np.cos(one)], axis=-1).ravel() for one in angles])
    assert np.allclose(models.pixels(32, 32, d).encoding(row, column), wanted)


def test_every_position_has_an_encoding_of_its_own() -> None:
    trace = models.pixels(8, 8, 16)
    found = {trace.encoding(row, column) for row, column in product(range(8), range(24))}
    assert len(found) == trace.n


def test_training_takes_one_pass_and_generation_one_for_each_position() -> None:
    """The likelihood is a product over positions, each given the true positions before it (sections 3 and 4)."""
    trace = models.pixels(32, 32, 512)
    assert (trace.training, trace.generation) == (1, 3072)
    table: Any = trace.step("passes").parts[0]
    assert table.rows[1] == (2, "1", 1, "1", 2)
    assert table.rows[-1] == (3072, "1–3071", 1, "1–3071", 3072)


@pytest.mark.parametrize(("given", "told"), [
    ((2, 2, 6), "d: got int, 6; expected a whole number from 8"),
    ((2, 2, 10), "d: got int, 10; expected a multiple of 4"),
    ((0, 2, 8), "height: got int, 0"),
    ((2, "3", 8), "width: got a string"),
])  # fmt: skip
def test_pixels_that_cannot_be(given: Any, told: str) -> None:
    with pytest.raises(InputError) as caught:
        models.pixels(*given)
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize("trace", [
    models.local_attention(3, 4, query=5, memory=2), models.local_attention(3, 4, query=(2, 2), memory=(1, 1), d=8),
    models.local_attention(1, 1, query=1, memory=0), models.pixels(1, 2, 8),
], ids=["1D", "2D", "one", "pixels"])  # fmt: skip
def test_every_medium_shows_it(trace: Any) -> None:
    assert all(text in str(trace) for text in (trace.why, trace.signature))
    assert trace.why in trace.to_html()
    assert r"\begin{document}" in trace.to_latex()
    assert len(trace.to_frame()) == trace.n == len(trace.table.rows)
    assert trace.to_dict()["n"] == trace.n
