"""A prediction keeps its answer to itself, and says what is wrong with its question before anyone is asked."""

import json
import re
from html import unescape
from pathlib import Path

import pytest

import mtexplain
from mtexplain import InputError
from mtexplain.explain.practice.predictions import COURSE, Prediction, questions
from tests.display.test_hostile_text import every_hostile
from tests.places import ROOT

WORDS = """
[words]
question = "How much of `the the cat` earns credit?"
answer = "2/3"
explanation = "One `the` is clipped."
gives_away = ["2/3"]
slips = { "3/3" = "Nothing was clipped." }

[better]
question = "Which is better?"
choices = ["this", "that"]
answer = "that"
explanation = "It is longer."
gives_away = ["that is longer"]
slips = { "this" = "It is shorter." }

[credit]
question = "Click on the words that earn credit."
words = "the the cat"
answer = "the cat"
explanation = "Only one."
gives_away = ["only one"]
"""
OTHER = '[x]\nquestion = "?"\nanswer = "one"\nexplanation = "."'
TRACE = mtexplain.bleu("the the cat", ["the cat sat"])


@pytest.fixture(autouse=True)
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which Python was started, with questions in it."""
    (tmp_path / "predictions").mkdir()
    (tmp_path / "predictions" / "a.toml").write_text(WORDS, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_as_text_it_keeps_its_answer() -> None:
    asked = mtexplain.predict("words", TRACE)
    assert "2/3" not in repr(asked)
    assert asked.told == "2/3. One `the` is clipped."
    assert repr(mtexplain.predict("better")).splitlines()[:3] == ["Predict: Which is better?", "  a. that", "  b. this"]


def test_the_order_of_choices_depends_on_the_name_alone(tmp_path: Path) -> None:
    """Whatever the order in which they were written."""
    written = """[q]\nquestion = "?"\nanswer = "a"\nexplanation = "."\ngives_away = ["."]
        choices = CHOICES\nslips = {b = "", c = ""}"""
    seen = set()
    for choices in ('["a", "b", "c"]', '["c", "a", "b"]'):
        (tmp_path / "predictions" / "a.toml").write_text(written.replace("CHOICES", choices), "utf-8")
        seen.add(questions(tmp_path / "predictions")["q"].choices)
    assert len(seen) == 1


def test_no_place_is_a_hint() -> None:
    """Of three choices the right one is first, in the middle, or last in fewer than half of the questions."""
    asked = [one for folder in ("lectures", "notebooks") for one in questions(ROOT / folder / "predictions").values()]
    right = [one.choices.index(one.answer) for one in asked if len(one.choices) == 3]
    assert len(right) > 30
    assert max(map(right.count, range(3))) < len(right) / 2


def test_where_no_script_runs_it_is_a_question_with_a_closed_fold() -> None:
    """When a careful site has removed attributes and scripts, the answer and the result stand only in the fold."""
    page = mtexplain.predict("words", TRACE.step("p_1"))._repr_html_()
    bare = re.sub(r"<(style|script)\b.*?</\1>|<(?!details>)[^>]*>", "", page, flags=re.DOTALL)
    before, inside = bare.split("<details>")
    assert "How much of the the cat earns credit?" in before
    assert "2/3" not in before
    assert "<form" not in page
    assert "2/3" in inside
    assert "clipped count" in inside
    assert page.count("<style>") == 1


def test_what_the_page_checks_by() -> None:
    """Fractions as they are written, words as words; a slip with what to say to it."""

    def data(name: str) -> object:
        (found,) = re.findall('data-check="(.*?)"', mtexplain.predict(name)._repr_html_())
        return json.loads(unescape(found))

    assert data("words") == {
        "answer": "2/3", "slips": [["3/3", "Nothing was clipped."]], "within": 0, "choices": [],
    }  # fmt: skip
    assert data("better") == {
        "answer": "that", "slips": [["this", "It is shorter."]], "within": 0, "choices": ["that", "this"],
    }  # fmt: skip


@every_hostile
def test_hostile_text_is_only_text(word: str) -> None:
    page = Prediction(word, word, word, {word: word}, (word, "b"), word)._repr_html_()
    page = re.sub(r"<(style|script)>.*?</\1>|</?(code|b)>", "", page, flags=re.DOTALL)
    for mark in ("<script", "<img", "onerror=alert(1)>", "<h1", "<?php", "<!--"):
        assert mark not in page


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ('[x]\nquestion = "?"\nanswer = "1"', "b.toml, x: got 'explanation', unknown or missing; expected question,"),
        ('[x]\nquestion = "?"\nanswer = "1"\nexplanation = "."\nslip = 1', "b.toml, x: got 'slip', unknown or missing"),
        ('[x]\nquestion = "?"\nanswer = "1"\nexplanation = "."', "b.toml, x: got 'gives_away', unknown or missing"),
        (f"{OTHER}\ngives_away = []", "b.toml, x: got no phrase in gives_away; expected the phrases that give"),
        (f'{OTHER}\ngives_away = ["one"]', r"b.toml, x: got tuple, \('one',\); expected numbers"),
        (
            f'{OTHER}\ngives_away = ["one"]\nchoices = ["one", "two"]',
            "choices that are the answer and the slips, and nothing else",
        ),
        (f'{OTHER}\ngives_away = ["one"]\nwords = "a b"', "got a string, 'one'; expected some of"),
        ("[x", "b.toml: got Expected"),
    ],
)
def test_a_question_that_is_not_whole_is_refused(beside: Path, written: str, message: str) -> None:
    (beside / "predictions" / "b.toml").write_text(written, "utf-8")
    with pytest.raises(InputError, match=message):
        mtexplain.predict("words")


def test_a_name_that_is_used_twice_is_refused(beside: Path) -> None:
    (beside / "predictions" / "b.toml").write_text(WORDS, "utf-8")
    with pytest.raises(InputError, match=r"b\.toml, words: got the name of another question"):
        questions(Path("predictions"))


def test_a_notebook_that_is_alone_asks_the_questions_of_the_course(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    assert mtexplain.predict("bet") == questions(COURSE)["bet"]


def test_a_question_beside_the_notebook_comes_before_one_of_the_course(beside: Path) -> None:
    (beside / "predictions" / "b.toml").write_text(WORDS.replace("[words]", "[bet]").partition("[better]")[0], "utf-8")
    assert "`the the cat`" in mtexplain.predict("bet").question
    assert "`the the cat`" not in mtexplain.predict("words-of-a").question


def test_what_is_not_there_is_told_with_both_places(beside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="name: got a string, 'word'; expected one of words, better, credit, or a "):
        mtexplain.predict("word")
    monkeypatch.chdir(beside / "predictions")
    places = f"The folders that were searched are {beside / 'predictions' / 'predictions'} and {COURSE}."
    with pytest.raises(InputError, match=re.escape(f"expected the name of a question. {places}")):
        mtexplain.predict("word")
