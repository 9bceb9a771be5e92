"""A map of blocks: a grid of cells, a letter for what each of them is, and lines where one block ends."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from mtexplain.display.picture import Box, Label, Line, Picture, Sheet, Span, say

_WIDTH, _SIDE, _MARGIN, _KEY = 630.0, 42.0, 3.0, 28.0
"""The most room for all cells, and for one; around them; for a line of the key."""
_FEW, _MOST = 24, 23.0
"""So many columns are drawn cell by cell, with letters; in more, equal cells of a row are one box. The largest letter."""
Looks = Mapping[str, tuple[str, str, str]]
"""Of each letter the kinds of its box and of its label, and what it stands for."""


def block_map(rows: Sequence[str], blocks: Sequence[Sequence[int]], here: int, looks: Looks, alt: str) -> Picture:
    """The map as a picture, with a key to its letters; in `rows` a space is no cell.

    `blocks` has the number of each cell's block, 0 outside all; the block `here` has a strong line around it.

    >>> looks = {"p": ("here", "credited", "a pixel"), "x": ("clipped", "clipped", "later")}
    >>> print(block_map([" p", "xx"], [[0, 1], [2, 2]], 1, looks, "Two blocks.").text)
      p
    x x
    p: a pixel
    x: later
    """
    is_small, sheet = len(rows[0]) <= _FEW, Sheet()
    side = min(_SIDE, _WIDTH / len(rows[0]))
    at = [_MARGIN + side * place for place in range(max(len(rows), len(rows[0])) + 1)]
    known, end = [letter for letter in looks if any(letter in row for row in rows)], at[len(rows)] + 16
    cells = [(end + _KEY * place, 22.0, _MARGIN, _MARGIN + 22, letter) for place, letter in enumerate(known)]
    for top, row in zip(at, rows, strict=False):
        runs = ([*run] for _, run in groupby(enumerate(row), lambda cell: (cell[1], is_small * cell[0])))
        cells += [(top, side, at[run[0][0]], at[run[-1][0] + 1], run[0][1]) for run in runs if run[0][1] != " "]
    for top, high, left, right, letter in cells:
        span, size = Span(left, right).within(0.06 * high), min(_MOST, 0.55 * high)
        sheet.boxes.append(Box(looks[letter][0], span, top + 0.06 * high, 0.88 * high))
        if is_small or high > side:
            sheet.labels.append(Label(letter, span, top + high / 2 + 0.35 * size, size, looks[letter][1]))
    sheet.labels += [say(looks[one][2], 36, end + _KEY * place + 16, "says") for place, one in enumerate(known)]
    sheet.lines += [Line(((at[left], at[down]), (at[right], at[down])), kind)
                    for down, left, right, kind in _edges(blocks, here)]  # fmt: skip
    sheet.lines += [Line(((at[across], at[top]), (at[across], at[bottom])), kind)
                    for across, top, bottom, kind in _edges([*zip(*blocks, strict=True)], here)]  # fmt: skip
    text = "\n".join(
        [(" " * is_small).join(row).rstrip() for row in rows] + [f"{one}: {looks[one][2]}" for one in known]
    )
    return sheet.picture(_WIDTH + 2 * _MARGIN, end + _KEY * len(known), alt, text)


def _edges(blocks: Sequence[Sequence[int]], here: int) -> Iterator[tuple[int, int, int, str]]:
    """Where blocks meet, between rows: how far down, from and to which column; strong, where the one here ends."""
    outside = [0] * len(blocks[0])
    for down, both in enumerate(zip([outside, *blocks], [*blocks, outside], strict=True)):
        ends = [(one != other) * (1 + (here in (one, other))) for one, other in zip(*both, strict=True)]
        for kind, run in groupby(range(len(ends)), ends.__getitem__):
            columns = [*run]
            if kind:
                yield down, columns[0], columns[-1] + 1, ("rule", "strong")[kind - 1]
