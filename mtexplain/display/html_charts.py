"""A grid as a table of HTML; graphs, and the slider of a curve."""

import json

from mtexplain.display import picture_svg
from mtexplain.display.charts import Curve, Drawing, Grid, Scatter
from mtexplain.display.graphs import Frame, dot, graph
from mtexplain.display.markup import escaped
from mtexplain.invisible import visible


def grid(grid: Grid) -> str:
    """A table of numbers; the path is shaded, and an arrow says where a number comes from."""
    if not grid.fits:
        return f'<p class="say">{escaped(grid.alt)}</p>'
    heads = "".join(f'<th scope="col">{_code(token)}</th>' for token in grid.top.tokens)
    rows = []
    for row, numbers in enumerate(grid.cells):
        name = f'<th scope="row">{_code(grid.left.tokens[row - 1]) if row else ""}</th>'
        cells = "".join(_cell(grid, row, column) for column in range(len(numbers)))
        rows.append(f"<tr>{name}{cells}</tr>")
    head = f"<thead><tr><td></td><td></td>{heads}</tr></thead>"
    body = "\n".join(rows)
    table = f'<table class="grid" aria-label="{escaped(grid.alt)}">{head}<tbody>\n{body}\n</tbody></table>'
    return f'<div class="wide">{table}</div>'


def _cell(grid: Grid, row: int, column: int) -> str:
    here = row, column
    matches, on = here in grid.matches, here in grid.path
    arrow = f'<span class="from">{source}</span>' if (source := grid.source(*here)) else ""
    kind = " ".join(name for name, true in (("match", matches), ("path", on)) if true)
    number = f"{arrow}{grid.cells[row][column]}"
    number = f"<b>{number}</b>" if on else f"<ins>{number}</ins>" if matches else number
    return f'<td class="{kind}">{number}</td>' if kind else f"<td>{number}</td>"


def drawing(drawing: Drawing) -> str:
    """A curve or a sum, drawn; a curve with stops has a slider that draws the dot along it."""
    drawn = (picture_svg.picture if isinstance(drawing, Scatter) else picture_svg.alone)(graph(drawing))
    return drawn + _slide(drawing) if isinstance(drawing, Curve) and drawing.stops else drawn


def _slide(curve: Curve) -> str:
    """What draws the dot along the curve: from stop to stop, each with its label. It needs the script."""
    here = [x for x, _, _ in curve.stops].index(curve.here[0])
    stops = json.dumps([(*dot(curve, Frame(), x, y), label) for x, y, label in curve.stops])
    data = f'aria-label="{escaped(f"Drag the dot: {curve.x_label}")}" data-stops="{escaped(stops)}"'
    return f'<input class="slide" type="range" max="{len(curve.stops) - 1}" value="{here}" {data}/>'


def _code(token: str) -> str:
    return f'<code dir="auto">{escaped(visible(token))}</code>'
