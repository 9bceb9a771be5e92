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

Rules may choose between formulas:

>>> class Mean(Share):
...     rules = "half"
...     mean: Quantity[Fraction] = formula("M", {"half": "value / 2", "all": "value"}, by=lambda trace: trace.rules)
>>> Mean().mean
Fraction(1, 3)
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from copy import copy
from difflib import get_close_matches
from functools import cache, cached_property
from itertools import takewhile
from types import MappingProxyType
from typing import Any, ClassVar, Self, TypedDict, TypeVar, Unpack, overload

from mtexplain import exact
from mtexplain.display.formula import Formula, Symbol
from mtexplain.recipe import arithmetic
from mtexplain.recipe.expression import Expression

T = TypeVar("T")
Orders = tuple[T, ...]
"""One of each order, from single words to the longest n-grams."""
Rows = tuple[tuple[T, ...], ...]
"""Of each order, one of each different n-gram of the candidate."""
NOTHING: Mapping[str, Any] = MappingProxyType({})
_SILENT = Symbol("")


class Options(TypedDict, total=False):
    """What may be said of a quantity besides its symbol and how it is computed."""

    index: str
    """What there is one value for: "n" for each order, "n g" for each n-gram g of each order. In a formula, a number
    that lacks an index stands for all: one of each reference, "j", beside those of each order and reference, "n j"."""
    pooled: bool
    """Whether it is summed over the segments of a text."""
    step: str
    """The step of the trace that tells it: "bp"; "s_{n}" for a step of each order."""
    says: str
    """A sentence about an n-gram and its value: "occurs {}" for "the cat occurs twice"."""
    title: str | None
    """The title of its column, where that is not its name; None where it has no column."""
    convert: Callable[[Any], Any] | None
    """What makes something else of its value: a float, say."""
    default: Any
    """What stands where there is none, as of 0/0."""
    inline: bool
    """Whether formulas show what it is made of in its place. So it is with one whose symbol is empty."""
    counted: bool
    """Whether a quotient is written as it was counted, never reduced: 4/6."""
    write: Callable[[Any], Formula] | None
    """How other values are written, where that is not as usual."""
    repeats: bool
    """Whether its formula is of a number that repeats, and is worked out once for each."""
    shortcut: Callable[[Any], Any] | None
    """What leads to the same number sooner, where nothing is replaced."""


