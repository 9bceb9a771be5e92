"""A trace in steps: a class whose methods are the steps.

A step is a method that returns a number; its docstring says why the step is taken. A step with an index, such as
`def p(self, n)`, is taken for each n in `self.each_n`. A step without one is read like an attribute: `self.bp`.

>>> from mtexplain.tracing.number import product_of, share
>>> class Share(Traced):
...     each_n = (1, 2)
...
...     @quantity("m_{n}")
...     def matches(self, n: int) -> float:
...         '''The words that match.'''
...         return 2 * n
...
...     @step("p_{n}")
...     def p(self, n: int) -> float:
...         '''What does not match earns nothing.'''
...         return share(self.matches(n), 6)
...
...     @step("S")
...     def score(self) -> float:
...         '''A weak share pulls the product down.'''
...         return product_of(self.p(n) for n in self.each_n)
>>> trace = Share()
>>> trace.numbers()
{'p_1': p_1 = m_1 / 6 = 2/6, 'p_2': p_2 = m_2 / 6 = 4/6, 'score': S = p_1 * p_2 = 2/6 * 4/6 = 2/9}

- `trace.by(Other)`: the same by other rules, a tool's or a mistake's. They are a class with the methods that differ,
  best a subclass. A method that replaces a step needs no decorator.
- `trace.with_numbers(p_1=1)`: the same with a number of your own; what depends on it is computed from it.
- `trace.quick()`: the same numbers without the memory of how they were made, for very many of them.

>>> class AllMatch(Share):
...     def matches(self, n: int) -> float:
...         return 6
>>> trace.by(AllMatch).score, trace.with_numbers(p_1=1).score, trace.quick().score
(S = p_1 * p_2 = 6/6 * 6/6 = 1, S = p_1 * p_2 = 1 * 4/6 = 2/3, Fraction(2, 9))

Steps are told in the order in which they are written. What a subclass replaces stays in its place; what it adds comes
last, or after the step that it names: `@step("q_{n}", after=Share.p)`.
"""

import re
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import fields, is_dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache, update_wrapper
from inspect import signature
from itertools import product
from math import inf, isinf
from types import CodeType, FunctionType, MappingProxyType, MethodType
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, Self, overload

from mtexplain.tracing.changes import NOTHING, again, changed, made, own_names
from mtexplain.tracing.number import Label, Letter, Number, Sole, as_decimal, plain

P = ParamSpec("P")
Words = Callable[Concatenate[Any, P], Any]
Indices = tuple[Any, ...]
"""The indices of a number, of p_2 (2,). A trace may take numbers, labels, n-grams or tokens as indices."""
_WRITTEN = int, Label
_EXACT = int, Fraction, Decimal
_LETTER = re.compile(r"{(\w+)}")


# Used in the body of Quantity: what it returns is a method there.
def _says(part: str) -> "Callable[[Quantity[P], Words[P]], Words[P]]":
    """A decorator of a method that says this of a quantity."""

    def mark(self: "Quantity[P]", method: Words[P]) -> Words[P]:
        self.words[part] = method
        return method

    return mark


class Circle(RecursionError):
    """A number that is computed from itself."""


