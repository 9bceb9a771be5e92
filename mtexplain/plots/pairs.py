"""The grid of numbers between two texts, with its path, drawn."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from mtexplain.display.charts import Grid
from mtexplain.plots.figure import GREY
from mtexplain.plots.words import cut, inches, written

_ON_PATH = "#d3e5f0"


def grid(axes: Axes, piece: Grid) -> None:
    """A square for each number: shaded on the path, bold where the two words are equal."""
    rows, columns = len(piece.cells), len(piece.cells[0])
    axes.set(xlim=(-0.5, columns - 0.5), ylim=(rows - 0.5, -0.5))
    axes.set_axis_off()
    for row, numbers in enumerate(piece.cells):
        for column, number in enumerate(numbers):
            here = (row, column)
            face = _ON_PATH if here in piece.path else "white"
            axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=face, edgecolor=GREY, linewidth=0.8))
            match = here in piece.matches
            arrow = "↖" if match and here in piece.path else ""
            axes.text(column, row, f"{arrow}{number}", ha="center", va="center", weight="bold" if match else "normal")
    for place, token in enumerate(piece.left.tokens, 1):
        axes.text(-0.6, place, _label(token), ha="right", va="center")
    for place, token in enumerate(piece.top.tokens, 1):
        axes.text(place, -0.6, _label(token), ha="left", va="bottom", rotation=45, rotation_mode="anchor")


def names(tokens: Sequence[str]) -> float:
    """How wide the longest of these words is, in inches."""
    return max((inches(_label(token)) for token in tokens), default=0)


def _label(token: str) -> str:
    return cut(written((token,)))
