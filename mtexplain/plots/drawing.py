"""How each part is drawn: bars, counts, the curve, the waterfall. Data in, marks on axes out; nothing is computed."""

from collections.abc import Sequence
from math import ceil, isinf
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.patches import Ellipse

from mtexplain.display import plain
from mtexplain.display.parts import Bar, Curve, Waterfall
from mtexplain.plots.picture import BLUE, COLOURS, GREY, HATCHES, INK, RED, SIZE

_SIGNS = {"": "", ">": "→", "*": "×", "=": "="}
_EARNS: dict[str, Any] = {"color": BLUE, "edgecolor": BLUE}
_LOST: dict[str, Any] = {"color": "white", "edgecolor": RED, "linestyle": (0, (2, 2))}
_MOST_UNITS = 40  # counts up to here are drawn as squares that can be counted


def factors(axes: Axes, bars: Sequence[Bar]) -> None:
    """Bars in a row, each with its number on top and its name below, and the signs between them."""
    _unit_scale(axes, len(bars))
    for place, bar in enumerate(bars):
        _bar(axes, bar, place, 0.64, BLUE)
        _below(axes, place, [plain.drawn(bar.label), *bar.name.split(" ", 1)])
        _below(axes, place - 0.5, [_SIGNS[bar.joined]])


def groups(axes: Axes, series: Sequence[Sequence[Bar]], names: Sequence[str]) -> None:
    """The bars of several series side by side; they differ by colour and by hatching."""
    longest = max(series, key=len)
    _unit_scale(axes, len(longest))
    width = 0.84 / len(series)
    handles: list[Artist] = []
    for number, bars in enumerate(series):
        colour, hatch = COLOURS[number % len(COLOURS)], HATCHES[number % len(HATCHES)]
        for place, bar in enumerate(bars):
            _bar(axes, bar, place + (number + 0.5) * width - 0.42, width * 0.94, colour, hatch)
        handles += axes.bar([0], [0], color=colour, hatch=hatch, edgecolor="white")
    for place, bar in enumerate(longest):
        _below(axes, place, [plain.drawn(bar.label), bar.name])
    if names:
        legend = axes.legend(handles, names, loc="lower right", bbox_to_anchor=(1, 1.02), ncols=3, frameon=False)
        for text, name in zip(legend.get_texts(), names, strict=True):
            text.set_text(name)


def counts(axes: Axes, rows: Sequence[tuple[str, int, int]], title: str, more: str = "") -> None:
    """A row for each n-gram, given as (n-gram, count, clipped count): a square a time, filled where it earns credit."""
    most = max((count for _, count, _ in rows), default=1)
    width = _inches(axes)
    right = max(most * (1 + 1.1 / (width - 1.1)), width / 0.46)  # room for "2 of 7" behind the longest; square squares
    axes.set(xlim=(0, right), ylim=(max(len(rows) + bool(more), 1) - 0.5, -0.5))
    axes.set_axis_off()
    axes.set_title(title, loc="left", size=SIZE, weight="bold", pad=14)
    unit = 1 if most <= _MOST_UNITS else most  # too many to be counted: one long bar
    for place, (name, count, clipped) in enumerate(rows):
        for start, end, style in ((0, clipped, _EARNS), (clipped, count, _LOST)):
            for left in range(start, end, unit):
                axes.barh(place, min(unit, end - left) - 0.1, 0.72, left + 0.05, linewidth=1.8, **style)
        axes.text(-0.012, place, name, ha="right", va="center", transform=axes.get_yaxis_transform())
        axes.text(count + 0.016 * right, place, f"{clipped} of {count}", ha="left", va="center", color=GREY)
    if more:
        axes.text(0, len(rows), more, ha="left", va="center", color=GREY)