class Quantity(Generic[P]):
    """A method that returns a number of the trace, which remembers how it was made. It is called once for each index.

    Its signature says float: a trace makes a Number of whatever exact number it returns. Words about it hang on it, as
    in `@p.table def p_table(self, n)`. A subclass replaces them like any method.
    """

    def __init__(
        self, method: Callable[Concatenate[Any, P], float], symbol: str, is_step: bool = False, *, step_name: str = "",
        after: "Quantity[...] | None" = None, within: "Quantity[...] | None" = None, is_decimal: bool = False,
        **words: str,
    ) -> None:  # fmt: skip
        update_wrapper(self, method)  # its docstring and its source are those of the method
        self.method: Callable[..., Any] = method
        self.name, self.letters = method.__name__, tuple(signature(method).parameters)[1:]
        self.symbol, self.is_step, self.is_decimal = symbol, is_step, is_decimal
        self.step_name, self.after, self.within, self.has_letters = step_name, after, within, "{" in symbol
        self.replaced: Quantity[...] | None = None
        self.words: ChainMap[str, str | Callable[..., Any]] = ChainMap({"why": in_a_line(method.__doc__), **words})

    @overload
    def __get__(self, trace: None, kind: type[object]) -> Self: ...
    @overload
    def __get__(self: "Quantity[[]]", trace: object, kind: type[object]) -> float: ...
    @overload
    def __get__(self, trace: object, kind: type[object]) -> Callable[P, float]: ...
    def __get__(self, trace: Any, kind: type[object]) -> Any:
        if trace is None:
            return self
        return MethodType(self, trace) if self.letters else self(trace)

    def __call__(self, trace: Any, *indices: Any) -> Any:
        """The number for these indices, computed once. RecursionError if it is computed from itself."""
        key = (self, *indices)  # not its name: a method that replaces it may call it by super()
        known = trace.known
        if key not in known:
            try:
                known[key] = self.compute(trace, indices)
            except RecursionError as error:
                if isinstance(error, Circle):
                    raise
                raise Circle(f"{type(trace).__name__}: {self.label(indices)} is computed from itself.") from None
        return known[key]

    def compute(self, trace: Any, indices: Indices) -> Any:
        """The number for these indices; of a letter its symbol, or, where it has none, its formula."""
        if indices:
            indices = trace.as_written(self, indices)
        if indices and Letter in map(type, indices):
            return Number(None, trace.symbol_of(self, indices)) if self.symbol else self.method(trace, *indices)
        if trace.given and (label := self.label(indices)) in trace.given:
            return trace.as_number(trace.given[label], self, indices)
        return trace.as_number(self.method(trace, *indices), self, indices)

    def label(self, indices: Indices) -> str:
        """The name of the number for these indices: p_2."""
        return "_".join(filter(None, map(str, (self.name, *indices))))

    def name_of_step(self, indices: Indices) -> str:
        """The name of its step for these indices."""
        named = dict(zip(self.letters, indices, strict=True))
        return self._template(self.step_name, indices).format(**named) or self.label(indices)

    def _template(self, text: str, indices: Indices) -> str:
        """A symbol or a name, without the letter of an index that is not written."""
        if Sole in map(type, indices):
            for letter, index in zip(self.letters, indices, strict=False):
                text = text.replace(f"_{{{letter}}}", "") if type(index) is Sole else text
        return text

    def symbol_of(self, indices: Indices) -> str:
        """The symbol for these indices. A text is written by its letter, because it comes from outside."""
        if not indices or not self.has_letters:
            return self.symbol
        pairs = zip(self.letters, indices, strict=False)
        written = {name: index if isinstance(index, _WRITTEN) else name for name, index in pairs}
        return self._template(self.symbol, indices).format(**written)

    @property
    def is_open(self) -> bool:
        """True if only a subclass says how it is computed."""
        return "NotImplementedError" in self.method.__code__.co_names

    def replaced_by(self, method: Callable[..., Any], why: str) -> "Quantity[P]":
        """The same quantity, computed by another method."""
        other = copy(self)
        update_wrapper(other, method)
        reason = in_a_line(method.__doc__) or in_a_line(why)
        other.method, other.words = method, self.words.new_child({"why": reason} if reason else {})
        other.replaced = self
        return other

    def otherwise(self, method: Callable[Concatenate[Any, P], float]) -> "Quantity[P]":
        """Makes another method compute the quantity in a subclass. The words about it stay as they are."""
        other = copy(self)
        update_wrapper(other, method)
        other.method = method
        return other

    def shown_as(self, symbol: str = "", **words: str) -> "Quantity[P]":
        """The same quantity under another symbol, or with other words."""
        other = copy(self)
        other.symbol, other.has_letters = symbol or self.symbol, "{" in (symbol or self.symbol)
        other.words = self.words.new_child({**words})
        return other

    def say(self, **words: str) -> None:
        """Say something about it in another file than that of its method: a title, a source, what letters stand for."""
        self.words.update(words)

    # Decorators of the methods that say something about it, or that a constant in `step` may say.

    table = _says("table")  # what stands before the formula: parts, or rows, the first of which is the head
    more = _says("more")  # what stands after it
    title, why, source = _says("title"), _says("why"), _says("source")
    summary = _says("summary")  # what happened, in a few words: "4 of 6 earn credit"
    outcome = _says("outcome")  # what came out, where that is not the number itself
    legend = _says("legend")  # what the letters in the formula stand for
    says = _says("says")  # what it is, where it has no formula
    applies = _says("applies")  # whether a trace has this step

    def shown_at(self, method: Callable[[Any], Iterable[Indices]]) -> Callable[[Any], Iterable[Indices]]:
        """Marks the method that returns the indices for which the step is told, where that is not for all."""
        self.words["shown_at"] = method
        return method

    def description(self, part: str, trace: Any, *indices: Any) -> Any:
        """The words about it that a method returns, or a constant; "" where there are none."""
        for words in self.words.maps:
            if part in words:
                said = words[part]
                break
        else:
            return ""
        if isinstance(said, str):
            return said
        own = getattr(trace, said.__name__, None)  # it may be replaced in a subclass
        return own(*indices) if isinstance(own, MethodType) else said(trace, *indices)


