"""The rows of a table: an n-gram, how often each text has it, how rare it is, how much it weighs."""

from collections.abc import Sequence
from dataclasses import dataclass

from mtexplain.counts import NGram
from mtexplain.display.parts import Cell, Column, Real, Table, Words


@dataclass(frozen=True)
class Row:
    """An n-gram, how often each text has it, how many images have it, and how much it weighs in each text."""

    ngram: NGram
    count: int
    reference_counts: tuple[int, ...]
    document_frequency: int
    idf: float
    weight: float
    reference_weights: tuple[float, ...]


def columns(title: str, references: int) -> list[Column]:
    """The columns of a table; the first is the n-gram."""
    places = range(1, references + 1)
    return [
        Column("ngram", title),
        Column("count", "h(c)"),
        *(Column(f"reference_{number}", f"h(s_{number})") for number in places),
        Column("document_frequency", "df"),
        Column("idf", "idf"),
        Column("weight", "g(c)"),
        *(Column(f"weight_{number}", f"g(s_{number})") for number in places),
    ]


def cells(row: Row, references: int) -> tuple[Cell, ...]:
    """The cells of a row, in a table with so many references."""
    missing = (None,) * (references - len(row.reference_counts))
    weights = (Real(weight) for weight in row.reference_weights)
    rarity = (row.document_frequency, Real(row.idf), Real(row.weight))
    return (Words(row.ngram), row.count, *row.reference_counts, *missing, *rarity, *weights, *missing)


def all_rows(images: Sequence[Sequence[Row]], references: int) -> Table:
    """The rows of all orders, image by image; no image has more references."""
    by_image = len(images) > 1
    in_order = tuple(
        (*([i] * by_image), len(row.ngram), *cells(row, references)) for i, rows in enumerate(images, 1) for row in rows
    )
    above = (*([Column("image", "image")] * by_image), Column("n", "n"), *columns("n-gram", references))
    return Table("", above, in_order, names=2 + by_image)
