"""The quiz in both Jupyters: answered by mouse and by keys, to the end and once more; read aloud; on every screen."""

import re
from pathlib import Path

import nbformat
import pytest
from nbconvert import HTMLExporter
from playwright.sync_api import Locator, Page, expect

import mtexplain
from tests.browser.axe import axe
from tests.browser.desk import QUIZ, Desk, in_both, one_in_each_scheme
from tests.browser.parts import keeps_its_keys, press
from tests.browser.servers import notebook
from tests.browser.test_panel_access import CUT, DRAWN, SIDEWAYS
from tests.browser.test_panel_hostile import ATTACK, harmless
from tests.browser.test_stepper import NOTHING_OUTSIDE

KEY = mtexplain.exercises(4817)
NEXT = mtexplain.exercises(4818, "length", 1)


@pytest.fixture
def quiz(table: Desk) -> Locator:
    """A fresh quiz with a fixed seed."""
    return table.anew(QUIZ)


def box(quiz: Locator) -> Locator:
    """Where the answer is typed."""
    return quiz.get_by_label("Your answer")


def told(quiz: Locator) -> Locator:
    """The verdict, as it is read aloud."""
    return quiz.get_by_role("status").and_(quiz.locator("[aria-live=polite]"))


def at(quiz: Locator, title: str) -> None:
    """Wait until this is what is shown."""
    expect(quiz.get_by_role("group", name=title, exact=True)).to_be_visible()


def test_wrong_with_a_known_mistake_then_right(quiz: Locator) -> None:
    """The mistake is named. After two wrong answers the working can be seen."""
    at(quiz, "Exercise 1 of 6")
    working = quiz.get_by_text("Show the working")
    box(quiz).fill("8/9")
    press(quiz, "Check")
    expect(told(quiz)).to_contain_text("✗ Not yet. A common mistake leads to this: no clipping. Without clipping")
    expect(quiz.get_by_role("button", name="Exercise 1: not yet right")).to_have_text("1 ✗")
    expect(working).to_be_hidden()
    box(quiz).fill("7/9")
    press(quiz, "Check")
    expect(told(quiz)).to_contain_text("there are fewer. (2 tries)")
    working.click()
    expect(quiz.get_by_role("row", name="girl")).to_be_visible()
    box(quiz).fill("6/9")
    press(quiz, "Check")
    expect(told(quiz)).to_have_text("✓ Right: 6/9. (3 tries)")
    expect(quiz.get_by_role("row", name="girl")).to_be_visible()
    expect(quiz.get_by_role("button", name="Exercise 1: right")).to_have_text("1 ✓")
    expect(box(quiz)).not_to_be_editable()


def test_the_focus_stays_after_check_and_goes_along_with_next(quiz: Locator) -> None:
    """Check keeps it, whatever the verdict; Next, Back and the numbers bring it to the box, or to the result."""
    check = quiz.get_by_role("button", name="Check", exact=True)
    for answer in ("8/9", "6/9"):
        box(quiz).fill(answer)
        check.click()
        expect(told(quiz)).to_contain_text(re.compile("Not yet|Right"))
        expect(check).to_be_focused()
    for name, title in {
        "Next ▶": "Exercise 2 of 6",
        "◀ Back": "Exercise 1 of 6",
        "Exercise 5: not tried": "Exercise 5 of 6",
    }.items():
        press(quiz, name)
        at(quiz, title)
        expect(box(quiz)).to_be_focused()
    press(quiz, "Exercise 5: not tried")
    expect(box(quiz)).to_be_focused()
    press(quiz, "Result")
    expect(quiz.get_by_role("group", name="Result")).to_be_focused()


