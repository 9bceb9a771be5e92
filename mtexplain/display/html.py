"""A trace as HTML that reads well in a notebook, as a page, and with every style stripped away (GitHub).

Text from outside goes through `escaped` where it is written, and nowhere else. No script, no id, no outside request.
"""

import os
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from mtexplain.display import svg
from mtexplain.display.drawings import Bar, Bars, Drawing
from mtexplain.display.markup import escaped, formula
from mtexplain.display.parts import (
    MOST_SHOWN,
    Cell,
    Equation,
    Headline,
    Marked,
    Note,
    Part,
    Sentences,
    Table,
    Words,
)

if TYPE_CHECKING:
    from mtexplain.display.trace import Step, Trace

_SIGNS = {"*": "×", "=": "=", ">": "→"}
_PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
body {{ font-size: 16px; margin: 2rem auto; padding: 0 1rem; max-width: 60rem; }}
@media (prefers-color-scheme: dark) {{ .mtx.mtx {{ --ok: #56b4e9; --cut: #e69f00; }} }}
</style>
{body}
</html>
"""


def page(whole: "Trace") -> str:
    """The trace as a page of its own."""
    return _PAGE.format(title=escaped(f"{whole.headline.value} - {whole.headline.signature}"), body=trace(whole))


def trace(whole: "Trace") -> str:
    """The trace as a piece of HTML: the answer first, the steps folded."""
    body = [_headline(whole.headline), *map(part, whole.overview)]
    for number, piece in enumerate(whole.steps(), 1):
        title = f"<b>{number} · {escaped(piece.title)}</b> {_outcome(piece)}"
        body.append(f"<details><summary>{title}</summary>\n{_working(piece)}\n</details>")
    return _framed([*body, _notes(whole.notes)])


def step(whole: "Step") -> str:
    """One step, open."""
    title = f"<p><b>{escaped(whole.title)}</b> {_outcome(whole)}</p>"
    return _framed([title, _working(whole)])


def part(piece: Part) -> str:
    if isinstance(piece, Table):
        return table(piece)
    if isinstance(piece, Equation):
        return _equation(piece)
    if isinstance(piece, Sentences):
        return _sentences(piece)
    return svg.drawing(piece) if isinstance(piece, Drawing) else _bars(piece)


def table(piece: Table) -> str:
    """A table; the columns that name a row are its row headers."""
    titles = [f'<th scope="col"{_name(place, piece)}>{escaped(column.title)}</th>'
              for place, column in enumerate(piece.columns)]  # fmt: skip
    rows = []
    for row in piece.rows[:MOST_SHOWN]:
        cells = [_cell(value, place < piece.names) for place, value in enumerate(row)]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    if (more := len(piece.rows) - MOST_SHOWN) > 0:
        rows.append(f'<tr><td colspan="{len(piece.columns)}">… and {more:,} more rows</td></tr>')
    if piece.total:
        cells = [_cell("" if value is None else value, place < piece.names) for place, value in enumerate(piece.total)]
        rows.append(f'<tr class="total">{"".join(cells)}</tr>')
    caption = f"<caption>{escaped(piece.title)}</caption>" if piece.title else ""
    head = f"{caption}<thead><tr>{''.join(titles)}</tr></thead>"
    body = "\n".join(rows)
    return f'<div class="wide"><table class="rows">{head}<tbody>\n{body}\n</tbody></table></div>'


def _framed(pieces: list[str]) -> str:
    body = "\n".join(filter(None, pieces))
    return f'<div class="mtx tex2jax_ignore mathjax_ignore">\n<style>\n{_style()}</style>\n{body}\n</div>'


def _headline(head: Headline) -> str:
    closed = f"{formula(head.equation.symbols)} = {formula(head.equation.numbers)}"
    return (
        f'<p class="head"><b>{escaped(head.value)}</b> <span class="eq">{closed}</span>'
        f'<br><span class="sig">{escaped(head.signature)}</span></p>'
    )


def _outcome(whole: "Step") -> str:
    return f'<span class="summary">{escaped(whole.summary)}: {formula(whole.outcome)}</span>'


def _working(whole: "Step") -> str:
    why = f'<p class="why">{escaped(whole.why)} <span class="source">({escaped(whole.source)})</span></p>'
    return "\n".join([why, *map(part, whole.parts)])


def _equation(piece: Equation) -> str:
    lines = [formula(piece.symbols), formula(piece.numbers), formula(piece.value)]
    rest = [f"<br><span>= {line}</span>" for before, line in pairwise(lines) if line != before]
    where = f'<br><span class="source">{escaped(piece.where)}</span>' if piece.where else ""
    return f'<p class="formula">{lines[0]}{"".join(rest)}{where}</p>'


def _sentences(piece: Sentences) -> str:
    rows = []
    for row in piece.rows:
        label = f'<th scope="row">{escaped(row.label)}</th>'
        rows.append(f"<tr>{label}<td>{_words(row.words)}</td><td>{escaped(row.remark)}</td></tr>")
    caption = f'\n<p class="caption">{escaped(piece.caption)}</p>' if piece.caption else ""
    return f'<table class="words"><tbody>\n{chr(10).join(rows)}\n</tbody></table>{caption}'


def _words(words: Words) -> str:
    """A sentence: <ins> earned credit, a token marked "clipped" came too often, a bare one is in no reference."""
    shown = []
    for token, state in words.shown():
        written = escaped(token)
        if state in ("credited", "matched"):
            written = f"<ins>{written}</ins>"
        elif state == "clipped":
            written = f'<span class="clipped">{written}<sup>clipped</sup></span>'
        shown.append(written)
    return f'<code dir="auto">{" ".join(shown)}</code>{words.more()}'


def _bars(piece: Bars) -> str:
    bars = "\n".join(map(_bar, piece.bars))
    room = (
        f"min-width: {4.2 * len(piece.bars):.1f}em"  # so that no number meets the next; where there is less, it scrolls
    )
    table = f'<table class="factors" style="{room}" aria-label="{escaped(piece.alt)}">'
    return f'<div class="wide">{table}<tbody><tr>\n{bars}\n</tr></tbody></table></div>'


def _bar(bar: Bar) -> str:
    sign = f'<td class="op">{_SIGNS[bar.joined]}</td>' if bar.joined else ""
    height = "" if bar.height is None else f'<i class="{bar.kind}" style="height:{bar.height:.0%}"></i>'
    label = f"{formula(bar.label)} {escaped(bar.name)}".strip()
    number = f"<strong>{formula(bar.number)}</strong>"
    return f'{sign}<td><span class="bar">{height}</span>{number}<br><small>{label}</small></td>'


def _notes(notes: tuple[Note, ...]) -> str:
    shown = [f"<li>{escaped(str(note))}</li>" for note in notes[:MOST_SHOWN]]
    if (more := len(notes) - MOST_SHOWN) > 0:
        shown.append(f"<li>… and {more:,} more notes</li>")
    return f'<ul class="notes">\n{chr(10).join(shown)}\n</ul>' if shown else ""


def _cell(value: Cell, is_name: bool) -> str:
    if isinstance(value, Words):
        text = _words(value)
    elif isinstance(value, Marked):
        text = f"<b>{value.number}</b>"
    else:
        text = "–" if value is None else str(value) if isinstance(value, int) else formula(value)
    return f'<th scope="row">{text}</th>' if is_name else f"<td>{text}</td>"


def _name(place: int, piece: Table) -> str:
    return ' class="name"' if place < piece.names else ""


@cache
def _style() -> str:
    with open(os.path.join(os.path.dirname(__file__), "style.css"), encoding="utf-8") as file:
        return file.read()
