"""The panel in front of a class, and on a telephone: the projector, bricks that slide, a narrow page."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import axe
from tests.browser.desk import PANEL, Desk, everywhere, in_both
from tests.browser.parts import candidate, more, open_all, press, results, score
from tests.browser.test_panel_access import CUT

# The height of each visible text, as it is drawn.
TYPE = """(root) => [...root.querySelectorAll("*")].filter((one) => one.checkVisibility() && !one.closest(".told, sub")
    && [...one.childNodes].some((it) => it.nodeType === 3 && it.data.trim()) && !one.matches("title, option, pre"))
    .map((one) => [parseFloat(getComputedStyle(one).fontSize) * (one.currentCSSZoom ?? 1), one.textContent])"""
NOTED = """() => {
  window.slid = [];
  Element.prototype.animate = function (frames, { duration }) {
    window.slid.push([this.textContent, frames.transform[0], duration]);
  };
}"""


def project(panel: Locator) -> None:
    """Press the button; the panel is in front of all else."""
    press(panel, "Projector")
    expect(panel.get_by_role("button", name="Projector")).to_have_attribute("aria-pressed", "true")


@everywhere
def test_the_projector_shows_little_and_that_large(table: Desk, sized: Page) -> None:
    """Five controls, no fold; all letters 28 pixels high or more; the whole window is its own."""
    panel = table.anew(PANEL)
    sized.set_viewport_size({"width": 1920, "height": 1080})
    more(panel)
    project(panel)
    expect(candidate(panel)).to_be_focused()
    candidate(panel).fill("there the cat on the mat")
    score(panel, "0.4548")
    expect(panel.locator(":is(button, select, input, textarea):visible")).to_have_count(5)
    expect(panel.locator("details:visible")).to_have_count(0)
    assert [text for text in panel.evaluate(TYPE) if text[0] < 28] == []
    for part in (panel.locator(".picture"), panel.locator(".head b"), panel.locator(".because")):
        expect(part).to_be_in_viewport(ratio=1)
    box = table.page.locator(".mtx-stage").bounding_box()
    assert box == {"x": 0, "y": 0, "width": 1920, "height": 1080}
    assert axe(table.page, ".mtx-stage") == []
    press(panel, "Projector")


@in_both
def test_escape_or_the_button_ends_it(table: Desk) -> None:
    """The focus is on the button again; what was typed and what was open stays."""
    panel, keyboard = table.anew(PANEL), table.page.keyboard
    more(panel)
    for leave in ("Escape", "Enter"):
        panel.get_by_role("button", name="Projector").press("Enter")
        expect(panel.locator(".more")).to_be_hidden()
        keyboard.type("x")
        if leave == "Enter":
            panel.get_by_role("button", name="Projector").focus()
        keyboard.press(leave)
        expect(panel.get_by_role("button", name="Projector")).to_have_attribute("aria-pressed", "false")
        expect(panel.get_by_role("button", name="Projector")).to_be_focused()
        expect(panel.locator(".more .closed")).to_be_visible()
    expect(candidate(panel)).to_have_value("the the cat on the matxx")


def test_of_several_references_the_picture_is_enough(panel: Locator) -> None:
    """The boxes come back with the rest."""
    press(panel, "Add a reference")
    project(panel)
    expect(panel.locator("textarea:visible")).to_have_count(1)
    press(panel, "Projector")
    expect(panel.locator(".text textarea:visible")).to_have_count(3)


def test_before_a_class_no_row_is_behind_the_score(table: Desk, sized: Page) -> None:
    """With two references and a candidate of two lines, on two screens."""
    text = "the last train leaves at half past nine in the evening from here and nobody waits for those who are late"
    panel = table.anew(f"import mtexplain\nmtexplain.what_if('bleu', '{text}', ['the last train leaves', 'it leaves'])")
    project(panel)
    for width, height in ((1280, 720), (1920, 1080)):
        sized.set_viewport_size({"width": width, "height": height})
        last = panel.locator(".picture .share").filter(visible=True).last
        expect(last).to_contain_text("×")
        low, high = last.bounding_box(), panel.locator(".head").bounding_box()
        assert low is not None
        assert high is not None
        assert low["y"] + low["height"] <= high["y"] + 2
    press(panel, "Projector")


def test_bricks_slide_to_where_their_words_have_gone(table: Desk, panel: Locator) -> None:
    """Only bricks that were there before slide, with their words. None slides for readers who want less motion."""
    score(panel, "0.4301")
    table.page.evaluate(NOTED)
    candidate(panel).fill("so the the cat on the mat")
    expect(panel.locator(".text .length").first).to_have_text("7 tokens")
    slid = {text: (start, duration) for text, start, duration in table.page.evaluate("window.slid")}
    assert {"mat", "mat: credited", "cat on the mat: credited"} <= {*slid}
    assert not any("so" in text for text in slid)
    assert all(start.startswith("translate(-") and duration == 150 for start, duration in slid.values())
    table.page.emulate_media(reduced_motion="reduce")
    table.page.evaluate("window.slid.length = 0")
    candidate(panel).fill("the the cat on the mat")
    score(panel, "0.4301")
    assert table.page.evaluate("window.slid") == []
    table.page.emulate_media(reduced_motion="no-preference")


def test_a_slip_is_told_below_the_score(panel: Locator) -> None:
    """Until it is mended."""
    candidate(panel).fill("There is a cat on the mat")
    expect(panel.locator("section .notes")).to_have_text("There would match there if case did not count.")
    candidate(panel).fill("there is a cat on the mat")
    expect(panel.locator("section .notes")).to_have_count(0)


def test_a_telephone_with_its_keyboard_up(new_tab: Callable[[str], Page], room: str) -> None:
    """In each box the typed text, the words of the picture and the score are in view; so is the score before typing."""
    page = new_tab("light")
    page.set_viewport_size({"width": 390, "height": 430})
    page.goto(room)
    panel = page.locator(".mtx-panel")
    score(panel, "0.4301")
    expect(panel.locator(".head b")).to_be_in_viewport(ratio=1)
    for label in ("Candidate", "Reference 1"):
        box = panel.get_by_label(label, exact=True)
        box.press("End")
        page.keyboard.type("x")
        score(panel, "0" if label == "Candidate" else "0.4301")
        for part in (box, panel.locator(".head b"), panel.locator("rect.brick[data-n='1']").filter(visible=True).first):
            expect(part).to_be_in_viewport(ratio=0.99)
        low, high = (panel.evaluate(f"(one) => one.querySelector('{one}').getBoundingClientRect().{edge}")
                     for one, edge in ((".text:focus-within textarea", "bottom"), (".head b", "top")))  # fmt: skip
        assert low < high


def test_of_forty_words_the_picture_shows_those_around_the_caret(table: Desk) -> None:
    """The window follows the words that are typed, and moves by key; it says which words it shows."""
    text = " ".join(f"word{number}" for number in range(1, 41))
    panel = table.anew(f"import mtexplain\nmtexplain.what_if('bleu', '{text}', ['{text}'])")
    told = results(panel).locator(".picture text").filter(has_text="of 40").filter(visible=True)
    expect(told.first).to_have_text(re.compile("^words 1 to"))
    candidate(panel).press("Control+End")
    expect(told.first).to_have_text(re.compile("to 40 of 40$"))
    table.page.keyboard.type("x")
    expect(results(panel).locator("rect[data-new]").filter(visible=True)).to_be_in_viewport(ratio=1)
    candidate(panel).press("Control+Home")
    expect(told.first).to_have_text(re.compile("^words 1 to"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_telephone(new_tab: Callable[[str], Page], room: str, scheme: str) -> None:
    """Nothing is wider than its screen, or cut off; folded, unfolded, and with the projector."""
    page = new_tab(scheme)
    page.set_viewport_size({"width": 390, "height": 780})
    page.goto(room)
    panel = page.locator(".mtx-panel")
    score(panel, "0.4301")
    expect(panel.locator(".head b")).to_be_in_viewport(ratio=1)
    candidate(panel).fill("there the cat on the mat")
    score(panel, "0.4548")
    open_all(panel)
    assert panel.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe(page, ".mtx-panel") == []
    project(panel)
    assert panel.evaluate(CUT) == []
