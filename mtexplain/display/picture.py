"""A picture as data: where everything in it stands, in pixels from the top left, the same for every medium that draws.

Python cannot measure the reader's font: widths come from a table of advances.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

FONT, ROOM, NARROWEST = 17.0, 660.0, 480.0
"""The size of words; the room for them, before they are made larger or smaller to fill it; the least there is."""
_PAD = 12.0

_ADVANCES = {"ijlI'|!,.:; ": 0.27, 'frt()[]{}/\\-"`': 0.37, "mwMW@%": 0.87}
"""How wide letters are, in ems; other capitals take 0.7, others 0.58, those of Chinese 1, an accent nothing."""
WIDER = 1.2
"""How much wider than ours a reader's font may be."""
DASHES = {"stem": "7 4", "synonym": "2 4", "lost": "4 3", "guide": "3 4", "other": "1 4"}
"""How lines are broken: so long is a stroke, so long the gap."""
TINTS = 6
"""How many colours there are for what must be told apart."""

Data = tuple[tuple[str, int | str], ...]
"""By what something in a picture is found: ("n", 2), ("start", 0), ("ngram", "the cat"), say."""


PITCH = 36.0
"""From one share to the next, where several stand below each other: on a narrow page their names are between them."""


class Span(NamedTuple):
    """From left to right."""

    left: float
    right: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2

    @property
    def width(self) -> float:
        return self.right - self.left

    def moved(self, by: float) -> "Span":
        """The same, further to the right."""
        return Span(self.left + by, self.right + by)

    def within(self, edge: float) -> "Span":
        """The same, with an edge on either side."""
        return Span(self.left + edge, self.right - edge)


class Label(NamedTuple):
    """Something written: around its place, or from there on; `kind` says what it is, and so how it looks.

    "taken", "lost" and "other" are words of a text, "credited", "clipped", "unmatched" and "linked" those in bricks,
    "number" and "here", which is bold, stand in the middle of their place, too; "name", "share" and "says" are ours.
    A word has the room of its place. `ink` says how dark it is, up to 1; `data` finds it; `tint` is as in Box.
    """

    text: str
    span: Span
    y: float
    size: float
    kind: str
    ink: float = 1.0
    data: Data = ()
    tint: int = 0

    @property
    def is_word(self) -> bool:
        """Whether it stands in the middle of its place; what is ours begins at the left."""
        return self.kind not in ("name", "share", "says")

    @property
    def width(self) -> float:
        """About how wide it is written."""
        return advance(self.text) * self.size


class Box(NamedTuple):
    """A box: "credited", "clipped" or "unmatched"; a "length", what is "missing" of it, or a "mark".

    "here" is the dot on a curve, or a loss. `title` says what it is, where one points at it; `data` is what finds it.
    `tint` is the number of a colour of its own, from 1; `ink` says how strong the colour is, up to 1.
    """

    kind: str
    span: Span
    top: float
    height: float
    title: str = ""
    data: Data = ()
    tint: int = 0
    ink: float = 1.0


class Band(NamedTuple):
    """A ribbon, from a text above to the bricks below; that of a chunk goes straight, as its links do."""

    above: Span
    below: Span
    top: float
    bottom: float
    tint: int = 0
    curved: bool = False

    @property
    def bends(self) -> tuple[float, float]:
        """How far down its edges go straight down, and from where they do so again."""
        middle = (self.top + self.bottom) / 2
        return (self.top, self.bottom) if self.tint and not self.curved else (middle, middle)


class Line(NamedTuple):
    """A line from point to point: a "rule", a "strong" one, one of a link ("exact", "stem", "synonym"), or "lost".

    A "curve" has lines at what is marked: a "guide", or an "other". `data` is what finds it.
    """

    points: tuple[tuple[float, float], ...]
    kind: str = "rule"
    tint: int = 0
    data: Data = ()


class Picture(NamedTuple):
    """The whole drawing, in three columns: the names of the rows, the rows, their shares. Each begins at 0.

    `alt` says it in words; `text` is the same picture in letters, for a terminal and for hosts that strip drawings.
    """

    width: float
    height: float
    bands: tuple[Band, ...]
    boxes: tuple[Box, ...]
    labels: tuple[Label, ...]
    names: tuple[Label, ...]
    shares: tuple[Label, ...]
    alt: str
    text: str
    lines: tuple[Line, ...] = ()

    @property
    def room_for_shares(self) -> float:
        """How wide the last column is, also in a font that is wider than ours."""
        return max((label.span.left + WIDER * label.width for label in self.shares), default=0.0)


@dataclass
class Sheet:
    """A picture in the making: all that is drawn so far."""

    bands: list[Band] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    names: list[Label] = field(default_factory=list)
    shares: list[Label] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def name(self, name: str, y: float, data: Data = ()) -> None:
        """What a row is called."""
        self.names.append(say(name, 0, y, "name", data))

    def share(self, share: str, remark: str, y: float, data: Data = ()) -> None:
        """A share, large, and what it is a share of, or what else there is to say of it."""
        first = say(share, 14, y, "share", data)
        self.shares += [first, say(remark, max(84.0, 22 + WIDER * first.width), y, "name", data)]

    def picture(self, width: float, height: float, alt: str, text: str) -> Picture:
        """All of it, so high and wide."""
        rows = tuple(self.bands), tuple(self.boxes), tuple(self.labels)
        return Picture(width, height, *rows, tuple(self.names), tuple(self.shares), alt, text, tuple(self.lines))


def say(text: str, left: float, y: float, kind: str, data: Data = ()) -> Label:
    """Something of ours that is written from there on."""
    return Label(text, Span(left, left), y, 21 if kind == "share" else 14, kind, data=data)


def natural_width(word: str) -> float:
    """The room of a word, with some space on either side, before it is made larger or smaller."""
    return FONT * max(advance(word), 0.6) + 2 * _PAD


def side_by_side(widths: Sequence[float], words: Sequence[str], width: float) -> list[Span]:
    """Where words of these widths stand; those of a script that runs from right to left begin at the right."""
    found, x = list[Span](), 0.0
    for each in widths:
        found.append(Span(x, x + each))
        x += each
    if runs_to_the_left(words):
        return [Span(width - right, width - left) for left, right in found]
    return found


def runs_to_the_left(words: Sequence[str]) -> bool:
    """Whether the first letter that has a direction runs from right to left."""
    strong = (unicodedata.bidirectional(letter) for word in words for letter in word)
    return next((kind for kind in strong if kind in ("L", "R", "AL")), "L") != "L"


def advance(text: str) -> float:
    """About how wide a text is, in ems.

    >>> round(advance("mat"), 2), advance("猫")
    (1.82, 1.0)
    """
    return sum(map(_of_letter, text))


def _of_letter(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    found = (width for letters, width in _ADVANCES.items() if letter in letters)
    return next(found, 0.7 if letter.isupper() else 0.58)
