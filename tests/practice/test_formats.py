"""Exercises as JSON, Moodle XML and GIFT: by the formats' published rules (docs.moodle.org), read independently."""

import json
import re
from collections.abc import Callable, Iterator
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from mtexplain import misconceptions, sheets
from mtexplain.by_hand.numbers import Quotient, plain, written
from mtexplain.cli import main
from mtexplain.display.plain import formula
from mtexplain.explain.practice.exercises.exercise import Exercise
from mtexplain.explain.practice.exercises.formats import as_json, gift, moodle_xml
from mtexplain.explain.practice.exercises.sheets import Exercises, Sheets
from mtexplain.explain.practice.exercises.topics import TOPICS
from tests.display.test_hostile_text import HOSTILE

MADE = sheets(2, seed=3, count=len(TOPICS))
"""A class of two, with a question of every topic."""
FRACTIONS = {"100", "90", "83.33333", "80", "75", "70", "66.66667", "60", "50", "40", "33.33333", "30", "25", "20",
             "16.66667", "14.28571", "12.5", "11.11111", "10", "5", "0"}  # fmt: skip
"""The shares that Moodle accepts for an answer, by its list of grades. Any other share stops the import."""


class Answer(NamedTuple):
    """An answer as a platform reads it."""

    typed: str
    percent: float
    feedback: str
    tolerance: float | None


class Question(NamedTuple):
    """A question as a platform reads it."""

    category: str
    name: str
    text: str
    is_numerical: bool
    answers: list[Answer]


def read_xml(xml: str) -> Iterator[Question]:
    """By the rules: a category question holds for what follows; others have a name, a text, and answers."""
    assert xml.startswith('<?xml version="1.0" encoding="UTF-8"?>')
    quiz = ElementTree.fromstring(xml.encode())
    assert quiz.tag == "quiz"
    category = ""
    for one in quiz:
        assert one.tag == "question"
        if one.get("type") == "category":
            category = one.findtext("category/text") or ""
            continue
        text = one.find("questiontext")
        assert text is not None
        assert text.get("format") == "html"
        assert one.findtext("defaultgrade") == "1"
        assert 0 <= float(one.findtext("penalty") or 9) <= 1
        assert one.get("type") in ("shortanswer", "numerical")
        assert (one.findtext("usecase") == "0") == (one.get("type") == "shortanswer")
        answers = []
        for answer in one.findall("answer"):
            assert answer.get("fraction") in FRACTIONS
            tolerance = answer.findtext("tolerance")
            assert (tolerance is not None) == (one.get("type") == "numerical")
            answers.append(Answer(answer.findtext("text") or "", float(answer.get("fraction") or 0),
                                  unescaped(answer.findtext("feedback/text") or ""),
                                  None if tolerance is None else float(tolerance)))  # fmt: skip
        name = one.findtext("name/text") or ""
        yield Question(category, name, text.findtext("text") or "", one.get("type") == "numerical", answers)


def read_gift(told: str) -> Iterator[Question]:
    """By the rules: blank lines separate questions; a backslash cancels the meaning of ~ = # { } : and of itself."""
    category = ""
    for block in re.split(r"\n\s*\n", told.strip()):
        if block.startswith("$CATEGORY:"):
            category = block.removeprefix("$CATEGORY:").strip()
            continue
        signs = [(sign, len(sign) == 1) for sign in re.findall(r"\\[~=#{}:n\\]|.|\n", block)]
        assert all(is_bare is False or sign != "\\" for sign, is_bare in signs)
        bare = "".join(sign if is_bare else "\0" for sign, is_bare in signs)
        whole = "".join(sign if is_bare else {"\\n": "\n"}.get(sign, sign[1:]) for sign, is_bare in signs)
        found = re.fullmatch(r"::([^:]*)::(\[html\][^{}~=#:]*)\{(#?)\n([^{}~]*)\n\}", bare)
        assert found, block
        name, text, answers = (whole[slice(*found.span(group))] for group in (1, 2, 4))
        yield Question(category, name, text.removeprefix("[html]"), found[3] == "#",
                       list(_answers(bare[slice(*found.span(4))], answers)))  # fmt: skip


def _answers(bare: str, whole: str) -> Iterator[Answer]:
    for line in re.finditer(r"=%(\d+)%([^=#:]*)(?::([0-9.]+))?#([^=#:]*)", bare):
        assert line[1] in FRACTIONS
        typed, feedback = (whole[slice(*line.span(group))] for group in (2, 4))
        tolerance = None if line[3] is None else float(line[3])
        yield Answer(typed.strip(), float(line[1]), unescaped(feedback.strip()), tolerance)


def unescaped(html: str) -> str:
    """A feedback is HTML without tags."""
    assert "<" not in html
    return unescape(html)


READERS = {"xml": lambda made: list(read_xml(moodle_xml(made))), "gift": lambda made: list(read_gift(gift(made)))}
each_format = pytest.mark.parametrize("read", READERS.values(), ids=READERS)


