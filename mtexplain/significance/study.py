"""A study: what many scores of a text tell beyond a single one."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from mtexplain.display import plain
from mtexplain.display.parts import Column, Note, Real, Table
from mtexplain.metrics.shared.scores import TracedText
from mtexplain.metrics.shared.summary import TracedSummary
from mtexplain.tracing import formulas


@dataclass(frozen=True, repr=False)
class Study(TracedSummary):
    """What many scores of a text come to."""

    text: TracedText

    @property
    @abstractmethod
    def listed(self) -> Sequence[tuple[str, Iterable[Any]]]:
        """The columns of the table: a title, and what stands below it."""

    def odd(self) -> Iterable[Note]:
        """What is odd about it, but defined."""
        return ()

    @property
    def score_name(self) -> str:
        """The name of the score: BLEU."""
        return plain.formula(self.text.symbol)

    @property
    def value(self) -> str:
        return f"{plain.formula(formulas.symbol(self.answer.symbol))} = {super().value}"

    @property
    def signature(self) -> str:
        return f"{self.about[0]} · {self.text.signature}"

    @property
    def facts(self) -> dict[str, Any]:
        numbers = {name: [one if isinstance(one, str) else float(one) for one in of] for name, of in self.listed}
        return {"signature": self.signature, "value": self.value, **numbers}

    @property
    def table(self) -> Table:
        """A row for each draw, or for each part of the text."""
        (name, names), *rest = self.listed
        header = Column(name, name), *(Column(f"column_{place}", title) for place, (title, _) in enumerate(rest, 1))
        numbers = ([Real(float(one)) for one in values] for _, values in rest)
        return Table("", header, tuple(zip(names, *numbers, strict=True)))

    @property
    def notes(self) -> tuple[Note, ...]:
        return tuple(self.odd())
