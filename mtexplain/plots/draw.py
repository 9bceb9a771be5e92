"""How bars and counts are drawn. Data in, marks on axes out; nothing is computed."""

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Patch

from mtexplain.display import plain
from mtexplain.display.charts import Bar
from mtexplain.plots.figure import BLUE, COLOURS, GREY, HATCHES, INK, RED, SIZE
from mtexplain.plots.words import inches

_SQUARE = 0.2  # inches: the smallest square that can be counted
_BLANK = {"facecolor": "white", "edgecolor": "none", "pad": 1}  # behind letters, so that no line strikes them out
_EARNS: dict[str, Any] = {"color": BLUE, "edgecolor": BLUE}
_LOST: dict[str, Any] = {"color": "white", "edgecolor": RED, "linestyle": (0, (2, 2))}


_LEAST = 7
"""The smallest letters that can be read, in points."""


def groups(axes: Axes, series: Sequence[Sequence[Bar]], names: Sequence[str], columns: int) -> None:
    """The bars of several series side by side; they differ by colour and by hatching, and are named above."""
    longest = max(series, key=len)
    _unit_scale(axes, len(longest))
    width = 0.84 / len(series)
    for number, bars in enumerate(series):
        for place, bar in enumerate(bars):
            _bar(axes, bar, place + (number + 0.5) * width - 0.42, width, COLOURS[number], HATCHES[number])
    for place, bar in enumerate(longest):
        _below(axes, place, _called(bar))
    if names:
        looks = zip(COLOURS, HATCHES, names, strict=False)
        handles = [Patch(facecolor=colour, hatch=hatch, edgecolor="white") for colour, hatch, _ in looks]
        blank = [" "] * len(names)  # matplotlib would leave out a name that begins with _
        legend = axes.legend(handles, blank, loc="lower right", bbox_to_anchor=(1, 1.02), ncols=columns, frameon=False)
        for text, name in zip(legend.get_texts(), names, strict=True):
            text.set_text(name)


def counts(axes: Axes, rows: Sequence[tuple[str, int, int]], title: str, more: str = "") -> None:
    """A row for each n-gram, given as (n-gram, count, clipped count): a square a time, filled where it earns credit."""
    _white(axes)
    remarks = [f"{clipped} of {count}" for _, count, clipped in rows]
    most = max((count for _, count, _ in rows), default=1)
    width, behind = _inches(axes), max(map(inches, remarks), default=0) + 0.2
    right = max(most * width / (width - behind), width / 0.46)  # room behind the longest row; square squares
    axes.set(xlim=(0, right), ylim=(max(len(rows) + bool(more), 1) - 0.5, -0.5))
    axes.set_axis_off()
    axes.set_title(title, loc="left", size=SIZE, weight="bold", color=INK, pad=14)
    unit = 1 if width / right >= _SQUARE else most  # too many to be counted: one long bar
    for place, ((name, count, clipped), remark) in enumerate(zip(rows, remarks, strict=True)):
        for start, end, style in ((0, clipped, _EARNS), (clipped, count, _LOST)):
            for left in range(start, end, unit):
                length, gap = min(unit, end - left), 0.1 if unit == 1 else 0
                axes.barh(place, length - gap, 0.72, left + gap / 2, linewidth=1.8, **style)
        axes.text(-0.012, place, name, ha="right", va="center", transform=axes.get_yaxis_transform())
        axes.text(count + 0.016 * right, place, remark, ha="left", va="center", color=GREY)
    if more:
        axes.text(0, len(rows), more, ha="left", va="center", color=GREY)


def _white(axes: Axes) -> None:
    """Axes as ours look, whatever style they were made in."""
    axes.set_facecolor("white")
    axes.grid(visible=False)
    axes.spines[["right", "top"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(GREY)


def _unit_scale(axes: Axes, places: int) -> None:
    """Room for bars from 0 to 1, with a thin line at 1."""
    _white(axes)
    axes.set(xlim=(-0.5, places - 0.5), ylim=(0, 1.12), xticks=[], yticks=[])
    axes.spines["left"].set_visible(False)
    axes.axhline(1, color=GREY, linewidth=1, linestyle=":")
    axes.annotate("1", (0, 1), (-4, 0), xycoords=axes.get_yaxis_transform(),
                  textcoords="offset points", ha="right", va="center", color=GREY)  # fmt: skip


def _bar(axes: Axes, bar: Bar, x: float, width: float, colour: str, hatch: str = "") -> None:
    """One bar with its number on top, which is a decimal where a fraction would be too small. No height, no bar."""
    if bar.height is not None:
        axes.bar([x], [bar.height], width * 0.94, color=colour, edgecolor=colour, linewidth=2.5)
        if hatch:  # a bar of its own, so that the colour stays where a site drops the pattern
            axes.bar([x], [bar.height], width * 0.94, fill=False, hatch=hatch, edgecolor="white", linewidth=0)
    room = (width * 1.3 if width > 0.5 else width * 0.95) * _pitch(axes)
    number = plain.drawn(bar.number)
    if bar.height is not None and _fitting(number, room) < _LEAST:
        number = f"{bar.height:.2f}"
    axes.text(x, (bar.height or 0) + 0.02, number, size=_fitting(number, room),
              ha="center", va="bottom", weight="bold", bbox=_BLANK)  # fmt: skip


def _called(bar: Bar) -> list[str]:
    """What a bar is called, in two lines: its letter and its name, or a name of two words."""
    return [plain.drawn(bar.label), bar.name] if bar.label else plain.drawn(bar.name).split(" ", 1)


def _fitting(number: str, room: float) -> float:
    """The size of a bold number: as large as there is room for, in inches."""
    return min(SIZE, 72 * room / (0.68 * max(1, len(number))))


def _below(axes: Axes, x: float, lines: Sequence[str], room: float = 0) -> None:
    """Lines under the axis, each on a base line of its own, so that neighbours stand level."""
    for number, line in enumerate(filter(None, lines)):
        size = min(SIZE, 72 * (room or 0.86 * _pitch(axes)) / (0.6 * len(line)))
        axes.annotate(line, (x, 0), (0, -24 - 24 * number), xycoords=axes.get_xaxis_transform(), size=size,
                      textcoords="offset points", ha="center", va="baseline")  # fmt: skip


def _pitch(axes: Axes) -> float:
    """How far two neighbours are from each other, in inches."""
    low, high = axes.get_xlim()
    return _inches(axes) / (high - low)


def _inches(axes: Axes, side: str = "width") -> float:
    """How wide the axes are, or how high."""
    return float(getattr(axes.bbox, side)) / axes.figure.dpi
