"""A trace in steps: a class whose methods are the steps of a computation.

A step is a method that returns a number. Its docstring gives the reason for the step and is shown with it. A step with
an index, such as `def p(self, n)`, is computed for each n in `self.each_n`. A step without an index is read like an
attribute, as in `self.bp`.

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
...         '''Words that do not match earn nothing.'''
...         return share(self.matches(n), 6)
...
...     @step("S")
...     def score(self) -> float:
...         '''A weak share pulls the product down.'''
...         return product_of(self.p(n) for n in self.each_n)
>>> trace = Share()
>>> trace.numbers()
{'p_1': p_1 = m_1 / 6 = 2/6, 'p_2': p_2 = m_2 / 6 = 4/6, 'score': S = p_1 * p_2 = 2/6 * 4/6 = 2/9}

The same trace can be computed in three other ways:

- `trace.by(Other)` applies other rules, such as a tool's, or a mistake. `Other` is a class, ideally a subclass, that
  contains only the methods that differ. A method that replaces a step needs no decorator.
- `trace.with_numbers(p_1=1)` takes a number from you, and computes everything that depends on this number again.
- `trace.quick()` computes the same numbers but does not remember how they were made, which is faster for many texts.

>>> class AllMatch(Share):
...     def matches(self, n: int) -> float:
...         return 6
>>> trace.by(AllMatch).score, trace.with_numbers(p_1=1).score, trace.quick().score
(S = p_1 * p_2 = 6/6 * 6/6 = 1, S = p_1 * p_2 = 1 * 4/6 = 2/3, Fraction(2, 9))

Steps are shown in the order in which they are defined. A step that a subclass replaces keeps its place. A step that it
adds comes last, or follows the step that it names, as in `@step("q_{n}", after=Share.p)`.
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
"""The indices of a number, such as (2,) for p_2. Numbers, labels, n-grams and tokens can all be indices."""
_WRITTEN = int, Label
_EXACT = int, Fraction, Decimal
_LETTER = re.compile(r"{(\w+)}")


# Used in the body of Quantity, where the function that it returns becomes a method.
def _says(part: str) -> "Callable[[Quantity[P], Words[P]], Words[P]]":
    """Return a decorator for the method that provides this part of the description of a quantity."""

    def mark(self: "Quantity[P]", method: Words[P]) -> Words[P]:
        self.words[part] = method
        return method

    return mark


class Circle(RecursionError):
    """Raised for a number that is computed from itself."""


class Quantity(Generic[P]):
    """A method that computes a number of the trace. It is called once for each index.

    Its signature says `float`, but the trace turns any exact number that it returns into a Number. The methods that
    describe it are attached to it, as in `@p.table def p_table(self, n)`. A subclass replaces them like any method.
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
        """Return the number for these indices, computing it only once. RecursionError if it is computed from itself."""
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
        """Compute the number for these indices. For a letter, return the number's symbol, or else its formula."""
        if indices:
            indices = trace.as_written(self, indices)
        if indices and Letter in map(type, indices):
            return Number(None, trace.symbol_of(self, indices)) if self.symbol else self.method(trace, *indices)
        if trace.given and (label := self.label(indices)) in trace.given:
            return trace.as_number(trace.given[label], self, indices)
        return trace.as_number(self.method(trace, *indices), self, indices)

    def label(self, indices: Indices) -> str:
        """Return the name of the number for these indices, such as p_2."""
        return "_".join(filter(None, map(str, (self.name, *indices))))

    def name_of_step(self, indices: Indices) -> str:
        """Return the name of the step for these indices."""
        named = dict(zip(self.letters, indices, strict=True))
        return self._template(self.step_name, indices).format(**named) or self.label(indices)

    def _template(self, text: str, indices: Indices) -> str:
        """Return a symbol or a name without the letters of the indices that are not written."""
        if Sole in map(type, indices):
            for letter, index in zip(self.letters, indices, strict=False):
                text = text.replace(f"_{{{letter}}}", "") if type(index) is Sole else text
        return text

    def symbol_of(self, indices: Indices) -> str:
        """Return the symbol for these indices. A text is written as its letter, because it comes from outside."""
        if not indices or not self.has_letters:
            return self.symbol
        pairs = zip(self.letters, indices, strict=False)
        written = {name: index if isinstance(index, _WRITTEN) else name for name, index in pairs}
        return self._template(self.symbol, indices).format(**written)

    @property
    def is_open(self) -> bool:
        """True if only a subclass defines how it is computed."""
        return "NotImplementedError" in self.method.__code__.co_names

    def replaced_by(self, method: Callable[..., Any], why: str) -> "Quantity[P]":
        """Return the same quantity, computed by another method."""
        other = copy(self)
        update_wrapper(other, method)
        reason = in_a_line(method.__doc__) or in_a_line(why)
        other.method, other.words = method, self.words.new_child({"why": reason} if reason else {})
        other.replaced = self
        return other

    def otherwise(self, method: Callable[Concatenate[Any, P], float]) -> "Quantity[P]":
        """Decorate a method that computes the quantity in a subclass. The description stays as it is."""
        other = copy(self)
        update_wrapper(other, method)
        other.method = method
        return other

    def shown_as(self, symbol: str = "", **words: str) -> "Quantity[P]":
        """Return the same quantity under another symbol, or with a different description."""
        other = copy(self)
        other.symbol, other.has_letters = symbol or self.symbol, "{" in (symbol or self.symbol)
        other.words = self.words.new_child({**words})
        return other

    def say(self, **words: str) -> None:
        """Describe it outside the file of its method, for example with a title, a source or a legend."""
        self.words.update(words)

    # Decorators for the methods that describe it. A constant passed to `step` can replace some of them.

    table = _says("table")  # shown before the formula, either parts or rows, of which the first is the header
    more = _says("more")  # shown after the formula
    title, why, source = _says("title"), _says("why"), _says("source")
    summary = _says("summary")  # what happened, in a few words: "4 of 6 earn credit"
    outcome = _says("outcome")  # the result, if it is not the number itself
    legend = _says("legend")  # what the letters in the formula stand for
    says = _says("says")  # what the number is, if it has no formula
    applies = _says("applies")  # whether a trace has this step

    def shown_at(self, method: Callable[[Any], Iterable[Indices]]) -> Callable[[Any], Iterable[Indices]]:
        """Decorate the method that returns the indices for which the step is shown, if it is not shown for all."""
        self.words["shown_at"] = method
        return method

    def description(self, part: str, trace: Any, *indices: Any) -> Any:
        """Return one part of the description, from a method or a constant, or "" if there is none."""
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
    """A number in a row of a table, such as Count(g). It stays a plain number. For a letter, the symbol is returned."""

    is_row = True

    def __init__(self, method: Callable[Concatenate[Any, P], float], symbol: str) -> None:
        super().__init__(method, symbol)
        if len(self.letters) != 1:
            raise TypeError(f"{self.name} is a row and must take one index, the row, not {len(self.letters)} indices.")

    def __call__(self, trace: Any, index: Any = None) -> Any:
        known, key = trace.known, (self, index)
        value = known.get(key)
        if value is None:
            value = known[key] = Number(None, self.symbol) if type(index) is Letter else self.method(trace, index)
        return value


