"""Divide a pyramid into lines. A long text is cut into parts, or seen through a window."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate, islice, takewhile
from typing import NamedTuple

from mtexplain.display.picture import Room, natural_width
from mtexplain.display.pyramid import Pyramid

LEAST = 0.75
"""The smallest scale of the words. A text that would need a smaller scale is cut."""
EDGE = 16.0
"""The space for an ellipsis at either end of a line that is cut."""
_MOST_LINES = 5
"""The largest number of lines, because a page of paper holds no more."""
_OVERLAP = 8
"""The most words that the next line repeats. An n-gram that is whole in no line is left out."""
_JUMP, _BEFORE = 4, 3
"""The number of words by which a window moves, and the fewest words before the word in focus."""
_PADS = {" ": 12.0, "": 3.0}
"""The space on either side of a word, and of a letter."""

Widths = Sequence[float]


class Part(NamedTuple):
    """The words of the text that are drawn in a line, and the words of each other text above them.

    The words before `new` already had their bricks in the previous line. Nothing that begins before a window is drawn.
    """

    mine: range
    new: int
    theirs: tuple[range, ...]
    is_window: bool = False

    def holds(self, start: int, stop: int) -> bool:
        """Return True if the brick of this n-gram belongs to this line."""
        return self.new < stop <= self.mine.stop and not (self.is_window and start < self.mine.start)


def parts(pyramid: Pyramid, wide: Sequence[Widths], room: Room) -> list[Part]:
    """Return the lines in which the texts are drawn.

    There is only one line if the texts fit into it, or if words are linked individually. In each line, every other
    text shows the stretch of words with the most ties to the words below.
    """
    mine, *theirs = wide
    if pyramid.grid or pyramid.text.row or max(map(sum, wide)) * LEAST <= room.width:
        return [Part(range(len(mine)), 0, tuple(range(len(text)) for text in theirs))]
    most, is_window = (room.width - 2 * EDGE) / LEAST, pyramid.focus is not None
    lines = [_window(mine, pyramid.focus, most)] if pyramid.focus is not None else _lines(pyramid, mine, most)
    return [
        Part(
            here,
            new,
            tuple(_stretch(pyramid, at, range(new, here.stop), wide, most) for at in range(len(theirs))),
            is_window,
        )
        for here, new in lines
    ]


def widths(pyramid: Pyramid, texts: Sequence[Sequence[str]]) -> list[list[float]]:
    """Return the width of each word of each text at scale 1."""
    pad = _PADS[pyramid.glue]
    return [[natural_width(token, pad) for token in tokens] for tokens in texts]


def _window(mine: Widths, focus: int, most: float) -> tuple[range, int]:
    """Return the words around the word in focus, and the index of the first."""
    at = max(0, min(focus, len(mine) - 1))
    here = _filled(mine, max(0, at - _BEFORE) // _JUMP * _JUMP, most)
    if at >= here.stop:  # long words
        here = _filled(mine, at, most)
    if here.stop == len(mine):
        here = _filled_back(mine, most)
    return here, here.start


def _lines(pyramid: Pyramid, mine: Widths, most: float) -> list[tuple[range, int]]:
    """Return all lines of words, each with its first new word. A line begins with the last words of the previous line.

    If the words are short, each n-gram is therefore whole in some line. If all lines can be drawn, they have about the
    same length.
    """
    longest = max((brick.stop - brick.start for row in pyramid.rows for brick in row.shown()), default=1)
    overlap = min(longest - 1, _OVERLAP)
    full = _of_length(mine, most, overlap)
    if len(full) > _MOST_LINES:
        return full[:_MOST_LINES]
    shorter = (_of_length(mine, most * share / 20, overlap) for share in range(10, 20))
    fair = (lines for lines in shorter if len(lines) <= len(full) and _lost(lines, overlap) <= _lost(full, overlap))
    return next(fair, full)


def _of_length(mine: Widths, most: float, overlap: int) -> list[tuple[range, int]]:
    """Return lines of at most this length. A line repeats fewer words if they are long, and never more than it adds."""
    lines, new = list[tuple[range, int]](), 0
    while new < len(mine) or not lines:
        each = (_filled(mine, new - repeated, most) for repeated in range(min(overlap, new), -1, -1))
        here = next(words for words in each if words.stop == len(mine) or words.stop - new >= max(1, new - words.start))
        lines.append((here, new))
        new = here.stop
    return lines


def _lost(lines: Sequence[tuple[range, int]], overlap: int) -> int:
    """Return the number of words that should be repeated and are not."""
    return sum(min(overlap, new) - (new - here.start) for here, new in lines)


def _stretch(pyramid: Pyramid, index: int, here: range, wide: Sequence[Widths], most: float) -> range:
    """Return the stretch of another text in which the largest number of ribbons from these words end."""
    mine, there = wide[0], wide[index + 1]
    tied = [ribbon.reference_start + at - ribbon.start for ribbon in pyramid.ribbons if ribbon.reference == index
            for at in range(ribbon.start, ribbon.stop) if at in here]  # fmt: skip
    wished, tied = here.start * len(there) / max(len(mine), 1), sorted(tied)
    each = [_filled(there, first, most) for first in range(len(there))]

    def worth(words: range) -> tuple[int, float]:
        return bisect_left(tied, words.stop) - bisect_left(tied, words.start), -abs(words.start - wished)

    best = max(each, key=worth, default=range(0))
    return _filled_back(there, most) if best.stop == len(there) else best


def _filled(wide: Widths, start: int, most: float) -> range:
    """Return the words from `start` on that fit, but at least one word."""
    fits = sum(1 for _ in takewhile(lambda used: used <= most, accumulate(islice(wide, start, None))))
    return range(start, min(len(wide), start + max(fits, 1)))


def _filled_back(wide: Widths, most: float) -> range:
    """Return the last words of the text that fit."""
    return range(len(wide) - len(_filled(wide[::-1], 0, most)), len(wide))
