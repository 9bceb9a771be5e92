"""What is handed out: a worksheet to clip by hand, an exit quiz, and their keys."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import mtexplain
from mtexplain import InputError, bleu, exercises, misconceptions, sheets, worksheet
from mtexplain.by_hand.numbers import written
from mtexplain.cli import main
from mtexplain.display.plain import formula
from mtexplain.explain.practice.exercises.topics import TOPICS

THE = "the the the cat is on the mat", ["the cat is on the mat", "there is a cat on the mat"]
SHEET = worksheet(*THE)


def lines(told: object) -> list[list[str]]:
    """Each line as its words."""
    return [line.split() for line in str(told).splitlines()]


# The worksheet.


def test_the_worksheet_has_the_ngrams_and_no_number() -> None:
    told = lines(SHEET)
    for ngram in ("the", "cat", "is", "on", "mat", "the the", "the cat", "cat is", "is on", "on the", "the mat"):
        assert ngram.split() in told
    assert told.count(["sum"]) == 2
    below = str(SHEET).partition("1. Clip\n")[2]
    assert not re.search(r"\d/\d|0\.\d", below)
    assert set(re.findall(r"\d", re.sub(r"^\d\..*|p_\d|ref. \d|power 1|is 1", "", below, flags=re.M))) == set()


def test_the_key_is_the_same_page_filled_in() -> None:
    """Counted on fingers: `the` 4 times, clipped to 2; r is 7, nearer to 8 than 6."""
    told = lines(SHEET.key)
    assert ["the", "4", "2", "1", "2", "2"] in told
    assert ["the", "the", "2", "0", "0", "0", "0"] in told
    assert told[told.index(["p_1", "p_2", "c", "r", "BP", "BLEU"]) + 1] == ["6/8", "5/7", "8", "7", "1", "0.7319"]
    assert bleu(*THE, max_n=2).score == pytest.approx(0.7319, abs=5e-5)


def test_the_key_lists_the_usual_mistakes_that_show() -> None:
    told = str(SHEET.key)
    assert re.search(r"No clipping +p_1 = 8/8", told)
    assert "No brevity penalty" not in told
    assert "mistake" not in str(SHEET)


def test_every_view_of_the_worksheet() -> None:
    for sheet in (SHEET, SHEET.key):
        assert "BLEU-2 by hand" in sheet.to_html()
        assert "\\section" in sheet.to_latex()
        json.dumps(sheet.to_dict())
    assert "0.7319" not in SHEET.to_html() + SHEET.to_latex()
    assert mtexplain.worksheet is worksheet


def test_hostile_words_stay_words() -> None:
    sheet = worksheet("<script>alert(1)</script> $x$ \\input", ["a & b"])
    for made in (sheet, sheet.key):
        assert "<script>" not in made.to_html()
        assert "\\input" not in made.to_latex()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("a " * 13, ["b"]), "candidate: got 13 words; expected at most 12. A worksheet must fit on an A4 page."),
        (("a", ["b", "b " * 13]), "reference 2: got 13 words"),
        (("a", ["b"] * 4), "references: got 4; expected at most 3."),
        (("a", "b"), "references"),
        ((1, ["b"]), "candidate"),
    ],
)
def test_what_does_not_fit_is_told(given: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        worksheet(*given)
    assert str(caught.value).startswith(message)


def test_the_worksheet_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["worksheet", THE[0], *THE[1]])
    main(["worksheet", THE[0], *THE[1], "--key"])
    assert capsys.readouterr().out == f"{SHEET}\n{SHEET.key}\n"
    file = tmp_path / "clip.html"
    main(["worksheet", THE[0], *THE[1], "--to", str(file)])
    assert capsys.readouterr().out == f"{file}: 1 page\n{tmp_path / 'clip_key.html'}: the key\n"
    assert (tmp_path / "clip_key.html").read_text("utf-8") == f"{SHEET.key.to_html()}\n"
    with pytest.raises(SystemExit):
        main(["worksheet", THE[0], *THE[1], "--to", "clip.xml"])
    assert "expected a name that ends in .html, .tex, .txt.\n" in capsys.readouterr().err


# The exit quiz.


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("level", [1, 2, 3])
def test_one_letter_is_right_and_every_other_has_its_misconception(topic: str, level: int) -> None:
    made = exercises(2, topic, level, 2)
    for one, told in zip(made, made.choices.to_dict()["choices"][0], strict=True):
        assert list(told) == list("ABCDE")[: len(told)]
        assert len(told) >= 4
        assert [letter["misconception"] for letter in told.values()].count(None) == 1
        for letter in told.values():
            if letter["misconception"]:
                wrong = one.wrong_answers[letter["misconception"]]
                assert one.mistake(formula(written(wrong))) == misconceptions.get(letter["misconception"])


def test_the_right_letter_is_not_always_the_same() -> None:
    quiz = sheets(20, count=3).choices
    right = {letter for sheet in quiz.to_dict()["choices"] for one in sheet
             for letter, answer in one.items() if answer["misconception"] is None}  # fmt: skip
    assert right == set("ABCDE")


def test_the_quiz_shows_each_answer_and_no_mistake_and_its_key_names_them() -> None:
    made = exercises(1, "rouge", 2, 2)
    quiz, key = str(made.choices), str(made.choices.key)
    for one in made:
        for value in (one.answer, *list(one.wrong_answers.values())[:4]):
            assert formula(written(value)) in quiz
        for name in one.misconceptions[:4]:
            assert misconceptions.get(name).phrase in key
            assert misconceptions.get(name).phrase not in quiz
    for letter in ("A", "B", "C", "D"):
        assert f"{letter}: " in quiz
    assert made.choices.key.to_html() != made.choices.to_html()


def test_a_class_gets_a_quiz_each(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    made = sheets(3, topic="length", count=2)
    assert made.choices.to_html().count('<div class="leaf">') == 3
    main(["exercises", "length", "--count", "2", "--students", "3", "--choices"])
    assert capsys.readouterr().out == f"{made.choices}\n"
    main(["exercises", "length", "--count", "2", "--students", "3", "--choices", "--key", "--format", "json"])
    assert json.loads(capsys.readouterr().out) == made.choices.to_dict()
    main(["exercises", "length", "--count", "2", "--choices", "--to", str(tmp_path / "a.tex")])
    assert "Exit quiz" in (tmp_path / "a.tex").read_text("utf-8")
    assert "Key to the exit quiz" in (tmp_path / "a_key.tex").read_text("utf-8")
