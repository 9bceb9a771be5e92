r"""A pyramid as a LaTeX `picture`, which needs no package but `color`: rules for bricks, curves for ribbons."""

from collections.abc import Callable, Iterator

from mtexplain.display.pyramid import Pyramid, Ruler
from mtexplain.display.pyramid_layout import HEIGHT, LINE, ROOM, STEP, Band, Box, Label, Span, lay_out

_UNIT = 0.6
"""Points a pixel."""
_EDGE, _SHARES, _RULER, _FOOT = 90.0, 120.0, 62.0, 6.0


def paper(piece: Pyramid) -> float:
    """How wide it is drawn, in points."""
    return _UNIT * (_EDGE + lay_out(piece).width + _SHARES)


def pyramid(piece: Pyramid, escaped: Callable[[str], str]) -> str:
    """The whole picture. `escaped` makes text harmless, as LaTeX needs it."""
    laid = lay_out(piece)
    height = laid.height + (_RULER if piece.ruler else _FOOT)

    def at(x: float, y: float, what: str) -> str:
        """Something at a place that is counted from the top left."""
        return rf"\put({x + _EDGE:.1f},{height - y:.1f}){{{what}}}"

    def word(text: str, span: Span, y: float, size: float, style: str) -> str:
        points = _UNIT * size
        told = rf"\fontsize{{{points:.1f}}}{{{points:.1f}}}\selectfont {style}{escaped(text)}"
        return at(span.left, y, rf"\makebox[{_UNIT * span.width:.1f}pt][c]{{{told}}}")

    def label(one: Label) -> str:
        return word(one.text, one.span, one.y, one.size, r"\color{credit}\bfseries " if one.is_taken else "")

    def box(one: Box) -> Iterator[str]:
        state, (left, _), y = one.brick.state, one.span, one.top + HEIGHT
        if state == "clipped":
            yield at(left, y, rf"\color{{clip}}\dashbox{{4}}({one.span.width:.1f},{HEIGHT:.0f}){{}}")
        else:
            size = f"{{{_UNIT * one.span.width:.1f}pt}}{{{_UNIT * HEIGHT:.1f}pt}}"
            yield at(left, y, rf"\color{{{'credit' if state == 'credited' else 'empty'}}}\rule{size}")
        if one.label:
            colour = {"credited": "white", "clipped": "clip"}.get(state, "dim")
            yield word(one.words, one.label.span, one.label.y, one.label.size, rf"\color{{{colour}}}")

    def band(one: Band) -> Iterator[str]:
        middle = (one.top + one.bottom) / 2
        for above, below in zip(one.above, one.below, strict=True):
            between = (above + below) / 2
            for (x, y), (bend, level), (end, last) in (
                ((above, one.top), (above, (one.top + middle) / 2), (between, middle)),
                ((between, middle), (below, (one.bottom + middle) / 2), (below, one.bottom)),
            ):
                points = ((x, y), (bend, level), (end, last))
                curve = "".join(f"({a + _EDGE:.1f},{height - b:.1f})" for a, b in points)
                yield rf"{{\color{{credit}}\qbezier{curve}}}"

    def ruler(one: Ruler) -> Iterator[str]:
        unit = min(40.0, (ROOM - 8) / max(one.length, float(one.wanted), 1))
        y, missing = laid.height + 26, unit * (float(one.wanted) - one.length)
        yield at(3, y, rf"\color{{credit}}\rule{{{_UNIT * unit * one.length:.1f}pt}}{{{_UNIT * 12:.1f}pt}}")
        if missing > 0:
            yield at(3 + unit * one.length, y, rf"\color{{clip}}\dashbox{{4}}({missing:.1f},12){{}}")
        yield at(3, y + 20, rf"\small\color{{dim}}{escaped(one.says)}")
        yield at(-_EDGE, y, r"\small\color{dim}length")
        yield at(laid.width + 14, y, rf"\bfseries$\times$ {escaped(one.factor)}")

    lines = [line for one in laid.bands for line in band(one)]
    lines += [*map(label, laid.labels), *(line for one in laid.boxes for line in box(one))]
    for place, text in enumerate(piece.others):
        lines.append(at(-_EDGE, LINE * place + 21, rf"\small\color{{dim}}{escaped(text.label)}"))
    for place, name in enumerate(piece.names):
        lines.append(at(-_EDGE, laid.top + STEP * place + 24, rf"\small\color{{dim}}{escaped(name)}"))
    for row, top in zip(piece.rows, laid.rows, strict=True):
        share = rf"{{\bfseries {escaped(row.share)}}}\quad{{\small\color{{dim}}{escaped(row.name)}}}"
        lines.append(at(laid.width + 14, top + 24, share))
    lines += ruler(piece.ruler) if piece.ruler else ()
    size = f"({_EDGE + laid.width + _SHARES:.0f},{height:.0f})"
    body = "%\n".join(lines)
    return f"{{\\setlength{{\\unitlength}}{{{_UNIT}pt}}\\begin{{picture}}{size}%\n{body}\\end{{picture}}}}"
