"""A study: a recipe of numbers that several scores make, and what every such trace shows."""

from dataclasses import dataclass
from typing import Any, ClassVar

from mtexplain.display import plain
from mtexplain.display.formula import shown
from mtexplain.display.parts import Column, Headline, Note, Prose, Real, Table
from mtexplain.display.trace import Step, Trace
from mtexplain.recipe.equations import equation
from mtexplain.recipe.ngrams import NgramText
from mtexplain.recipe.plan import Plan, steps
from mtexplain.recipe.quantity import Recipe
from mtexplain.recipe.symbols import symbol


@dataclass(frozen=True, repr=False)
class Study(Recipe, Trace):
    """What many scores of a text tell beyond a single one.

    `answer` names the quantity that is the answer, `why` says it, `choices` what else was chosen; `listed` are the
    columns of the table, `odd` a code for each thing that may be odd, whether it is so, and a sentence about it.
    """

    text: NgramText
    answer: ClassVar[Any]
    why: ClassVar[Any]
    choices: ClassVar[str]
    listed: ClassVar[Any]
    odd: ClassVar[Any]
    plan: ClassVar[tuple[Plan, ...]]
    score_name = property(lambda self: plain.formula(self.text.symbol))

    @property
    def value(self) -> str:
        """The answer, as it is read."""
        found = getattr(self, self.answer)
        return f"{plain.formula(symbol(self, self.answer))} = {'0/0' if found is None else shown(float(found))}"

    @property
    def headline(self) -> Headline:
        made = equation(self, self.answer)._replace(symbols=symbol(self, self.answer))
        return Headline(self.value, made, f"{self.choices.format(self)} · {self.text.signature}", Prose((self.why,)))

    @property
    def table(self) -> Table:
        """A row for each draw, or for each part of the text."""
        (name, names), *rest = self.listed.items()
        header = Column(name, name), *(Column(f"column_{place}", title) for place, (title, _) in enumerate(rest, 1))
        numbers = ([Real(float(one)) for one in values] for _, values in rest)
        return Table("", header, tuple(zip(names, *numbers, strict=True)))

    @property
    def notes(self) -> tuple[Note, ...]:
        return tuple(Note(code, told.format(self)) for code, is_so, told in self.odd if is_so(self))

    def steps(self) -> tuple[Step, ...]:
        return tuple(steps(self, self.plan))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.value}; {plain.formula(self.headline.equation.numbers)})"