class Row(Quantity[P]):
    """A number of a row of a table, such as Count(g). It stays a plain number; only of a letter it is its symbol."""

    is_row = True

    def __init__(self, method: Callable[Concatenate[Any, P], float], symbol: str) -> None:
        super().__init__(method, symbol)
        if len(self.letters) != 1:
            raise TypeError(f"{self.name} is a row: let it take one index, the row's own, not {len(self.letters)}.")

    def __call__(self, trace: Any, index: Any = None) -> Any:
        known, key = trace.known, (self, index)
        value = known.get(key)
        if value is None:
            value = known[key] = Number(None, self.symbol) if type(index) is Letter else self.method(trace, index)
        return value


def in_a_line(docstring: str | None) -> str:
    """A docstring without its line breaks."""
    return " ".join((docstring or "").split())


def quantity(
    symbol: str = "", *, says: str = "", after: Quantity[...] | None = None
) -> Callable[[Callable[Concatenate[Any, P], float]], Quantity[P]]:
    """Makes a method a number of the trace. If it has no symbol, formulas show how it was made instead.

    `says` is what a number is that is counted and has no formula; `after` is the quantity that it comes after.
    """
    return lambda method: Quantity(method, symbol, says=says, after=after)


def row(symbol: str) -> Callable[[Callable[Concatenate[Any, P], float]], Row[P]]:
    """Makes a method a number of a row of a table."""
    return lambda method: Row(method, symbol)


def step(
    symbol: str, *, name: str = "", title: str = "", source: str = "", summary: str = "", legend: str = "",
    says: str = "", after: Quantity[...] | None = None, within: Quantity[...] | None = None, is_decimal: bool = False,
) -> Callable[[Callable[Concatenate[Any, P], float]], Quantity[P]]:  # fmt: skip
    """Makes a method a number that is told as a step: a title, a source, a summary, what its letters stand for.

    `says` is as with a quantity. `name` is the step's own where that is not the method's; `after` is the step that it
    comes after, `within` another step that tells it, too. A score `is_decimal`: it is written with digits, never as a
    fraction.
    """
    words = {"title": title, "source": source, "summary": summary, "legend": legend, "says": says}
    return lambda method: Quantity(
        method, symbol, True, step_name=name, after=after, within=within, is_decimal=is_decimal, **words
    )


