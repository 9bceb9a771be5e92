"""The same figures in a browser that has no matplotlib: the library's own drawing, or the numbers as a table.

They take what the others take, and show themselves as HTML.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from mtexplain.display import html, plain
from mtexplain.display.formula import shown
from mtexplain.display.graphs import graph
from mtexplain.display.parts import Part, Prose, Real, Table, Words, columns
from mtexplain.display.score import Score
from mtexplain.metrics.cider import CaptionCider
from mtexplain.plots import given, words
from mtexplain.plots.arrows import arrows_of
from mtexplain.plots.given import BleuScore

DRAWN = "There is no matplotlib here, so the library has drawn this itself."
LISTED = "There is no matplotlib here. These are the numbers of the figure."


class Drawn(NamedTuple):
    """What a figure shows: a drawing or a table, the notes of its trace, and a line that says why."""

    piece: Part
    notes: str
    line: str = DRAWN

    def __repr__(self) -> str:
        return "\n".join(filter(None, [plain.part(self.piece), self.notes, self.line]))

    def _repr_html_(self) -> str:
        told = Prose((" ".join(filter(None, [self.notes, self.line])),))
        return html.framed([html.linked(html.part(self.piece)), html.part(told)])


def plot_pyramid(trace: Score, *, ax: object = None) -> Drawn:
    """The picture of a trace: for BLEU words as bricks, and each n-gram a brick that hangs where its words hang."""
    notes = words.notes(given.of_score(trace, ax))
    return Drawn(given.pyramid(trace), notes)


def plot_score(trace: Score, *, ax: object = None) -> Drawn:
    """What adds up to a score, or to its logarithm: each term hangs where the one before it ended."""
    notes = words.notes(given.of_score(trace, ax))
    return Drawn(given.total(trace), notes)


def plot_brevity_penalty(trace: BleuScore, *, ax: object = None) -> Drawn:
    """BP over the candidate length c: the curve, where this candidate stands on it, and every reference."""
    piece, notes = given.brevity(trace, ax)
    return Drawn(graph(piece), notes)


def plot_logarithm(*numbers: str | Fraction) -> Drawn:
    """The curve of e^x to the left of 0, with the place of each number on it: its natural logarithm."""
    return Drawn(given.logarithm(*numbers), "")


def plot_precisions(*traces: BleuScore, labels: Sequence[str] | None = None, ax: object = None) -> Drawn:
    """The precisions p_1 to p_N of each trace."""
    series = given.precisions(traces, ax)
    names = words.names(labels, len(traces)) or ["candidate"]
    longest = max(series, key=len)
    titles = {f"p_{n}": plain.formula(bar.label) for n, bar in enumerate(longest, 1)}
    rows = tuple(
        (Words(tuple(name.split())), *(bar.number for bar in bars), *[None] * (len(longest) - len(bars)))
        for name, bars in zip(names, series, strict=True)
    )
    notes = "" if len(traces) > 1 else words.notes(traces[0])
    return Drawn(Table("", columns(trace="", **titles), rows), notes, LISTED)


def plot_clipping(trace: BleuScore, n: int = 1, *, ax: object = None) -> Drawn:
    """The count of each n-gram, and its clipped count."""
    title, counts, notes = given.clipping(trace, n, ax)
    titled = columns(ngram="n-gram", count="count", clipped="clipped count")
    rows = tuple((Words(row.ngram), row.count, row.clipped) for row in counts)
    return Drawn(Table(title, titled, rows), notes, LISTED)


def plot_cosine(*traces: CaptionCider, ax: object = None) -> Drawn:
    """How much the words of captions weigh, and the cosine between each candidate and the reference."""
    across, up, arrows = arrows_of(traces, ax)
    titled = columns(text="text", across=f"weight of {across}", up=f"weight of {up}", said="")
    rows = tuple(
        (Words(tuple(text.split())), Real(x, shown(x)), Real(y, shown(y)), said) for text, x, y, said in arrows
    )
    return Drawn(Table("", titled, rows), "", LISTED)
