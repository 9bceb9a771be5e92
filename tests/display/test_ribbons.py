"""Ribbons: as wide as their shares where they begin and where they end, and no two in one place."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain.display.picture import Picture
from mtexplain.display.picture_svg import picture
from mtexplain.display.ribbons import ribbons

THREE = ribbons(["a", "b"], ["x", "y", "z"], [[0.5, 0.25, 0.25], [0, 1, 0]], ("from", "to"))


@st.composite
def drawn(draw: st.DrawFn) -> tuple[Picture, list[list[float]]]:
    words = st.lists(st.text("aM猫 <", min_size=1, max_size=12), min_size=1, max_size=5)
    above, below = draw(words), draw(words)
    rows = [[draw(st.integers(0, 9)) for _ in below] for _ in above]
    shares = [[one / sum(row) for one in row] if sum(row) else [1 / len(row)] * len(row) for row in rows]
    return ribbons(above, below, shares, ("from", "to")), shares


@given(drawn())
def test_a_ribbon_is_as_wide_as_its_share_at_both_ends(given_: tuple[Picture, list[list[float]]]) -> None:
    piece, shares = given_
    each = [share for row in shares for share in row if share]
    whole = sum(band.above.width for band in piece.bands) / len(shares)
    assert [band.above.width for band in piece.bands] == pytest.approx([share * whole for share in each])
    assert [band.below.width for band in piece.bands] == pytest.approx([share * whole for share in each])


@given(drawn())
def test_no_two_ribbons_meet_at_an_end_and_all_is_within_the_picture(given_: tuple[Picture, list[list[float]]]) -> None:
    piece, _ = given_
    for ends in ([band.above for band in piece.bands], [band.below for band in piece.bands]):
        spans = sorted(one for one in ends if one.width > 1e-6)
        assert all(b.left >= a.right - 1e-6 for a, b in pairwise(spans))
    for span in (
        *(box.span for box in piece.boxes),
        *(one for band in piece.bands for one in (band.above, band.below)),
    ):
        assert -1e-6 <= span.left <= span.right <= piece.width + 1e-6


def test_who_looks_has_a_colour_and_a_number_where_there_is_room() -> None:
    assert [band.tint for band in THREE.bands] == [1, 1, 1, 2], "there is no ribbon where there is no share"
    assert [label.text for label in THREE.labels if label.size == 13] == ["0.5", "1"]
    narrow = ribbons(["a"], list("abcdef"), [[0.5] + [0.1] * 5], ("from", "to"))
    assert [label.text for label in narrow.labels if label.size == 13] == ["0.5"]
    assert THREE.text == "a: x 0.5, y 0.25, z 0.25\nb: x 0, y 1, z 0"


def test_words_from_outside_are_harmless() -> None:
    drawn_ = picture(ribbons(["<script>"], ["\u202e\u200b"], [[1]], ("from", "to")))
    assert "<script>" not in drawn_
    assert "\u202e" not in drawn_
