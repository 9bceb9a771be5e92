"""Everything in a notebook is true: its numbers, its phrases, its exercises and its predictions.

Each notebook has a file of facts, facts/NAME.toml. `answers`: a right answer for each None, in order. `choices`:
numbers that claim nothing, such as answers to choose from and the numbers of a story. `besides`: the minutes for what
readers do besides reading. `[published]`: the numbers from other works, each with the beginning of its entry in
Sources. `[counted]`: the numbers in the prose that no cell prints, each with an expression that computes it. `[said]`:
phrases, each with an expression that is true. `[proofs]`: for each prediction an expression that gives its answer, or
that is true if the answer is true. Expressions use the variables of the notebook after its last cell, and the names in
`[names]`, which several expressions need.
"""

import ast
import html
import math
import re
import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import mtexplain
from mtexplain.explain.practice.checking import verdict
from mtexplain.explain.practice.predictions import Prediction, questions
from tests.notebooks.test_notebook_hygiene import FOLDER, NOTEBOOKS, cells, source
from tests.notebooks.works import CITED
from tools.site.book import boxes

TEX_FRACTION = re.compile(r"\\[td]?frac\s*(?:\{(\d+)\}|(\d))\s*(?:\{(\d+)\}|(\d))")
NUMBER = re.compile(r"(?<![\w./])(?:\d+/\d+|\d+\.\d+(?:e-\d+)?|\d+e-\d+|[1-9]\d+)(?![\w/]|\.\d)")
OWN_WORDS = re.compile(r'<p class="ask">.*?</p>|<(ol|p) class="choices">.*?</\1>|<p class="told">.*?</p>', re.DOTALL)
PLACE = re.compile(r"(= |, |\[)None(?=[\],\s]|$)", re.MULTILINE)
THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
COUNT, THE = rf"([1-9]\d*|{'|'.join(WORDS)})", "(?:the |its |these |every )?"
SHARE = re.compile(rf"(?i)\b(?!one of the ){COUNT}(?: (?:words?|pairs|people))? (?:out )?of {THE}{COUNT}\b(?!\.\d)")
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem, scope="module")
"""Parameters for all tests of one notebook before the next, so that each notebook is executed only once."""
QUESTIONS = questions(FOLDER / "predictions")
USED = re.compile(r"\bmtexplain\.predict\(\s*\"([^\"]+)\"")


def numbers(text: str) -> set[str]:
    """The fractions and decimals of a text, and its whole numbers from 10 on."""
    text = TEX_FRACTION.sub(lambda match: f" {match[1] or match[2]}/{match[3] or match[4]} ", text)
    return set(NUMBER.findall(THOUSANDS.sub("", text)))


def shares(text: str) -> dict[str, str]:
    """Return the shares in a text, such as "Three of its four words", each with its fraction, 3/4.

    One of the two numbers must be below 10; `numbers` finds the other shares.
    """
    small = dict(zip(WORDS, map(str, range(1, 13)), strict=True))
    found = {}
    for match in SHARE.finditer(text):
        part, whole = (small.get(word.lower(), word) for word in match.groups())
        if min(int(part), int(whole)) < 10:
            found[match[0]] = f"{part}/{whole}"
    return found


def asked(path: Path) -> dict[str, Prediction]:
    """The predictions of a notebook."""
    names = [name for _, cell in cells(path, "code") for name in USED.findall(source(cell))]
    return {name: QUESTIONS[name] for name in names}


def prose(path: Path) -> str:
    """Return the Markdown and the predictions, except the title, the sources, and code that is not a number."""
    texts = [source(cell) for _, cell in cells(path, "markdown") if cell["id"] not in ("title", "sources")]
    for one in asked(path).values():
        texts += [one.question, one.answer, one.explanation, *one.choices, *one.slips.values()]
    text = CITED.sub(" ", "\n\n".join(texts))  # another test checks the years of works
    return re.sub(r"`([^`]*)`", lambda code: code[1] if NUMBER.fullmatch(code[1]) else " ", text)


