"""A pyramid in a terminal: marks under the words, a line for each order, and the fraction at its end."""

from collections.abc import Iterator, Sequence

from mtexplain.display.pyramid import Brick, Pyramid, Row, Text
from mtexplain.display.words import text_width

WIDE, _GAP = 80, 2
"""Columns of a terminal, and between two words."""


def pyramid(pyramid: Pyramid) -> str:
    """The whole picture, and what its marks say."""
    return f"{drawn(pyramid)}\n\n{pyramid.key}".rstrip()


def drawn(pyramid: Pyramid) -> str:
    """The picture alone. What does not fit in 80 columns is cut into bands.

    A band begins with the last words of the one before, so that every n-gram stands whole in one of them, and in one
    alone.
    """
    texts = [(text, (text.row,) if text.row else ()) for text in pyramid.others] + [(pyramid.text, pyramid.rows)]
    labels = [text.label for text, _ in texts] + [row.name for _, rows in texts for row in rows]
    labels += [result.name for result in pyramid.results]
    edge = max(map(text_width, labels)) + _GAP
    lines = [line for text, rows in texts for line in _with_rows(text, rows, edge)]
    lines += [line(result.name, edge, result.number) for result in pyramid.results]
    if pyramid.ruler:
        was = f" was {pyramid.ruler.was}" if pyramid.ruler.was else ""
        lines.append(line("length", edge, f"{pyramid.ruler.says}: × {pyramid.ruler.factor}{was}"))
    return "\n".join(line.rstrip() for line in lines)


def _with_rows(text: Text, rows: Sequence[Row], edge: int) -> Iterator[str]:
    """A text, in bands where it is long, with a line of marks for each row under it."""
    tokens = [token + "+" * new for token, new in text.words.shown()]
    room = WIDE - edge - max((_GAP + len(row.share) for row in rows), default=0)
    shown = [row.shown() for row in rows]
    seen: set[tuple[int, int]] = set()
    for start, stop in _bands(tokens, room, max((row.n for row in rows), default=1) - 1):
        columns = _places(tokens[start:stop])
        if start and rows:
            yield ""
        yield line("" if start and not rows else text.label, edge, "  ".join(tokens[start:stop]))
        whole = columns[-1][1] + 1 if columns else 0
        for row, bricks in zip(rows, shown, strict=True):
            inside = [brick for brick in bricks if start <= brick.start and brick.stop <= stop]
            marks = _marks([brick for brick in inside if brick[:2] not in seen], columns, start)
            seen.update((brick.start, brick.stop) for brick in inside)
            remark = row.remark if row.remark != row.name else ""
            last = f"{row.share} {remark}".rstrip() if stop == len(tokens) else ""
            yield line(row.name, edge, marks.ljust(whole + _GAP) + last)


def line(label: str, edge: int, text: str) -> str:
    """What begins at the edge, and what it is called."""
    return label + " " * (edge - text_width(label)) + text


def _bands(tokens: Sequence[str], room: int, overlap: int) -> Iterator[tuple[int, int]]:
    """From which token to which each band goes. Each holds one word more than the next takes over from it."""
    start = stop = 0
    while not start or stop < len(tokens):
        used, stop = -_GAP, start
        while stop < len(tokens) and (
            (used := used + _GAP + text_width(tokens[stop])) <= room or stop - start <= overlap
        ):
            stop += 1
        yield start, stop
        start = max(stop - overlap, 1)


def _places(tokens: Sequence[str]) -> list[tuple[int, int]]:
    """The first and the last column of each token."""
    columns, column = [], 0
    for token in tokens:
        columns.append((column, column + max(text_width(token), 1) - 1))
        column += text_width(token) + _GAP
    return columns


def _marks(bricks: Sequence[Brick], columns: Sequence[tuple[int, int]], start: int) -> str:
    """A mark for each brick, in the middle of its words."""
    line = ""
    for brick in bricks:
        (first, _), (_, last) = columns[brick.start - start], columns[brick.stop - 1 - start]
        line = line.ljust((first + last + (brick.stop - brick.start > 1)) // 2) + brick.mark
    return line
