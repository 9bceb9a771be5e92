"""Figures of a trace for the screen at the front of a room, with large type and colours that everybody can distinguish.

They draw the same parts as the views of a trace, so their numbers cannot differ. They need matplotlib, which is loaded
with the first figure. In a browser without matplotlib, the library draws them itself.

Read this module first, then given (the data to draw, checked), bars, curve and picture (the three kinds of drawing),
figure (what they are drawn on) and browser.
"""

import sys
from collections.abc import Sequence
from fractions import Fraction

from mtexplain.display.score import Score
from mtexplain.metrics.cider import CaptionCider
from mtexplain.packages import MissingPackage, needed_for

try:
    with needed_for("figures"):
        from matplotlib.axes import Axes
        from matplotlib.figure import Figure

        from mtexplain.plots.bars import bars, squares
        from mtexplain.plots.curve import arrows, curve
        from mtexplain.plots.picture import picture
except MissingPackage:
    if sys.platform == "emscripten":
        from mtexplain.plots.browser import Axes, Figure, arrows, bars, curve, picture, squares
    else:
        raise
from mtexplain.plots import given
from mtexplain.plots.given import BleuScore

__all__ = [
    "plot_brevity_penalty", "plot_clipping", "plot_cosine", "plot_logarithm", "plot_precisions", "plot_pyramid",
    "plot_score",
]  # fmt: skip


def plot_score(trace: Score, *, ax: Axes | None = None) -> Figure:
    """Draw the terms that add up to a score, or to its logarithm, each starting where the previous term ended.

    For BLEU, the terms are log BP and each w_n log p_n, and they add up to log BLEU.

    >>> import mtexplain
    >>> plot_score(mtexplain.bleu("the cat", ["the cat"], max_n=2))
    The sum of the logarithms: log BP is 0; 1/2 * log p_1 is 0; 1/2 * log p_2 is 0; log BLEU is 0.

    InputError (a TypeError) if `trace` is not a score. All functions here return a matplotlib Figure with the notes of
    the trace at its foot. With `ax`, they draw on these axes without the notes, and return the figure of the axes. The
    type is large and dark, so the axes should be about 9 by 4 inches, in a white figure.
    """
    return curve(*given.total(trace, ax), ax)


def plot_pyramid(trace: Score, *, ax: Axes | None = None) -> Figure:
    """Draw the picture of a trace. For BLEU, the words and n-grams are bricks, each n-gram below its words.

    >>> import mtexplain
    >>> plot_pyramid(mtexplain.bleu("the cat", ["the cat"], max_n=2))  # doctest: +NORMALIZE_WHITESPACE
    A brick for each n-gram of the candidate, and how many earn credit: words 2/2; pairs 1/1.
    Length: 2 words, as many as the reference, × 1. Square root: 1.

    InputError if a trace has no such picture.
    """
    return picture(*given.pyramid(trace, ax), ax)


def plot_precisions(*traces: BleuScore, labels: Sequence[str] | None = None, ax: Axes | None = None) -> Figure:
    """Draw the precisions p_1 to p_N as bars from 0 to 1, side by side for several traces, for comparison.

    `labels` are the names of the traces. Without them, the names are "candidate 1", "candidate 2" and so on.

    >>> import mtexplain
    >>> plot_precisions(mtexplain.bleu("the the cat on the mat", ["there is a cat on the mat"]))
    p_1 4/6, p_2 3/5, p_3 2/4, p_4 1/3

    InputError if there is no trace, if there are more than seven, or if the number of labels differs.
    """
    return bars(*given.precisions(traces, labels, ax), ax)


def plot_brevity_penalty(trace: BleuScore, *, ax: Axes | None = None) -> Figure:
    """Draw the curve of BP over the candidate length c, with this candidate on it and every reference length marked.

    For a corpus, only the sum r of the reference lengths is marked, because only the sum counts (section 2.2.2).

    >>> import mtexplain
    >>> plot_brevity_penalty(mtexplain.bleu("the cat", ["the cat"]))
    The brevity penalty as a function of the candidate length. It rises to 1 at r = 2. Here c = 2: BP = 1.
    """
    return curve(*given.brevity(trace, ax), ax)


def plot_clipping(trace: BleuScore, n: int = 1, *, ax: Axes | None = None) -> Figure:
    """Draw the count of each n-gram as a row of squares, filled up to its clipped count.

    `trace` is the trace of a single segment, because clipping happens segment by segment. `n` is the order, which is 1
    for words.

    >>> import mtexplain
    >>> plot_clipping(mtexplain.bleu("the the cat", ["the cat"]))
    Words: 2 of 3 earn credit; the 1 of 2; cat 1 of 1
    """
    return squares(*given.clipping(trace, n, ax), ax)


def plot_cosine(*traces: CaptionCider, ax: Axes | None = None) -> Figure:
    """Draw captions as arrows in a plane whose directions stand for two words. The smaller the angle, the more similar.

    The reference is the first reference of the first trace. Each trace adds its candidate, with the cosine between the
    candidate and its own first reference. If a candidate has only one reference, the cosine is CIDEr_1. At most two
    words may have a weight.

    >>> from mtexplain import caption_cider
    >>> plot_cosine(caption_cider("a dog", ["a dog and a cat"], document_frequencies=[["a dog and a cat"], ["a and"]]))
    The weight of dog grows to the right and the weight of cat upwards. reference: a dog and a cat. cosine 0.7071: a dog

    InputError if there is no trace, if there are more than seven, or if more than two words have a weight.
    """
    return arrows(*given.cosine(traces, ax), ax)


def plot_logarithm(*numbers: str | Fraction) -> Figure:
    """Draw the curve of e^x to the left of 0, with each number on it above its natural logarithm.

    >>> plot_logarithm("1/2", "1/4")
    The height is 1 at 0, 1/2 at -0.69, 1/4 at -1.39.

    InputError if a number is not above 1/20 and below 1, or if there is no number.
    """
    return curve(given.logarithm(numbers), "", None)
