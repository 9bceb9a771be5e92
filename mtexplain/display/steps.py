"""The steps of a computation and its moments as data, with everything that a medium shows around them."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from mtexplain.display.formula import Chain, Formula
from mtexplain.display.parts import Beside, Equation, Headline, Note, Part, Prose
from mtexplain.inputs import InputError


class StepParts(NamedTuple):
    """A step of a computation, with its result, the reason for it, and its working.

    `name` is for programs ("p_1") and `title` for people ("Words"). `summary` says in a few words what happened, and
    `outcome` is the result. `why` is a line with the reason, and `source` is the place in the paper. `parts` are the
    tables, equations and pictures.
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
        """The outcome without its name, such as 4/6 if the outcome is p_1 = 4/6."""
        match self.outcome:
            case Chain("=", (*_, value)):
                return value
        return self.outcome

    @property
    def equation(self) -> Equation:
        """The first formula of the step, in symbols, with the numbers put in, and as a value.

        InputError if the step has no formula.
        """
        parts = (inner for part in self.parts for inner in (part.parts if isinstance(part, Beside) else (part,)))
        equation = next((part for part in parts if isinstance(part, Equation)), None)
        if equation is None:
            raise InputError("equation", f"the step {self.name!r}, which has none", "a step with a formula")
        return equation


class Mark(NamedTuple):
    """Marked words in a text, where 0 is the candidate and 1 the first reference.

    `kind` is "now", or "credit" for words that earn credit.
    """

    text: int
    places: tuple[int, ...]
    kind: str = "now"


class Moment(NamedTuple):
    """A moment of a step, with its name, a sentence, the marks in the texts, and how far the step's table is filled.

    Rows before `row` are complete. `row` itself shows only its first `columns` cells, and later rows show only their
    names. If `row` and `columns` are 0, there is no table yet. If `row` is None, the whole table and everything after
    it are shown.

    `walked` is the number of cells of a grid's path that are visible while it is being followed. Nothing after the grid
    is shown yet. There is no path while rows are being filled. If `row` and `walked` are None, everything is shown.

    A teacher stops at the `turning` points. Routine moments in between are skipped, because the next turning point also
    shows what they show.
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
    """Anything that can be shown, such as a trace."""

    @property
    def headline(self) -> Headline:
        """The answer, its closed form, and its rules."""

    @property
    def picture(self) -> Part | None:
        """The picture that is shown first, if there is any, with the whole result at a glance."""

    @property
    def overview(self) -> tuple[Part, ...]:
        """The parts that are shown beside the picture before any step is opened."""

    def steps(self) -> Sequence[StepParts]:
        """The computation, in order."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """Everything that is unusual but well defined."""