class Traced:
    """A computation in steps. A subclass that is a dataclass has the facts from which all is computed as its fields.

    It can be computed again from these facts, with other methods, or with numbers that are given.
    """

    quantities: ClassVar[Mapping[str, Quantity[...]]] = MappingProxyType({})
    """All quantities, in the order in which they are told."""
    changes: ClassVar[tuple[type[object], ...]] = ()
    """The changes by which it is computed, the first first."""
    unchanged: ClassVar[type[object] | None] = None
    """The class before its changes."""
    given: Mapping[str, Any] = NOTHING
    """The numbers that are given, by name, and not computed."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        kinds = reversed(cls.__mro__)
        names = dict.fromkeys(
            name for kind in kinds for name, member in vars(kind).items() if isinstance(member, Quantity)
        )
        known = {name: quantity for name in names if (quantity := cls._quantity(name))}
        order = list(known)
        for name, quantity in known.items():
            if quantity.after:
                order.remove(name)
                order.insert(order.index(quantity.after.name) + 1, name)
        cls.quantities = MappingProxyType({name: known[name] for name in order})
        cls._check()

    @classmethod
    def _quantity(cls, name: str) -> Quantity[...] | None:
        """The quantity of that name. A plain method that replaces a quantity becomes one.

        A mistake of a family replaces the quantity of each member, under the symbol that it has there.
        """
        kinds = [kind for kind in cls.__mro__ if name in vars(kind)]
        newest, *older = (vars(kind)[name] for kind in kinds)
        replaced = next((member for member in older if isinstance(member, Quantity)), None)
        is_of_another = isinstance(newest, Quantity) and newest.replaced not in (None, replaced)
        method = newest.fget if isinstance(newest, property) else newest.method if is_of_another else newest
        if replaced and isinstance(method, FunctionType):
            newest = replaced.replaced_by(method, "" if replaced.is_open else kinds[0].__doc__ or "")
            setattr(cls, name, newest)
        return newest if isinstance(newest, Quantity) else None

    @classmethod
    def _check(cls) -> None:
        """TypeError for a step without a reason, two quantities with one symbol, and a quantity that nothing uses."""
        names: dict[str, str] = {}
        used = {name for kind in cls.__mro__ for name in asked_in(kind)}
        for name, quantity in cls.quantities.items():
            if quantity.is_step and not quantity.within and not quantity.words["why"]:
                raise TypeError(f"{cls.__name__}.{name} is a step: let its docstring say why it is taken.")
            holds = [isinstance(vars(kind).get(name), Quantity) for kind in cls.__mro__]
            for kind in cls.__mro__[len(holds) - holds[::-1].index(True) :]:
                if not getattr(vars(kind).get(name), "__isabstractmethod__", name not in vars(kind)):
                    raise TypeError(
                        f"{cls.__name__}.{name}: {kind.__name__} has something else of that name. Rename it."
                    )
            if not quantity.symbol and name not in used:
                raise TypeError(f"{cls.__name__}: nothing uses {name}, and it has no symbol to be shown by.")
            first = names.setdefault(_LETTER.sub("{}", quantity.symbol) or name, name)
            if first != name:
                raise TypeError(f"{cls.__name__}: {first} and {name} have the same symbol, {quantity.symbol}.")

    @cached_property
    def known(self) -> dict[tuple[Any, ...], Any]:
        """The numbers that were computed."""
        return {}

    def symbol_of(self, quantity: Quantity[...], indices: Indices = ()) -> str:
        """The symbol of a number in this trace."""
        return quantity.symbol_of(indices)

    def as_written(self, quantity: Quantity[...], indices: Indices) -> tuple[Any, ...]:
        """The indices as this trace writes them."""
        return indices

    def as_number(self, value: Any, quantity: Quantity[...], indices: Indices) -> Any:
        """The number under its symbol. If it has one already, it keeps it: a step may return another's number.

        TypeError for what is no exact number, and was not made with number.py.
        """
        if type(value) is Number and type(value.value) is not float:
            if quantity.is_decimal and value.value is not None:
                value = Number(as_decimal(value.value), value.symbol, value.made_by, value.parts, value.over)
            return value.named(self.symbol_of(quantity, indices)) if quantity.symbol and not value.symbol else value
        if type(value) is float and isinf(value):
            value = Decimal(value)
        if not isinstance(value, _EXACT):
            name = f"{type(self).__name__}.{quantity.label(indices)}"
            fix = "With a fraction of your own, put the number of the trace first: self.n * Fraction(1, 2)."
            raise TypeError(f"{name} must be an exact number, or made with tracing.number, not {value!r}. {fix}")
        return Number(as_decimal(value) if quantity.is_decimal else value, self.symbol_of(quantity, indices))

    # The numbers.

    def index(self) -> Iterator[tuple[str, Quantity[...], Indices]]:
        """Each number that has a name: its name, its quantity, and its indices: ("p_2", p, (2,))."""
        for quantity in self.quantities.values():
            for indices in self.ranges(quantity):
                yield quantity.label(indices), quantity, indices

    def ranges(self, quantity: Quantity[...]) -> Iterable[Indices]:
        """The indices of a quantity. TypeError if a range is missing."""
        if isinstance(quantity, Row):
            return ()  # the rows have no range of their own
        return product(*(self.indices_of(letter, quantity) for letter in quantity.letters))

    def indices_of(self, letter: str, quantity: Quantity[...]) -> Iterable[Any]:
        """The indices that a letter of a quantity stands for: of n, `each_n`. TypeError if that is missing."""
        indices: Iterable[Any] | None = getattr(self, f"each_{letter}", None)
        if indices is None:
            name = type(self).__name__
            raise TypeError(f"{name} needs each_{letter}: for which {letter} is {quantity.name} to be taken?")
        return indices

    def numbers(self) -> dict[str, Number]:
        """The number of each step, by name."""
        return {name: quantity(self, *indices) for name, quantity, indices in self.index() if quantity.is_step}

    def plain_values(self) -> dict[str, Any]:
        """The value of each quantity that has a symbol, but for the score; of a quantity with indices, tuples."""
        named = (
            (name, quantity)
            for name, quantity in self.quantities.items()
            if quantity.symbol and not isinstance(quantity, Row)
        )
        return {
            name: self._values(quantity, ()) for name, quantity in named if quantity.letters or not quantity.is_decimal
        }

    def _values(self, quantity: Quantity[...], indices: Indices) -> Any:
        if len(indices) == len(quantity.letters):
            return plain(quantity(self, *indices))
        letter = quantity.letters[len(indices)]
        return tuple(self._values(quantity, (*indices, index)) for index in self.indices_of(letter, quantity))

    def number(self, name: str) -> Number:
        """Return a number by its name: "bp", "p_2". KeyError, with all names, for any other."""
        quantity, indices = self.located(name)
        result: Number = quantity(self, *indices)
        return result

    def located(self, name: str) -> tuple[Quantity[...], Indices]:
        """Return the quantity and the indices of a name. KeyError, with all names, for an unknown name."""
        for quantity in self.quantities.values():
            if name == quantity.name or name.startswith(f"{quantity.name}_"):
                for indices in self.ranges(quantity):
                    if quantity.label(indices) == name:
                        return quantity, indices
        raise KeyError(f"There is no {name!r}. There are: {', '.join(label for label, _, _ in self.index())}.")

    # The same, computed in another way.

    @property
    def has_other_methods(self) -> bool:
        """True if a change computes a number in another way; a quick trace has the same methods."""
        return any(change is not Quick for change in self.changes)

    @property
    def is_changed(self) -> bool:
        """True if a change computes a number in another way, or a number is given."""
        return bool(self.given) or self.has_other_methods

    @property
    def computed_from(self) -> dict[str, Any]:
        """The facts, by name. TypeError if there are facts that no dataclass declares."""
        kind: Any = type(self)
        if is_dataclass(kind):
            return {field.name: getattr(self, field.name) for field in fields(kind) if field.init}
        cached = {
            name for base in kind.__mro__ for name, member in vars(base).items() if isinstance(member, cached_property)
        }
        if lost := [name for name in vars(self) if name != "given" and name not in cached]:
            raise TypeError(f"{kind.__name__} must be a dataclass with the field {lost[0]}, to be computed again.")
        return {}

    def by(self, change: type[object]) -> Self:
        """The same by other rules, or with a mistake. What doesn't depend on the change is not computed again."""
        trace: Self = made(changed(type(self), change), self.computed_from, self.given)
        return self._shared_with(trace, own_names(change, type(self)))

    def __reduce__(self) -> Any:
        return again, (self.unchanged or type(self), self.changes, self.computed_from, dict(self.given))

    def quick(self) -> Self:
        """The same as plain numbers, without the memory of how they were made. ZeroDivisionError where that is 0/0."""
        return self if Quick in self.changes else self.by(Quick)

    def with_numbers(self, **given: Any) -> Self:
        """Return the same with these numbers, by name, in the place of its own: bp=1, p_2="1/2"."""
        located = {name: self.located(name)[0].name for name in given}  # an unknown one is refused by name
        exact = {name: given_value(value, name) for name, value in given.items()}
        trace: Self = made(type(self), self.computed_from, {**self.given, **exact})
        return self._shared_with(trace, located.values())

    def hand_on(self, other: "Traced", *names: str) -> None:
        """Give another trace what cached properties of this trace hold, so that it is not computed again."""
        vars(other).update((name, getattr(self, name)) for name in names)

    def _shared_with(self, other: Self, names: Iterable[str]) -> Self:
        """Another trace, with the numbers of this trace that do not depend on what is different there."""
        kind: Any = type(other)
        touched = affected(kind, frozenset(names))
        if "as_number" not in touched:
            other.known.update((key, number) for key, number in self.known.items() if key[0].name not in touched)
        return other


