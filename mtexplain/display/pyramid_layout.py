"""Where everything in a pyramid stands, in pixels from the top left: the same for every medium that draws.

Python cannot measure the reader's font: widths come from a table of advances.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mtexplain.display.pyramid import Brick, Pyramid

_ADVANCES = {"ijlI'|!,.:; ": 0.27, 'frt()[]{}/\\-"`': 0.37, "mwMW@%": 0.87}
"""How wide letters are, in ems; other capitals take 0.7, others 0.58, those of Chinese 1, an accent nothing."""
FONT, ROOM = 17.0, 660.0
"""The size of the words, and the room there is for them, before they are made larger or smaller to fill it."""
_LEAST, _MOST = 0.75, 1.5
_PAD, _GAP = 12.0, 3.0
LINE, _FALL, HEIGHT, STEP = 34.0, 58.0, 34.0, 40.0
"""How high a line of a text is, a brick, and a row of bricks."""
_SIZES = {1: 1.0, 2: 0.68}
_SMALL = 0.62
"""How large the words of a brick are written, beside single words."""


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

    def within(self, edge: float) -> "Span":
        """The same, with an edge on either side."""
        return Span(self.left + edge, self.right - edge)


class Label(NamedTuple):
    """A word, the place it has, its base line and its size."""

    text: str
    span: Span
    y: float
    size: float
    is_taken: bool = False
    """Whether a ribbon goes to it."""

    @property
    def width(self) -> float:
        """About how wide the word is written."""
        return advance(self.text) * self.size

    @property
    def fits(self) -> bool:
        return self.width <= self.span.width


class Box(NamedTuple):
    """A brick where it is drawn, with its words; `label` is None where there is no room for them."""

    brick: Brick
    n: int
    words: str
    span: Span
    top: float
    label: Label | None


class Band(NamedTuple):
    """A ribbon, from a text above to the bricks below."""

    above: Span
    below: Span
    top: float
    bottom: float


class Layout(NamedTuple):
    """The whole drawing. `top` is where the text stands, alone or as bricks; `rows` where each row of bricks does."""

    width: float
    height: float
    top: float
    rows: tuple[float, ...]
    labels: tuple[Label, ...]
    boxes: tuple[Box, ...]
    bands: tuple[Band, ...]


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


def lay_out(piece: Pyramid) -> Layout:
    """Every text in a line, the bricks below; short texts are made larger to fill the room, long ones need more."""
    texts = [[token for token, _, _ in text.words.shown()] for text in (piece.text, *piece.others)]
    natural = max(sum(map(_natural, tokens)) for tokens in texts)
    scale = max(_LEAST, min(_MOST, ROOM / natural)) if natural else 1.0
    width = max(ROOM, natural * scale)
    mine, *theirs = [_spans(tokens, scale, width) for tokens in texts]
    top, size = LINE * len(theirs) + _FALL, FONT * scale
    rows = tuple(top + STEP * (place + (not piece.has_words)) for place in range(len(piece.rows)))
    labels = [*_labels(piece, texts[1:], theirs, size)]
    if not piece.has_words:
        base = top + HEIGHT / 2 + 0.35 * size
        labels += [Label(token, span.within(2), base, size) for token, span in zip(texts[0], mine, strict=True)]
    return Layout(
        width,
        top + STEP * len(piece.names),
        top,
        rows,
        tuple(labels),
        tuple(_boxes(piece, texts[0], mine, rows, size)),
        tuple(_bands(piece, mine, theirs, top)),
    )


def _natural(token: str) -> float:
    return FONT * max(advance(token), 0.6) + 2 * _PAD


def _spans(tokens: Sequence[str], scale: float, width: float) -> list[Span]:
    """Where each word stands; those of a script that runs from right to left begin at the right."""
    found, x = [], 0.0
    for token in tokens:
        end = x + _natural(token) * scale
        found.append(Span(x, end))
        x = end
    if runs_to_the_left(tokens):
        return [Span(width - right, width - left) for left, right in found]
    return found


def runs_to_the_left(tokens: Sequence[str]) -> bool:
    """Whether the first letter that has a direction runs from right to left."""
    strong = (unicodedata.bidirectional(letter) for token in tokens for letter in token)
    return next((kind for kind in strong if kind in ("L", "R", "AL")), "L") != "L"


def _labels(
    piece: Pyramid, texts: Sequence[Sequence[str]], spans: Sequence[Sequence[Span]], size: float
) -> Iterator[Label]:
    """The words of the texts above. What a ribbon goes to stands out."""
    taken = {
        (one.reference, at)
        for one in piece.ribbons
        for at in range(one.reference_start, one.reference_start + one.stop - one.start)
    }
    for place, (tokens, each) in enumerate(zip(texts, spans, strict=True)):
        for at, (token, span) in enumerate(zip(tokens, each, strict=True)):
            yield Label(token, span.within(2), LINE * place + 21, size, (place, at) in taken)


def _boxes(
    piece: Pyramid, tokens: Sequence[str], spans: Sequence[Span], tops: Sequence[float], font: float
) -> Iterator[Box]:
    """Each brick is as wide as one of its words, and hangs where they hang, on average."""
    for row, y in zip(piece.rows, tops, strict=True):
        size = font * _SIZES.get(row.n, _SMALL)
        for brick in row.bricks:
            if brick.stop > len(spans):  # of very long texts the first words are shown
                break
            lefts, rights = zip(*spans[brick.start : brick.stop], strict=True)
            span = Span(sum(lefts) / len(lefts), sum(rights) / len(rights)).within(_GAP)
            words = " ".join(tokens[brick.start : brick.stop])
            label = Label(words, span.within(3), y + HEIGHT / 2 + 0.35 * size, size)
            yield Box(brick, row.n, words, span, y, label if row.n == 1 or label.fits else None)


def _bands(piece: Pyramid, mine: Sequence[Span], theirs: Sequence[Sequence[Span]], top: float) -> Iterator[Band]:
    for one in piece.ribbons:
        stop = one.reference_start + one.stop - one.start
        if one.stop <= len(mine) and stop <= len(theirs[one.reference]):
            below, above = _over(mine[one.start : one.stop]), _over(theirs[one.reference][one.reference_start : stop])
            yield Band(above.within(_GAP), below.within(_GAP), LINE * one.reference + 28, top)


def _over(spans: Sequence[Span]) -> Span:
    """From the leftmost to the rightmost of several words, whichever way they run."""
    return Span(min(one.left for one in spans), max(one.right for one in spans))
