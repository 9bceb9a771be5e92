"""The stepper in both Jupyters, and in pages where there is no Python: forward and back, every mark at once."""

import re
from pathlib import Path

import nbformat
import pytest
from nbconvert import HTMLExporter
from playwright.sync_api import Locator, Page, expect

import mtexplain
from mtexplain.display.score import Score
from tests.browser.axe import axe
from tests.browser.desk import STEPPER, Desk, in_both
from tests.browser.servers import notebook

NOTHING_OUTSIDE = {"require_js_url": "", "mathjax_url": "", "jquery_url": "", "widget_renderer_url": ""}


@pytest.fixture
def live(table: Desk) -> Locator:
    """A fresh stepper with the opening example."""
    return table.anew(STEPPER)


def opening() -> mtexplain.Bleu:
    """The opening example."""
    return mtexplain.bleu("the the cat on the mat", ["there is a cat on the mat"])


def saved(page: Page, folder: Path, trace: Score) -> Locator:
    """The stepper in a page of its own."""
    (folder / "page.html").write_text(mtexplain.stepper(trace).to_html(), "utf-8")
    page.goto((folder / "page.html").as_uri())
    return page.locator(".mtx-stepper")


def at(stepper: Locator, moment: str) -> None:
    """Wait until this is the moment that is shown."""
    expect(stepper.locator(".where")).to_have_text(moment)


def walk(stepper: Locator) -> None:
    """By keys and by buttons, one moment, one step, and to either end."""
    press = stepper.page.keyboard.press
    at(stepper, "1 of 21: tokens")
    expect(stepper.get_by_role("button", name="Back")).to_be_disabled()
    on = stepper.get_by_role("button", name="Forward")
    on.focus()
    for key, moment in {
        "ArrowRight": "2 of 21: n-grams",
        "Enter": "3 of 21: count",
        "Space": "4 of 21: maximum",
        "ArrowLeft": "3 of 21: count",
        "PageDown": "8 of 21: n-grams",
        "PageUp": "2 of 21: n-grams",
        "End": "21 of 21: score",
    }.items():
        press(key)
        at(stepper, moment)
    expect(on).to_be_disabled()
    expect(stepper.get_by_role("button", name="Back")).to_be_focused()
    press("Home")
    at(stepper, "1 of 21: tokens")
    expect(on).to_be_focused()
    stepper.get_by_role("button", name="Brevity").click()
    at(stepper, "18 of 21: lengths")
    expect(stepper.locator("[aria-current]")).to_have_text("Brevity")
    press("End")
    expect(stepper.locator(".say[role=status]")).to_contain_text("BLEU = 0.4301.")
    stepper.get_by_role("button", name="To the beginning").click()
    at(stepper, "1 of 21: tokens")


def marks(stepper: Locator) -> None:
    """The three "the" of the candidate against the "the" of the reference: picture and table say the same."""
    bricks, other = (stepper.locator(one).filter(visible=True) for one in ("rect.now", "[data-text].now"))
    row = stepper.locator("tr.now")
    stepper.get_by_role("button", name="Words").click()
    stepper.get_by_role("button", name="Forward").focus()
    stepper.page.keyboard.press("ArrowRight")
    expect(bricks).to_have_count(3)
    expect(other).to_have_count(0)
    expect(row).to_have_text(re.compile("^the"))
    seen = row.locator("th, td").filter(visible=True)
    expect(seen).to_have_count(2)
    stepper.page.keyboard.press("ArrowRight")
    expect(other).to_have_text(["the"])
    expect(seen).to_have_count(4)
    expect(stepper.locator("rect.credited:not(.open)[data-n]").filter(visible=True)).to_have_count(0)
    stepper.page.keyboard.press("ArrowRight")
    expect(bricks).to_have_count(3)
    expect(seen).to_have_count(6)
    counted = stepper.locator("rect.credited:not(.open)[data-n='1']").filter(visible=True)
    expect(counted).to_have_attribute("data-start", "4")
    stepper.page.keyboard.press("ArrowRight")
    expect(bricks).to_have_count(0)
    expect(row).to_have_count(0)
    expect(stepper.locator("tbody td").filter(visible=True)).to_have_count(4 * 5)


