"""A map of blocks: every cell is drawn once, blocks end at lines, and no letter is lost on a narrow page."""

from mtexplain import models
from mtexplain.display.blocks import Looks, block_map
from mtexplain.display.picture_svg import picture

LOOKS: Looks = {"p": ("here", "credited", "a <pixel>"), "x": ("clipped", "clipped", "later")}
SMALL = block_map({(0, 1): "p", (1, 0): "x", (1, 1): "x"}, {(0, 1): 1, (1, 0): 2, (1, 1): 2}, 1, LOOKS, "Two blocks.")
WIDE = models.local_attention(32, 96, query=(8, 24), memory=(8, 12), pixel=(20, 50)).picture


def test_each_cell_has_a_box_and_its_letter() -> None:
    assert [box.kind for box in SMALL.boxes] == ["here", "clipped", "here", "clipped", "clipped"]  # the key first
    letters = [label.text for label in SMALL.labels if label.kind != "says"]
    assert letters == ["p", "x", "p", "x", "x"]


def test_a_line_stands_wherever_blocks_meet_or_end_and_is_strong_around_the_one() -> None:
    """The block of one cell has four sides. The block of two cells has six, one of them shared with the first block."""
    kinds = [line.kind for line in SMALL.lines]
    assert (kinds.count("strong"), kinds.count("rule")) == (4, 5)


def test_all_of_it_is_inside() -> None:
    for drawn in (SMALL, WIDE):
        assert all(0 <= box.span.left < box.span.right <= drawn.width for box in drawn.boxes)
        assert all(box.top >= 0 and box.top + box.height <= drawn.height for box in drawn.boxes)
        assert all(0 <= x <= drawn.width and 0 <= y <= drawn.height for line in drawn.lines for x, y in line.points)


def test_of_a_wide_map_equal_cells_beside_each_other_are_one_box() -> None:
    assert len(WIDE.boxes) < 200 < 32 * 96
    covered = sum(round(box.span.width + 0.12 * 6) // 6 for box in WIDE.boxes[5:])  # five are in the key
    assert covered == 32 * 96
    rows = WIDE.text.split("\n")[:32]
    assert {*map(len, rows)} == {96}
    assert rows[19][49] == "p"


def test_a_phone_has_room_for_the_key() -> None:
    """There "says" is 18 pixels large, and a picture as wide as this one just fits."""
    for label in WIDE.labels:
        if label.kind == "says":
            assert label.span.left + label.width * 18 / label.size < WIDE.width


def test_what_letters_stand_for_is_escaped() -> None:
    assert "a &lt;pixel&gt;" in picture(SMALL)
    assert "<pixel>" not in picture(SMALL)
