"""Bricks, words and rows that light up together: by mouse and by key, in saved pages, in notebooks, in widgets."""

from pathlib import Path

import nbformat
import pytest
from nbconvert import HTMLExporter
from playwright.sync_api import Locator, Page, expect

import mtexplain
from tests.browser.axe import axe
from tests.browser.desk import PANEL, STEPPER, Desk, in_both
from tests.browser.parts import candidate, fold, more
from tests.browser.servers import notebook
from tests.browser.test_stepper import NOTHING_OUTSIDE

TRACE = mtexplain.bleu("the the cat on the mat", ["there is a cat on the mat"])
# What is lit: the orders and places of bricks, the places of words in the references, the rows.
LIT = """(root) => {
  const all = (selector) => [...root.querySelectorAll(selector)];
  const lit = (one) => one.classList.contains("lit");
  return {
    bricks: all(".brick").filter(lit).map(({ dataset }) => `${dataset.n}.${dataset.start}`),
    written: all("text[data-n]").filter(lit).map((one) => one.textContent),
    places: all("[data-text]").filter((one) => one.checkVisibility())
      .flatMap((one, place) => (lit(one) ? [place] : [])),
    rows: all("tr").filter(lit).map((row) => row.dataset.ngram),
  };
}"""
NOTHING: dict[str, list[str]] = {"bricks": [], "written": [], "places": [], "rows": []}
THE_MAT = {"bricks": ["1.4", "1.5", "2.4"], "written": ["the", "mat", "the mat"], "places": [5, 6], "rows": ["the mat"]}
THE = {"bricks": ["1.0", "1.1", "1.4"], "written": ["the", "the", "the"], "places": [5], "rows": ["the"]}


@pytest.fixture
def saved(page: Page, tmp_path: Path) -> Locator:
    """The opening example, saved as a page."""
    (tmp_path / "page.html").write_text(TRACE.to_html(), "utf-8")
    page.goto((tmp_path / "page.html").as_uri())
    return page.locator(".mtx")


def brick(root: Locator, n: int, start: int) -> Locator:
    """The brick of the n words that begin at this place, counted from 0."""
    return root.locator(f'.brick[data-n="{n}"][data-start="{start}"]').filter(visible=True)


def light_by_mouse(root: Locator) -> None:
    """A brick with what belongs to it, a row with its bricks, and nothing when the mouse has left."""
    brick(root, 2, 4).hover()
    assert root.evaluate(LIT) == THE_MAT
    brick(root, 1, 0).hover()
    assert root.evaluate(LIT) == {"bricks": ["1.0"], "written": ["the"], "places": [5], "rows": ["the"]}
    root.locator("tr[data-ngram='the'] th").hover()
    assert root.evaluate(LIT) == THE
    root.locator(".sig").first.hover()
    assert root.evaluate(LIT) == NOTHING


def test_a_saved_page_by_mouse(saved: Locator) -> None:
    """What does not belong to the lit brick fades."""
    saved.locator("summary", has_text="2 · Words").click()
    light_by_mouse(saved)
    brick(saved, 4, 1).hover()
    assert saved.evaluate(LIT)["bricks"] == ["1.1", "1.2", "1.3", "1.4", "3.1", "3.2", "4.1"]
    assert saved.evaluate(LIT)["places"] == []
    expect(brick(saved, 3, 0)).to_have_css("opacity", "0.35")
    expect(brick(saved, 3, 1)).to_have_css("opacity", "1")


def test_what_is_pointed_at_is_told_below_the_picture(saved: Locator) -> None:
    """By mouse, by finger and by key; before that, what there is to point at. On a narrow page, too."""
    said = "(one) => getComputedStyle(one, '::after').content"
    for width in (1280, 390):
        saved.page.set_viewport_size({"width": width, "height": 800})
        picture = saved.locator(".picture").first
        assert picture.evaluate(said) == '"Point at a brick, or tap it: its run lights up."'
        brick(saved, 4, 2).hover()
        assert picture.evaluate(said) == '"cat on the mat: credited"'
        brick(saved, 1, 0).focus()
        brick(saved, 3, 0).dispatch_event("pointerover")  # as a finger sends it
        assert picture.evaluate(said) == '"the the cat: unmatched"'
        brick(saved, 1, 0).blur()
        saved.locator(".sig").first.hover()
        assert picture.evaluate(said).startswith('"Point at')


def test_a_saved_page_by_key(saved: Locator) -> None:
    """Tab finds one brick, arrow keys go on from there and end at the edge, Escape leaves; Tab comes back."""
    press, focused = saved.page.keyboard.press, saved.locator(".brick:focus")
    press("Tab")
    expect(focused).to_have_accessible_name("the: clipped")
    for key, name in [
        ("ArrowLeft", "the: clipped"),
        ("ArrowDown", "the the: unmatched"),
        ("Control+ArrowRight", "the the: unmatched"),
    ]:
        press(key)
        expect(focused).to_have_accessible_name(name)
    for _ in range(9):
        press("ArrowRight")
    expect(focused).to_have_accessible_name("the mat: credited")
    expect(focused).to_have_css("stroke-width", "3px")
    assert saved.evaluate(LIT) == THE_MAT
    for key, name in [
        ("ArrowUp", "the: credited"),
        ("ArrowDown", "the mat: credited"),
        ("ArrowDown", "on the mat: credited"),
        ("ArrowDown", "cat on the mat: credited"),
        ("ArrowDown", "cat on the mat: credited"),
        ("ArrowUp", "cat on the: credited"),
        ("ArrowUp", "cat on: credited"),
        ("ArrowDown", "cat on the: credited"),
    ]:
        press(key)
        expect(focused).to_have_accessible_name(name)
    press("Escape")
    expect(focused).to_have_count(0)
    assert saved.evaluate(LIT) == NOTHING
    press("Tab")
    press("Shift+Tab")
    expect(focused).to_have_accessible_name("cat on the: credited")
    expect(saved.locator(".brick[tabindex]").filter(visible=True)).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_for_everybody(saved: Locator, scheme: str) -> None:
    """Also while a brick is lit."""
    saved.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    saved.page.evaluate("document.documentElement.style.background = 'Canvas'")
    assert axe(saved.page, ".mtx") == []
    saved.page.keyboard.press("Tab")
    expect(brick(saved, 1, 0)).to_be_focused()
    saved.page.wait_for_timeout(300)
    assert axe(saved.page, ".mtx") == []


