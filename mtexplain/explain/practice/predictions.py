"""Questions that are answered before the result is seen. The page itself checks the answer and opens the fold."""

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
"""The folder beside notebooks that holds their questions: a TOML file for each notebook."""
COURSE = carried.root() / "notebooks" / FOLDER
"""The folders with the questions of the course, for a notebook that is alone."""


class Prediction(NamedTuple):
    """A question with its answer, and what to say to a slip. As text it keeps its answer; `print(_.told)` tells it."""

    question: str
    answer: str
    """A number such as "4/6"; one of the choices; or the words to click on."""
    explanation: str
    slips: dict[str, str]
    """The hint for each wrong answer that has a known reason; every wrong choice has a hint."""
    choices: tuple[str, ...] = ()
    words: str = ""
    """The text whose words can be clicked. A word that stands there twice may be clicked in either place."""
    within: float = 0.0
    """The largest distance from the answer, if the number can only be estimated."""
    gives_away: tuple[str, ...] = ()
    """Phrases that give the answer away. Nothing that readers see before they answer may contain them."""
    inside: Shown | str | list[str] = ""
    """The result that the fold shows below the explanation."""

    @property
    def told(self) -> str:
        """The answer, and why it is so."""
        return f"{self._ended} {self.explanation}"

    @property
    def _ended(self) -> str:
        return self.answer if self.answer.endswith(".") else f"{self.answer}."

    def __repr__(self) -> str:
        choices = "".join(f"\n  {letter}. {choice}" for letter, choice in zip("abcdef", self.choices, strict=False))
        return f"Predict: {self.question}{choices}\n(The answer: print(_.told))"

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
    """The question of that name, to be answered before the result is seen: the fold with it opens after the answer.

    A first wrong answer gets its hint, and a second try. What follows in the notebook, up to the next heading, is
    covered until the question is answered or skipped.

    A question of the folder `predictions` beside the notebook comes before one of the course of the same name, so a
    lecturer can ask others. They are written in TOML: text, answer, slips and explanation.

    >>> from contextlib import chdir
    >>> from tempfile import TemporaryDirectory
    >>> asked = 'sum = {question = "1 + 1?", answer = "2", explanation = "A pair.", gives_away = ["2"]}'
    >>> with TemporaryDirectory() as folder, chdir(folder):
    ...     FOLDER.mkdir()
    ...     written = (FOLDER / "mine.toml").write_text(asked)
    ...     print(predict("sum").question)
    1 + 1?

    InputError where neither has a question of that name, or where one that stands beside the notebook is not whole.
    """
    check_text(name, "name")
    beside = questions(FOLDER)
    known = beside if name in beside else questions(COURSE)
    if name not in known:
        expected = f"one of {', '.join(beside)}, or a question of the course" if beside else "the name of a question"
        fix = f"Questions are looked for in {FOLDER.absolute()}, then in {COURSE}."
        raise InputError("name", described(name), expected, fix)
    return known[name]._replace(inside=result)


def questions(folder: Path) -> dict[str, Prediction]:
    """All questions of a folder, by their names; each must be whole."""
    predictions: dict[str, Prediction] = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            entries = tomllib.loads(path.read_text("utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise InputError(path.name, str(error), "TOML, as in the files beside it") from error
        for name, asked in entries.items():
            where = f"{path.name}, {name}"
            if name in predictions:
                raise InputError(where, "a name that another question has", "a name of its own")
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
            where, f"choices {prediction.choices}", "the answer among them, and a slip for each of the others"
        )
    if prediction.words and set(prediction.answer.split()) - set(prediction.words.split()):
        raise InputError(where, described(prediction.answer), f"some of the words {prediction.words!r}")
    if not (prediction.choices or prediction.words) and None in map(_number, (prediction.answer, *prediction.slips)):
        raise InputError(
            where, described((prediction.answer, *prediction.slips)), "numbers, choices, or words to click on"
        )
    return prediction


def _shuffled(name: str, asked: Prediction) -> Prediction:
    """The question with its choices in an order that depends on its name alone, so that no place is a hint."""
    return asked._replace(
        choices=tuple(sorted(asked.choices, key=lambda choice: sha256(f"{name}: {choice}".encode()).digest()))
    )


def _number(text: str) -> float | str | None:
    """The number for the page, a fraction as it is written: 2/2 may be another slip than 7/7."""
    given = read(text)
    if given is None or given.value is None:
        return None
    return f"{given.pair[0]}/{given.pair[1]}" if given.pair else float(given.value)


def _marked(text: str) -> str:
    """The text as HTML; what stands between backticks is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escaped(text))


def _listed(whole: str, part: str, items: Iterable[str]) -> str:
    body = " ".join(f"<{part}>{item}</{part}>" for item in items)
    return f'<{whole} class="choices">{body}</{whole}>' if body else ""


def script() -> str:
    """The scripts that cover the rest of a section and check the answer; without scripts a closed fold has it."""
    return "\n".join(data.text(__package__, name) for name in ("gate.js", "predict.js"))