def in_a_line(docstring: str | None) -> str:
    """Return a docstring without its line breaks."""
    return " ".join((docstring or "").split())


def quantity(
    symbol: str = "", *, says: str = "", after: Quantity[...] | None = None
) -> Callable[[Callable[Concatenate[Any, P], float]], Quantity[P]]:
    """Decorate a method that computes a number. If it has no symbol, formulas show how the number was made instead.

    `says` describes a number that is counted and so has no formula. `after` is the quantity that it follows.
    """
    return lambda method: Quantity(method, symbol, says=says, after=after)


def row(symbol: str) -> Callable[[Callable[Concatenate[Any, P], float]], Row[P]]:
    """Decorate a method that computes a number in a row of a table."""
    return lambda method: Row(method, symbol)


def step(
    symbol: str, *, name: str = "", title: str = "", source: str = "", summary: str = "", legend: str = "",
    says: str = "", after: Quantity[...] | None = None, within: Quantity[...] | None = None, is_decimal: bool = False,
) -> Callable[[Callable[Concatenate[Any, P], float]], Quantity[P]]:  # fmt: skip
    """Decorate a method that computes a number and is shown as a step, with a title, a source, a summary and a legend.

    `says` is as for `quantity`. `name` is the name of the step, if it differs from the method's. `after` is the step
    that it follows. With `within`, the number is shown in that step and not in a step of its own. A score
    `is_decimal`, so it is written with digits and never as a fraction.
    """
    words = {"title": title, "source": source, "summary": summary, "legend": legend, "says": says}
    return lambda method: Quantity(
        method, symbol, True, step_name=name, after=after, within=within, is_decimal=is_decimal, **words
    )


