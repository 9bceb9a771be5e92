"""What every medium asks for: the steps of a computation as data, and what stands around them."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from mtexplain.display.formula import Formula
from mtexplain.display.parts import Beside, Equation, Headline, Note, Part
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
    def equation(self) -> Equation:
        """The step's formula: in symbols, with the numbers put in, and the value; of two side by side, the first.

        InputError where the step has none.
        """
        parts = (one for part in self.parts for one in (part.parts if isinstance(part, Beside) else (part,)))
        found = next((part for part in parts if isinstance(part, Equation)), None)
        if found is None:
            raise InputError("equation", f"the step {self.name!r}, which has none", "a step with a formula")
        return found


class Showable(Protocol):
    """Whatever can be shown: a trace."""

    @property
    def headline(self) -> Headline:
        """The answer, its closed form, and its rules."""

    @property
    def overview(self) -> tuple[Part, ...]:
        """What is shown before any step is opened."""

    def steps(self) -> Sequence[StepParts]:
        """The computation, in order."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """Everything odd but defined."""
