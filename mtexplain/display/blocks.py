"""A map of blocks: a grid of cells, a letter for what each of them is, and lines where one block ends."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from mtexplain.display.picture import Box, Label, Line, Picture, Sheet, Span, say

_WIDTH, _SIDE, _MARGIN, _KEY = 630.0, 42.0, 3.0, 28.0
"""The most room for all cells, and for one; around them; for a line of the key."""
_FEW, _SPACED, _LEAST, _MOST = 20, 40, 8.0, 24.0
"""So many columns are drawn cell by cell, or written with spaces between; letters from this size to that."""
Looks = Mapping[str, tuple[str, str, str]]
"""Of each letter the kinds of its box and of its label, and what it stands for."""


def block_map(rows: Sequence[str], blocks: Sequence[Sequence[int]], here: int, looks: Looks, alt: str) -> Picture:
    """The map as a picture, with a key to its letters. A space is no cell.

    `blocks` has for each cell the number of its block, or 0; the block `here` has a strong line around it. In a wide
    map neighbours with one letter make one area.

    >>> looks = {"p": ("here", "credited", "a pixel"), "x": ("clipped", "clipped", "later")}
    >>> print(block_map([" p", "xx"], [[0, 1], [2, 2]], 1, looks, "Two blocks.").text)
      p
    x x
    p: a pixel
    x: later
    """
    wide, sheet = len(rows[0]), Sheet()
    side = min(_SIDE, _WIDTH / wide)
    at = [_MARGIN + side * place for place in range(max(wide, len(rows)) + 1)]
    known, end = [letter for letter in looks if any(letter in row for row in rows)], at[len(rows)] + 16
    drawn = [(letter, Span(at[left], at[right]).within(side / 20), at[top] + side / 20, at[bottom] - side / 20)
             for letter, left, right, top, bottom in _areas(rows, wide <= _FEW)]  # fmt: skip
    for place, letter in enumerate(known):
        top = end + _KEY * place
        drawn.append((letter, Span(_MARGIN, _MARGIN + 22), top, top + 22))
        sheet.labels.append(say(looks[letter][2], 36, top + 16, "says"))
    for letter, span, top, bottom in drawn:
        sheet.boxes.append(Box(looks[letter][0], span, top, bottom - top))
        if (size := min(_MOST, 0.6 * min(span.width, bottom - top))) >= _LEAST:
            sheet.labels.append(Label(letter, span, (top + bottom) / 2 + 0.35 * size, size, looks[letter][1]))
    for down, left, right, strong in _edges(blocks, here):
        sheet.lines.append(Line(((at[left], at[down]), (at[right], at[down])), "strong" if strong else "rule"))
    for across, top, bottom, strong in _edges([*zip(*blocks, strict=True)], here):
        sheet.lines.append(Line(((at[across], at[top]), (at[across], at[bottom])), "strong" if strong else "rule"))
    lines = [(" " * (wide <= _SPACED)).join(row).rstrip() for row in rows]
    text = "\n".join([*lines, *(f"{letter}: {looks[letter][2]}" for letter in known)])
    return sheet.picture(_WIDTH + 2 * _MARGIN, end + _KEY * len(known), alt, text)


def _areas(rows: Sequence[str], apart: bool) -> Iterator[tuple[str, int, int, int, int]]:
    """Each letter and where it stands, from column to column and from row to row: of a cell, or of many equal ones."""
    begun: dict[tuple[str, int, int], int] = {}
    for place, row in enumerate([*rows, ""]):
        runs = [[*run] for _, run in groupby(enumerate(row), lambda cell: (cell[1], cell[0] * apart))]
        now = [(run[0][1], run[0][0], run[-1][0] + 1) for run in runs if run[0][1] != " "]
        yield from ((*one, top, place) for one, top in begun.items() if apart or one not in now)
        begun = {one: place if apart else begun.get(one, place) for one in now}


def _edges(blocks: Sequence[Sequence[int]], here: int) -> Iterator[tuple[int, int, int, bool]]:
    """Where blocks meet, between rows: how far down, from and to which column, and whether the one here ends there."""
    outside = [0] * len(blocks[0])
    for down, both in enumerate(zip([outside, *blocks], [*blocks, outside], strict=True)):
        ends = [(one != other, here in (one, other)) for one, other in zip(*both, strict=True)]
        for (differ, strong), run in groupby(range(len(ends)), ends.__getitem__):
            columns = [*run]
            if differ:
                yield down, columns[0], columns[-1] + 1, strong
