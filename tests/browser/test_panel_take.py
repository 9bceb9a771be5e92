"""What can be taken from the panel: to the clipboard, as a file, as a page that stands alone."""

import csv
import io
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import mtexplain
from tests.browser.desk import PANEL, Desk
from tests.browser.parts import candidate, more, press, score

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })"
pytestmark = pytest.mark.parametrize("table", ["notebook light"], indirect=True)


@pytest.fixture
def panel(table: Desk) -> Locator:
    """A fresh panel in which one word was replaced."""
    panel = table.anew(PANEL)
    candidate(panel).fill("there the cat on the mat")
    score(panel, "0.4548")
    more(panel)
    return panel


def clipboard(page: Page) -> str:
    """What was copied."""
    return str(page.evaluate("navigator.clipboard.readText()"))


def download(panel: Locator, name: str, to: Path) -> Path:
    """The file that this button saves, under the name it gets."""
    with panel.page.expect_download() as saved:
        press(panel, name)
    path = to / saved.value.suggested_filename
    saved.value.save_as(path)
    return path


def test_python_latex_and_the_state_are_copied(table: Desk, panel: Locator) -> None:
    """And shown, so that one sees what one has."""
    for name, begins in (("Python", "import mtexplain\n"), ("LaTeX", "\\documentclass")):
        press(panel, f"Copy as {name}")
        expect(panel.get_by_label("Copied text")).to_have_value(re.compile(f"^{re.escape(begins)}"))
        expect(panel.locator(".told")).to_have_text("Copied.")
        assert clipboard(table.page).startswith(begins)
    press(panel, "Copy state")
    expect(panel.get_by_label("Copied text")).to_have_value(re.compile("^[A-Za-z0-9_-]+$"))
    other = mtexplain.what_if(mtexplain.bleu, "a", ["b"])
    other.state = clipboard(table.page)
    assert other.candidate == "there the cat on the mat"


def test_what_was_to_be_said_of_the_edit_before_does_not_follow(table: Desk, panel: Locator) -> None:
    """An edit is announced a little later, when it is the last of a burst. By then there is something newer to say."""
    press(panel, "Copy as Python")
    expect(panel.locator(".told")).to_have_text("Copied.")
    table.page.wait_for_timeout(1000)
    expect(panel.locator(".told")).to_have_text("Copied.")


def test_where_the_page_may_not_copy_the_text_is_marked(table: Desk, panel: Locator) -> None:
    """One key copies it; often the page can still copy it in the old way."""
    table.page.evaluate(NO_CLIPBOARD)
    press(panel, "Copy as Python")
    shown = panel.get_by_label("Copied text")
    expect(shown).to_be_focused()
    text = shown.input_value()
    assert "mtexplain.bleu" in text
    assert shown.evaluate("(box) => box.value.slice(box.selectionStart, box.selectionEnd)") == text
    expect(panel.locator(".told")).to_have_text(re.compile(r"^(Copied\.|Press Ctrl\+C to copy the selected text\.)$"))
    table.page.keyboard.press("Control+c")
    table.page.evaluate("delete navigator.clipboard")
    assert clipboard(table.page) == text


def test_a_table_and_a_page_are_saved(panel: Locator, page: Page, tmp_path: Path) -> None:
    """With plain names. The page stands alone: it asks for nothing, and tells the same score and the same edit."""
    table = download(panel, "Save table (CSV)", tmp_path)
    assert table.name == "bleu-0.4548.csv"
    rows = list(csv.DictReader(io.StringIO(table.read_text("utf-8"))))
    assert (rows[0]["ngram"], rows[0]["clipped"]) == ("there", "1")
    saved = download(panel, "Save page (HTML)", tmp_path)
    assert saved.name == "bleu-0.4548.html"
    page.goto(saved.as_uri())
    expect(page.locator(".head b").first).to_have_text("0.4548")
    expect(page.get_by_text("You replaced the with there.")).to_be_visible()


def test_two_views_of_one_panel_save_one_file(table: Desk) -> None:
    """Only the view in which the button was pressed saves it. Both views show the same edit."""
    table.anew(f"{PANEL}\ndisplay(panel)\npanel")
    views = table.page.locator(".mtx-panel")
    expect(views).to_have_count(2)
    candidate(views.last).fill("there the cat on the mat")
    for view in views.all():
        expect(view.locator(".head b")).to_have_text("0.4548")
        expect(candidate(view)).to_have_value("there the cat on the mat")
    more(views.first)
    saved: list[str] = []
    table.page.on("download", lambda one: saved.append(one.suggested_filename))
    press(views.last, "Save table (CSV)")
    expect(views.last.locator(".told")).to_have_text("Saved as bleu-0.4548.csv.")
    press(views.first, "Copy as LaTeX")
    expect(views.first.get_by_label("Copied text")).to_be_visible()
    expect(views.last.get_by_label("Copied text")).to_be_hidden()
    assert saved == ["bleu-0.4548.csv"]
    views.first.locator("summary", has_text="2 · Words").click()
    expect(views.last.locator(".folds table")).to_be_visible()


def test_two_panels_do_not_disturb_each_other(table: Desk) -> None:
    """Each has its own text, its own history, its own folds."""
    table.anew(f"{PANEL}\ndisplay(mtexplain.what_if(mtexplain.bleu, 'a b c d', ['a b c d']))\npanel")
    other, panel = table.page.locator(".mtx-panel").first, table.page.locator(".mtx-panel").last
    candidate(panel).fill("there the cat on the mat")
    more(other)
    other.locator("summary", has_text="2 · Words").click()
    expect(other.locator(".folds table")).to_be_visible()
    expect(panel.locator(".head b")).to_have_text("0.4548")
    expect(panel.locator(".folds table")).to_have_count(0)
    expect(other.locator(".head b")).to_have_text("1")
    expect(other.get_by_role("button", name="Undo")).to_be_disabled()
    candidate(panel).press("Control+z")
    expect(panel.locator(".head b")).to_have_text("0.4301")
    expect(candidate(other)).to_have_value("a b c d")
