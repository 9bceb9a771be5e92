"""Captions as arrows in a plane: what a cosine is."""

from math import hypot

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mtexplain.metrics.cider import CaptionCider
from mtexplain.plots.arrows import Arrow, arrows_of
from mtexplain.plots.figure import COLOURS, GREY, INK, SMALL, canvas, finished, styled
from mtexplain.plots.words import cut

_NEAR, _LINE = 0.04, 0.1  # of the plane: how far words stand from the tip of their arrow, how high they are


def plot_cosine(*traces: CaptionCider, ax: Axes | None = None) -> Figure:
    """The words of captions as arrows, one direction for each of two words: the smaller the angle, the more alike.

    The reference is that of the first trace, the first it has; each trace adds its candidate, with the cosine between
    the two. That is CIDEr_1, where there is no other reference, of texts in which two words at most have a weight.

    >>> from mtexplain import caption_cider
    >>> plot_cosine(caption_cider("a dog", ["a dog and a cat"], document_frequencies=[["a dog and a cat"], ["a and"]]))
    To the right the weight of dog, upwards that of cat. reference: a dog and a cat. cosine 0.7071: a dog

    InputError where there is no trace, or more than seven, and where more than two words have a weight.
    """
    across, up, arrows = arrows_of(traces, ax)
    told = ". ".join(f"{said}: {text}" for text, _, _, said in arrows)
    with styled():
        ax = ax or canvas(9, 4.6, left=0.5, bottom=0.6, top=0.15)
        _draw(ax, arrows, across, up)
        return finished(ax, f"To the right the weight of {across}, upwards that of {up}. {told}")


def _draw(ax: Axes, arrows: list[Arrow], across: str, up: str) -> None:
    """The reference in ink, each candidate in a colour of its own, the words at the tips."""
    most = max((max(x, y) for _, x, y, _ in arrows), default=0) or 1
    ax.set(xlim=(0, 2.6 * most), ylim=(0, 1.22 * most), xticks=[], yticks=[], aspect="equal")
    ax.set_xlabel(f"{cut(across)} →", loc="left", color=GREY)
    ax.set_ylabel(f"{cut(up)} →", loc="bottom", color=GREY)
    colours = dict(zip(arrows, (INK, *COLOURS), strict=False))
    for text, x, y, said in sorted(arrows, key=lambda arrow: -hypot(*arrow[1:3])):  # the shortest on top
        head = {"arrowstyle": "-|>", "color": colours[text, x, y, said], "linewidth": 3, "shrinkA": 0, "shrinkB": 0}
        ax.annotate("", (x, y), (0, 0), arrowprops={**head, "mutation_scale": 22}, annotation_clip=False)
    heights: list[float] = []
    for text, x, y, said in sorted(arrows, key=lambda arrow: -arrow[1]):
        height = max(y / most, _NEAR)
        while any(abs(height - other) < _LINE for other in heights):
            height += _LINE  # above the words of an arrow that ends as high, further to the right
        heights.append(height)
        ax.text(x + _NEAR * most, height * most, f"{said}: {text}", size=SMALL, va="center", color=INK)
