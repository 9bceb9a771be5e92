"""How a computation is told: a plan for each step, with its words, its equations, and what is shown beside them.

A plan is data. What depends on the trace is a function of it, and of the place of the step among those of its kind:
orders, stages, references.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from mtexplain.display.formula import Chain, Formula
from mtexplain.display.parts import Equation, Part
from mtexplain.display.trace import Step
from mtexplain.recipe.equations import equation
from mtexplain.recipe.quantity import no_quantity

Telling = str | Callable[[Any, int], str]
"""Words, or what makes them from a trace and a place."""
Parts = Callable[[Any, int], Iterable[Part]]


def nothing(trace: Any, place: int) -> tuple[Part, ...]:
    """No parts."""
    return ()


class Plan(NamedTuple):
    """How a step is told: its name, its title, why it is done, where the paper says so, and its equations.

    An equation is that of a quantity, by its name, or what a function makes. What comes out of the last comes out of
    the step, unless `outcome` says something else. `summary` says in a few words what happened.

    "{n}" in the name makes it a step for each order, and stands for the order's label; "{order}" for what its n-grams
    are called. `each` may list something else than orders: a label and a name for each.
    """

    name: str
    title: Telling
    why: Telling
    source: Telling
    equations: tuple[str | Callable[[Any, int], Equation], ...]
    summary: Telling
    parts: Parts | None = None
    """What stands before the equations: where this says nothing, in the step of an order the table of its n-grams."""
    where: Telling = ""
    """What the letters in the equations stand for."""
    more: Parts = nothing
    """What stands after the equations."""
    outcome: Callable[[Any, int], Formula] | None = None
    applies: Callable[[Any], bool] = lambda trace: True
    """Whether a trace has this step."""
    each: Callable[[Any], Sequence[tuple[str, str]]] = lambda trace: trace.order_names

    @property
    def is_each(self) -> bool:
        """Whether there is a step for each order."""
        return "{n}" in self.name


def steps(trace: Any, plans: Iterable[Plan]) -> Iterator[Step]:
    """The steps of a trace, as planned."""
    for plan in plans:
        if plan.applies(trace):
            for place, (label, name) in enumerate(plan.each(trace) if plan.is_each else [("", "")]):
                yield _step(trace, plan, place, {"n": label, "order": name, "Order": name.capitalize()})


def _step(trace: Any, plan: Plan, place: int, names: dict[str, str]) -> Step:
    def said(words: Telling) -> str:
        if not isinstance(words, str):
            return words(trace, place)
        try:
            return words.format(**names)
        except (KeyError, IndexError, ValueError) as error:
            known = "{n}, {order} and {Order} are filled in; write {{ and }} for braces"
            raise ValueError(f"the plan of {plan.name} says {words!r}: only {known}") from error

    for one in plan.equations:
        if isinstance(one, str) and one not in trace.quantities:
            raise no_quantity(one, f"the plan of {plan.name} shows", trace.quantities)
    at, where = place if plan.is_each else None, said(plan.where)
    made = [equation(trace, one, at, where) if isinstance(one, str) else one(trace, place) for one in plan.equations]
    before = plan.parts or (_order_table if plan.is_each else nothing)
    parts = (*before(trace, place), *made, *plan.more(trace, place))
    outcome = plan.outcome(trace, place) if plan.outcome else result(made[-1])
    name, title, summary, why, source = map(said, (plan.name, plan.title, plan.summary, plan.why, plan.source))
    return Step(name, title, summary, outcome, why, source, parts)


def _order_table(trace: Any, place: int) -> tuple[Part, ...]:
    return (trace.order_table(place),)


def result(made: Equation) -> Formula:
    """What an equation comes to: the name of the number, and its value."""
    left = made.symbols.terms[0] if isinstance(made.symbols, Chain) and made.symbols.operator == "=" else made.symbols
    return Chain("=", (left, made.value))
