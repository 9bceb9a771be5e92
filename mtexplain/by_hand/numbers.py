"""The numbers of a computation by hand, right or wrong, by name."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import inf, isclose
from typing import NamedTuple

from mtexplain.display.formula import Formula, Over, fraction, number, ratio, shown

Real = Fraction | int | float


class Quotient(NamedTuple):
    """Matches over a total, as someone counted them. Unlike in a `Ratio`, they may be any two numbers.

    >>> str(Quotient(19, 20)), Quotient(3, 0).value
    ('19/20', None)
    """

    matches: Real
    total: Real

    @property
    def value(self) -> Fraction | None:
        """The exact value; None if the total is 0."""
        return _divided(*self) if self.total else None

    @property
    def is_counted(self) -> bool:
        """True for a pair of counts, but not for an average of counts or a quotient over 1."""
        return self.total != 1 and Fraction(self.matches).denominator == Fraction(self.total).denominator == 1

    def __str__(self) -> str:
        return f"{self.matches}/{self.total}"


@lru_cache(maxsize=1024)
def _divided(matches: Real, total: Real) -> Fraction:
    return Fraction(matches) / Fraction(total)


Value = Quotient | Real | None
"""A number of a computation; None if it has no value, like log 0."""


class AsZero(float):
    """The value of 0/0 if that counts as 0. It may be written as 0, or as the pair 0/0 but no other pair."""


AS_ZERO = AsZero(0)


class Scaled(float):
    """A number on the scale of a tool, such as 43 for a score of 0.43 if a perfect match is 100."""

    def __new__(cls, number: Real, scale: int) -> "Scaled":
        """Put a number from 0 to 1 on that scale."""
        return super().__new__(cls, number * scale)

    def __init__(self, number: Real, scale: int) -> None:
        self.scale = scale


def scaled(number: Real | None, scale: int) -> tuple[Real | None, ...]:
    """The forms of a number from 0 to 1, with a second form if the tool has another scale.

    >>> scaled(0.25, 1), scaled(0.25, 100)
    ((0.25,), (0.25, 25.0))
    """
    return (number,) if number is None or scale == 1 else (number, Scaled(number, scale))


Writing = Callable[[str, Value, int], Value]
"""A function from a name, a number and a number of decimals to the number as someone writes it down."""


def as_it_is(name: str, value: Value, decimals: int) -> Value:
    """The number itself."""
    return value


class InTurn(Mapping[str, tuple[Value, ...]]):
    """The forms of numbers, which are computed in turn and only when needed.

    They are listed in the order of their positions.

    >>> forms = InTurn(iter([("p", (1,)), ("score", (2,))]))
    >>> forms["p"], list(forms), forms["score"]
    ((1,), ['p', 'score'], (2,))
    """

    def __init__(
        self, pairs: Iterator[tuple[str, tuple[Value, ...]]], position: Callable[[str], int] = lambda name: 0
    ) -> None:
        self._left, self._known, self._position = pairs, dict[str, tuple[Value, ...]](), position
        self._names: list[str] = []

    def __getitem__(self, name: str) -> tuple[Value, ...]:
        while name not in self._known:
            if not (pair := next(self._left, None)):
                raise KeyError(name)
            self._known[pair[0]] = pair[1]
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        self._known.update(self._left)
        self._names = self._names or sorted(self._known, key=self._position)
        return iter(self._names)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@dataclass(frozen=True, slots=True)
class Numbers:
    """Every number of a computation by name, in the order of the computation.

    Some numbers have several forms, any of which may be written down, for example p_n as counted or as smoothed. The
    first form is the usual form.
    """

    forms: Mapping[str, tuple[Value, ...]]
    writing: Writing = as_it_is
    given: Mapping[str, Real] = field(default_factory=dict)
    """Given numbers, which replace the computed numbers of the same names when later numbers are computed."""

    def __getitem__(self, name: str) -> Value:
        """The number of that name in its usual form, as someone writes it with two decimals."""
        return self.written(name, 2)[0]

    def written(self, name: str, decimals: int) -> tuple[Value, ...]:
        """All forms of that number, as someone writes them with this many decimals."""
        return tuple(self.writing(name, form, decimals) for form in self.forms[name])

    def onward(self, name: str) -> Real | None:
        """The number from which later numbers are computed, either as given or in its last form that is not scaled."""
        if name in self.given:
            return self.given[name]
        return plain([form for form in self.forms[name] if not isinstance(form, Scaled)][-1])


class Between(NamedTuple):
    """An intermediate number that nobody claims, such as the product of the precisions.

    `value` computes it from the numbers. `given` returns the numbers that must be given to change it to another value.
    """

    name: str
    value: Callable[[Numbers], Real | None]
    given: Callable[[Numbers, Real], Mapping[str, Real]]


def plain(value: Value) -> Real | None:
    """The number alone, which for a quotient is its value."""
    return value.value if isinstance(value, Quotient) else value


def same(first: Value, second: Value) -> bool:
    """True if two numbers are equal, or as close as floats can be."""
    a, b = plain(first), plain(second)
    if a is None or b is None or a is b:
        return a is b
    return isclose(a, b) if isinstance(a, float) or isinstance(b, float) else a == b


def as_json(value: Value) -> float | int | str | None:
    """A number for JSON. Fractions and quotients become strings, and an infinite number becomes "inf"."""
    return value if isinstance(value, float | int | None) and value not in (inf, -inf) else str(value)


def formula(value: Value) -> Formula:
    """A number as the views write it, with a quotient as it was counted and a float with four digits."""
    if isinstance(value, Quotient) and value.total == 1 and value.value is not None:
        return ratio(int(value.matches), 1) if value.value.denominator == 1 else number(value.value)
    if isinstance(value, Quotient):
        parts = [short(Fraction(part)) for part in value]
        whole = None if all(isinstance(part, str) for part in parts) else value.value  # 1/3 over 2 is 1/6
        return Over(*parts) if whole is None else fraction(whole)
    if value is None:
        return "–"
    return shown(value) if isinstance(value, float) else number(Fraction(value))


def written(value: Value) -> Formula:
    """A number as an answer is written. A fraction stays a fraction, and a float has at least four decimals.

    >>> written(0.5), written(Fraction(9, 10)), written(1.66154)
    ('0.5000', Over(top='9', bottom='10'), '1.6615')
    """
    if isinstance(value, float):
        text = shown(value)
        return text if len(text.partition(".")[2]) >= 4 or "×" in text else f"{value:.4f}"
    if isinstance(value, Quotient) and value.total == 1 and Fraction(value.matches).denominator > 1:
        return fraction(Fraction(value.matches))
    return fraction(value) if isinstance(value, Fraction) else formula(value)


def short(value: Fraction) -> Formula:
    """The number written as a whole number, as a short decimal as in 0.5/2.5, or otherwise exactly."""
    is_short = 1000 % value.denominator == 0 and value < 1000
    return f"{float(value):g}" if is_short else fraction(value) if value.denominator == 1 else number(value)