@in_both
def test_from_the_first_key_to_the_result_and_another_six_without_a_mouse(table: Desk, quiz: Locator) -> None:
    """Enter checks; once it is right, Enter goes on. At the end: the result, a choice, and the next round."""
    keyboard = table.page.keyboard
    box(quiz).focus()
    for number, exercise in enumerate(KEY, 1):
        at(quiz, f"Exercise {number} of 6")
        if number == 2:
            keyboard.type(str(exercise.wrong_answers["candidate-length"]))
            keyboard.press("Enter")
            expect(told(quiz)).to_contain_text("divided by the number of words, for every order")
            expect(box(quiz)).to_be_focused()
            keyboard.press("Control+a")
        keyboard.type(exercise.answered[1])
        keyboard.press("Enter")
        expect(told(quiz)).to_contain_text(f"✓ Right: {exercise.answered[1]}.")
        keyboard.press("Enter")
    result = quiz.get_by_role("group", name="Result")
    expect(result).to_be_focused()
    expect(result).to_contain_text("5/6 right at the first try")
    expect(result).to_contain_text("1 right after more tries.")
    expect(result.get_by_role("listitem")).to_have_text(
        re.compile(r"^Divided by the number of words, for every order \(exercise 2\)")
    )
    keyboard.press("Tab")
    expect(quiz.get_by_label("Topic")).to_be_focused()
    quiz.get_by_label("Topic").select_option("The brevity penalty")
    keyboard.press("Tab")
    expect(quiz.get_by_label("Level")).to_be_focused()
    keyboard.press("Tab")
    keyboard.press("Enter")
    at(quiz, "Exercise 1 of 6")
    expect(quiz.get_by_text("length, level 1, seed 4818", exact=True)).to_be_visible()
    expect(box(quiz)).to_be_focused()
    keyboard.type(NEXT[0].answered[1])
    keyboard.press("Enter")
    expect(told(quiz)).to_contain_text("✓ Right")
    keyboard.press("Shift+Tab")
    expect(quiz.get_by_role("button", name="Result")).to_be_focused()


def test_what_was_typed_and_told_is_there_in_another_view(table: Desk, quiz: Locator) -> None:
    """Python holds it: a view that is made later shows the same, and what is answered in one is seen in the other."""
    box(quiz).fill("8/9")
    press(quiz, "Check")
    expect(told(quiz)).to_contain_text("no clipping")
    box(quiz).fill("6/")
    expect(told(quiz)).to_contain_text("no clipping")
    table.run(-1, "one")
    views = table.page.locator(".jp-OutputArea .mtx-quiz")
    expect(views).to_have_count(2)
    expect(box(views.last)).to_have_value("6/")
    expect(told(views.last)).to_contain_text("no clipping")
    box(views.last).fill("6/9")
    press(views.last, "Check")
    expect(told(views.first)).to_contain_text("✓ Right")
    expect(box(views.first)).to_have_value("6/9")
    table.run(-1, "2")
    expect(views).to_have_count(1)


def test_what_is_typed_quickly_is_what_is_checked(table: Desk, quiz: Locator) -> None:
    """No letter is lost while older ones are on their way."""
    for _ in range(3):
        box(quiz).focus()
        table.page.keyboard.press("Control+a")
        table.page.keyboard.type("123456789/987654321")
        table.page.keyboard.press("Enter")
        expect(told(quiz)).to_contain_text("Not yet")
        expect(box(quiz)).to_have_value("123456789/987654321")
        box(quiz).fill("x")


@in_both
def test_no_key_reaches_the_notebook(table: Desk, quiz: Locator) -> None:
    """No cell is added, removed, moved, run or chosen, whatever has the focus."""
    box(quiz).fill("6/9")
    press(quiz, "Check")
    expect(told(quiz)).to_contain_text("Right")
    keeps_its_keys(quiz)


@pytest.mark.parametrize("table", ["lab light"], indirect=True)
def test_hostile_answers_are_only_text(table: Desk, quiz: Locator) -> None:
    box(quiz).fill(ATTACK)
    press(quiz, "Check")
    expect(told(quiz)).to_contain_text("can't be read as a number")
    harmless(quiz)


