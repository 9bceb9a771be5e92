"""The what-if panel: what unfolds, what waits to be asked for, what is covered and predicted."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.desk import PANEL, Desk
from tests.browser.parts import candidate, fold, more, press, results, score

FIRST = "the the cat on the mat"


def test_folds_stay_open_while_one_types(panel: Locator) -> None:
    """And follow what is typed."""
    more(panel)
    fold(panel, "Pairs").locator("summary").click()
    fold(panel, "6 · Brevity").locator("summary").click()
    expect(fold(panel, "Pairs").get_by_role("row", name="on the")).to_be_visible()
    candidate(panel).fill("a cat on the")
    expect(fold(panel, "Pairs").get_by_role("row", name="a cat")).to_be_visible()
    expect(fold(panel, "6 · Brevity").locator("svg")).to_be_visible()
    expect(panel.locator(".folds details[open]")).to_have_count(2)
    fold(panel, "Pairs").locator("summary").click()
    expect(fold(panel, "Pairs").get_by_role("row")).to_have_count(0)
    expect(panel.locator(".folds details[open]")).to_have_count(1)


def test_a_fold_that_opens_while_results_come_in_stays_open(panel: Locator) -> None:
    """Both happen at the same moment, and the browser reports the fold only a little later."""
    more(panel)
    both = "(one) => { one.firstChild.click(); one.closest('.mtx').querySelector('[data-do=cover]').click(); }"
    fold(panel, "Pairs").evaluate(both)
    press(panel, "Reveal")
    expect(fold(panel, "Pairs").get_by_role("row", name="on the")).to_be_visible()


@pytest.mark.parametrize(
    ("title", "first", "then"),
    [("leave out each word", "0.4483", "0.474"), ("What is the best next edit?", "0.6432", "0.6732")],
)
def test_what_takes_long_waits_until_it_is_asked_for(panel: Locator, title: str, first: str, then: str) -> None:
    """Nothing is worked out while the fold is closed; after an edit there is a button."""
    more(panel)
    asked = fold(panel, title)
    expect(asked.locator("div")).to_have_text("")
    asked.locator("summary").click()
    expect(asked).to_contain_text(first)
    candidate(panel).fill("there the cat on the mat")
    expect(asked).to_contain_text("The sentence has changed.")
    asked.get_by_role("button", name="Work it out again").click()
    expect(asked).to_contain_text(then)
    expect(asked.locator("summary")).to_be_focused()


def test_an_edit_that_is_offered_can_be_tried(panel: Locator) -> None:
    """And taken back."""
    more(panel)
    fold(panel, "best next edit").locator("summary").click()
    panel.get_by_role("button", name="Try it").first.click()
    expect(candidate(panel)).not_to_have_value(FIRST)
    expect(results(panel).locator(".up")).to_be_visible()
    expect(candidate(panel)).to_be_focused()
    press(panel, "Undo")
    expect(candidate(panel)).to_have_value(FIRST)


def test_a_zero_is_mended(panel: Locator) -> None:
    """The panel says why the score is 0. The fold that mends it goes away, and the focus is in the mended text."""
    more(panel)
    candidate(panel).fill("the cat sat on the mat")
    panel.get_by_label("Reference 1", exact=True).fill("the cat is on the mat")
    expect(fold(panel, "6 · Brevity").locator("summary")).to_contain_text("as many as the reference")  # both are in
    score(panel, "0")
    fold(panel, "fixes it").locator("summary").click()
    fold(panel, "fixes it").get_by_role("button").first.click()
    score(panel, "1")
    expect(fold(panel, "fixes it")).to_have_count(0)
    expect(candidate(panel)).to_be_focused()


def test_covered_results_are_nowhere(table: Desk, panel: Locator) -> None:
    """Not in the page, not in what the server sends, whatever was open or copied before."""
    more(panel)
    fold(panel, "2 · Words").locator("summary").click()
    expect(fold(panel, "2 · Words").get_by_role("table")).to_be_visible()
    press(panel, "Copy as LaTeX")
    expect(panel.get_by_label("Copied text")).to_have_value(re.compile("0.4301"))
    press(panel, "Cover the results")
    expect(results(panel)).to_have_text("The results are covered. What do you expect?")
    table.heard.clear()
    candidate(panel).fill("there the cat on the mat")
    expect(panel.locator(".told")).to_have_text("The results are covered.")
    held = panel.evaluate("(it) => it.outerHTML + [...it.querySelectorAll('textarea')].map((box) => box.value)")
    assert not re.search("0[.]4|[45]/6|<ins|<mark", held)
    assert any(b"covered" in frame for frame in table.heard)
    assert not any(re.search(rb"0[.]4548|[45]/6|<ins", frame) for frame in table.heard)
    press(panel, "Reveal")
    score(panel, "0.4548")
    expect(fold(panel, "2 · Words").get_by_role("table")).to_be_visible()


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("4/6", "Right: 4/6."),
        ("2/3", "Equal, but a different pair: 2/3 is 4/6 reduced. Write the counts as you counted them."),
        ("5/6", "Not yet. The total is right. Count the matches again, because there are fewer."),
    ],
)
def test_a_prediction_is_checked(panel: Locator, answer: str, told: str) -> None:
    """By Enter in its box; the results stay covered, and what was told stays when they are revealed."""
    more(panel)
    press(panel, "Cover the results")
    panel.get_by_label("My prediction for").select_option("p_1")
    panel.get_by_label("is", exact=True).fill(answer)
    panel.get_by_label("is", exact=True).press("Enter")
    expect(panel.locator("output")).to_have_text(told)
    expect(results(panel)).to_have_text("The results are covered. What do you expect?")
    press(panel, "Reveal")
    score(panel, "0.4301")
    expect(panel.locator("output")).to_have_text(told)


def test_the_cell_is_run_again(table: Desk, panel: Locator) -> None:
    """The old panel goes, a new one comes, and works."""
    candidate(panel).fill("a")
    again = table.anew(PANEL)
    score(again, "0.4301")
    candidate(again).fill("there the cat on the mat")
    score(again, "0.4548")
