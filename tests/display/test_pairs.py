"""What stands between two rows of words, in every medium: the numbers, the way through them, the links."""

import re

import pytest

from mtexplain.display import html, latex, plain
from mtexplain.display.charts import Alignment, Grid, Link
from mtexplain.display.parts import Prose, Table, Words
from mtexplain.display.plain import tabulated
from tests.display.test_hostile_text import HOSTILE
from tests.display.test_views import Page

LEFT, TOP = ("police", "killed", "the", "gunman"), ("the", "gunman", "police", "killed")
CELLS = ((0, 0, 0, 0, 0), (0, 0, 0, 1, 1), (0, 0, 0, 1, 2), (0, 1, 1, 1, 2), (0, 1, 2, 2, 2))
PATH = ((0, 2), (1, 3), (2, 4), (3, 4), (4, 4))
MATCHES = frozenset({(1, 3), (2, 4), (3, 1), (4, 2)})
GRID = Grid(Words(TOP), Words(LEFT), CELLS, PATH, MATCHES, "The longest common subsequence has 2 words.")
LINKS = (Link(0, 3, "exact", 1), Link(1, 0, "stem", 2), Link(2, 1, "synonym", 2))
ALIGNED = Alignment(Words(("on", "dogs", "ran")), Words(("dog", "walked", "so", "on")), LINKS, "Three links.")
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


def test_the_links_are_the_same_in_text_and_html() -> None:
    drawn = html.part(ALIGNED)
    assert drawn.count("<line") == len(LINKS)
    table = tabulated(ALIGNED)
    assert isinstance(table, Table)
    assert [(row[0], row[1], row[3], row[5]) for row in table.rows] == [
        (link.chunk, link.top + 1, link.bottom + 1, link.kind) for link in LINKS
    ]
    assert all(f">{token}</text>" in drawn for token in (*ALIGNED.top.tokens, *ALIGNED.bottom.tokens))


def test_why_words_are_linked_is_told_by_the_line_and_not_by_its_colour_alone() -> None:
    dashes = re.findall(r"<line[^>]*?(?: stroke-dasharray=\"([^\"]*)\")?/>", html.part(ALIGNED))
    assert len(set(dashes)) == 3


@pytest.mark.parametrize("piece", [GRID, ALIGNED], ids=["grid", "alignment"])
def test_who_does_not_see_it_is_told(piece: Grid | Alignment) -> None:
    assert f'aria-label="{piece.alt}"' in html.part(piece)


def test_a_grid_too_large_to_draw_is_told_in_words() -> None:
    cells = tuple((0,) * 41 for _ in range(41))
    large = Grid(LONG, LONG, cells, (), frozenset(), "40 words against 40.")
    assert tabulated(large) == Prose(("40 words against 40.",))
    assert "40 words against 40." in html.part(large)
    assert "<table" not in html.part(large)


def test_an_alignment_too_large_to_draw_is_a_table_as_text_and_told_in_html() -> None:
    large = Alignment(LONG, LONG, tuple(Link(i, i, "exact", 1) for i in range(40)), "40 links.")
    assert "<svg" not in html.part(large)
    assert len(plain.part(large).splitlines()) == 41


@pytest.mark.parametrize("token", HOSTILE.values(), ids=HOSTILE)
def test_hostile_words_are_escaped(token: str) -> None:
    words = Words((token, "b"))
    grid = Grid(words, words, ((0, 0, 0),) * 3, (), frozenset(), "told")
    aligned = Alignment(words, words, (Link(0, 0, "exact", 1),), "told")
    for piece in (grid, aligned):
        page = html.part(piece)
        tags = set(re.findall(r"</?([a-z]+)", page))
        assert tags <= {"div", "table", "thead", "tbody", "tr", "td", "th", "code", "svg", "line", "text", "path"}
        assert "<script" not in page
        assert "\\input" not in latex.part(piece)


def test_two_empty_rows_can_be_shown() -> None:
    nothing = Words(())
    assert html.part(Grid(nothing, nothing, ((0,),), ((0, 0),), frozenset(), "told"))
    assert html.part(Alignment(nothing, nothing, (), "told"))
    assert plain.part(Grid(nothing, nothing, ((0,),), ((0, 0),), frozenset(), "told"))
    assert plain.part(Alignment(nothing, nothing, (), "told"))
