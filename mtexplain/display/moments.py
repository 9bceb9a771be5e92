"""A trace told moment by moment: what to look at in the texts and in the tables, and one sentence about it."""

from typing import NamedTuple

from mtexplain.display.parts import Prose


class Mark(NamedTuple):
    """Places in one text: 0 is the candidate, 1 the first reference. `kind` is "now", or "credit" for what earns it."""

    text: int
    places: tuple[int, ...]
    kind: str = "now"


class Moment(NamedTuple):
    """One moment of a step: its name, a sentence, what is marked in the texts, and how far the step's table is filled.

    Rows before `row` are whole; of `row` itself only the first `columns` cells are there, of later rows only their
    names. Where `row` is None the whole table is there, and what follows from it.

    `walked` is how many cells of a grid's path are seen while it is walked; what follows from it is not there yet.
    While rows are filled there is no path. Where both are None all of it is there.
    """

    step: str
    name: str
    told: Prose
    marks: tuple[Mark, ...] = ()
    row: int | None = None
    columns: int = 0
    walked: int | None = None
