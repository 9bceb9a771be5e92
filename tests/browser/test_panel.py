"""The what-if panel in both Jupyters: what is typed, chosen and pressed changes what is shown."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.desk import PANEL, Desk, desk
from tests.browser.servers import Jupyter

FIRST = "the the cat on the mat"
THREE = "The cat sat on the mat today"
KEYS = "there is another little cat that sits on this very mat today "  # 61 of them


@pytest.fixture(scope="module", params=["lab", "notebook"])
def table(chromium: Browser, jupyter: Jupyter, request: pytest.FixtureRequest) -> Iterator[Desk]:
    """An open notebook."""
    with desk(chromium, jupyter, request.param) as opened:
        yield opened


@pytest.fixture
def panel(table: Desk) -> Iterator[Locator]:
    """A fresh panel with the opening example."""
    yield table.anew(PANEL)
    assert table.complaints == []


def candidate(panel: Locator) -> Locator:
    """The candidate's box."""
    return panel.get_by_label("Candidate", exact=True)


def results(panel: Locator) -> Locator:
    """What the panel found."""
    return panel.get_by_role("region", name="Results")


def score(panel: Locator, value: str) -> None:
    """Wait until this is the score."""
    expect(results(panel).locator(".head b")).to_have_text(value)


def press(panel: Locator, name: str) -> None:
    """Click on the button of this name."""
    panel.get_by_role("button", name=name, exact=True).click()


def fold(panel: Locator, title: str) -> Locator:
    """The fold with this in its title."""
    return panel.locator(".folds details").filter(has=panel.page.locator("summary", has_text=title))


def test_a_word_that_is_typed_moves_the_numbers(table: Desk, panel: Locator) -> None:
    """Letter by letter: the score, the sentence, what was won and what was lost."""
    score(panel, "0.4301")
    candidate(panel).click()
    for key in ("Home", *["Delete"] * 3):
        table.page.keyboard.press(key)
    table.page.keyboard.type("there", delay=30)
    score(panel, "0.4548")
    expect(results(panel).locator(".say").first).to_have_text(
        "You replaced the by there. Only p1 moved, from 4/6 to 5/6."
    )
    expect(results(panel)).to_contain_text(re.compile(r"Won.*there.*1 of 1.*Lost: nothing\.", re.S))
    candidate(panel).fill("there the on the mat")
    expect(results(panel)).to_contain_text(re.compile(r"Won: nothing\..*Lost.*cat on the", re.S))
    expect(panel.locator(".length")).to_have_text(["5 tokens", "7 tokens"])


def test_keys_without_a_pause_end_in_the_right_state(table: Desk, panel: Locator) -> None:
    """None is lost, none comes twice; and an undo right after them comes after them."""
    candidate(panel).press("Home")
    table.page.keyboard.type(KEYS)
    expect(candidate(panel)).to_have_value(KEYS + FIRST)
    expect(results(panel).get_by_role("row", name="candidate")).to_contain_text(KEYS + "the the")
    expect(panel.locator(".length").first).to_have_text("18 tokens")
    press(panel, "Start over")
    expect(candidate(panel)).to_have_value(FIRST)
    for _ in range(5):
        candidate(panel).press("End")
        table.page.keyboard.type("tressesandmattresses")
        table.page.keyboard.press("Control+z")
        expect(candidate(panel)).to_have_value(FIRST)
        score(panel, "0.4301")


def test_undo_redo_start_over(table: Desk, panel: Locator) -> None:
    """By button and by key. A button that has no more to do gives the focus on."""
    candidate(panel).fill("there the cat on the mat")
    score(panel, "0.4548")
    press(panel, "Undo")
    score(panel, "0.4301")
    expect(candidate(panel)).to_have_value(FIRST)
    expect(panel.get_by_role("button", name="Undo")).to_be_disabled()
    expect(panel.get_by_role("button", name="Redo")).to_be_focused()
    press(panel, "Redo")
    score(panel, "0.4548")
    expect(panel.get_by_role("button", name="Undo")).to_be_focused()
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
    """Two edits: what was before the second, or before both."""
    candidate(panel).fill("there the cat on the mat")
    score(panel, "0.4548")
    candidate(panel).fill("there is cat on the mat")
    was = results(panel).locator(".was")
    expect(was).to_have_text("was 0.4548")
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
    """The focus is where one goes on: in the new box, or in the one beside that which went."""
    expect(panel.get_by_role("button", name="Remove reference 1")).to_be_disabled()
    press(panel, "Add a reference")
    second = panel.get_by_label("Reference 2", exact=True)
    expect(second).to_be_focused()
    expect(panel.locator(".length").last).to_have_text("left out")
    table.page.keyboard.type(FIRST)
    score(panel, "1")
    press(panel, "Remove reference 1")
    expect(panel.get_by_label("Reference 1", exact=True)).to_have_value(FIRST)
    expect(panel.get_by_label("Reference 1", exact=True)).to_be_focused()
    expect(second).to_have_count(0)
    expect(results(panel).locator(".sig")).to_contain_text("1 reference ")
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
    panel.get_by_text("Settings").click()
    panel.get_by_label("max_n").fill("1")
    shown = results(panel).locator("table.words code")
    expect(shown.first).to_contain_text(text.split()[0])
    expect(results(panel).locator(".factors strong").first).to_have_text(re.compile("^(4/5|3/3)"))
    expect(candidate(panel)).to_have_css("direction", direction)
    expect(shown.first).to_have_css("direction", direction)