class Traced:
    """A computation in steps. In a subclass that is a dataclass, the fields are the facts that all numbers come from.

    The trace can be computed again from these facts, with other methods or with given numbers.
    """

    quantities: ClassVar[Mapping[str, Quantity[...]]] = MappingProxyType({})
    """All quantities, in the order in which they are shown."""
    changes: ClassVar[tuple[type[object], ...]] = ()
    """The changes that were made, in order."""
    unchanged: ClassVar[type[object] | None] = None
    """The class before any change."""
    given: Mapping[str, Any] = NOTHING
    """The numbers that are given instead of computed, by name."""

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
        """Return the quantity of this name. A plain method that replaces a quantity becomes a quantity itself.

        A mistake that a family of metrics shares replaces the quantity of each metric, under the symbol that it has
        there.
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
        """Raise TypeError for a mistake in the class.

        It may be a step without a reason, a name that is already taken, two quantities with the same symbol, or a
        quantity that has no symbol and is not used.
        """
        names: dict[str, str] = {}
        used = {name for kind in cls.__mro__ for name in asked_in(kind)}
        for name, quantity in cls.quantities.items():
            if quantity.is_step and not quantity.within and not quantity.words["why"]:
                raise TypeError(f"{cls.__name__}.{name} is a step, so its docstring must say why it is taken.")
            holds = [isinstance(vars(kind).get(name), Quantity) for kind in cls.__mro__]
            for kind in cls.__mro__[len(holds) - holds[::-1].index(True) :]:
                if not getattr(vars(kind).get(name), "__isabstractmethod__", name not in vars(kind)):
                    raise TypeError(
                        f"{cls.__name__}.{name}: {kind.__name__} uses this name for something else. Rename it."
                    )
            if not quantity.symbol and name not in used:
                raise TypeError(f"{cls.__name__}: {name} is never used and cannot be shown, because it has no symbol.")
            first = names.setdefault(_LETTER.sub("{}", quantity.symbol) or name, name)
            if first != name:
                raise TypeError(f"{cls.__name__}: {first} and {name} have the same symbol, {quantity.symbol}.")

    @cached_property
    def known(self) -> dict[tuple[Any, ...], Any]:
        """The numbers computed so far."""
        return {}

    def symbol_of(self, quantity: Quantity[...], indices: Indices = ()) -> str:
        """Return the symbol of a number in this trace."""
        return quantity.symbol_of(indices)

    def as_written(self, quantity: Quantity[...], indices: Indices) -> tuple[Any, ...]:
        """Return the indices as this trace writes them."""
        return indices

    def as_number(self, value: Any, quantity: Quantity[...], indices: Indices) -> Any:
        """Return the number under the symbol of its quantity.

        A number that already has a symbol keeps it, because a step may return the number of another step. TypeError if
        the value is neither an exact number nor made with number.py.
        """
        if type(value) is Number and type(value.value) is not float:
            if quantity.is_decimal and value.value is not None:
                value = Number(as_decimal(value.value), value.symbol, value.made_by, value.parts, value.over)
            return value.named(self.symbol_of(quantity, indices)) if quantity.symbol and not value.symbol else value
        if type(value) is float and isinf(value):
            value = Decimal(value)
        if not isinstance(value, _EXACT):
            name = f"{type(self).__name__}.{quantity.label(indices)}"
            fix = "With your own fraction, put the number of the trace first, as in self.n * Fraction(1, 2)."
            raise TypeError(f"{name} must be an exact number, or made with tracing.number, not {value!r}. {fix}")
        return Number(as_decimal(value) if quantity.is_decimal else value, self.symbol_of(quantity, indices))

    # The numbers.

    def index(self) -> Iterator[tuple[str, Quantity[...], Indices]]:
        """Yield the name, the quantity and the indices of each number that has a name, such as ("p_2", p, (2,))."""
        for quantity in self.quantities.values():
            for indices in self.ranges(quantity):
                yield quantity.label(indices), quantity, indices

    def ranges(self, quantity: Quantity[...]) -> Iterable[Indices]:
        """Return all the indices of a quantity. TypeError if a range is missing."""
        if isinstance(quantity, Row):
            return ()  # rows have no range of their own
        return product(*(self.indices_of(letter, quantity) for letter in quantity.letters))

    def indices_of(self, letter: str, quantity: Quantity[...]) -> Iterable[Any]:
        """Return the indices that a letter of a quantity stands for. For n, these are `each_n`.

        TypeError if the trace does not have them.
        """
        indices: Iterable[Any] | None = getattr(self, f"each_{letter}", None)
        if indices is None:
            name = type(self).__name__
            raise TypeError(f"{name} needs each_{letter}, with every {letter} for which {quantity.name} is computed.")
        return indices

    def numbers(self) -> dict[str, Number]:
        """Return the number of each step, by name."""
        return {name: quantity(self, *indices) for name, quantity, indices in self.index() if quantity.is_step}

    def plain_values(self) -> dict[str, Any]:
        """Return the value of each quantity with a symbol, except the score. Quantities with indices give tuples."""
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
        """Return a number by its name, such as "bp" or "p_2". KeyError, listing all names, for an unknown name."""
        quantity, indices = self.located(name)
        result: Number = quantity(self, *indices)
        return result

    def located(self, name: str) -> tuple[Quantity[...], Indices]:
        """Return the quantity and the indices of a name. KeyError, listing all names, for an unknown name."""
        for quantity in self.quantities.values():
            if name == quantity.name or name.startswith(f"{quantity.name}_"):
                for indices in self.ranges(quantity):
                    if quantity.label(indices) == name:
                        return quantity, indices
        raise KeyError(f"There is no {name!r}. The names are {', '.join(label for label, _, _ in self.index())}.")

    # The same trace, computed in another way.

    @property
    def has_other_methods(self) -> bool:
        """True if a change replaces a method. A quick trace does not count, because its methods are the same."""
        return any(change is not Quick for change in self.changes)

    @property
    def is_changed(self) -> bool:
        """True if a change replaces a method, or if a number is given."""
        return bool(self.given) or self.has_other_methods

    @property
    def computed_from(self) -> dict[str, Any]:
        """The facts, by name. TypeError if a class that is not a dataclass holds facts."""
        kind: Any = type(self)
        if is_dataclass(kind):
            return {field.name: getattr(self, field.name) for field in fields(kind) if field.init}
        cached = {
            name for base in kind.__mro__ for name, member in vars(base).items() if isinstance(member, cached_property)
        }
        if lost := [name for name in vars(self) if name != "given" and name not in cached]:
            raise TypeError(f"{kind.__name__} must be a dataclass with the field {lost[0]} to be computed again.")
        return {}

    def by(self, change: type[object]) -> Self:
        """Return the trace under other rules or with a mistake. Numbers that don't depend on the change are reused."""
        trace: Self = made(changed(type(self), change), self.computed_from, self.given)
        return self._shared_with(trace, own_names(change, type(self)))

    def __reduce__(self) -> Any:
        return again, (self.unchanged or type(self), self.changes, self.computed_from, dict(self.given))

    def quick(self) -> Self:
        """Return the trace with plain numbers, which do not remember how they were made.

        Such a trace raises ZeroDivisionError for a number that is 0/0.
        """
        return self if Quick in self.changes else self.by(Quick)

    def with_numbers(self, **given: Any) -> Self:
        """Return the trace with these numbers in place of its own, by name, such as bp=1 or p_2="1/2"."""
        located = {name: self.located(name)[0].name for name in given}  # an unknown name is an error
        exact = {name: given_value(value, name) for name, value in given.items()}
        trace: Self = made(type(self), self.computed_from, {**self.given, **exact})
        return self._shared_with(trace, located.values())

    def hand_on(self, other: "Traced", *names: str) -> None:
        """Copy cached properties of this trace to another trace, so that they are not computed again."""
        vars(other).update((name, getattr(self, name)) for name in names)

    def _shared_with(self, other: Self, names: Iterable[str]) -> Self:
        """Give another trace all numbers of this trace that do not depend on these names, and return it."""
        kind: Any = type(other)
        touched = affected(kind, frozenset(names))
        if "as_number" not in touched:
            other.known.update((key, number) for key, number in self.known.items() if key[0].name not in touched)
        return other


