"""Named quantities: a metric is a list of them, in the order of the computation.

>>> from fractions import Fraction
>>> class Share(Recipe):
...     @quantity("m", "the words that match")
...     def matches(self) -> int:
...         return 4
...
...     total: Quantity[int] = formula("t", "2 * 3")
...     value: Quantity[Fraction] = formula("p", "matches / total")
>>> Share().value
Fraction(2, 3)

A quantity is computed when it is asked for, and kept. It comes from a formula, which is also what is shown, or, where
it takes an algorithm, from a method. Any of them may be replaced (a mistake, say), or be given a value
(a claim); the others then follow from that:

>>> Share().with_quantities({"total": formula("t", "10")}).value
Fraction(2, 5)
>>> Share().with_quantities({}, {"matches": 1}).value
Fraction(1, 6)
"""

import ast
from collections.abc import Callable, Collection, Iterable, Mapping
from copy import copy
from functools import cached_property
from types import MappingProxyType
from typing import Any, Self, TypeVar, overload

from mtexplain import exact
from mtexplain.display.formula import Call, Formula, Symbol
from mtexplain.recipe import arithmetic
from mtexplain.recipe.expression import Expression

T = TypeVar("T")
Orders = tuple[T, ...]
"""One of each order, from single words to the longest n-grams."""
Rows = tuple[tuple[T, ...], ...]
"""Of each order, one of each different n-gram of the candidate."""
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Quantity(cached_property[T]):
    """One quantity of a trace: its symbol, as in "L_sys", and how it is computed.

    `index` says what there is one value for: "n" for each order, "n g" for each n-gram g of each order. A quantity that
    is `pooled` is summed over the segments of a text. `words` say what a function computes, `step` names the step of
    the trace that tells it: "bp"; "s_{n}" for a step of each order. `says` is a sentence about an n-gram and its value:
    "occurs {}" for "the cat occurs twice"; `title` is that of its column, where it is not its name, or None: no column.
    In the place of one that is `inline` formulas show what it is made of. A quotient that is `counted` is written as it
    was counted, never reduced: 4/6; how other values are written `write` may say.
    """

    def __init__(
        self,
        symbol: str | Symbol | Call,
        definition: str | Callable[[Any], Any],
        words: str = "",
        *,
        index: str = "",
        pooled: bool = False,
        step: str = "",
        says: str = "",
        title: str | None = "",
        convert: Callable[[Any], Any] | None = None,
        inline: bool = False,
        counted: bool = False,
        write: Callable[[Any], Formula] | None = None,
    ) -> None:
        super().__init__(_never)
        self.symbol = Symbol(*symbol.split("_", 1)) if isinstance(symbol, str) else symbol
        self.formula = Expression(definition) if isinstance(definition, str) else None
        self.function = None if isinstance(definition, str) else definition
        self.words, self.index, self.pooled, self.step = words, index, pooled, step
        self.says, self.title, self.convert = says, title, convert
        self.inline, self.counted, self.write = inline, counted, write

    @property
    def name(self) -> str:
        """What it is called in its class."""
        return str(self.attrname)

    @overload
    def __get__(self, trace: None, owner: type[Any] | None = None) -> Self: ...
    @overload
    def __get__(self, trace: object, owner: type[Any] | None = None) -> T: ...
    def __get__(self, trace: Any, owner: type[Any] | None = None) -> Self | T:
        if trace is None:
            return self
        value: T = trace.definition(self.attrname).compute(trace, self.attrname)
        vars(trace)[self.attrname] = value
        return value

    def counts(self, trace: "Recipe") -> tuple[Any, ...] | None:
        """The two numbers of which it is the quotient, where it is written as it was counted."""
        if not self.counted or self.formula is None or not isinstance(getattr(self.formula.tree, "op", None), ast.Div):
            return None
        return tuple(getattr(trace, need) for need in self.formula.needs)

    def evaluate(self, **known: Any) -> Any:
        """What its formula gives for these numbers."""
        assert self.formula
        return self.formula.value(known)

    def compute(self, trace: "Recipe", name: str) -> Any:
        """Its value for this trace, in which it has that name."""
        with exact.forty_digits():
            if self.pooled and trace.parts is not None:
                value = arithmetic.total(getattr(part, name) for part in trace.parts)
            elif self.formula:
                value = self.formula.value({need: getattr(trace, need) for need in self.formula.needs})
            elif self.function:
                value = self.function(trace)
            return value if self.convert is None or value is None else self.convert(value)


