"""What stands between two rows of words, drawn: the grid of numbers with its path, the links of an alignment."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from mtexplain.display.charts import Alignment, Grid
from mtexplain.plots.figure import BLUE, GREY, INK, RED
from mtexplain.plots.words import cut, inches, written

_ON_PATH = "#d3e5f0"
_LOOKS = {"exact": (BLUE, "-"), "stem": (RED, "--"), "synonym": (INK, ":")}
_GAP, _LEAST = 0.35, 0.45  # inches between two words, and the least a word takes


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


def alignment(axes: Axes, piece: Alignment) -> None:
    """Two rows of words, a line for each link, and each run of neighbours with its number."""
    top, bottom = _middles(piece.top.tokens), _middles(piece.bottom.tokens)
    axes.set(xlim=(0, room(piece)), ylim=(0, 1))
    axes.set_axis_off()
    for link in piece.links:
        colour, dashes = _LOOKS.get(link.kind, _LOOKS["synonym"])
        ends = [top[link.top][0], bottom[link.bottom][0]]
        axes.plot(ends, [0.74, 0.26], color=colour, linestyle=dashes, linewidth=2.5)
    for tokens, middles, y in ((piece.top.tokens, top, 0.8), (piece.bottom.tokens, bottom, 0.2)):
        for token, (middle, _) in zip(tokens, middles, strict=True):
            axes.text(middle, y, _label(token), ha="center", va="center")
    for chunk in dict.fromkeys(link.chunk for link in piece.links):
        links = [link for link in piece.links if link.chunk == chunk]
        _run(axes, chunk, [top[link.top] for link in links], 0.88, 0.95)
        _run(axes, chunk, [bottom[link.bottom] for link in links], 0.12, 0.05)


def room(piece: Alignment) -> float:
    """How wide the longer row of words is, in inches."""
    return max(middle + half for middle, half in (*_middles(piece.top.tokens), *_middles(piece.bottom.tokens), (3, 0)))


def _middles(tokens: Sequence[str]) -> list[tuple[float, float]]:
    """Where the middle of each word is, and half of its width."""
    found, x = [], 0.0
    for token in tokens:
        width = max(_LEAST, inches(_label(token)))
        found.append((x + width / 2, width / 2))
        x += width + _GAP
    return found


def _run(axes: Axes, chunk: int, words: Sequence[tuple[float, float]], y: float, number: float) -> None:
    left, right = min(middle - half for middle, half in words), max(middle + half for middle, half in words)
    axes.plot([left, right], [y, y], color=GREY, linewidth=1.5)
    axes.text((left + right) / 2, number, str(chunk), ha="center", va="center", color=GREY)


def _label(token: str) -> str:
    return cut(written((token,)))
