"""A summary that is a recipe: one of its quantities is the answer."""

from dataclasses import fields
from typing import Any, ClassVar

from mtexplain.display import record
from mtexplain.display.parts import Equation
from mtexplain.display.trace import Step
from mtexplain.metrics.shared import summary
from mtexplain.recipe.equations import equation
from mtexplain.recipe.plan import Plan, steps
from mtexplain.recipe.quantity import Recipe
from mtexplain.recipe.symbols import symbol


class Summary(Recipe, summary.Summary):
    """What many numbers come to. `answer` names the quantity that is the one: None where it is 0/0."""

    __dataclass_fields__: ClassVar[dict[str, Any]]
    plan: ClassVar[tuple[Plan, ...]]
    answer: ClassVar[Any] = "score"

    @property
    def result(self) -> Equation:
        return equation(self, self.answer)._replace(symbols=symbol(self, self.answer))

    @property
    def result_value(self) -> float | None:
        found = getattr(self, self.answer)
        return None if found is None else float(found)

    def steps(self) -> tuple[Step, ...]:
        return tuple(steps(self, self.plan))

    @property
    def facts(self) -> dict[str, Any]:
        names = ("measure", *(one.name for one in fields(self)), *self.quantities)
        return {name: record.plain(getattr(self, name)) for name in names}
