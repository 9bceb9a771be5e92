"""Captions as arrows in a plane: what a cosine is."""

from math import hypot

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mtexplain.display.formula import shown
from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.metrics.cider import CaptionCider
from mtexplain.plots import given
from mtexplain.plots.figure import COLOURS, GREY, INK, SMALL, canvas, finished, styled
from mtexplain.plots.words import cut, written

_PLANE = "captions in which two words at most have a weight: a plane has two directions"
_NEAR, _LINE = 0.04, 0.1  # of the plane: how far words stand from the tip of their arrow, how high they are

Arrow = tuple[str, float, float, str]
"""A text, how much its two words weigh, and what is said of it."""


def plot_cosine(*traces: CaptionCider, ax: Axes | None = None) -> Figure:
    """The words of captions as arrows, one direction for each of two words: the smaller the angle, the more alike.

    The reference is that of the first trace, the first it has; each trace adds its candidate, with the cosine between
    the two. That is CIDEr_1, where there is no other reference, of texts in which two words at most have a weight.

    >>> from mtexplain import caption_cider
    >>> plot_cosine(caption_cider("a dog", ["a dog and a cat"], document_frequencies=[["a dog and a cat"], ["a and"]]))
    To the right the weight of dog, upwards that of cat. reference: a dog and a cat. cosine 0.7071: a dog

    InputError where there is no trace, or more than seven, and where more than two words have a weight.
    """
    if not 1 <= len(traces) <= len(COLOURS):
        raise InputError("traces", str(len(traces)), f"1 to {len(COLOURS)} traces", "Write plot_cosine(one, two).")
    for trace in traces:
        if not isinstance(trace, CaptionCider):
            raise InputTypeError("traces", described(trace), "traces of mtexplain.caption_cider(candidate, references)")
        given.of_score(trace, ax)
    across, up = _directions(traces)
    arrows = [_arrow(traces[0], across, up, "reference"), *(_arrow(one, across, up, "candidate") for one in traces)]
    told = ". ".join(f"{said}: {text}" for text, _, _, said in arrows)
    with styled():
        ax = ax or canvas(9, 4.6, left=0.5, bottom=0.6, top=0.15)
        _draw(ax, arrows, across, up)
        return finished(ax, f"To the right the weight of {across}, upwards that of {up}. {told}")


def _directions(traces: tuple[CaptionCider, ...]) -> tuple[str, str]:
    """The words that have a weight in any of the texts, in the order of the first reference."""
    texts = [traces[0].references[0], *(trace.candidate for trace in traces)]
    known = traces[0].document_frequencies
    weighing = list(dict.fromkeys(word for text in texts for word in text if known.idf((word,))))
    if len(weighing) > 2:
        raise InputError("traces", f"{len(weighing)} words with a weight", _PLANE)
    across, up = (*map(written, ([word] for word in weighing)), "…", "…")[:2]
    return across, up


def _arrow(trace: CaptionCider, across: str, up: str, side: str) -> Arrow:
    """A text, its two weights, and what it is."""
    first, is_ours = trace.orders[0], side == "candidate"
    place, tokens = (0, trace.candidate) if is_ours else (1, trace.references[0])
    counts, numbers = trace.counts[0][place], trace.weights[0][place]
    weights = {written(ngram): float(weight) for ngram, weight in zip(counts, numbers, strict=True)}
    said = f"cosine {shown(float(first.cosines[0].value))}" if is_ours else "reference"
    return cut(written(tokens)), weights.get(across, 0.0), weights.get(up, 0.0), said


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