def curve(axes: Axes, piece: Curve) -> None:
    """The curve, "you are here", and a line at every guide."""
    most = max(x for x, _ in piece.points) or 1
    axes.set(xlim=(0, most), ylim=(0, 1.12), yticks=[], xticks=[])
    for level in (0, 1):
        axes.annotate(str(level), (0, level), (-10, 0), textcoords="offset points", ha="right", va="center")
    axes.spines["left"].set_bounds(0, 1)
    rows: tuple[list[float], list[float]] = [], []
    for guide in sorted(piece.guides, key=lambda guide: not guide.chosen):  # r first: its label stands in the first row
        line, weight = ("--", "bold") if guide.chosen else (":", "normal")
        axes.plot([guide.x, guide.x], [0, 1], line, color=GREY, linewidth=1.8)
        free = [row for row in rows if all(abs(guide.x - other) >= 0.08 * most for other in row)]
        if free:
            free[0].append(guide.x)
            axes.annotate(guide.label, (guide.x, 0), (0, -24 if free[0] is rows[0] else -46), weight=weight,
                          textcoords="offset points", ha="center", va="baseline")  # fmt: skip
    axes.plot(*zip(*piece.points, strict=True), color=BLUE, linewidth=3.5, solid_joinstyle="round")
    x, y = piece.here
    size = 0.2  # inches
    axes.add_patch(Ellipse((x, y), most * size / _inches(axes), 1.12 * size / _inches(axes, "height"),
                           color=RED, clip_on=False, zorder=4))  # fmt: skip
    rising = y < 1  # on the slope there is room to the left of the line, on the plateau below it
    left = x > most * (0.36 if rising else 0.7)
    shift, drop = (-14 if left else 14), (0 if rising and left else -22)
    axes.annotate(piece.here_label, (x, y), (shift, drop), textcoords="offset points", weight="bold", zorder=3,
                  ha="right" if left else "left", va="center",
                  bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})  # fmt: skip
    axes.text(0, 1.1, piece.y_label, ha="center", va="bottom")
    axes.annotate(piece.x_label, (most, 0), (0, -64), textcoords="offset points", ha="right", va="baseline")


def waterfall(axes: Axes, piece: Waterfall) -> None:
    """Summands that hang one from the other, and the sum; one without end falls to the lower edge."""
    high, low = piece.bounds()
    edge = max(0.5, 0.6 * len(piece.falls) / _inches(axes))  # room for half a label
    bottom = low - 0.12 * (high - low)
    axes.set(xlim=(-edge, len(piece.falls) - 1 + edge), ylim=(bottom, high), xticks=[], yticks=[])
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.axhline(0, color=GREY, linewidth=1.5)
    every = ceil(len(piece.falls) * 1.4 / _inches(axes))  # so many terms that not each can have its label
    for place, fall in enumerate(piece.falls):
        top, bottom = (max(value, low) for value in (max(fall.start, fall.end), min(fall.start, fall.end)))
        colour = INK if fall.kind == "result" else RED if isinf(fall.end) else BLUE
        axes.bar([place], [top - bottom], 0.64, bottom, color=colour, linewidth=1.5, edgecolor=colour)
        if fall.kind == "result" or (place % every == 0 and place + every < len(piece.falls)) or every == 1:
            number = plain.drawn(fall.number)
            axes.text(place, bottom - 0.02 * (high - low), number, ha="center", va="top", weight="bold")
            _below(axes, place, plain.drawn(fall.label).replace(" · ", " ·\n").split("\n"))


def _unit_scale(axes: Axes, places: int) -> None:
    """Room for bars from 0 to 1, with a thin line at 1."""
    axes.set(xlim=(-0.5, places - 0.5), ylim=(0, 1.12), xticks=[], yticks=[])
    axes.spines["left"].set_visible(False)
    axes.axhline(1, color=GREY, linewidth=1, linestyle=":")
    axes.text(-0.52, 1, "1", ha="right", va="center", color=GREY)


def _bar(axes: Axes, bar: Bar, x: float, width: float, colour: str, hatch: str = "") -> None:
    """One bar with its number on top: filled, hollow for a factor, black for the result. No height, no bar."""
    face = {"part": colour, "factor": "white", "result": INK}[bar.kind]
    edge = "white" if hatch else colour if bar.kind == "factor" else face
    axes.bar([x], [bar.height or 0], width, color=face, edgecolor=edge, hatch=hatch, linewidth=2.5)
    number = plain.drawn(bar.number)
    low, high = axes.get_xlim()
    room = width * 1.4 * _inches(axes) / (high - low)
    size = min(SIZE, 72 * room / (0.66 * max(1, len(number))))
    axes.text(x, (bar.height or 0) + 0.02, number, ha="center", va="bottom", size=size, weight="bold")


def _below(axes: Axes, x: float, lines: Sequence[str]) -> None:
    """Lines under the axis, each on a base line of its own, so that neighbours stand level."""
    for number, line in enumerate(filter(None, lines)):
        axes.annotate(line, (x, 0), (0, -24 - 24 * number), xycoords=axes.get_xaxis_transform(),
                      textcoords="offset points", ha="center", va="baseline")  # fmt: skip


def _inches(axes: Axes, side: str = "width") -> float:
    """How wide the axes are, or how high."""
    return float(getattr(axes.bbox, side)) / axes.figure.dpi
