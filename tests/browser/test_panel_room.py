"""The panel as a visitor to the room sees it: the same as in Jupyter, on a page with nothing else. The stepper, too."""

from collections.abc import Callable
from pathlib import Path

import nbformat
from playwright.sync_api import Page, expect

from tests.browser.axe import axe
from tests.browser.desk import STEPPER
from tests.browser.parts import more
from tests.browser.servers import notebook, room_server

HOSTILE = "<img src=x onerror=alert(1)> </textarea> cat"
KEYS = "there is another little cat that sits on this very mat today "


def test_a_visit(new_tab: Callable[[str], Page], room: str) -> None:
    """Type, undo, unfold, cover, predict, reveal, save."""
    page = new_tab("light")
    page.goto(room)
    panel = page.locator(".mtx-panel")
    candidate, score = panel.get_by_label("Candidate", exact=True), panel.locator(".head b")
    expect(score).to_have_text("0.4301")
    candidate.press("Home")
    page.keyboard.type("there ")
    expect(panel.locator(".text .length").first).to_have_text("7 tokens")
    page.keyboard.press("Control+z")
    expect(candidate).to_have_value("the the cat on the mat")
    expect(score).to_have_text("0.4301")
    more(panel)
    panel.locator("summary", has_text="best next edit").click()
    panel.get_by_role("button", name="Try it").first.click()
    expect(score).to_have_text("0.6432")
    panel.get_by_role("button", name="Cover the results").click()
    panel.get_by_label("My prediction for").select_option("c")
    panel.get_by_label("is", exact=True).fill("6")
    panel.get_by_role("button", name="Check").click()
    expect(panel.locator("output")).to_have_text("Right: 6.")
    panel.get_by_role("button", name="Reveal").click()
    expect(score).to_have_text("0.6432")
    with page.expect_download() as saved:
        panel.get_by_role("button", name="Save page (HTML)").click()
    assert saved.value.suggested_filename == "bleu-0.6432.html"
    assert axe(page, ".mtx-panel") == []


def test_a_class(new_tab: Callable[[str], Page], room: str) -> None:
    """An example, another reference and its undo, keys without a pause, text that means harm."""
    page = new_tab("light")
    asked: list[str] = []
    page.on("dialog", lambda it: asked.append(it.message))
    page.goto(room)
    panel = page.locator(".mtx-panel")
    candidate, results = panel.get_by_label("Candidate", exact=True), panel.get_by_role("region", name="Results")
    expect(results.locator(".head b")).to_have_text("0.4301")
    panel.get_by_role("button", name="Add a reference").click()
    expect(panel.get_by_role("button", name="Undo")).to_be_enabled()  # Python knows of it, so the first key comes alone
    page.keyboard.type("the the cat on the mat")
    expect(results.locator(".head b")).to_have_text("1")
    panel.get_by_role("button", name="Undo").click()
    expect(results.locator(".head b")).to_have_text("0.4301")
    candidate.press("Control+Home")
    page.keyboard.type(KEYS)
    expect(panel.locator(".text .length").first).to_have_text("18 tokens")
    candidate.fill(HOSTILE)
    expect(results.locator("rect.brick").first).to_contain_text("<img")
    assert results.locator("img, textarea").count() == 0
    assert asked == []
    panel.get_by_label("Example").select_option("papineni-2")
    expect(candidate).to_have_value("the the the the the the the")


def test_the_stepper_steps_by_key(new_tab: Callable[[str], Page], tmp_path: Path) -> None:
    """On a page that Voila serves."""
    nbformat.write(notebook(STEPPER), tmp_path / "steps.ipynb")
    (tmp_path / "server").mkdir()
    with room_server(tmp_path / "server", f"--Voila.notebook_path={tmp_path / 'steps.ipynb'}") as address:
        page = new_tab("light")
        page.goto(address)
        where = page.locator(".mtx-stepper .where")
        expect(where).to_contain_text("1 of ")
        page.get_by_role("button", name="Forward").focus()
        page.keyboard.press("ArrowRight")
        expect(where).to_contain_text("2 of ")
        page.keyboard.press("ArrowRight")
        expect(where).to_contain_text("3 of ")
        assert page.locator(".mtx-stepper .now").count() > 0
        page.keyboard.press("ArrowLeft")
        expect(where).to_contain_text("2 of ")
