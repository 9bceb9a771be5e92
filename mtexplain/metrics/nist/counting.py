"""What is counted for NIST: the n-grams of the candidate, and which of them the references have."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from mtexplain import exact
from mtexplain.counts import NGram, count_ngrams
from mtexplain.metrics.nist.knowledge import Information, Known
from mtexplain.metrics.nist.maths import gain


@dataclass(frozen=True)
class Row:
    """One row of the table of an order: an n-gram, how often it occurs and matches, and what each match is worth.

    `information` is None for an n-gram that is in none of the references. `chosen` is the one reference that counts
    (from 0), where only one does.
    """

    ngram: NGram
    count: int
    reference_counts: tuple[int, ...]
    information: Information | None
    chosen: int | None = None

    @property
    def allowed(self) -> int:
        """How often it may match: as often as in the reference that has it most, or in the one that counts."""
        return max(self.reference_counts) if self.chosen is None else self.reference_counts[self.chosen]

    @property
    def matches(self) -> int:
        """How often it matches: it is clipped, as in BLEU."""
        return min(self.count, self.allowed)

    @property
    def bits(self) -> Decimal:
        """What one match is worth, in bits, to 40 digits; 0 for an n-gram that never matches."""
        return Decimal(0) if self.information is None else self.information.bits

    @property
    def gain(self) -> Decimal:
        """What its matches are worth, in bits, to 40 digits."""
        return gain([(self.matches, self.bits)])


class Order(NamedTuple):
    """The n-grams of one order: what all that match are worth, and how many n-grams the candidate has.

    `gain` is in bits, to 40 digits. `chosen` is the one reference that counts, where only one does. A corpus has no
    `rows`: they live in its segments.
    """

    n: int
    gain: Decimal
    total: int
    matches: int = 0
    rows: tuple[Row, ...] = ()
    chosen: int | None = None

    @property
    def mean(self) -> Decimal:
        """s_n, the gain per n-gram of the candidate, to 40 digits. 0/0 adds nothing: it counts as 0."""
        with exact.forty_digits():
            return self.gain / self.total if self.total else Decimal(0)


def order(candidate: Sequence[str], references: Sequence[Sequence[str]], n: int, counted: Known) -> Order:
    """One order of a segment, matched with all its references: a row for each n-gram.

    >>> from mtexplain.metrics.nist.knowledge import known
    >>> texts = [("the", "cat")]
    >>> found = order(("the", "dog"), texts, 1, known(texts, 1))
    >>> float(found.gain), found.total
    (1.0, 2)
    """
    return _summed(n, _rows(*_counts(candidate, references, n), counted))


def order_of_one(candidate: Sequence[str], references: Sequence[Sequence[str]], n: int, counted: Known) -> Order:
    """The same, matched only with the reference that gains most; of two the longer, then the first.

    NLTK compares floats here. So do we: of two that gain as much, the last digit may put one before the other.
    """
    mine, theirs = _counts(candidate, references, n)

    def rank(place: int) -> tuple[float, int]:
        return _gained(mine, theirs[place], counted), len(references[place])

    best = max(range(len(references)), key=rank)
    return _summed(n, _rows(mine, theirs, counted, best))._replace(chosen=best)


_Counts = Mapping[NGram, int]


def _counts(candidate: Sequence[str], references: Sequence[Sequence[str]], n: int) -> tuple[_Counts, Sequence[_Counts]]:
    return count_ngrams(candidate, n), [count_ngrams(reference, n) for reference in references]


def _gained(mine: _Counts, theirs: _Counts, counted: Known) -> float:
    """What a candidate gains by one reference, added up as NLTK does.

    From Python 3.12 on, `sum` makes up for rounding.
    """
    shared = [ngram for ngram in mine if ngram in theirs]
    return sum(counted.information(ngram).rounded * min(mine[ngram], theirs[ngram]) for ngram in shared)


def _rows(mine: _Counts, theirs: Sequence[_Counts], counted: Known, chosen: int | None = None) -> list[Row]:
    rows = []
    for ngram, count in mine.items():
        counts = tuple([one.get(ngram, 0) for one in theirs])
        rows.append(Row(ngram, count, counts, counted.information(ngram) if any(counts) else None, chosen))
    return rows


def _summed(n: int, rows: Sequence[Row]) -> Order:
    matched = [(row.matches, row.bits) for row in rows if row.information]
    return Order(n, gain(matched), sum(row.count for row in rows), sum(row.matches for row in rows), tuple(rows))
