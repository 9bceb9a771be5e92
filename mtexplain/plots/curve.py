"""Draw a curve or a sum as a picture on axes, and captions as arrows in a plane."""

from collections.abc import Sequence
from math import hypot

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mtexplain.display.picture import Picture
from mtexplain.plots.figure import COLOURS, GREY, INK, SMALL, canvas, finished, styled
from mtexplain.plots.given import Arrow, cut
from mtexplain.plots.picture import UNIT, paint

_LARGER = 1.05
"""The size relative to a picture on a page."""
_NEAR, _LINE = 0.04, 0.1  # the distance of words from the tip of their arrow and their height, as shares of the plane


def curve(drawn: Picture, notes: str, ax: Axes | None) -> Figure:
    """Draw a curve or a sum, with the notes of its trace at the foot."""
    with styled():
        size = _LARGER * UNIT * drawn.width + 1.0, _LARGER * UNIT * drawn.height + 0.1
        ax = ax or canvas(*size, left=0.3, bottom=0.1, top=0.1, foot=notes)
        paint(ax, drawn, larger=_LARGER)
        return finished(ax, f"{drawn.alt} {notes}".strip())


def arrows(across: str, up: str, captions: Sequence[Arrow], ax: Axes | None) -> Figure:
    """Draw the reference in black and each candidate in a colour of its own, with the captions at the tips."""
    with styled():
        ax = ax or canvas(9, 4.6, left=0.5, bottom=0.6, top=0.15)
        most = max(max(arrow.x, arrow.y) for arrow in captions) or 1
        ax.set(xlim=(0, 2.6 * most), ylim=(0, 1.22 * most), xticks=[], yticks=[], aspect="equal")
        ax.set_xlabel(f"{cut(across)} →", loc="left", color=GREY)
        ax.set_ylabel(f"{cut(up)} →", loc="bottom", color=GREY)
        colours = dict(zip(captions, (INK, *COLOURS), strict=False))
        for arrow in sorted(captions, key=lambda arrow: -hypot(arrow.x, arrow.y)):  # the shortest on top
            head = {"arrowstyle": "-|>", "color": colours[arrow], "linewidth": 3, "shrinkA": 0, "shrinkB": 0}
            tip = arrow.x, arrow.y
            ax.annotate("", tip, (0, 0), arrowprops={**head, "mutation_scale": 22}, annotation_clip=False)
        heights: list[float] = []
        for caption, x, y, remark in sorted(captions, key=lambda arrow: -arrow.x):
            height = max(y / most, _NEAR)
            while any(abs(height - other) < _LINE for other in heights):
                height += _LINE  # above the words of an arrow that ends at the same height, further to the right
            heights.append(height)
            ax.text(x + _NEAR * most, height * most, f"{remark}: {caption}", size=SMALL, va="center", color=INK)
        texts = ". ".join(f"{arrow.remark}: {arrow.caption}" for arrow in captions)
        return finished(ax, f"The weight of {across} grows to the right and the weight of {up} upwards. {texts}")
