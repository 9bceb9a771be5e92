"""A grid or an alignment as a table, for the media that draw no lines between words."""

from mtexplain.display.pairs import Alignment, Grid
from mtexplain.display.parts import Cell, Column, Prose, Table, Words
from mtexplain.invisible import visible

_LEGEND = "* marks two equal words, [ ] the path."
_LINKS = (
    Column("chunk", "chunk"),
    Column("top_place", "at"),
    Column("top", "word"),
    Column("bottom_place", "at"),
    Column("bottom", "is linked with"),
    Column("kind", "why"),
)


def tabulated(piece: Grid | Alignment) -> Table | Prose:
    """The table; for a grid that is too large, what it would show, in words."""
    if isinstance(piece, Alignment):
        return _alignment(piece)
    return _grid(piece) if piece.fits else Prose((piece.alt,))


def _grid(piece: Grid) -> Table:
    words = ("", *(visible(token) for token in piece.top.tokens))
    columns = (Column("word", ""), *(Column(str(place), word) for place, word in enumerate(words)))
    rows: list[tuple[Cell, ...]] = []
    for row, numbers in enumerate(piece.cells):
        name: Cell = Words((piece.left.tokens[row - 1],)) if row else ""
        rows.append((name, *(piece.marked(row, column) for column in range(len(numbers)))))
    return Table(_LEGEND if piece.path else "* marks two equal words.", columns, tuple(rows))


def _alignment(piece: Alignment) -> Table:
    rows = tuple(
        (link.chunk, link.top + 1, Words((piece.top.tokens[link.top],)),
         link.bottom + 1, Words((piece.bottom.tokens[link.bottom],)), link.kind)
        for link in piece.links
    )  # fmt: skip
    return Table("", _LINKS, rows, names=0)
