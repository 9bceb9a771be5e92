"""The stepper, which shows a trace moment by moment, forward and back, and marks the subject of each moment.

It holds the whole story as plain data, so it also works without Python, even in a saved page.
"""

import json
from collections.abc import Iterable, Iterator
from typing import TypedDict

from mtexplain.display import html
from mtexplain.display.charts import Grid
from mtexplain.display.markup import escaped
from mtexplain.display.parts import MOST_SHOWN, Table, Words
from mtexplain.display.pyramid import Pyramid
from mtexplain.display.score import Score
from mtexplain.display.text_score import TextScore
from mtexplain.display.trace import Step, Trace
from mtexplain.inputs import InputTypeError, described
from mtexplain.invisible import visible
from mtexplain.widgets.live import Live, joined, traitlets

_SCRIPT, STYLE = joined("make.js", "stepper.js"), joined("make.css", "stepper.css")


class Story(TypedDict):
    """Everything the stepper shows, as plain data, with texts, the picture, steps with tables as HTML, and moments.

    `drawn` are the texts in the picture, beginning with the text of the bricks.
    """

    texts: list[tuple[str, list[str]]]
    picture: str
    drawn: list[int]
    steps: list[dict[str, object]]
    moments: list[dict[str, object]]


class Stepper(Live):
    """A trace to step through. Returned by `stepper`.

    `place` is the number of the moment that is shown, from 0. Routine moments are shown together with the next turning
    point, unless `every_row` is True.

    >>> from mtexplain import bleu
    >>> steps = stepper(bleu("a", ["a"], max_n=1))
    >>> steps.place = 2
    >>> steps.story["moments"][steps.place]["name"]
    'count'
    """

    _esm = html.script() + _SCRIPT
    _css = html.style() + STYLE

    story = traitlets.Dict().tag(sync=True)
    place = traitlets.Int().tag(sync=True)
    every_row = traitlets.Bool().tag(sync=True)

    def __init__(self, trace: Trace) -> None:
        given: object = trace
        if isinstance(given, TextScore) or not isinstance(given, Trace):
            fix = "Write stepper(mtexplain.bleu(candidate, references))."
            fix = "Take one of its segments: stepper(trace.segments[0])." if isinstance(given, TextScore) else fix
            raise InputTypeError("trace", described(given), "the trace of one candidate", fix)
        self._trace = trace
        super().__init__(story=story(trace))

    @traitlets.validate("place")
    def _inside(self, proposal: traitlets.Bunch) -> int:
        return max(0, min(int(proposal["value"]), len(self.story.get("moments", [0])) - 1))

    def to_html(self) -> str:
        """Return a complete page, which needs neither Python nor anything from outside."""
        title = f"{self._trace.headline.answer} - {self._trace.headline.signature}"
        return html.page_of(title, self._still(), html.script(), alone())

    def _still(self) -> str:
        """Return the static trace, for pages without scripts; where scripts run, the stepper replaces it."""
        data = escaped(json.dumps(self.story, ensure_ascii=False))
        inside = html.trace(self._trace)
        style = f"<style>{STYLE}</style>"
        return f'<div class="mtx-still" data-story="{data}">{style}{inside}</div>\n<script>{alone()}</script>'

    def __repr__(self) -> str:
        return f"Stepper({len(self.story['moments'])} moments of {self._trace!r})"


def stepper(trace: Trace) -> Stepper:
    """A trace moment by moment, with tokens, n-grams, counts, clipping, precision, lengths, penalty, root and score.

    Routine rows are shown in a single moment, unless you ask for every row.

    >>> from mtexplain import bleu
    >>> steps = stepper(bleu("the the cat", ["the cat"], max_n=1))
    >>> [moment["name"] for moment in steps.story["moments"] if moment["turning"]]
    ... # doctest: +NORMALIZE_WHITESPACE
    ['tokens', 'n-grams', 'count', 'maximum', 'clipping', 'clipping', 'precision', 'lengths', 'penalty', 'root',
     'score']

    InputError (a TypeError) for what is no trace, and for that of a whole text.
    """
    return Stepper(trace)


def story(trace: Trace) -> Story:
    """Return the story of a trace, which is everything that is shown of it, moment by moment."""
    named = trace.texts if isinstance(trace, Score) else ()
    texts = [(name, [visible(token) for token in text[:MOST_SHOWN]]) for name, text in named]
    moments, picture = trace.moments(), trace.picture
    filled = {moment.step for moment in moments if moment.row is not None}
    steps, drawn = [_step(step, step.name in filled) for step in trace.steps()], list[int]()
    if isinstance(picture, Pyramid):
        numbers = {(name, tuple(words)): number for number, (name, words) in enumerate(texts)}
        there = (
            (text.label, tuple(token for token, _ in text.words.shown())) for text in (picture.text, *picture.others)
        )
        drawn = [numbers.get(text, -1) for text in there]  # the picture has only the letters of some texts, for example
        steps = [{**step, **bricks} for step, bricks in zip(steps, _growing(picture, trace.steps()), strict=True)]
    shown: list[dict[str, object]] = [
        {
            "step": moment.step,
            "name": moment.name,
            "told": html.prose(moment.text),
            "marks": [
                [mark.text, [index for index in mark.places if index < MOST_SHOWN], mark.kind] for mark in moment.marks
            ],
            "row": moment.row,
            "columns": moment.columns,
            "walked": moment.walked,
            "turning": moment.turning,
        }
        for moment in moments
    ]
    first = html.part(picture) if picture else ""
    return {"texts": texts, "picture": first, "drawn": drawn, "steps": steps, "moments": shown}


def _step(step: Step, filled: bool) -> dict[str, object]:
    """Return a step's table or grid, if it is filled row by row, and the rest of its parts."""
    table = next((part for part in step.parts if isinstance(part, Table | Grid)), None) if filled else None
    below = "".join(html.part(part) for part in step.parts if part is not table)
    return {"name": step.name, "title": step.title, "table": html.part(table) if table else "", "rest": below}


def _growing(picture: Pyramid, steps: Iterable[Step]) -> Iterator[dict[str, object]]:
    """For each step, return the row of bricks that it adds to the picture, with the row's n; empty if it adds none.

    `bricks` gives for each brick the row of the step's table that counts it, or no row if all bricks come at once.
    """
    rows = {row.step: row for row in picture.rows}
    for step in steps:
        if row := rows.get(step.name):
            table = next((part for part in step.parts if isinstance(part, Table)), None)
            lines = table.rows[:MOST_SHOWN] if table else ()
            row_of = {cells[0]: index for index, cells in enumerate(lines)}
            ngrams = (Words(picture.text.words.tokens[brick.start : brick.stop]) for brick in row.bricks[:MOST_SHOWN])
            yield {"n": row.n, "bricks": [row_of.get(ngram, MOST_SHOWN) for ngram in ngrams]}
        else:
            yield {}


def alone() -> str:
    """Return the script for a page without Jupyter, which finds every static stepper and starts it."""
    body = _SCRIPT.replace("export default { render };", "")
    return f"(() => {{\n{body}\nstartAll();\n}})();"
