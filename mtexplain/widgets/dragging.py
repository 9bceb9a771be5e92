"""A scatter plot whose dots you can drag to feel what a single dot does to a correlation."""

from contextlib import suppress
from math import floor, log10
from typing import Any

from mtexplain.display import html
from mtexplain.display.charts import Scatter
from mtexplain.display.graphs import SCATTER
from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.judging.correlation import Pearson
from mtexplain.judging.measure import Measure
from mtexplain.widgets.live import Live, joined, traitlets


class Drag(Live):
    """A measure of agreement, with dots that you can move. Returned by `drag`; `trace` is the current measure.

    >>> from mtexplain import pearson
    >>> moved = drag(pearson([1, 2, 3], [1, 2, 3]))
    >>> moved.put = [2, 0, 0.5]
    >>> [float(y) for y in moved.trace.second], moved.trace.score
    ([1.0, 2.0, 2.0], 0.0)
    """

    _esm, _css = joined("make.js", "form.js", "drag.js"), html.style() + joined("make.css", "drag.css")

    trace: Measure
    frame = traitlets.List([SCATTER.left, SCATTER.right, SCATTER.top, SCATTER.bottom]).tag(sync=True)
    shown = traitlets.Unicode().tag(sync=True)
    put: Any = traitlets.List().tag(sync=True)  # the index of an item, and its new position as shares of both axes

    def __init__(self, trace: Measure) -> None:
        self.trace, self._bounds = trace, _scatter(trace).ends(0.5)
        super().__init__()
        self._show()

    def _show(self) -> None:
        picture = _scatter(self.trace)._replace(bounds=self._bounds)
        self.shown = html.framed([html.part(picture), html.headline(self.trace.headline)])

    @traitlets.observe("put")
    def _moved(self, change: traitlets.Bunch) -> None:
        match change["new"]:
            case [int(at), int(x) | float(x), int(y) | float(y)] if at in range(len(self.trace.names)):
                shares = zip(self._bounds, (x, y), strict=True)
                with suppress(InputError):  # the dot stays if the measure does not allow its new position
                    values = [
                        round(low + (high - low) * min(1, max(0, share)), 3 - floor(log10(high - low)))
                        for (low, high), share in shares
                    ]
                    self.trace = self.trace.with_item(self.trace.names[at], *values)
                    self._show()


def _scatter(trace: Measure) -> Scatter:
    """Return the scatter plot of the numbers, even for ranks, because a rank can't be moved by a little."""
    given: object = trace
    if isinstance(given, Measure) and not given.names:
        raise InputError("trace", "a correlation of no items", "at least one item")
    picture = given.picture if isinstance(given, Measure) else None
    if isinstance(picture, Scatter):
        picture = Pearson(trace.names, trace.first, trace.second, trace.titles).picture
    if not isinstance(picture, Scatter):
        raise InputTypeError("trace", described(trace), "a correlation", "Write drag(mtexplain.pearson(x, y)).")
    return picture


def drag(trace: Measure) -> Drag:
    """A scatter plot whose dots can be dragged with the mouse or moved with the arrow keys; the number follows.

    >>> from mtexplain import spearman
    >>> drag(spearman([1, 2, 3], [1, 2, 3])).trace.score
    1.0

    InputError (a TypeError) for anything but a correlation of numbers.
    """
    return Drag(trace)