@one_in_each_scheme
def test_axe_finds_nothing_wrong(table: Desk) -> None:
    """At the start, with each kind of verdict, with the working open, at the end."""
    quiz = table.anew(QUIZ)
    assert axe(table.page, ".mtx-quiz") == []
    for answer, verdict in {"x": "can't be read", "8/9": "no clipping", "7/9": "fewer", "6/9": "Right"}.items():
        box(quiz).fill(answer)
        press(quiz, "Check")
        expect(told(quiz)).to_contain_text(verdict)
        assert axe(table.page, ".mtx-quiz") == []
    quiz.get_by_text("Show the working").click()
    expect(quiz.get_by_role("row", name="girl")).to_be_visible()
    assert axe(table.page, ".mtx-quiz") == []
    press(quiz, "Result")
    expect(quiz.get_by_role("group", name="Result")).to_contain_text("0/6")
    assert axe(table.page, ".mtx-quiz") == []


@pytest.mark.parametrize(  # at 640 JupyterLab leaves it 272 pixels, and at 400 none
    ("table", "size"),
    [
        ("lab light", (640, 400)),
        ("lab light", (1024, 768)),
        ("notebook light", (400, 800)),
        ("notebook light", (1024, 768)),
    ],
    indirect=["table"],
)
def test_nothing_is_cut_off(table: Desk, sized: Page, size: tuple[int, int]) -> None:
    """Neither in the longest exercise with its working nor at the end."""
    quiz = table.anew("import mtexplain\nmtexplain.quiz('texts', 3, seed=1)")
    answer = mtexplain.exercises(1, "texts", 3)[0].answered[1]
    box(quiz).fill(answer)
    press(quiz, "Check")
    quiz.get_by_text("Show the working").click()
    expect(quiz.locator("details details").first).to_be_visible()
    sized.set_viewport_size({"width": size[0], "height": size[1]})
    sized.evaluate(DRAWN)
    assert quiz.evaluate(CUT) == []
    assert sized.evaluate(SIDEWAYS) == []
    press(quiz, "Result")
    expect(quiz.get_by_role("group", name="Result")).to_contain_text("1/6")
    assert quiz.evaluate(CUT) == []


@pytest.mark.parametrize("table", ["notebook light"], indirect=True)  # JupyterLab has more around a notebook
def test_an_exercise_fits_on_the_first_screen(table: Desk, sized: Page) -> None:
    """In Notebook 7 at 1024 x 768: sentences, question, box, verdict and Next, in letters readable from afar."""
    sized.set_viewport_size({"width": 1024, "height": 768})
    quiz = table.anew(QUIZ)
    box(quiz).fill("8/9")
    press(quiz, "Check")
    expect(told(quiz)).to_contain_text("no clipping")
    for part in (quiz.locator(".title"), quiz.locator("dl"), box(quiz), told(quiz), quiz.get_by_text("Next ▶")):
        expect(part).to_be_in_viewport(ratio=1)
    assert quiz.locator("dd code").first.evaluate("(it) => parseFloat(getComputedStyle(it).fontSize)") >= 18


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_saved_page_has_the_exercises_and_their_answers_folded(page: Page, tmp_path: Path, scheme: str) -> None:
    """Where there is no Python: in the HTML that Jupyter exports. (A request would fail the test.)"""
    html = mtexplain.quiz("clipping", seed=1)._repr_mimebundle_()[0]["text/html"]
    held = notebook("1")
    held.cells[0].outputs = [nbformat.v4.new_output("display_data", {"text/html": html})]
    exported, _ = HTMLExporter(theme=scheme, **NOTHING_OUTSIDE).from_notebook_node(held)
    (tmp_path / "notebook.html").write_text(exported, "utf-8")
    page.goto((tmp_path / "notebook.html").as_uri())
    still = page.locator(".mtx")
    expect(still).to_contain_text("Run this notebook, and the quiz checks your answers.")
    expect(still.get_by_text("Exercise 6", exact=True)).to_be_visible()
    key = still.get_by_role("columnheader", name="right answer")
    expect(key).to_be_hidden()
    still.get_by_text("The answers", exact=True).click()
    expect(key).to_be_visible()
