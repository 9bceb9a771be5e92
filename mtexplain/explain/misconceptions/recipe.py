"""A computation by hand as a recipe: a row of functions, each named after what it computes.

A function takes by name what it needs of the trace and of what was computed before it:

>>> functions = {"m": lambda trace: 3, "p": lambda m: Quotient(m, 4), "score": lambda p: float(p.value)}
>>> recipe = Recipe(functions, ("p", "score"))
>>> recipe.numbers(Sheet(None), {})["score"]
0.75

One of them can be replaced by a wrong one, and what follows is computed with the wrong number:

>>> recipe.numbers(Sheet(None), {"m": lambda trace: 1})["score"]
0.25

So it is with a number that someone gives:

>>> recipe.numbers(Sheet(None), {}, {"p": 0.5})["score"]
0.5
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from inspect import signature
from typing import Any, NamedTuple

from mtexplain.display.formula import Formula, Symbol
from mtexplain.display.score import Score
from mtexplain.recipe import quantity
from mtexplain.recipe.misconception import WRITING as WRITING
from mtexplain.recipe.misconception import Subject
from mtexplain.recipe.numbers import AS_ZERO, Numbers, Quotient, Real, Writing, as_it_is

Function = Callable[..., Any]


class Sheet:
    """A trace, and what every function made of it last: as long as it is asked for the same, it is not asked again.

    >>> sheet = Sheet(None)
    >>> first = sheet.computed("m", list, {})
    >>> sheet.computed("m", list, {}) is first
    True
    """

    def __init__(self, trace: Any) -> None:
        self.trace = trace
        self.last: dict[str, tuple[Function, Mapping[str, Any], Any]] = {}

    def computed(self, name: str, function: Function, needed: Mapping[str, Any]) -> Any:
        """What that function makes of what it needs."""
        before = self.last.get(name)
        if not before or before[0] is not function or any(needed[one] is not before[1][one] for one in needed):
            before = self.last[name] = (function, needed, function(**needed))
        return before[2]


class Recipe(NamedTuple):
    """The functions of a computation in their order, and the names of the numbers among what they compute.

    A function may compute several numbers, as a tuple: those of the name "p" are p_1, p_2, ...
    """

    functions: Mapping[str, Function]
    claims: tuple[str, ...]

    def numbers(self, sheet: Sheet, replaced: Mapping[str, Function], given: Mapping[str, Real] = {}) -> Numbers:
        """Every number, with the functions at some places replaced; later ones go on from those that are given."""
        known: dict[str, Any] = {"trace": sheet.trace}
        forms: dict[str, tuple[Any, ...]] = {}
        for name, right in self.functions.items():
            function = replaced.get(name, right)
            value = sheet.computed(name, function, {needed: known[needed] for needed in _needs(function)})
            if name in self.claims:
                several = isinstance(value, tuple) and not isinstance(value, Quotient)
                forms |= (
                    {f"{name}_{n}": _forms(one) for n, one in enumerate(value, 1)} if several else {name: _forms(value)}
                )
                value = _going_on(name, value, given) if given else value
            known[name] = value
        writing: Writing = replaced.get(WRITING, as_it_is)
        return Numbers(forms, writing)


@cache
def _needs(function: Function) -> tuple[str, ...]:
    return tuple(signature(function).parameters)


def _forms(value: Any) -> tuple[Any, ...]:
    """As it may be written: 0/0 as 0, too."""
    return (value, AS_ZERO) if isinstance(value, Quotient) and value == (0, 0) else (value,)


def _going_on(name: str, value: Any, given: Mapping[str, Real]) -> Any:
    """What later functions see: the number that was given, where one was."""
    if isinstance(value, tuple) and not isinstance(value, Quotient):
        return tuple(_going_on(f"{name}_{n}", one, given) for n, one in enumerate(value, 1))
    return _like(value, given[name]) if name in given else value


def _like(value: Any, given: Real) -> Any:
    """A number in the form of the one it stands for: a quotient over 1, where that is a quotient."""
    return Quotient(given, 1) if isinstance(value, Quotient) else given


@dataclass(frozen=True, eq=False)
class FunctionSubject(Subject):
    """A metric that is computed by functions."""

    formulas: Mapping[str, Formula] = field(default_factory=dict)
    symbol_of: Callable[[str], Formula] = str
    step_of: Callable[[str], str] = str
    working_of: Callable[[Score, str], Formula] | None = None
    sheet_of: Callable[[Any], Any] = Sheet
    numbers_of: Callable[..., Numbers] | None = None

    def right(self, place: str, score: Any = None) -> Formula:
        return self.formulas[place]

    def symbols(self, number: str) -> Formula:
        return self.symbol_of(number)

    def step(self, number: str) -> str:
        return self.step_of(number)

    def working(self, score: Score, number: str) -> Formula:
        return self.working_of(score, number) if self.working_of else super().working(score, number)

    def sheet(self, score: Score) -> Any:
        return self.sheet_of(score)

    def numbers(self, sheet: Any, replaced: Mapping[str, Any], given: Mapping[str, Real] = {}) -> Numbers:
        assert self.numbers_of
        return self.numbers_of(sheet, replaced, given)


def subject(
    name: str,
    metric: Callable[..., Score],
    recipe: Recipe,
    formulas: Mapping[str, Formula],
    symbols: Mapping[str, Formula],
    steps: Mapping[str, str],
    *,
    text_metric: Callable[..., Score] | None = None,
    rounding: str = "",
    family: str = "",
    made_of: Mapping[str, tuple[str, ...]] = {},
) -> FunctionSubject:
    """A metric that is computed by such a recipe.

    `formulas` are the right formulas of the functions that can be replaced, `symbols` the names of the numbers as the
    views write them, `steps` the steps of the trace that tell them; of several numbers both are given for all: under
    "p" for p_1, p_2, ..., or under "p_n" where "p" is one number at other times.
    `made_of` says which numbers are shown with another, where nothing was said of them.
    """

    def of(known: Mapping[str, Any], number: str) -> Any:
        name = number.rpartition("_")[0]
        return known.get(number) or known.get(f"{name}_n") or known[name]

    def symbol(number: str) -> Formula:
        found: Formula = of(symbols, number)
        several = number not in symbols and isinstance(found, Symbol)
        return Symbol(found.name, number.rpartition("_")[2]) if several else found  # type: ignore[union-attr]

    def step(number: str) -> str:
        return str(of(steps, number)).format(n=number.rpartition("_")[2])

    claims = {one: one for one in recipe.claims}
    return FunctionSubject(
        name, metric, text_metric or metric, quantity.Recipe, claims=claims, places=tuple(formulas),
        rounding=rounding, family=family, made_of=made_of, formulas=formulas,
        symbol_of=symbol, step_of=step, numbers_of=recipe.numbers,
    )  # fmt: skip
