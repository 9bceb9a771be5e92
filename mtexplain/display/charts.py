"""The drawings of a step, as data: bars, a curve, a waterfall; a grid.

Each says in words (`alt`) what it shows.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import ceil, inf, isinf
from typing import NamedTuple

from mtexplain.display.formula import Formula, shown
from mtexplain.display.words import Words

_MOST, _GLANCE = 32, 9
"""Words on a side of what is drawn; a larger one is told. So many can be taken in at a glance."""
_BARS = 40


class Bar(NamedTuple):
    """A number as a bar: what it is called, the number, and its height from 0 to 1 (None: there is none)."""

    label: Formula
    name: str
    number: Formula
    height: float | None


class Guide(NamedTuple):
    """A place on the x axis that is marked: a reference length, say. `chosen` is the one that counts.

    It is marked by a line, or, where `y` says how high the curve is there, by a point.
    """

    x: float
    label: str
    chosen: bool = True
    y: float | None = None


class Curve(NamedTuple):
    """A curve through points, with "you are here" and guides at some x. `alt` says it in words.

    `top` is where the y axis ends. `stops` are the places to which the dot can be drawn, each with its label: other
    lengths, say.
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
        """True if "here" is near the x axis: its label then stands above the whole curve, where nothing crosses it."""
        return self.here[1] < 0.3 * self.top

    @property
    def left(self) -> bool:
        """True if the label of "here" stands to its left: far enough up the slope, or near the end of the plateau."""
        slope = not self.is_level and not (self.low or self.falls)
        return self.here[0] > self.most * (0.36 if slope else 0.7) and (self.low or not self.falls)

    @property
    def falls(self) -> bool:
        """True if the curve goes down from "here" on: the label then stands to its right, above the curve."""
        return any(y < self.here[1] for x, y in self.points if x > self.here[0])

    @property
    def is_level(self) -> bool:
        """True if the curve is as high elsewhere: on a plateau the label stands below it."""
        return any(y == self.here[1] for x, y in self.points if x != self.here[0])

    @property
    def rise(self) -> float:
        """By how many lines the label stands above "here", clear of the curve: it may also be below."""
        if self.falls:
            return 0.3
        return 0.0 if self.low or (self.left and not self.is_level) else -1.0


def fitting(guides: Iterable[Guide], room: float) -> list[tuple[Guide, int]]:
    """The guides whose labels fit, each with the row it stands in, 0 or 1; `room` is what a label takes on the x axis.

    The chosen one comes first, so that it is never left out.
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
    """Named series of points, as shares of both axes: "lines", "dots" or tops of "bars". y goes from `low` to `top`."""

    x_label: str
    y_label: str
    top: str
    series: Mapping[str, Sequence[tuple[float, float]]]
    guides: Sequence[Guide]
    alt: str
    kind: str = "lines"
    low: str = ""


def histogram(label: str, named: Mapping[str, Sequence[float]], marked: Sequence[float]) -> Plot | None:
    """The numbers of draws in which each value came up, and some values that are marked; None if all are the same."""
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
    return Plot(label, "draws", "", series, guides, f"In how many draws each {label}{of} came up.", "bars")


class Fall(NamedTuple):
    """One summand: what it is called, its number, and from where to where it takes the sum.

    `end` is -inf where it takes the sum down without end, and inf where it takes it up; `kind` is "part", "result", or
    "gain" or "loss" for a change.
    """

    label: Formula
    number: Formula
    start: float
    end: float
    kind: str = "part"


class Waterfall(NamedTuple):
    """Summands one after the other, each hanging where the one before it ended, and the sum. `alt` says it in words."""

    falls: tuple[Fall, ...]
    alt: str

    def labelled(self, most: int) -> list[int]:
        """The places of at most about so many falls that get a label: the first, some between, the last."""
        last = len(self.falls) - 1
        every = ceil(len(self.falls) / max(1, most))
        return [*(index for index in range(0, last, every) if last - index >= every), last]

    def bounds(self) -> tuple[float, float]:
        """The highest and the lowest level to draw, with room for a summand that has no end to rise or to fall."""
        ends = [end for fall in self.falls for end in (fall.start, fall.end) if not isinf(end)]
        high, low = max(ends, default=0.0), min(ends, default=0.0)
        rising, falling = (any(fall.end == end for fall in self.falls) for end in (inf, -inf))
        room = (high - low or 1) * 0.3
        return high + room * rising, low - room * (falling or (high == low and not rising))


class Scatter(NamedTuple):
    """A dot (x, y, name) for each item, its name beside it where there is room. `alt` says it in words.

    `bounds` are where the axes begin and end, if not at the smallest and the largest number.
    """

    x_label: str
    y_label: str
    dots: tuple[tuple[float, float, str], ...]
    alt: str
    bounds: tuple[tuple[float, float], ...] = ()

    def ends(self, room: float = 0) -> tuple[tuple[float, float], ...]:
        """Both ends of both axes, with `room` at either end, as a share of the way between them."""
        ends = []
        for numbers in list(zip(*self.dots, strict=True))[:2]:
            low, high = min(numbers), max(numbers)
            more = room * (high - low or 1)
            ends.append((low - more, high + more))
        return self.bounds or tuple(ends)


class Grid(NamedTuple):
    """A number for every beginning of the words at the left and every beginning of those at the top.

    `cells` has a row more than `left` has words, and a column more than `top`: the first of both stand for no words at
    all. `path` are the cells of a way through it, `matches` those whose two words are equal, both as pairs (row,
    column), from 0. `alt` says it in words. With `takes_over` an unequal cell has the larger of its neighbours.
    """

    top: Words
    left: Words
    cells: tuple[tuple[int, ...], ...]
    path: tuple[tuple[int, int], ...]
    matches: frozenset[tuple[int, int]]
    alt: str
    takes_over: bool = False

    def source(self, row: int, column: int) -> str:
        """An arrow to the cell that a number comes from: to both words before, to the one at the left, or above."""
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
        """True if there is room to draw it."""
        return max(len(self.top.tokens), len(self.left.tokens)) <= _MOST

    @property
    def is_small(self) -> bool:
        """True if all of it is seen at a glance."""
        return max(len(self.top.tokens), len(self.left.tokens)) <= _GLANCE

    def marked(self, row: int, column: int) -> str:
        """A number as text has it: * where the two words are equal, brackets where the path comes by."""
        number = f"{self.cells[row][column]}{'*' * ((row, column) in self.matches)}"
        return f"[{number}]" if (row, column) in self.path else number


Drawing = Curve | Waterfall | Scatter | Plot
"""The drawings that a text can't show: there, `alt` stands for them."""
