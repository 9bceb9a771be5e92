"""A summary: one number that many make, with its working, and what every such trace shows."""

from abc import abstractmethod
from dataclasses import fields
from typing import Any, ClassVar

from mtexplain import __version__
from mtexplain.display import plain
from mtexplain.display.formula import shown
from mtexplain.display.parts import Headline, Prose
from mtexplain.display.trace import Step, Trace
from mtexplain.metrics.shared import record
from mtexplain.recipe.equations import equation
from mtexplain.recipe.plan import Plan, steps
from mtexplain.recipe.quantity import Recipe
from mtexplain.recipe.symbols import symbol


class Summary(Recipe, Trace):
    """What many numbers come to. `answer` names the quantity that is the one: None where it is 0/0."""

    __dataclass_fields__: ClassVar[dict[str, Any]]
    measure: str
    plan: ClassVar[tuple[Plan, ...]]
    answer: ClassVar[Any] = "score"
    says: Any = ""
    """The answer as a sentence, where the value alone would not say what it is."""

    @property
    @abstractmethod
    def why(self) -> str:
        """What the number says, in a sentence; where there is no number, why there is none."""

    @property
    @abstractmethod
    def about(self) -> tuple[str, ...]:
        """What it is about, in a few words each; how many there are comes last."""

    @property
    def value(self) -> str:
        """The answer, as it is read."""
        found = getattr(self, self.answer)
        return "undefined" if found is None else shown(float(found))

    @property
    def exact(self) -> str:
        """What the number is before it is rounded to a float."""
        return plain.formula(equation(self, self.answer).numbers)

    @property
    def headline(self) -> Headline:
        made = equation(self, self.answer)._replace(symbols=symbol(self, self.answer))
        return Headline(self.value, made, self.signature, Prose((self.why,)), says=self.says)

    @property
    def signature(self) -> str:
        """What is measured, and of whom."""
        return " · ".join((self.measure, *self.about, f"mtexplain {__version__}"))

    def steps(self) -> tuple[Step, ...]:
        return tuple(steps(self, self.plan))

    @property
    def facts(self) -> dict[str, Any]:
        """What was given, and all that was computed from it."""
        names = ("measure", *(one.name for one in fields(self)), *self.quantities)
        return {name: record.plain(getattr(self, name)) for name in names}

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON."""
        known = {"version": __version__, "notes": record.plain_notes(self.notes), "exact": self.exact, "why": self.why}
        return self.facts | known

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.value}; {self.exact}; {self.about[-1]})"
