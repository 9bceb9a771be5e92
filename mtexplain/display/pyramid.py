"""The whole score in one picture, as data: words as bricks, and each n-gram a brick that hangs where its words hang.

    reference    there  is  a  cat  on  the  mat
    candidate    the  the  cat  on  the  mat
    words         o    o    #   #    #    #     4/6
    pairs            .    .   #    #    #       3/5

One look says which n-grams earn credit, which come too often, and which stand in no reference.
"""

from fractions import Fraction
from typing import NamedTuple

from mtexplain.display.formula import Formula
from mtexplain.display.words import Words


class Brick(NamedTuple):
    """An n-gram in its place: the tokens from `start` up to `stop`, counted from 0, and what became of it.

    `state` is "credited", "clipped" (it comes more often than it may) or "unmatched"; `references` are those that give
    the credit, from 0.
    """

    start: int
    stop: int
    state: str
    references: tuple[int, ...] = ()


class Row(NamedTuple):
    """All n-grams of one order, in the order of the text; `share` is how many of them earn credit: 4/6."""

    n: int
    name: str
    bricks: tuple[Brick, ...]
    share: str


class Ribbon(NamedTuple):
    """Tokens from `start` up to `stop` that stand in another text in a row, from `reference_start` on.

    `reference` is the place of that text among the others, from 0.
    """

    start: int
    stop: int
    reference: int
    reference_start: int


class Ruler(NamedTuple):
    """How long the text is, how long it should be, what the score is multiplied by for that, and all that in words."""

    length: int
    wanted: int | Fraction
    factor: str
    says: str


class Text(NamedTuple):
    """A text of the picture, and what it is called."""

    label: str
    words: Words


class Pyramid(NamedTuple):
    """The text that the bricks hang under, the texts it is compared with, and the picture. `alt` says it in words.

    `why` says in a sentence what costs most; nothing where nobody asked.
    """

    text: Text
    others: tuple[Text, ...]
    rows: tuple[Row, ...]
    ribbons: tuple[Ribbon, ...]
    ruler: Ruler | None
    alt: str
    why: tuple[Words | Formula, ...] = ()

    @property
    def names(self) -> list[str]:
        """What stands before each line below the ribbons: the text, which is the row of words, then the other rows.

        Where there is no row of words (ROUGE-2 counts pairs alone), the text has a line of its own.
        """
        rest = self.rows[1:] if self.has_words else self.rows
        return [self.text.label, *(row.name for row in rest)]

    @property
    def has_words(self) -> bool:
        """Whether its first row are the words, so that their bricks show the text."""
        return bool(self.rows) and self.rows[0].n == 1
