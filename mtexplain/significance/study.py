"""A study: the statistics of many scores of a text."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from mtexplain.data import Record
from mtexplain.display import plain
from mtexplain.display.parts import Column, Note, Real, Table
from mtexplain.metrics.shared.scores import TracedText
from mtexplain.metrics.shared.summary import TracedSummary
from mtexplain.tracing import formulas

Listed = list[tuple[str, Iterable[float | Fraction]]]


@dataclass(frozen=True, repr=False)
class Study(TracedSummary):
    """The statistics of many scores of a text, as a trace."""

    text: TracedText

    @property
    @abstractmethod
    def labels(self) -> tuple[str, Sequence[int | str]]:
        """The first column of the table: its title, and the names of the rows."""

    @property
    @abstractmethod
    def listed(self) -> Listed:
        """The other columns of the table: titles, and the numbers below each title."""

    def odd(self) -> Iterable[Note]:
        """Notes on what is odd, but defined."""
        return ()

    @property
    def score_name(self) -> str:
        """The name of the score, such as BLEU."""
        return plain.formula(self.text.symbol)

    @property
    def value(self) -> str:
        return f"{plain.formula(formulas.symbol(self.answer.symbol))} = {super().value}"

    @property
    def signature(self) -> str:
        return f"{self.about[0]} · {self.text.signature}"

    @property
    def facts(self) -> Record:
        title, names = self.labels
        labels = [name if isinstance(name, str) else float(name) for name in names]
        numbers = {title: list(map(float, values)) for title, values in self.listed}
        return {"signature": self.signature, "value": self.value, title: labels, **numbers}

    @property
    def table(self) -> Table:
        """A row for each draw, or for each part of the text."""
        (title, names), listed = self.labels, self.listed
        header = Column(title, title), *(Column(f"column_{index}", name) for index, (name, _) in enumerate(listed, 1))
        numbers = ([Real(float(value)) for value in values] for _, values in listed)
        return Table("", header, tuple(zip(names, *numbers, strict=True)))

    @property
    def notes(self) -> tuple[Note, ...]:
        return tuple(self.odd())
