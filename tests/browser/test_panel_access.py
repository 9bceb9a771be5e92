"""Panel and stepper for everybody: names, contrast, small screens, large letters, and what is read aloud."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import axe
from tests.browser.desk import PANEL, STEPPER, Desk, in_both, one_in_each_scheme
from tests.browser.parts import candidate, open_all

SMALL = [(640, 400), (1024, 768), (1280, 720)]  # the first is what is left of 1280 x 800 at 200 %
NUMBERED = """(told) => {
  window.told = [];
  new MutationObserver(() => window.told.push(told.textContent)).observe(told, { childList: true });
}"""
# What is wider than the widget, and what is cut off at its own edge. Wide tables scroll inside themselves.
CUT = """(root) => {
  const edge = root.getBoundingClientRect().right + 1, found = [];
  for (const one of root.querySelectorAll("*")) {
    if (one.closest(".told, option") || !one.checkVisibility()) continue;
    const inside = one.closest(".wide, .filled, .formula, .take textarea, svg");
    if (!inside && one.getBoundingClientRect().right > edge) found.push(`too wide: ${one.outerHTML.slice(0, 80)}`);
    const { overflowX, overflowY } = getComputedStyle(one);  // a box of many lines scrolls
    const cut = [overflowX === "hidden" && one.scrollWidth > one.clientWidth + 3,
      overflowY === "hidden" && one.scrollHeight > one.clientHeight + 3];
    if (cut.some(Boolean)) {
      found.push(`cut off: ${one.outerHTML.slice(0, 80)}`);
    }
  }
  return found;
}"""
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SIDEWAYS = """[...document.querySelectorAll("html, .jp-WindowedPanel-outer, .jp-OutputArea-output")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className)"""


@one_in_each_scheme
def test_axe_finds_nothing_wrong_with_the_panel(table: Desk) -> None:
    """After an edit, with every fold open; covered, with a verdict; with an error."""
    panel = table.anew(PANEL)
    candidate(panel).fill("there the cat on the mat")
    expect(panel.locator(".head b")).to_have_text("0.4548")
    open_all(panel)
    panel.get_by_role("button", name="Copy as LaTeX").click()
    expect(panel.get_by_label("Copied text")).to_be_visible()
    assert axe(table.page, ".mtx-panel") == []
    panel.get_by_role("button", name="Cover the results").click()
    panel.get_by_label("My prediction for").select_option("p_1")  # it is there once the results are covered
    panel.get_by_label("is", exact=True).fill("1/6")
    panel.get_by_role("button", name="Check").click()
    expect(panel.locator("output")).to_contain_text("Not yet.")
    assert axe(table.page, ".mtx-panel") == []
    panel.get_by_role("button", name="Reveal").click()
    panel.get_by_label("max_n").fill("many")
    expect(panel.locator(".error")).to_be_visible()
    assert axe(table.page, ".mtx-panel") == []


@one_in_each_scheme
def test_axe_finds_nothing_wrong_with_the_stepper(table: Desk) -> None:
    """At each step, and in the middle of a table."""
    stepper = table.anew(STEPPER)
    for chip in stepper.locator(".chips button").all():
        chip.click()
        stepper.page.keyboard.press("ArrowRight")
        assert axe(table.page, ".mtx-stepper") == []


@in_both
def test_a_burst_is_read_aloud_once(table: Desk) -> None:
    """Politely, and only when it is over."""
    panel = table.anew(PANEL)
    told = panel.get_by_role("status").and_(panel.locator("[aria-live=polite]"))
    expect(told).to_have_text("BLEU 0.4301.")
    told.evaluate(NUMBERED)
    candidate(panel).press("End")
    table.page.keyboard.type(" today or tomorrow", delay=15)
    expect(told).to_contain_text("tomorrow")
    assert len(table.page.evaluate("window.told")) == 1


@in_both  # the colour scheme changes no size
@pytest.mark.parametrize("size", SMALL, ids=str)
@pytest.mark.parametrize("code", [PANEL, STEPPER], ids=["panel", "stepper"])
def test_nothing_is_cut_off(table: Desk, sized: Page, code: str, size: tuple[int, int]) -> None:
    """On a small screen, or with large letters, even when a text needs more than one line."""
    widget = table.anew(code)
    if code == PANEL:
        candidate(widget).fill("there the cat on the mat " * 5)
        expect(widget.locator(".was")).to_be_visible()
        open_all(widget)
    sized.set_viewport_size({"width": size[0], "height": size[1]})
    sized.evaluate(DRAWN)
    assert widget.evaluate(CUT) == []
    assert sized.evaluate(SIDEWAYS) == []


@pytest.mark.parametrize(
    ("table", "size"), [("notebook light", (1024, 768)), ("lab light", (1280, 800))], indirect=["table"]
)
def test_score_picture_and_texts_are_on_the_first_screen(table: Desk, sized: Page, size: tuple[int, int]) -> None:
    """Before an edit and after it, with the code that makes the panel above it."""
    sized.set_viewport_size({"width": size[0], "height": size[1]})
    panel = table.anew(PANEL)
    for text, score in (("the the cat on the mat", "0.4301"), ("there the cat on the mat", "0.4548")):
        candidate(panel).fill(text)
        expect(panel.locator(".head b")).to_have_text(score)
        for part in (candidate(panel), panel.locator(".picture"), panel.locator(".head b"), panel.locator(".because")):
            expect(part).to_be_in_viewport(ratio=1)