GROWING = (
    (6, 0, 0, 0, 0),  # tokens: the words alone
    (6, 0, 0, 0, 0),  # a row each
    (6, 0, 0, 0, 0),  # count
    (6, 0, 0, 0, 0),  # maximum
    (6, 3, 0, 0, 0),  # clipping: the three "the"
    (6, 6, 0, 0, 0),  # the other words
    (6, 6, 1, 1, 0),  # precision
    (11, 6, 1, 1, 0),  # pairs
    (11, 7, 1, 1, 0),  # the first without a match
    (11, 11, 1, 1, 0),  # the other pairs
    (11, 11, 1, 2, 0),  # precision
)
"""For each of the first moments, how many of these are seen: bricks, counted bricks, ribbons, shares, lengths."""


def grow(stepper: Locator) -> None:
    """The picture has at each moment what was counted until then, and no more."""
    bricks = stepper.locator("rect[data-n]").filter(visible=True)
    settled = stepper.locator("rect[data-n]:not(.open)").filter(visible=True)
    ribbons = stepper.locator(".ribbon").filter(visible=True)
    shares = stepper.locator(".share").filter(visible=True)
    length = stepper.locator("rect.length").filter(visible=True)
    on = stepper.get_by_role("button", name="Forward")
    on.focus()
    for counts in GROWING:
        for found, count in zip((bricks, settled, ribbons, shares, length), counts, strict=True):
            expect(found).to_have_count(count)
        stepper.page.keyboard.press("ArrowRight")
    stepper.get_by_role("button", name="Brevity").click()
    for count in (4, 5, 5, 6):
        for found, each in ((settled, 18), (length, 1), (shares, count)):
            expect(found).to_have_count(each)
        stepper.page.keyboard.press("ArrowRight")


@in_both
def test_it_steps_in_jupyter(live: Locator) -> None:
    """The last moment has no next one, and passes the focus on."""
    walk(live)


def test_what_a_moment_is_about_is_marked_everywhere(live: Locator) -> None:
    """In the candidate, in the reference, and in the table."""
    marks(live)


def test_the_picture_grows_with_the_steps(page: Page, tmp_path: Path) -> None:
    """Bricks that are not counted yet are open."""
    grow(saved(page, tmp_path, opening()))


def test_the_links_of_a_picture_come_with_the_step_that_makes_them(page: Page, tmp_path: Path) -> None:
    """And what the chunks cost comes with the penalty."""
    trace = mtexplain.meteor("on the mat sat the cat", ["the cat sat on the mat"])
    stepper = saved(page, tmp_path, trace)
    names = ".ribbon", "rect[data-text]", "rect.mark", "rect.open", ".share"
    seen = {name: stepper.locator(".picture").first.locator(name).filter(visible=True) for name in names}
    for step, counts in (("Tokens", (0, 0, 0, 6, 0)), ("Precision", (6, 6, 8, 0, 3)), ("Score", (6, 6, 14, 0, 8))):
        stepper.get_by_role("button", name=step, exact=True).click()
        for found, count in zip(seen.values(), counts, strict=True):
            expect(found).to_have_count(count)


def test_every_row_brings_all_moments(page: Page, tmp_path: Path) -> None:
    """The switch keeps the current moment, or goes from a routine moment to the turning point after it."""
    stepper = saved(page, tmp_path, opening())
    every = stepper.get_by_role("button", name="Every row")
    stepper.get_by_role("button", name="Words").click()
    expect(every).to_have_attribute("aria-pressed", "false")
    every.click()
    expect(every).to_have_attribute("aria-pressed", "true")
    at(stepper, "2 of 65: n-grams")
    for moment in ("3 of 65: count", "4 of 65: maximum", "5 of 65: clipping", "6 of 65: count"):
        page.keyboard.press("ArrowRight")
        at(stepper, moment)
    expect(stepper.locator("tr.now")).to_have_text(re.compile("^cat"))
    every.click()
    at(stepper, "6 of 21: rows")
    expect(stepper.locator(".say")).to_have_text("The other 3 words match once each.")
    page.keyboard.press("ArrowLeft")
    at(stepper, "5 of 21: clipping")
    page.keyboard.press("End")
    at(stepper, "21 of 21: score")


