"""The whole score in one picture, as data and in letters: words as bricks, and n-grams as bricks below their words.

    reference    there  is  a  cat  on  the  mat
    candidate    the  the  cat  on  the  mat
    words         o    o    #   #    #    #     4/6
    pairs            .    .   #    #    #       3/5

One look says which n-grams earn credit, which come too often, and which stand in no reference.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import NamedTuple

from mtexplain.display.charts import Curve, Grid
from mtexplain.display.picture import Picture
from mtexplain.display.words import COLUMNS, MOST_SHOWN, Words, in_columns, text_width

STATES = ("credited", "clipped", "unmatched")
"""The states that an n-gram can have."""
LINKS = ("exact", "stem", "synonym")
"""The reasons for a link between two words, where a metric tells them apart."""
_SHORT = {"stem": "s", "synonym": "y"}
MARKS = {"credited": "#", "clipped": "o", "unmatched": ".", **{kind: f"1{_SHORT.get(kind, '')}" for kind in LINKS}}
"""The mark of each state and of each link in a terminal."""
_GAP = 2
"""The columns of a terminal between two words."""


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
        """The mark of the brick in letters: the number of its chunk, and s or y for a stem or a synonym."""
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
    """The length of the text, the length wanted, the factor that the score gets for it, and all that in words.

    `step` is the name of the step that finds it, `was` is the factor before an edit, where that was another.
    """

    length: int
    wanted: int | Fraction
    factor: str
    says: str
    step: str = ""
    was: str = ""


class Result(NamedTuple):
    """A result of the shares: a number, its name, and the name of the step that finds it.

    It is a bar where it has a `height`, from 0 to 1; `lost` is what is taken off, `says` what is written in it.
    """

    number: str
    name: str
    step: str
    height: float | None = None
    lost: float = 0.0
    says: str = ""

    @property
    def sentence(self) -> str:
        """The result in words."""
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
    def in_words(self) -> str:
        """The whole picture in words."""
        sentences = [self.alt]
        sentences += [result.sentence for result in self.results]
        sentences += [self.curve.alt] if self.curve else []
        return " ".join([*sentences, self.grid.in_words] if self.grid else sentences)

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
        """The names of the lines below the ribbons: the text, which is the row of words, then the other rows.

        Where there is no row of words (ROUGE-2 counts pairs alone), the text has a line of its own.
        """
        rows = self.rows[1:] if self.has_words else self.rows
        return [self.text.label, *(row.name for row in rows)]

    @property
    def token(self) -> str:
        """The name of a token: a word, say."""
        return self.rows[0].name.removesuffix("s") if self.has_words else "word"

    @property
    def glue(self) -> str:
        """The text between two tokens: a space between words, nothing between letters."""
        return "" if self.text.starts else " "

    @property
    def has_words(self) -> bool:
        """True if the first row are the words, so that their bricks show the text."""
        return bool(self.rows) and self.rows[0].n == 1


class Gallery(NamedTuple):
    """Small pictures, each with its title; `more` says how many are left out."""

    pictures: tuple[tuple[str, Pyramid | Picture], ...]
    more: str = ""


def in_letters_with_key(pyramid: Pyramid) -> str:
    """The whole picture, and what its marks say."""
    return f"{in_letters(pyramid)}\n\n{pyramid.key}".rstrip()


def in_letters(pyramid: Pyramid) -> str:
    """The picture alone. What does not fit in 80 columns is cut into bands.

    A band begins with the last words of the one before, so that every n-gram stands whole in one of them, and in one
    alone.
    """
    texts = [(text, (text.row,) if text.row else ()) for text in pyramid.others] + [(pyramid.text, pyramid.rows)]
    labels = [text.label for text, _ in texts] + [row.name for _, rows in texts for row in rows]
    labels += [result.name for result in pyramid.results]
    edge = max(map(text_width, labels)) + _GAP
    lines = [line for text, rows in texts for line in _with_rows(text, rows, edge)]
    lines += [in_columns(result.name, edge, result.number) for result in pyramid.results]
    if pyramid.ruler:
        was = f" was {pyramid.ruler.was}" if pyramid.ruler.was else ""
        lines.append(in_columns("length", edge, f"{pyramid.ruler.says}: × {pyramid.ruler.factor}{was}"))
    return "\n".join(line.rstrip() for line in lines)


def _with_rows(text: Text, rows: Sequence[Row], edge: int) -> Iterator[str]:
    """A text, in bands where it is long, with a line of marks for each row under it."""
    tokens = [token + "+" * new for token, new in text.words.shown()]
    room = COLUMNS - edge - max((_GAP + len(row.share) for row in rows), default=0)
    shown = [row.shown() for row in rows]
    seen: set[tuple[int, int]] = set()
    for start, stop in _bands(tokens, room, max((row.n for row in rows), default=1) - 1):
        columns = _places(tokens[start:stop])
        if start and rows:
            yield ""
        yield in_columns("" if start and not rows else text.label, edge, "  ".join(tokens[start:stop]))
        whole = columns[-1][1] + 1 if columns else 0
        for row, bricks in zip(rows, shown, strict=True):
            inside = [brick for brick in bricks if start <= brick.start and brick.stop <= stop]
            marks = _marks([brick for brick in inside if brick[:2] not in seen], columns, start)
            seen.update((brick.start, brick.stop) for brick in inside)
            remark = row.remark if row.remark != row.name else ""
            last = f"{row.share} {remark}".rstrip() if stop == len(tokens) else ""
            yield in_columns(row.name, edge, marks.ljust(whole + _GAP) + last)


def _bands(tokens: Sequence[str], room: int, overlap: int) -> Iterator[tuple[int, int]]:
    """From which token to which each band goes. Each holds one word more than the next takes over from it."""
    start = stop = 0
    while not start or stop < len(tokens):
        used, stop = -_GAP, start
        while stop < len(tokens) and (
            (used := used + _GAP + text_width(tokens[stop])) <= room or stop - start <= overlap
        ):
            stop += 1
        yield start, stop
        start = max(stop - overlap, 1)


def _places(tokens: Sequence[str]) -> list[tuple[int, int]]:
    """The first and the last column of each token."""
    columns, column = [], 0
    for token in tokens:
        columns.append((column, column + max(text_width(token), 1) - 1))
        column += text_width(token) + _GAP
    return columns


def _marks(bricks: Sequence[Brick], columns: Sequence[tuple[int, int]], start: int) -> str:
    """A mark for each brick, in the middle of its words."""
    line = ""
    for brick in bricks:
        (first, _), (_, last) = columns[brick.start - start], columns[brick.stop - 1 - start]
        line = line.ljust((first + last + (brick.stop - brick.start > 1)) // 2) + brick.mark
    return line
