"""What stands between two rows of words, as data: numbers in a grid, and links that align them."""

from typing import NamedTuple

from mtexplain.display.words import Words

_MOST = 32
"""Words on a side of what is drawn; a larger one is told."""


class Grid(NamedTuple):
    """A number for every beginning of the words at the left and every beginning of those at the top.

    `cells` has a row more than `left` has words, and a column more than `top`: the first of both stand for no words at
    all. `path` are the cells of a way through it, `matches` those whose two words are equal, both as pairs (row,
    column), from 0. `alt` says it in words.
    """

    top: Words
    left: Words
    cells: tuple[tuple[int, ...], ...]
    path: tuple[tuple[int, int], ...]
    matches: frozenset[tuple[int, int]]
    alt: str

    @property
    def fits(self) -> bool:
        """Whether there is room to draw it."""
        return max(len(self.top.tokens), len(self.left.tokens)) <= _MOST

    def marked(self, row: int, column: int) -> str:
        """A number as text has it: * where the two words are equal, brackets where the path comes by."""
        number = f"{self.cells[row][column]}{'*' * ((row, column) in self.matches)}"
        return f"[{number}]" if (row, column) in self.path else number


class Link(NamedTuple):
    """A word of the upper row and one of the lower, from 0; why they are linked; their run of neighbours, from 1."""

    top: int
    bottom: int
    kind: str
    chunk: int


class Alignment(NamedTuple):
    """Two rows of words, and which are linked with which. `alt` says it in words."""

    top: Words
    bottom: Words
    links: tuple[Link, ...]
    alt: str

    @property
    def fits(self) -> bool:
        """Whether there is room to draw it."""
        return max(len(self.top.tokens), len(self.bottom.tokens)) <= _MOST
