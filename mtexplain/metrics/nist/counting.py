"""What is counted for NIST: every n-gram of the references, and which of them the candidate has."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import NamedTuple

from mtexplain import exact
from mtexplain.counts import NGram, count_ngrams, ngrams
from mtexplain.metrics.nist.maths import gain, information


class Information(NamedTuple):
    """What an n-gram of the references tells, with the counts it comes from.

    `times` is how often it occurs in all of them, `prefix_times` how often it does without its last word; of a single
    word that is the number of all words.
    """

    times: int
    prefix_times: int

    @property
    def is_nothing(self) -> bool:
        """Whether it tells nothing: its beginning never goes on otherwise."""
        return self.times == self.prefix_times

    @property
    def bits(self) -> Decimal:
        """The information in bits, 0 or more, to 40 digits."""
        return information(self.times, self.prefix_times)


@dataclass(frozen=True)
class Known:
    """What was counted over all references: the n-grams of every order, and how many words there are."""

    counts: tuple[Counter[NGram], ...]
    words: int

    @cached_property
    def orders(self) -> tuple[dict[NGram, Information], ...]:
        """The information of every n-gram of the references, order by order.

        >>> known([("the", "cat"), ("the", "dog")], 2).orders[1]["the", "dog"]
        Information(times=1, prefix_times=2)
        """
        shorter: Sequence[Counter[NGram]] = (Counter({(): self.words}), *self.counts)
        return tuple(
            {ngram: Information(times, prefixes[ngram[:-1]]) for ngram, times in counts.items()}
            for prefixes, counts in zip(shorter, self.counts, strict=False)
        )

    def information(self, ngram: NGram) -> Information:
        """The information of one n-gram of the references."""
        return self.orders[len(ngram) - 1][ngram]


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


def known(references: Iterable[Sequence[str]], n: int) -> Known:
    """Every n-gram of all references up to the order n, and the number of their words (equation 2).

    >>> known([("the", "cat"), ("the", "dog")], 2).words
    4
    """
    counts, words = tuple(Counter[NGram]() for _ in range(n)), 0
    for reference in references:
        words += len(reference)
        for length, counted in enumerate(counts, 1):
            counted.update(ngrams(reference, length))
    return Known(counts, words)


def order(candidate: Sequence[str], references: Sequence[Sequence[str]], n: int, counted: Known) -> Order:
    """One order of a segment, matched with all its references: a row for each n-gram.

    >>> texts = [("the", "cat")]
    >>> found = order(("the", "dog"), texts, 1, known(texts, 1))
    >>> float(found.gain), found.total
    (1.0, 2)
    """
    return _summed(n, _rows(candidate, references, n, counted))


def order_of_one(candidate: Sequence[str], references: Sequence[Sequence[str]], n: int, counted: Known) -> Order:
    """The same, matched only with the reference that gains most; of two the longer, then the first."""
    rows = _rows(candidate, references, n, counted)
    found = [(row, row.information) for row in rows if row.information]

    def gained(place: int) -> Fraction:
        """Two to the power of what a reference gains: exact, so that ties are ties."""
        matched = [(one, min(row.count, row.reference_counts[place])) for row, one in found]
        times = prod([one.times**matches for one, matches in matched])
        return Fraction(prod([one.prefix_times**matches for one, matches in matched]), times)

    best = max(range(len(references)), key=lambda place: (gained(place), len(references[place])))
    chosen = [Row(row.ngram, row.count, row.reference_counts, row.information, best) for row in rows]
    return _summed(n, chosen)._replace(chosen=best)


def _rows(candidate: Sequence[str], references: Sequence[Sequence[str]], n: int, counted: Known) -> list[Row]:
    in_references = [count_ngrams(reference, n) for reference in references]
    rows = []
    for ngram, count in count_ngrams(candidate, n).items():
        counts = tuple([one.get(ngram, 0) for one in in_references])
        rows.append(Row(ngram, count, counts, counted.information(ngram) if any(counts) else None))
    return rows


def _summed(n: int, rows: Sequence[Row]) -> Order:
    matched = [(row.matches, row.bits) for row in rows if row.information]
    return Order(n, gain(matched), sum(row.count for row in rows), sum(row.matches for row in rows), tuple(rows))
