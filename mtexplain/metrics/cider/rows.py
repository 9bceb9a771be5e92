"""The rows of a table of n-grams, with their counts, document frequencies and weights."""

from collections.abc import Sequence
from dataclasses import dataclass

from mtexplain.counts import NGram
from mtexplain.display.parts import Cell, Column, Real, Table, Words


@dataclass(frozen=True)
class Row:
    """An n-gram with its count in each text, its document frequency, its idf, and its weight in each text."""

    ngram: NGram
    count: int
    reference_counts: tuple[int, ...]
    document_frequency: int
    idf: float
    weight: float
    reference_weights: tuple[float, ...]


def columns(title: str, references: int) -> list[Column]:
    """Return the columns of a table. The first column has the n-gram."""
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
    """Return the cells of a row in a table with this number of references."""
    missing = (None,) * (references - len(row.reference_counts))
    weights = (Real(weight) for weight in row.reference_weights)
    rarity = (row.document_frequency, Real(row.idf), Real(row.weight))
    return (Words(row.ngram), row.count, *row.reference_counts, *missing, *rarity, *weights, *missing)


def all_rows(images: Sequence[Sequence[Row]], references: int) -> Table:
    """Return a table of all orders, image by image. `references` is the largest number of references of an image."""
    by_image = len(images) > 1
    in_order = tuple(
        (*([i] * by_image), len(row.ngram), *cells(row, references)) for i, rows in enumerate(images, 1) for row in rows
    )
    above = (*([Column("image", "image")] * by_image), Column("n", "n"), *columns("n-gram", references))
    return Table("", above, in_order, names=2 + by_image)