def shown(path: Path) -> str:
    """Return the text of the outputs without styles, drawings and the words of predictions."""
    found = list[str]()
    for _, cell in cells(path, "code"):
        for output in cell["outputs"]:
            data = output.get("data", {})
            plain = [] if "predict(" in source(cell) else data.get("text/plain", [])
            for text in (output.get("text", []), plain, data.get("text/html", [])):
                bare = OWN_WORDS.sub(" ", "".join(text))
                bare = re.sub(r"<(style|script|svg)\b.*?</\1>", " ", bare, flags=re.DOTALL)
                found.append(html.unescape(re.sub("<[^>]+>", " ", bare)))
    return "\n".join(found)


def facts(path: Path) -> dict[str, Any]:
    """What is to be checked in that notebook."""
    return tomllib.loads((Path(__file__).parent / "facts" / f"{path.stem}.toml").read_text("utf-8"))


def told(path: Path, answers: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the lines that the exercises of the notebook print for these answers."""
    left, names = list(answers), dict(variables(path))
    capsys.readouterr()
    for _, cell in cells(path, "code"):
        if re.search(r"\bcheck(_working)?\(", source(cell)):
            code = PLACE.sub(lambda place: place[1] + left.pop(0), source(cell))
            exec(compile(code, cell["id"], "exec"), names)
    assert left == []
    return capsys.readouterr().out.splitlines()


@cache
def variables(path: Path) -> dict[str, Any]:
    """The variables of the notebook, with what an expression may use besides."""
    names: dict[str, Any] = {"mtexplain": mtexplain, "Fraction": Fraction, "math": math, "exp": math.exp}
    for _, cell in cells(path, "code"):
        if "interact(" not in source(cell):
            exec(compile(source(cell), cell["id"], "exec"), names)
    for name, expression in facts(path).get("names", {}).items():
        names[name] = eval(expression, names)
    return names


@pytest.fixture(autouse=True)
def beside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to the folder in which the kernel of a notebook starts."""
    monkeypatch.chdir(FOLDER)


@every_notebook
def test_every_number_in_the_prose_is_printed_or_counted(path: Path) -> None:
    said, known = numbers(prose(path)), facts(path)
    in_facts = {*known.get("counted", {}), *known.get("published", {}), *known.get("choices", [])}
    open_ = said - numbers(shown(path)) - in_facts
    assert not open_, f"print it in a cell, or count it in the facts: {' '.join(sorted(open_))}"
    assert in_facts <= said, f"drop from the facts what is gone: {' '.join(sorted(in_facts - said))}"


@every_notebook
def test_every_share_in_the_prose_is_printed_or_counted(path: Path) -> None:
    """Shares of small numbers, also in words, such as five of its six words."""
    known, outputs = facts(path), shown(path)
    in_facts = "\n".join([*known.get("counted", {}), *known.get("said", {})])
    open_ = [
        words
        for words, ratio in shares(re.sub(r"[*_]", "", prose(path))).items()
        if words not in in_facts and ratio not in in_facts
        if ratio not in outputs and ratio.replace("/", " of ") not in outputs
    ]
    assert not open_, f"print it in a cell, or say it in the facts: {open_}"


@every_notebook
def test_a_counted_number_is_computed(path: Path) -> None:
    """A number is no proof of itself; a number that claims nothing belongs to `choices`."""
    expressions = facts(path).get("counted", {}).values()
    assert [one for one in expressions if isinstance(ast.parse(one, mode="eval").body, ast.Constant)] == []


@every_notebook
def test_a_published_number_has_its_source(path: Path) -> None:
    listed = source(cells(path)[-1][1])
    for number, work in facts(path).get("published", {}).items():
        assert work in listed, (number, work)


@every_notebook
def test_a_counted_number_is_right(path: Path) -> None:
    """A fraction exactly, a decimal to its last digit."""
    for number, expression in facts(path).get("counted", {}).items():
        right = eval(expression, variables(path))
        digits, e, _ = number.partition("e")
        form = f".{len(digits.partition('.')[2])}{e or 'f'}"
        exact = Fraction(number) == right if "/" in number else f"{float(right):{form}}" == number
        assert exact, (number, expression, right)


@every_notebook
def test_what_is_said_in_words_is_so(path: Path) -> None:
    words = re.sub(r"[*_]", "", prose(path))
    for phrase, expression in facts(path).get("said", {}).items():
        assert phrase in words
        assert eval(expression, variables(path)) is True, (phrase, expression)


@every_notebook
def test_the_answer_to_a_prediction_is_right(path: Path) -> None:
    """A number is checked to its last digit, words by their number, and a choice by an expression that is true."""
    proofs = facts(path).get("proofs", {})
    assert set(proofs) == set(asked(path))
    for name, one in asked(path).items():
        value = eval(proofs[name], variables(path))
        if one.choices:
            assert value is True, (name, value)
        elif one.words:
            assert Counter(one.answer.split()) == Counter(value), (name, value)
        elif one.within:
            assert abs(float(Fraction(one.answer)) - value) <= one.within, (name, value)
        else:
            assert verdict(one.answer, value).kind == "right", (name, value)


def minutes(path: Path) -> tuple[float, float]:
    """The minutes that a chapter takes without its exercise, and the minutes of the exercise.

    At 130 words a minute, 90 seconds a prediction, half a minute for what is shown, and two minutes an answer.
    """
    words = len(re.sub(r"<details>.*?</details>", "", prose(path), flags=re.DOTALL).split())
    exercise = [source(cell) for _, cell in cells(path, "markdown") if cell["id"].startswith("check")]
    asked_for = len(" ".join(exercise).split())
    answers = len(facts(path)["answers"])
    looked_at = sum(bool(cell["outputs"]) for _, cell in cells(path, "code")) - answers
    besides = facts(path).get("besides", 0)
    return (words - asked_for) / 130 + 1.5 * len(asked(path)) + looked_at / 2 + besides, asked_for / 130 + 2 * answers


@every_notebook
def test_the_minutes_are_those_that_it_takes(path: Path) -> None:
    estimate = sum(minutes(path))
    (claimed,) = re.findall(r"(\d+) minutes alone", source(cells(path)[0][1]))
    assert abs(int(claimed) - estimate) <= estimate / 5, (claimed, round(estimate))


def test_the_main_path_takes_four_hours_and_its_exercises_one_more() -> None:
    reading, exercises = map(sum, zip(*(minutes(path) for path in NOTEBOOKS if path.stem < "08"), strict=True))
    assert (round(reading / 60), round(exercises / 60)) == (4, 1)
    promise = "about four hours, and their exercises take about one hour more"
    assert promise in source(next(cell for _, cell in cells(NOTEBOOKS[0]) if cell["id"] == "can-now"))


def test_every_question_is_asked_once() -> None:
    every = [name for path in NOTEBOOKS for name in asked(path)]
    assert sorted(every) == sorted(QUESTIONS)


@every_notebook
def test_its_page_has_a_box_for_every_answer(path: Path) -> None:
    exercises = [source(cell) for _, cell in cells(path, "code") if re.search(r"\bcheck(_working)?\(", source(cell))]
    assert [len(PLACE.findall(code)) for code in exercises] == [len([*boxes(code)]) for code in exercises]


@every_notebook
def test_right_answers_are_told_that_they_are_right(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = facts(path)["answers"]
    said = told(path, answers, capsys)
    assert len(said) == len(answers)
    assert all(re.search(r"^(\w+_\d: )?(Right|Done|All \d+ are right)", line) for line in said), said


@every_notebook
def test_wrong_answers_are_told_that_they_are_not(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = told(path, ["'3/13'"] * len(facts(path)["answers"]), capsys)
    assert all(re.search(r"^(\w+_\d: )?(Not yet|Can't read .* Write 3 × 3)", line) for line in said), said


def test_numbers_are_found() -> None:
    text = (
        r"$p_1 = 4/6$, $\frac34 \cdot \tfrac{10}{12}$, 0.43 and 5.9e-155 or 1e-78, section 2.1.3, and/or 1 2, 64 rows"
    )
    assert numbers(text) == {"4/6", "3/4", "10/12", "0.43", "5.9e-155", "1e-78", "64"}
    assert numbers("3,072 positions, 9,437,184 pairs, 3,50 euros") == {"3072", "9437184", "50"}


def test_shares_are_found() -> None:
    text = "Three of its four words, 4 words of 7, 8 of the 32 cards, two out of three"
    text += "; one of the two, 30 of 100, rows of 8, 1 of 11.1"
    assert list(shares(text).values()) == ["3/4", "4/7", "8/32", "2/3"]
