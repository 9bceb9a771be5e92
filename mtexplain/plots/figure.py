"""A matplotlib figure that shows itself in a notebook as SVG, with a description for readers who cannot see it.

The text of the SVG stays text, so it is searchable and the browser provides the letters of every script. pyplot is not
used, so a figure that is no longer needed is simply deleted. The SVG of a figure is always the same.
"""

import io
import re
import textwrap
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

INK, GREY = "#1a1a1a", "#595959"
BLUE, RED = "#0072b2", "#c04e00"  # for what earns credit and what is lost, as in the views of a trace
COLOURS = (BLUE, "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442")
"""The colours of Okabe and Ito, which all readers can distinguish."""
HATCHES = ("", "///", "\\\\\\", "xxx", "--", "||", "++")
SIZE, SMALL = 17, 13

_STYLE: Any = {  # its type lists all 300 settings of matplotlib
    "font.family": ["DejaVu Sans", "sans-serif"],  # the first comes with matplotlib, so it has the same size everywhere
    "font.sans-serif": ["Noto Sans CJK SC", "Noto Sans CJK JP", "DejaVu Sans"],
    "font.size": SIZE,
    "text.color": INK,
    "text.parse_math": False,  # a $ is a dollar sign
    "axes.edgecolor": GREY,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "mtexplain",  # the same names inside the file each time
}
_HIDDEN = re.compile(r"<metadata>.*?</metadata>\s*|<defs>\s*<(style|clipPath)\b.*?</\1>\s*</defs>\s*", re.DOTALL)
_TAG = re.compile(r"<\w[^>]*>")  # text from users is escaped, so it contains no <
_STYLED = re.compile(r' style="(?P<style>[^"]*)"| clip-path="[^"]*"')
_LONGEST = 1500  # letters of an `alt`
_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}


class Picture(Figure):
    """A figure with an `alt` that describes it in words, including the small print at its `foot`."""

    alt = foot = ""

    def savefig(self, fname: Any, **options: Any) -> None:
        """Save the figure, as matplotlib does. A letter that no font contains is drawn as a box, without a warning."""
        with styled(), warnings.catch_warnings():
            warnings.filterwarnings("ignore", r"Glyph \d+ .* missing from")
            super().savefig(fname, **options)

    def _repr_svg_(self) -> str:
        file = io.StringIO()
        self.savefig(file, format="svg", metadata={**_METADATA, "Title": self.alt})
        return robust(file.getvalue())

    def _ipython_display_(self) -> None:
        """Show this drawing, even if IPython has been set to make a PNG of every figure."""
        from IPython.display import display

        display({"text/plain": self.alt, "image/svg+xml": self._repr_svg_()}, raw=True)  # type: ignore[no-untyped-call]

    def __repr__(self) -> str:
        return self.alt

    __str__ = __repr__


def robust(svg: str) -> str:
    """Return the same drawing in a form that stays in colour on sites that strip styles and references from it.

    >>> robust('<?xml version="1.0"?><svg><path style="fill: #fff; stroke-width: 2" clip-path="url(#a)"/></svg>')
    '<svg stroke-linecap="butt" stroke-linejoin="round"><path fill="#fff" stroke-width="2"/></svg>'
    """
    drawing = _HIDDEN.sub("", svg[svg.index("<svg") :])
    drawing = _TAG.sub(lambda tag: _STYLED.sub(_attributes, tag[0].replace(' xlink:href="', ' href="')), drawing)
    return drawing.replace("<svg", '<svg stroke-linecap="butt" stroke-linejoin="round"', 1)


def _attributes(style: re.Match[str]) -> str:
    """Return a style with each of its properties as an attribute."""
    pairs = (rule.split(":") for rule in (style["style"] or "").split(";") if rule.strip())
    return "".join(f' {name.strip()}="{value.strip()}"' for name, value in pairs)


@contextmanager
def styled() -> Iterator[None]:
    """Use our type and colours while something is drawn or saved, whatever style the user has set."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)
        yield


def canvas(width: float, height: float, left: float, bottom: float, top: float, foot: str = "") -> Axes:
    """Return the axes of a new picture, with some small print at its foot. Sizes and margins are in inches."""
    lines = textwrap.wrap(foot, round(width * 9.6))
    below = len(lines) * 0.27 + 0.1 * bool(lines)
    picture = Picture(figsize=(width, height + below), facecolor="white")
    picture.foot = foot
    corner = (left / width, (bottom + below) / (height + below))
    axes = picture.add_axes((*corner, 1 - (left + 0.3) / width, 1 - (bottom + below + top) / (height + below)))
    picture.text(0.02, 0.05 / (height + below), "\n".join(lines), size=SMALL, color=GREY, va="bottom", linespacing=1.35)
    return axes


def finished(axes: Axes, alt: str) -> Figure:
    """Return the figure of these axes. If it is a Picture, set its `alt`."""
    figure = axes.get_figure(root=True)
    assert figure is not None  # it was asked for before anything was drawn
    if isinstance(figure, Picture):
        figure.alt = alt if len(alt) <= _LONGEST else f"{alt[:_LONGEST]}…"
    return figure
