"""Figures of a trace, for the screen at the front of a room: large type, no clutter, colours all eyes can tell apart.

They draw the same parts as the views of a trace, so no number can differ. They need matplotlib, which is loaded when
the first of them is asked for. In a browser that has none, the library draws them itself.

Read in this order: given and arrows (what may be drawn), score, picture, bleu, cosine and logarithm (the figures), draw
and pairs (how each part is drawn), figure and words (what they are drawn on, and what is written there), browser.
"""

import sys

from mtexplain.packages import MissingPackage, needed_for

try:
    with needed_for("figures"):
        from mtexplain.plots.bleu import plot_brevity_penalty, plot_clipping, plot_precisions
        from mtexplain.plots.cosine import plot_cosine
        from mtexplain.plots.logarithm import plot_logarithm
        from mtexplain.plots.picture import plot_pyramid
        from mtexplain.plots.score import plot_score
except MissingPackage:
    if sys.platform == "emscripten":
        from mtexplain.plots.browser import (
            plot_brevity_penalty,
            plot_clipping,
            plot_cosine,
            plot_logarithm,
            plot_precisions,
            plot_pyramid,
            plot_score,
        )
    else:
        raise

__all__ = [
    "plot_brevity_penalty", "plot_clipping", "plot_cosine", "plot_logarithm", "plot_precisions", "plot_pyramid",
    "plot_score",
]  # fmt: skip
