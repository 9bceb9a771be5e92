"""The steps of a computation and its moments as data, and whatever a medium shows around them."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from mtexplain.display.formula import Chain, Formula
from mtexplain.display.parts import Beside, Equation, Headline, Note, Part, Prose
from mtexplain.inputs import InputError


class StepParts(NamedTuple):
    """One step of a computation: what it does, why, and its working.

    `name` is for programs ("p_1"), `title` for people ("Words"), `summary` what happened in a few words, `outcome`
    what came out, `why` one line of reason, `source` where the paper says so, `parts` the tables, equations, pictures.
    """

    name: str
    title: str
    summary: str
    outcome: Formula
    why: str
    source: str
    parts: tuple[Part, ...]

    @property
    def result(self) -> Formula:
        """The outcome without its name: 4/6, where the outcome is p_1 = 4/6."""
        match self.outcome:
            case Chain("=", (*_, value)):
                return value
        return self.outcome

    @property
    def equation(self) -> Equation:
        """The step's formula: in symbols, with the numbers put in, and the value; of two side by side, the first.

        InputError where the step has none.
        """
        parts = (inner for part in self.parts for inner in (part.parts if isinstance(part, Beside) else (part,)))
        equation = next((part for part in parts if isinstance(part, Equation)), None)
        if equation is None:
            raise InputError("equation", f"the step {self.name!r}, which has none", "a step with a formula")
        return equation


class Mark(NamedTuple):
    """Places in one text: 0 is the candidate, 1 the first reference. `kind` is "now", or "credit" for what earns it."""

    text: int
    places: tuple[int, ...]
    kind: str = "now"


class Moment(NamedTuple):
    """One moment of a step: its name, a sentence, what is marked in the texts, and how far the step's table is filled.

    Rows before `row` are whole; of `row` itself only the first `columns` cells are there, of later rows only their
    names; where both are 0 there is no table yet. Where `row` is None all of it is there, and what follows from it.

    `walked` is how many cells of a grid's path are seen while it is walked; what follows from it is not there yet.
    While rows are filled there is no path. Where both are None all of it is there.

    A teacher stops where the story turns. A moment of rote is passed over: the next turning point shows it too.
    """

    step: str
    name: str
    text: Prose
    marks: tuple[Mark, ...] = ()
    row: int | None = None
    columns: int = 0
    walked: int | None = None
    turning: bool = True


class Showable(Protocol):
    """Whatever can be shown: a trace."""

    @property
    def headline(self) -> Headline:
        """The answer, its closed form, and its rules."""

    @property
    def picture(self) -> Part | None:
        """The first thing that is shown, where there is one: the whole result at a glance."""

    @property
    def overview(self) -> tuple[Part, ...]:
        """The parts that are shown beside the picture before any step is opened."""

    def steps(self) -> Sequence[StepParts]:
        """The computation, in order."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """Everything odd but defined."""
