"""What the views show of an order, and its numbers as exactly as they can be read."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from mtexplain import exact
from mtexplain.counts import NGram
from mtexplain.display.formula import Chain, Formula, Over, Root, few, fraction, number, shown
from mtexplain.metrics.cider.cosine import Cosine, Vector

MOST = 12
"""How many terms of a sum are written out."""
_SHORT = 10_000  # the numbers of a fraction, as long as it can be read


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


class Penalty(NamedTuple):
    """CIDEr-D's length penalty for one reference, with the lengths it comes from. CIDEr has none: there it is 1."""

    candidate_length: int
    reference_length: int
    exponent: Fraction
    value: float

    @property
    def difference(self) -> int:
        """l(c) - l(s)."""
        return self.candidate_length - self.reference_length


class Order(NamedTuple):
    """CIDEr_n: the n-grams of one order, compared with those of every reference (section 4, equation 2).

    There is a cosine for each reference, and a length penalty. `value` has 40 digits; `fraction` is CIDEr_n where it is
    one, None where it is not known to be. `similarities` are the cosines times the penalties, fractions where they are.
    """

    n: int
    value: Decimal
    fraction: Fraction | None
    cosines: tuple[Cosine, ...]
    penalties: tuple[Penalty, ...]
    similarities: tuple[Decimal | Fraction | int, ...]

    @property
    def candidate(self) -> Vector:
        """The n-grams of the candidate."""
        return self.cosines[0].candidate

    @property
    def references(self) -> tuple[Vector, ...]:
        """Those of each reference."""
        return tuple(cosine.reference for cosine in self.cosines)


def forty_digits(value: Decimal | Fraction | int) -> Decimal:
    """A number as a decimal, where it is exact."""
    return value if isinstance(value, Decimal) else exact.decimal(Fraction(value))


def as_fraction(value: Decimal | Fraction | int) -> Fraction | None:
    """A number as a fraction, where it is known to be one."""
    return None if isinstance(value, Decimal) and value else Fraction(value)


def readable(one: Order) -> Formula:
    """CIDEr_n as exactly as it can be read: 2/3, √(2/3), else rounded."""
    if one.fraction is not None:
        return number(one.fraction)
    return (readable_root(one, 0) if len(one.cosines) == 1 else None) or shown(float(one.value))


def readable_root(one: Order, place: int) -> Formula | None:
    """The cosine with one reference as the root of a fraction, where that is short and nothing is multiplied by it."""
    square = None if one.penalties[place].exponent else one.cosines[place].square
    readable = square is not None and max(square.numerator, square.denominator) < _SHORT
    return Root(fraction(square)) if square is not None and readable else None


def total(terms: Sequence[Formula], grouped: bool = False) -> Formula:
    """A sum that can be checked by hand, cut where it grows long."""
    return Chain("+", few(terms, MOST), grouped) if len(terms) > 1 else terms[0] if terms else "0"


def mean_of(scores: Sequence[float]) -> Formula:
    """The score of a corpus from those of its images, as in (10 + 2.5) / 2."""
    return Over(total([shown(score) for score in scores]), str(len(scores)))


def so_many_images(documents: int) -> str:
    """A number of images, in words."""
    return "1 image" if documents == 1 else f"{documents:,} images"
