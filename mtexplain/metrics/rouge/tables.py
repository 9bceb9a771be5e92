"""The tables of a ROUGE trace. References count from 1 here, as in every view."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING

from mtexplain.display.formula import number, shown
from mtexplain.display.parts import Cell, Column, Rows, Table, Words
from mtexplain.metrics.rouge import formulas
from mtexplain.metrics.rouge.lines import lines_of
from mtexplain.metrics.shared.texts import keyed

if TYPE_CHECKING:
    from mtexplain.metrics.rouge.base import Rouge
    from mtexplain.metrics.rouge.counted import Count, RougeCounted
    from mtexplain.metrics.rouge.sequence import RougeSequence


def overlap(trace: "RougeCounted") -> Table:
    """A row for each unit: its count in the candidate, in each reference, and how often it matches there."""
    names = keyed(unit=trace.units.removesuffix("s"))
    if trace.name_columns > 1:
        names = keyed(first="first word", second="second word")
    columns, several = [*names, Column("count", "in the candidate")], len(trace.references) > 1
    for place in range(1, len(trace.references) + 1):
        which = f" {place}" if several else ""
        there = f"in reference{which}" if several else "in the reference"
        columns += [Column(f"reference_{place}", there), Column(f"overlap_{place}", f"overlap{which}")]
    totals: list[Cell] = ["sum", *([None] * (len(names) - 1)), trace.overlaps[0].candidate_total]
    for one in trace.overlaps:
        totals += [one.reference_total, one.matches]
    rows = Rows(trace.counts, partial(_row, len(names)))
    return Table("", tuple(columns), rows, names=len(names), total=tuple(totals))


def _row(names: int, row: "Count") -> tuple[Cell, ...]:
    words: tuple[Cell, ...] = (Words(row.unit),)
    if names > 1:
        words = tuple(Words((word,)) for word in row.unit) if len(row.unit) > 1 else (Words(row.unit), None)
    counts = [pair for both in zip(row.in_references, row.overlaps, strict=True) for pair in both]
    return (*words, row.in_candidate, *counts)


def references(trace: "Rouge") -> Table:
    """Recall, precision and F with each reference, and which of them count."""
    beta = trace.rules.beta
    columns = keyed("reference", matches=trace.matched, recall="R", precision="P", f="F")
    if trace.rules.references_by in ("best", "coco"):
        columns += keyed("choice")
    rows: list[tuple[Cell, ...]] = []
    for place, one in enumerate(trace.overlaps):
        r, p = formulas.value(one.recall), formulas.value(one.precision)
        f = formulas.exactly(one.f(beta))
        row: tuple[Cell, ...] = (f"reference {place + 1}", number(Fraction(one.matches)), r, p, f)
        rows.append((*row, _choice(trace, place))[: len(columns)])
    return Table("", columns, tuple(rows))


def _choice(trace: "Rouge", place: int) -> str:
    chosen = trace.together.chosen
    match trace.rules.references_by:
        case "best":
            return "the best: it counts" if place in chosen else ""
        case "coco":
            both = [name for name, which in zip(("R", "P"), chosen, strict=True) if which == place]
            return f"the best {' and the best '.join(both)}" if both else ""
    return ""


def left_out(trace: "Rouge") -> Table:
    """Each reference left out in turn, and the best of the others."""
    columns = keyed(out="left out", best="best of the others", f="F")
    rows = tuple(
        (f"reference {place + 1}", f"reference {best + 1}", formulas.exactly(one.f(trace.rules.beta)))
        for place, (best, one) in enumerate(zip(trace.together.chosen, trace.together.used, strict=True))
    )
    return Table("", columns, rows, total=("mean", None, shown(trace.score)))


def matches(trace: "RougeSequence") -> Table:
    """A row for each word that matches: the number of the word in each text, counted from 1."""
    columns = keyed("reference", "word", at="at in the reference", candidate_at="at in the candidate")
    mine = _numbers(trace, trace.candidate)
    rows: list[tuple[Cell, ...]] = []
    for place, reference in enumerate(trace.references):
        theirs = _numbers(trace, reference)
        for here, there in zip(*trace.matched_with(place), strict=True):
            rows.append((place + 1, Words((reference[there],)), theirs[there], mine[here]))
    return Table("", columns, tuple(rows), names=2)


def _numbers(trace: "RougeSequence", tokens: Sequence[str]) -> list[int]:
    """How many words there are up to each token."""
    return list(accumulate(int(trace.is_word(token)) for token in tokens))


def lines(trace: "Rouge") -> Table:
    """The lines of every text, with their words."""
    columns = keyed("text", "line", "tokens", "length")
    names = "candidate", *(f"reference {place}" for place in range(1, len(trace.references) + 1))
    rows = tuple(
        (name, number, Words(line), len(line))
        for name, text in zip(names, (trace.candidate, *trace.references), strict=True)
        for number, line in enumerate(lines_of(text), 1)
    )
    return Table("", columns, rows, names=3)
