"""A pyramid as inline SVG: words as bricks, ribbons to the texts that have them, a ruler for the length.

The names of the rows and the fractions stand still where a long sentence is scrolled. `textLength` keeps a word in its
brick where the reader's font is wider than ours.
"""

from collections.abc import Iterable, Iterator

from mtexplain.display import pyramid_text
from mtexplain.display.markup import escaped
from mtexplain.display.pyramid import Pyramid, Ruler
from mtexplain.display.pyramid_layout import HEIGHT, LINE, ROOM, STEP, Band, Box, Label, Layout, lay_out

_EDGE, _SHARES, _RULER, _FOOT = 96.0, 132.0, 62.0, 6.0
_WIDER = 1.2
"""How much wider than ours a reader's font may be."""
_COLOURS = {"credited": "#0072b2", "clipped": "none", "unmatched": "#8882"}
"""Where a page has lost our style."""


def pyramid(piece: Pyramid) -> str:
    """The whole picture; and for hosts that strip it, the picture in text, which our style hides."""
    laid = lay_out(piece)
    height = laid.height + (_RULER if piece.ruler else _FOOT)
    drawn = [*map(_band, laid.bands), *map(_word, laid.labels), *map(_box, laid.boxes)]
    drawn += _ruler(piece.ruler, laid.height + 14) if piece.ruler else ()
    middle = _svg(laid.width, height, piece.alt, drawn)
    names, shares = _names(piece, laid), _shares(piece, laid)
    return (
        f'<div class="pyramid">{_svg(_EDGE, height, "", names)}<div class="wide">{middle}</div>'
        f'{_svg(_SHARES, height, "", shares)}</div>\n<pre class="stripped">{escaped(pyramid_text.pyramid(piece))}</pre>'
    )


def _svg(width: float, height: float, alt: str, drawn: Iterable[str]) -> str:
    said = f'role="img" aria-label="{escaped(alt)}"' if alt else 'aria-hidden="true"'
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return f'<svg {size} {said} fill="currentColor" font-size="14">{"".join(drawn)}</svg>'


def _band(one: Band) -> str:
    (c, d), (a, b), bend = one.above, one.below, (one.top + one.bottom) / 2
    return (
        f'<path class="ribbon" d="M{c:.1f} {one.top:.0f}C{c:.1f} {bend:.0f} {a:.1f} {bend:.0f} {a:.1f} {one.bottom:.0f}'
        f'H{b:.1f}C{b:.1f} {bend:.0f} {d:.1f} {bend:.0f} {d:.1f} {one.top:.0f}Z"/>'
    )


def _box(one: Box) -> str:
    brick, (left, _) = one.brick, one.span
    title = f"<title>{escaped(one.words)}: {brick.state}</title>"
    box = (
        f'<rect x="{left:.1f}" y="{one.top:.0f}" width="{one.span.width:.1f}" height="{HEIGHT:.0f}" rx="6" '
        f'fill="{_COLOURS[brick.state]}"/>'
    )
    label = _word(one.label) if one.label else ""
    return f'<g class="brick {brick.state}" data-n="{one.n}" data-start="{brick.start}">{title}{box}{label}</g>'


def _word(one: Label) -> str:
    """A word in the middle of its place. One that a wider font would push out keeps the width it has in ours."""
    is_tight = _WIDER * one.width > one.span.width
    pressed = f' textLength="{min(one.width, one.span.width):.1f}" lengthAdjust="spacingAndGlyphs"' * is_tight
    kind = ' class="taken"' if one.is_taken else ""
    place = f'x="{one.span.middle:.1f}" y="{one.y:.1f}" font-size="{one.size:.1f}" text-anchor="middle"'
    return f"<text {place}{kind}{pressed}>{escaped(one.text)}</text>"


def _ruler(ruler: Ruler, y: float) -> Iterator[str]:
    """The length as a bar; what is missing is dashed, and a mark stands where a longer one could end."""
    length, wanted = ruler.length, float(ruler.wanted)
    unit = min(40.0, (ROOM - 8) / max(length, wanted, 1))
    end = 3 + unit * length
    yield f'<rect class="length" x="3" y="{y:.0f}" width="{unit * length:.1f}" height="12" rx="4"/>'
    if wanted > length:
        missing = unit * (wanted - length) - 2
        yield f'<rect class="missing" x="{end + 2:.1f}" y="{y:.0f}" width="{missing:.1f}" height="12" rx="4"/>'
    elif wanted < length:
        yield f'<path class="mark" d="M{3 + unit * wanted:.1f} {y - 4:.0f}v20"/>'
    yield _name(ruler.says, y + 32, 3)


def _names(piece: Pyramid, laid: Layout) -> Iterator[str]:
    for place, text in enumerate(piece.others):
        yield _name(text.label, LINE * place + 20)
    for place, name in enumerate(piece.names):
        yield _name(name, laid.top + STEP * place + 21)
    if piece.ruler:
        yield _name("length", laid.height + 25)


def _name(text: str, y: float, x: float = 0) -> str:
    return f'<text class="name" x="{x:.0f}" y="{y:.0f}">{escaped(text)}</text>'


def _shares(piece: Pyramid, laid: Layout) -> Iterator[str]:
    """The fraction of each row, with its name; what the length multiplies the score by."""
    for row, top in zip(piece.rows, laid.rows, strict=True):
        yield _share(row.share, row.name, top + 25)
    if piece.ruler:
        yield _share(f"× {piece.ruler.factor}", "", laid.height + 27)


def _share(share: str, name: str, y: float) -> str:
    number = f'<text class="share" x="14" y="{y:.0f}" font-size="21" font-weight="650">{escaped(share)}</text>'
    said = f'<text class="name" x="{_SHARES:.0f}" y="{y - 1:.0f}" text-anchor="end">{escaped(name)}</text>'
    return number + said * bool(name)
