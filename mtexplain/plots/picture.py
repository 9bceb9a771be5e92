"""Draw a picture of mtexplain/display on axes, with bands, boxes, lines and words in the same places as on a page."""

from typing import Literal

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, PathPatch
from matplotlib.path import Path

from mtexplain.display.picture import Band, Box, Label, Picture
from mtexplain.plots.figure import BLUE, GREY, INK, RED, canvas, finished, styled

UNIT = 0.0125
"""The number of inches per pixel."""
_NAMES = 110.0
"""The width of the column of names of rows, in pixels."""
_WIDER = 1.1
"""The width of its letters relative to a page."""
_EMPTY, _PALE = "#ececec", "#7fb8d8"
_BOXES = {"credited": (BLUE, BLUE), "clipped": ("white", RED), "unmatched": (_EMPTY, _EMPTY), "length": (_PALE, _PALE),
          "missing": ("white", GREY), "mark": (INK, INK), "here": (RED, RED)}  # fmt: skip
"""The face colour and the edge colour of each kind of box."""
_Dash = Literal["-"] | tuple[int, tuple[int, int]]
_LINES: dict[str, tuple[str, float, _Dash]] = {
    "rule": (GREY, 1.2, "-"),
    "strong": (INK, 2.4, "-"),
    "exact": (INK, 2.4, "-"),
    "stem": (INK, 2.4, (0, (3, 2))),
    "synonym": (INK, 2.4, (0, (1, 2))),
    "lost": (RED, 1.6, (0, (2, 1))),
    "curve": (BLUE, 2.4, "-"),
    "guide": (GREY, 1.2, (0, (2, 2))),
    "other": (GREY, 1.2, (0, (1, 3))),
}
"""The colour, the width and the dashes of each kind of line."""
_TINTS = BLUE, "#a83e00", "#00684d", "#8a3069", "#3d46a8", "#735a00"
_PALE_TINTS = "#d9eaf3", "#f6e2d9", "#d9e9e5", "#f0dfea", "#e1e2f2", "#ece8d9"
"""The colours of chunks."""
_LETTERS = {"taken": BLUE, "lost": RED, "credited": "white", "clipped": RED, "unmatched": GREY, "name": GREY,
            "says": GREY}  # fmt: skip


def picture(drawn: Picture, notes: str, ax: Axes | None) -> Figure:
    """Draw a picture with the names of its rows, and the notes of its trace at the foot."""
    width = UNIT * (_NAMES + drawn.width + drawn.room_for_shares) + 0.6
    with styled():
        ax = ax or canvas(width, UNIT * drawn.height + 0.2, left=0.3, bottom=0.1, top=0.1, foot=notes)
        paint(ax, drawn, names=_NAMES)
        return finished(ax, f"{drawn.alt} {notes}".strip())


def paint(ax: Axes, drawn: Picture, larger: float = 1.0, names: float = 0.0) -> None:
    """Draw a whole picture on axes that show nothing else. `names` is the width for the names of its rows."""
    ax.set(xlim=(-names, drawn.width + drawn.room_for_shares), ylim=(drawn.height, 0), aspect="equal")
    ax.set_axis_off()
    for band in drawn.bands:
        _band(ax, band)
    for box in drawn.boxes:
        _box(ax, box)
    for line in drawn.lines:
        colour, width, dash = _LINES[line.kind]
        colour = _TINTS[line.tint - 1] if line.tint else colour
        ax.plot(*zip(*line.points, strict=True), color=colour, linewidth=width, linestyle=dash)
    for left, labels in ((0.0, drawn.labels), (-names, drawn.names), (drawn.width, drawn.shares)):
        for label in labels:
            _label(ax, label, left, 72 * UNIT * larger)


def _band(ax: Axes, band: Band) -> None:
    (c, d), (a, b), (high, low), top, bottom = band.above, band.below, band.bends, band.top, band.bottom
    points = [(c, top), (c, high), (a, low), (a, bottom), (b, bottom), (b, low), (d, high), (d, top)]
    codes = [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO, *[Path.CURVE4] * 3]
    colour = _TINTS[band.tint - 1] if band.tint else BLUE
    ax.add_patch(PathPatch(Path(points, codes), facecolor=colour, alpha=0.16, linewidth=0))


def _box(ax: Axes, box: Box) -> None:
    face, edge = (_PALE_TINTS[box.tint - 1], _TINTS[box.tint - 1]) if box.tint else _BOXES[box.kind]
    style = f"round,pad=0,rounding_size={min(6.0, box.span.width / 2, box.height / 2)}"
    line = (0, (3, 2)) if face == "white" else "-"
    ax.add_patch(FancyBboxPatch((box.span.left, box.top), box.span.width, box.height, style, facecolor=face,
                                edgecolor=edge, linestyle=line, linewidth=1.6, alpha=box.ink))  # fmt: skip


def _label(ax: Axes, label: Label, left: float, unit: float) -> None:
    """Write a word in the middle of its place, smaller if it is too long; our own labels start at the left."""
    room = label.span.width / (_WIDER * max(label.width, 0.1)) if label.is_word else 1.0
    x, side = (label.span.middle, "center") if label.is_word else (label.span.left, "left")
    weight = "bold" if label.kind in ("taken", "share", "here") else "normal"
    colour = _TINTS[label.tint - 1] if label.tint else _LETTERS.get(label.kind, INK)
    size = unit * label.size * min(1.0, room)
    ax.text(left + x, label.y, label.text, size=size, ha=side, color=colour, alpha=label.ink, weight=weight)
