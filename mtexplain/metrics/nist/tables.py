"""The tables of a NIST trace. References and segments count from 1 here, as in every view."""

from collections.abc import Sequence
from functools import partial

from mtexplain.display.formula import Over, number, shown
from mtexplain.display.parts import Cell, Column, Marked, Real, Rows, Table, Words
from mtexplain.metrics.nist.recipe import NistScore, Order, Row, SegmentNist, TextNist
from mtexplain.metrics.shared.orders import one_name, order_name
from mtexplain.metrics.shared.texts import keyed


def all_rows(segments: Sequence[SegmentNist]) -> Table:
    """Every n-gram of every order and segment."""
    most = max(len(segment.references) for segment in segments)
    several = len(segments) > 1
    columns = (*([Column("segment", "segment")] * several), Column("n", "n"), *_columns("n-gram", most))
    rows = tuple(
        (*([place] * several), order.n, *_row(most, row))
        for place, segment in enumerate(segments, 1)
        for order in segment.orders
        for row in order.rows
    )
    return Table("", columns, rows, names=2 + several)


def matches(order: Order, references: int) -> Table:
    """One row for each n-gram: how often it matches, what it is worth, what it gains."""
    total: tuple[Cell, ...] = ("sum", order.total, *[None] * references, order.matches, None, None)
    columns = tuple(_columns(one_name(order.n), references))
    return Table("", columns, Rows(order.rows, partial(_row, references)), total=(*total, Real(float(order.gain))))


def _columns(title: str, references: int) -> list[Column]:
    each = [Column(f"reference_{i}", f"in reference {i}") for i in range(1, references + 1)]
    return [
        Column("ngram", title),
        Column("count", "count"),
        *each,
        Column("matches", "matches"),
        Column("odds", "beginning/itself"),
        Column("information", "information"),
        Column("gain", "gain"),
    ]


def _row(references: int, row: Row) -> tuple[Cell, ...]:
    matched = Marked(row.matches) if 0 < row.matches < row.count else row.matches
    missing = (None,) * (references - len(row.reference_counts))
    counts = (Words(row.ngram), row.count, *row.reference_counts, *missing, matched)
    if row.information is None:
        return (*counts, None, None, Real(0.0))
    odds = Over(str(row.beginning), str(row.times))
    return (*counts, odds, Real(float(row.information)), Real(float(row.gain)))


def weights(trace: NistScore) -> Table:
    """What the references hold, order by order: different n-grams, how many tell nothing, the most that one tells."""
    columns = keyed("n-grams", different="different", nothing="tell nothing", largest="most that a match tells")
    rows: list[tuple[Cell, ...]] = []
    for n, largest in enumerate(trace.largest, 1):
        found = trace.known.counts[n - 1]
        silent = len(found) - len(trace.known.informative[n - 1])
        rows.append((order_name(n), len(found), silent, Real(largest)))
    total: tuple[Cell, ...] = ("no score is above", None, None, Real(trace.most))
    return Table("Information, in bits:", columns, tuple(rows), total=total)


def pooling(trace: TextNist, order: Order) -> Table:
    """What each segment adds to the gain and the total of an order."""
    columns = keyed("segment", "matches", "total", "gain", alone="gain per n-gram")
    parts = [segment.orders[order.n - 1] for segment in trace.segments]
    rows = tuple(
        (place, part.matches, part.total, Real(float(part.gain)), Real(float(part.mean)))
        for place, part in enumerate(parts, 1)
    )
    total = ("sum", order.matches, order.total, Real(float(order.gain)), Real(float(order.mean)))
    return Table("", columns, rows, total=total)


def segments(trace: TextNist) -> Table:
    """The text, segment by segment."""
    columns = keyed("segment", "candidate", "tokens", "references", score="NIST alone")
    rows = tuple(
        (place, Words(segment.candidate), len(segment.candidate), len(segment.references), shown(segment.score))
        for place, segment in enumerate(trace.segments, 1)
    )
    return Table("", columns, rows, names=2)


def lengths(trace: SegmentNist) -> Table:
    """Every reference length, and how often it counts."""
    columns = keyed("reference", "length", counts="counts")
    one_for_each = trace.rules.matches != "all references"
    chosen = [order.chosen for order in trace.orders]
    rows = []
    for place, length in enumerate(trace.brevity.reference_lengths):
        orders = [str(n) for n, one in enumerate(chosen, 1) if one == place]
        counts = f"for n = {', '.join(orders)}" if orders else "never"
        rows.append((f"reference {place + 1}", length, counts if one_for_each else "once"))
    total: tuple[Cell, ...] = ("mean", number(trace.brevity.reference_length), None)
    return Table("", columns, tuple(rows), total=total)


def segment_lengths(trace: TextNist) -> Table:
    """The lengths of each segment, and their sums."""
    columns = keyed("segment", sys="candidate length", lengths="reference lengths", ref="their mean")
    rows = tuple(
        (place, part.candidate_length, ", ".join(map(str, part.reference_lengths)), number(part.reference_length))
        for place, part in enumerate((segment.brevity for segment in trace.segments), 1)
    )
    total: tuple[Cell, ...] = ("sum", trace.brevity.candidate_length, None, number(trace.brevity.reference_length))
    return Table("", columns, rows, total=total)


def sums(trace: NistScore) -> Table:
    """What each order adds to the score."""
    columns = keyed("order", s="gain per n-gram", term="times BP")
    rows = tuple(
        (order_name(order.n), Real(float(order.mean)), Real(term.value))
        for order, term in zip(trace.orders, trace.terms, strict=True)
    )
    return Table("", columns, rows, total=("NIST", None, Real(trace.score)))


def perfect(trace: SegmentNist, scores: Sequence[float]) -> Table:
    """What each reference would score as a candidate: these scores."""
    columns = keyed("candidate", score="NIST")
    rows = [(f"reference {place}, word for word", Real(score)) for place, score in enumerate(scores, 1)]
    return Table("NIST has no fixed end. For comparison:", columns, [*rows, ("this candidate", Real(trace.score))])
