"""A scatter with dots to drag shows the numbers of the measure with the dot where it was put."""

import pytest

from mtexplain import InputError, cohen_kappa, drag, pearson, spearman

X, Y = {"A": 1, "B": 2, "C": 3, "D": 4}, {"A": 2, "B": 1, "C": 2, "D": 1}


def test_one_outlier_makes_nine_tenths() -> None:
    alike = drag(pearson({"A": 1, "B": 2, "C": 1, "D": 2, "E": 5}, {"A": 1, "B": 1, "C": 2, "D": 2, "E": 5}))
    assert (alike.trace.score or 0) > 0.9
    alike.put = [4, 0.35, 0.35]
    assert alike.trace.second[-1] == alike.trace.first[-1] < 3
    names = alike.trace.names
    again = pearson(*(dict(zip(names, one, strict=True)) for one in (alike.trace.first, alike.trace.second)))
    assert alike.trace == again
    assert (alike.trace.score or 1) < 0.5


@pytest.mark.parametrize("made", [pearson, spearman])
def test_what_is_shown_is_the_measure_as_it_is_now(made: object) -> None:
    live = drag(made(X, Y, x_name="<img>"))  # type: ignore[operator]
    before = live.shown
    live.put = [0, 1, 1]
    assert live.shown != before
    assert live.trace.headline.value in live.shown
    assert "<img>" not in live.shown


@pytest.mark.parametrize("put", [[9, 0, 0], [-1, 0, 0], ["A", 0, 0], [0, "x", 0], [0, 0], [0, None, 1]])
def test_what_no_page_would_send_moves_nothing(put: list[object]) -> None:
    live = drag(pearson(X, Y))
    before = live.trace
    live.put = put
    assert live.trace == before


def test_beyond_the_frame_is_its_edge() -> None:
    live = drag(pearson(X, Y))
    live.put = [0, -5, 7]
    assert (live.trace.first[0], live.trace.second[0]) == (-0.5, 2.5)


def test_there_must_be_dots() -> None:
    with pytest.raises(InputError, match="a correlation"):
        drag(cohen_kappa([1, 2], [1, 2]))


@pytest.mark.parametrize("scale", [1e-12, 1e-5, 0.005, 1, 1000, 10**11])
def test_on_every_scale_a_dot_moves_by_a_little(scale: float) -> None:
    live = drag(pearson([2 * scale, 3 * scale, 4 * scale], [1, 2, 3]))  # the frame: from 1 to 5
    live.put = [0, 0.26, 0.26]
    assert float(live.trace.first[0]) == pytest.approx(2.04 * scale, rel=1e-9)


def test_ranks_move_as_their_numbers_do() -> None:
    live = drag(spearman([100, 200, 300], [1, 2, 3]))  # the frame: from 0 to 400
    live.put = [0, 0.26, 0.25]
    assert (live.trace.first, live.trace.score) == ((104, 200, 300), 1.0)
    live.put = [0, 0.6, 0.25]
    assert (live.trace.first, live.trace.score) == ((240, 200, 300), 0.5)


def test_beyond_what_the_measure_takes_a_dot_stays() -> None:
    live = drag(pearson([0, 10**12], [0, 10**12]))
    live.put = [0, 1, 1]
    assert live.trace.first[0] == 0
    live.put = [0, 0.5, 0.5]
    assert live.trace.first[0] == live.trace.second[0] == 5 * 10**11


@pytest.mark.parametrize("made", [pearson, spearman])
def test_there_must_be_an_item(made: object) -> None:
    with pytest.raises(InputError, match="a correlation of no items; expected at least one item"):
        drag(made([], []))  # type: ignore[operator]
    assert drag(made([3], [4])).trace.score is None  # type: ignore[operator]
