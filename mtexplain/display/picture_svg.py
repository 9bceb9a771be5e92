"""A picture as inline SVG, with words as bricks, ribbons to the texts that contain them, lines and numbers.

The names of the rows and their shares stay in place while a long sentence is scrolled. `textLength` keeps a word in its
brick if the reader's font is wider than ours. Tab moves to the first brick, and `link.js` takes over from there.
"""

from collections.abc import Iterable

from mtexplain.display.markup import escaped
from mtexplain.display.picture import DASHES, WIDER, Band, Box, Data, Label, Line, Picture

_NARROW_PAGE = 1.5
"""The largest width of a number on a narrow page relative to ours. It is larger there, and its font may be wider."""
_HIDDEN = 'aria-hidden="true"'
_UNSTYLED = 'hidden="hidden"'  # not `hidden` without a value, which JupyterLab removes
_COLOURS = {"credited": "#0072b2", "clipped": "none", "missing": "none", "length": "#0072b2", "unmatched": "#8882",
            "here": "#c04e00"}  # fmt: skip
"""The colours of boxes on a page that has lost our style."""


def picture(picture: Picture, narrow: Picture | None = None) -> str:
    """Return the whole picture, and a version in text, which our style hides, for hosts that strip drawings.

    `narrow` is the same picture for a narrow page. The style shows the version for which there is room. A host that
    strips drawings may leave their words behind, so the drawings are hidden unless our style shows them.
    """
    also = f'<div class="narrow"><div class="wide">{_rows(narrow)}</div></div>' if narrow else ""
    return f'<div class="picture" {_UNSTYLED}>{_columns(picture)}{also}</div>\n{_as_text(picture)}'


def _columns(picture: Picture) -> str:
    """Return the names of the rows, the rows and their shares."""
    names = _svg(picture.room_for_names, picture.height, _HIDDEN, map(_label, picture.names)) if picture.names else ""
    attributes = f'{_HIDDEN} preserveAspectRatio="xMinYMid slice"'  # on a narrow page its names go
    shares = map(_label, picture.shares)
    last = _svg(picture.room_for_shares, picture.height, attributes, shares) if picture.shares else ""
    return f'<div>{names}<div class="wide">{_rows(picture)}</div>{last}</div>'


def alone(picture: Picture) -> str:
    """Return a picture without names and shares, and without a version in text."""
    return f'<div class="picture" {_UNSTYLED}><div><div class="wide">{_rows(picture)}</div></div></div>'


def gallery(pictures: Iterable[tuple[str, Picture]], more: str) -> str:
    """Return small pictures beside each other, as large as there is room for."""
    each = "\n".join(
        f"<figure><figcaption>{escaped(title)}</figcaption>"
        f"<div {_UNSTYLED}>{_rows(picture)}</div>{_as_text(picture)}</figure>"
        for title, picture in pictures
    )
    return f'<div class="gallery">{each}</div>' + (f'<p class="caption">{escaped(more)}</p>' if more else "")


def _rows(picture: Picture) -> str:
    """Return the middle column. It is a group of bricks to move through, or a plain image if there are no bricks."""
    first = next((box for box in picture.boxes if box.title), None)
    boxes = (_box(box, box is first) for box in picture.boxes)
    unmarked = "".join([*map(_line, picture.lines), *map(_label, picture.labels)])
    drawn = [*map(_band, picture.bands), *boxes, f"<g {_HIDDEN}>{unmarked}</g>"]
    role = "group" if first else "img"
    return _svg(picture.width, picture.height, f'role="{role}" aria-label="{escaped(picture.alt)}"', drawn)


def _as_text(picture: Picture) -> str:
    return f'<pre class="stripped">{escaped(picture.text)}</pre>'


def _svg(width: float, height: float, attributes: str, drawn: Iterable[str]) -> str:
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return f'<svg {size} {attributes} fill="currentColor">{"".join(drawn)}</svg>'


def _band(band: Band) -> str:
    (c, d), (a, b), (high, low) = band.above, band.below, band.bends
    look = f"ribbon{_tint(band.tint)}"
    return (
        f'<path class="{look}" d="M{c:.1f} {band.top:.0f}'
        f"C{c:.1f} {high:.0f} {a:.1f} {low:.0f} {a:.1f} {band.bottom:.0f}H{b:.1f}"
        f'C{b:.1f} {low:.0f} {d:.1f} {high:.0f} {d:.1f} {band.top:.0f}Z"/>'
    )


def _box(box: Box, is_first: bool) -> str:
    size = f'x="{box.span.left:.1f}" y="{box.top:.0f}" width="{box.span.width:.1f}" height="{box.height:.0f}"'
    fill = f' fill="{_COLOURS[box.kind]}"' if box.kind in _COLOURS else ""
    fill += f' fill-opacity="{box.ink:.2f}"' if box.ink < 1 else ""
    look = box.kind + _tint(box.tint)
    if not box.title:
        round_off = min(6 if box.kind == "here" else 4, box.span.width / 2)
        return f'<rect class="{look}"{_data(box.data)} {size}{fill} rx="{round_off:.0f}"/>'
    role = 'role="img" tabindex="0"' if is_first else 'role="img"'
    title = f"<title>{escaped(box.title)}</title>"
    return f'<rect class="brick {look}" {role}{_data(box.data)} {size}{fill} rx="6">{title}</rect>'


def _data(pairs: Data) -> str:
    return "".join(f' data-{name}="{escaped(str(value))}"' for name, value in pairs)


def _line(line: Line) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in line.points)
    dashed = f' stroke-dasharray="{DASHES[line.kind]}"' if line.kind in DASHES else ""
    look = f'class="line {line.kind}{_tint(line.tint)}"{_data(line.data)}'
    return f'<polyline {look} points="{points}" fill="none" stroke="currentColor"{dashed}/>'


def _tint(number: int) -> str:
    return f" tint{number}" if number else ""


def _label(label: Label) -> str:
    """Return a label. A word that a wider font would push out of its place keeps its width in our font."""
    x, anchor = (label.span.middle, ' text-anchor="middle"') if label.is_word else (label.span.left, "")
    wider = _NARROW_PAGE if label.kind in ("number", "here") else WIDER
    if label.is_word and wider * label.width > label.span.width:
        anchor += f' textLength="{min(label.width, label.span.width):.1f}" lengthAdjust="spacingAndGlyphs"'
    style = f'class="{label.kind}{_tint(label.tint)}"{_data(label.data)} font-size="{label.size:.1f}"' + (
        f' opacity="{label.ink:.2f}"' if label.ink < 1 else ""
    )
    if label.kind == "name" and x:
        style += f' style="--x: {x:.0f}px"'  # on a narrow page it goes from there
    return f'<text x="{x:.1f}" y="{label.y:.1f}" {style}{anchor}>{escaped(label.text)}</text>'
