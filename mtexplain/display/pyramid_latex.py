r"""A pyramid as a LaTeX `picture`, which needs no package but `color`: rules for bricks, curves for ribbons."""

from collections.abc import Callable, Iterator

from mtexplain.display.pyramid import Pyramid
from mtexplain.display.pyramid_layout import Band, Box, Label, lay_out

_UNIT = 0.6
"""Points a pixel."""
_NAMES, _SHARES = 90.0, 190.0
_COLOURS = {"credited": "credit", "length": "credit", "unmatched": "empty", "mark": "black"}
_STYLES = {
    "taken": r"\color{credit}\bfseries",
    "credited": r"\color{white}",
    "clipped": r"\color{clip}",
    "share": r"\bfseries",
    **dict.fromkeys(("unmatched", "name", "says"), r"\color{dim}"),
}


def paper(piece: Pyramid) -> float:
    """How wide it is drawn, in points."""
    return _UNIT * (_NAMES + lay_out(piece).width + _SHARES)


def pyramid(piece: Pyramid, escaped: Callable[[str], str]) -> str:
    """The whole picture. `escaped` makes text harmless, as LaTeX needs it."""
    laid = lay_out(piece)

    def at(x: float, y: float, what: str) -> str:
        """Something at a place that is counted from the top left."""
        return rf"\put({x:.1f},{laid.height - y:.1f}){{{what}}}"

    def label(one: Label, left: float) -> str:
        size = f"{_UNIT * max(one.size, 15):.1f}" if not one.is_word else f"{_UNIT * one.size:.1f}"
        text = rf"\fontsize{{{size}}}{{{size}}}\selectfont{_STYLES.get(one.kind, '')} {escaped(one.text)}"
        if one.is_word:
            text = rf"\makebox[{_UNIT * one.span.width:.1f}pt][c]{{{text}}}"
        return at(left + one.span.left, one.y, text)

    def box(one: Box) -> str:
        wide, high = one.span.width, one.height
        rule = rf"\color{{{_COLOURS.get(one.kind)}}}\rule{{{_UNIT * wide:.1f}pt}}{{{_UNIT * high:.1f}pt}}"
        dashed = rf"\color{{clip}}\dashbox{{4}}({wide:.1f},{high:.0f}){{}}"
        return at(_NAMES + one.span.left, one.top + high, rule if one.kind in _COLOURS else dashed)

    def band(one: Band) -> Iterator[str]:
        """Both edges of a ribbon, each in two curves."""
        middle = (one.top + one.bottom) / 2
        for above, below in zip(one.above, one.below, strict=True):
            between = (above + below) / 2
            for start, bend in (((above, one.top), above), ((below, one.bottom), below)):
                points = (start, (bend, (start[1] + middle) / 2), (between, middle))
                curve = "".join(f"({_NAMES + x:.1f},{laid.height - y:.1f})" for x, y in points)
                yield rf"{{\color{{credit}}\qbezier{curve}}}"

    lines = [line for one in laid.bands for line in band(one)]
    lines += map(box, laid.boxes)
    for left, labels in ((_NAMES, laid.labels), (0.0, laid.names), (_NAMES + laid.width, laid.shares)):
        lines += [label(one, left) for one in labels]
    size, body = f"({_NAMES + laid.width + _SHARES:.0f},{laid.height:.0f})", "%\n".join(lines)
    return f"{{\\setlength{{\\unitlength}}{{{_UNIT}pt}}\\begin{{picture}}{size}%\n{body}\\end{{picture}}}}"
