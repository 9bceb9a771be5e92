"""A summary: one number that many make, with its working, and what every such trace shows."""

from abc import abstractmethod
from typing import Any

from mtexplain import __version__
from mtexplain.display import plain, record
from mtexplain.display.formula import shown
from mtexplain.display.parts import Equation, Headline, Prose
from mtexplain.display.trace import Trace


class Summary(Trace):
    """What many numbers come to: one number, or 0/0, which is undefined."""

    measure: str
    """The name of the function that makes it."""
    says: Any = ""
    """The answer as a sentence, where the value alone would not say what it is."""

    @property
    @abstractmethod
    def result(self) -> Equation:
        """The answer: its symbol, what it is made of, its value."""

    @property
    @abstractmethod
    def result_value(self) -> float | None:
        """The answer as a float; None if it is undefined."""

    @property
    @abstractmethod
    def why(self) -> str:
        """What the number says, in a sentence; where there is no number, why there is none."""

    @property
    @abstractmethod
    def about(self) -> tuple[str, ...]:
        """What it is about, in a few words each; how many there are comes last."""

    @property
    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """What was given, and all that was computed from it, as lists, strings and numbers."""

    @property
    def value(self) -> str:
        """The answer, as it is read."""
        return "undefined" if self.result_value is None else shown(self.result_value)

    @property
    def exact(self) -> str:
        """What the number is before it is rounded to a float."""
        return plain.formula(self.result.numbers)

    @property
    def headline(self) -> Headline:
        return Headline(self.value, self.result, self.signature, Prose((self.why,)), says=self.says)

    @property
    def signature(self) -> str:
        """What is measured, and of whom."""
        return " · ".join((self.measure, *self.about, f"mtexplain {__version__}"))

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON."""
        known = {"version": __version__, "notes": record.plain_notes(self.notes), "exact": self.exact, "why": self.why}
        return self.facts | known

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.value}; {self.exact}; {self.about[-1]})"
