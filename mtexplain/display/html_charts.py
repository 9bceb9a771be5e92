"""A grid as a table of HTML; graphs, and the slider of a curve."""

import json

from mtexplain.display import picture_svg
from mtexplain.display.charts import Curve, Drawing, Grid, Scatter
from mtexplain.display.graphs import Frame, dot, graph
from mtexplain.display.markup import escaped
from mtexplain.invisible import visible


def grid(piece: Grid) -> str:
    """A table of numbers; the path is shaded, and an arrow says where a number comes from."""
    if not piece.fits:
        return f'<p class="say">{escaped(piece.alt)}</p>'
    heads = "".join(f'<th scope="col">{_code(token)}</th>' for token in piece.top.tokens)
    rows = []
    for row, numbers in enumerate(piece.cells):
        name = f'<th scope="row">{_code(piece.left.tokens[row - 1]) if row else ""}</th>'
        cells = "".join(_cell(piece, row, column) for column in range(len(numbers)))
        rows.append(f"<tr>{name}{cells}</tr>")
    head = f"<thead><tr><td></td><td></td>{heads}</tr></thead>"
    body = "\n".join(rows)
    table = f'<table class="grid" aria-label="{escaped(piece.alt)}">{head}<tbody>\n{body}\n</tbody></table>'
    return f'<div class="wide">{table}</div>'


def _cell(piece: Grid, row: int, column: int) -> str:
    here = row, column
    matches, on = here in piece.matches, here in piece.path
    arrow = f'<span class="from">{source}</span>' if (source := piece.source(*here)) else ""
    kind = " ".join(name for name, true in (("match", matches), ("path", on)) if true)
    written = f"{arrow}{piece.cells[row][column]}"
    written = f"<b>{written}</b>" if on else f"<ins>{written}</ins>" if matches else written
    return f'<td class="{kind}">{written}</td>' if kind else f"<td>{written}</td>"


def drawing(piece: Drawing) -> str:
    """A curve or a sum, drawn; a curve with stops has a slider that draws the dot along it."""
    drawn = (picture_svg.picture if isinstance(piece, Scatter) else picture_svg.alone)(graph(piece))
    return drawn + _slide(piece) if isinstance(piece, Curve) and piece.stops else drawn


def _slide(piece: Curve) -> str:
    """What draws the dot along the curve: from stop to stop, each with its label. It needs the script."""
    here = [x for x, _, _ in piece.stops].index(piece.here[0])
    stops = json.dumps([(*dot(piece, Frame(), x, y), label) for x, y, label in piece.stops])
    data = f'aria-label="{escaped(f"Drag the dot: {piece.x_label}")}" data-stops="{escaped(stops)}"'
    return f'<input class="slide" type="range" max="{len(piece.stops) - 1}" value="{here}" {data}/>'


def _code(token: str) -> str:
    return f'<code dir="auto">{escaped(visible(token))}</code>'
