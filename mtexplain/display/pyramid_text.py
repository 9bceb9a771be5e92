"""A pyramid in a terminal: marks under the words, a line for each order, and the fraction at its end."""

from collections.abc import Iterator, Sequence

from mtexplain.display.pyramid import Brick, Pyramid, Text
from mtexplain.display.words import text_width

MARKS = {"credited": "#", "clipped": "o", "unmatched": "."}
LEGEND = "  ".join(f"{mark} {state}" for state, mark in MARKS.items())
_WIDE, _GAP = 80, 2


def pyramid(piece: Pyramid) -> str:
    """The whole picture, and what its marks say."""
    new = "  + new" if any(text.words.new for text in (piece.text, *piece.others)) else ""
    return f"{drawn(piece)}\n\n{LEGEND}{new}"


def drawn(piece: Pyramid) -> str:
    """The picture alone. What does not fit in 80 columns is cut into bands.

    A band begins with the last words of the one before, so that every n-gram stands whole in one of them, and in one
    alone.
    """
    labels = [text.label for text in (*piece.others, piece.text)] + [row.name for row in piece.rows]
    edge = max(map(text_width, labels)) + _GAP
    room = _WIDE - edge - _GAP - max((len(row.share) for row in piece.rows), default=0)
    lines = [line for text in piece.others for line in _wrapped(text, edge)]
    tokens = _tokens(piece.text)
    overlap = max((row.n for row in piece.rows), default=1) - 1
    seen: set[tuple[int, int]] = set()
    for start, stop in _bands(tokens, room, overlap):
        places = _places(tokens[start:stop])
        lines += [""] * (start > 0) + [_line(piece.text.label, edge, "  ".join(tokens[start:stop]))]
        whole = places[-1][1] + 1 if places else 0
        for row in piece.rows:
            inside = [one for one in row.bricks if start <= one.start and one.stop <= stop]
            marks = _marks([one for one in inside if one[:2] not in seen], places, start)
            seen.update((one.start, one.stop) for one in inside)
            remark = row.remark if row.remark != row.name else ""
            last = f"{row.share} {remark}".rstrip() if stop == len(tokens) else ""
            lines.append(_line(row.name, edge, marks.ljust(whole + _GAP) + last))
    if piece.ruler:
        was = f" was {piece.ruler.was}" if piece.ruler.was else ""
        lines.append(_line("length", edge, f"{piece.ruler.says}: × {piece.ruler.factor}{was}"))
    return "\n".join(line.rstrip() for line in lines)


def _tokens(text: Text) -> list[str]:
    """The words as they are shown; a + is at each that is new."""
    return [token + "+" * new for token, _, new in text.words.shown()]


def _line(label: str, edge: int, rest: str) -> str:
    return label + " " * (edge - text_width(label)) + rest


def _wrapped(text: Text, edge: int) -> Iterator[str]:
    """A text, on as many lines as it takes."""
    tokens = _tokens(text)
    for place, (start, stop) in enumerate(_bands(tokens, _WIDE - edge, 0)):
        yield _line("" if place else text.label, edge, "  ".join(tokens[start:stop]))


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
    found, column = [], 0
    for token in tokens:
        found.append((column, column + max(text_width(token), 1) - 1))
        column += text_width(token) + _GAP
    return found


def _marks(bricks: Sequence[Brick], places: Sequence[tuple[int, int]], start: int) -> str:
    """A mark for each brick, in the middle of its words."""
    line = ""
    for brick in bricks:
        (first, _), (_, last) = places[brick.start - start], places[brick.stop - 1 - start]
        line = line.ljust((first + last + (brick.stop - brick.start > 1)) // 2) + MARKS[brick.state]
    return line
