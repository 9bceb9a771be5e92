"""Figures of a trace, for the screen at the front of a room: large type, no clutter, colours all eyes can tell apart.

They draw the same parts as the views of a trace, so no number can differ. They need matplotlib, which is loaded when
the first of them is asked for.
"""

import unicodedata
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mtexplain.display.parts import Bar, Words
from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.metrics.bleu import Bleu, CorpusBleu, pictures
from mtexplain.plots import drawing
from mtexplain.plots.picture import canvas, finished, styled

Score = Bleu | CorpusBleu

_MOST_ROWS, _MOST_ORDERS, _MOST_NOTES = 24, 10, 2
_ROW, _WIDEST = 0.46, 30  # a row of a picture in inches; the longest label in letters
_TRACE = "a trace: mtexplain.bleu(candidate, references), or mtexplain.corpus_bleu(...)"


def plot_score(trace: Score, *, log: bool = False, ax: Axes | None = None) -> Figure:
    """The factors of a score as bars: p_1 to p_N, their root, BP and the score, each from 0 to 1 (section 2.3).

    With `log=True` the same as a sum: log BP and each w_n log p_n hang one from the other, down to log BLEU.

    >>> import mtexplain
    >>> plot_score(mtexplain.bleu("the the cat on the mat", ["there is a cat on the mat"]))
    p_1 4/6, p_2 3/5, p_3 2/4, p_4 1/3; fourth root 0.5081; BP 0.8465; BLEU 0.4301

    InputError (a TypeError) where `trace` is no trace. All four figures return a matplotlib Figure; given `ax`, they
    draw there, and return the figure it belongs to.
    """
    notes = _notes(_checked(trace, ax))
    with styled():
        if log:
            falls = pictures.logarithms(trace)
            ax = ax or canvas(min(max(9, 1.4 * len(falls.falls)), 16), 4.2, left=0.3, bottom=0.9, top=0.1, foot=notes)
            drawing.waterfall(ax, falls)
            return finished(ax, f"{falls.alt} {notes}".strip())
        parts = pictures.factors(trace)
        bars = _short(parts.bars, keep=3)
        ax = ax or canvas(max(9, 1.28 * len(bars)), 4.0, left=0.45, bottom=1.0, top=0.1, foot=notes)
        drawing.factors(ax, bars)
        return finished(ax, f"{parts.alt}. {notes}" if notes else parts.alt)


def plot_precisions(*traces: Score, labels: Sequence[str] | None = None, ax: Axes | None = None) -> Figure:
    """The precisions p_1 to p_N as bars from 0 to 1; of several traces side by side, so that they can be compared.

    `labels` names the traces: "candidate 1", "candidate 2" and so on, where it is not given.

    >>> import mtexplain
    >>> plot_precisions(mtexplain.bleu("the the cat", ["the cat"]))
    p_1 2/3, p_2 1/2, p_3 0/1, p_4 0/0

    InputError where there is no trace, and where there are more or fewer labels than traces.
    """
    if not traces:
        raise InputError("traces", "none", "at least one trace", "Write plot_precisions(trace).")
    names = [f"candidate {number}" for number in range(1, len(traces) + 1)] if labels is None else list(labels)
    if len(names) != len(traces):
        raise InputError("labels", f"{len(names)} for {len(traces)} traces", "one label for each trace")
    series = [pictures.precisions(_checked(trace, ax)) for trace in traces]
    one = len(traces) == 1 and labels is None
    alts = [parts.alt if one else f"{name}: {parts.alt}" for name, parts in zip(names, series, strict=True)]
    with styled():
        ax = ax or canvas(9, 3.8 + 0.5 * (not one), left=0.45, bottom=0.85, top=0.1 + 0.5 * (not one))
        drawing.groups(ax, [_short(parts.bars) for parts in series], [] if one else [_cut(name) for name in names])
        return finished(ax, "; ".join(alts))