def formula(
    symbol: str,
    text: str,
    *,
    index: str = "",
    pooled: bool = False,
    step: str = "",
    says: str = "",
    title: str | None = "",
    convert: Callable[[Any], Any] | None = None,
    inline: bool = False,
    counted: bool = False,
    write: Callable[[Any], Formula] | None = None,
) -> Quantity[Any]:
    """A quantity that follows from others. `convert` makes something else of its value: a float, say."""
    return Quantity(
        symbol, text, index=index, pooled=pooled, step=step, says=says, title=title, convert=convert,
        inline=inline, counted=counted, write=write,
    )  # fmt: skip


def quantity(
    symbol: str | Call,
    words: str = "",
    *,
    index: str = "",
    pooled: bool = False,
    step: str = "",
    says: str = "",
    title: str | None = "",
    write: Callable[[Any], Formula] | None = None,
) -> Callable[[Callable[[Any], T]], Quantity[T]]:
    """A quantity that takes an algorithm: its method. The words say in short what that does."""
    return lambda method: Quantity(
        symbol, method, words, index=index, pooled=pooled, step=step, says=says, title=title, write=write
    )


def _never(trace: object) -> Any:
    """What a cached property would call; a quantity computes itself."""


class Recipe:
    """What is computed by quantities."""

    quantities: Mapping[str, Quantity[Any]] = NOTHING
    """All quantities, in the order of the computation."""
    changed: Mapping[str, Quantity[Any]] = NOTHING
    """The quantities that others stand for, by name."""
    chooses_by_score: bool = False
    """Whether one of several is chosen by its score: then what stands above may follow from what stands below."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        found: dict[str, Quantity[Any]] = {}
        for base in reversed(cls.__mro__):
            found = _merged(found, {name: one for name, one in vars(base).items() if isinstance(one, Quantity)})
        cls.quantities = MappingProxyType(found)

    @property
    def written(self) -> Mapping[str, Any]:
        """How the values of some quantities are written, where not as every number: 4/6, never reduced.

        A formula by the name of the quantity; of one that has several values a tuple of formulas.
        """
        return NOTHING

    @property
    def parts(self) -> "Iterable[Recipe] | None":
        """The segments over which quantities are pooled; None where this is one."""
        return None

    def label(self, place: int) -> str:
        """How the order at a place is called where quantities have one value for each: by its number, from 1."""
        return str(place + 1)

    def definition(self, name: str) -> Quantity[Any]:
        """How a quantity is computed: as the recipe says, or as what stands for it does."""
        return self.changed.get(name) or self.quantities[name]

    @cached_property
    def _replaced(self) -> dict[Quantity[Any], Self]:
        return {}

    def with_each(self, changed: Mapping[str, Quantity[Any]]) -> Self:
        """The same with other quantities, one after the other: what the first does is remembered, for other seconds."""
        first, *rest = [name for name in self.quantities if name in changed] or [""]
        if not first:
            return self
        one = changed[first]
        if one not in self._replaced:
            self._replaced[one] = self.with_quantities({first: one})
        found = self._replaced[one]
        return found.with_quantities({name: changed[name] for name in rest}) if rest else found

    def with_quantities(
        self, changed: Mapping[str, Quantity[Any]], given: Mapping[str, Any] = NOTHING, until: Collection[str] = ()
    ) -> Self:
        """The same, with other quantities in the place of some, and with the values given for some.

        What stands above all of these, and above those that `until` names, is not computed again.
        """
        other = copy(self)  # which has computed nothing yet
        for name in () if self.chooses_by_score else self.quantities:
            if name in changed or name in given or name in until:
                break
            if name in vars(self):
                vars(other)[name] = vars(self)[name]
        vars(other).update(given, changed={**self.changed, **changed})
        return other


def _merged(found: dict[str, Quantity[Any]], own: dict[str, Quantity[Any]]) -> dict[str, Quantity[Any]]:
    """Quantities, and those of a subclass: what it adds stands before what it redefines next."""
    order = list(found)
    place = len(order)
    for name in reversed(own):
        if name in found:
            place = order.index(name)
        else:
            order.insert(place, name)
    return {name: own.get(name) or found[name] for name in order}
