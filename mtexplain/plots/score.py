"""The figure of several metrics: the sum that a score is."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mtexplain.display.score import Score
from mtexplain.plots import given, words
from mtexplain.plots.picture import plot_graph


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
    notes = words.notes(given.of_score(trace, ax))
    return plot_graph(given.total(trace), notes, ax)