def plot_brevity_penalty(trace: Score, *, ax: Axes | None = None) -> Figure:
    """BP over the candidate length c, from 0 to 1: the curve, where this candidate stands on it, and every reference.

    The references of a corpus only add up, so there only their sum r is marked (section 2.2.2).

    >>> import mtexplain
    >>> plot_brevity_penalty(mtexplain.bleu("the cat", ["the cat"]))
    The brevity penalty over the candidate length: it rises to 1 at r = 2. Here c = 2: BP = 1.
    """
    piece = pictures.brevity(_checked(trace, ax))
    with styled():
        ax = ax or canvas(9, 3.8, left=0.45, bottom=1.0, top=0.3)
        drawing.curve(ax, piece)
        return finished(ax, piece.alt)


def plot_clipping(trace: Score, n: int = 1, *, ax: Axes | None = None) -> Figure:
    """The count of each n-gram against its clipped count: a square for each time it occurs, filled where it earns.

    `trace` is that of one segment, since clipping happens segment by segment; `n` is the order, 1 for words.

    >>> import mtexplain
    >>> plot_clipping(mtexplain.bleu("the the cat", ["the cat"]))
    Words: 2 of 3 earn credit; the 1 of 2; cat 1 of 1
    """
    if isinstance(trace, CorpusBleu):
        raise InputTypeError("trace", "that of a corpus", "that of one segment", "Write corpus.segments[0].")
    orders = _checked(trace, ax).precisions
    if type(n) is not int or not 1 <= n <= len(orders):
        raise InputError("n", described(n), f"an order from 1 to {len(orders)}")
    order = orders[n - 1]
    rows = [(_cut(_written(row.ngram)), row.count, row.clipped) for row in order.counts[:_MOST_ROWS]]
    more = f"… and {rest} more" if (rest := len(order.counts) - _MOST_ROWS) > 0 else ""
    title = f"{pictures.order_name(n).capitalize()}: {pictures.earned(order)}"
    with styled():
        room = 0.3 + 0.15 * max(map(_cells, (name for name, _, _ in rows)), default=0)
        ax = ax or canvas(9, 0.75 + _ROW * max(len(rows) + bool(more), 1), left=room, bottom=0.1, top=0.62)
        drawing.counts(ax, rows, title, more)
        said = "; ".join(f"{name} {clipped} of {count}" for name, count, clipped in rows)
        return finished(ax, f"{title}; {said}{more and '; '}{more}" if rows else title)


def _checked(trace: Score, ax: object) -> Score:
    if not isinstance(trace, Bleu | CorpusBleu):
        raise InputTypeError("trace", described(trace), _TRACE)
    if ax is not None and not isinstance(ax, Axes):
        raise InputTypeError("ax", described(ax), "matplotlib axes", "Write figure, ax = plt.subplots().")
    return trace


def _short(bars: Sequence[Bar], keep: int = 0) -> list[Bar]:
    """The bars there is room for: where there are very many orders, the first of them."""
    orders, rest = bars[: len(bars) - keep], bars[len(bars) - keep :]
    if len(orders) > _MOST_ORDERS:
        orders = (*orders[:_MOST_ORDERS], Bar("…", f"{len(orders) - _MOST_ORDERS} more", "", None))
    return [*orders, *rest]


def _notes(trace: Score) -> str:
    """The first notes, for the small print."""
    more = f" … and {rest} more notes" if (rest := len(trace.notes) - _MOST_NOTES) > 0 else ""
    return " ".join(f"Note: {note}" for note in trace.notes[:_MOST_NOTES]) + more


def _written(ngram: Sequence[str]) -> str:
    return " ".join(token for token, _ in Words(tuple(ngram)).shown())


def _cut(label: str) -> str:
    """A label there is room for."""
    if _cells(label) <= _WIDEST:
        return label
    return next(part for end in range(len(label), 0, -1) if _cells(part := label[:end] + "…") <= _WIDEST)


def _cells(label: str) -> int:
    """How much room a label takes, in letters: Chinese characters take two."""
    return sum(2 if unicodedata.east_asian_width(mark) in "WF" else 1 for mark in label)
