"""Exercises on paper, with a sheet for each student of a class and a key for the marker."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

from mtexplain.by_hand.numbers import Value, as_json, plain, written
from mtexplain.data import Record
from mtexplain.display import plain as text
from mtexplain.display.formula import Chain, Formula
from mtexplain.display.paper import Block, Leaf, Paper
from mtexplain.display.parts import Cell, Prose, Table, columns
from mtexplain.explain.practice.exercises.exercise import Exercise
from mtexplain.explain.practice.misconceptions import misconception

_NAME, _GAP = "Name: ______________________________", "\u2003\u2003"


@dataclass(frozen=True, repr=False)
class Exercises(Paper):
    """A sheet of exercises for the screen or for print, with their key. Make it with `exercises`."""

    seed: int
    topic: str
    level: int
    exercises: tuple[Exercise, ...]
    number: int | None = None
    """The number of the sheet in a class; None if the sheet is not for a class."""

    def __iter__(self) -> Iterator[Exercise]:
        return iter(self.exercises)

    def __len__(self) -> int:
        return len(self.exercises)

    def __getitem__(self, index: int) -> Exercise:
        return self.exercises[index]

    @property
    def code(self) -> str:
        """The topic, level and seed, with which these exercises can be made again."""
        sheet = "" if self.number is None else f", sheet {self.number}"
        return f"{self.topic}, level {self.level}, seed {self.seed}{sheet}"

    @property
    def answers(self) -> tuple[str, ...]:
        """The right answers as texts."""
        return tuple(exercise.answered[1] for exercise in self.exercises)

    def to_dict(self) -> Record:
        """The exercises with their answers, ready for JSON."""
        return {
            "topic": self.topic,
            "level": self.level,
            "seed": self.seed,
            "sheet": self.number,
            "exercises": [exercise.to_dict() for exercise in self.exercises],
        }

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        return (self.leaf(),)

    def leaf(self, line: str = "", room: int = 0) -> Leaf:
        """All exercises on a leaf, with a line of text above them and `room` empty lines below each exercise."""
        blocks = tuple(
            Block(f"Exercise {number}", exercise.task, room) for number, exercise in enumerate(self.exercises, 1)
        )
        return Leaf(f"Exercises: {self.code}", line, blocks)

    @property
    def key(self) -> "Key":
        """The right answers, and the wrong answer of each mistake."""
        return Key((self,))

    @property
    def choices(self) -> "Choices":
        """The exercises with answers to choose from, A to E."""
        return Choices((self,))

    def __repr__(self) -> str:
        return f"Exercises({self.code}: {len(self)} of them)"


@dataclass(frozen=True, repr=False)
class Sheets(Paper):
    """A sheet of exercises for each student of a class. Make them with `sheets`."""

    sheets: tuple[Exercises, ...]

    def __iter__(self) -> Iterator[Exercises]:
        return iter(self.sheets)

    def __len__(self) -> int:
        return len(self.sheets)

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        return tuple(sheet.leaf(_NAME, room=4) for sheet in self.sheets)

    def to_dict(self) -> Record:
        """Every sheet with its answers, ready for JSON."""
        return {"sheets": [sheet.to_dict() for sheet in self.sheets]}

    @property
    def key(self) -> "Key":
        """The answers of all sheets, by their codes."""
        return Key(self.sheets)

    @property
    def choices(self) -> "Choices":
        """The exercises with answers to choose from, A to E."""
        return Choices(self.sheets)

    def __repr__(self) -> str:
        return f"Sheets({len(self)} of {self.sheets[0].topic}, level {self.sheets[0].level})"


@dataclass(frozen=True, repr=False)
class Key(Paper):
    """The key to a sheet or to many sheets, with each right answer, its working, and the answer of each mistake."""

    sheets: tuple[Exercises, ...]

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        blocks = [Block(sheet.code, (_answers(sheet),)) for sheet in self.sheets]
        line = "Each wrong answer below comes from a common mistake. A student who wrote it probably made that mistake."
        return (Leaf("Key to the exercises", line, tuple(blocks)),)

    def to_dict(self) -> Record:
        """The exercises with their answers, sheet by sheet, ready for JSON."""
        return {"key": [sheet.to_dict() for sheet in self.sheets]}

    def __repr__(self) -> str:
        return f"Key(of {len(self.sheets)} sheets)"


@dataclass(frozen=True, repr=False)
class Choices(Paper):
    """An exit quiz of multiple-choice exercises, in which each wrong answer comes from a mistake; or its key.

    >>> from mtexplain import exercises
    >>> quiz = exercises(seed=1, topic="length", count=1).choices
    >>> quiz.key.to_dict()["choices"][0][0]["C"]["misconception"]
    'upside-down'
    """

    sheets: tuple[Exercises, ...]
    is_key: bool = False

    @property
    def key(self) -> "Choices":
        """The key, with the right letters and the mistake behind each wrong letter."""
        return Choices(self.sheets, is_key=True)

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        if not self.is_key:
            return tuple(map(_quiz, self.sheets))
        blocks = tuple(Block(sheet.code, (_letters(sheet),)) for sheet in self.sheets)
        line = "Each wrong answer comes from a common mistake. A student who chose it probably made that mistake."
        return (Leaf("Key to the exit quiz", line, blocks),)

    def to_dict(self) -> Record:
        """The answer and the misconception of each letter (None if the answer is right), by sheet and exercise."""
        return {
            "choices": [
                [{letter: {"answer": as_json(answer), "misconception": name}
                  for letter, answer, name in _choices(exercise)} for exercise in sheet]
                for sheet in self.sheets
            ]
        }  # fmt: skip

    def __repr__(self) -> str:
        return f"Choices({'key, ' * self.is_key}{len(self.sheets)} of {self.sheets[0].topic})"


def _choices(exercise: Exercise) -> list[tuple[str, Value, str | None]]:
    """The right answer and up to four wrong answers in random order, each with its letter and its misconception.

    The order depends on the numbers of the exercise and not on its words, so a key still fits after a rewording.
    """
    wrong = [(value, name) for name, value in exercise.wrong_answers.items() if plain(value) is not None]
    answers: list[tuple[Value, str | None]] = [(exercise.answer, None), *wrong[:4]]
    Random(f"{exercise.metric} {exercise.asks} {exercise.candidate} {exercise.references}").shuffle(answers)
    return [(letter, *answer) for letter, answer in zip("ABCDE", answers, strict=False)]


def _quiz(sheet: Exercises) -> Leaf:
    blocks = []
    for number, exercise in enumerate(sheet, 1):
        answers = [piece for letter, value, _ in _choices(exercise) for piece in (f"{letter}: ", written(value), _GAP)]
        blocks.append(Block(f"Question {number}", (*exercise.task, Prose(tuple(answers[:-1])))))
    return Leaf(f"Exit quiz: {sheet.code}", _NAME, tuple(blocks))


def _letters(sheet: Exercises) -> Table:
    header = columns(question="", right="right", mistakes="the mistake behind each wrong letter")
    rows = []
    for number, exercise in enumerate(sheet, 1):
        choices = _choices(exercise)
        (right,) = (letter for letter, _, name in choices if name is None)
        wrong = "; ".join(f"{letter}: {misconception(name).phrase}" for letter, _, name in choices if name)
        rows.append((number, right, wrong))
    return Table("", header, tuple(rows), names=2)


def _answers(sheet: Exercises) -> Table:
    header = columns(exercise="", answer="right answer", working="working",
                     mistakes="wrong answers and the mistake behind each")  # fmt: skip
    return Table("", header, tuple(_row(number, exercise) for number, exercise in enumerate(sheet, 1)), names=2)


def _row(number: int, exercise: Exercise) -> tuple[Cell, ...]:
    answer: Formula = Chain("=", (exercise.subject.symbols(exercise.asks), written(exercise.answer)))
    working = exercise.subject.working(exercise.score, exercise.asks)
    wrong = [
        f"{text.formula(written(value))}: {misconception(name).phrase}"
        for name, value in exercise.wrong_answers.items()
    ]
    return number, answer, working, "; ".join(wrong)
