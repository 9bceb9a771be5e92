"""A picture as inline SVG: words as bricks, ribbons to the texts that have them, lines, numbers.

The names of the rows and their shares stand still where a long sentence is scrolled. `textLength` keeps a word in its
brick where the reader's font is wider than ours. Tab finds the first brick; `link.js` goes on from there.
"""

from collections.abc import Iterable

from mtexplain.display.markup import escaped
from mtexplain.display.picture import DASHES, WIDER, Band, Box, Data, Label, Line, Picture

_NARROW_PAGE = 1.5
"""How much wider than ours a number may be: on a narrow page it is larger, in a font that is wider, too."""
_HIDDEN = 'aria-hidden="true"'
_UNSTYLED = 'hidden="hidden"'  # not the word alone, which JupyterLab takes out
_COLOURS = {"credited": "#0072b2", "clipped": "none", "missing": "none", "length": "#0072b2", "unmatched": "#8882",
            "here": "#c04e00"}  # fmt: skip
"""Where a page has lost our style."""


def picture(piece: Picture, narrow: Picture | None = None) -> str:
    """The whole picture; and for hosts that strip it, the picture in text, which our style hides.

    `narrow` is the same for a narrow page: the style shows the one for which there is room. A host that strips it may
    leave its words behind, so it is hidden where our style does not show it.
    """
    also = f'<div class="narrow"><div class="wide">{_rows(narrow)}</div></div>' if narrow else ""
    return f'<div class="picture" {_UNSTYLED}>{_columns(piece)}{also}</div>\n{_as_text(piece)}'


def _columns(piece: Picture) -> str:
    """The names of the rows, the rows, their shares."""
    names = _svg(piece.room_for_names, piece.height, _HIDDEN, map(_label, piece.names)) if piece.names else ""
    said = f'{_HIDDEN} preserveAspectRatio="xMinYMid slice"'  # on a narrow page its names go
    shares = _svg(piece.room_for_shares, piece.height, said, map(_label, piece.shares)) if piece.shares else ""
    return f'<div>{names}<div class="wide">{_rows(piece)}</div>{shares}</div>'


def alone(piece: Picture) -> str:
    """A picture without names and shares, of which a text can only tell."""
    return f'<div class="picture" {_UNSTYLED}><div><div class="wide">{_rows(piece)}</div></div></div>'


def gallery(pictures: Iterable[tuple[str, Picture]], more: str) -> str:
    """Small pictures beside each other, as large as there is room for."""
    each = "\n".join(
        f"<figure><figcaption>{escaped(title)}</figcaption><div {_UNSTYLED}>{_rows(one)}</div>{_as_text(one)}</figure>"
        for title, one in pictures
    )
    return f'<div class="gallery">{each}</div>' + (f'<p class="caption">{escaped(more)}</p>' if more else "")


def _rows(piece: Picture) -> str:
    """What is in the middle. Bricks can be gone through one by one; where there are none, it is a picture alone."""
    first = next((box for box in piece.boxes if box.title), None)
    boxes = (_box(box, box is first) for box in piece.boxes)
    rest = "".join([*map(_line, piece.lines), *map(_label, piece.labels)])
    drawn = [*map(_band, piece.bands), *boxes, f"<g {_HIDDEN}>{rest}</g>"]
    role = "group" if first else "img"
    return _svg(piece.width, piece.height, f'role="{role}" aria-label="{escaped(piece.alt)}"', drawn)


def _as_text(piece: Picture) -> str:
    return f'<pre class="stripped">{escaped(piece.text)}</pre>'


def _svg(width: float, height: float, said: str, drawn: Iterable[str]) -> str:
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return f'<svg {size} {said} fill="currentColor">{"".join(drawn)}</svg>'


def _band(one: Band) -> str:
    (c, d), (a, b), (high, low) = one.above, one.below, one.bends
    look = f"ribbon{_tint(one.tint)}"
    return (
        f'<path class="{look}" d="M{c:.1f} {one.top:.0f}C{c:.1f} {high:.0f} {a:.1f} {low:.0f} {a:.1f} {one.bottom:.0f}'
        f'H{b:.1f}C{b:.1f} {low:.0f} {d:.1f} {high:.0f} {d:.1f} {one.top:.0f}Z"/>'
    )


def _box(one: Box, is_first: bool) -> str:
    size = f'x="{one.span.left:.1f}" y="{one.top:.0f}" width="{one.span.width:.1f}" height="{one.height:.0f}"'
    fill = f' fill="{_COLOURS[one.kind]}"' if one.kind in _COLOURS else ""
    fill += f' fill-opacity="{one.ink:.2f}"' if one.ink < 1 else ""
    look = one.kind + _tint(one.tint)
    if not one.title:
        round_off = min(6 if one.kind == "here" else 4, one.span.width / 2)
        return f'<rect class="{look}"{_data(one.data)} {size}{fill} rx="{round_off:.0f}"/>'
    role = 'role="img" tabindex="0"' if is_first else 'role="img"'
    title = f"<title>{escaped(one.title)}</title>"
    return f'<rect class="brick {look}" {role}{_data(one.data)} {size}{fill} rx="6">{title}</rect>'


def _data(pairs: Data) -> str:
    return "".join(f' data-{name}="{escaped(str(value))}"' for name, value in pairs)


def _line(one: Line) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in one.points)
    dashed = f' stroke-dasharray="{DASHES[one.kind]}"' if one.kind in DASHES else ""
    look = f'class="line {one.kind}{_tint(one.tint)}"{_data(one.data)}'
    return f'<polyline {look} points="{points}" fill="none" stroke="currentColor"{dashed}/>'


def _tint(number: int) -> str:
    return f" tint{number}" if number else ""


def _label(one: Label) -> str:
    """A word that a wider font would push out of its place keeps the width it has in ours."""
    x, place = (one.span.middle, ' text-anchor="middle"') if one.is_word else (one.span.left, "")
    wider = _NARROW_PAGE if one.kind in ("number", "here") else WIDER
    if one.is_word and wider * one.width > one.span.width:
        place += f' textLength="{min(one.width, one.span.width):.1f}" lengthAdjust="spacingAndGlyphs"'
    style = f'class="{one.kind}{_tint(one.tint)}"{_data(one.data)} font-size="{one.size:.1f}"' + (
        f' opacity="{one.ink:.2f}"' if one.ink < 1 else ""
    )
    if one.kind == "name" and x:
        style += f' style="--x: {x:.0f}px"'  # on a narrow page it goes from there
    return f'<text x="{x:.1f}" y="{one.y:.1f}" {style}{place}>{escaped(one.text)}</text>'
