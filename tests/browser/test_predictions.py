"""A prediction has two tries, then the fold opens: by mouse and by key, in a saved page, in notebooks, in a deck."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import mtexplain
from mtexplain.explain.practice.predictions import Prediction, questions, script
from tests.browser.axe import axe
from tests.browser.desk import Desk, in_both
from tests.places import ROOT

TRACE = mtexplain.bleu("the the cat", ["the cat sat"], max_n=2)
NUMBER = Prediction("How much earns credit?", "2/3", "One is clipped.", {"1": "Nothing was `clipped`."}, inside=TRACE)
ESTIMATE = Prediction("About how much?", "0.5", "A half.", {"0.9": "Too much."}, within=0.06)
CHOICE = Prediction("Which is better?", "that", "It is longer.", {"this": "It is shorter."}, ("this", "that"))
WORDS = Prediction("Click on them.", "the cat", "One is clipped.", {"the the cat": "Both?"}, words="the the cat")

Opened = Callable[[Prediction], Locator]


@pytest.fixture
def opened(page: Page, tmp_path: Path) -> Opened:
    """Opens a page with that question."""

    def opened(asked: Prediction) -> Locator:
        (tmp_path / "page.html").write_text(f"<!DOCTYPE html>{asked._repr_html_()}", "utf-8")
        page.goto((tmp_path / "page.html").as_uri())
        return page.locator(".predict")

    return opened


def answer(box: Locator, text: str) -> None:
    """Type it, and press Enter."""
    box.get_by_role("textbox", name="Your prediction").fill(text)
    box.page.keyboard.press("Enter")


def told(box: Locator, verdict: str) -> None:
    """Check what was said, and that the fold is open."""
    expect(box.get_by_role("status")).to_have_text(verdict)
    expect(box.locator("details").first).to_have_attribute("open", "")


@pytest.mark.parametrize("typed", ["2/3", "4/6", " = 0.67", "0,667", "67 %", "2 of 3", "2 out of 3"])
def test_a_right_number_however_it_is_written(opened: Opened, typed: str) -> None:
    box = opened(NUMBER)
    answer(box, typed)
    told(box, "Right. ")
    expect(box.locator(".picture").first).to_be_visible()


def hinted(box: Locator, verdict: str) -> None:
    """Check the text after the first try, and that the fold is still hidden."""
    expect(box.get_by_role("status")).to_have_text(verdict)
    expect(box.locator("details").first).to_be_hidden()


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [("3/3", "Not quite. Nothing was clipped."), ("1.0", "Not quite. Nothing was clipped."), ("0.6", "Not quite. ")],
)
def test_a_slip_gets_its_hint_alone_and_the_second_opens(opened: Opened, typed: str, verdict: str) -> None:
    box = opened(NUMBER)
    answer(box, typed)
    hinted(box, f"{verdict.rstrip()} Try once more.")
    answer(box, typed)  # the same again is no second try
    hinted(box, f"{verdict.rstrip()} Try once more.")
    answer(box, "0.9")
    told(box, "Not quite. ")


def test_the_second_try_may_be_right(opened: Opened) -> None:
    box = opened(NUMBER)
    answer(box, "1")
    answer(box, "2/3")
    told(box, "Right. ")


def test_skip_opens_the_fold(opened: Opened) -> None:
    box = opened(NUMBER)
    box.get_by_role("button", name="Skip").click()
    told(box, "Skipped.")
    expect(box.get_by_role("button")).to_have_count(0)


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [("0.45", "Right. "), ("0.57", "Not quite. Try once more."), (".9", "Not quite. Too much. Try once more.")],
)
def test_an_estimate_may_be_near(opened: Opened, typed: str, verdict: str) -> None:
    box = opened(ESTIMATE)
    answer(box, typed)
    expect(box.get_by_role("status")).to_have_text(verdict)


@pytest.mark.parametrize("typed", ["", "  ", "two", "<b>"])
def test_what_is_no_number_is_asked_for_again(opened: Opened, typed: str) -> None:
    box = opened(NUMBER)
    answer(box, typed)
    expect(box.get_by_role("status")).to_have_text(
        "Write your guess first."
        if not typed.strip()
        else "That isn't a number. Write digits, such as 3, 3/8 or 0.375."
    )
    answer(box, "1")  # none of these was a try
    answer(box, typed)
    expect(box.get_by_role("status")).to_contain_text("Nothing was clipped. Try once more.")  # the hint stays
    answer(box, "2/3")
    told(box, "Right. ")


def test_each_number_that_a_question_knows_leads_to_itself(page: Page) -> None:
    """Every slip of lectures and course has its own hint: 2/2 never gets the hint for 7/7, nor 0.5 the one for 5/11."""
    asked = [one for folder in ("lectures", "notebooks") for one in questions(ROOT / folder / "predictions").values()]
    typed = [(one, it) for one in asked if not (one.choices or one.words) for it in (one.answer, *one.slips)]
    bodies = (re.sub(r"<(style|script)>.*?</\1>", "", one._repr_html_(), flags=re.DOTALL) for one, _ in typed)
    page.set_content(f"{''.join(bodies)}<script>{script()}</script>")
    verdicts = page.evaluate(
        """(typed) => [...document.querySelectorAll(".predict")].map((box, place) => {
            box.querySelector("input").value = typed[place];
            box.querySelector("form").requestSubmit();
            return box.querySelector(".verdict").textContent;
        })""",
        [it for _, it in typed],
    )
    expected = [f"Not quite. {one.slips[it]} Try once more." if it in one.slips else "Right. " for one, it in typed]
    assert verdicts == [one.replace("`", "") for one in expected]
    assert len(verdicts) > 100


def test_what_was_answered_last_stays_to_be_seen(opened: Opened) -> None:
    """It can't be changed; the keys go to the fold."""
    box = opened(NUMBER)
    answer(box, "0.9")
    answer(box, "1")
    field = box.get_by_role("textbox")
    expect(field).to_be_disabled()
    expect(field).to_have_value("1")
    expect(box.get_by_role("button")).to_have_count(0)
    expect(box.locator("summary").first).to_be_focused()


