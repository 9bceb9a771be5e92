"""The whole score in one picture, as data: words as bricks, and each n-gram a brick that hangs where its words hang.

    reference    there  is  a  cat  on  the  mat
    candidate    the  the  cat  on  the  mat
    words         o    o    #   #    #    #     4/6
    pairs            .    .   #    #    #       3/5

One look says which n-grams earn credit, which come too often, and which stand in no reference.
"""

from fractions import Fraction
from itertools import takewhile
from typing import NamedTuple

from mtexplain.display.charts import Curve, Grid
from mtexplain.display.picture import Picture
from mtexplain.display.words import MOST_SHOWN, Words

STATES = ("credited", "clipped", "unmatched")
"""What can become of an n-gram."""
LINKS = ("exact", "stem", "synonym")
"""Why a word may be linked with another, where a metric tells them apart."""
_SHORT = {"stem": "s", "synonym": "y"}
MARKS = {"credited": "#", "clipped": "o", "unmatched": ".", **{kind: f"1{_SHORT.get(kind, '')}" for kind in LINKS}}
"""What stands for all these in a terminal."""


class Brick(NamedTuple):
    """An n-gram in its place: the tokens from `start` up to `stop`, counted from 0, and what became of it.

    `state` is "credited", "clipped" (it comes more often than it may) or "unmatched"; `references` are those that give
    the credit, from 0. Where a metric has chunks, `chunk` is the number of its own, from 1, `kind` why it is linked.
    """

    start: int
    stop: int
    state: str
    references: tuple[int, ...] = ()
    chunk: int = 0
    kind: str = ""

    @property
    def mark(self) -> str:
        """What stands for it in letters: the number of its chunk, and s or y for a stem or a synonym."""
        return f"{self.chunk}{_SHORT.get(self.kind, '')}" if self.chunk else MARKS[self.state]


class Row(NamedTuple):
    """All n-grams of one order, in the order of the text; `share` is how many of them earn credit: 4/6.

    `step` is the name of the step that finds it. `counts_as` is what is multiplied in its place, where the rules make
    something else of it; `was` is the share before an edit, where that was another. `also` is what else is told of it.
    """

    n: int
    name: str
    bricks: tuple[Brick, ...]
    share: str
    step: str = ""
    counts_as: str = ""
    was: str = ""
    also: str = ""

    @property
    def remark(self) -> str:
        """The words after a share: the share before an edit, what it counts as, an extra remark, or the name."""
        if self.was or self.counts_as:
            return f"was {self.was}" if self.was else f"counts as {self.counts_as}"
        return self.also or self.name

    def shown(self) -> list[Brick]:
        """The bricks of the words that are shown, which are the first 200: a long text has as many as it has words."""
        return list(takewhile(lambda brick: brick.stop <= MOST_SHOWN, self.bricks))


class Ribbon(NamedTuple):
    """Tokens from `start` up to `stop` that stand in another text in a row, from `reference_start` on.

    `reference` is the place of that text among the others, from 0. Where the words are not credited, it is only told
    that both texts have them.
    """

    start: int
    stop: int
    reference: int
    reference_start: int


class Ruler(NamedTuple):
    """How long the text is, how long it should be, what the score is multiplied by for that, and all that in words.

    `step` is the name of the step that finds it, `was` is the factor before an edit, where that was another.
    """

    length: int
    wanted: int | Fraction
    factor: str
    says: str
    step: str = ""
    was: str = ""


class Result(NamedTuple):
    """What the shares make: a number, what it is, and the name of the step that finds it.

    It is a bar where it has a `height`, from 0 to 1; `lost` is what is taken off, `says` what is written in it.
    """

    number: str
    name: str
    step: str
    height: float | None = None
    lost: float = 0.0
    says: str = ""

    @property
    def told(self) -> str:
        """The sentence that says the result."""
        return f"{self.name.capitalize()}: {self.number}{f', {self.says}' * bool(self.says)}."


class Text(NamedTuple):
    """A text of the picture, and what it is called; what becomes of its own words, where that counts.

    Where its tokens are letters, `starts` are those that begin a word.
    """

    label: str
    words: Words
    row: Row | None = None
    starts: frozenset[int] = frozenset()


class Pyramid(NamedTuple):
    """The text that the bricks hang under, the texts it is compared with, and the picture. `alt` says it in words.

    `legend` says what the states are called here, and the kinds of links; `curve` is what the last of the results
    that is no bar depends on, `grid` the table in which the words that stand in the same order are found. `focus` is
    the place of a word: of a text that is too long for one line, the words around it are drawn, else all in several
    lines. `chunk_name` is what a chunk is called.
    """

    text: Text
    others: tuple[Text, ...]
    rows: tuple[Row, ...]
    ribbons: tuple[Ribbon, ...]
    ruler: Ruler | None
    alt: str
    legend: tuple[tuple[str, str], ...] = tuple(zip(STATES, STATES, strict=True))
    results: tuple[Result, ...] = ()
    curve: Curve | None = None
    grid: Grid | None = None
    focus: int | None = None
    chunk_name: str = "chunk"

    @property
    def told(self) -> str:
        """The whole picture in words."""
        sentences = [self.alt]
        sentences += [result.told for result in self.results]
        sentences += [self.curve.alt] if self.curve else []
        return " ".join([*sentences, self.grid.told] if self.grid else sentences)

    @property
    def key(self) -> str:
        """The legend in letters."""
        new = "  + new" if any(text.words.new for text in (self.text, *self.others)) else ""
        more = (f"  {text.label}{text.words.more()}" for text in (self.text, *self.others) if text.words.more())
        return "  ".join(f"{MARKS[kind]} {name}" for kind, name in self.legend) + new + "".join(more)

    @property
    def small(self) -> "Pyramid":
        """The bricks alone."""
        return self._replace(others=(), ribbons=(), ruler=None, results=(), curve=None, grid=None)

    @property
    def names(self) -> list[str]:
        """What stands before each line below the ribbons: the text, which is the row of words, then the other rows.

        Where there is no row of words (ROUGE-2 counts pairs alone), the text has a line of its own.
        """
        rows = self.rows[1:] if self.has_words else self.rows
        return [self.text.label, *(row.name for row in rows)]

    @property
    def token(self) -> str:
        """What one of its tokens is called."""
        return self.rows[0].name.removesuffix("s") if self.has_words else "word"

    @property
    def glue(self) -> str:
        """The text between two tokens: a space between words, nothing between letters."""
        return "" if self.text.starts else " "

    @property
    def has_words(self) -> bool:
        """Whether its first row are the words, so that their bricks show the text."""
        return bool(self.rows) and self.rows[0].n == 1


class Gallery(NamedTuple):
    """Small pictures, each with its title; `more` says how many are left out."""

    pictures: tuple[tuple[str, Pyramid | Picture], ...]
    more: str = ""
