"""What is drawn, as data: how much room it asks for."""

from itertools import pairwise
from math import inf

import pytest

from mtexplain import bleu, cider, distribution_perplexity, perplexity
from mtexplain.display.charts import Fall, Waterfall
from mtexplain.display.graphs import graph
from mtexplain.display.picture import FONT, NARROWEST, Label, Picture
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


def found(drawn: Picture, text: str) -> Label:
    return next(label for label in drawn.labels if label.text.startswith(text))


def test_the_mean_is_written_below_the_stacks_where_nothing_crosses_it() -> None:
    """The fork stands right of them, and on a narrow page out of sight."""
    drawn = perplexity(["1/4", "1/8", "1/2", "1/16", "1/8"]).picture
    mean = found(drawn, "mean 13/5 = 2.6")
    assert mean.span.left + 1.4 * mean.width < NARROWEST
    crossing = [y for line in drawn.lines for x, y in line.points if x > mean.span.left - 2]
    assert max(crossing) < mean.y - mean.size


@pytest.mark.parametrize("shares", [[0.1] * 10, [0.3, 0.2, 0.1, 0.1, 0.1, 0.05, 0.05, 0.05, 0.03, 0.02]])
def test_the_numbers_of_many_outcomes_stand_apart(shares: list[float]) -> None:
    drawn = distribution_perplexity(shares, outcomes=list("abcdefghij")).picture
    for y in {label.y for label in drawn.labels if label.kind == "number"}:
        row = sorted(label.span for label in drawn.labels if label.kind == "number" and label.y == y)
        assert all(right.left - left.right >= 4 for left, right in pairwise(row))
        assert all(span.width >= 32 for span in row)
    assert max(box.span.right for box in drawn.boxes if box.title) <= NARROWEST  # there is room for the fork


@pytest.mark.parametrize("reference", ["a cat lies on a mat", "a cat sits on the mat", "no bird flies"])
def test_the_name_of_an_angle_does_not_touch_the_last_word(reference: str) -> None:
    drawn = cider(["a cat sits on the mat", "a dog runs"], [[reference], ["the dog ran"]]).segments[0].picture
    angle = next(label for label in drawn.labels if label.text == "candidate")
    last = max(label.span.right for label in drawn.labels if label.kind == "other" and label.size == FONT)
    assert angle.span.left > last
    assert angle.span.right <= drawn.width
