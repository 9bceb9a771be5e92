"""A trace as HTML that reads well in a notebook, as a page, and with every style stripped away (GitHub).

Text from outside goes through `escaped` where it is written, and nowhere else. No id, no outside request; one script,
`link.js`, which lights up what belongs together: where it does not run, nothing is missing.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from mtexplain import data
from mtexplain.display import html_charts, picture_svg
from mtexplain.display.charts import Grid
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

_LARGE = 12
"""An answer of more characters than this is a sentence, and no number: it is written smaller."""


def trace(whole: Showable) -> str:
    """The trace as a piece of HTML: the picture and the answer first, the steps folded."""
    return framed([linked(first_screen(whole)), *folded(whole.steps()), notes(whole.notes)])


def linked(pictures: str) -> str:
    """Pictures, and the script by which their bricks light up, where they have any."""
    return f"{pictures}\n<script>{script()}</script>" if 'class="brick' in pictures else pictures


def first_screen(whole: Showable) -> str:
    """What is seen before any step is opened."""
    picture = part(whole.picture) if whole.picture else ""
    return "\n".join(filter(None, [picture, headline(whole.headline), *map(part, whole.overview)]))


def folded(steps: Iterable[StepParts]) -> Iterator[str]:
    """Each step behind a line that can be clicked on."""
    for number, step in enumerate(steps, 1):
        yield f"<details><summary>{heading(step, f'{number} · ')}</summary>\n{working(step)}\n</details>"


def step(whole: StepParts) -> str:
    """One step, open."""
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
        return html_charts.grid(element)
    return html_charts.drawing(element)


def table(element: Table) -> str:
    """A table; the columns that name a row are its row headers."""
    titles = [f'<th scope="col"{_name(index, element)}>{escaped(column.title)}</th>' if column.title else "<td></td>"
              for index, column in enumerate(element.columns)]  # fmt: skip
    rows = []
    for row in element.rows[:MOST_SHOWN]:
        cells = [_cell(value, index < element.names) for index, value in enumerate(row)]
        rows.append(f"<tr{_ngram(row[: element.names])}>{''.join(cells)}</tr>")
    if (more := len(element.rows) - MOST_SHOWN) > 0:
        rows.append(f'<tr><td colspan="{len(element.columns)}">… and {more:,} more rows</td></tr>')
    if element.total:
        total = ("" if value is None else value for value in element.total)
        cells = [_cell(value, index < element.names) for index, value in enumerate(total)]
        rows.append(f'<tr class="total">{"".join(cells)}</tr>')
    caption = f"<caption>{escaped(element.title)}</caption>" if element.title else ""
    head = f"{caption}<thead><tr>{''.join(titles)}</tr></thead>"
    body = "\n".join(rows)
    return f'<div class="wide"><table class="rows">{head}<tbody>\n{body}\n</tbody></table></div>'


def prose(element: Prose) -> str:
    """A line of text, without a paragraph around it."""
    return "".join(_words(piece) if isinstance(piece, Words) else formula(piece) for piece in element.pieces)


def framed(blocks: list[str]) -> str:
    """Pieces of HTML as one, with the style they need."""
    body = "\n".join(filter(None, blocks))
    return f'<div class="mtx tex2jax_ignore mathjax_ignore">\n<style>\n{style()}</style>\n{body}\n</div>'


def headline(head: Headline) -> str:
    """The answer, and the closed form below it."""
    return f"{answer(head)}\n{closed_form(head)}"


def answer(head: Headline) -> str:
    """The score, large, or a sentence, less so; what it was; why it is so."""
    was = f'<span class="was">was {escaped(head.was)}</span> ' if head.was else ""
    change = f'<span class="{_colour(head)}">{_arrow(head.change)}</span> ' if head.change else ""
    why = f'<span class="because">{prose(head.why)}</span>' if head.why.pieces else ""
    look = ' class="said"' if len(head.answer) > _LARGE else ""
    return f'<p class="head"><b{look}>{escaped(head.answer)}</b> {was}{change}{why}</p>'


def closed_form(head: Headline) -> str:
    """The score in numbers that are exact, and the rules in small print."""
    closed = f'<span class="eq">{formula(head.equation.symbols)} = {formula(head.equation.numbers)}</span>'
    return f'<p class="closed">{closed}<br><span class="sig">{escaped(head.signature)}</span></p>'


def heading(whole: StepParts, number: str = "") -> str:
    """The title of a step, and what came out of it, in a line."""
    outcome = f'<span class="summary">{escaped(whole.summary)}: {formula(whole.result)}</span>'
    return f"<b>{number}{escaped(whole.title)}</b> {outcome}"


def working(whole: StepParts) -> str:
    """The reason for a step, and its parts."""
    why = f'<p class="why">{escaped(whole.why)} <span class="source">({escaped(whole.source)})</span></p>'
    return "\n".join([why, *map(part, whole.parts)])


def _equation(equation: Equation) -> str:
    lines = [formula(equation.symbols), formula(equation.numbers), formula(equation.value)]
    results = [f"<br><span>= {line}</span>" for before, line in pairwise(lines) if line != before]
    where = f'<br><span class="source">{escaped(equation.where)}</span>' if equation.where else ""
    return f'<p class="formula">{lines[0]}{"".join(results)}{where}</p>'


def _words(words: Words) -> str:
    """A sentence; <mark> is new."""
    shown = (f"<mark>{escaped(token)}</mark>" if new else escaped(token) for token, new in words.shown())
    look = f' class="{words.kind}"' if words.kind else ""
    return f'<code dir="auto"{look}>{" ".join(shown)}</code>{words.more()}'


def _moved(change: str) -> str:
    return "up" if change.startswith("+") else "down" if change.startswith("-") else "same"


def _colour(head: Headline) -> str:
    """The colour of what got better, or of what got worse."""
    moved = _moved(head.change)
    return {"up": "down", "down": "up"}.get(moved, moved) if head.lower_is_better else moved


def _arrow(change: str) -> str:
    return {"up": "▲ ", "down": "▼ "}.get(_moved(change), "") + escaped(change)


def notes(every: tuple[Note, ...]) -> str:
    """What is odd but defined, a line each."""
    shown = [f"<li>{escaped(str(note))}</li>" for note in every[:MOST_SHOWN]]
    if (more := len(every) - MOST_SHOWN) > 0:
        shown.append(f"<li>… and {more:,} more notes</li>")
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
    """The words that name a row, by which their bricks are found."""
    words = next((cell for cell in names if isinstance(cell, Words)), None)
    return f' data-ngram="{escaped(" ".join(token for token, _ in words.shown()))}"' if words else ""


def _name(index: int, table: Table) -> str:
    return ' class="name"' if index < table.names else ""


def style(name: str = "style") -> str:
    """The style of everything here; or of the leaves of a paper, say, which add to it."""
    return data.text(__package__, f"{name}.css")


def script() -> str:
    """What makes bricks and rows light up together, and dots slide. However often a page holds it, it begins once."""
    return data.text(__package__, "link.js")
