"""The trace of a recipe: its views follow from the quantities, and from a plan of the steps that tell them."""

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import Any, ClassVar, Self

from mtexplain import exact
from mtexplain.display import plain, record
from mtexplain.display.formula import Formula
from mtexplain.display.score import Score, Term, TextScore
from mtexplain.display.trace import Step
from mtexplain.recipe import plan as plans
from mtexplain.recipe.equations import equation
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import NOTHING, Quantity, Recipe
from mtexplain.recipe.symbols import in_symbols, symbol
from mtexplain.rules import Rules


class RecipeScore(Recipe, Score):
    """A score that is a recipe, of a sentence or of a text."""

    rules: Rules
    summands: ClassVar[tuple[str, ...]]
    """Formulas that add up to the score, or to its logarithm."""

    @property
    @abstractmethod
    def plan(self) -> tuple[Plan, ...]:
        """Its steps, in the order of the computation."""

    @property
    def order_names(self) -> Sequence[tuple[str, str]]:
        """The label of each order, and what its n-grams are called: ("2", "pairs"), say."""
        return ()

    def label(self, place: int) -> str:
        return self.order_names[place][0] if self.order_names else super().label(place)

    @property
    def order_steps(self) -> frozenset[str]:
        """The names of the steps of which there is one for each order."""
        names = (plan.name for plan in self.plan if plan.is_each)
        return frozenset(name.format(n=label) for name in names for label, _ in self.order_names)

    @property
    def symbol(self) -> Formula:
        return symbol(self, "score")

    @property
    def closed_form(self) -> Formula:
        return equation(self, "score").numbers

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The summands, those of each order in turn; of a logarithm of 0 those that make it so."""
        with exact.forty_digits():
            found = [term for text in self.summands for term in self._terms(Expression(text))]
        return tuple([term for term in found if term.value == -inf] or found)

    def _terms(self, formula: Expression) -> Iterator[Term]:
        known = {name: getattr(self, name) for name in formula.needs}
        several = formula.value(known)
        for place, one in enumerate(several if isinstance(several, tuple) else (several,)):
            at = self.label(place) if isinstance(several, tuple) else ""
            name = plain.formula(in_symbols(type(self), formula, at))
            nothing = 0.0 if self.account == "sum" else -inf
            yield Term(name, nothing if one is None else float(one))

    def steps(self) -> tuple[Step, ...]:
        """The steps of the plan."""
        return tuple(plans.steps(self, self.plan))

    def working(self) -> dict[str, Any]:
        """What a record says of the working: every quantity by its name, as lists, strings and numbers."""
        return {name: record.plain(getattr(self, name)) for name in self.quantities if name != "score"}


class RecipeText(TextScore, RecipeScore):
    """The score of a text: what is pooled is summed over its segments, and the rest is the same recipe."""

    @property
    def parts(self) -> tuple[Any, ...]:
        return self.segments

    def with_quantities(
        self, changed: Mapping[str, Quantity[Any]], given: Mapping[str, Any] = NOTHING, until: Collection[str] = ()
    ) -> Self:
        """The same with other quantities in every segment, and as a whole."""
        other = super().with_quantities(changed, given, until)
        if changed:
            vars(other)["segments"] = tuple(segment.with_quantities(changed) for segment in self.segments)
        return other

    def working(self) -> dict[str, Any]:
        """What a record says of the working: what is pooled."""
        return {name: record.plain(getattr(self, name)) for name, one in self.quantities.items() if one.pooled}