def test_where_every_moment_turns_there_is_no_switch(page: Page, tmp_path: Path) -> None:
    """Nothing is hidden that could be shown. There are no bricks either: the tokens stand in a line."""
    stepper = saved(page, tmp_path, mtexplain.perplexity([0.5, 0.25], tokens=["a", "b"]))
    expect(stepper.get_by_text("Every row")).to_be_hidden()
    expect(stepper.locator(".line code")).to_have_text(["a b"])


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_rows_that_come_together_come_one_after_another(page: Page, tmp_path: Path, motion: str) -> None:
    """In 600 ms at most, and at once for whoever wants nothing to move."""
    page.emulate_media(reduced_motion="reduce" if motion == "reduce" else "no-preference")
    stepper = saved(page, tmp_path, opening())
    stepper.get_by_role("button", name="Triples").click()
    waits = page.evaluate(
        """() => {
          document.querySelector(".next").click();
          const of = (one) => one.getAnimations().map((each) => each.effect.getComputedTiming());
          return [...document.querySelectorAll(".body:not([hidden]) tbody tr:not(.total) td:last-child")]
            .map((cell) => Math.max(0, ...of(cell).map(({ delay, endTime }) => endTime)));
        }"""
    )
    assert waits == ([0] * 4 if motion == "reduce" else pytest.approx([200, 333, 467, 600], abs=1))


def test_two_views_and_python_show_the_same_moment(table: Desk) -> None:
    """They are one stepper. Another one beside it does not move."""
    other = "mtexplain.stepper(mtexplain.bleu('a', ['a']))"
    table.anew(f"{STEPPER}\ndisplay(moments, {other})\nmoments.place = 2\nmoments")
    expect(table.page.locator(".mtx-stepper")).to_have_count(3)
    first, beside, last = table.page.locator(".mtx-stepper").all()
    at(first, "3 of 21: count")
    last.get_by_role("button", name="Forward").click()
    at(first, "4 of 21: maximum")
    at(last, "4 of 21: maximum")
    last.get_by_role("button", name="Every row").click()
    at(first, "4 of 65: maximum")
    expect(beside.locator(".where")).to_have_text(re.compile("^1 of"))


def test_it_steps_in_a_page_of_its_own(page: Page, tmp_path: Path) -> None:
    """From the disk, with no Python, and no request. (A request would fail the test.)"""
    stepper = saved(page, tmp_path, opening())
    walk(stepper)
    marks(stepper)


def test_it_steps_in_an_exported_notebook(page: Page, tmp_path: Path) -> None:
    """The output of a cell that has been run still steps in the HTML that Jupyter exports, here in two cells."""
    shown = mtexplain.stepper(opening())._repr_mimebundle_()[0]
    output = nbformat.v4.new_output("display_data", {"text/html": shown["text/html"]})
    held = notebook("1", "2")
    for cell in held.cells:
        cell.outputs = [output]
    html, _ = HTMLExporter(**NOTHING_OUTSIDE).from_notebook_node(held)
    (tmp_path / "notebook.html").write_text(html, "utf-8")
    page.goto((tmp_path / "notebook.html").as_uri())
    first, second = page.locator(".mtx-stepper").all()
    walk(first)
    marks(second)
    at(first, "1 of 21: tokens")


def test_a_path_is_seen_when_it_is_walked(page: Page, tmp_path: Path) -> None:
    """Not while the rows are filled, not what follows from it, and no arrow before its cell."""
    trace = mtexplain.rouge_l("the gunman police killed", ["police killed the gunman"])
    stepper = saved(page, tmp_path, trace)
    on, path = stepper.get_by_role("button", name="Forward"), stepper.locator("td.path:not(.ahead)")
    follows = stepper.get_by_text("Its diagonal steps")
    stepper.get_by_role("button", name="Longest common subsequence").click()
    for arrows in (0, 2, 4, 8, 12):  # the edge has none, nor has a 0
        expect(stepper.locator("td .from").filter(visible=True)).to_have_count(arrows)
        expect(path).to_have_count(0)
        for cell in stepper.locator("td.path").all():
            expect(cell).to_have_css("background-color", "rgba(0, 0, 0, 0)")
        on.click()
    for walked in (1, 2, 3, 4):
        expect(path).to_have_count(walked)
        expect(stepper.locator("td.here")).to_have_count(1)
        expect(follows).not_to_be_visible()
        on.click()
    at(stepper, "11 of 14: subsequence")
    expect(path).to_have_count(5)
    expect(follows).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_for_everybody(page: Page, tmp_path: Path, scheme: str) -> None:
    """At the moments that look different."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    saved(page, tmp_path, opening())
    page.evaluate("document.documentElement.style.background = 'Canvas'")  # it is, but axe sees only what is declared
    for title in ("Tokens", "Words", "Brevity", "Score"):
        page.get_by_role("button", name=title).click()
        assert axe(page, ".mtx-stepper") == []
