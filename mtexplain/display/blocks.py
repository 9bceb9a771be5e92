"""A block map: a grid of cells marked with letters, with lines along the edges of blocks of cells."""

from collections.abc import Mapping
from itertools import groupby

from mtexplain.display.picture import Box, Label, Line, Picture, Sheet, Span, say

_WIDTH, _SIDE, _KEY, _FEW = 630.0, 42.0, 28.0, 24
"""The largest width of the map and of a cell; the height of a line of the key; the most columns with separate cells.

If there are more columns, equal cells beside each other are drawn as a single box.
"""
_SIDES = ((-1, 0), (0, 0), (0, 1)), ((1, 0), (1, 0), (1, 1)), ((0, -1), (0, 0), (1, 0)), ((0, 1), (0, 1), (1, 1))
"""For each side of a cell, the offset of the cell beyond it and the two corners at its ends."""
Place = tuple[int, int]
Looks = Mapping[str, tuple[str, str, str]]
"""For each letter, the kind of its box, the kind of its label and its meaning."""


def block_map(cells: Mapping[Place, str], blocks: Mapping[Place, int], here: int, looks: Looks, alt: str) -> Picture:
    """Draw the map as a picture, with a key to its letters.

    Blocks are numbered from 1, and the block `here` has a strong outline.

    >>> looks = {"p": ("here", "credited", "a pixel"), "x": ("clipped", "clipped", "later")}
    >>> print(block_map({(0, 0): "p", (0, 1): "x"}, {(0, 0): 1}, 1, looks, "A pixel.").text)
    p x
    p: a pixel
    x: later
    """
    down, across = (range(min(indices), max(indices) + 1) for indices in zip(*cells, strict=True))
    rows = ["".join(cells.get((row, column), " ") for column in across) for row in down]
    is_small, side, sheet = len(across) <= _FEW, min(_SIDE, _WIDTH // len(across)), Sheet()
    known, end = [letter for letter in looks if letter in cells.values()], side * len(rows) + 18
    boxes = [(end + _KEY * at, 22.0, 2.0, 24.0, letter) for at, letter in enumerate(known)]
    for at, line in enumerate(rows):
        runs = ([*run] for _, run in groupby(enumerate(line), lambda cell: (cell[1], is_small * cell[0])))
        ends = ((run[0][0], run[-1][0] + 1, run[0][1]) for run in runs if run[0][1] != " ")
        boxes += [(2 + side * at, side, 2 + side * start, 2 + side * stop, letter) for start, stop, letter in ends]
    for top, high, left, right, letter in boxes:
        span, size = Span(left, right).within(0.06 * high), 0.55 * high
        sheet.boxes.append(Box(looks[letter][0], span, top + 0.06 * high, 0.88 * high))
        if is_small or high > side:
            sheet.labels.append(Label(letter, span, top + high / 2 + 0.35 * size, size, looks[letter][1]))
    for (row, column), block in blocks.items():
        for (below, beside), *corners in _SIDES:
            other = blocks.get((row + below, column + beside), 0)
            if other < block and (is_small or here in (block, other)):
                points = [(2 + side * (column + x - across[0]), 2 + side * (row + y - down[0])) for y, x in corners]
                sheet.lines.append(Line(tuple(points), "strong" if here in (block, other) else "rule"))
    sheet.labels += [say(looks[letter][2], 36, end + _KEY * at + 16, "says") for at, letter in enumerate(known)]
    key = [f"{letter}: {looks[letter][2]}" for letter in known]
    text = "\n".join([*((" " * is_small).join(line).rstrip() for line in rows), *key])
    return sheet.picture(_WIDTH + 4, end + _KEY * len(known), alt, text)
