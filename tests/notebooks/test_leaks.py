"""No question of a notebook or of the lecture can be answered with what its readers have read or can see uncovered.

Before they answer, they have read all cells above the question, folds included. What follows is covered up to the next
heading, and again from the next question on. If no script runs, nothing is covered, so the first cell below a
question must not give its answer away, either. A lecture is read slide by slide, and later slides are out of sight.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mtexplain.explain.practice.predictions import Prediction, questions
from tests.notebooks.test_notebook_facts import QUESTIONS, USED
from tests.notebooks.test_notebook_hygiene import Cell, cells, every_notebook, source
from tests.notebooks.test_notebook_sources import LECTURE
from tests.notebooks.visible import occurs, of_cell

OF_THE_LECTURE = questions(LECTURE.parent / "predictions")
every_question = pytest.mark.parametrize(
    ("name", "one"), [*QUESTIONS.items(), *((f"lecture: {name}", one) for name, one in OF_THE_LECTURE.items())]
)


def uncovered(held: list[Cell], place: int) -> Iterator[tuple[int, str]]:
    """The cells that readers of a question see: the number of each cell, from 1, and its text."""
    covered = True
    for number, cell in enumerate(held):
        covered &= number <= place or not (cell["cell_type"] == "markdown" and source(cell).startswith("#"))
        if number == place:
            yield number + 1, source(cell)
        elif number <= place + 1 or not covered:
            yield number + 1, of_cell(cell, with_folds=number < place)
        covered |= number > place and USED.search(source(cell)) is not None


def leaks(held: list[Cell], place: int, one: Prediction) -> list[str]:
    """The cells that give away the answer to a question, with the phrases that do."""
    seen = [*uncovered(held, place), (place + 1, one.question)]
    return [f"cell {number}: {phrase}" for number, text in seen for phrase in one.gives_away if occurs(phrase, text)]


@every_notebook
def test_no_question_is_answered_by_what_is_uncovered(path: Path) -> None:
    held = [cell for _, cell in cells(path)]
    asked = [(place, name) for place, cell in enumerate(held) for name in USED.findall(source(cell))]
    found = {name: leaks(held, place, QUESTIONS[name]) for place, name in asked}
    assert {name: where for name, where in found.items() if where} == {}


def test_no_question_of_the_lecture_is_answered_by_an_earlier_slide() -> None:
    """Each question has the name of its slide. Notes are for the lecturer."""
    held = [cell for _, cell in cells(LECTURE)]
    hidden = [cell["metadata"]["slideshow"]["slide_type"] in ("notes", "skip") for cell in held]
    slides = [cell["id"] for cell in held]
    for name, one in OF_THE_LECTURE.items():
        before = [of_cell(held[at], with_folds=True) for at in range(slides.index(name) + 1) if not hidden[at]]
        told = [(phrase, text) for phrase in one.gives_away for text in before if occurs(phrase, text)]
        assert told == [], name


@every_question
def test_no_hint_says_the_answer(name: str, one: Prediction) -> None:
    """After a first wrong answer, its hint is shown alone, and the question is asked again."""
    assert [(phrase, hint) for hint in one.slips.values() for phrase in one.gives_away if occurs(phrase, hint)] == []


@every_question
def test_the_answer_is_given_away_by_its_own_fold(name: str, one: Prediction) -> None:
    """The phrases are those that the course uses, not some that nobody would write."""
    assert any(occurs(phrase, one.told) for phrase in one.gives_away), one.told


ASKED = Prediction("How many of the seven?", "2/7", "Two of the seven.", {}, gives_away=("two of the seven", "2/7"))
ASKING: Cell = {"cell_type": "code", "source": 'mtexplain.predict("seven", trace)', "outputs": []}
HEADING: Cell = {"cell_type": "markdown", "source": "## Clipping"}


def written(text: str) -> Cell:
    return {"cell_type": "markdown", "source": text}


def output(kind: str, text: str) -> Cell:
    return {"cell_type": "code", "source": "trace", "outputs": [{"data": {kind: text}}]}


@pytest.mark.parametrize(
    ("cell", "phrase"),
    [
        (written("So only *two of the\nseven* earn credit."), "two of the seven"),
        (written(r"So $p_1 = \frac{2}{7}$."), "2/7"),
        ({"cell_type": "code", "source": "share = 2/7", "outputs": []}, "2/7"),
        ({"cell_type": "code", "source": "share", "outputs": [{"text": ["2/7\n"]}]}, "2/7"),
        (output("text/html", "<p><b>Two</b> of the <i>seven</i></p>"), "two of the seven"),
        (output("text/html", '<svg aria-label="words 2/7; pairs 0/6"></svg>'), "2/7"),
        (output("text/html", "<svg><title>2/7</title></svg>"), "2/7"),
        (output("image/svg+xml", "<svg><text>2/7</text></svg>"), "2/7"),
        (written("![Two of the seven have a broken outline](seven.svg)"), "two of the seven"),
    ],
)
def test_a_leak_is_found_above_a_question_directly_below_and_below_the_next_heading(cell: Cell, phrase: str) -> None:
    assert leaks([cell, ASKING], 1, ASKED) == [f"cell 1: {phrase}"]
    assert leaks([ASKING, cell], 0, ASKED) == [f"cell 2: {phrase}"]
    assert leaks([ASKING, written("It has steps."), HEADING, cell], 0, ASKED) == [f"cell 4: {phrase}"]


@pytest.mark.parametrize(
    "held",
    [
        [ASKING, written("It has steps."), written("It is 2/7."), HEADING],
        [ASKING, HEADING, ASKING, written("It is 2/7.")],
        [ASKING, written("<details><summary>Answer</summary>\n\n2/7\n\n</details>")],
        [ASKING, written("12/7, 2/70, 2/7.5 and twenty-two of the sevens")],
        [ASKING, output("text/html", "<style>.two { width: 2/7 }</style><p>words</p>")],
    ],
)
def test_what_is_covered_or_folded_or_says_something_else_is_no_leak(held: list[Cell]) -> None:
    assert leaks(held, 0, ASKED) == []


def test_what_an_earlier_fold_says_is_known() -> None:
    opened = output("text/html", "<details><summary>Show the answer</summary>2/7</details>")
    assert leaks([opened, ASKING], 1, ASKED) == ["cell 1: 2/7"]
