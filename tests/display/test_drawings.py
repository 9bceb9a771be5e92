"""What is drawn, as data: how much room it asks for."""

from math import inf

import pytest

from mtexplain import bleu
from mtexplain.display.charts import Fall, Waterfall
from mtexplain.display.graphs import graph
from mtexplain.metrics.bleu.charts import brevity


def waterfall(*ends: float) -> Waterfall:
    starts = (0.0, *ends)
    return Waterfall(tuple(Fall("a", "1", start, end) for start, end in zip(starts, ends, strict=False)), "")


@pytest.mark.parametrize(
    ("ends", "bounds"),
    [
        ((1.0, 3.0), (3.0, 0.0)),
        ((-1.0, -3.0), (0.0, -3.0)),
        ((-1.0, -inf), (0.0, -1.3)),
        ((1.0, inf), (1.3, 0.0)),
        ((inf, inf), (0.3, 0.0)),
        ((-inf,), (0.0, -0.3)),
        ((0.0, 0.0), (0.0, -0.3)),
    ],
)
def test_a_sum_without_end_has_room_to_fall_or_to_rise(ends: tuple[float, ...], bounds: tuple[float, float]) -> None:
    assert waterfall(*ends).bounds() == pytest.approx(bounds)


def test_the_axis_does_not_cross_the_number_of_a_bar_above_it() -> None:
    falls = (
        Fall("before", "1", 0.0, 1.0, "result"),
        Fall("a", "+9", 1.0, 10.0),
        Fall("now", "10", 0.0, 10.0, "result"),
    )
    numbers = [label for label in graph(Waterfall(falls, "")).labels if label.kind == "here"]
    assert len(numbers) == 3
    assert len({label.y for label in numbers}) == 1


@pytest.mark.parametrize(("words", "pieces"), [(5, 2), (12, 1)])
def test_the_line_of_a_length_leaves_room_for_the_label(words: int, pieces: int) -> None:
    drawn = graph(brevity(bleu("w " * words, ["w " * 7])))
    assert len([line for line in drawn.lines if line.kind == "guide"]) == pieces


@pytest.mark.parametrize("ends", [(1.0, inf, inf), (-1.0, -inf, -inf), (inf,), (0.0,)])
def test_a_sum_without_end_is_drawn_inside_its_frame(ends: tuple[float, ...]) -> None:
    drawn = graph(waterfall(*ends))
    for box in drawn.boxes:
        assert 0 <= box.top <= box.top + box.height <= drawn.height
        assert 0 <= box.span.left < box.span.right <= drawn.width
