"""Exercises as JSON files, and as Moodle XML and GIFT files for learning platforms.

A question about a counted pair is a short-answer question; a question about any other number is numerical. The known
wrong answers are included. They earn nothing, and their feedback names the misconception. A reduced pair earns 50%.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from math import inf
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from mtexplain.by_hand.numbers import Quotient, Value, plain, written
from mtexplain.display import plain as text
from mtexplain.display.markup import escaped
from mtexplain.display.parts import Prose
from mtexplain.explain.practice import checking
from mtexplain.explain.practice.exercises.exercise import Exercise, feedback
from mtexplain.explain.practice.exercises.making import APART
from mtexplain.explain.practice.exercises.sheets import Exercises, Sheets
from mtexplain.invisible import visible

_PLAIN = re.compile(r"digits, or a .*")


class Reply(NamedTuple):
    """An answer that a question recognizes, with the percentage of the mark that it earns and its feedback."""

    answer: str
    percent: int
    feedback: str
    tolerance: str = ""
    """The allowed error of a number; empty for a pair."""


def replies(exercise: Exercise) -> Iterator[Reply]:
    """The right answer of an exercise, its wrong answers, and, for a pair, the same pair reduced."""
    tell = _pair if isinstance(exercise.answer, Quotient) else _number
    yield tell(exercise.answer, 100, f"Right: {text.formula(exercise.subject.working(exercise.score, exercise.asks))}.")
    for name, wrong in exercise.wrong_answers.items():
        if plain(wrong) not in (None, inf, -inf):
            yield tell(wrong, 0, feedback(name))
    reduced = str(plain(exercise.answer))
    if isinstance(exercise.answer, Quotient) and reduced != text.formula(written(exercise.answer)):
        yield Reply(reduced, 50, checking.verdict(reduced, (exercise.answer.matches, exercise.answer.total)).text)


def _pair(value: Value, percent: int, message: str) -> Reply:
    return Reply(text.formula(written(value)), percent, message)


def _number(value: Value, percent: int, message: str) -> Reply:
    """The reply for a number. Lengths must be exact; the tolerance of other numbers is half the distance APART."""
    digits = f"{float(plain(value) or 0):.6f}".rstrip("0").rstrip(".")
    return Reply(digits, percent, message, "0" if isinstance(value, int) else f"{APART / 2:g}")


def as_json(sheets: Sheets) -> str:
    """The sheets with all their answers, as JSON."""
    return json.dumps(sheets.to_dict(), ensure_ascii=False, indent=2)


def moodle_xml(sheets: Sheets) -> str:
    """The sheets as Moodle XML, with a category for each sheet (see "Moodle XML format" on docs.moodle.org)."""
    quiz = Element("quiz")
    for sheet in sheets:
        _text(SubElement(SubElement(quiz, "question", type="category"), "category"), _category(sheet))
        for number, exercise in enumerate(sheet, 1):
            kind = "shortanswer" if isinstance(exercise.answer, Quotient) else "numerical"
            question = SubElement(quiz, "question", type=kind)
            _text(SubElement(question, "name"), _name(sheet, number))
            _text(SubElement(question, "questiontext", format="html"), _html(exercise))
            settings = {"defaultgrade": "1", "penalty": "0.3333333", "hidden": "0"}
            for tag, setting in (settings | ({"usecase": "0"} if kind == "shortanswer" else {})).items():
                SubElement(question, tag).text = setting
            for reply in replies(exercise):
                answer = SubElement(question, "answer", fraction=str(reply.percent), format="plain_text")
                _text(answer, reply.answer)
                _text(SubElement(answer, "feedback", format="html"), escaped(reply.feedback))
                if reply.tolerance:
                    SubElement(answer, "tolerance").text = reply.tolerance
    indent(quiz)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(quiz, encoding="unicode")


def gift(sheets: Sheets) -> str:
    """The sheets as GIFT, with a category for each sheet (see "GIFT format" on docs.moodle.org)."""
    blocks = []
    for sheet in sheets:
        blocks.append(f"$CATEGORY: {_category(sheet)}")
        for number, exercise in enumerate(sheet, 1):
            answers = "\n".join(map(_gift_reply, replies(exercise)))
            mark = "" if isinstance(exercise.answer, Quotient) else "#"
            text_of_question = f"::{_gift(_name(sheet, number))}::[html]{_gift(_html(exercise))}"
            blocks.append(f"{text_of_question}{{{mark}\n{answers}\n}}")
    return "\n\n".join(blocks)


def _gift_reply(reply: Reply) -> str:
    tolerance = f":{reply.tolerance}" if reply.tolerance else ""
    return f"=%{reply.percent}%{_gift(reply.answer)}{tolerance}#{_gift(escaped(reply.feedback))}"


def _gift(words: str) -> str:
    r"""Text with the special characters of GIFT escaped, and without blank lines, which would end the question.

    >>> print(_gift("{a = b}"))
    \{a \= b\}
    """
    return re.sub(r"([\\~=#{}:])", r"\\\1", words).replace("\n", "\\n")


def _text(parent: Element, words: str) -> None:
    SubElement(parent, "text").text = words


def _html(exercise: Exercise) -> str:
    """The task without styles, because a platform has its own, and without closed forms, which it can't read."""
    return "".join(f"<p>{escaped(_PLAIN.sub('digits.', text.prose(part)))}</p>" if isinstance(part, Prose) else
                   f"<pre>{escaped(text.part(part).strip())}</pre>" for part in exercise.task)  # fmt: skip


def _category(sheet: Exercises) -> str:
    """The category of the questions. A slash would begin a subcategory, and GIFT has no escapes here."""
    return "$course$/mtexplain/" + re.sub(r"[^-\w, ]", "_", sheet.code)


def _name(sheet: Exercises, number: int) -> str:
    return f"{' '.join(map(visible, sheet.code.split()))}, exercise {number}"


FILES: Mapping[str, Callable[[Sheets], str]] = {".json": as_json, ".xml": moodle_xml, ".gift": gift}
"""The formats that include the answers, by file extension."""
