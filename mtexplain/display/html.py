"""A trace as HTML that reads well in a notebook, as a page, and where all styles are stripped, as on GitHub.

Text from outside goes through `escaped` where it is written, and nowhere else. The HTML contains no id and makes no
outside request. Its only script, `link.js`, highlights related parts, and nothing is missing where it does not run.
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import pairwise

from mtexplain import data
from mtexplain.display import fonts, picture_svg
from mtexplain.display.charts import Curve, Drawing, Grid, Scatter
from mtexplain.display.graphs import Frame, dot, graph
from mtexplain.display.markup import escaped, formula
from mtexplain.display.parts import (
    MOST_SHOWN,
    Beside,
    Cell,
    Equation,
    Headline,
    Marked,
    Note,
    Part,
    Prose,
    Real,
    Table,
    Words,
)
from mtexplain.display.picture import NARROW, SMALL, Picture
from mtexplain.display.pyramid import Gallery, Pyramid
from mtexplain.display.pyramid_layout import laid
from mtexplain.display.steps import Showable, StepParts
from mtexplain.invisible import visible

_LARGE = 12
"""An answer with more characters than this is a sentence and not a number, so it is written smaller."""


def trace(whole: Showable) -> str:
    """Return the trace as a piece of HTML, with the picture and the answer first and the steps folded."""
    return framed([linked(first_screen(whole)), *folded(whole.steps()), notes(whole.notes)])


def linked(pictures: str) -> str:
    """Return pictures, together with the script that highlights their bricks if they have any."""
    return f"{pictures}\n<script>{script()}</script>" if 'class="brick' in pictures else pictures


def first_screen(whole: Showable) -> str:
    """Return everything visible before a step is opened: the picture, the answer and the overview."""
    picture = part(whole.picture) if whole.picture else ""
    return "\n".join(filter(None, [picture, headline(whole.headline), *map(part, whole.overview)]))


def folded(steps: Iterable[StepParts]) -> Iterator[str]:
    """Yield each step, folded behind a line that can be clicked."""
    for number, step in enumerate(steps, 1):
        yield f"<details><summary>{heading(step, f'{number} · ')}</summary>\n{working(step)}\n</details>"


def step(whole: StepParts) -> str:
    """Return a single step, unfolded."""
    return framed([f"<p>{heading(whole)}</p>", working(whole)])


def part(element: Part) -> str:
    if isinstance(element, Table):
        return table(element)
    if isinstance(element, Equation):
        return _equation(element)
    if isinstance(element, Pyramid):
        return picture_svg.picture(laid(element), None if element.grid else laid(element, NARROW))
    if isinstance(element, Picture):
        return picture_svg.picture(element)
    if isinstance(element, Gallery):
        return picture_svg.gallery([(title, laid(figure, SMALL)) for title, figure in element.pictures], element.more)
    if isinstance(element, Prose):
        return f'<p class="say">{prose(element)}</p>'
    if isinstance(element, Beside):
        return f'<div class="beside">{"".join(f"<div>{part(child)}</div>" for child in element.parts)}</div>'
    if isinstance(element, Grid):
        return _grid(element)
    return _drawing(element)


def table(element: Table) -> str:
    """Return a table. The columns that name a row are its row headers."""
    name = ' class="name"'
    titles = [
        f'<th scope="col"{name * (index < element.names)}>{escaped(column.title)}</th>' if column.title else "<td></td>"
        for index, column in enumerate(element.columns)
    ]
    rows = []
    for row in element.rows[:MOST_SHOWN]:
        cells = [_cell(value, index < element.names) for index, value in enumerate(row)]
        rows.append(f"<tr{_ngram(row[: element.names])}>{''.join(cells)}</tr>")
    if (more := len(element.rows) - MOST_SHOWN) > 0:
        rows.append(f'<tr><td colspan="{len(element.columns)}">… and {more:,} more row{"s" * (more > 1)}</td></tr>')
    if element.total:
        total = ("" if value is None else value for value in element.total)
        cells = [_cell(value, index < element.names) for index, value in enumerate(total)]
        rows.append(f'<tr class="total">{"".join(cells)}</tr>')
    caption = f"<caption>{escaped(element.title)}</caption>" if element.title else ""
    head = f"{caption}<thead><tr>{''.join(titles)}</tr></thead>"
    body = "\n".join(rows)
    return f'<div class="wide"><table class="rows">{head}<tbody>\n{body}\n</tbody></table></div>'


def prose(element: Prose) -> str:
    """Return a line of text without a paragraph around it."""
    return "".join(_words(piece) if isinstance(piece, Words) else formula(piece) for piece in element.pieces)


def framed(blocks: list[str]) -> str:
    """Join pieces of HTML, with the style that they need."""
    body = "\n".join(filter(None, blocks))
    return f'<div class="mtx tex2jax_ignore mathjax_ignore">\n<style>\n{style()}</style>\n{body}\n</div>'


def headline(head: Headline) -> str:
    """Return the answer and the closed form below it."""
    return f"{answer(head)}\n{closed_form(head)}"


def answer(head: Headline) -> str:
    """Return the score in large type (or a sentence, in smaller type), the previous score, and the reason."""
    was = f'<span class="was">was {escaped(head.was)}</span> ' if head.was else ""
    better, worse = ("down", "up") if head.lower_is_better else ("up", "down")
    colour, arrow = {"+": (better, "▲ "), "-": (worse, "▼ ")}.get(head.change[:1], ("same", ""))
    change = f'<span class="{colour}">{arrow}{escaped(head.change)}</span> ' if head.change else ""
    why = f'<span class="because">{prose(head.why)}</span>' if head.why.pieces else ""
    look = ' class="said"' if len(head.answer) > _LARGE else ""
    return f'<p class="head"><b{look}>{escaped(head.answer)}</b> {was}{change}{why}</p>'


def closed_form(head: Headline) -> str:
    """Return the score in exact numbers, and the rules in small print."""
    closed = f'<span class="eq">{formula(head.equation.symbols)} = {formula(head.equation.numbers)}</span>'
    return f'<p class="closed">{closed}<br><span class="sig">{escaped(head.signature)}</span></p>'


def heading(whole: StepParts, number: str = "") -> str:
    """Return the title of a step and its outcome on one line."""
    outcome = f'<span class="summary">{escaped(whole.summary)}: {formula(whole.result)}</span>'
    return f"<b>{number}{escaped(whole.title)}</b> {outcome}"


def working(whole: StepParts) -> str:
    """Return the reason for a step and its parts."""
    why = f'<p class="why">{escaped(whole.why)} <span class="source">({escaped(whole.source)})</span></p>'
    return "\n".join([why, *map(part, whole.parts)])


def _equation(equation: Equation) -> str:
    lines = [formula(equation.symbols), formula(equation.numbers), formula(equation.value)]
    results = [f"<br><span>= {line}</span>" for before, line in pairwise(lines) if line != before]
    where = f'<br><span class="source">{escaped(equation.where)}</span>' if equation.where else ""
    return f'<p class="formula">{lines[0]}{"".join(results)}{where}</p>'


def _words(words: Words) -> str:
    """Return a sentence, with new tokens in <mark>."""
    shown = (f"<mark>{escaped(token)}</mark>" if new else escaped(token) for token, new in words.shown())
    look = f' class="{words.kind}"' if words.kind else ""
    return f'<code dir="auto"{look}>{" ".join(shown)}</code>{words.more()}'


def notes(every: tuple[Note, ...]) -> str:
    """Return the notes, one per line."""
    shown = [f"<li>{escaped(str(note))}</li>" for note in every[:MOST_SHOWN]]
    if (more := len(every) - MOST_SHOWN) > 0:
        shown.append(f"<li>… and {more:,} more note{'s' * (more > 1)}</li>")
    return f'<ul class="notes">\n{chr(10).join(shown)}\n</ul>' if shown else ""


def _cell(value: Cell, is_name: bool) -> str:
    if isinstance(value, Words):
        text = _words(value)
    elif isinstance(value, Marked):
        text = f"<b>{value.number}</b>"
    elif isinstance(value, Real):
        text = escaped(str(value))
    else:
        text = "–" if value is None else str(value) if isinstance(value, int) else formula(value)
    return f'<th scope="row">{text}</th>' if is_name else f"<td>{text}</td>"


def _ngram(names: Sequence[Cell]) -> str:
    """Return an attribute with the words that name a row, so that the script finds the bricks of these words."""
    words = next((cell for cell in names if isinstance(cell, Words)), None)
    return f' data-ngram="{escaped(" ".join(token for token, _ in words.shown()))}"' if words else ""


def style(name: str = "style") -> str:
    """Return the style of everything here, or an additional style, given by its name, such as the style of a paper."""
    return data.text(__package__, f"{name}.css")


def script() -> str:
    """Return the script that highlights bricks and rows together and slides dots.

    A page may contain it many times, but it only starts once.
    """
    return data.text(__package__, "link.js")


def _grid(grid: Grid) -> str:
    """Return a table of numbers, with the path shaded and arrows that show where a number comes from."""
    if not grid.fits:
        return f'<p class="say">{escaped(grid.alt)}</p>'
    heads = "".join(f'<th scope="col">{_code(token)}</th>' for token in grid.top.tokens)
    rows = []
    for row, numbers in enumerate(grid.cells):
        name = f'<th scope="row">{_code(grid.left.tokens[row - 1]) if row else ""}</th>'
        cells = "".join(_grid_cell(grid, row, column) for column in range(len(numbers)))
        rows.append(f"<tr>{name}{cells}</tr>")
    head = f"<thead><tr><td></td><td></td>{heads}</tr></thead>"
    body = "\n".join(rows)
    table = f'<table class="grid" aria-label="{escaped(grid.alt)}">{head}<tbody>\n{body}\n</tbody></table>'
    return f'<div class="wide">{table}</div>'


def _grid_cell(grid: Grid, row: int, column: int) -> str:
    here = row, column
    matches, on = here in grid.matches, here in grid.path
    arrow = f'<span class="from">{source}</span>' if (source := grid.source(*here)) else ""
    kind = " ".join(name for name, true in (("match", matches), ("path", on)) if true)
    number = f"{arrow}{grid.cells[row][column]}"
    number = f"<b>{number}</b>" if on else f"<ins>{number}</ins>" if matches else number
    return f'<td class="{kind}">{number}</td>' if kind else f"<td>{number}</td>"


def _drawing(drawing: Drawing) -> str:
    """Return a drawing of a curve or a sum. A curve with stops has a slider that moves the dot along it."""
    drawn = (picture_svg.picture if isinstance(drawing, Scatter) else picture_svg.alone)(graph(drawing))
    return drawn + _slide(drawing) if isinstance(drawing, Curve) and drawing.stops else drawn


def _slide(curve: Curve) -> str:
    """Return the slider that moves the dot along the curve, from stop to stop. It needs the script."""
    here = [x for x, _, _ in curve.stops].index(curve.here[0])
    stops = json.dumps([(*dot(curve, Frame(), x, y), label) for x, y, label in curve.stops])
    data = f'aria-label="{escaped(f"Drag the dot: {curve.x_label}")}" data-stops="{escaped(stops)}"'
    return f'<input class="slide" type="range" max="{len(curve.stops) - 1}" value="{here}" {data}/>'


def _code(token: str) -> str:
    return f'<code dir="auto">{escaped(visible(token))}</code>'


def page(whole: Showable, before: Iterable[Showable] = ()) -> str:
    """Return the trace as a page of its own, below other traces if there are any."""
    title = f"{whole.headline.answer} - {whole.headline.signature}"
    metric = whole.headline.signature.partition(" · ")[0]
    heading = f"<h1>{escaped(metric.title() if metric.islower() else metric)}</h1>\n"
    return page_of(title, heading + "\n<hr>\n".join(map(trace, [*before, whole])), script())


def page_of(title: str, body: str, *scripts: str) -> str:
    """Return a page that can load nothing and run nothing except these scripts."""
    allowed = f"; script-src {' '.join(map(hashed, scripts))}" if scripts else ""
    letters = fonts.faces("mtexplain", "mtexplain-mono")
    return data.text(__package__, "page.html").format(title=escaped(title), body=body, scripts=allowed, fonts=letters)


def hashed(script: str) -> str:
    """Return the hash by which the security policy of a page names a script.

    >>> hashed("")
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
    """
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