def test_both_formats_say_the_same() -> None:
    assert list(read_xml(moodle_xml(MADE))) == list(read_gift(gift(MADE)))


@each_format
def test_each_sheet_is_a_category(read: object) -> None:
    found = read(MADE)  # type: ignore[operator]
    assert len(found) == 2 * len(TOPICS)
    assert [one.category for one in found[:: len(TOPICS)]] == [
        f"$course$/mtexplain/mixed, level 1, seed 3, sheet {number}" for number in (1, 2)
    ]
    assert len({one.name for one in found}) == len(found)


@each_format
def test_each_answer_of_the_key_is_there_with_its_misconception(read: object) -> None:
    exercises = [one for sheet in MADE for one in sheet]
    for one, question in zip(exercises, read(MADE), strict=True):  # type: ignore[operator]
        assert question.is_numerical is not isinstance(one.answer, Quotient)
        right, *wrong = question.answers
        assert right.percent == 100
        assert [answer.percent for answer in wrong].count(100) == 0
        for name, answer in zip(one.wrong_answers, wrong, strict=False):
            known = misconceptions.get(name)
            assert answer.feedback == f"{known.title}. {known.explanation}"
        if not question.is_numerical:
            assert right.typed == formula(written(one.answer))
            continue
        assert float(right.typed) == pytest.approx(plain(one.answer), abs=1e-6)
        assert float(right.typed) == pytest.approx(float(f"{float(plain(one.answer) or 0):.3f}"), abs=right.tolerance)


@each_format
def test_no_typed_number_is_right_and_wrong(read: object) -> None:
    """The ranges of two answers do not overlap."""
    for question in read(MADE):  # type: ignore[operator]
        assert len({answer.typed for answer in question.answers}) == len(question.answers)
        if question.is_numerical:
            ends = sorted((float(one.typed) - one.tolerance, float(one.typed) + one.tolerance)
                          for one in question.answers)  # fmt: skip
            assert all(above <= below for (_, above), (below, _) in pairwise(ends))


@each_format
def test_a_length_must_be_exact(read: object) -> None:
    (question,) = read(sheets(1, topic="length", level=2, count=1))  # type: ignore[operator]
    assert question.answers[0].tolerance == 0


@each_format
def test_the_reduced_pair_is_told_that_it_is_another(read: object) -> None:
    one = Exercise("the the the cat", ("the cat the mat",), {"max_n": 1}, "p_1", ("no-clipping", "set"))
    (question,) = read(Sheets((Exercises(1, "clipping", 1, (one,)),)))  # type: ignore[operator]
    assert question.answers[0].typed == "3/4"
    halves = Exercise("the the cat cat", ("the cat",), {"max_n": 1}, "p_1", ("no-clipping",))
    (question,) = read(Sheets((Exercises(1, "clipping", 1, (halves,)),)))  # type: ignore[operator]
    typed, percent, feedback, _ = question.answers[-1]
    assert (question.answers[0].typed, typed, percent) == ("2/4", "1/2", 50)
    assert feedback.startswith("Equal, but a different pair: 1/2 is 2/4 reduced.")


@each_format
@pytest.mark.parametrize("word", [*HOSTILE.values(), "</text>]]>", "::a::{=b#c}~", "\\", "\\n", "// x", "$CATEGORY: x",
                                  "&&058;", "\x00\x1b"])  # fmt: skip
def test_hostile_words_stay_words(word: str, read: object) -> None:
    one = Exercise(f"a {word} b", ("a b", word or "c"), {"max_n": 1}, "p_1", ("no-clipping",))
    (question,) = read(Sheets((Exercises(1, word, 1, (one,)),)))  # type: ignore[operator]
    assert len(question.answers) >= 2
    assert question.answers[0].percent == 100
    assert re.sub(r"</?(pre|p)>", "", question.text).count("<") == 0
    assert "\n" not in question.category + question.name


def test_json_has_the_feedback_too() -> None:
    first = json.loads(as_json(MADE))["sheets"][0]["exercises"][0]
    assert set(first["feedback"]) == set(first["wrong_answers"])
    assert first["feedback"]["no-clipping"].startswith("No clipping. ")


@pytest.mark.parametrize(("ending", "written"), [("json", as_json), ("xml", moodle_xml), ("gift", gift)])
def test_one_command_writes_them(
    ending: str, written: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"quiz.{ending}"
    main(["exercises", "rouge", "--students", "2", "--count", "2", "--to", str(file)])
    assert capsys.readouterr().out == f"{file}: 2 sheets, each with different numbers, with answers and feedback\n"
    assert file.read_text("utf-8") == f"{written(sheets(2, topic='rouge', count=2))}\n"  # type: ignore[operator]
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("write", [moodle_xml, gift])
def test_no_closed_form_is_asked_for_where_none_is_read(write: Callable[[Sheets], str]) -> None:
    """A platform reads only a number."""
    made = write(sheets(1, topic="bleu", count=2))
    assert "Give three digits." in made
    assert "closed form" not in made
