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

from collections.abc import Callable, Collection, Iterable, Mapping
from copy import copy
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, Self, TypeVar, overload

from mtexplain import exact
from mtexplain.display.formula import Formula, Symbol
from mtexplain.recipe import arithmetic
from mtexplain.recipe.expression import Expression

T = TypeVar("T")
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Quantity(cached_property[T]):
    """One quantity of a trace: its symbol, as in "L_sys", and how it is computed.

    `index` says what there is one value for: "n" for each order, "n g" for each n-gram g of each order. In a formula, a
    number that lacks an index stands for all: one of each reference, "j", beside those of each order and reference,
    "n j". A formula of a number that `repeats`, and of others that are the same for all, is worked out once for each.
    Where nothing is replaced, a `shortcut` may lead to the same number sooner. A quantity that is `pooled` is summed
    over the segments of a text. `words` say what a function computes, `step` names the step of the trace that tells it:
    "bp"; "s_{n}" for a step of each order.
    """

    def __init__(
        self,
        symbol: str | Formula,
        definition: str | Callable[[Any], Any],
        words: str = "",
        *,
        index: str = "",
        pooled: bool = False,
        repeats: bool = False,
        shortcut: Callable[[Any], Any] | None = None,
        step: str = "",
        convert: Callable[[Any], Any] | None = None,
    ) -> None:
        super().__init__(_never)
        self.symbol: Formula = symbol
        if isinstance(symbol, str) and symbol[0].isalpha():  # a name; |I| and 10 are written as they are
            self.symbol = Symbol(*symbol.split("_", 1))
        self.formula = Expression(definition) if isinstance(definition, str) else None
        self.function = None if isinstance(definition, str) else definition
        self.words, self.index, self.pooled, self.step, self.convert = words, index, pooled, step, convert
        self.repeats, self.shortcut = repeats, shortcut

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
            elif self.shortcut and not trace.changed:
                value = self.shortcut(trace)
            elif self.formula:
                value = self._of_formula(trace, self.formula)
            elif self.function:
                value = self.function(trace)
            return value if self.convert is None or value is None else self.convert(value)

    def _of_formula(self, trace: "Recipe", formula: Expression) -> Any:
        known = {need: getattr(trace, need) for need in formula.needs}
        several = [need for need, value in known.items() if type(value) is tuple] if self.repeats else []
        if len(several) == 1:
            once = cache(lambda value: formula.value({**known, several[0]: value}))
            return of_each(once, known[several[0]])
        indices = {need: trace.definition(need).index.split() for need in known}
        whole = max(indices, key=lambda need: len(indices[need]), default="")
        for need, index in indices.items():
            if index != indices[whole][: len(index)]:
                known[need] = spread(known[need], index, indices[whole], known[whole])
        return formula.value(known)


def of_each(function: Callable[[Any], Any], values: Any) -> Any:
    """The function of every number.

    >>> of_each(abs, ((1, -2), ()))
    ((1, 2), ())
    """
    if type(values) is not tuple:
        return function(values)
    if values and type(values[0]) is not tuple:
        return tuple(map(function, values))
    return tuple([of_each(function, one) for one in values])


def spread(value: Any, index: list[str], wanted: list[str], whole: Any) -> Any:
    """A value with so many indices, given again for each of those that it lacks; `whole` is a value that has them all.

    >>> spread((1, 2), ["j"], ["n", "j"], ((5, 6), (7, 8)))
    ((1, 2), (1, 2))
    """
    if index == wanted[: len(index)]:
        return value
    if index[0] == wanted[0]:
        return tuple(spread(one, index[1:], wanted[1:], part) for one, part in zip(value, whole, strict=True))
    return tuple(spread(value, index, wanted[1:], part) for part in whole)


def formula(
    symbol: str | Formula,
    text: str,
    *,
    index: str = "",
    pooled: bool = False,
    repeats: bool = False,
    shortcut: Callable[[Any], Any] | None = None,
    step: str = "",
    convert: Callable[[Any], Any] | None = None,
) -> Quantity[Any]:
    """A quantity that follows from others. `convert` makes something else of its value: a float, say."""
    return Quantity(
        symbol, text, index=index, pooled=pooled, repeats=repeats, shortcut=shortcut, step=step, convert=convert
    )


def quantity(
    symbol: str | Formula, words: str = "", *, index: str = "", pooled: bool = False, step: str = ""
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

    def can_claim(self, name: str) -> bool:
        """Whether a step tells this quantity, so that people may say what they got."""
        return True

    def with_quantities(
        self, changed: Mapping[str, Quantity[Any]], given: Mapping[str, Any] = NOTHING, until: Collection[str] = ()
    ) -> Self:
        """The same, with other quantities in the place of some, and with the values given for some.

        What stands above all of these, and above those that `until` names, is not computed again.
        """
        other = copy(self)  # which has computed nothing yet
        for name in self.quantities:
            if name in changed or name in given or name in until:
                break
            if name in vars(self):
                vars(other)[name] = vars(self)[name]
        vars(other).update(given, changed={**self.changed, **changed})
        return other
