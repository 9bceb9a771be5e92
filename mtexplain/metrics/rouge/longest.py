"""How ROUGE-L is told: a grid for each reference, and which of several longest common subsequences counts."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtexplain.display.formula import Call, Chain
from mtexplain.display.moments import Mark, Moment
from mtexplain.display.parts import Equation, Part, Prose, Words
from mtexplain.display.trace import Step
from mtexplain.metrics.rouge import grids
from mtexplain.metrics.rouge.lcs import Lcs

if TYPE_CHECKING:
    from mtexplain.metrics.rouge.sequence import RougeL

_TITLE = "Longest common subsequence"
_WHY = "Words count in their order, whatever stands between them: no length of an n-gram has to be chosen."
_WHERE = (
    "c(i, j) is the length for i words of the reference and j of the candidate: one more than c(i - 1, j - 1) where "
    "the words i and j are equal, else the larger of c(i - 1, j) and c(i, j - 1)"
)
_MATCH = "one more than diagonally above"


def steps(trace: "RougeL") -> Iterator[Step]:
    """A step for each reference."""
    for (name, symbol, which), one, table in zip(grids.names(trace), trace.overlaps, trace.found, strict=True):
        m, n, length = (str(number) for number in (one.reference_total, one.candidate_total, one.matches))
        cell = Chain("=", (symbol, Call("c", Chain(",", ("m", "n")))))
        equation = Equation(cell, Call("c", Chain(",", (m, n))), length, _WHERE)
        parts: tuple[Part, ...] = (grids.not_shown(table.reference, table.candidate), equation)
        if grids.is_shown(table.reference, table.candidate):
            parts = (grids.grid(table, table.cells), equation, grids.counted(table), *_others(table))
        summary = f"{m} words against {n}"
        outcome = Chain("=", (symbol, length))
        yield Step(name, _TITLE + which, summary, outcome, _WHY, trace.source, parts)


def _others(table: Lcs) -> Iterator[Prose]:
    """What is said where there are several: they do not add up."""
    if (number := table.number) > 1:
        mine = tuple(table.reference[i - 1] for i, _ in table.matches)
        another = (Words(table.other), " is another. ") if table.other != mine else ()
        yield Prose((f"There are {number:,} different ones. ", *another, "Only one counts, whichever it is."))


def moments(trace: "RougeL") -> Iterator[Moment]:
    """Each table filled row by row, then its path walked back."""
    for place, ((name, _, _), table) in enumerate(zip(grids.names(trace), trace.found, strict=True)):
        if grids.is_shown(table.reference, table.candidate):
            yield from grids.moments(name, place, table, _MATCH)
        else:
            everything = Mark(0, tuple(range(len(trace.candidate))))
            yield Moment(name, "length", grids.not_shown(table.reference, table.candidate), (everything,))
