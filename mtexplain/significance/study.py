"""A study: a recipe of numbers that several scores make, and what every such trace shows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from mtexplain.display import plain
from mtexplain.display.formula import shown
from mtexplain.display.parts import Headline, Note, Prose
from mtexplain.display.trace import Step, Trace
from mtexplain.recipe.equations import equation
from mtexplain.recipe.ngrams import NgramText
from mtexplain.recipe.plan import Plan, steps
from mtexplain.recipe.quantity import Recipe
from mtexplain.recipe.symbols import symbol

Odd = tuple[str, Callable[[Any], bool], str]


@dataclass(frozen=True, repr=False)
class Study(Recipe, Trace):
    """What many scores tell beyond a single one; `text` is that of the candidates.

    `answer` names the quantity that is the answer, `why` says it in a sentence, `choices` what else was chosen. `odd`
    lists what may be odd: a code, whether it is so, and a sentence; numbers of the trace are filled in.
    """

    text: NgramText
    answer: ClassVar[Any]
    why: ClassVar[Any]
    choices: ClassVar[str]
    odd: ClassVar[tuple[Odd, ...]]
    plan: ClassVar[tuple[Plan, ...]]

    @property
    def value(self) -> str:
        """The answer, as it is read."""
        found = getattr(self, self.answer)
        return f"{plain.formula(symbol(self, self.answer))} = {'0/0' if found is None else shown(float(found))}"

    @property
    def score_name(self) -> str:
        """What the scores are called: BLEU."""
        return plain.formula(self.text.symbol)

    @property
    def headline(self) -> Headline:
        made = equation(self, self.answer)._replace(symbols=symbol(self, self.answer))
        return Headline(self.value, made, f"{self.choices.format(self)} · {self.text.signature}", Prose((self.why,)))

    @property
    def notes(self) -> tuple[Note, ...]:
        return tuple(Note(code, told.format(self)) for code, is_so, told in self.odd if is_so(self))

    def steps(self) -> tuple[Step, ...]:
        return tuple(steps(self, self.plan))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.value}; {plain.formula(self.headline.equation.numbers)})"
