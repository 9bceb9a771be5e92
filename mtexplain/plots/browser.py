"""Figures for a browser without matplotlib, as drawings made by the library itself or as tables of their numbers.

The functions take the same arguments as those that use matplotlib, and their figures are shown as HTML.
"""

from collections.abc import Sequence
from typing import NamedTuple

from mtexplain.display import html, plain
from mtexplain.display.formula import shown
from mtexplain.display.parts import Part, Prose, Real, Table, Words, columns
from mtexplain.display.picture import Picture
from mtexplain.metrics.bleu.records import Count
from mtexplain.plots.given import Arrow, Series

Axes = object  # there are none
DRAWN = "matplotlib is not available here, so the library drew this itself."
LISTED = "matplotlib is not available here. These are the numbers of the figure."


class Figure(NamedTuple):
    """A figure, with a drawing or a table, the notes of its trace, and a line that explains it."""

    part: Part
    notes: str
    line: str = DRAWN

    def __repr__(self) -> str:
        return "\n".join(filter(None, [plain.part(self.part), self.notes, self.line]))

    def _repr_html_(self) -> str:
        below = Prose((" ".join(filter(None, [self.notes, self.line])),))
        return html.framed([html.linked(html.part(self.part)), html.part(below)])


def picture(drawn: Picture, notes: str, _: object) -> Figure:
    """Return a picture as it is on a page."""
    return Figure(drawn, notes)


curve = picture


def bars(series: Sequence[Series], notes: str, _: object) -> Figure:
    """Return the numbers of several series, below each other."""
    longest = max((row.bars for row in series), key=len)
    titles = {f"p_{n}": plain.formula(bar.label) for n, bar in enumerate(longest, 1)}
    rows = tuple(
        (
            Words(tuple((name or "candidate").split())),
            *(bar.number for bar in bars),
            *[None] * (len(longest) - len(bars)),
        )
        for name, bars, _ in series
    )
    return Figure(Table("", columns(trace="", **titles), rows), notes, LISTED)


def squares(title: str, counts: Sequence[Count], notes: str, _: object) -> Figure:
    """Return the count of each n-gram and its clipped count."""
    titles = columns(ngram="n-gram", count="count", clipped="clipped count")
    rows = tuple((Words(row.ngram), row.count, row.clipped) for row in counts)
    return Figure(Table(title, titles, rows), notes, LISTED)


def arrows(across: str, up: str, captions: Sequence[Arrow], _: object) -> Figure:
    """Return the weights of the words of captions, and the cosine between each candidate and its reference."""
    titles = columns(text="text", across=f"weight of {across}", up=f"weight of {up}", said="")
    rows = tuple(
        (Words(tuple(caption.split())), Real(x, shown(x)), Real(y, shown(y)), remark)
        for caption, x, y, remark in captions
    )
    return Figure(Table("", titles, rows), "", LISTED)
