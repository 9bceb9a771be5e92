"""A map of blocks: a grid of cells, a letter for what each of them is, and lines where one block ends."""

from collections.abc import Mapping
from itertools import groupby

from mtexplain.display.picture import Box, Label, Line, Picture, Sheet, Span, say

_WIDTH, _SIDE, _KEY, _FEW = 630.0, 42.0, 28.0, 24
"""The most room for all cells, and for one; for a line of the key. In more columns equal cells of a row are one box."""
_SIDES = ((-1, 0), (0, 0), (0, 1)), ((1, 0), (1, 0), (1, 1)), ((0, -1), (0, 0), (1, 0)), ((0, 1), (0, 1), (1, 1))
"""Of each side of a cell which cell is beyond, and where it begins and ends."""
Place = tuple[int, int]
Looks = Mapping[str, tuple[str, str, str]]
"""Of each letter the kinds of its box and of its label, and what it stands for."""


def block_map(cells: Mapping[Place, str], blocks: Mapping[Place, int], here: int, looks: Looks, alt: str) -> Picture:
    """The map as a picture, with a key to its letters. Blocks are numbered from 1; `here` has a strong line around it.

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
