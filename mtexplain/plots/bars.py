"""Bars for numbers, and rows of squares for counts. These functions draw data on axes and compute nothing."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from mtexplain.display import plain
from mtexplain.display.charts import Bar
from mtexplain.metrics.bleu.records import Count
from mtexplain.plots.figure import BLUE, COLOURS, GREY, HATCHES, INK, RED, SIZE, canvas, finished, styled
from mtexplain.plots.given import Series, cut, inches, ngram_text

_SQUARE = 0.2  # the smallest square that can be counted, in inches
_ROW, _MOST_ROWS = 0.46, 24  # the height of a row in inches, and the most rows
_BLANK = {"facecolor": "white", "edgecolor": "none", "pad": 1}  # behind letters, so that no line crosses them out
_EARNS, _LOST = (BLUE, BLUE, "-"), ("white", RED, (0, (2, 2)))
"""The face, the edge and the line style of a square."""
_LEAST = 7
"""The size of the smallest legible letters, in points."""


def bars(series: Sequence[Series], notes: str, ax: Axes | None) -> Figure:
    """Draw the bars of several series side by side, with different colours and hatching, and with their names above."""
    names = [name for name, _, _ in series if name]
    notes = "" if names else notes
    columns = max(1, int(8.4 / (max(map(inches, names), default=0) + 0.9)))
    rows = -(-len(names) // columns)
    longest = max((bars for _, bars, _ in series), key=len)
    with styled():
        across, top = max(9, len(longest) * (0.5 * len(series) + 0.4)), 0.1 + 0.35 * rows + 0.15 * bool(rows)
        ax = ax or canvas(across, 3.7 + top, left=0.45, bottom=0.85, top=top, foot=notes)
        _white(ax)
        ax.set(xlim=(-0.5, len(longest) - 0.5), ylim=(0, 1.12), xticks=[], yticks=[])
        ax.spines["left"].set_visible(False)
        ax.axhline(1, color=GREY, linewidth=1, linestyle=":")
        ax.annotate("1", (0, 1), (-4, 0), xycoords=ax.get_yaxis_transform(),
                    textcoords="offset points", ha="right", va="center", color=GREY)  # fmt: skip
        width, pitch = 0.84 / len(series), _inches(ax) / len(longest)
        for number, (_, bars, _) in enumerate(series):
            for index, bar in enumerate(bars):
                _bar(ax, bar, index + (number + 0.5) * width - 0.42, width, pitch, COLOURS[number], HATCHES[number])
        for index, bar in enumerate(longest):
            _below(ax, index, bar, pitch)
        if names:
            _legend(ax, names, columns)
        alts = "; ".join(f"{name}: {alt}" if name else alt for name, _, alt in series)
        return finished(ax, ". ".join(filter(None, [alts, notes])))


def squares(title: str, counts: Sequence[Count], notes: str, ax: Axes | None) -> Figure:
    """Draw a row for each n-gram, with a square for each occurrence, filled if it earns credit."""
    rows = [(cut(ngram_text(row.ngram)), row.count, row.clipped) for row in counts[:_MOST_ROWS]]
    more = f"… and {left_out:,} more" if (left_out := len(counts) - _MOST_ROWS) > 0 else ""
    remarks = [f"{clipped} of {count}" for _, count, clipped in rows]
    lines = max(len(rows) + bool(more), 1)
    with styled():
        room = 0.3 + max((inches(name) for name, _, _ in rows), default=0)
        ax = ax or canvas(9, 0.75 + _ROW * lines, left=room, bottom=0.1, top=0.62, foot=notes)
        _white(ax)
        most = max((count for _, count, _ in rows), default=1)
        width, behind = _inches(ax), max(map(inches, remarks), default=0) + 0.2
        right = max(most * width / (width - behind), width / 0.46)  # room after the longest row, and true squares
        ax.set(xlim=(0, right), ylim=(lines - 0.5, -0.5))
        ax.set_axis_off()
        ax.set_title(title, loc="left", size=SIZE, weight="bold", color=INK, pad=14)
        unit = 1 if width / right >= _SQUARE else most  # too many to be counted, so a single bar
        gap = 0.1 if unit == 1 else 0
        for y, ((name, count, clipped), remark) in enumerate(zip(rows, remarks, strict=True)):
            for start, end, (face, edge, line) in ((0, clipped, _EARNS), (clipped, count, _LOST)):
                for left in range(start, end, unit):
                    length = min(unit, end - left) - gap
                    ax.barh(y, length, 0.72, left + gap / 2, linewidth=1.8, color=face, edgecolor=edge, linestyle=line)
            ax.text(-0.012, y, name, ha="right", va="center", transform=ax.get_yaxis_transform())
            ax.text(count + 0.016 * right, y, remark, ha="left", va="center", color=GREY)
        if more:
            ax.text(0, len(rows), more, ha="left", va="center", color=GREY)
        texts = [title, *(f"{name} {remark}" for (name, _, _), remark in zip(rows, remarks, strict=True)), more]
        return finished(ax, ". ".join(filter(None, ["; ".join(filter(None, texts)), notes])))


def _white(ax: Axes) -> None:
    """Give axes the style of this library, whatever style they were made in."""
    ax.set_facecolor("white")
    ax.grid(visible=False)
    ax.spines[["right", "top"]].set_visible(False)
    ax.spines[["left", "bottom"]].set_color(GREY)


def _bar(ax: Axes, bar: Bar, x: float, width: float, pitch: float, colour: str, hatch: str) -> None:
    """Draw a bar, if it has a height, and its number on top, as a decimal if a fraction would be too small to read."""
    if bar.height is not None:
        ax.bar([x], [bar.height], width * 0.94, color=colour, edgecolor=colour, linewidth=2.5)
        if hatch:  # a bar of its own, so that the colour stays if a site drops the pattern
            ax.bar([x], [bar.height], width * 0.94, fill=False, hatch=hatch, edgecolor="white", linewidth=0)
    room = (width * 1.3 if width > 0.5 else width * 0.95) * pitch
    number = plain.drawn(bar.number)
    if bar.height is not None and _fitting(number, room) < _LEAST:
        number = f"{bar.height:.2f}"
    ax.text(x, (bar.height or 0) + 0.02, number, size=_fitting(number, room),
            ha="center", va="bottom", weight="bold", bbox=_BLANK)  # fmt: skip


def _fitting(number: str, room: float) -> float:
    """Return the font size at which a bold number fits into a width given in inches."""
    return min(SIZE, 72 * room / (0.68 * max(1, len(number))))


def _below(ax: Axes, x: float, bar: Bar, pitch: float) -> None:
    """Write the name of a bar on two lines, as its letter and its name or as the two words of its name."""
    lines = [plain.drawn(bar.label), bar.name] if bar.label else plain.drawn(bar.name).split(" ", 1)
    for number, line in enumerate(filter(None, lines)):
        ax.annotate(line, (x, 0), (0, -24 - 24 * number), xycoords=ax.get_xaxis_transform(),
                    size=min(SIZE, 72 * 0.86 * pitch / (0.6 * len(line))),
                    textcoords="offset points", ha="center", va="baseline")  # fmt: skip


def _legend(ax: Axes, names: Sequence[str], columns: int) -> None:
    looks = zip(COLOURS, HATCHES, names, strict=False)
    handles = [Patch(facecolor=colour, hatch=hatch, edgecolor="white") for colour, hatch, _ in looks]
    blank = [" "] * len(names)  # matplotlib would leave out a name that begins with _
    legend = ax.legend(handles, blank, loc="lower right", bbox_to_anchor=(1, 1.02), ncols=columns, frameon=False)
    for text, name in zip(legend.get_texts(), names, strict=True):
        text.set_text(name)


def _inches(ax: Axes) -> float:
    """Return the width of the axes."""
    return ax.bbox.width / ax.figure.dpi
