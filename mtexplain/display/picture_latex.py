r"""A picture as a LaTeX `picture` of rules for bricks and curves for ribbons, which only needs the package `color`."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import dist

from mtexplain.display.picture import Band, Box, Label, Line, Picture

_UNIT, _TALLEST = 0.6, 640.0
"""The number of points per pixel, and the largest height of a picture in points, because a page holds no more."""
_NAMES = 90.0
_COLOURS = {"credited": "credit", "length": "pale", "unmatched": "empty", "mark": "black", "here": "clip"}
_LINES = {"rule": "dim", "lost": "clip", "curve": "credit", "guide": "dim", "other": "dim"}
_APART = {"stem": 3.5, "synonym": 7.0, "lost": 5.0, "guide": 5.0, "other": 9.0}
"""The colours of lines, and the distances between the dots of broken lines."""
_STYLES = {
    "taken": r"\color{credit}\bfseries",
    "lost": r"\color{clip}",
    **dict.fromkeys(("credited", "linked"), r"\color{white}"),
    "clipped": r"\color{clip}",
    **dict.fromkeys(("share", "here"), r"\bfseries"),
    **dict.fromkeys(("unmatched", "name", "says"), r"\color{dim}"),
}


def _unit(picture: Picture) -> float:
    """Return the number of points per pixel. A tall picture is drawn smaller."""
    return min(_UNIT, _TALLEST / picture.height)


def paper(picture: Picture) -> float:
    """Return the width of the drawing, in points."""
    return _unit(picture) * (_NAMES * bool(picture.names) + picture.width + picture.room_for_shares)


def picture(picture: Picture, escaped: Callable[[str], str]) -> str:
    """Return the whole picture. `escaped` is the function that escapes text for LaTeX."""
    unit = _unit(picture)

    def at(x: float, y: float, what: str) -> str:
        """Put something at a position that is measured from the top left."""
        return rf"\put({x:.1f},{picture.height - y:.1f}){{{what}}}"

    def draw_label(label: Label, left: float) -> str:
        size = f"{unit * max(label.size, 15):.1f}" if not label.is_word else f"{unit * label.size:.1f}"
        style = _STYLES.get(label.kind, rf"\color[gray]{{{1 - label.ink:.2f}}}" if label.ink < 1 else "")
        text = rf"\fontsize{{{size}}}{{{size}}}\selectfont{style} {escaped(label.text)}"
        if label.is_word:
            text = rf"\makebox[{unit * label.span.width:.1f}pt][c]{{{text}}}"
        return at(left + label.span.left, label.y, text)

    def draw_box(box: Box) -> str:
        wide, high = box.span.width, box.height
        rule = rf"\color{{{_COLOURS.get(box.kind)}}}\rule{{{unit * wide:.1f}pt}}{{{unit * high:.1f}pt}}"
        dashed = rf"\color{{clip}}\dashbox{{4}}({wide:.1f},{high:.0f}){{}}"
        return at(_NAMES + box.span.left, box.top + high, rule if box.kind in _COLOURS else dashed)

    def draw_band(band: Band) -> Iterator[str]:
        """Yield both edges of a ribbon, each as two curves."""
        middle = (band.top + band.bottom) / 2
        for above, below in zip(band.above, band.below, strict=True):
            between = (above + below) / 2
            for x, y in ((above, band.top), (below, band.bottom)):
                bend = (x + between) / 2 if band.tint else x
                points = ((x, y), (bend, (y + middle) / 2), (between, middle))
                curve = "".join(f"({_NAMES + x:.1f},{picture.height - y:.1f})" for x, y in points)
                yield rf"{{\color{{credit}}\qbezier{curve}}}"

    def draw_line(line: Line) -> Iterator[str]:
        """Yield a straight curve from each point to the next, unless it is too short for TeX to draw."""
        for start, end in pairwise(line.points):
            if dist(start, end) < 1:
                continue
            dots = f"[{round(dist(start, end) / apart)}]" if (apart := _APART.get(line.kind)) else ""
            middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            curve = "".join(f"({_NAMES + x:.1f},{picture.height - y:.1f})" for x, y in (start, middle, end))
            yield rf"{{\color{{{_LINES.get(line.kind, 'black')}}}\qbezier{dots}{curve}}}"

    lines = [line for band in picture.bands for line in draw_band(band)]
    lines += map(draw_box, picture.boxes)
    lines += [part for line in picture.lines for part in draw_line(line)]
    for left, labels in ((_NAMES, picture.labels), (0.0, picture.names), (_NAMES + picture.width, picture.shares)):
        lines += [draw_label(label, left) for label in labels]
    size = f"({paper(picture) / unit:.0f},{picture.height:.0f})({_NAMES * (not picture.names)},0)"
    body = "%\n".join(lines)
    return f"{{\\setlength{{\\unitlength}}{{{unit:.4g}pt}}\\begin{{picture}}{size}%\n{body}%\n\\end{{picture}}}}"
