"""Questions to answer before the result is shown. The page itself checks the answer and opens the fold."""

import json
import re
import tomllib
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from mtexplain import carried, data
from mtexplain.data import Record
from mtexplain.display.html import framed, style
from mtexplain.display.markup import escaped
from mtexplain.explain.practice.answers import read
from mtexplain.explain.practice.reveal import Shown, as_html
from mtexplain.inputs import InputError, check_text, described

FOLDER = Path("predictions")
"""The folder beside the notebooks that holds their questions, with a TOML file for each notebook."""
COURSE = carried.root() / "notebooks" / FOLDER
"""The folder with the questions of the course, for a notebook that has no such folder beside it."""


class Prediction(NamedTuple):
    """A question with its answer, and hints for wrong answers. Its repr hides the answer; `print(_.told)` shows it."""

    question: str
    answer: str
    """A number such as "4/6", a choice, or the words to click on."""
    explanation: str
    slips: dict[str, str]
    """The hint for each wrong answer that has a known reason; every wrong choice has a hint."""
    choices: tuple[str, ...] = ()
    words: str = ""
    """The text whose words can be clicked. A word that occurs twice may be clicked in either place."""
    within: float = 0.0
    """The largest allowed distance from the answer, if the number can only be estimated."""
    gives_away: tuple[str, ...] = ()
    """Phrases that give the answer away. Nothing that readers see before they answer may contain them."""
    inside: Shown | str | list[str] = ""
    """The result that the fold shows below the explanation."""

    @property
    def told(self) -> str:
        """The answer and its explanation."""
        return f"{self._ended} {self.explanation}"

    @property
    def _ended(self) -> str:
        return self.answer if self.answer.endswith(".") else f"{self.answer}."

    def __repr__(self) -> str:
        choices = "".join(f"\n  {letter}. {choice}" for letter, choice in zip("abcdef", self.choices, strict=False))
        return f"Predict: {self.question}{choices}\n(For the answer, run print(_.told))"

    def _repr_html_(self) -> str:
        key = str if self.choices or self.words else _number
        slips = [(key(slip), hint) for slip, hint in self.slips.items()]
        check = {"answer": key(self.answer), "slips": slips, "within": self.within, "choices": self.choices}
        result = as_html(self.inside).replace(f"<style>\n{style()}</style>\n", "") if self.inside else ""
        return framed(
            [
                f'<div class="predict" data-check="{escaped(json.dumps(check, ensure_ascii=False))}">',
                f'<p class="ask"><b>Predict:</b> {_marked(self.question)}</p>',
                _listed("ol", "li", map(_marked, self.choices)),
                _listed("p", "span", map(escaped, self.words.split())),
                f'<details><summary>Show the answer</summary>\n<p class="told"><b>{_marked(self._ended)}</b>',
                f"{_marked(self.explanation)}</p>\n{result}\n</details>\n</div>\n<script>{script()}</script>",
            ]
        )


def predict(name: str, result: Shown | str | list[str] = "") -> Prediction:
    """The question of that name, to be answered before the fold with the result opens.

    A first wrong answer gets a hint and a second try. The rest of the notebook, up to the next heading, is covered
    until the question is answered or skipped.

    A question in the folder `predictions` beside the notebook takes precedence over a course question of the same
    name, so a lecturer can ask other questions. Questions are written in TOML, with text, answer, slips and
    explanation.

    >>> from contextlib import chdir
    >>> from tempfile import TemporaryDirectory
    >>> asked = 'sum = {question = "1 + 1?", answer = "2", explanation = "A pair.", gives_away = ["2"]}'
    >>> with TemporaryDirectory() as folder, chdir(folder):
    ...     FOLDER.mkdir()
    ...     written = (FOLDER / "mine.toml").write_text(asked)
    ...     print(predict("sum").question)
    1 + 1?

    InputError if neither folder has a question of that name, or if a question beside the notebook is incomplete.
    """
    check_text(name, "name")
    beside = questions(FOLDER)
    known = beside if name in beside else questions(COURSE)
    if name not in known:
        expected = f"one of {', '.join(beside)}, or a question of the course" if beside else "the name of a question"
        fix = f"The folders that were searched are {FOLDER.absolute()} and {COURSE}."
        raise InputError("name", described(name), expected, fix)
    return known[name]._replace(inside=result)


def questions(folder: Path) -> dict[str, Prediction]:
    """All questions of a folder, by name. InputError if a question is incomplete."""
    predictions: dict[str, Prediction] = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            entries = tomllib.loads(path.read_text("utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise InputError(path.name, str(error), "TOML, as in the files beside it") from error
        for name, asked in entries.items():
            where = f"{path.name}, {name}"
            if name in predictions:
                raise InputError(where, "the name of another question", "a name that no other question has")
            predictions[name] = _shuffled(name, _question(where, asked))
    return predictions


def _question(where: str, asked: Record) -> Prediction:
    """The question of an entry; InputError if something is missing, unknown, or can't be answered."""
    required = {"question", "answer", "explanation", "gives_away"}
    if odd := asked.keys() - set(Prediction._fields[:-1]) or required - asked.keys():
        fields = "question, answer, explanation, gives_away; slips, choices, words, within"
        raise InputError(where, f"{min(odd)!r}, unknown or missing", fields)
    lists: Record = {name: tuple(asked.get(name, ())) for name in ("choices", "gives_away")}
    prediction = Prediction(**{"slips": {}, **asked, **lists})
    if not prediction.gives_away:
        raise InputError(where, "no phrase in gives_away", "the phrases that give the answer away")
    if prediction.choices and {prediction.answer, *prediction.slips} != set(prediction.choices):
        raise InputError(
            where, f"choices {prediction.choices}", "choices that are the answer and the slips, and nothing else"
        )
    if prediction.words and set(prediction.answer.split()) - set(prediction.words.split()):
        raise InputError(where, described(prediction.answer), f"some of the words {prediction.words!r}")
    if not (prediction.choices or prediction.words) and None in map(_number, (prediction.answer, *prediction.slips)):
        raise InputError(
            where, described((prediction.answer, *prediction.slips)), "numbers, choices, or words to click on"
        )
    return prediction


def _shuffled(name: str, asked: Prediction) -> Prediction:
    """The question with its choices in an order that depends only on its name, so that no position is a hint."""
    return asked._replace(
        choices=tuple(sorted(asked.choices, key=lambda choice: sha256(f"{name}: {choice}".encode()).digest()))
    )


def _number(text: str) -> float | str | None:
    """The number for the page, with a fraction as it is written, because 2/2 and 7/7 may be different slips."""
    given = read(text)
    if given is None or given.value is None:
        return None
    return f"{given.pair[0]}/{given.pair[1]}" if given.pair else float(given.value)


def _marked(text: str) -> str:
    """The text as HTML, with the words between backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escaped(text))


def _listed(whole: str, part: str, items: Iterable[str]) -> str:
    body = " ".join(f"<{part}>{item}</{part}>" for item in items)
    return f'<{whole} class="choices">{body}</{whole}>' if body else ""


def script() -> str:
    """The scripts that cover the rest of a section and check the answer; without scripts, the answer is in a fold."""
    return "\n".join(data.text(__package__, name) for name in ("gate.js", "predict.js"))