def test_choices(opened: Opened) -> None:
    box = opened(CHOICE)
    box.get_by_role("button", name="this").click()
    hinted(box, "Not quite. It is shorter. Try once more.")
    box.get_by_role("button", name="that").focus()
    box.page.keyboard.press("Enter")
    told(box, "Right. ")
    expect(box.get_by_role("button", name="that")).to_be_disabled()


def test_words_that_are_said_twice_may_be_clicked_on_in_either_place(opened: Opened) -> None:
    for first in (0, 1):
        box = opened(WORDS)
        words = box.get_by_role("button")
        for place in (first, 2):
            words.nth(place).click()
            expect(words.nth(place)).to_have_attribute("aria-pressed", "true")
        box.get_by_role("button", name="These words").click()
        told(box, "Right. ")


def test_words_that_are_too_many(opened: Opened) -> None:
    box = opened(WORDS)
    submit = box.get_by_role("button", name="These words")
    submit.click()
    expect(box.get_by_role("status")).to_have_text("Click on the words first.")
    for place in (0, 1, 2):
        box.get_by_role("button").nth(place).click()
    submit.click()
    hinted(box, "Not quite. Both? Try once more.")


@pytest.mark.parametrize("asked", [NUMBER, CHOICE, WORDS])
def test_everyone_can_use_it(opened: Opened, asked: Prediction) -> None:
    """Nothing that axe finds wrong, and nothing too wide for a phone."""
    box = opened(asked)
    box.page.set_viewport_size({"width": 390, "height": 800})
    assert axe(box.page, ".predict") == []
    assert box.evaluate("(it) => it.scrollWidth <= it.clientWidth + 1")


@in_both
def test_in_a_notebook(table: Desk) -> None:
    """Letters typed in the box are not commands for Jupyter, and there is no request to the outside."""
    chapter = ROOT / "notebooks"
    box = table.anew(f"import os, mtexplain\nos.chdir({str(chapter)!r})\nmtexplain.predict('fours-of-b')").locator(
        ".predict"
    )
    field = box.get_by_role("textbox", name="Your prediction")
    field.click()
    field.press_sequentially("bad0")
    expect(field).to_have_value("bad0")
    expect(table.page.locator(".jp-CodeCell")).to_have_count(2)
    answer(box, "0")
    told(box, "Right. ")
    ran = table.page.locator(".jp-CodeCell .jp-InputPrompt").first.inner_text()
    box.page.keyboard.press("Shift+Enter")  # to walk on: its cell was chosen by the first click, and runs again
    expect(table.page.locator(".jp-CodeCell .jp-InputPrompt").first).not_to_have_text(ran)
    expect(box).to_have_count(1)
    told(box, "Right. ")
    expect(field).to_have_value("0")
    assert table.complaints == []


def test_on_paper_nothing_is_left_to_click_on(opened: Opened) -> None:
    box = opened(NUMBER)
    box.page.emulate_media(media="print")
    expect(box.get_by_role("textbox")).to_be_hidden()
    expect(box.get_by_role("button", name="Skip")).to_be_hidden()
    expect(box.locator(".ask")).to_be_visible()
