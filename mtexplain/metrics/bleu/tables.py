"""The tables of a BLEU trace. References and segments count from 1 here, as in every view."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from mtexplain.display.formula import shown
from mtexplain.display.parts import Cell, Column, Marked, Rows, Table, Words
from mtexplain.metrics.bleu import pictures
from mtexplain.metrics.bleu.maths import Brevity, Count, Precision

if TYPE_CHECKING:
    from mtexplain.metrics.bleu.traces import Bleu, CorpusBleu


def all_rows(segments: "Sequence[Bleu]") -> Table:
    """Every n-gram of every order and segment."""
    most = max(len(segment.references) for segment in segments)
    by_segment = len(segments) > 1
    columns = (*([Column("segment", "segment")] * by_segment), Column("n", "n"), *_columns("n-gram", most))
    rows = tuple(
        (*([number] * by_segment), order.n, *_row(most, row))
        for number, segment in enumerate(segments, 1)
        for order in segment.precisions
        for row in order.counts
    )
    return Table("", columns, rows, names=2 + by_segment)


def clipping(order: Precision, references: int) -> Table:
    """One row for each n-gram; a count that was clipped, but not to nothing, is marked."""
    columns = tuple(_columns(pictures.one_name(order.n), references))
    return Table(
        "",
        columns,
        Rows(order.counts, partial(_row, references)),
        total=("sum", order.total, *[None] * (references + 1), order.matches, None),
    )


def pooling(trace: "CorpusBleu", order: Precision) -> Table:
    """What each segment adds to the matches and the total of an order."""
    columns = _keyed("segment", "matches", "total", p="alone")
    parts = [segment.precisions[order.n - 1] for segment in trace.segments]
    rows = tuple((number, part.matches, part.total, str(part.ratio)) for number, part in enumerate(parts, 1))
    return Table("", columns, rows, total=("pooled", order.matches, order.total, str(order.ratio)))


def segments(trace: "CorpusBleu") -> Table:
    """The text, segment by segment."""
    columns = _keyed("segment", "candidate", "tokens", "references", score="BLEU alone")
    rows = tuple(
        (number, Words(segment.candidate), len(segment.candidate), len(segment.references), shown(segment.score))
        for number, segment in enumerate(trace.segments, 1)
    )
    zeros = sum(segment.score == 0 for segment in trace.segments)
    caption = f"BLEU alone is 0 for {zeros} of them, for want of a match of some order. Their other matches count here."
    return Table(caption if zeros else "", columns, rows, names=2)


def lengths(brevity: Brevity) -> Table:
    """Every reference length, its distance from c, and the choice."""
    columns = _keyed("reference", "length", distance="distance from c", choice="choice")
    c, r = brevity.candidate_length, brevity.reference_length
    chosen = brevity.reference_lengths.index(r)
    rows = []
    for place, length in enumerate(brevity.reference_lengths):
        tied = length != r and abs(length - c) == abs(r - c)
        choice = "closest: this is r" if place == chosen else "as close, but longer" if tied else ""
        choice = "the same length" if length == r and place != chosen else choice
        rows.append((f"reference {place + 1}", length, abs(length - c), choice))
    return Table("", columns, tuple(rows))


def segment_lengths(trace: "CorpusBleu") -> Table:
    """The lengths of each segment, and their sums."""
    columns = _keyed("segment", c="candidate length", lengths="reference lengths", r="closest")
    rows = tuple(
        (number, part.candidate_length, ", ".join(map(str, part.reference_lengths)), part.reference_length)
        for number, part in enumerate((segment.brevity for segment in trace.segments), 1)
    )
    whole = trace.brevity
    total: tuple[Cell, ...] = ("sum", whole.candidate_length, None, whole.reference_length)
    return Table("", columns, rows, total=total)


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


def tokens(trace: "Bleu") -> Table:
    """The tokens of every text."""
    texts = [("candidate", trace.candidate), *((f"reference {i}", one) for i, one in enumerate(trace.references, 1))]
    return Table("", _keyed("text", "tokens", "length"), [(name, Words(one), len(one)) for name, one in texts], 2)


def logs(rows: Sequence[tuple[Cell, ...]], total: tuple[Cell, ...]) -> Table:
    """The factors of the score, and the terms of its logarithm."""
    columns = _keyed("factor", "value", "term", log="value of the term")
    return Table("The same as a sum of logarithms:", columns, rows, total=total)


def _keyed(*plain: str, **titled: str) -> tuple[Column, ...]:
    """Columns whose title is their key, then columns with a title of their own."""
    return tuple(Column(key, title) for key, title in {**{key: key for key in plain}, **titled}.items())
