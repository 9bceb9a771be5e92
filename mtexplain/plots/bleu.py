"""The figures that only BLEU has: its precisions, its brevity penalty, its clipping."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mtexplain.display.graphs import graph
from mtexplain.plots import draw, given, words
from mtexplain.plots.figure import canvas, finished, styled
from mtexplain.plots.given import BleuScore
from mtexplain.plots.picture import plot_graph

_MOST_ROWS = 24
_ROW = 0.46  # inches


def plot_precisions(*traces: BleuScore, labels: Sequence[str] | None = None, ax: Axes | None = None) -> Figure:
    """The precisions p_1 to p_N as bars from 0 to 1; of several traces side by side, so that they can be compared.

    `labels` names the traces, at most seven: "candidate 1", "candidate 2" and so on, where it is not given.

    >>> import mtexplain
    >>> plot_precisions(mtexplain.bleu("the the cat on the mat", ["there is a cat on the mat"]))
    p_1 4/6, p_2 3/5, p_3 2/4, p_4 1/3

    InputError where there is no trace, or more than seven, and where there are more or fewer labels than traces.
    """
    series = given.precisions(traces, ax)
    names = words.names(labels, len(traces))
    told = [", ".join(f"p_{order.n} {order.ratio}" for order in trace.precisions) for trace in traces]
    alts = [f"{name}: {alt}" if names else alt for name, alt in zip(names or [""], told, strict=True)]
    notes = "" if names else words.notes(traces[0])
    columns = max(1, int(8.4 / (max(map(words.inches, names), default=0) + 0.9)))
    rows = -(-len(names) // columns)
    with styled():
        width, top = max(9, max(map(len, series)) * (0.5 * len(series) + 0.4)), 0.1 + 0.35 * rows + 0.15 * bool(rows)
        ax = ax or canvas(width, 3.7 + top, left=0.45, bottom=0.85, top=top, foot=notes)
        draw.groups(ax, series, names, columns)
        return finished(ax, ". ".join(filter(None, ["; ".join(alts), notes])))


def plot_brevity_penalty(trace: BleuScore, *, ax: Axes | None = None) -> Figure:
    """BP over the candidate length c, from 0 to 1: the curve, where this candidate stands on it, and every reference.

    The references of a corpus only add up, so there only their sum r is marked (section 2.2.2).

    >>> import mtexplain
    >>> plot_brevity_penalty(mtexplain.bleu("the cat", ["the cat"]))
    The brevity penalty against the candidate length: it rises to 1 at r = 2. Here c = 2: BP = 1.
    """
    piece, notes = given.brevity(trace, ax)
    return plot_graph(graph(piece), notes, ax)


def plot_clipping(trace: BleuScore, n: int = 1, *, ax: Axes | None = None) -> Figure:
    """The count of each n-gram against its clipped count: a square for each time it occurs, filled where it earns.

    `trace` is that of one segment, since clipping happens segment by segment; `n` is the order, 1 for words.

    >>> import mtexplain
    >>> plot_clipping(mtexplain.bleu("the the cat", ["the cat"]))
    Words: 2 of 3 earn credit; the 1 of 2; cat 1 of 1
    """
    title, counts, notes = given.clipping(trace, n, ax)
    rows = [(words.cut(words.written(row.ngram)), row.count, row.clipped) for row in counts[:_MOST_ROWS]]
    more = f"… and {rest:,} more" if (rest := len(counts) - _MOST_ROWS) > 0 else ""
    with styled():
        room = 0.3 + max((words.inches(name) for name, _, _ in rows), default=0)
        height = 0.75 + _ROW * max(len(rows) + bool(more), 1)
        ax = ax or canvas(9, height, left=room, bottom=0.1, top=0.62, foot=notes)
        draw.counts(ax, rows, title, more)
        said = [title, *(f"{name} {clipped} of {count}" for name, count, clipped in rows), more]
        return finished(ax, ". ".join(filter(None, ["; ".join(filter(None, said)), notes])))
