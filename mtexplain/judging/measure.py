"""A measure of agreement, which turns two judges' judgements of the same items into a number, with its views."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Self, TypeGuard, TypeVar

from mtexplain.by_hand.numbers import short
from mtexplain.data import Record
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

Given = Mapping[str, object] | Sequence[object] | Array
"""A value for each item, in a list or array, or with names in a mapping, a Series, or a list of pairs (name, value)."""
Checked = TypeVar("Checked")
Check = Callable[[object, str], Checked]
"""A function that returns a valid value, and raises InputError with its place if the value is invalid."""
_MANY = 1000
"""Above this number of items, an error does not name the items that the other list lacks."""


def read(given: object, where: str, check: Check[Checked], item: str = "item") -> dict[str, Checked]:
    """The values by item name, or by number from 1 if there are no names. Messages call an item `item`.

    >>> read([("A", "good"), ("B", "bad")], "x", seen), read(["good", "bad"], "x", seen)
    ({'A': 'good', 'B': 'bad'}, {'1': 'good', '2': 'bad'})
    """
    values = listed_values(given, where)
    pairs: Sequence[tuple[object, object]]
    pairs = values if are_named(values) else [(str(n), value) for n, value in enumerate(values, 1)]
    checked: dict[str, Checked] = {}
    for given_name, value in pairs:
        if (name := seen(given_name, f"{where}, a name")) in checked:
            raise InputError(where, f"{name} more than once", f"each {item} once")
        checked[name] = check(value, f"{where}, {item} {name}")
    return checked


def listed_values(given: object, where: str) -> Sequence[object]:
    """Return the values in order, as pairs (name, value) if they have names. A Series is named by its row labels.

    A Series whose rows are numbered from 0 counts as unnamed.
    """
    if isinstance(given, Mapping):
        return list(given.items())
    expected = "a list, or values by name"
    values = check_list(from_array(given), where, expected)
    if hasattr(given, "index") and hasattr(given, "items"):
        labels = check_list(from_array(given.index), where, expected)
        return values if labels == list(range(len(values))) else list(zip(map(str, labels), values, strict=True))
    return values


def are_named(values: Sequence[object]) -> TypeGuard[Sequence[tuple[object, object]]]:
    """True if the values are pairs of a name and a value."""
    return bool(values) and all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in values)


def seen(text: object, where: str) -> str:
    """A name in a form that can be shown, with markers for invisible characters."""
    if shown := " ".join(map(visible, check_text(text, where).split())):
        return shown
    raise InputError(where, described(text), "a name that can be read")


def written(number: Fraction) -> Formula:
    """A number as a short decimal if it has one, and otherwise as a fraction."""
    ends = 10**6 % number.denominator == 0 and abs(number) < 10**6
    return f"{float(number):.6f}".rstrip("0").rstrip(".") if ends else short(number)


@dataclass(frozen=True, repr=False)
class Measure(TracedSummary):
    """The agreement of two judges on the same items."""

    names: tuple[str, ...]
    first: tuple[Any, ...]
    second: tuple[Any, ...]
    titles: tuple[str, str]

    few, most_named, most = 30, 12, 10**7
    """The most items for which a decisive item is reported, dots are named, and a comparison is allowed."""
    range: ClassVar[tuple[int, int]] = (-1, 1)
    check: ClassVar[Check[object]] = staticmethod(
        lambda value, where: check_between(value, where, -(10**12), 10**12, "")
    )
    is_named = property(lambda trace: trace.titles != ("x", "y"))

    @quantity("n")
    def n(self) -> float:
        """The number of items."""
        return len(self.names)

    @property
    def score(self) -> float | None:
        """The agreement as a number, or None if it is 0/0."""
        return self.result_value

    @property
    def score_quickly(self) -> float | None:
        """The score without its working if it can be computed that way, and otherwise the score."""
        try:
            return self.quick().score
        except ZeroDivisionError:
            return self.score

    @property
    def facts(self) -> Record:
        known = {"measure": self.measure, **self.computed_from, **self.plain_values(), "score": self.score}
        return {name: record.plain(value) for name, value in known.items()}

    @classmethod
    def of(cls, x: Given, y: Given, x_name: str, y_name: str) -> Self:
        """The measure of the given judgements, after checking that both judges judge the same items."""
        titles = seen(x_name, "x_name"), seen(y_name, "y_name")
        if titles[0] == titles[1]:
            raise InputError("y_name", titles[1], "a different name from x_name")
        values = [listed_values(side, title) for side, title in zip((x, y), titles, strict=True)]
        count, other_count = map(len, values)
        is_long = max(count, other_count) > _MANY  # checked before anything else is computed
        if count != other_count and (is_long or not any(map(are_named, values))):
            expected = f"{count:,}, one for each item of {titles[0]}"
            raise InputError(titles[1], f"{other_count:,} value{'s' * (other_count != 1)}", expected)
        if count > cls.most:
            expected = f"at most {cls.most:,}, because each item is compared with every other"
            raise InputError(titles[0], f"{count:,} values", expected, "Take a sample of the items.")
        first, second = (read(side, title, cls.check) for side, title in zip(values, titles, strict=True))
        wrong = {"no ": sorted({*first} - {*second})[:9], "extra ": sorted({*second} - {*first})[:9]}
        if got := "; ".join(word + listed(names) for word, names in wrong.items() if names):
            raise InputError(titles[1], got, f"a value for each item of {titles[0]}")
        return cls(tuple(first), tuple(first.values()), tuple([second[name] for name in first]), titles)

    @property
    def why(self) -> str:
        if self.score is not None:
            return self.sentence()
        return f"{self.reason()}, so the result is 0/0, which is undefined."

    @abstractmethod
    def sentence(self) -> str:
        """The result in a sentence."""

    def reason(self) -> str:
        """The reason there is no number."""
        sides = zip(self.titles, (self.first, self.second), strict=True)
        same = [title for title, values in sides if len({*values}) < 2]
        return (
            f"All items have the same {' and the same '.join(same)}"
            if len(self.names) > 1
            else "There are fewer than two items"
        )

    def caution(self) -> str:
        """Warn of the item that changes the number most, if the change is large."""
        scores = {name: self.without(name).score_quickly for name in self.names}
        changes = [(abs(score - (self.score or 0)), score, name) for name, score in scores.items() if score is not None]
        moved, score, name = max(changes, default=(1, 0.0, ""))
        sentence = f"A single item decides a lot. Without {name}, this would be {shown(score)}."
        return (sentence if name else "There are only two items, so each of them decides everything.") * (moved >= 0.1)

    def _index_of(self, name: str) -> int:
        if name not in self.names:
            raise InputError("name", described(name), f"one of {listed(self.names[:9])}")
        return self.names.index(name)

    def without(self, name: str) -> Self:
        """A copy without an item."""
        at = self._index_of(name)
        names, first, second = (values[:at] + values[at + 1 :] for values in (self.names, self.first, self.second))
        return replace(self, names=names, first=first, second=second)

    def with_item(self, name: str, x: object, y: object) -> Self:
        """A copy with different values for an item."""
        at = self._index_of(name)
        values = zip((x, y), self.titles, (self.first, self.second), strict=True)
        first, second = (
            (*column[:at], type(self).check(value, f"{title}, item {name}"), *column[at + 1 :])
            for value, title, column in values
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
        alt = "Scatter plot of {} (to the right) and {} (upwards) with {}.".format(*self.titles, each)
        return Scatter(*self.titles, dots, alt) if dots else None

    @property
    def notes(self) -> tuple[Note, ...]:
        if self.score is None:
            return (Note("undefined", self.why),)
        caution = self.caution() if len(self.names) <= self.few else ""
        return (Note("one-decides", caution),) if caution else ()


def named(name: str) -> Words:
    """A name from the user, as a table cell."""
    return Words(tuple(name.split()))
