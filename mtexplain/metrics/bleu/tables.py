"""The tables of a BLEU trace. References and segments count from 1 here, as in every view."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from mtexplain.display.formula import Call, Chain, Formula, Symbol, number, ratio, shown
from mtexplain.display.parts import Cell, Column, Marked, Rows, Table, Words
from mtexplain.metrics.bleu import charts
from mtexplain.metrics.bleu.base import BleuScore
from mtexplain.metrics.bleu.maths import Brevity, Count, Precision
from mtexplain.metrics.shared.orders import one_name, order_name
from mtexplain.metrics.shared.texts import keyed

_LOSES = {"closest": "longer", "first closest": "listed later"}
"""Why one of two equally close reference lengths isn't taken."""


def all_rows(segments: Sequence[Any]) -> Table:
    """Every n-gram of every order and segment."""
    most = max(len(segment.references) for segment in segments)
    by_segment = len(segments) > 1
    columns = (*([Column("segment", "segment")] * by_segment), Column("n", "n"), *_columns("n-gram", most))
    rows = tuple(
        (*([place] * by_segment), order.n, *_row(most, row))
        for place, segment in enumerate(segments, 1)
        for order in segment.precisions
        for row in order.counts
    )
    return Table("", columns, rows, names=2 + by_segment)


def clipping(order: Precision, references: int) -> Table:
    """One row for each n-gram; a count that was clipped, but not to nothing, is marked."""
    columns = tuple(_columns(one_name(order.n), references))
    return Table(
        "",
        columns,
        Rows(order.counts, partial(_row, references)),
        total=("sum", order.total, *[None] * (references + 1), order.matches, None),
    )


def pooling(trace: Any, place: int) -> Table:
    """What each segment adds to the matches and the total of an order."""
    columns = keyed("segment", "matches", "total", p="alone")
    parts, whole = [segment.ratios[place] for segment in trace.segments], trace.ratios[place]
    rows = tuple((number, part.matches, part.total, str(part)) for number, part in enumerate(parts, 1))
    return Table("", columns, rows, total=("pooled", whole.matches, whole.total, str(whole)))


def segments(trace: Any) -> Table:
    """The text, segment by segment."""
    zeros = sum(segment.score == 0 for segment in trace.segments)
    caption = f"BLEU alone is 0 for {zeros} of them, for want of a match of some order. Their other matches count here."
    found: Table = trace.text_table
    return found._replace(title=caption) if zeros else found


def lengths(trace: Any) -> Table:
    """Every reference length, its distance from c, and the choice by the rule in force; of a text, its segments'."""
    if trace.parts is not None:
        return _segment_lengths(trace)
    columns = keyed("reference", "length", distance="distance from c", choice="choice")
    brevity, rule = trace.brevity, trace.rules.reference_length
    c, r = brevity.candidate_length, brevity.reference_length
    rows: list[tuple[Cell, ...]] = []
    for place, length in enumerate(brevity.reference_lengths):
        tied = rule.endswith("closest") and length != r and abs(length - c) == abs(r - c)
        choice = f"{rule}: this is r" if place == brevity.chosen else f"as close, but {_LOSES[rule]}" if tied else ""
        choice = "the same length" if length == r and place != brevity.chosen else choice
        rows.append((f"reference {place + 1}", length, abs(length - c), choice if rule != "average" else ""))
    average: tuple[Cell, ...] = ("average: this is r", number(Fraction(r)), number(abs(r - Fraction(c))), "")
    return Table("", columns, tuple(rows), total=average if rule == "average" else None)


def _segment_lengths(trace: Any) -> Table:
    """The lengths of each segment, and their sums."""
    columns = keyed("segment", c="candidate length", lengths="reference lengths", r=trace.rules.reference_length)
    rows = tuple(
        (place, part.candidate_length, ", ".join(map(str, part.reference_lengths)), _length(part))
        for place, part in enumerate((segment.brevity for segment in trace.segments), 1)
    )
    total: tuple[Cell, ...] = ("sum", trace.brevity.candidate_length, None, _length(trace.brevity))
    return Table("", columns, rows, total=total)


def _length(brevity: Brevity) -> Cell:
    """r, which is a fraction where lengths are averaged."""
    r = brevity.reference_length
    return r if isinstance(r, int) else number(r)


def _columns(title: str, references: int) -> list[Column]:
    each = [Column(f"reference_{i}", f"in reference {i}") for i in range(1, references + 1)]
    return [
        Column("ngram", title),
        Column("count", "count"),
        *each,
        Column("max_reference_count", "maximum"),
        Column("clipped", "clipped count"),
        Column("credit_from", "credit from"),
    ]


def _row(references: int, row: Count) -> tuple[Cell, ...]:
    clipped = Marked(row.clipped) if 0 < row.clipped < row.count else row.clipped
    credit = ", ".join(str(place + 1) for place in row.credited_references) or "–"
    missing = (None,) * (references - len(row.reference_counts))
    return (Words(row.ngram), row.count, *row.reference_counts, *missing, row.max_reference_count, clipped, credit)


def smoothing(trace: BleuScore) -> Table:
    """What every order that takes part becomes before it is multiplied: as counted, with its working, its value."""
    columns = keyed("order", counted="matches of total", working="by the rules", value="multiplied")
    rows: list[tuple[Cell, ...]] = []
    for order, one in zip(trace.precisions, trace.counted, strict=True):
        factor = next((factor for factor in trace.factors if factor.n == order.n), None)
        as_counted = Chain("=", (Symbol("p", str(order.n)), ratio(order.matches, order.total)))
        if factor is None:
            rows.append((order_name(order.n), as_counted, "left out", None))
            continue
        changed: Formula = "as counted" if factor.is_raw else factor.working
        if factor.value is None:
            changed = "counts as 0"
        elif one.total != order.total and not factor.is_raw and factor.working == ratio(one.matches, one.total):
            changed = f"counted as {one}"
        rows.append((order_name(order.n), as_counted, changed, Chain("=", (factor.symbol, factor.short))))
    return Table("", columns, tuple(rows))


def logarithms(trace: BleuScore) -> Table:
    """The factors of the score, and the terms of its logarithm."""
    columns = keyed("factor", "value", "term", log="value of the term")
    names: list[Formula] = [Symbol("BP"), *(factor.symbol for factor in trace.factors)]
    values: list[Formula] = [shown(trace.brevity.value), *(factor.short for factor in trace.factors)]
    terms = [shown(term.value) for term in trace.terms]
    rules = [""] * (len(terms) - len(names))  # a last term without a factor
    rows = tuple(zip([*names, *rules], [*values, *rules], charts.log_terms(trace), terms, strict=True))
    total = (Symbol("BLEU"), shown(trace.score), Call("log", Symbol("BLEU")), shown(trace.log_score))
    return Table("The same as a sum of logarithms:", columns, rows, total=total)
