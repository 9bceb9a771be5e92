"""What HTML draws by itself: shaded words, a grid as a table, the links of an alignment as lines."""

import unicodedata
from collections.abc import Iterable, Sequence

from mtexplain.display.charts import Alignment, Grid, Link
from mtexplain.display.markup import escaped, formula
from mtexplain.display.parts import Weighed
from mtexplain.invisible import visible

_LETTER, _GAP, _LEAST, _EDGE = 9.1, 26, 30, 14
_ARROW = "<span>↖</span>"
_TOP, _BOTTOM, _HEIGHT = 54, 160, 216
_LOOKS = {
    "exact": ("var(--ok, #0072b2)", ""),
    "stem": ("var(--cut, #c04e00)", ' stroke-dasharray="7 4"'),
    "synonym": ("currentColor", ' stroke-dasharray="2 4"'),
}


def weighed(piece: Weighed) -> str:
    """Each token over its number: blue where it holds up, orange where it holds down, as strong as its weight."""
    shown = []
    for (token, _, _), number, weight in zip(piece.words.shown(), piece.numbers, piece.weights, strict=False):
        colour = "var(--ok, #0072b2)" if weight > 0 else "var(--cut, #c04e00)"
        shade = f"background: color-mix(in srgb, {colour} {abs(weight) ** 0.5 * 45:.0f}%, transparent)"
        shown.append(f'<ruby style="{shade}">{escaped(token)}<rp> (</rp><rt>{formula(number)}</rt><rp>)</rp></ruby>')
    words = f'<p class="weighed"><code dir="auto">{" ".join(shown)}</code>{piece.words.more()}</p>'
    return f'{words}\n<p class="caption">{escaped(piece.caption)}</p>'


def grid(piece: Grid) -> str:
    """A table of numbers; the path is framed, and an arrow says where it takes two equal words."""
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
    number, here = piece.cells[row][column], (row, column)
    matches, on = here in piece.matches, here in piece.path
    kind = " ".join(name for name, true in (("match", matches), ("path", on)) if true)
    written = f"<b>{_ARROW * matches}{number}</b>" if on else f"<ins>{number}</ins>" if matches else str(number)
    return f'<td class="{kind}">{written}</td>' if kind else f"<td>{written}</td>"


def alignment(piece: Alignment) -> str:
    """Two rows of words with a line for each link, and under each run of neighbours its number."""
    if not piece.fits:
        return f'<p class="say">{escaped(piece.alt)}</p>'
    top, bottom = _middles(piece.top.tokens), _middles(piece.bottom.tokens)
    width = max((middle + half for middle, half in (*top, *bottom)), default=_EDGE) + _EDGE
    drawn = [_line(link, top[link.top][0], bottom[link.bottom][0]) for link in piece.links]
    for tokens, middles, y in ((piece.top.tokens, top, _TOP - 8), (piece.bottom.tokens, bottom, _BOTTOM + 18)):
        drawn += [_word(token, middle, y) for token, (middle, _) in zip(tokens, middles, strict=True)]
    for chunk in dict.fromkeys(link.chunk for link in piece.links):
        links = [link for link in piece.links if link.chunk == chunk]
        drawn.append(_brace(chunk, (top[link.top] for link in links), _TOP - 27, -6))
        drawn.append(_brace(chunk, (bottom[link.bottom] for link in links), _BOTTOM + 27, 14))
    start = f'<svg viewBox="0 0 {width:.0f} {_HEIGHT}" role="img" aria-label="{escaped(piece.alt)}" font-size="15"'
    style = f'style="width: {width:.0f}px; max-width: none" fill="currentColor"'
    return f'<div class="wide">{start} {style}>{"".join(drawn)}</svg></div>'


def _middles(tokens: Sequence[str]) -> list[tuple[float, float]]:
    """Where the middle of each word is, and half of its width."""
    found, x = [], float(_EDGE)
    for token in tokens:
        letters = sum(2 if unicodedata.east_asian_width(mark) in "WF" else 1 for mark in visible(token))
        width = max(_LEAST, _LETTER * letters)
        found.append((x + width / 2, width / 2))
        x += width + _GAP
    return found


def _line(link: Link, above: float, below: float) -> str:
    colour, dashes = _LOOKS.get(link.kind, _LOOKS["synonym"])
    ends = f'x1="{above:.1f}" y1="{_TOP}" x2="{below:.1f}" y2="{_BOTTOM}"'
    return f'<line {ends} stroke="{colour}" stroke-width="2.2"{dashes}/>'


def _word(token: str, x: float, y: float) -> str:
    shown = escaped(visible(token))
    family = "mtexplain-mono, mtexplain, ui-monospace, monospace"
    return f'<text x="{x:.1f}" y="{y}" text-anchor="middle" font-family="{family}">{shown}</text>'


def _brace(chunk: int, words: Iterable[tuple[float, float]], y: float, shift: float) -> str:
    """A stroke along a run of words, with its number."""
    spans = [(middle - half, middle + half) for middle, half in words]
    left, right = min(start for start, _ in spans), max(end for _, end in spans)
    stroke = f'<path d="M{left:.1f} {y}H{right:.1f}" stroke="currentColor" stroke-width="1.2" opacity=".6"/>'
    number = f'<text x="{(left + right) / 2:.1f}" y="{y + shift}" text-anchor="middle" font-size="12">{chunk}</text>'
    return stroke + number


def _code(token: str) -> str:
    return f'<code dir="auto">{escaped(visible(token))}</code>'
