r"""A picture as a LaTeX `picture`, which needs no package but `color`: rules for bricks, curves for ribbons."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import dist

from mtexplain.display.picture import Band, Box, Label, Line, Picture

_UNIT, _TALLEST = 0.6, 640.0
"""Points a pixel; how tall a picture may be, in points: a page holds no more."""
_NAMES = 90.0
_COLOURS = {"credited": "credit", "length": "pale", "unmatched": "empty", "mark": "black", "here": "clip"}
_LINES = {"rule": "dim", "lost": "clip", "curve": "credit", "guide": "dim", "other": "dim"}
_APART = {"stem": 3.5, "synonym": 7.0, "lost": 5.0, "guide": 5.0, "other": 9.0}
"""The colours of lines, and how far the dots of those that are broken are from each other."""
_STYLES = {
    "taken": r"\color{credit}\bfseries",
    "lost": r"\color{clip}",
    **dict.fromkeys(("credited", "linked"), r"\color{white}"),
    "clipped": r"\color{clip}",
    **dict.fromkeys(("share", "here"), r"\bfseries"),
    **dict.fromkeys(("unmatched", "name", "says"), r"\color{dim}"),
}


def _unit(piece: Picture) -> float:
    """Points a pixel: a tall picture is drawn smaller."""
    return min(_UNIT, _TALLEST / piece.height)


def paper(piece: Picture) -> float:
    """How wide it is drawn, in points."""
    return _unit(piece) * (_NAMES * bool(piece.names) + piece.width + piece.room_for_shares)


def picture(piece: Picture, escaped: Callable[[str], str]) -> str:
    """The whole picture. `escaped` makes text harmless, as LaTeX needs it."""
    unit = _unit(piece)

    def at(x: float, y: float, what: str) -> str:
        """Something at a place that is counted from the top left."""
        return rf"\put({x:.1f},{piece.height - y:.1f}){{{what}}}"

    def label(one: Label, left: float) -> str:
        size = f"{unit * max(one.size, 15):.1f}" if not one.is_word else f"{unit * one.size:.1f}"
        style = _STYLES.get(one.kind, rf"\color[gray]{{{1 - one.ink:.2f}}}" if one.ink < 1 else "")
        text = rf"\fontsize{{{size}}}{{{size}}}\selectfont{style} {escaped(one.text)}"
        if one.is_word:
            text = rf"\makebox[{unit * one.span.width:.1f}pt][c]{{{text}}}"
        return at(left + one.span.left, one.y, text)

    def box(one: Box) -> str:
        wide, high = one.span.width, one.height
        rule = rf"\color{{{_COLOURS.get(one.kind)}}}\rule{{{unit * wide:.1f}pt}}{{{unit * high:.1f}pt}}"
        dashed = rf"\color{{clip}}\dashbox{{4}}({wide:.1f},{high:.0f}){{}}"
        return at(_NAMES + one.span.left, one.top + high, rule if one.kind in _COLOURS else dashed)

    def band(one: Band) -> Iterator[str]:
        """Both edges of a ribbon, each in two curves."""
        middle = (one.top + one.bottom) / 2
        for above, below in zip(one.above, one.below, strict=True):
            between = (above + below) / 2
            for x, y in ((above, one.top), (below, one.bottom)):
                bend = (x + between) / 2 if one.tint else x
                points = ((x, y), (bend, (y + middle) / 2), (between, middle))
                curve = "".join(f"({_NAMES + x:.1f},{piece.height - y:.1f})" for x, y in points)
                yield rf"{{\color{{credit}}\qbezier{curve}}}"

    def line(one: Line) -> Iterator[str]:
        """From point to point, as straight curves; TeX could not draw one that is all but a point."""
        for start, end in pairwise(one.points):
            if dist(start, end) < 1:
                continue
            dots = f"[{round(dist(start, end) / apart)}]" if (apart := _APART.get(one.kind)) else ""
            middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            curve = "".join(f"({_NAMES + x:.1f},{piece.height - y:.1f})" for x, y in (start, middle, end))
            yield rf"{{\color{{{_LINES.get(one.kind, 'black')}}}\qbezier{dots}{curve}}}"

    lines = [line for one in piece.bands for line in band(one)]
    lines += map(box, piece.boxes)
    lines += [part for one in piece.lines for part in line(one)]
    for left, labels in ((_NAMES, piece.labels), (0.0, piece.names), (_NAMES + piece.width, piece.shares)):
        lines += [label(one, left) for one in labels]
    size, body = f"({paper(piece) / unit:.0f},{piece.height:.0f})({_NAMES * (not piece.names)},0)", "%\n".join(lines)
    return f"{{\\setlength{{\\unitlength}}{{{unit:.4g}pt}}\\begin{{picture}}{size}%\n{body}%\n\\end{{picture}}}}"
