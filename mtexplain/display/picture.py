"""A picture as data: where everything in it stands, in pixels from the top left, the same for every medium that draws.

Python cannot measure the reader's font: widths come from a table of advances.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

FONT, ROOM, NARROWEST = 17.0, 660.0, 480.0
"""The size of words; the room for them, before they are made larger or smaller to fill it; the least there is."""
_PAD = 12.0
_SMALLEST, _OF_TWO = 10.5, 14.0
"""The smallest letters in a brick, and the largest where it has two lines of them."""


class Room(NamedTuple):
    """The room for a picture: at most so wide, at least so wide.

    On a narrow page the names of lines, and their shares, stand above them, else beside them.
    """

    width: float
    narrowest: float
    is_narrow: bool = False


WIDE, SMALL, NARROW = Room(ROOM, NARROWEST), Room(420.0, 420.0), Room(340.0, 340.0, is_narrow=True)
"""The room on a usual page, that of one of many pictures, and that on a telephone."""

_ADVANCES = {"ijlI'|!,.:; ": 0.27, 'frt()[]{}/\\-"`': 0.37, "mwMW@%": 0.87}
"""The widths of letters, in ems; other capitals take 0.7, others 0.58, Chinese letters 1, an accent nothing."""
WIDER = 1.2
"""The width of a reader's font, at most, beside ours."""
DASHES = {"stem": "7 4", "synonym": "2 4", "lost": "4 3", "guide": "3 4", "other": "1 4"}
"""The dashes of broken lines: the length of a stroke, then of the gap."""
TINTS = 6
"""The number of colours for things that must be told apart."""

Data = tuple[tuple[str, int | str], ...]
"""By what something in a picture is found: ("n", 2), ("start", 0), ("ngram", "the cat"), say."""


_ABOVE, _BESIDE = 20.0, 96.0
"""On a narrow page: how high a line of names is, and how far to the right among them a share stands."""
_NAMES, _MOST_OF_NAMES = 96.0, 132.0
"""The usual and the largest width of the column of names, in which "reference 10000" fits."""
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
        """The span, moved to the right."""
        return Span(self.left + by, self.right + by)

    def within(self, edge: float) -> "Span":
        """The span without an edge on either side."""
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
        """True if it stands in the middle of its place; our own labels begin at the left."""
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
        """The heights of the control points of its edges: the ends of a straight ribbon, the middle of a curved one."""
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
    def room_for_names(self) -> float:
        """The width of the first column: the usual width, if no name needs more."""
        widest = max((WIDER * label.width for label in self.names), default=0.0)
        return min(max(_NAMES, widest), _MOST_OF_NAMES)

    @property
    def room_for_shares(self) -> float:
        """The width of the last column, also in a font that is wider than ours."""
        return max((label.span.left + WIDER * label.width for label in self.shares), default=0.0)


@dataclass
class Sheet:
    """A picture in the making: all that is drawn so far."""

    is_narrow: bool = False
    bands: list[Band] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    names: list[Label] = field(default_factory=list)
    shares: list[Label] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def name(self, name: str, y: float, data: Data = ()) -> None:
        """Write the name of a row."""
        self.names.append(say(name, 0, y, "name", data))

    def share(self, share: str, remark: str, y: float, data: Data = ()) -> None:
        """A share, large, and what it is a share of, or what else there is to say of it."""
        first = say(share, 14, y, "share", data)
        self.shares += [first, say(remark, max(84.0, 22 + WIDER * first.width), y, "name", data)]

    def head(self, y: float, name: str, share: str = "", remark: str = "", data: Data = (), low: float = 25) -> float:
        """Write the name and the share of a line, the share `low` below the top; return where the line itself begins.

        On a narrow page both stand above the line, which begins below them.
        """
        outcome = (*data, ("outcome", 1))
        if not self.is_narrow:
            if name:
                self.name(name, y + 21, data)
            if share:
                self.share(share, remark, y + low, outcome)
            return y
        self.labels.append(say(name, 2, y + 15, "name", data))
        if share:
            first = say(share, beside(name), y + 15, "share", outcome)._replace(size=17)
            self.labels.append(first)
            if remark != name:
                self.labels.append(say(remark, first.span.left + WIDER * first.width + 8, y + 15, "name", outcome))
        return y + _ABOVE

    def picture(self, width: float, height: float, alt: str, text: str) -> Picture:
        """All of it, so high and wide."""
        rows = tuple(self.bands), tuple(self.boxes), tuple(self.labels)
        return Picture(width, height, *rows, tuple(self.names), tuple(self.shares), alt, text, tuple(self.lines))


def beside(name: str) -> float:
    """The left edge of what stands after this name in its line, on a narrow page."""
    return max(_BESIDE, 10 + WIDER * say(name, 0, 0, "name").width)


def say(text: str, left: float, y: float, kind: str, data: Data = ()) -> Label:
    """Something of ours that is written from there on."""
    return Label(text, Span(left, left), y, 21 if kind == "share" else 14, kind, data=data)


def natural_width(word: str, pad: float = _PAD) -> float:
    """The room of a word, with some space on either side, before it is made larger or smaller."""
    return FONT * max(advance(word), 0.6) + 2 * pad


def fitted(words: Sequence[str], room: float, size: float, glue: str = " ") -> tuple[list[str], float]:
    """Words in one line or in two, and how large: no larger than `size`, and no line where they would be too small.

    >>> fitted(["cat", "on"], 60, 14), fitted(["cat", "on", "the"], 50, 14), fitted(["cat", "on"], 9, 14)
    ((['cat on'], 14), (['cat', 'on the'], 14), ([], 14))
    """

    def most(lines: Sequence[str]) -> float:
        return max(map(advance, lines)) or 1

    best = [glue.join(words)]
    if most(best) * size > room and glue:
        broken = ([glue.join(words[:cut]), glue.join(words[cut:])] for cut in range(1, len(words)))
        best = min(broken, key=most, default=best)
    large = min(size, room / most(best), _OF_TWO if len(best) > 1 else size)
    return (best, large) if large >= _SMALLEST else ([], size)


def side_by_side(widths: Sequence[float], words: Sequence[str], width: float) -> list[Span]:
    """The spans of words of these widths; a script that runs from right to left begins at the right."""
    spans, x = list[Span](), 0.0
    for each in widths:
        spans.append(Span(x, x + each))
        x += each
    if runs_to_the_left(words):
        return [Span(width - right, width - left) for left, right in spans]
    return spans


def runs_to_the_left(words: Sequence[str]) -> bool:
    """True if the first letter that has a direction runs from right to left."""
    strong = (unicodedata.bidirectional(letter) for word in words for letter in word)
    return next((kind for kind in strong if kind in ("L", "R", "AL")), "L") != "L"


def advance(text: str) -> float:
    """About how wide a text is, in ems.

    >>> round(advance("mat"), 2), advance("猫")
    (1.82, 1.0)
    """
    return sum(map(_of_letter, text))


@lru_cache(4096)
def _of_letter(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    widths = (width for letters, width in _ADVANCES.items() if letter in letters)
    return next(widths, 0.7 if letter.isupper() else 0.58)
