"""The stepper's moments for a trace with steps that fill a table of n-grams."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice

from mtexplain.counts import NGram
from mtexplain.display import plain
from mtexplain.display.parts import MOST_SHOWN, Marked, Prose, Table, Words
from mtexplain.display.steps import Mark, Moment
from mtexplain.display.trace import Step
from mtexplain.metrics.shared.occurrences import Place, marked, occurrences, times

Marks = Callable[[str, NGram], tuple[Mark, ...]]
"""A function from the name of a step and an n-gram in its table to the n-gram's positions in each text."""


def moments(steps: Sequence[Step], marks: Marks) -> Iterator[Moment]:
    """A moment for each step, and for each cell of its table if there is a sentence about the cell.

    A teacher stops only at the very first row, because the others repeat the pattern.
    """
    is_first = True
    for step in steps:
        tables = (
            part for part in step.parts if isinstance(part, Table) and any(column.says for column in part.columns)
        )
        table = next((table for table in tables if len(table.rows)), None)
        if table:
            yield Moment(step.name, "n-grams", Prose((step.why,)), row=0, columns=1)
            for moment in _cells(step.name, table, marks):
                yield moment._replace(turning=is_first and moment.row == 0)
            is_first = False
        outcome = (step.outcome, ".")
        yield Moment(step.name, step.title, Prose(outcome if table else (f"{step.why} ", *outcome)))


def _cells(step: str, table: Table, marks: Marks) -> Iterator[Moment]:
    """A moment for each cell with a sentence about it."""
    for row, cells in enumerate(islice(table.rows, MOST_SHOWN)):
        assert isinstance(cells[0], Words)
        there = marks(step, cells[0].tokens)
        for index, (column, cell) in enumerate(zip(table.columns, cells, strict=True), 1):
            if column.says and cell is not None:
                value = cell.number if isinstance(cell, Marked) else cell
                often = (times(value) if value else "0 times") if isinstance(value, int) else plain.cell(value)
                text = column.says.format(often).replace(" 1 bits", " 1 bit")
                yield Moment(step, column.title, Prose((cells[0], f" {text}.")), there, row, index)


def marks(texts: Sequence[tuple[str, tuple[str, ...]]]) -> Marks:
    """A function that gives the marks of an n-gram of words, which are its positions in each text."""

    @cache
    def places(n: int) -> list[dict[NGram, list[Place]]]:
        by_text: list[dict[NGram, list[Place]]] = []
        for _, words in texts:
            by_text.append({})
            for ngram, positions in occurrences(words, n):
                by_text[-1].setdefault(ngram, []).append(positions)
        return by_text

    def marks_of(step: str, ngram: NGram) -> tuple[Mark, ...]:
        there = enumerate(places(len(ngram)))
        return tuple(Mark(text, marked(known[ngram])) for text, known in there if ngram in known)

    return marks_of
