"""Stacks in a terminal: the words, and under each its numbers."""

from collections.abc import Iterator, Sequence

from mtexplain.display.pyramid_text import WIDE, line
from mtexplain.display.stacks import Stacks
from mtexplain.display.words import text_width


def stacks(stacks: Stacks) -> str:
    """The same in letters: the words, and under each its numbers; what does not fit in 80 columns goes on below."""
    every = zip(*((stack.word, stack.number, stack.below, stack.adds) for stack in stacks.stacks), strict=True)
    named = [(name, row) for name, row in zip(stacks.names, every, strict=False) if any(row)]
    rows = [row for _, row in named]
    edge = max(map(text_width, [name for name, _ in (*stacks.others, *named)]), default=0) + 2
    lines = [line(name, edge, "  ".join(word for word, _ in words)) for name, words in stacks.others]
    for start, stop in _bands(list(zip(*rows, strict=True)), WIDE - edge):
        lines += [""] * (start > 0)
        widths = [max(map(text_width, cells)) for cells in zip(*(row[start:stop] for row in rows), strict=True)]
        for name, row in named:
            cells = (line(cell, width, "") for cell, width in zip(row[start:stop], widths, strict=True))
            lines.append(line(name, edge, "  ".join(cells)))
    lines += ["lines at " + ", ".join(name for _, name in stacks.levels)] * bool(stacks.levels)
    lines += [stacks.means] * bool(stacks.means)
    kind, number = stacks.aside
    lines += [f"angle between {stacks.names.words} and {stacks.names.below}: {number:.0f}°"] * (kind == "angle")
    lines += [f"sum: {stacks.total}"] * bool(stacks.total)
    lines += [f"{', '.join(filter(None, stacks.heading))}:"] * any(stacks.heading)
    lines += [" ".join(share) for share in stacks.shares]
    return "\n".join(text.rstrip() for text in lines)


def _bands(columns: Sequence[tuple[str, ...]], room: int) -> Iterator[tuple[int, int]]:
    """From which column to which each band goes."""
    start, used = 0, 0
    for index, cells in enumerate(columns):
        width = max(map(text_width, cells)) + 2
        if used + width > room and index > start:
            yield start, index
            start, used = index, 0
        used += width
    if columns:
        yield start, len(columns)
