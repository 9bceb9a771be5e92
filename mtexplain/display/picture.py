"""A picture as data: where everything in it stands, in pixels from the top left, the same for every medium that draws.

Python cannot measure the reader's font: widths come from a table of advances.
"""

import unicodedata
from typing import NamedTuple

_ADVANCES = {"ijlI'|!,.:; ": 0.27, 'frt()[]{}/\\-"`': 0.37, "mwMW@%": 0.87}
"""How wide letters are, in ems; other capitals take 0.7, others 0.58, those of Chinese 1, an accent nothing."""
WIDER = 1.2
"""How much wider than ours a reader's font may be."""


Data = tuple[tuple[str, int | str], ...]
"""By what something in a picture is found: ("n", 2), ("start", 0), ("ngram", "the cat"), say."""


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

    "taken" and "other" are words of a text, "credited", "clipped" and "unmatched" those in bricks, "number" stands in
    the middle of its place, too; "name", "share" and "says" are ours. A word has the room of its place. `data` is what
    finds it.
    """

    text: str
    span: Span
    y: float
    size: float
    kind: str
    data: Data = ()

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

    `title` says what it is, where one points at it; `data` is what finds it.
    """

    kind: str
    span: Span
    top: float
    height: float
    title: str = ""
    data: Data = ()


class Band(NamedTuple):
    """A ribbon, from a text above to the bricks below."""

    above: Span
    below: Span
    top: float
    bottom: float


class Line(NamedTuple):
    """A line from point to point: a "rule", a "strong" one, or a "dashed" one for what is lost."""

    points: tuple[tuple[float, float], ...]
    kind: str = "rule"


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
