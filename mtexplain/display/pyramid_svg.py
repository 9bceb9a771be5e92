"""A pyramid as inline SVG: words as bricks, ribbons to the texts that have them, a ruler for the length.

The names of the rows and the fractions stand still where a long sentence is scrolled. `textLength` keeps a word in its
brick where the reader's font is wider than ours.
"""

from collections.abc import Iterable

from mtexplain.display import pyramid_text
from mtexplain.display.markup import escaped
from mtexplain.display.pyramid import Gallery, Pyramid
from mtexplain.display.pyramid_layout import Band, Box, Label, lay_out

_NAMES = 96.0
_WIDER = 1.2
"""How much wider than ours a reader's font may be."""
_COLOURS = {"credited": "#0072b2", "clipped": "none", "missing": "none", "length": "#0072b2", "unmatched": "#8882"}
"""Where a page has lost our style."""


def pyramid(piece: Pyramid) -> str:
    """The whole picture; and for hosts that strip it, the picture in text, which our style hides."""
    laid = lay_out(piece)
    rows = [*map(_band, laid.bands), *map(_box, laid.boxes), *map(_label, laid.labels)]
    names = _svg(_NAMES, laid.height, "", map(_label, laid.names))
    middle = f'<div class="wide">{_svg(laid.width, laid.height, piece.alt, rows)}</div>'
    end = max((label.span.left + _WIDER * label.width for label in laid.shares), default=0.0)
    shares = _svg(end, laid.height, "", map(_label, laid.shares))
    return f'<div class="pyramid"><div>{names}{middle}{shares}</div></div>\n{_as_text(piece)}'


def _as_text(piece: Pyramid) -> str:
    return f'<pre class="stripped">{escaped(pyramid_text.pyramid(piece))}</pre>'


def gallery(piece: Gallery) -> str:
    """Small pictures beside each other, as large as there is room for."""
    titled = ((f"<figcaption>{escaped(title)}</figcaption>", _alone(one)) for title, one in piece.pictures)
    each = "\n".join(f"<figure>{title}{drawn}</figure>" for title, drawn in titled)
    more = f'<p class="caption">{escaped(piece.more)}</p>' if piece.more else ""
    return f'<div class="gallery">{each}</div>{more}'


def _alone(piece: Pyramid) -> str:
    """A picture as one drawing that can be made smaller, and as text."""
    laid = lay_out(piece)
    drawn = "".join([*map(_box, laid.boxes), *map(_label, laid.labels)])
    return _svg(laid.width, laid.height, piece.alt, [drawn]) + _as_text(piece)


def _svg(width: float, height: float, alt: str, drawn: Iterable[str]) -> str:
    said = f'role="img" aria-label="{escaped(alt)}"' if alt else 'aria-hidden="true"'
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return f'<svg {size} {said} fill="currentColor">{"".join(drawn)}</svg>'


def _band(one: Band) -> str:
    (c, d), (a, b), bend = one.above, one.below, (one.top + one.bottom) / 2
    return (
        f'<path class="ribbon" d="M{c:.1f} {one.top:.0f}C{c:.1f} {bend:.0f} {a:.1f} {bend:.0f} {a:.1f} {one.bottom:.0f}'
        f'H{b:.1f}C{b:.1f} {bend:.0f} {d:.1f} {bend:.0f} {d:.1f} {one.top:.0f}Z"/>'
    )


def _box(one: Box) -> str:
    size = f'x="{one.span.left:.1f}" y="{one.top:.0f}" width="{one.span.width:.1f}" height="{one.height:.0f}"'
    fill = f' fill="{_COLOURS[one.kind]}"' if one.kind in _COLOURS else ""
    if one.brick is None:
        return f'<rect class="{one.kind}" {size}{fill} rx="{min(4, one.span.width / 2):.0f}"/>'
    title = f"<title>{escaped(one.words)}: {one.kind}</title>"
    place = f'data-n="{one.n}" data-start="{one.brick.start}"'
    return f'<rect class="brick {one.kind}" {place} {size}{fill} rx="6">{title}</rect>'


def _label(one: Label) -> str:
    """A word that a wider font would push out of its place keeps the width it has in ours."""
    x, place = (one.span.middle, ' text-anchor="middle"') if one.is_word else (one.span.left, "")
    if one.is_word and _WIDER * one.width > one.span.width:
        place += f' textLength="{min(one.width, one.span.width):.1f}" lengthAdjust="spacingAndGlyphs"'
    style = f'class="{one.kind}" font-size="{one.size:.1f}"'
    return f'<text x="{x:.1f}" y="{one.y:.1f}" {style}{place}>{escaped(one.text)}</text>'
