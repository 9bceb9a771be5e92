"""A picture as data, with the position of everything in pixels from the top left, the same for every medium.

Python cannot measure the reader's font, so widths come from a table of advances.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

FONT, ROOM, NARROWEST = 17.0, 660.0, 480.0
"""The size of words, the width that they are made larger or smaller to fill, and the smallest width."""
_PAD = 12.0
_SMALLEST, _OF_TWO = 10.5, 14.0
"""The size of the smallest letters in a brick, and of the largest letters if it has two lines."""


class Room(NamedTuple):
    """The room for a picture, as its largest and its smallest width.

    On a narrow page, the names of lines and their shares are above the lines, and otherwise beside them.
    """

    width: float
    narrowest: float
    is_narrow: bool = False


WIDE, SMALL, NARROW = Room(ROOM, NARROWEST), Room(420.0, 420.0), Room(340.0, 340.0, is_narrow=True)
"""The room on a usual page, for a picture among many, and on a phone."""

_ADVANCES = {"ijlI'|!,.:; ": 0.27, 'frt()[]{}/\\-"`': 0.37, "mwMW@%": 0.87}
"""The widths of letters, in ems. Other capitals take 0.7, other letters 0.58, Chinese characters 1, accents 0."""
WIDER = 1.2
"""The largest width of a reader's font relative to ours."""
DASHES = {"stem": "7 4", "synonym": "2 4", "lost": "4 3", "guide": "3 4", "other": "1 4"}
"""The dashes of broken lines, as the length of a stroke and of a gap."""
TINTS = 6
"""The number of colours for things that readers must distinguish."""

Data = tuple[tuple[str, int | str], ...]
"""The attributes by which scripts find a part of a picture, such as ("n", 2), ("start", 0), ("ngram", "the cat")."""


_ABOVE, _BESIDE = 20.0, 96.0
"""The height of a line of names on a narrow page, and the left edge of the shares in it."""
_NAMES, _MOST_OF_NAMES = 96.0, 132.0
"""The usual and the largest width of the column of names, which has room for "reference 10000"."""
PITCH = 36.0
"""The distance between shares that are below each other. On a narrow page, their names are between them."""


class Span(NamedTuple):
    """The part of a line from `left` to `right`."""

    left: float
    right: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2

    @property
    def width(self) -> float:
        return self.right - self.left

    def moved(self, by: float) -> "Span":
        """Return the span, moved to the right."""
        return Span(self.left + by, self.right + by)

    def within(self, edge: float) -> "Span":
        """Return the span without an edge on either side."""
        return Span(self.left + edge, self.right - edge)


class Label(NamedTuple):
    """A text that is centred in its span or begins there. Its `kind` determines how it looks.

    "taken", "lost" and "other" are words of a text, and "credited", "clipped", "unmatched" and "linked" are words in
    bricks. They are centred, and so are "number" and "here", which is bold. "name", "share" and "says" are our own
    labels. A word has the width of its span. `ink` is how dark it is, up to 1. `data` and `tint` are as in Box.
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
        """True if it is centred in its span. Our own labels begin at the left."""
        return self.kind not in ("name", "share", "says")

    @property
    def width(self) -> float:
        """The approximate width of the text."""
        return advance(self.text) * self.size


class Box(NamedTuple):
    """A box that is "credited", "clipped" or "unmatched", a "length", what is "missing" from a length, or a "mark".

    "here" is the dot on a curve, or a loss. `title` is shown when a reader points at the box, and `data` are the
    attributes by which scripts find it. `tint` is the number of its own colour, from 1. `ink` is how strong the colour
    is, up to 1.
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
    """A ribbon from a text above to the bricks below. The ribbon of a chunk is straight, like its links."""

    above: Span
    below: Span
    top: float
    bottom: float
    tint: int = 0
    curved: bool = False

    @property
    def bends(self) -> tuple[float, float]:
        """The heights of the control points of its edges, at the ends if it is straight, in the middle if curved."""
        middle = (self.top + self.bottom) / 2
        return (self.top, self.bottom) if self.tint and not self.curved else (middle, middle)


class Line(NamedTuple):
    """A line through points: a "rule", a "strong" line, a link ("exact", "stem", "synonym") or a "lost" link.

    A "curve" has a "guide" or an "other" line at each mark. `data` is as in Box.
    """

    points: tuple[tuple[float, float], ...]
    kind: str = "rule"
    tint: int = 0
    data: Data = ()


class Picture(NamedTuple):
    """The whole drawing in three columns: the names of the rows, the rows and their shares. Each column begins at 0.

    `alt` describes it in words. `text` is the same picture in characters, for a terminal and for hosts that strip
    drawings.
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
        """The width of the first column, which is the usual width unless a name needs more."""
        widest = max((WIDER * label.width for label in self.names), default=0.0)
        return min(max(_NAMES, widest), _MOST_OF_NAMES)

    @property
    def room_for_shares(self) -> float:
        """The width that the last column needs, even in a font that is wider than ours."""
        return max((label.span.left + WIDER * label.width for label in self.shares), default=0.0)


@dataclass
class Sheet:
    """A picture in the making, with everything that has been drawn so far."""

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
        """Write a share in large type, and then its name or another remark."""
        first = say(share, 14, y, "share", data)
        self.shares += [first, say(remark, max(84.0, 22 + WIDER * first.width), y, "name", data)]

    def head(self, y: float, name: str, share: str = "", remark: str = "", data: Data = (), low: float = 25) -> float:
        """Write the name and the share of a line, the share `low` below the top; return the top of the line itself.

        On a narrow page, the name and the share are above the line.
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
        """Return everything drawn as a picture with this width and height."""
        rows = tuple(self.bands), tuple(self.boxes), tuple(self.labels)
        return Picture(width, height, *rows, tuple(self.names), tuple(self.shares), alt, text, tuple(self.lines))


def beside(name: str) -> float:
    """Return the left edge of what follows this name in its line, on a narrow page."""
    return max(_BESIDE, 10 + WIDER * say(name, 0, 0, "name").width)


def say(text: str, left: float, y: float, kind: str, data: Data = ()) -> Label:
    """Return a label of ours that begins at a position."""
    return Label(text, Span(left, left), y, 21 if kind == "share" else 14, kind, data=data)


def natural_width(word: str, pad: float = _PAD) -> float:
    """Return the width of a word with some space on either side, before it is made larger or smaller."""
    return FONT * max(advance(word), 0.6) + 2 * pad


def fitted(words: Sequence[str], room: float, size: float, glue: str = " ") -> tuple[list[str], float]:
    """Return words on one or two lines, and their size, which is at most `size`; no lines if they would be too small.

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
    """Return the spans of words of these widths. A script that runs from right to left begins at the right."""
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
    """Return the approximate width of a text, in ems.

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
