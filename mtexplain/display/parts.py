"""The elements of a step: named tuples that hold data and depend on no metric and no medium."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar, overload

from mtexplain.display.charts import Drawing, Grid
from mtexplain.display.formula import Formula, shown
from mtexplain.display.picture import Picture
from mtexplain.display.pyramid import Gallery, Pyramid
from mtexplain.display.words import MOST_SHOWN as MOST_SHOWN
from mtexplain.display.words import Words as Words

Item = TypeVar("Item")
Made = TypeVar("Made")


class Marked(NamedTuple):
    """A number that is highlighted, such as a clipped count below the count."""

    number: int


class Real(NamedTuple):
    """A float, written as `text` or with four digits for readers, and kept in full for calculations."""

    value: float
    text: str = ""

    def __str__(self) -> str:
        return self.text or shown(self.value)


Cell = Words | Formula | Marked | Real | int | None
"""A cell of a table. A string is ours, not the user's, and None means that there is no value."""


class Rows(Sequence[Made]):
    """Objects made from items only when looked at, so a table of a million rows costs no more than the rows shown."""

    def __init__(self, items: Sequence[Item], make: Callable[[Item], Made]) -> None:
        self._length: Callable[[], int] = items.__len__
        self._made: Callable[[int], Made] = lambda index: make(items[index])

    def __len__(self) -> int:
        return self._length()

    @overload
    def __getitem__(self, index: int) -> Made: ...
    @overload
    def __getitem__(self, index: slice) -> list[Made]: ...
    def __getitem__(self, index: int | slice) -> Made | list[Made]:
        if isinstance(index, slice):
            return [self._made(each) for each in range(*index.indices(len(self)))]
        return self._made(index)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[tuple[Made, ...]], tuple[list[Made]]]:
        """Copy and pickle the objects, because the function that makes them may not be picklable."""
        return tuple, (list(self),)


class Column(NamedTuple):
    """A column, with a key for programs and a title for people.

    `says` is the stepper's sentence about a cell, such as "occurs {} in the candidate", where {} is the cell's number.
    """

    key: str
    title: str
    says: str = ""


def columns(**titled: str) -> tuple[Column, ...]:
    """Return columns, given by their keys and titles."""
    return tuple(Column(key, title) for key, title in titled.items())


class Table(NamedTuple):
    """Rows of cells, under a title if there is one. The first `names` columns name a row. `total` is the last row."""

    title: str
    columns: tuple[Column, ...]
    rows: Sequence[tuple[Cell, ...]]
    names: int = 1
    total: tuple[Cell, ...] | None = None


def titled(titles: str, rows: Sequence[tuple[Cell, ...]], names: int = 2) -> Table:
    """Return a table with these titles, each a single word that is also the key of its column."""
    return Table("", columns(**{title: title for title in titles.split()}), rows, names=names)


class Equation(NamedTuple):
    """A formula in symbols, with the numbers put in, and as a value. `where` explains the letters."""

    symbols: Formula
    numbers: Formula
    value: Formula
    where: str = ""


Pieces = tuple[Words | Formula, ...]
"""A sentence or part of a sentence, made of our own strings, formulas, and words from outside."""


class Prose(NamedTuple):
    """A line of text in pieces."""

    pieces: Pieces


def with_and(items: Iterable[Pieces]) -> Pieces:
    """Join items with commas, and with "and" before the last.

    >>> with_and([("a",), ("b",), ("c",)])
    ('a', ', ', 'b', ' and ', 'c')
    """
    every = list(items)
    joined: Pieces = ()
    for index, item in enumerate(every):
        between: Pieces = () if not index else (" and ",) if index == len(every) - 1 else (", ",)
        joined += (*between, *item)
    return joined


def name_words(tokens: Sequence[str], most: int = 3, kind: str = "") -> Pieces:
    """Return words for a sentence. If there are more than `most`, only the first are named, and then "others"."""
    named: list[Pieces] = [(Words((token,), kind=kind),) for token in tokens[:most]]
    return with_and(named + [("others",)] * (len(tokens) > most))


class Beside(NamedTuple):
    """Parts that are shown side by side if there is room."""

    parts: "tuple[Part, ...]"


class Note(NamedTuple):
    """Something unusual but well defined, with a code for programs, a sentence for people, and its place."""

    code: str
    text: str
    where: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.text}" if self.where else self.text


class Headline(NamedTuple):
    """The answer in large type, the reason for it in a sentence, its closed form, and the rules it was computed by.

    After an edit, it also shows the previous score and the change. `lower_is_better` says whether a decrease is an
    improvement. `says` is the answer as a sentence, if the value alone would not be clear.
    """

    value: str
    equation: Equation
    signature: str
    why: Prose = Prose(())
    was: str = ""
    change: str = ""
    lower_is_better: bool = False
    says: str = ""

    @property
    def answer(self) -> str:
        """The large text of the headline: the sentence if there is any, otherwise the value."""
        return self.says or self.value


Part = Table | Equation | Prose | Beside | Drawing | Grid | Pyramid | Picture | Gallery
