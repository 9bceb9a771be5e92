"""The stepper in both Jupyters, and in pages where there is no Python: forward and back, every mark at once."""

import re
from pathlib import Path

import nbformat
import pytest
from nbconvert import HTMLExporter
from playwright.sync_api import Locator, Page, expect

import mtexplain
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


def at(stepper: Locator, moment: str) -> None:
    """Wait until this is the moment that is shown."""
    expect(stepper.locator(".where")).to_have_text(moment)


def walk(stepper: Locator) -> None:
    """By keys and by buttons, one moment, one step, and to either end."""
    press = stepper.page.keyboard.press
    at(stepper, "1 of 59: tokens")
    expect(stepper.get_by_role("button", name="One moment back")).to_be_disabled()
    on = stepper.get_by_role("button", name="One moment on")
    on.focus()
    for key, moment in {
        "ArrowRight": "2 of 59: n-grams",
        "Enter": "3 of 59: count",
        "Space": "4 of 59: maximum",
        "ArrowLeft": "3 of 59: count",
        "PageDown": "16 of 59: n-grams",
        "PageUp": "2 of 59: n-grams",
        "End": "59 of 59: score",
    }.items():
        press(key)
        at(stepper, moment)
    expect(on).to_be_disabled()
    expect(stepper.get_by_role("button", name="One moment back")).to_be_focused()
    press("Home")
    at(stepper, "1 of 59: tokens")
    expect(on).to_be_focused()
    stepper.get_by_role("button", name="Brevity").click()
    at(stepper, "58 of 59: brevity")
    expect(stepper.locator("[aria-current]")).to_have_text("Brevity")
    on.click()
    expect(stepper.locator(".say[role=status]")).to_contain_text("BLEU = 0.4301.")
    stepper.get_by_role("button", name="To the beginning").click()
    at(stepper, "1 of 59: tokens")


def marks(stepper: Locator) -> None:
    """The three the of the candidate against the one of the reference: words and table say the same at each moment."""
    words = stepper.locator(".line code")
    row = stepper.locator("tr.now")
    stepper.get_by_role("button", name="Words").click()
    stepper.get_by_role("button", name="One moment on").focus()
    stepper.page.keyboard.press("ArrowRight")
    expect(words.first.locator(".now")).to_have_text(["the", "the", "the"])
    expect(words.last.locator(".now")).to_have_count(0)
    expect(row).to_have_text(re.compile("^the"))
    seen = row.locator("th, td").filter(visible=True)
    expect(seen).to_have_count(2)
    stepper.page.keyboard.press("ArrowRight")
    expect(words.last.locator(".now")).to_have_text(["the"])
    expect(seen).to_have_count(4)
    stepper.page.keyboard.press("ArrowRight")
    expect(words.first.locator(".credit")).to_have_text(["the"])
    expect(seen).to_have_count(6)
    stepper.page.keyboard.press("ArrowRight")
    expect(words.first.locator(".now")).to_have_text(["cat"])
    expect(words.first.locator(".credit")).to_have_count(0)
    expect(row).to_have_text(re.compile("^cat"))
    expect(seen).to_have_count(2)


@in_both
def test_it_steps_in_jupyter(live: Locator) -> None:
    """The last moment has no next, and gives the focus on."""
    walk(live)


def test_what_a_moment_is_about_is_marked_everywhere(live: Locator) -> None:
    """In the candidate, in the reference, and in the table."""
    marks(live)


def test_two_views_and_python_show_the_same_moment(table: Desk) -> None:
    """They are one stepper. Another one beside it does not move."""
    other = "mtexplain.stepper(mtexplain.bleu('a', ['a']))"
    table.anew(f"{STEPPER}\ndisplay(moments, {other})\nmoments.place = 2\nmoments")
    expect(table.page.locator(".mtx-stepper")).to_have_count(3)
    first, beside, last = table.page.locator(".mtx-stepper").all()
    at(first, "3 of 59: count")
    last.get_by_role("button", name="One moment on").click()
    at(first, "4 of 59: maximum")
    at(last, "4 of 59: maximum")
    expect(beside.locator(".where")).to_have_text(re.compile("^1 of"))


def test_it_steps_in_a_page_of_its_own(page: Page, tmp_path: Path) -> None:
    """From the disk, with no Python, and no request. (A request would fail the test.)"""
    (tmp_path / "page.html").write_text(mtexplain.stepper(opening()).to_html(), "utf-8")
    page.goto((tmp_path / "page.html").as_uri())
    walk(page.locator(".mtx-stepper"))
    marks(page.locator(".mtx-stepper"))


def test_it_steps_in_an_exported_notebook(page: Page, tmp_path: Path) -> None:
    """What a cell holds when it has been run goes on stepping in the HTML that Jupyter exports: here it does twice."""
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
    at(first, "1 of 59: tokens")


def test_a_path_is_seen_when_it_is_walked(page: Page, tmp_path: Path) -> None:
    """Not while the rows are filled, not what follows from it, and no arrow before its cell."""
    trace = mtexplain.rouge_l("the gunman police killed", ["police killed the gunman"])
    (tmp_path / "page.html").write_text(mtexplain.stepper(trace).to_html(), "utf-8")
    page.goto((tmp_path / "page.html").as_uri())
    stepper = page.locator(".mtx-stepper")
    on, path = stepper.get_by_role("button", name="One moment on"), stepper.locator("td.path:not(.ahead)")
    follows = stepper.get_by_text("What it takes diagonally")
    stepper.get_by_role("button", name="Longest common subsequence").click()
    for _ in range(5):  # the edge, and four rows
        expect(path).to_have_count(0)
        for cell in stepper.locator("td.path").all():
            expect(cell).to_have_css("background-color", "rgba(0, 0, 0, 0)")
        expect(stepper.get_by_text("↖").filter(visible=True)).to_have_count(0)
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
    (tmp_path / "page.html").write_text(mtexplain.stepper(opening()).to_html(), "utf-8")
    page.goto((tmp_path / "page.html").as_uri())
    page.evaluate("document.documentElement.style.background = 'Canvas'")  # it is; but axe only sees what is said
    for title in ("Tokens", "Words", "Brevity", "Score"):
        page.get_by_role("button", name=title).click()
        assert axe(page, ".mtx-stepper") == []
