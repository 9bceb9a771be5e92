"""A grid as a table of HTML."""

from mtexplain.display.charts import Grid
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


def _code(token: str) -> str:
    return f'<code dir="auto">{escaped(visible(token))}</code>'
