"""Stacks in a terminal: the words, and under each its numbers."""

from collections.abc import Iterator, Sequence

from mtexplain.display.pyramid_text import WIDE, line
from mtexplain.display.stacks import Stacks
from mtexplain.display.words import text_width


def stacks(piece: Stacks) -> str:
    """The same in letters: the words, and under each its numbers; what does not fit in 80 columns goes on below."""
    every = zip(*((one.word, one.number, one.below, one.adds) for one in piece.stacks), strict=True)
    named = [(name, row) for name, row in zip(piece.names, every, strict=False) if any(row)]
    rows = [row for _, row in named]
    edge = max(map(text_width, [name for name, _ in (*piece.others, *named)]), default=0) + 2
    lines = [line(name, edge, "  ".join(word for word, _ in words)) for name, words in piece.others]
    for start, stop in _bands(list(zip(*rows, strict=True)), WIDE - edge):
        lines += [""] * (start > 0)
        widths = [max(map(text_width, cells)) for cells in zip(*(row[start:stop] for row in rows), strict=True)]
        for name, row in named:
            cells = (line(cell, width, "") for cell, width in zip(row[start:stop], widths, strict=True))
            lines.append(line(name, edge, "  ".join(cells)))
    lines += ["lines at " + ", ".join(name for _, name in piece.levels)] * bool(piece.levels)
    lines += [piece.means] * bool(piece.means)
    kind, number = piece.aside
    lines += [f"angle between {piece.names.words} and {piece.names.below}: {number:.0f}°"] * (kind == "angle")
    lines += [f"sum: {piece.total}"] * bool(piece.total)
    lines += [f"{', '.join(filter(None, piece.heading))}:"] * any(piece.heading)
    lines += [" ".join(share) for share in piece.shares]
    return "\n".join(one.rstrip() for one in lines)


def _bands(columns: Sequence[tuple[str, ...]], room: int) -> Iterator[tuple[int, int]]:
    """From which column to which each band goes."""
    start, used = 0, 0
    for place, cells in enumerate(columns):
        width = max(map(text_width, cells)) + 2
        if used + width > room and place > start:
            yield start, place
            start, used = place, 0
        used += width
    if columns:
        yield start, len(columns)
