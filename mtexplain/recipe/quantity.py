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

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import cached_property
from itertools import takewhile
from types import MappingProxyType
from typing import Any, Self, TypeVar, overload

from mtexplain import exact
from mtexplain.display.formula import Call, Symbol
from mtexplain.recipe import arithmetic
from mtexplain.recipe.expression import Expression

T = TypeVar("T")
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Quantity(cached_property[T]):
    """One quantity of a trace: its symbol, as in "L_sys", and how it is computed.

    `index` says what there is one value for: "n" for each order, "n g" for each n-gram g of each order. A quantity that
    is `pooled` is summed over the segments of a text. `words` say what a function computes, `step` names the step of
    the trace that tells it: "bp"; "s_{n}" for a step of each order.
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
        convert: Callable[[Any], Any] | None = None,
    ) -> None:
        super().__init__(_never)
        self.symbol = Symbol(*symbol.split("_", 1)) if isinstance(symbol, str) else symbol
        self.formula = Expression(definition) if isinstance(definition, str) else None
        self.function = None if isinstance(definition, str) else definition
        self.words, self.index, self.pooled, self.step, self.convert = words, index, pooled, step, convert

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
    convert: Callable[[Any], Any] | None = None,
) -> Quantity[Any]:
    """A quantity that follows from others. `convert` makes something else of its value: a float, say."""
    return Quantity(symbol, text, index=index, pooled=pooled, step=step, convert=convert)


def quantity(
    symbol: str | Call, words: str = "", *, index: str = "", pooled: bool = False, step: str = ""
) -> Callable[[Callable[[Any], T]], Quantity[T]]:
    """A quantity that takes an algorithm: its method. The words say in short what that does."""
    return lambda method: Quantity(symbol, method, words, index=index, pooled=pooled, step=step)


def _never(trace: object) -> Any:
    """What a cached property would call; a quantity computes itself."""


class Recipe:
    """What is computed by quantities."""

    quantities: Mapping[str, Quantity[Any]] = NOTHING
    """All quantities, in the order of the computation."""
    changed: Mapping[str, Quantity[Any]] = NOTHING
    """The quantities that others stand for, by name."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        found: dict[str, Quantity[Any]] = {}
        for base in reversed(cls.__mro__):
            found |= {name: one for name, one in vars(base).items() if isinstance(one, Quantity)}
        cls.quantities = MappingProxyType(found)

    @property
    def parts(self) -> "Iterable[Recipe] | None":
        """The segments over which quantities are pooled; None where this is one."""
        return None

    def definition(self, name: str) -> Quantity[Any]:
        """How a quantity is computed: as the recipe says, or as what stands for it does."""
        return self.changed.get(name) or self.quantities[name]

    def with_quantities(self, changed: Mapping[str, Quantity[Any]], given: Mapping[str, Any] = NOTHING) -> Self:
        """The same, with other quantities in the place of some, and with the values given for some.

        What stands above the first of these stays as it is, and is not computed again.
        """
        other = copy(self)  # which has computed nothing yet
        if "changed" not in vars(self):
            above = takewhile(lambda name: name not in changed and name not in given, self.quantities)
            vars(other).update((name, vars(self)[name]) for name in above if name in vars(self))
        vars(other).update(given, changed=changed)
        return other
