"""Small plots as one picture: each in a frame of its own, in rows and columns, and nothing empty is written."""

from mtexplain.display.charts import Guide, Plot
from mtexplain.display.graphs import plots
from mtexplain.display.picture_svg import picture


def small(row: int, column: int) -> Plot:
    """A plot whose line goes from corner to corner."""
    guides = [Guide(0.5, "half", False)] * (row == 2)
    return Plot(f"row {row}" * (not column), f"column {column}" * (not row), "1", {"a": [(0, 0), (1, 1)]}, guides,
                f"Row {row}, column {column}.")  # fmt: skip


DRAWN = plots([[small(row, column) for column in range(2)] for row in range(3)])
CURVES = [line.points for line in DRAWN.lines if line.kind == "curve"]


def test_each_has_a_frame_of_its_own() -> None:
    assert len(CURVES) == 6
    for row in range(3):
        (start, end), (other_start, other_end) = CURVES[2 * row], CURVES[2 * row + 1]
        assert 0 < start[0] < end[0] < other_start[0] < other_end[0] < DRAWN.width
        assert start[1] == other_start[1] > end[1] == other_end[1]
    tops, bottoms = [points[1][1] for points in CURVES[::2]], [points[0][1] for points in CURVES[::2]]
    assert all(bottom < top for bottom, top in zip(bottoms, tops[1:], strict=False))
    assert bottoms[-1] < DRAWN.height


def test_what_is_on_the_axes_is_said_once() -> None:
    texts = [label.text for label in DRAWN.labels]
    assert sorted(text for text in texts if text.startswith(("row", "column"))) == [
        "column 0", "column 1", "row 0", "row 1", "row 2",
    ]  # fmt: skip
    assert texts.count("half") == 2
    assert "" not in texts
    assert "></text>" not in picture(DRAWN)


def test_it_is_told_line_by_line() -> None:
    assert DRAWN.text.splitlines()[:2] == ["Row 0, column 0.", "Row 0, column 1."]
    assert DRAWN.alt.startswith("Row 0, column 0. Row 0, column 1.")