class Quantity(cached_property[T]):
    """One quantity of a trace: its symbol, as in "L_sys", how it is computed, and what `Options` say.

    `words` say what a function computes. Where there are `cases`, `by` says which is that of a trace; the last is the
    usual one.
    """

    cases: "Mapping[Any, Quantity[Any]]" = NOTHING
    by: Callable[[Any], Any] | None = None
    index: str = ""
    pooled = inline = counted = repeats = False
    step: str = ""
    says: str = ""
    title: str | None = ""
    default: Any = None
    convert: Callable[[Any], Any] | None = None
    write: Callable[[Any], Formula] | None = None
    shortcut: Callable[[Any], Any] | None = None

    def __init__(
        self, symbol: str | Formula, definition: str | Callable[[Any], Any], words: str = "", **options: Unpack[Options]
    ) -> None:
        super().__init__(_never)
        self.symbol: Formula = symbol
        if isinstance(symbol, str) and (not symbol or symbol[0].isalpha()):  # |I| and 10 are written as they are
            self.symbol = Symbol(*symbol.split("_", 1))
        self.formula = Expression(definition) if isinstance(definition, str) else None
        self.function = None if isinstance(definition, str) else definition
        self.words, self.options = words, options
        vars(self).update(options)

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
        name = self.attrname
        value: T = trace.definition(name).compute(trace, name)
        vars(trace)[name] = value
        return value

    @cached_property
    def last_index(self) -> str:
        """The last letter of its index: "g" of "n g"."""
        return self.index.rpartition(" ")[2]

    @property
    def is_silent(self) -> bool:
        """Whether it has no symbol, so that formulas show what it is made of."""
        return self.symbol == _SILENT

    def renamed(self, symbol: Formula) -> "Quantity[T]":
        """The same with another symbol."""
        other = copy(self)
        other.symbol, other.cases = symbol, {key: one.renamed(symbol) for key, one in self.cases.items()}
        return other

    def evaluate(self, **known: Any) -> Any:
        """What its formula gives for these numbers."""
        assert self.formula
        return self.formula.value(known)

    def compute(self, trace: "Recipe", name: str) -> Any:
        """Its value for this trace, in which it has that name."""
        if not exact.has_forty_digits():  # one quantity asks for others, and they for more
            with exact.forty_digits():
                return self.compute(trace, name)
        if self.pooled and trace.parts is not None:
            value = arithmetic.total(getattr(part, name) for part in trace.parts)
        elif self.shortcut and not trace.changed:
            value = self.shortcut(trace)
        elif self.formula:
            is_plain = self._plain.get(type(trace))
            value = self.formula.of(trace) if is_plain else self._of_formula(trace, name, self.formula)
        elif self.function:
            value = self.function(trace)
        if self.default is not None:
            value = _filled(value, self.default)
        return value if self.convert is None or value is None else self.convert(value)

    def _of_formula(self, trace: "Recipe", name: str, formula: Expression) -> Any:
        if self._is_plain(trace, name, formula):
            return formula.of(trace)
        known = {need: getattr(trace, need) for need in formula.needs}
        several = [need for need, value in known.items() if type(value) is tuple] if self.repeats else []
        if len(several) == 1:
            once = cache(lambda value: formula.value({**known, several[0]: value}))
            return of_each(once, known[several[0]])
        indices = {need: trace.quantities[need].index.split() for need in known if need in trace.quantities}
        whole = max(indices, key=lambda need: len(indices[need]), default="")
        for need, index in indices.items():
            if index != indices[whole][: len(index)]:
                known[need] = spread(known[need], index, indices[whole], known[whole])
        return formula.value(known)

    @cached_property
    def _plain(self) -> dict[type, bool]:
        return {}

    def _is_plain(self, trace: "Recipe", name: str, formula: Expression) -> bool:
        """Whether it is worked out once, and no number lacks an index that others have before its own.

        AttributeError where the formula uses a name that the trace does not have.
        """
        kind = type(trace)
        if kind not in self._plain:
            for need in formula.needs:
                if need not in kind.quantities and need not in vars(trace) and not hasattr(kind, need):
                    raise no_quantity(need, f"the formula of {name} uses", [*kind.quantities, *arithmetic.__all__])
            each = [kind.quantities[need].index.split() for need in formula.needs if need in kind.quantities]
            longest = max(each, key=len, default=[])
            self._plain[kind] = not self.repeats and all(index == longest[: len(index)] for index in each)
        return self._plain[kind]


def _filled(value: Any, default: Any) -> Any:
    """The numbers, with the default where there is none."""
    if isinstance(value, tuple):
        return tuple([_filled(one, default) for one in value])
    return default if value is None else value


def of_each(function: Callable[[Any], Any], values: Any) -> Any:
    """The function of every number.

    >>> of_each(abs, ((1, -2), ()))
    ((1, 2), ())
    """
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
    text: str | Mapping[Any, str | Quantity[Any]],
    *,
    by: Callable[[Any], Any] | None = None,
    **options: Unpack[Options],
) -> Quantity[Any]:
    """A quantity that follows from others. Instead of a text, several, from which `by` chooses one for a trace."""
    if isinstance(text, str):
        return Quantity(symbol, text, **options)
    cases = {key: Quantity(symbol, one, **options) if isinstance(one, str) else one for key, one in text.items()}
    usual = copy(list(cases.values())[-1])
    usual.cases, usual.by = cases, by
    return usual


