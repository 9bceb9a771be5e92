"""Graphs as pictures, such as a curve with a dot on it, several lines or bars, and a waterfall of summands."""

from collections.abc import Sequence
from math import isinf
from typing import NamedTuple

from mtexplain.display import plain
from mtexplain.display.charts import Curve, Drawing, Fall, Plot, Scatter, Waterfall, fitting
from mtexplain.display.formula import shown
from mtexplain.display.picture import TINTS, Box, Data, Label, Line, Picture, Sheet, Span, advance, say

_WIDTH, _HEIGHT, _ROW = 640.0, 220.0, 84.0
_SIZE, _BOLD, DOT = 14.0, 15.4, 12.0
"""The sizes of letters, of bold letters (which are wider) and of the dot."""
_TICK, _LABEL = 38.0, 70.0
"""The width that a number below the axis needs, and the width that a term needs."""


class Frame(NamedTuple):
    """The frame of a graph, with the edges at which its axes begin and end."""

    left: float = 40.0
    right: float = 620.0
    top: float = 37.0
    bottom: float = 165.0

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the position of a point that is given as shares of both axes.

        >>> Frame(0, 100, 0, 50).at(0.5, 1)
        (50.0, 0)
        """
        return self.left + (self.right - self.left) * x, self.bottom - (self.bottom - self.top) * y


SCATTER = Frame(96, 594, 58, 240)


def graph(drawing: Drawing) -> Picture:
    """Draw a curve, a plot, a waterfall or a scatter plot as a picture of its own."""
    if isinstance(drawing, Scatter):
        return _scatter(drawing, SCATTER)
    sheet, frame = Sheet(), Frame()
    if isinstance(drawing, Plot):  # the names of lines are to the right of their ends
        names = 0 if drawing.kind == "bars" else _SIZE * max(map(advance, drawing.series))
        frame = Frame(max(64, 12 + 1.3 * _SIZE * max(advance(drawing.low), advance(drawing.top))), frame.right - names)
    if isinstance(drawing, Curve | Plot):
        if isinstance(drawing, Curve):
            draw_curve(sheet, drawing, frame)
        else:
            _draw_plot(sheet, drawing, frame)
        end = frame.right - _SIZE * advance(drawing.x_label) / 2
        start = max(frame.left, _SIZE * advance(drawing.y_label) / 2)
        sheet.labels += [_said(drawing.y_label, start, frame.top - 22), _said(drawing.x_label, end, _HEIGHT - 6)]
    else:
        _draw_waterfall(sheet, drawing, frame)
    return sheet.picture(_WIDTH, _HEIGHT, drawing.alt, drawing.alt)


def plots(rows: Sequence[Sequence[Plot]]) -> Picture:
    """Draw small plots in rows and columns as one picture, with `y_label` above a plot and `x_label` to its left."""
    sheet, width = Sheet(), (_WIDTH - 20) / len(rows[0])
    for row, columns in enumerate(rows):
        for column, plot in enumerate(columns):
            left, top = column * width, 40 + row * _ROW
            _draw_plot(sheet, plot, Frame(left + 64, left + width - 36, top, top + _ROW - 22))
            sheet.labels.append(_said(plot.x_label, left + 30, top + _ROW / 2 - 6))
            sheet.labels.append(_said(plot.y_label, left + 14 + width / 2, 16))
    sheet.labels = [label for label in sheet.labels if label.text]
    alts = [plot.alt for columns in rows for plot in columns]
    return sheet.picture(_WIDTH, 56 + len(rows) * _ROW, " ".join(alts), "\n".join(alts))


def draw_curve(sheet: Sheet, curve: Curve, frame: Frame, data: Data = ()) -> None:
    """Draw a curve from y = 0 to its top, with the dot "here" and a mark at every guide.

    `data` are the attributes by which scripts find all of this.
    """
    x, y = here = dot(curve, frame, *curve.here)
    width, shift = _BOLD * advance(curve.here_label), -12 if curve.left else 12
    height = frame.top - 6 if curve.low else y - 22 * curve.rise
    span = Span(x + shift, x + shift + width).moved(-width * curve.left)
    sheet.labels.append(Label(curve.here_label, span, height, _SIZE, "here", data=data))
    sheet.lines.append(Line((frame.at(0, 1), frame.at(0, 0), frame.at(1, 0)), data=data))
    ends = (f"{curve.top:g}", frame.top), ("0", frame.bottom)
    sheet.labels += [_said(number, frame.left - 12, height + 5, data) for number, height in ends]
    for guide in curve.guides:
        at, height_there = dot(curve, frame, guide.x, guide.y or 0)
        if guide.y is not None:
            sheet.boxes.append(Box("mark", Span(at - 3, at + 3), height_there - 3, 6, data=data))
            continue
        parts = [(frame.top, frame.bottom)]
        if not curve.low and span.left < at < span.right:  # the line leaves room for the label
            parts = [(frame.top, max(frame.top, height - _SIZE)), (height + 5, frame.bottom)]
        kind = "guide" if guide.chosen else "other"
        sheet.lines += [Line(((at, top), (at, bottom)), kind, data=data) for top, bottom in parts]
    sheet.boxes.append(Box("here", Span(x - DOT / 2, x + DOT / 2), y - DOT / 2, DOT, data=data))
    for guide, row in fitting(curve.guides, _TICK / (frame.right - frame.left) * curve.most):
        at, _ = dot(curve, frame, guide.x, 0)
        sheet.labels.append(_said(guide.label, at, frame.bottom + 18 + 16 * row, data))
    if curve.low:
        sheet.lines.append(Line((here, (x, height)), data=data))
    sheet.lines.append(Line(tuple(dot(curve, frame, *point) for point in curve.points), "curve", data=data))


def dot(curve: Curve, frame: Frame, x: float, y: float) -> tuple[float, float]:
    """Return the position of a point of the curve."""
    return frame.at(x / curve.most, y / curve.top)


def _draw_plot(sheet: Sheet, plot: Plot, frame: Frame) -> None:
    """Draw every series, with its name at its end (for bars, above the highest bar), and then the guides."""
    named = []
    for number, (name, points) in enumerate(plot.series.items()):
        corners, tint = tuple(frame.at(*point) for point in points), number % TINTS + 1
        if plot.kind == "dots":
            sheet.boxes += [Box("mark", Span(x - 5, x + 5), y - 5, 10, tint=tint) for x, y in corners]
        else:
            sheet.lines.append(Line(corners, "curve", tint))
        bars = zip(corners[::2], corners[1::2], strict=True) if plot.kind == "bars" else ()
        sheet.boxes += [Box("length", Span(x, right), y, frame.bottom - y, tint=tint) for (x, y), (right, _) in bars]
        x, y = min(corners, key=lambda corner: corner[1]) if plot.kind == "bars" else corners[-1]
        half = _SIZE * advance(name) / 2
        place_of_name = (y - 6, min(x, frame.right - half)) if plot.kind == "bars" else (y + 5, x + 10 + half)
        named.append((*place_of_name, name, tint))
    lowest, names = 0.0, list[Label]()
    for y, x, name, tint in sorted(named):
        lowest = y if plot.kind == "bars" else max(y, lowest + 1.3 * _SIZE)  # on a narrow page they are larger
        names.append(_said(name, x, lowest)._replace(tint=tint))
    over = max(0.0, lowest - frame.bottom - 5)  # they stay beside their own plot
    sheet.labels += [label._replace(y=label.y - over) for label in names]
    for guide, row in fitting(plot.guides, 1.5 * _TICK / (frame.right - frame.left)):
        x, _ = frame.at(guide.x, 0)
        sheet.labels.append(_said(guide.label, x, frame.bottom + 18 + 16 * row))
        sheet.lines += [Line(((x, frame.top), (x, frame.bottom)), "guide")] if guide.chosen else []
    sheet.lines.append(Line((frame.at(0, 1), frame.at(0, 0), frame.at(1, 0))))
    for text, y in ((plot.top, frame.top), (plot.low, frame.bottom)):
        sheet.labels.append(_said(text, frame.left - 8 - _SIZE * advance(text) / 2, y + 5))


def _draw_waterfall(sheet: Sheet, waterfall: Waterfall, frame: Frame) -> None:
    """Draw the summands, each starting where the previous summand ended, and the sum.

    An infinite summand falls to the lower edge or rises to the upper edge.
    """
    high, low = waterfall.bounds()
    step = (frame.right - 40) / len(waterfall.falls)
    labelled = waterfall.labelled(int((frame.right - 40) // _LABEL))

    def level(value: float) -> float:
        return frame.at(0, (min(high, max(value, low)) - low) / (high - low))[1]

    sheet.lines.append(Line(((20.0, level(0)), (frame.right, level(0)))))
    for index, fall in enumerate(waterfall.falls):
        middle = 30 + (index + 0.5) * step
        top, bottom = level(max(fall.start, fall.end)), level(min(fall.start, fall.end))
        span = Span(middle - step * 0.3, middle + step * 0.3)
        sheet.boxes.append(Box(_kind(fall), span, top, max(bottom - top, 2)))
        if index in labelled:
            edge = level(0) if 0 < level(0) - bottom < 1.6 * _SIZE else bottom  # the axis does not cross the number
            sheet.labels.append(_said(plain.drawn(fall.number), middle, edge + 17)._replace(kind="here"))
            sheet.labels.append(_said(plain.drawn(fall.label), middle, frame.bottom + 40))


def _kind(fall: Fall) -> str:
    if fall.kind == "result":
        return "mark"
    return "here" if isinf(fall.end) or fall.kind == "loss" else "credited"


def _scatter(scatter: Scatter, frame: Frame) -> Picture:
    """Draw dots in a frame with the axes outside it, each with its smallest and its largest number."""
    (x_low, x_high), (y_low, y_high) = scatter.ends()
    points = [frame.at(_share(x, x_low, x_high), _share(y, y_low, y_high)) for x, y, _ in scatter.dots]
    left, bottom = frame.left - 2 * DOT, frame.bottom + 2 * DOT
    sheet = Sheet(lines=[Line(((left, frame.top - 2 * DOT), (left, bottom), (frame.right + 2 * DOT, bottom)))])
    for x in {x_low, x_high}:
        sheet.labels.append(_said(shown(x), frame.at(_share(x, x_low, x_high), 0)[0], bottom + 19))
    for y in {y_low, y_high}:
        sheet.labels.append(_said(shown(y), left / 2, frame.at(0, _share(y, y_low, y_high))[1] + 5))
    sheet.labels += [say(scatter.y_label, 8, 18, "says"), _said(scatter.x_label, (left + _WIDTH) / 2, bottom + 42)]
    sheet.boxes += [
        Box("credited", Span(x - 4, x + 4), y - 4, 8, data=(("at", at),)) for at, (x, y) in enumerate(points)
    ]
    taken = [Label("", box.span, box.top + 8, 8, "number") for box in sheet.boxes]
    for (x, y), (_, _, name) in zip(points, scatter.dots, strict=True):
        away = DOT + _SIZE * advance(name) / 2
        rows = (0, 1, -1, 2, -2, 3, -3, 4, -4) if name else ()
        tried = (_said(name, x + side * away, y + 5 + 18 * row) for row in rows for side in (1, -1))
        inside = (label for label in tried
                  if left < label.span.left and label.span.right < _WIDTH and 20 < label.y < bottom - 3)  # fmt: skip
        for label in [label for label in inside if not any(_meet(label, other) for other in taken)][:1]:
            taken.append(label)
            edge = label.span.left if label.span.left > x else label.span.right
            sheet.lines += [Line(((x, y), (edge, label.y - 5)), "other")] * (label.y != y + 5)
    sheet.labels += [label for label in taken if label.text]
    return sheet.picture(_WIDTH, bottom + 54, scatter.alt, scatter.alt)


def _share(value: float, low: float, high: float) -> float:
    """Return the position of a value between the lower end and the upper end, from 0 to 1."""
    return (value - low) / (high - low) if high > low else 0.5


def _meet(label: Label, other: Label) -> bool:
    """True if a label overlaps another."""
    beside = label.span.right < other.span.left or other.span.right < label.span.left
    return not beside and label.y > other.y - other.size and other.y > label.y - label.size


def _said(text: str, x: float, y: float, data: Data = ()) -> Label:
    """Return a label that is centred on a position."""
    half = _SIZE * advance(text) / 2
    return Label(text, Span(x - half, x + half), y, _SIZE, "number", data=data)
