"""The figures of any score: its factors, and what stands between two rows of words."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mtexplain.display.charts import Grid, Waterfall
from mtexplain.display.score import Score
from mtexplain.display.trace import Step
from mtexplain.inputs import InputError
from mtexplain.metrics.rouge import RougeL, RougeW
from mtexplain.metrics.rouge.grids import LARGEST
from mtexplain.metrics.rouge.grids import names as names_of_grids
from mtexplain.plots import draw, given, pairs, words
from mtexplain.plots.figure import canvas, finished, styled

Piece = TypeVar("Piece")

_WANTED: Mapping[type, tuple[str, str]] = {
    Waterfall: ("sum of logarithms", "one that does, as those of BLEU and METEOR; without log=True any score will do"),
    Grid: ("table of subsequences", f"rouge_l or rouge_w, with 1 to {LARGEST} words in each text"),
}


def plot_score(trace: Score, *, log: bool = False, ax: Axes | None = None) -> Figure:
    """The factors of a score as bars, each from 0 to 1: for BLEU p_1 to p_N, their root, BP and the score.

    With `log=True` the same as a sum: log BP and each w_n log p_n hang one from the other, down to log BLEU. Other
    metrics have their own factors, and their own terms.

    >>> import mtexplain
    >>> plot_score(mtexplain.bleu("the the cat on the mat", ["there is a cat on the mat"]))
    p_1 4/6, p_2 3/5, p_3 2/4, p_4 1/3; fourth root 0.5081; BP 0.8465; BLEU 0.4301

    InputError (a TypeError) where `trace` is no score. All figures here return a matplotlib Figure, with the notes of
    the trace at its foot. Given `ax`, they draw there, without the notes, and return the figure it belongs to. The
    type is large and dark: there should be about 9 by 4 inches, in a figure that is white.
    """
    notes = words.notes(given.of_score(trace, ax))
    with styled():
        if log:
            falls = _drawn(trace, Waterfall)
            ax = ax or canvas(max(9, 1.4 * len(falls.falls)), 4.2, left=0.3, bottom=0.9, top=0.1, foot=notes)
            draw.waterfall(ax, falls)
            return finished(ax, f"{falls.alt} {notes}".strip())
        parts = trace.chart()
        ax = ax or canvas(max(9, 1.28 * len(parts.bars)), 4.0, left=0.45, bottom=1.0, top=0.1, foot=notes)
        draw.factors(ax, parts.bars)
        return finished(ax, f"{parts.alt}. {notes}" if notes else parts.alt)


def plot_grid(trace: Score, *, ax: Axes | None = None) -> Figure:
    """The table in which a longest common subsequence is found, with the way back through it.

    With several references it is the table of the one that counts. InputError where the trace has no such table, or
    one too large to be drawn.
    """
    notes, piece = words.notes(given.of_score(trace, ax)), _drawn(trace, Grid)
    if not piece.fits:
        raise InputError("trace", "too many words to be drawn", "a sentence of about 30 words at most")
    names = ["no word", *(words.written((token,)) for token in piece.left.tokens)]
    rows = (f"{name} {' '.join(map(str, row))}" for name, row in zip(names, piece.cells, strict=True))
    told = f"Row by row: {'; '.join(rows)}."  # for those who can't see it
    with styled():
        left, top = 0.3 + pairs.names(piece.left.tokens), 0.4 + 0.75 * pairs.names(piece.top.tokens)
        width, height = left + 0.62 * len(piece.cells[0]) + 0.3, 0.1 + top + 0.5 * len(piece.cells)
        ax = ax or canvas(max(5, width + top / 2), height, left=left, bottom=0.1, top=top, foot=notes)
        pairs.grid(ax, piece)
        return finished(ax, " ".join(filter(None, (piece.alt, told, notes))))


def _drawn(trace: Score, kind: type[Piece]) -> Piece:
    """The last part of this kind that a trace shows; of several references, that of the one that counts."""
    parts = [trace.picture, *(part for step in _steps(trace) for part in step.parts)]
    found = [part for part in parts if isinstance(part, kind)]
    if not found:
        what, which = _WANTED[kind]
        raise InputError("trace", f"{_named(trace)} that shows no {what}", which)
    return found[-1]


def _steps(trace: Score) -> Iterable[Step]:
    if isinstance(trace, RougeL | RougeW) and len(trace.references) > 1 and not trace.by_lines:
        name, _, _ = names_of_grids(trace)[trace.chosen[0]]
        return [trace.step(name)]
    return trace.steps()


def _named(trace: Score) -> str:
    """A trace by the name of its class: a RougeL."""
    return f"a {type(trace).__name__}"