def test_settings_and_a_wrong_one(panel: Locator) -> None:
    """What the library says about a wrong one is shown, and the panel goes on."""
    panel.get_by_text("Settings").click()
    panel.get_by_label("max_n").fill("2")
    expect(results(panel).locator(".sig")).to_contain_text("BLEU-2")
    panel.get_by_label("max_n").fill("<b>many</b>")
    expect(results(panel).locator(".error")).to_contain_text(
        "max_n: got a string, '<b>many</b>'; expected a whole number"
    )
    expect(panel.get_by_role("button", name="Copy as Python")).to_be_disabled()
    candidate(panel).fill(THREE)
    panel.get_by_label("max_n").fill("")
    expect(results(panel).get_by_role("row", name="candidate")).to_contain_text(THREE)
    panel.get_by_label("lowercase").select_option("yes")
    expect(results(panel).locator(".sig")).to_contain_text("lower-cased")
    press(panel, "Undo")
    expect(panel.get_by_label("lowercase")).to_have_value("")


def test_folds_stay_open_while_one_types(panel: Locator) -> None:
    """And follow what is typed."""
    fold(panel, "Pairs").locator("summary").click()
    fold(panel, "Brevity").locator("summary").click()
    expect(fold(panel, "Pairs").get_by_role("row", name="on the")).to_be_visible()
    candidate(panel).fill("a cat on the")
    expect(fold(panel, "Pairs").get_by_role("row", name="a cat")).to_be_visible()
    expect(fold(panel, "Brevity").locator("svg")).to_be_visible()
    expect(panel.locator(".folds details[open]")).to_have_count(2)
    fold(panel, "Pairs").locator("summary").click()
    expect(fold(panel, "Pairs").get_by_role("row")).to_have_count(0)
    expect(panel.locator(".folds details[open]")).to_have_count(1)


def test_a_fold_that_opens_while_results_come_in_stays_open(panel: Locator) -> None:
    """Both in the same moment: the browser tells of a fold only a little later."""
    both = "(one) => { one.firstChild.click(); one.closest('.mtx').querySelector('.cover-up').click(); }"
    fold(panel, "Pairs").evaluate(both)
    press(panel, "Reveal")
    expect(fold(panel, "Pairs").get_by_role("row", name="on the")).to_be_visible()


@pytest.mark.parametrize(
    ("title", "first", "then"),
    [("leave each one out", "+0.01814", "+0.01919"), ("What is the best next edit?", "0.6432", "0.6732")],
)
def test_what_takes_long_waits_until_it_is_asked_for(panel: Locator, title: str, first: str, then: str) -> None:
    """Nothing is worked out while the fold is closed; after an edit there is a button."""
    asked = fold(panel, title)
    assert asked.locator("div").inner_html() == ""
    asked.locator("summary").click()
    expect(asked).to_contain_text(first)
    candidate(panel).fill("there the cat on the mat")
    expect(asked).to_contain_text("The sentence has changed.")
    asked.get_by_role("button", name="Work it out again").click()
    expect(asked).to_contain_text(then)
    expect(asked.locator("summary")).to_be_focused()


def test_an_edit_that_is_offered_can_be_tried(panel: Locator) -> None:
    """And taken back."""
    fold(panel, "best next edit").locator("summary").click()
    panel.get_by_role("button", name="Try it").first.click()
    expect(candidate(panel)).not_to_have_value(FIRST)
    expect(results(panel).locator(".up")).to_be_visible()
    press(panel, "Undo")
    expect(candidate(panel)).to_have_value(FIRST)


def test_a_zero_is_mended(panel: Locator) -> None:
    """It says why it is one; the fold that mends it goes with it, and the focus is in the text that was mended."""
    candidate(panel).fill("the cat sat on the mat")
    panel.get_by_label("Reference 1", exact=True).fill("the cat is on the mat")
    score(panel, "0")
    fold(panel, "mends the zero").locator("summary").click()
    fold(panel, "mends the zero").get_by_role("button").click()
    score(panel, "1")
    expect(fold(panel, "mends the zero")).to_have_count(0)
    expect(candidate(panel)).to_be_focused()


def test_covered_results_are_nowhere(table: Desk, panel: Locator) -> None:
    """Not in the page, not in what the server sends, whatever was open or copied before."""
    fold(panel, "2 · Words").locator("summary").click()
    expect(fold(panel, "2 · Words").get_by_role("table")).to_be_visible()
    press(panel, "Copy as LaTeX")
    expect(panel.get_by_label("Copied text")).to_have_value(re.compile("0.4301"))
    press(panel, "Cover")
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
        ("2/3", "Equal, but another pair: 2/3 is 4/6 reduced. Keep the counts as they were counted."),
        ("5/6", "Not yet. The total is right. Count the matches again: there are fewer."),
    ],
)
def test_a_prediction_is_checked(panel: Locator, answer: str, told: str) -> None:
    """By Enter in its box; the results stay covered, and what was told stays when they are revealed."""
    press(panel, "Cover")
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
