"""The elements of a step: named tuples that hold data and know neither metric nor medium."""

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
    """A number to look at: a clipped count below the count."""

    number: int


class Real(NamedTuple):
    """A float: written with four digits where it is read, or as `text`; whole where it is computed with."""

    value: float
    text: str = ""

    def __str__(self) -> str:
        return self.text or shown(self.value)


Cell = Words | Formula | Marked | Real | int | None
"""One cell of a table. A string is ours, not the user's; None is "there is none"."""


class Rows(Sequence[Made]):
    """Things made from items when they are looked at: a table of a million rows costs what is shown of it."""

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
        """A copy, or a pickle, holds what was made: how it was made may be a function that can't be pickled."""
        return tuple, (list(self),)


class Column(NamedTuple):
    """A column: its key for programs, its title for people.

    `says` is what the stepper says of a cell: "occurs {} in the candidate", where {} is the number in it.
    """

    key: str
    title: str
    says: str = ""


def columns(**titled: str) -> tuple[Column, ...]:
    """Columns by their keys, with their titles."""
    return tuple(Column(key, title) for key, title in titled.items())


class Table(NamedTuple):
    """Rows of cells, under a title where there is one. The first `names` columns name a row; `total` is a last row."""

    title: str
    columns: tuple[Column, ...]
    rows: Sequence[tuple[Cell, ...]]
    names: int = 1
    total: tuple[Cell, ...] | None = None


def titled(titles: str, rows: Sequence[tuple[Cell, ...]], names: int = 2) -> Table:
    """A table with these titles, a word each, which are its keys, too."""
    return Table("", columns(**{title: title for title in titles.split()}), rows, names=names)


class Equation(NamedTuple):
    """A formula three times: in symbols, with the numbers put in, and its value. `where` explains a letter."""

    symbols: Formula
    numbers: Formula
    value: Formula
    where: str = ""


Pieces = tuple[Words | Formula, ...]
"""A sentence, or part of one: our own strings, formulas, and words from outside."""


class Prose(NamedTuple):
    """A line of text in pieces."""

    pieces: Pieces


def with_and(items: Iterable[Pieces]) -> Pieces:
    """Items with commas between them, and an "and" before the last.

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
    """Words in a sentence, each by itself; of many the first, "and others"."""
    named: list[Pieces] = [(Words((token,), kind=kind),) for token in tokens[:most]]
    return with_and(named + [("others",)] * (len(tokens) > most))


class Beside(NamedTuple):
    """Parts that stand side by side where there is room."""

    parts: "tuple[Part, ...]"


class Note(NamedTuple):
    """Something odd but defined: a code for programs, a sentence for people, and where it is."""

    code: str
    text: str
    where: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.text}" if self.where else self.text


class Headline(NamedTuple):
    """The answer, large, and why it is what it is, in a sentence; its closed form; the rules it was computed by.

    After an edit also what it was, and the change; `lower_is_better` says whether a change downwards is a good one.
    `says` is the answer as a sentence, where the value alone would not say what it is.
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
        """The large text of the headline: the sentence if there is one, otherwise the value."""
        return self.says or self.value


Part = Table | Equation | Prose | Beside | Drawing | Grid | Pyramid | Picture | Gallery
