"""A measure of agreement: what two judges say of the same items as one number, and what every such trace shows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

from mtexplain.by_hand.numbers import short
from mtexplain.display import record
from mtexplain.display.charts import Scatter
from mtexplain.display.formula import Formula, shown
from mtexplain.display.parts import Note, Part, Words
from mtexplain.inputs import Array, InputError, check_list, check_text, described, from_array, listed
from mtexplain.invisible import visible
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.summary import TracedSummary
from mtexplain.settings import check_between
from mtexplain.tracing.steps import quantity

Given = Mapping[str, Any] | Sequence[Any] | Array
"""A value for each item: a list or an array; with names, a mapping, a list of pairs (name, value) or a Series."""
Check = Callable[[object, str], Any]
_MANY = 1000
"""If a list has more items than this, an error does not name the items that the other list lacks."""


def read(given: object, where: str, check: Check, one: str = "item") -> dict[str, Any]:
    """The values by the names of the items; in a list without names these are numbered, from 1. `one` is an item.

    >>> read([("A", "good"), ("B", "bad")], "x", seen), read(["good", "bad"], "x", seen)
    ({'A': 'good', 'B': 'bad'}, {'1': 'good', '2': 'bad'})
    """
    values = listed_values(given, where)
    pairs = values if are_named(values) else [(str(place), value) for place, value in enumerate(values, 1)]
    found: dict[str, Any] = {}
    for given_name, value in pairs:
        if (name := seen(given_name, f"{where}, a name")) in found:
            raise InputError(where, f"{name} more than once", f"each {one} once")
        found[name] = check(value, f"{where}, {one} {name}")
    return found


def listed_values(given: object, where: str) -> Sequence[Any]:
    """Return the values in order, as pairs (name, value) if they have names; the names of a Series are its row labels.

    A Series with rows that are numbered from 0 has no names.
    """
    if isinstance(given, Mapping):
        return list(given.items())
    expected = "a list, or values by name"
    values = check_list(from_array(given), where, expected)
    if hasattr(given, "index") and hasattr(given, "items"):
        labels = check_list(from_array(given.index), where, expected)
        return values if labels == list(range(len(values))) else list(zip(map(str, labels), values, strict=True))
    return values


def are_named(values: Sequence[Any]) -> bool:
    """True if the values are pairs of a name and a value."""
    return bool(values) and all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in values)


def seen(text: object, where: str) -> str:
    """A name as it can be shown: what is invisible in it gets a marker."""
    if shown := " ".join(map(visible, check_text(text, where).split())):
        return shown
    raise InputError(where, described(text), "a name that can be read")


def written(number: Fraction) -> Formula:
    """A number as a decimal, where that ends soon, or as a fraction."""
    ends = 10**6 % number.denominator == 0 and abs(number) < 10**6
    return f"{float(number):.6f}".rstrip("0").rstrip(".") if ends else short(number)


@dataclass(frozen=True, repr=False)
class Measure(TracedSummary):
    """How far two judges agree about the same items."""

    names: tuple[str, ...]
    first: tuple[Any, ...]
    second: tuple[Any, ...]
    titles: tuple[str, str]

    few, most_named, most = 30, 12, 10**7
    """Among so few items one may decide a lot; the dots of so many have names; so many may be compared."""
    told: ClassVar[Callable[[Any], str]]
    range: ClassVar[tuple[int, int]] = (-1, 1)
    check: ClassVar[Check] = staticmethod(lambda value, where: check_between(value, where, -(10**12), 10**12, ""))
    is_named = property(lambda trace: trace.titles != ("x", "y"))

    @quantity("n")
    def n(self) -> float:
        """The number of items."""
        return len(self.names)

    @property
    def score(self) -> float | None:
        """The number that says how far they agree; None if it is 0/0."""
        return self.result_value

    @property
    def score_quickly(self) -> float | None:
        """The same, without the memory of how it was made, where that can be computed."""
        try:
            return self.quick().score
        except ZeroDivisionError:
            return self.score

    @property
    def facts(self) -> dict[str, Any]:
        known = {"measure": self.measure, **self.computed_from, **self.plain_values(), "score": self.score}
        return {name: record.plain(one) for name, one in known.items()}

    @classmethod
    def of(cls, x: Given, y: Given, x_name: str, y_name: str) -> Self:
        """The measure of what is given, checked: both say something of the same items."""
        titles = seen(x_name, "x_name"), seen(y_name, "y_name")
        if titles[0] == titles[1]:
            raise InputError("y_name", titles[1], "another name than x_name")
        values = [listed_values(one, title) for one, title in zip((x, y), titles, strict=True)]
        one, other = map(len, values)
        is_long = max(one, other) > _MANY  # then nothing is made of them first
        if one != other and (is_long or not any(map(are_named, values))):
            expected = f"{one:,}, one for each item of {titles[0]}"
            raise InputError(titles[1], f"{other:,} value{'s' * (other != 1)}", expected)
        if one > cls.most:
            expected = f"at most {cls.most:,}, because each item is compared with each other"
            raise InputError(titles[0], f"{one:,} values", expected, "Take a sample of the items.")
        first, second = (read(one, title, cls.check) for one, title in zip(values, titles, strict=True))
        wrong = {"no ": sorted({*first} - {*second})[:9], "too many: ": sorted({*second} - {*first})[:9]}
        if got := "; ".join(word + listed(names) for word, names in wrong.items() if names):
            raise InputError(titles[1], got, f"one value for each item of {titles[0]}")
        return cls(tuple(first), tuple(first.values()), tuple([second[name] for name in first]), titles)

    @property
    def why(self) -> str:
        if self.score is not None:
            return self.told()
        return f"{self.reason()}: that makes 0/0, which is undefined."

    def reason(self) -> str:
        """Why there is no number."""
        same = [title for title, one in zip(self.titles, (self.first, self.second), strict=True) if len({*one}) < 2]
        return (
            f"All items have the same {' and the same '.join(same)}"
            if len(self.names) > 1
            else "There are not two items"
        )

    def caution(self) -> str:
        """What the one that decides most of a few items does to the number; nothing where all of them do little."""
        others = [(self.without(name), name) for name in self.names]
        known = [(abs(score - (self.score or 0)), score, name)
                 for other, name in others if (score := other.score_quickly) is not None]  # fmt: skip
        moved, other, name = max(known, default=(1, 0.0, ""))
        told = f"One item decides a lot: without {name} this would be {shown(other)}."
        return (told if name else "Each item decides everything: there are only two.") * (moved >= 0.1)

    def _place(self, name: str) -> int:
        if name not in self.names:
            raise InputError("name", described(name), f"one of {listed(self.names[:9])}")
        return self.names.index(name)

    def without(self, name: str) -> Self:
        """The same without one item."""
        at = self._place(name)
        names, first, second = (one[:at] + one[at + 1 :] for one in (self.names, self.first, self.second))
        return replace(self, names=names, first=first, second=second)

    def with_item(self, name: str, x: object, y: object) -> Self:
        """The same with other values of one item."""
        at = self._place(name)
        values = zip((x, y), self.titles, (self.first, self.second), strict=True)
        first, second = (
            (*one[:at], type(self).check(value, f"{title}, item {name}"), *one[at + 1 :])
            for value, title, one in values
        )
        return replace(self, first=first, second=second)

    @property
    def about(self) -> tuple[str, ...]:
        return *self.titles, so_many(len(self.names), "item")

    @property
    def picture(self) -> Part | None:
        many = len(self.names)
        names = self.names if many <= self.most_named else ("",) * many
        dots = tuple((float(a), float(b), name) for name, a, b in zip(names, self.first, self.second, strict=True))
        each = "; ".join(f"{name} ({shown(a)}, {shown(b)})" for a, b, name in dots if name) or so_many(many, "item")
        alt = "Scatter of {} (to the right) and {} (upwards): {}.".format(*self.titles, each)
        return Scatter(*self.titles, dots, alt) if dots else None

    @property
    def notes(self) -> tuple[Note, ...]:
        if self.score is None:
            return (Note("undefined", self.why),)
        told = self.caution() if len(self.names) <= self.few else ""
        return (Note("one-decides", told),) if told else ()


def named(name: str) -> Words:
    """A name as a cell: it comes from outside."""
    return Words(tuple(name.split()))
