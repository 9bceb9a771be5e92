"""The drawings of a step as data, such as bars, a curve, a waterfall or a grid.

The `alt` of each drawing describes in words what it shows.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import ceil, inf, isinf
from typing import NamedTuple

from mtexplain.display.formula import Formula, shown
from mtexplain.display.words import Words

_MOST, _GLANCE = 32, 9
"""The most words on a side of a grid that is drawn, and of a grid that can be taken in at a glance."""
_BARS = 40


class Bar(NamedTuple):
    """A number as a bar, with its label, its name and its height from 0 to 1, or None if there is no bar."""

    label: Formula
    name: str
    number: Formula
    height: float | None


class Guide(NamedTuple):
    """A marked place on the x axis, such as a reference length. `chosen` is True for the place that counts.

    The mark is a line, or a point if `y` gives the height of the curve there.
    """

    x: float
    label: str
    chosen: bool = True
    y: float | None = None


class Curve(NamedTuple):
    """A curve through points, with a dot for "you are here" and guides at some x. `alt` describes it in words.

    `top` is the end of the y axis. `stops` are the points to which the dot can be dragged, such as other lengths, each
    with its label.
    """

    x_label: str
    y_label: str
    points: tuple[tuple[float, float], ...]
    here: tuple[float, float]
    here_label: str
    guides: tuple[Guide, ...]
    alt: str
    stops: tuple[tuple[float, float, str], ...] = ()
    top: float = 1.0

    @property
    def most(self) -> float:
        """The end of the x axis."""
        return max(x for x, _ in self.points) or 1

    @property
    def low(self) -> bool:
        """True if "here" is near the x axis. Its label is then above the whole curve, where nothing crosses it."""
        return self.here[1] < 0.3 * self.top

    @property
    def left(self) -> bool:
        """True if the label is to the left of "here", either far enough up the slope or near the end of the plateau."""
        slope = not self.is_level and not (self.low or self.falls)
        return self.here[0] > self.most * (0.36 if slope else 0.7) and (self.low or not self.falls)

    @property
    def falls(self) -> bool:
        """True if the curve falls after "here". The label is then to the right of "here", above the curve."""
        return any(y < self.here[1] for x, y in self.points if x > self.here[0])

    @property
    def is_level(self) -> bool:
        """True if the curve has the same height somewhere else, as on a plateau. The label is then below the curve."""
        return any(y == self.here[1] for x, y in self.points if x != self.here[0])

    @property
    def rise(self) -> float:
        """The number of lines by which the label is above "here", clear of the curve, or below it if negative."""
        if self.falls:
            return 0.3
        return 0.0 if self.low or (self.left and not self.is_level) else -1.0


def fitting(guides: Iterable[Guide], room: float) -> list[tuple[Guide, int]]:
    """Return the guides whose labels fit, each with the row of its label, which is 0 or 1.

    `room` is the width of a label on the x axis. The chosen guide comes first, so that it is never left out.
    """
    rows: tuple[list[float], list[float]] = [], []
    fitted = []
    for guide in sorted(guides, key=lambda guide: not guide.chosen):
        for number, row in enumerate(rows):
            if all(abs(guide.x - other) >= room for other in row):
                row.append(guide.x)
                fitted.append((guide, number))
                break
    return fitted


class Plot(NamedTuple):
    """Named series of points, given as shares of both axes, which are drawn as "lines", "dots" or the tops of "bars".

    `low` and `top` are the numbers at the ends of the y axis.
    """

    x_label: str
    y_label: str
    top: str
    series: Mapping[str, Sequence[tuple[float, float]]]
    guides: Sequence[Guide]
    alt: str
    kind: str = "lines"
    low: str = ""


def histogram(label: str, named: Mapping[str, Sequence[float]], marked: Sequence[float]) -> Plot | None:
    """Return a histogram of the values over all draws, with some values marked, or None if all values are equal."""
    low, high = min(values := [*chain(*named.values(), marked)]), max(values)
    if low == high:
        return None
    counts = {name: Counter(min(int((value - low) / (high - low) * _BARS), _BARS - 1) for value in values)
              for name, values in named.items()}  # fmt: skip
    top = max(chain(*(bars.values() for bars in counts.values())))
    series = {name: [((bar + end) / _BARS, bars[bar] / top) for bar in range(_BARS) for end in (0, 1)]
              for name, bars in counts.items()}  # fmt: skip
    guides = [Guide((value - low) / (high - low), shown(value), True) for value in dict.fromkeys(marked)]
    of = f" of {' and '.join(named)}" if len(named) > 1 else ""
    return Plot(label, "draws", "", series, guides, f"How many draws gave each {label}{of}.", "bars")


class Fall(NamedTuple):
    """A summand, with its label, its number, and the sum before it (`start`) and after it (`end`).

    `end` is -inf or inf if the summand is infinite. `kind` is "part" or "result", or "gain" or "loss" for a change.
    """

    label: Formula
    number: Formula
    start: float
    end: float
    kind: str = "part"


class Waterfall(NamedTuple):
    """Summands in a row, each starting where the previous summand ended, and the sum. `alt` describes it in words."""

    falls: tuple[Fall, ...]
    alt: str

    def labelled(self, most: int) -> list[int]:
        """Return the indices of the falls that get a label, about `most` in number, from the first to the last."""
        last = len(self.falls) - 1
        every = ceil(len(self.falls) / max(1, most))
        return [*(index for index in range(0, last, every) if last - index >= every), last]

    def bounds(self) -> tuple[float, float]:
        """Return the highest and the lowest level to draw, with room for an infinite summand to rise or to fall."""
        ends = [end for fall in self.falls for end in (fall.start, fall.end) if not isinf(end)]
        high, low = max(ends, default=0.0), min(ends, default=0.0)
        rising, falling = (any(fall.end == end for fall in self.falls) for end in (inf, -inf))
        room = (high - low or 1) * 0.3
        return high + room * rising, low - room * (falling or (high == low and not rising))


class Scatter(NamedTuple):
    """A dot (x, y, name) for each item, with its name beside it if there is room. `alt` describes it in words.

    `bounds` are the ends of the axes, if these are not the smallest and the largest number.
    """

    x_label: str
    y_label: str
    dots: tuple[tuple[float, float, str], ...]
    alt: str
    bounds: tuple[tuple[float, float], ...] = ()

    def ends(self, room: float = 0) -> tuple[tuple[float, float], ...]:
        """Return both ends of both axes. `room` is added at either end, as a share of the distance between them."""
        ends = []
        for numbers in list(zip(*self.dots, strict=True))[:2]:
            low, high = min(numbers), max(numbers)
            more = room * (high - low or 1)
            ends.append((low - more, high + more))
        return self.bounds or tuple(ends)


class Grid(NamedTuple):
    """A number for each pair of a prefix of the words on the left and a prefix of the words at the top.

    `cells` has one more row than `left` has words and one more column than `top`, because the first row and the first
    column are for the empty prefix. `path` contains the cells of a path through the grid, and `matches` the cells whose
    two words are equal, both as pairs (row, column) from 0. `alt` describes it in words. With `takes_over`, a cell with
    two different words takes the larger of the numbers above it and to its left.
    """

    top: Words
    left: Words
    cells: tuple[tuple[int, ...], ...]
    path: tuple[tuple[int, int], ...]
    matches: frozenset[tuple[int, int]]
    alt: str
    takes_over: bool = False

    def source(self, row: int, column: int) -> str:
        """Return an arrow to the cell that a number comes from, which is above, to the left, or both."""
        if not (self.takes_over and row and column):
            return "↖" if (row, column) in self.matches and (row, column) in self.path else ""
        if self.left.tokens[row - 1] == self.top.tokens[column - 1]:
            return "↖"
        if not self.cells[row][column]:
            return ""
        return "↑" if self.cells[row - 1][column] == self.cells[row][column] else "←"

    @property
    def in_words(self) -> str:
        """The content in words, with every number."""
        rows = "; ".join(" ".join(map(str, row)) for row in self.cells)
        return f"{self.alt} Row by row: {rows}."

    @property
    def fits(self) -> bool:
        """True if it is small enough to be drawn."""
        return max(len(self.top.tokens), len(self.left.tokens)) <= _MOST

    @property
    def is_small(self) -> bool:
        """True if it can be taken in at a glance."""
        return max(len(self.top.tokens), len(self.left.tokens)) <= _GLANCE

    def marked(self, row: int, column: int) -> str:
        """Return a number as in text, with * if the two words are equal and brackets if the cell is on the path."""
        number = f"{self.cells[row][column]}{'*' * ((row, column) in self.matches)}"
        return f"[{number}]" if (row, column) in self.path else number


Drawing = Curve | Waterfall | Scatter | Plot
"""The drawings that cannot be shown as text. Their `alt` is written instead."""