def test_several_references_and_another_direction(page: Page) -> None:
    """Every place in every reference; arrow keys go the way they point."""
    page.set_content(mtexplain.bleu("القط على الحصير", ["جلس القط على الحصير", "على الحصير قط"], max_n=2)._repr_html_())
    root = page.locator(".mtx")
    brick(root, 2, 1).hover()
    assert root.evaluate(LIT)["places"] == [2, 3, 4, 5]
    brick(root, 1, 0).focus()
    page.keyboard.press("ArrowLeft")
    expect(brick(root, 1, 1)).to_be_focused()


def test_whatever_the_words_are(page: Page) -> None:
    """They are looked for as they are."""
    page.set_content(mtexplain.bleu('"] \\ <b> &amp;', ['<b> "] \\'], max_n=2)._repr_html_())
    root = page.locator(".mtx")
    brick(root, 2, 0).hover()
    assert root.evaluate(LIT)["rows"] == ['"] \\']
    assert root.evaluate(LIT)["places"] == [1, 2]
    brick(root, 1, 3).hover()
    assert root.evaluate(LIT)["rows"] == ["&amp;"]


def test_an_exported_notebook(page: Page, tmp_path: Path) -> None:
    """Each trace by itself, though the script is there twice."""
    held = notebook("1", "2")
    for cell in held.cells:
        cell.outputs = [nbformat.v4.new_output("display_data", {"text/html": TRACE._repr_html_()})]
    html, _ = HTMLExporter(**NOTHING_OUTSIDE).from_notebook_node(held)
    (tmp_path / "notebook.html").write_text(html, "utf-8")
    page.goto((tmp_path / "notebook.html").as_uri())
    first, second = page.locator(".mtx").all()
    second.locator("summary", has_text="2 · Words").click()
    light_by_mouse(second)
    brick(second, 2, 4).hover()
    assert first.evaluate(LIT) == NOTHING


@in_both
def test_in_jupyter(table: Desk) -> None:
    """A trace lights up, and its arrow keys do not choose another cell."""
    root = table.anew(f"import mtexplain\nmtexplain.bleu({' '.join(TRACE.candidate)!r}, ['there is a cat on the mat'])")
    root.locator("summary", has_text="2 · Words").click()
    light_by_mouse(root)
    brick(root, 1, 0).focus()
    for _ in range(2):
        table.page.keyboard.press("ArrowDown")
    expect(brick(root, 3, 0)).to_be_focused()
    assert root.evaluate(LIT)["bricks"] == ["1.0", "1.1", "1.2", "2.0", "2.1", "3.0"]


@in_both
def test_in_the_panel(table: Desk) -> None:
    """What an edit has made lights up too, with its new word."""
    panel = table.anew(PANEL)
    more(panel)
    for title in ("2 · Words", "3 · Pairs"):
        fold(panel, title).locator("summary").click()
    expect(panel.locator(".folds table")).to_have_count(2)
    light_by_mouse(panel)
    candidate(panel).fill("there the cat on the mat")
    expect(panel.locator(".head b")).to_have_text("0.4548")
    brick(panel, 1, 0).hover()
    assert panel.evaluate(LIT)["places"] == [0]
    brick(panel, 1, 0).focus()
    table.page.keyboard.press("ArrowRight")
    expect(brick(panel, 1, 1)).to_be_focused()
    candidate(panel).hover()
    assert axe(table.page, ".mtx-panel") == []


def test_in_the_stepper(table: Desk) -> None:
    """A row of its table lights up its bricks, and its words in the reference."""
    stepper = table.anew(STEPPER)
    stepper.get_by_role("button", name="Pairs").click()
    stepper.locator("tr[data-ngram='on the'] th").hover()
    expect(stepper.locator("text[data-text].lit")).to_have_text(["on", "the"])
    expect(stepper.locator('.brick.lit[data-n="2"]')).to_have_count(1)


def test_the_dot_of_a_curve_is_drawn_from_length_to_length(saved: Locator) -> None:
    """By keys, as by the mouse: it is a slider."""
    saved.locator("summary").filter(has_text="6 · Brevity").click()
    slide, dot = saved.locator(".slide"), saved.locator(".picture:has(+ .slide) rect.here")
    label = saved.locator(".picture:has(+ .slide) text.here")
    expect(slide).to_have_value("6")
    before = dot.get_attribute("x")
    slide.press("ArrowRight")
    expect(label).to_have_text("c = 7: BP = 1")
    slide.press("Home")
    expect(label).to_have_text("c = 0: BP = 0")
    assert float(dot.get_attribute("x") or 0) < float(before or 0)
    assert slide.evaluate("(one) => one.ariaValueText") == "c = 0: BP = 0"
