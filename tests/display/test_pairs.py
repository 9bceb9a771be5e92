"""The grid between two texts, in every medium: the numbers, and the way through them."""

import re

import pytest

from mtexplain.display import html, latex, plain
from mtexplain.display.charts import Grid
from mtexplain.display.parts import Prose, Words
from mtexplain.display.plain import tabulated
from tests.display.test_hostile_text import HOSTILE
from tests.display.test_views import Page

LEFT, TOP = ("police", "killed", "the", "gunman"), ("the", "gunman", "police", "killed")
CELLS = ((0, 0, 0, 0, 0), (0, 0, 0, 1, 1), (0, 0, 0, 1, 2), (0, 1, 1, 1, 2), (0, 1, 2, 2, 2))
PATH = ((0, 2), (1, 3), (2, 4), (3, 4), (4, 4))
MATCHES = frozenset({(1, 3), (2, 4), (3, 1), (4, 2)})
GRID = Grid(Words(TOP), Words(LEFT), CELLS, PATH, MATCHES, "The longest common subsequence has 2 words.")
LONG = Words(("a",) * 40)


def test_the_grid_is_the_same_in_text_and_html() -> None:
    ((head, *rows),) = Page(html.part(GRID)).tables
    assert head[2:] == list(TOP)
    assert [row[0] for row in rows] == ["", *LEFT]
    assert [[int(cell.lstrip("↖")) for cell in row[1:]] for row in rows] == [list(row) for row in CELLS]
    written = [line.split() for line in plain.part(GRID).splitlines()[2:]]
    assert [[int(re.sub(r"\D", "", cell)) for cell in row if re.search(r"\d", cell)] for row in written] == [
        list(row) for row in CELLS
    ]


def test_the_path_is_marked_in_every_medium() -> None:
    assert html.part(GRID).count('class="path"') + html.part(GRID).count('class="match path"') == len(PATH)
    assert html.part(GRID).count("↖") == 2
    assert len(re.findall(r"\[\d\*?\]", plain.part(GRID))) == len(PATH)
    assert latex.part(GRID).count("{[}") == len(PATH) + 1  # and once in the legend


def test_who_does_not_see_it_is_told() -> None:
    assert f'aria-label="{GRID.alt}"' in html.part(GRID)


def test_a_grid_too_large_to_draw_is_told_in_words() -> None:
    cells = tuple((0,) * 41 for _ in range(41))
    large = Grid(LONG, LONG, cells, (), frozenset(), "40 words against 40.")
    assert tabulated(large) == Prose(("40 words against 40.",))
    assert "40 words against 40." in html.part(large)
    assert "<table" not in html.part(large)


@pytest.mark.parametrize("token", HOSTILE.values(), ids=HOSTILE)
def test_hostile_words_are_escaped(token: str) -> None:
    words = Words((token, "b"))
    grid = Grid(words, words, ((0, 0, 0),) * 3, (), frozenset(), "told")
    page = html.part(grid)
    assert set(re.findall(r"</?([a-z]+)", page)) <= {"div", "table", "thead", "tbody", "tr", "td", "th", "code"}
    assert "\\input" not in latex.part(grid)


def test_two_empty_rows_can_be_shown() -> None:
    nothing = Words(())
    assert html.part(Grid(nothing, nothing, ((0,),), ((0, 0),), frozenset(), "told"))
    assert plain.part(Grid(nothing, nothing, ((0,),), ((0, 0),), frozenset(), "told"))
