"""Pictures for a lecture, from a trace or drawn here. The code that draws them is in the slides, but hidden."""

from math import cos, radians, sin
from typing import NamedTuple

from mtexplain import Bleu
from mtexplain.display import html
from mtexplain.display.charts import Curve
from mtexplain.display.markup import escaped


class Drawing(NamedTuple):
    """HTML that a notebook shows, with a description in words."""

    html: str
    alt: str

    def __repr__(self) -> str:
        return self.alt

    def _repr_html_(self) -> str:
        return self.html


FIRST = 20
"""The left end of a number line on a slide; the line is 1,000 long."""


def picture(trace: Bleu, name: str = "candidate", length: bool = False) -> Drawing:
    """The bricks of a score and its fractions; with `length`, also the brevity penalty and the root."""
    bricks = trace.picture if length else trace.picture._replace(ruler=None, results=())
    text, (key,) = bricks.text._replace(label=name), bricks.others
    bricks = bricks._replace(text=text, others=(key._replace(label="reference"),), legend=())
    bricks = bricks._replace(alt=bricks.alt if length else bricks.alt.partition(" Length:")[0])
    return Drawing(html.framed([html.linked(html.part(bricks))]), bricks.alt)


def curve(trace: Bleu) -> Drawing:
    """The curve of the brevity penalty by length, with a mark for this candidate."""
    (drawn,) = [part for part in trace.step("brevity").parts if isinstance(part, Curve)]
    return Drawing(html.framed([html.part(drawn._replace(stops=()))]), drawn.alt)


def scale(**scores: float) -> Drawing:
    """A line from 0 to 1 with these scores, each name above its mark. The name A__0_43 is written "A 0.43"."""
    ticks = "".join(_text(FIRST + 100 * tenth, 150, f"{tenth / 10:g}", "dim") for tenth in range(0, 11, 2))
    marks = "".join(
        f'<circle cx="{FIRST + 1000 * value}" cy="100" r="14" fill="#0072b2"/>'
        + _text(max(60, FIRST + 1000 * value), 66, _label(name))
        for name, value in scores.items()
    )
    line = f'<path d="M{FIRST} 100H{FIRST + 1000}" stroke="currentColor" stroke-width="3"/>'
    return _drawn(1080, 170, line + marks + ticks, f"A line from 0 to 1: {scores}")


def clocks(**times: tuple[int, int]) -> Drawing:
    """Clocks side by side, each with its name above and its time below."""
    drawn = "".join(_clock(170 + 380 * index, name, *time) for index, (name, time) in enumerate(times.items()))
    return _drawn(380 * len(times), 380, drawn, f"Clocks: {times}")


def _clock(x: float, name: str, hour: int, minute: int) -> str:
    face = f'<circle cx="{x}" cy="190" r="120" fill="none" stroke="currentColor" stroke-width="5"/>'
    for angle, reach, width in ((30 * hour + minute / 2, 62, 10), (6 * minute, 96, 7)):
        tip = f"{x + reach * sin(radians(angle)):.1f} {190 - reach * cos(radians(angle)):.1f}"
        face += f'<path d="M{x} 190L{tip}" stroke="#0072b2" stroke-width="{width}" stroke-linecap="round"/>'
    ticks = "".join(
        f'<circle cx="{x + 104 * sin(radians(30 * h)):.1f}" cy="{190 - 104 * cos(radians(30 * h)):.1f}" r="4"/>'
        for h in range(12)
    )
    return face + ticks + _text(x, 44, name.replace("_", " ")) + _text(x, 360, f"{hour}:{minute:02}")


def _label(name: str) -> str:
    """A label from a Python name. Two underscores become a space before a number. Later underscores become points."""
    words, _, number = name.partition("__")
    return f"{words} {number.replace('_', '.')}" if number else words.replace("_", " ")


def _text(x: float, y: float, words: str, kind: str = "") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="middle" font-size="40" class="{kind}">{escaped(words)}</text>'


def _drawn(width: float, height: float, inside: str, alt: str) -> Drawing:
    opening = f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{escaped(alt)}"'
    return Drawing(f'<div class="drawn">{opening} fill="currentColor">{inside}</svg></div>', alt)
