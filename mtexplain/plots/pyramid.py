"""The picture in which the whole score is visible, as a figure: words as bricks, ribbons, the length."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, PathPatch
from matplotlib.path import Path

from mtexplain.display.pyramid import Pyramid, Ruler
from mtexplain.display.pyramid_layout import HEIGHT, LINE, ROOM, STEP, Band, Box, Label, Layout, advance, lay_out
from mtexplain.display.score import Score
from mtexplain.inputs import InputError
from mtexplain.plots import given, words
from mtexplain.plots.figure import BLUE, GREY, INK, RED, canvas, finished, styled

_EDGE, _SHARES, _RULER, _FOOT = 110.0, 150.0, 62.0, 6.0
_UNIT = 0.0125
"""Inches a pixel."""
_WIDER = 1.1
"""Its letters are wider than those of a page."""
_EMPTY = "#ececec"
_FACES = {"credited": (BLUE, BLUE, "white"), "clipped": ("white", RED, RED), "unmatched": (_EMPTY, _EMPTY, GREY)}
"""The face, the edge and the words of a brick."""


def plot_pyramid(trace: Score, *, ax: Axes | None = None) -> Figure:
    """Words as bricks, and each n-gram a brick that hangs where its words hang; with its fraction at the end of a row.

    >>> import mtexplain
    >>> plot_pyramid(mtexplain.bleu("the the cat on the mat", ["there is a cat on the mat"], max_n=2))
    Each n-gram of the candidate as a brick, and how many earn credit: words 4/6; pairs 3/5. Length: 6 words, 1 fewer than the reference, × 0.8465.

    InputError where a trace has no such picture.
    """  # noqa: E501
    notes = words.notes(given.of_score(trace, ax))
    piece = getattr(trace, "pyramid", None)
    if not isinstance(piece, Pyramid):
        got = f"a {type(trace).__name__}, which has none"
        raise InputError("trace", got, "the trace of a sentence by bleu, nist or rouge_n")
    laid = lay_out(piece)
    width, height = _EDGE + laid.width + _SHARES, laid.height + (_RULER if piece.ruler else _FOOT)
    with styled():
        ax = ax or canvas(_UNIT * width + 0.6, _UNIT * height + 0.2, left=0.3, bottom=0.1, top=0.1, foot=notes)
        ax.set(xlim=(-_EDGE, laid.width + _SHARES), ylim=(height, 0), aspect="equal")
        ax.set_axis_off()
        ax.set_facecolor("white")
        _draw(ax, piece, laid)
        return finished(ax, f"{piece.alt} {notes}".strip())


def _draw(axes: Axes, piece: Pyramid, laid: Layout) -> None:
    for band in laid.bands:
        _band(axes, band)
    for label in laid.labels:
        _word(axes, label, BLUE if label.is_taken else INK, "bold" if label.is_taken else "normal")
    for box in laid.boxes:
        _box(axes, box)
    for place, text in enumerate(piece.others):
        _say(axes, -_EDGE, LINE * place + 20, text.label)
    for place, name in enumerate(piece.names):
        _say(axes, -_EDGE, laid.top + STEP * place + 23, name)
    for row, top in zip(piece.rows, laid.rows, strict=True):
        _say(axes, laid.width + 14, top + 23, row.share, INK, 19, "bold")
        _say(axes, laid.width + _SHARES - 62, top + 23, row.name)
    if piece.ruler:
        _ruler(axes, piece.ruler, laid)


def _band(axes: Axes, one: Band) -> None:
    (c, d), (a, b), bend = one.above, one.below, (one.top + one.bottom) / 2
    points = [(c, one.top), (c, bend), (a, bend), (a, one.bottom), (b, one.bottom), (b, bend), (d, bend), (d, one.top)]
    codes = [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO, *[Path.CURVE4] * 3]
    axes.add_patch(PathPatch(Path(points, codes), facecolor=BLUE, alpha=0.16, linewidth=0))


def _box(axes: Axes, one: Box) -> None:
    face, edge, ink = _FACES[one.brick.state]
    style = "round,pad=0,rounding_size=6"
    axes.add_patch(FancyBboxPatch((one.span.left, one.top), one.span.width, HEIGHT, style, facecolor=face,
                                  edgecolor=edge, linestyle=(0, (3, 2)) if one.brick.state == "clipped" else "-",
                                  linewidth=1.6))  # fmt: skip
    if one.label:
        _word(axes, one.label, ink)


def _word(axes: Axes, one: Label, colour: str, weight: str = "normal") -> None:
    """A word in the middle of its place; one that is longer is written smaller."""
    room = one.span.width / (_WIDER * one.size * max(advance(one.text), 0.1))
    size = 72 * _UNIT * one.size * min(1.0, room)
    axes.text(one.span.middle, one.y, one.text, size=size, color=colour, weight=weight, ha="center", va="baseline")


def _say(
    axes: Axes, x: float, y: float, text: str, colour: str = GREY, size: float = 14, weight: str = "normal"
) -> None:
    axes.text(x, y, text, size=72 * _UNIT * size, color=colour, weight=weight, ha="left", va="baseline")


def _ruler(axes: Axes, ruler: Ruler, laid: Layout) -> None:
    """The length as a bar; what is missing is dashed, and a mark stands where a longer one could end."""
    unit = min(40.0, (ROOM - 8) / max(ruler.length, float(ruler.wanted), 1))
    y, end, wanted = laid.height + 14, unit * ruler.length, unit * float(ruler.wanted)
    bars: Sequence[tuple[float, float, str, str]] = [(3, end, BLUE, "-"), (end + 3, wanted - end, "white", "--")]
    for left, width, face, line in bars:
        if width > 0:
            edge = RED if face == "white" else BLUE
            axes.barh(y + 6, width, 12, left, color=face, edgecolor=edge, linestyle=line, linewidth=1.2,
                      alpha=1 if face == "white" else 0.5)  # fmt: skip
    if wanted < end:
        axes.plot([wanted + 3] * 2, [y - 4, y + 16], color=INK, linewidth=2)
    _say(axes, 3, y + 32, ruler.says)
    _say(axes, -_EDGE, y + 11, "length")
    _say(axes, laid.width + 14, y + 13, f"× {ruler.factor}", INK, 19, "bold")
