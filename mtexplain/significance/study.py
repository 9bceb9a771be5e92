"""A study: what many scores of a text tell beyond a single one."""

from dataclasses import dataclass
from typing import Any, ClassVar

from mtexplain.display import plain
from mtexplain.display.parts import Column, Note, Real, Table
from mtexplain.metrics.shared.scores import TracedText
from mtexplain.recipe.summary import Summary
from mtexplain.recipe.symbols import symbol


@dataclass(frozen=True, repr=False)
class Study(Summary):
    """What many scores of a text come to.

    `choices` are what else was chosen, `listed` the columns of the table, title and values; `odd` has a code for each
    thing that may be odd, whether it is so, and a sentence about it.
    """

    text: TracedText
    choices: ClassVar[str]
    listed: ClassVar[Any]
    odd: ClassVar[Any]
    score_name = property(lambda self: plain.formula(self.text.symbol))
    about = property(lambda self: (self.choices.format(self),))

    @property
    def value(self) -> str:
        return f"{plain.formula(symbol(self, self.answer))} = {super().value}"

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
        return tuple(Note(code, told.format(self)) for code, is_so, told in self.odd if is_so(self))
