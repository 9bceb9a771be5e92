"""The figures of several metrics: the sum that a score is, and the grid between two texts."""

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
    Waterfall: ("sum", "one that does, as those of BLEU, METEOR and CIDEr"),
    Grid: ("table of subsequences", f"rouge_l or rouge_w, with 1 to {LARGEST} words in each text"),
}


def plot_score(trace: Score, *, ax: Axes | None = None) -> Figure:
    """What adds up to a score, or to its logarithm: each term hangs where the one before it ended.

    Of BLEU it is log BP and each w_n log p_n, down to log BLEU.

    >>> import mtexplain
    >>> plot_score(mtexplain.bleu("the cat", ["the cat"], max_n=2))
    The sum of the logarithms: log BP is 0; 1/2 * log p_1 is 0; 1/2 * log p_2 is 0; log BLEU is 0.

    InputError (a TypeError) where `trace` is no score. All figures here return a matplotlib Figure, with the notes of
    the trace at its foot. Given `ax`, they draw there, without the notes, and return the figure it belongs to. The
    type is large and dark: there should be about 9 by 4 inches, in a figure that is white.
    """
    notes, falls = words.notes(given.of_score(trace, ax)), _drawn(trace, Waterfall)
    with styled():
        ax = ax or canvas(max(9, 1.4 * len(falls.falls)), 4.2, left=0.3, bottom=0.9, top=0.1, foot=notes)
        draw.waterfall(ax, falls)
        return finished(ax, f"{falls.alt} {notes}".strip())


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
