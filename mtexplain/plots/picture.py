"""The picture in which the whole score is visible, as a figure."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, PathPatch
from matplotlib.path import Path

from mtexplain.display.picture import Band, Box, Label, Picture
from mtexplain.display.score import Score
from mtexplain.plots import given, words
from mtexplain.plots.figure import BLUE, GREY, INK, RED, canvas, finished, styled

_NAMES = 110.0
_UNIT, _LARGER = 0.0125, 1.05
"""Inches a pixel; how much larger a graph is."""
_WIDER = 1.1
"""Its letters are wider than those of a page."""
_EMPTY, _PALE = "#ececec", "#7fb8d8"
_BOXES = {"credited": (BLUE, BLUE), "clipped": ("white", RED), "unmatched": (_EMPTY, _EMPTY), "length": (_PALE, _PALE),
          "missing": ("white", GREY), "mark": (INK, INK), "here": (RED, RED)}  # fmt: skip
"""The face and the edge of each kind of box."""
_LINES: dict[str, dict[str, Any]] = {
    "rule": {"color": GREY, "linewidth": 1.2},
    "strong": {"color": INK, "linewidth": 2.4},
    "exact": {"color": INK, "linewidth": 2.4},
    "stem": {"color": INK, "linewidth": 2.4, "linestyle": (0, (3, 2))},
    "synonym": {"color": INK, "linewidth": 2.4, "linestyle": (0, (1, 2))},
    "lost": {"color": RED, "linewidth": 1.6, "linestyle": (0, (2, 1))},
    "curve": {"color": BLUE, "linewidth": 2.4},
    "guide": {"color": GREY, "linewidth": 1.2, "linestyle": (0, (2, 2))},
    "other": {"color": GREY, "linewidth": 1.2, "linestyle": (0, (1, 3))},
}
_TINTS = BLUE, "#a83e00", "#00684d", "#8a3069", "#3d46a8", "#735a00"
_PALE_TINTS = "#d9eaf3", "#f6e2d9", "#d9e9e5", "#f0dfea", "#e1e2f2", "#ece8d9"
"""The colours of chunks."""
_LETTERS = {
    "taken": BLUE,
    "lost": RED,
    "credited": "white",
    "clipped": RED,
    "unmatched": GREY,
    "name": GREY,
    "says": GREY,
}


def plot_pyramid(trace: Score, *, ax: Axes | None = None) -> Figure:
    """The picture of a trace: for BLEU words as bricks, and each n-gram a brick that hangs where its words hang.

    >>> import mtexplain
    >>> plot_pyramid(mtexplain.bleu("the cat", ["the cat"], max_n=2))  # doctest: +NORMALIZE_WHITESPACE
    Each n-gram of the candidate as a brick, and how many earn credit: words 2/2; pairs 1/1.
    Length: 2 words, as many as the reference, × 1. Square root: 1.

    InputError where a trace has no such picture.
    """
    notes = words.notes(given.of_score(trace, ax))
    drawn = given.pyramid(trace)
    width = _NAMES + drawn.width + drawn.room_for_shares
    with styled():
        ax = ax or canvas(_UNIT * width + 0.6, _UNIT * drawn.height + 0.2, left=0.3, bottom=0.1, top=0.1, foot=notes)
        paint(ax, drawn, names=_NAMES)
        return finished(ax, f"{drawn.alt} {notes}".strip())


def plot_graph(drawn: Picture, notes: str, axes: Axes | None) -> Figure:
    """A curve or a sum, with the notes of its trace at the foot."""
    with styled():
        size = _LARGER * _UNIT * drawn.width + 1.0, _LARGER * _UNIT * drawn.height + 0.1
        axes = axes or canvas(*size, left=0.3, bottom=0.1, top=0.1, foot=notes)
        paint(axes, drawn, _LARGER)
        return finished(axes, f"{drawn.alt} {notes}".strip())


def paint(ax: Axes, drawn: Picture, larger: float = 1.0, names: float = 0.0) -> None:
    """All of a picture on axes that show nothing else; `names` is the room for those of its rows."""
    ax.set(xlim=(-names, drawn.width + drawn.room_for_shares), ylim=(drawn.height, 0), aspect="equal")
    ax.set_axis_off()
    for band in drawn.bands:
        _band(ax, band)
    for box in drawn.boxes:
        _box(ax, box)
    for line in drawn.lines:
        ax.plot(*zip(*line.points, strict=True), **{**_LINES[line.kind], **_colour(line.tint)})
    for left, labels in ((0.0, drawn.labels), (-names, drawn.names), (drawn.width, drawn.shares)):
        for label in labels:
            _label(ax, label, left, 72 * _UNIT * larger)


def _band(axes: Axes, one: Band) -> None:
    (c, d), (a, b), (high, low) = one.above, one.below, one.bends
    points = [(c, one.top), (c, high), (a, low), (a, one.bottom), (b, one.bottom), (b, low), (d, high), (d, one.top)]
    codes = [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO, *[Path.CURVE4] * 3]
    face = _colour(one.tint).get("color", BLUE)
    axes.add_patch(PathPatch(Path(points, codes), facecolor=face, alpha=0.16, linewidth=0))


def _colour(tint: int) -> dict[str, str]:
    """The colour of a chunk, where there is one."""
    return {"color": _TINTS[tint - 1]} if tint else {}


def _box(axes: Axes, one: Box) -> None:
    face, edge = _BOXES[one.kind]
    if one.tint:
        face, edge = _PALE_TINTS[one.tint - 1], _TINTS[one.tint - 1]
    style = f"round,pad=0,rounding_size={min(6.0, one.span.width / 2, one.height / 2)}"
    line = (0, (3, 2)) if face == "white" else "-"
    axes.add_patch(FancyBboxPatch((one.span.left, one.top), one.span.width, one.height, style, facecolor=face,
                                  edgecolor=edge, linestyle=line, linewidth=1.6, alpha=one.ink))  # fmt: skip


def _label(axes: Axes, one: Label, left: float, unit: float) -> None:
    """A word in the middle of its place, and smaller where it is longer; what is ours from the left."""
    room = one.span.width / (_WIDER * max(one.width, 0.1)) if one.is_word else 1.0
    x, side = (one.span.middle, "center") if one.is_word else (one.span.left, "left")
    weight = "bold" if one.kind in ("taken", "share", "here") else "normal"
    colour = _colour(one.tint).get("color", _LETTERS.get(one.kind, INK))
    size = unit * one.size * min(1.0, room)
    axes.text(left + x, one.y, one.text, size=size, ha=side, color=colour, alpha=one.ink, weight=weight)
