"""What is drawn, as data: how much room it asks for."""

from math import inf

import pytest

from mtexplain.display import svg
from mtexplain.display.charts import Fall, Waterfall


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


@pytest.mark.parametrize("ends", [(1.0, inf, inf), (-1.0, -inf, -inf), (inf,), (0.0,)])
def test_a_sum_without_end_is_drawn_inside_its_frame(ends: tuple[float, ...]) -> None:
    drawn = svg.drawing(waterfall(*ends))
    assert "inf" not in drawn
    assert "nan" not in drawn
