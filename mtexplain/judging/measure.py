"""A measure of agreement: what two judges say of the same items as one number, and what every such trace shows."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

from mtexplain import __version__
from mtexplain.display import plain
from mtexplain.display.charts import Scatter
from mtexplain.display.formula import Chain, Formula, shown
from mtexplain.display.parts import Cell, Headline, Note, Part, Prose, Real, Words
from mtexplain.display.trace import Step, Trace
from mtexplain.inputs import InputError, described, listed
from mtexplain.judging.given import Check, Given, number, read, seen
from mtexplain.metrics.shared import record
from mtexplain.recipe.equations import equation
from mtexplain.recipe.numbers import short
from mtexplain.recipe.plan import Plan, steps
from mtexplain.recipe.quantity import Quantity, Recipe, quantity
from mtexplain.recipe.symbols import symbol

_FEW, _NAMED = 6, 12  # so few items call for caution; so many dots have their names beside them


def signed(number: Fraction) -> Formula:
    """A number in parentheses where it is negative: it may stand after a minus."""
    return Chain("*", (short(number),), grouped=True) if number < 0 else short(number)


@dataclass(frozen=True, repr=False)
class Measure(Recipe, Trace):
    """How far two judges agree about the same items: one number with its working. `score` is None where it is 0/0.

    >>> from mtexplain import kendall_tau_b
    >>> trace = kendall_tau_b({"A": 1, "B": 2, "C": 3}, {"A": 1, "B": 3, "C": 2})
    >>> trace.score, trace.exact, trace.without("C").score
    (0.3333333333333333, '(2 - 1) / √((2 + 1 + 0) * (2 + 1 + 0))', 1.0)
    """

    names: tuple[str, ...]
    first: tuple[Any, ...]
    second: tuple[Any, ...]
    titles: tuple[str, str]

    measure: ClassVar[str]
    plan: ClassVar[tuple[Plan, ...]]
    score: ClassVar[Quantity[float | None]]
    told: ClassVar[Callable[[Any], str]]
    """What the number says of these items, in a sentence."""
    range: ClassVar[tuple[int, int]] = (-1, 1)
    check: ClassVar[Check] = staticmethod(number)
    x = quantity("x", "what the first says", index="i", write=signed)(lambda trace: trace.first)
    y = quantity("y", "what the second says", index="i", write=signed)(lambda trace: trace.second)
    n = quantity("n", "how many items there are")(lambda trace: len(trace.names))

    @classmethod
    def of(cls, x: Given, y: Given, x_name: str, y_name: str) -> Self:
        """The measure of what is given, checked: both say something of the same items."""
        titles = seen(x_name, "x_name"), seen(y_name, "y_name")
        first, second = (read(one, title, cls.check) for one, title in zip((x, y), titles, strict=True))
        wrong = {"no ": sorted({*first} - {*second}), "too many: ": sorted({*second} - {*first})}
        if got := "; ".join(
            f"{word}{listed(names[:9])}{' …' * (len(names) > 9)}" for word, names in wrong.items() if names
        ):
            raise InputError(titles[1], got, f"one value for each item of {titles[0]}")
        return cls(tuple(first), tuple(first.values()), tuple([second[name] for name in first]), titles)

    @property
    def why(self) -> str:
        """What the number says of these items, in a sentence; where there is no number, why there is none."""
        if self.score is not None:
            return self.told()
        same = [title for title, one in zip(self.titles, (self.first, self.second), strict=True) if len({*one}) < 2]
        reason = (
            f"All items have the same {' and the same '.join(same)}"
            if self.n > 1
            else "There are not two items to compare"
        )
        return f"{reason}: that makes 0/0, which is undefined."

    @property
    def caution(self) -> str:
        """What a single one of a few items does to the number."""
        others = {name: self.without(name).score for name in self.names}
        far = [(abs(other - (self.score or 0)), name) for name, other in others.items() if other is not None]
        _, name = max(far, default=(0, ""))
        return (
            f"one decides a lot: without {name} this would be {shown(others[name] or 0.0)}."
            if name
            else "one more changes a lot."
        )

    @property
    def exact(self) -> str:
        """What the number is before it is rounded to a float."""
        return plain.formula(equation(self, "score").numbers)

    @property
    def headline(self) -> Headline:
        made, value = equation(self, "score"), "undefined" if self.score is None else shown(self.score)
        signature = " · ".join((self.measure, *self.titles, f"{self.n} items", f"mtexplain {__version__}"))
        return Headline(value, made._replace(symbols=symbol(self, "score")), signature, Prose((self.why,)))

    @property
    def picture(self) -> Part | None:
        """The items as dots, those of a few with their names."""
        names = self.names if self.n <= _NAMED else ("",) * self.n
        dots = tuple((float(a), float(b), name) for name, a, b in zip(names, self.x, self.y, strict=True))
        each = "; ".join(f"{name} ({shown(a)}, {shown(b)})" for a, b, name in dots if name) or f"{self.n} items"
        alt = "Scatter of {} (to the right) and {} (upwards): {}.".format(*self.titles, each)
        return Scatter(*self.titles, dots, alt) if dots else None

    def steps(self) -> tuple[Step, ...]:
        return tuple(steps(self, self.plan))

    @property
    def notes(self) -> tuple[Note, ...]:
        if self.score is None:
            return (Note("undefined", self.why),)
        return (Note("few-items", f"With {self.n} items, {self.caution}"),) if self.n <= _FEW else ()

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON."""
        facts = "measure", "names", "first", "second", "titles", *self.quantities, "exact", "why"
        plain_facts = {name: record.plain(getattr(self, name)) for name in facts}
        return {**plain_facts, "version": __version__, "notes": record.plain_notes(self.notes)}

    def without(self, name: str) -> Self:
        """The same without an item."""
        if name not in self.names:
            raise InputError("name", described(name), f"one of {listed(self.names[:9])}")
        kept = [place for place, one in enumerate(self.names) if one != name]
        return replace(
            self, **{key: tuple([vars(self)[key][at] for at in kept]) for key in ("names", "first", "second")}
        )

    def rows(self, *numbers: tuple[Fraction, ...]) -> list[tuple[Cell, ...]]:
        """A row for each item: its name, and its numbers, exact where they are read."""
        rows = zip(self.names, *numbers, strict=True)
        return [(named(name), *(Real(float(one), plain.formula(short(one))) for one in row)) for name, *row in rows]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.score!r} = {self.exact}; {self.n} items)"


def named(name: str) -> Words:
    """A name as a cell: it comes from outside."""
    return Words(tuple(name.split()))
