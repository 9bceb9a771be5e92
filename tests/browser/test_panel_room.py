"""The panel as a visitor of the room has it: the same as in Jupyter, on a page with nothing else."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.axe import axe


def test_a_visit(new_tab: Callable[[str], Page], room: str) -> None:
    """Type, undo, unfold, cover, predict, reveal, save."""
    page = new_tab("light")
    page.goto(room)
    panel = page.locator(".mtx-panel")
    candidate, score = panel.get_by_label("Candidate", exact=True), panel.locator(".head b")
    expect(score).to_have_text("0.4301")
    candidate.press("Home")
    page.keyboard.type("there ")
    expect(panel.get_by_role("row", name="candidate")).to_contain_text("there the")
    page.keyboard.press("Control+z")
    expect(candidate).to_have_value("the the cat on the mat")
    expect(score).to_have_text("0.4301")
    panel.locator("summary", has_text="best next edit").click()
    panel.get_by_role("button", name="Try it").first.click()
    expect(score).to_have_text("0.6432")
    panel.get_by_role("button", name="Cover").click()
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


def test_a_telephone(new_tab: Callable[[str], Page], room: str) -> None:
    """Nothing is wider than its screen."""
    page = new_tab("dark")
    page.set_viewport_size({"width": 390, "height": 780})
    page.goto(room)
    expect(page.locator(".mtx-panel .head b")).to_have_text("0.4301")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
