"""Figures of a trace, for the screen at the front of a room: large type, no clutter, colours all eyes can tell apart.

They draw the same parts as the views of a trace, so no number can differ. They need matplotlib, which is loaded when
the first of them is asked for. In a browser that has none, the library draws them itself.

Read in this order: here (the figures), given (what may be drawn, as data), bars, curve and picture (the three kinds of
drawing), figure (what they are drawn on), browser.
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
    """What adds up to a score, or to its logarithm: each term hangs where the one before it ended.

    Of BLEU it is log BP and each w_n log p_n, down to log BLEU.

    >>> import mtexplain
    >>> plot_score(mtexplain.bleu("the cat", ["the cat"], max_n=2))
    The sum of the logarithms: log BP is 0; 1/2 * log p_1 is 0; 1/2 * log p_2 is 0; log BLEU is 0.

    InputError (a TypeError) where `trace` is no score. All figures here return a matplotlib Figure, with the notes of
    the trace at its foot. Given `ax`, they draw there, without the notes, and return the figure it belongs to. The
    type is large and dark: there should be about 9 by 4 inches, in a figure that is white.
    """
    return curve(*given.total(trace, ax), ax)


def plot_pyramid(trace: Score, *, ax: Axes | None = None) -> Figure:
    """The picture of a trace: for BLEU words as bricks, and each n-gram a brick that hangs where its words hang.

    >>> import mtexplain
    >>> plot_pyramid(mtexplain.bleu("the cat", ["the cat"], max_n=2))  # doctest: +NORMALIZE_WHITESPACE
    Each n-gram of the candidate as a brick, and how many earn credit: words 2/2; pairs 1/1.
    Length: 2 words, as many as the reference, × 1. Square root: 1.

    InputError where a trace has no such picture.
    """
    return picture(*given.pyramid(trace, ax), ax)


def plot_precisions(*traces: BleuScore, labels: Sequence[str] | None = None, ax: Axes | None = None) -> Figure:
    """The precisions p_1 to p_N as bars from 0 to 1; of several traces side by side, so that they can be compared.

    `labels` names the traces, at most seven: "candidate 1", "candidate 2" and so on, where it is not given.

    >>> import mtexplain
    >>> plot_precisions(mtexplain.bleu("the the cat on the mat", ["there is a cat on the mat"]))
    p_1 4/6, p_2 3/5, p_3 2/4, p_4 1/3

    InputError where there is no trace, or more than seven, and where there are more or fewer labels than traces.
    """
    return bars(*given.precisions(traces, labels, ax), ax)


def plot_brevity_penalty(trace: BleuScore, *, ax: Axes | None = None) -> Figure:
    """BP over the candidate length c, from 0 to 1: the curve, where this candidate stands on it, and every reference.

    The references of a corpus only add up, so there only their sum r is marked (section 2.2.2).

    >>> import mtexplain
    >>> plot_brevity_penalty(mtexplain.bleu("the cat", ["the cat"]))
    The brevity penalty against the candidate length: it rises to 1 at r = 2. Here c = 2: BP = 1.
    """
    return curve(*given.brevity(trace, ax), ax)


def plot_clipping(trace: BleuScore, n: int = 1, *, ax: Axes | None = None) -> Figure:
    """The count of each n-gram against its clipped count: a square for each time it occurs, filled where it earns.

    `trace` is that of one segment, since clipping happens segment by segment; `n` is the order, 1 for words.

    >>> import mtexplain
    >>> plot_clipping(mtexplain.bleu("the the cat", ["the cat"]))
    Words: 2 of 3 earn credit; the 1 of 2; cat 1 of 1
    """
    return squares(*given.clipping(trace, n, ax), ax)


def plot_cosine(*traces: CaptionCider, ax: Axes | None = None) -> Figure:
    """The words of captions as arrows, one direction for each of two words: the smaller the angle, the more alike.

    The reference is that of the first trace, the first it has; each trace adds its candidate, with the cosine between
    the two. That is CIDEr_1, where there is no other reference, of texts in which two words at most have a weight.

    >>> from mtexplain import caption_cider
    >>> plot_cosine(caption_cider("a dog", ["a dog and a cat"], document_frequencies=[["a dog and a cat"], ["a and"]]))
    To the right the weight of dog, upwards that of cat. reference: a dog and a cat. cosine 0.7071: a dog

    InputError where there is no trace, or more than seven, and where more than two words have a weight.
    """
    return arrows(*given.cosine(traces, ax), ax)


def plot_logarithm(*numbers: str | Fraction) -> Figure:
    """The curve of e^x to the left of 0, with the place of each number on it: its natural logarithm.

    >>> plot_logarithm("1/2", "1/4")
    The height is 1 at 0, 1/2 at -0.69, 1/4 at -1.39.

    InputError where a number is not above 1/20 and below 1, and where there is none.
    """
    return curve(given.logarithm(numbers), "", None)
