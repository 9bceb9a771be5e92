"""The bump chart: what stands where, with room for larger letters on a narrow page."""

from itertools import pairwise

from mtexplain import judged, rankings
from mtexplain.display.bump import Scored, bump
from mtexplain.display.picture import Picture
from mtexplain.display.picture_svg import picture

LONG, SHORT = "fluent_but_wrong", "A"
TWO = bump([Scored("mean rank", {LONG: 1, SHORT: 2}, {LONG: "1.2", SHORT: "1.8"}),
            Scored("fluency", {LONG: 1.5, SHORT: 1.5}, {LONG: "5.0", SHORT: "5.0"})])  # fmt: skip
LARGER = 18 / 14
"""How much larger letters are on a narrow page: style.css."""
MINE = rankings({"fr-01": {"human": 1, "terse": 2, LONG: 3, "phrase_based": 4, "word_by_word": 4}})


def names(drawn: Picture) -> list[float]:
    """Where the names end, in bold letters."""
    return [label.span.left + 1.1 * LARGER * label.width for label in drawn.labels if label.kind == "says"]


def test_a_line_begins_after_the_longest_name() -> None:
    for drawn in (TWO, judged(MINE).picture):
        starts = {line.points[0][0] for line in drawn.lines}
        assert max(names(drawn)) + 8 < min(starts)


def test_those_that_share_a_place_share_a_number() -> None:
    assert [label.text for label in TWO.labels if label.kind == "number"] == ["1.2", "5.0", "1.8", "fluency"]
    [shared] = [label for label in TWO.labels if label.text == "5.0"]
    assert {line.points[-1][0] for line in TWO.lines} == {shared.span.middle}
    assert shared.y < TWO.lines[0].points[-1][1]


def test_no_letters_are_squeezed_and_none_meet() -> None:
    drawn = judged(MINE).picture
    written = [label for label in drawn.labels if label.kind in ("number", "here")]
    assert "textLength" not in picture(drawn)
    rows = {y: sorted(one.span.middle for one in written if one.y == y) for y in {one.y for one in written}}
    widest = LARGER * max(one.width for one in written)
    assert all(b - a > widest for row in rows.values() for a, b in pairwise(row))
    assert max(one.span.middle for one in written) + widest / 2 < drawn.width