class Quick:
    """Plain numbers: fractions as long as they are exact, then floats."""

    def __str__(self) -> str:
        return f"{type(self).__name__}: computed quickly, so its steps can't be shown"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return str(self)

    def as_number(self, value: Any, quantity: Quantity[...], indices: Indices) -> Any:
        """The number without its memory. ZeroDivisionError for 0/0."""
        value = plain(value)
        if value is None:
            raise ZeroDivisionError(f"{quantity.label(indices)} is 0/0")
        if quantity.is_decimal or isinstance(value, Decimal):
            return float(value)
        return Fraction(value) if isinstance(value, int) else value


def given_value(value: Any, name: str = "the number") -> Fraction | Decimal:
    """A number that someone gives, exact. ValueError for what is no number.

    >>> given_value("4/6"), given_value(0.5)
    (Fraction(2, 3), Fraction(1, 2))
    """
    try:
        return Decimal(value) if value in (inf, -inf) else Fraction(plain(value))
    except (TypeError, ValueError, ArithmeticError):
        raise ValueError(f"{name} is given as {value!r}: write a number, such as 1, 0.5 or '1/2'.") from None


@lru_cache(10_000)
def affected(kind: Any, names: frozenset[str]) -> frozenset[str]:
    """The members of a class that ask, directly or by others, for a member of these names; and these.

    Only what stands in their code as self.name is seen: a number must not be asked for by `getattr`.
    """
    members = [(name, member) for base in kind.__mro__ for name, member in vars(base).items()]
    asks = [(name, {*asked_by(member)}) for name, member in members]
    touched = {*names}
    while more := {name for name, asked in asks if name not in touched and asked & touched}:
        touched |= more
    return frozenset(touched)


@lru_cache(10_000)  # each of its subclasses asks
def asked_in(kind: type[object]) -> frozenset[str]:
    """The names that the methods of a class ask of anything, without what it inherits."""
    return frozenset(name for member in vars(kind).values() for name in asked_by(member))


def function_of(member: object) -> object:
    """The function by which a quantity or a property is computed; anything else as it is."""
    match member:
        case Quantity():
            return member.method
        case property():
            return member.fget
        case cached_property():
            return member.func
    return member


def asked_by(member: Any) -> Iterator[str]:
    """The names that a method, a quantity or a property asks of anything."""
    method = function_of(member)
    codes = [method.__code__] if isinstance(method, FunctionType) else []
    while codes:
        code = codes.pop()
        yield from code.co_names
        codes += [inner for inner in code.co_consts if isinstance(inner, CodeType)]
