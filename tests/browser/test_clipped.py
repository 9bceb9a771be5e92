"""A clipped word can be read in both Jupyters, in the room and on a saved page. (The site and decks: tests/pages.)"""

import re
from collections.abc import Callable
from pathlib import Path

from nbformat.v4 import new_output
from playwright.sync_api import Page, expect

import mtexplain
from tests.browser.clipped import clipped, clipped_in_both
from tests.browser.desk import Desk, everywhere
from tests.browser.servers import Jupyter, notebook
from tests.browser.test_stepper import opening, saved

TRACE = 'import mtexplain\nmtexplain.bleu("the the cat on the mat", ["there is a cat on the mat"])'


@everywhere
def test_a_clipped_word_is_read_in_jupyter(table: Desk) -> None:
    table.anew(TRACE)
    clipped(table.page, "the", ".jp-OutputArea")


def test_where_pictures_are_stripped_no_words_of_theirs_are_left(new_tab: Callable[[], Page], jupyter: Jupyter) -> None:
    """JupyterLab takes a picture out of an untrusted notebook, but leaves its words. A text is shown instead."""
    made = notebook(TRACE)
    made.cells[0].outputs = [new_output("display_data", {"text/html": opening()._repr_html_()})]
    tab = new_tab()
    tab.goto(jupyter.page(jupyter.put(made), "lab"))
    shown = tab.locator(".jp-OutputArea")
    expect(shown.locator(".stripped").first).to_be_visible()
    for picture in shown.locator(".picture").all():
        expect(picture).to_be_hidden()


def test_a_clipped_word_is_read_in_the_room(new_tab: Callable[[str], Page], room: str) -> None:
    page = new_tab("light")
    page.goto(room)
    expect(page.locator(".mtx-panel .head b")).to_have_text("0.4301")
    clipped_in_both(page, "the")


def test_a_clipped_word_is_read_on_a_saved_page(page: Page, tmp_path: Path) -> None:
    (tmp_path / "trace.html").write_text(opening().to_html(), "utf-8")
    page.goto((tmp_path / "trace.html").as_uri())
    clipped_in_both(page, "the")


def test_the_stepper_does_not_tell_what_it_has_not_counted(page: Page, tmp_path: Path) -> None:
    """It tells nothing to anyone who points at a brick or uses a screen reader."""
    stepper = saved(page, tmp_path, mtexplain.bleu("the the cat", ["the cat"], max_n=1))
    pictures, on = stepper.locator(".drawing .wide svg"), stepper.get_by_role("button", name="Forward")
    for picture in pictures.all():  # for wide pages and for narrow ones
        expect(picture.locator("rect.brick title")).to_have_text(["the", "the", "cat"])
        expect(picture).to_have_attribute("aria-label", "The picture, up to this moment")
    on.press("End")
    for picture in pictures.all():
        expect(picture.locator("rect.brick title")).to_have_text(["the: clipped", "the: credited", "cat: credited"])
        expect(picture).to_have_attribute("aria-label", re.compile("words 2/3"))
