"""Summaries, which are numbers computed from many others, with their working and the parts that all summaries show."""

from abc import abstractmethod
from typing import Any, ClassVar

from mtexplain import __version__
from mtexplain.data import Record
from mtexplain.display import plain, record
from mtexplain.display.formula import shown
from mtexplain.display.parts import Equation, Headline, Note, Prose
from mtexplain.display.trace import Step, Trace
from mtexplain.tracing import formulas, views
from mtexplain.tracing.number import Number
from mtexplain.tracing.steps import Row, Traced


class Summary(Trace):
    """A summary of many numbers, which is a number, or undefined if it is 0/0."""

    measure: str
    """The name of the function that makes it."""
    says: Any = ""
    """The answer as a sentence, if the value alone would not be clear."""

    @property
    @abstractmethod
    def result(self) -> Equation:
        """The answer as an equation of its symbol, its working and its value."""

    @property
    @abstractmethod
    def result_value(self) -> float | None:
        """The answer as a float; None if it is undefined."""

    @property
    @abstractmethod
    def why(self) -> str:
        """A sentence about what the number says, or about why there is no number."""

    @property
    @abstractmethod
    def about(self) -> tuple[str, ...]:
        """Short phrases about what is summarised, of which the last gives the number of things."""

    @property
    @abstractmethod
    def facts(self) -> Record:
        """The input and everything computed from it, as lists, strings and numbers."""

    @property
    def value(self) -> str:
        """The answer as a rounded number, or "undefined"."""
        return "undefined" if self.result_value is None else shown(self.result_value)

    @property
    def exact(self) -> str:
        """The number before it is rounded to a float."""
        return plain.formula(self.result.numbers)

    @property
    def headline(self) -> Headline:
        return Headline(self.value, self.result, self.signature, Prose((self.why,)), says=self.says)

    @property
    def signature(self) -> str:
        """The name of the measure, a few words about its input, and the version of mtexplain."""
        return " · ".join((self.measure, *self.about, f"mtexplain {__version__}"))

    def to_dict(self) -> Record:
        """The trace as lists, dicts, strings and numbers, ready for JSON."""
        known = {"version": __version__, "notes": record.plain_notes(self.notes), "exact": self.exact, "why": self.why}
        return self.facts | known

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.value}; {self.exact}; {self.about[-1]})"


class TracedSummary(Traced, Summary):
    """A summary whose numbers, including the answer, remember how they were made. A subclass is a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    @abstractmethod
    def answer(self) -> Number:
        """The number that is the answer."""

    @property
    def notes(self) -> tuple[Note, ...]:
        return ()

    @property
    def result(self) -> Equation:
        answer = self.answer
        return Equation(formulas.symbol(answer.symbol), formulas.in_numbers(answer), formulas.value(answer))

    @property
    def result_value(self) -> float | None:
        return None if self.answer.value is None else float(self.answer)

    def steps(self) -> tuple[Step, ...]:
        return tuple(views.steps(self))

    @property
    def facts(self) -> Record:
        named = {
            name: quantity
            for name, quantity in self.quantities.items()
            if quantity.symbol and not isinstance(quantity, Row)
        }
        numbers = {name: self._values(quantity, ()) for name, quantity in named.items()}
        return {
            name: record.plain(value)
            for name, value in {"measure": self.measure, **self.computed_from, **numbers}.items()
        }