def quantity(
    symbol: str | Formula, words: str = "", **options: Unpack[Options]
) -> Callable[[Callable[[Any], T]], Quantity[T]]:
    """A quantity that takes an algorithm: its method. The words say in short what that does."""
    return lambda method: Quantity(symbol, method, words, **options)


def no_quantity(name: str, where: str, known: Iterable[str]) -> AttributeError:
    """The error for a name that no quantity has, with the one that is meant, perhaps.

    >>> print(no_quantity("matchez", "the formula of m uses", ["count", "matches"]))
    the formula of m uses matchez, which is not a quantity; did you mean matches?
    """
    close = get_close_matches(name, known, 1)
    return AttributeError(f"{where} {name}, which is not a quantity" + (f"; did you mean {close[0]}?" if close else ""))


def _never(trace: object) -> Any:
    """What a cached property would call; a quantity computes itself."""


class Recipe:
    """What is computed by quantities.

    A quantity can't have the name of something else that its class has:

    >>> class Wrong(Recipe):
    ...     label = formula("l", "1")
    Traceback (most recent call last):
    TypeError: Wrong: the quantity label hides the label of Recipe; give it another name
    """

    quantities: Mapping[str, Quantity[Any]] = NOTHING
    """All quantities, in the order of the computation."""
    changed: Mapping[str, Quantity[Any]] = NOTHING
    """The quantities that others stand for, by name."""
    kept: ClassVar[tuple[str, ...]] = ()
    """What is counted before any quantity: it stays as it is, whatever stands for these."""
    chooses_by_score: bool = False
    """Whether one of several is chosen by its score: then what stands above may follow from what stands below."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        found: dict[str, Quantity[Any]] = {}
        for base in reversed(cls.__mro__):
            found = _merged(found, {name: one for name, one in vars(base).items() if isinstance(one, Quantity)})
        cls.quantities = MappingProxyType(found)
        for name in found:
            other = next((base for base in cls.__mro__ if _means_something_else(base, name)), None)
            if other and name != "score":  # that one every metric fills in
                hides = f"the quantity {name} hides the {name} of {other.__name__}"
                raise TypeError(f"{cls.__name__}: {hides}; give it another name")

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
        one = self.changed.get(name) or self.quantities[name]
        return one.cases[one.by(self)] if one.by else one

    def expression(self, name: str) -> Expression:
        """The formula of a quantity that has one."""
        found = self.definition(name).formula
        assert found, f"{name} has no formula"
        return found

    def can_claim(self, name: str) -> bool:
        """Whether a step tells this quantity, so that people may say what they got."""
        return True

    def with_quantities(
        self, changed: Mapping[str, Quantity[Any]], given: Mapping[str, Any] = NOTHING, until: Collection[str] = ()
    ) -> Self:
        """Return a copy with some quantities replaced, and with given values for others.

        The quantities above all of these, and above the quantities in `until`, are not computed again, because no
        quantity depends on a quantity below it, unless `chooses_by_score` is true.
        """
        kind: Any = type(self)
        names = {*changed, *given, *until}
        above = {*takewhile(lambda name: name not in names, () if self.chooses_by_score else self.quantities)}
        other: Self = object.__new__(kind)
        computed = _computed(kind) - above
        vars(other).update({name: value for name, value in vars(self).items() if name not in computed})
        vars(other).update({name: getattr(self, name) for name in self.kept})
        vars(other).update(given, changed={**self.changed, **changed})
        return other

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


@cache
def _computed(kind: type) -> frozenset[str]:
    """The names of what its instances work out and keep."""
    return frozenset(name for name in dir(kind) if isinstance(getattr(kind, name, None), cached_property))


def _means_something_else(kind: type, name: str) -> bool:
    """Whether a class has something of that name which is no quantity: a method, say, or a field."""
    if name in vars(kind):
        return not isinstance(vars(kind)[name], Quantity)
    return name in vars(kind).get("__dataclass_fields__", ()) or (kind is Recipe and name == "segments")


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
