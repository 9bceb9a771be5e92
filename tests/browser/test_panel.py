"""The what-if panel in both Jupyters: what is typed, chosen and pressed changes what is shown."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.desk import Desk, in_both
from tests.browser.parts import candidate, more, press, results, score, words

FIRST = "the the cat on the mat"
THREE = "The cat sat on the mat today"
KEYS = "there is another little cat that sits on this very mat today "  # 61 of them


@in_both
def test_a_word_that_is_typed_moves_the_numbers(table: Desk, panel: Locator) -> None:
    """Letter by letter: the score, the sentence, what was won and what was lost."""
    score(panel, "0.4301")
    candidate(panel).click()
    for key in ("Home", *["Delete"] * 3):
        table.page.keyboard.press(key)
    table.page.keyboard.type("there", delay=30)
    score(panel, "0.4548")
    expect(results(panel).locator(".because")).to_have_text("You replaced the with there. One more word matches.")
    more(panel)
    expect(panel.locator(".more")).to_contain_text(re.compile(r"Won.*there.*1 of 1.*Lost: nothing\.", re.S))
    candidate(panel).fill("there the on the mat")
    expect(panel.locator(".more")).to_contain_text(re.compile(r"Won: nothing\..*Lost.*cat on the", re.S))
    expect(panel.locator(".text .length")).to_have_text(["5 tokens", "7 tokens"])


def test_keys_without_a_pause_end_in_the_right_state(table: Desk, panel: Locator) -> None:
    """None is lost, none comes twice; and an undo pressed right after them acts after them."""
    candidate(panel).press("Home")
    table.page.keyboard.type(KEYS)
    expect(candidate(panel)).to_have_value(KEYS + FIRST)
    expect(results(panel)).to_contain_text(words("that sits on this very mat today the the"))  # those before the caret
    expect(panel.locator(".text .length").first).to_have_text("18 tokens")
    press(panel, "Start over")
    expect(candidate(panel)).to_have_value(FIRST)
    for _ in range(5):
        candidate(panel).press("End")
        table.page.keyboard.type("tressesandmattresses")
        table.page.keyboard.press("Control+z")
        expect(candidate(panel)).to_have_value(FIRST)
        score(panel, "0.4301")


def test_undo_redo_start_over(table: Desk, panel: Locator) -> None:
    """By button and by key. A button that has no more to do passes the focus on."""
    candidate(panel).fill("there the cat on the mat")
    score(panel, "0.4548")
    press(panel, "Undo")
    score(panel, "0.4301")
    expect(candidate(panel)).to_have_value(FIRST)
    expect(panel.get_by_role("button", name="Undo")).to_be_disabled()
    expect(candidate(panel)).to_be_focused()
    press(panel, "Redo")
    score(panel, "0.4548")
    expect(candidate(panel)).to_be_focused()
    candidate(panel).press("Control+z")
    score(panel, "0.4301")
    table.page.keyboard.press("Control+Shift+z")
    score(panel, "0.4548")
    table.page.keyboard.press("Control+z")
    score(panel, "0.4301")
    table.page.keyboard.press("Control+y")
    score(panel, "0.4548")
    press(panel, "Start over")
    score(panel, "0.4301")
    press(panel, "Undo")
    score(panel, "0.4548")


def test_compared_with_the_start(panel: Locator) -> None:
    """After two edits: what was there before the second edit, or before both."""
    candidate(panel).fill("there the cat on the mat")
    score(panel, "0.4548")
    candidate(panel).fill("there is cat on the mat")
    was = results(panel).locator(".was")
    expect(was).to_have_text("was 0.4548")
    more(panel)
    panel.get_by_label("Compare with").select_option("the start")
    expect(was).to_have_text("was 0.4301")
    panel.get_by_label("Compare with").select_option("before this edit")
    expect(was).to_have_text("was 0.4548")


def test_an_example_is_chosen_by_mouse_or_by_key(table: Desk, panel: Locator) -> None:
    """The arrow keys go from one example to the next; after another edit they begin anew."""
    examples = panel.get_by_label("Example")
    examples.focus()
    examples.select_option("papineni-3")
    expect(candidate(panel)).to_have_value("of the")
    expect(panel.locator(".text textarea")).to_have_count(4)
    candidate(panel).fill("of a")
    expect(examples).to_have_value("")
    examples.focus()
    for text in (FIRST, "It is a guide to action which ensures", "It is to insure the troops forever"):
        table.page.keyboard.press("ArrowDown")
        expect(candidate(panel)).to_have_value(re.compile(f"^{text}"))


def test_references_come_and_go(table: Desk, panel: Locator) -> None:
    """The focus goes where one types next: to the new box, or to the box beside the removed box."""
    expect(panel.get_by_role("button", name="Remove reference 1")).to_be_disabled()
    press(panel, "Add a reference")
    second = panel.get_by_label("Reference 2", exact=True)
    expect(second).to_be_focused()
    expect(panel.locator(".text .length").last).to_have_text("empty")
    table.page.keyboard.type(FIRST)
    score(panel, "1")
    press(panel, "Remove reference 1")
    expect(panel.get_by_label("Reference 1", exact=True)).to_have_value(FIRST)
    expect(panel.get_by_label("Reference 1", exact=True)).to_be_focused()
    expect(second).to_have_count(0)
    expect(results(panel)).not_to_contain_text("reference 2")
    press(panel, "Undo")
    expect(second).to_have_value(FIRST)


@pytest.mark.parametrize(
    ("text", "reference", "direction"),
    [("猫 坐 在 垫子 上", "猫 在 垫子 上", "ltr"), ("القط على الحصيرة", "جلس القط على الحصيرة", "rtl")],
)
def test_every_script_and_direction(panel: Locator, text: str, reference: str, direction: str) -> None:
    """As they are typed, and each line in its own direction."""
    candidate(panel).fill(text)
    panel.get_by_label("Reference 1", exact=True).fill(reference)
    more(panel)
    panel.get_by_label("Longest n-grams").fill("1")
    expect(results(panel).locator("rect.brick").first).to_contain_text(text.split()[0])
    expect(results(panel).locator(".share").first).to_have_text(re.compile("^(4/5|3/3)"))
    expect(candidate(panel)).to_have_css("direction", direction)


def test_settings_and_a_wrong_one(panel: Locator) -> None:
    """What the library says about a wrong one is shown, and the panel goes on."""
    more(panel)
    panel.get_by_label("max_n").fill("2")
    expect(panel.locator(".sig")).to_contain_text("BLEU-2")
    panel.get_by_label("max_n").fill("<b>many</b>")
    expect(results(panel).locator(".error")).to_contain_text(
        "max_n: got a string, '<b>many</b>'; expected a whole number"
    )
    expect(panel.get_by_role("button", name="Copy as Python")).to_be_disabled()
    candidate(panel).fill(THREE)
    panel.get_by_label("max_n").fill("")
    expect(results(panel)).to_contain_text("mat: unmatched")
    panel.get_by_label("Lower-case all letters").select_option("yes")
    expect(panel.locator(".sig")).to_contain_text("lower-cased")
    press(panel, "Undo")
    expect(panel.get_by_label("lowercase")).to_have_value("")