class Quick:
    """A change that computes plain numbers, which are fractions if they are exact and floats otherwise."""

    def __str__(self) -> str:
        return f"{type(self).__name__}: computed quickly, so its steps can't be shown"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return str(self)

    def as_number(self, value: Any, quantity: Quantity[...], indices: Indices) -> Any:
        """Return a plain number. ZeroDivisionError for 0/0."""
        value = plain(value)
        if value is None:
            raise ZeroDivisionError(f"{quantity.label(indices)} is 0/0")
        if quantity.is_decimal or isinstance(value, Decimal):
            return float(value)
        return Fraction(value) if isinstance(value, int) else value


def given_value(value: Any, name: str = "the number") -> Fraction | Decimal:
    """Return a given number as an exact number. ValueError if it is not a number.

    >>> given_value("4/6"), given_value(0.5)
    (Fraction(2, 3), Fraction(1, 2))
    """
    try:
        return Decimal(value) if value in (inf, -inf) else Fraction(plain(value))
    except (TypeError, ValueError, ArithmeticError):
        raise ValueError(f"{name} is given as {value!r}, which is not a number such as 1, 0.5 or '1/2'.") from None


@lru_cache(10_000)
def affected(kind: Any, names: frozenset[str]) -> frozenset[str]:
    """Return these names and those of all members of a class that use them, directly or through other members.

    Only names written in the code, as in self.name, are found, so methods must not use `getattr` to get a number.
    """
    members = [(name, member) for base in kind.__mro__ for name, member in vars(base).items()]
    asks = [(name, {*asked_by(member)}) for name, member in members]
    touched = {*names}
    while more := {name for name, asked in asks if name not in touched and asked & touched}:
        touched |= more
    return frozenset(touched)


@lru_cache(10_000)  # needed again for every subclass
def asked_in(kind: type[object]) -> frozenset[str]:
    """Return the names that the methods of a class look up on any object, without inherited methods."""
    return frozenset(name for member in vars(kind).values() for name in asked_by(member))


def function_of(member: object) -> object:
    """Return the function that computes a quantity or a property. Anything else is returned as it is."""
    match member:
        case Quantity():
            return member.method
        case property():
            return member.fget
        case cached_property():
            return member.func
    return member


def asked_by(member: Any) -> Iterator[str]:
    """Yield the names that a method, a quantity or a property looks up on any object."""
    method = function_of(member)
    codes = [method.__code__] if isinstance(method, FunctionType) else []
    while codes:
        code = codes.pop()
        yield from code.co_names
        codes += [inner for inner in code.co_consts if isinstance(inner, CodeType)]
