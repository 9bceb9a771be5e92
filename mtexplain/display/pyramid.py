"""The whole score in one picture, as data and in characters, with words as bricks and n-grams as bricks below them.

    reference    there  is  a  cat  on  the  mat
    candidate    the  the  cat  on  the  mat
    words         o    o    #   #    #    #     4/6
    pairs            .    .   #    #    #       3/5

It shows at a glance which n-grams earn credit, which occur too often, and which do not occur in any reference.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import NamedTuple

from mtexplain.display.charts import Curve, Grid
from mtexplain.display.picture import Picture
from mtexplain.display.words import COLUMNS, MOST_SHOWN, Words, in_columns, text_width

STATES = ("credited", "clipped", "unmatched")
"""The possible states of an n-gram."""
LINKS = ("exact", "stem", "synonym")
"""The reasons for a link between two words, if a metric distinguishes them."""
_SHORT = {"stem": "s", "synonym": "y"}
MARKS = {"credited": "#", "clipped": "o", "unmatched": ".", **{kind: f"1{_SHORT.get(kind, '')}" for kind in LINKS}}
"""The mark of each state and of each link in a terminal."""
_GAP = 2
"""The number of columns between two words in a terminal."""


class Brick(NamedTuple):
    """An n-gram in its place, with its state. Its tokens go from `start` up to but not including `stop`.

    `state` is "credited", "clipped" (it occurs more often than it may) or "unmatched". `references` are the indices of
    the references that give the credit. If a metric has chunks, `chunk` is the number of its chunk, from 1, and `kind`
    is the reason for its link.
    """

    start: int
    stop: int
    state: str
    references: tuple[int, ...] = ()
    chunk: int = 0
    kind: str = ""

    @property
    def mark(self) -> str:
        """The mark of the brick in a terminal, or the number of its chunk, with s for a stem and y for a synonym."""
        return f"{self.chunk}{_SHORT.get(self.kind, '')}" if self.chunk else MARKS[self.state]


class Row(NamedTuple):
    """All n-grams of one order n, in the order of the text. `share` is the part that earns credit, such as 4/6.

    `step` is the name of the step that computes it. `counts_as` is the number that replaces the share in the
    product, if the rules change it. `was` is the share before an edit, if it was different. `also` is a further remark.
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
        """The words after a share: its value before an edit, what it counts as, a remark, or the name."""
        if self.was or self.counts_as:
            return f"was {self.was}" if self.was else f"counts as {self.counts_as}"
        return self.also or self.name

    def shown(self) -> list[Brick]:
        """Return the bricks within the words that are shown (the first 200 of a text)."""
        return list(takewhile(lambda brick: brick.stop <= MOST_SHOWN, self.bricks))


class Ribbon(NamedTuple):
    """Tokens from `start` up to `stop` that also occur in another text, in the same order, from `reference_start` on.

    `reference` is the index of that text among the other texts. If the words are not credited, the ribbon only shows
    that they are in both texts.
    """

    start: int
    stop: int
    reference: int
    reference_start: int


class Ruler(NamedTuple):
    """The length of the text, the length wanted, the factor that the score gets for it, and all of this in words.

    `step` is the name of the step that computes it. `was` is the factor before an edit, if it was different.
    """

    length: int
    wanted: int | Fraction
    factor: str
    says: str
    step: str = ""
    was: str = ""


class Result(NamedTuple):
    """A number computed from the shares, with its name and the name of the step that computes it.

    If it has a `height`, from 0 to 1, it is drawn as a bar. `lost` is the part that is taken off, and `says` is the
    text in the bar.
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
    """A text of the picture, with its name, and with a row for its own words if the score counts them.

    If its tokens are letters, `starts` are the indices of those letters that begin a word.
    """

    label: str
    words: Words
    row: Row | None = None
    starts: frozenset[int] = frozenset()


class Pyramid(NamedTuple):
    """The text above the bricks, the texts that it is compared with, and the picture. `alt` describes it in words.

    `legend` names the states and the kinds of links. `curve` is the curve behind the last result that is not a bar, and
    `grid` is the table in which the words in the same order are found. `focus` is the index of a word. If the text is
    too long for one line, the words around `focus` are drawn, or several lines if `focus` is None. `chunk_name` is the
    name of a chunk.
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
        """The legend for a terminal."""
        new = "  + new" if any(text.words.new for text in (self.text, *self.others)) else ""
        more = (f"  {text.label}{text.words.more()}" for text in (self.text, *self.others) if text.words.more())
        return "  ".join(f"{MARKS[kind]} {name}" for kind, name in self.legend) + new + "".join(more)

    @property
    def small(self) -> "Pyramid":
        """Return the bricks alone."""
        return self._replace(others=(), ribbons=(), ruler=None, results=(), curve=None, grid=None)

    @property
    def names(self) -> list[str]:
        """The names of the lines below the ribbons: the text, as the row of words, and then the other rows.

        If there is no row of words, as for ROUGE-2, which only counts pairs, the text has a line of its own.
        """
        rows = self.rows[1:] if self.has_words else self.rows
        return [self.text.label, *(row.name for row in rows)]

    @property
    def token(self) -> str:
        """The name of a token, such as word."""
        return self.rows[0].name.removesuffix("s") if self.has_words else "word"

    @property
    def glue(self) -> str:
        """The text between two tokens: a space between words, nothing between letters."""
        return "" if self.text.starts else " "

    @property
    def has_words(self) -> bool:
        """True if the first row consists of the words, so that their bricks show the text."""
        return bool(self.rows) and self.rows[0].n == 1


class Gallery(NamedTuple):
    """Small pictures, each with its title. `more` says how many are left out."""

    pictures: tuple[tuple[str, Pyramid | Picture], ...]
    more: str = ""


def in_letters_with_key(pyramid: Pyramid) -> str:
    """Return the whole picture and the meaning of its marks."""
    return f"{in_letters(pyramid)}\n\n{pyramid.key}".rstrip()


def in_letters(pyramid: Pyramid) -> str:
    """Return the picture alone, cut into bands if it does not fit in 80 columns.

    A band begins with the last words of the band before, so that every n-gram is whole in exactly one band.
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
    """Yield the lines of a text, in bands if it is long, with a line of marks for each row below it."""
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
    """Yield the ends of each band. A band has at least one word more than the words that the next band repeats."""
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
    """Return the first and the last column of each token."""
    columns, column = [], 0
    for token in tokens:
        columns.append((column, column + max(text_width(token), 1) - 1))
        column += text_width(token) + _GAP
    return columns


def _marks(bricks: Sequence[Brick], columns: Sequence[tuple[int, int]], start: int) -> str:
    """Return a line with a mark for each brick, in the middle of its words."""
    line = ""
    for brick in bricks:
        (first, _), (_, last) = columns[brick.start - start], columns[brick.stop - 1 - start]
        line = line.ljust((first + last + (brick.stop - brick.start > 1)) // 2) + brick.mark
    return line
