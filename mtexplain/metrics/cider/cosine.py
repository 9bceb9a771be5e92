"""The cosine similarity of two TF-IDF vectors, computed in whole numbers.

The result is the same as in score.py. It is faster, and it is exact if the cosine is a fraction. Every weight is a
count times a logarithm, log(|I|/df). The sum of the products of two weights can therefore be kept as a whole number for
each df, which still has to be multiplied by the square of its logarithm. Only the logarithms are not exact.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from math import isqrt

from mtexplain import exact
from mtexplain.counts import NGram
from mtexplain.display.formula import Formula, Root, fraction
from mtexplain.metrics.cider.frequencies import DocumentFrequencies, idf
from mtexplain.metrics.cider.rules import CiderRules

_ZERO = Fraction(0)
_SHORT = 10_000  # a fraction is readable if its numerator and denominator are below this
Parts = dict[int, int]
"""A sum of products of two weights. It maps each df to a whole number, to be multiplied by the square of the idf."""


@dataclass(frozen=True, eq=False)
class Vector:
    """The n-grams of a single order in a text, with their counts and document frequencies.

    >>> from mtexplain.counts import count_ngrams
    >>> frequencies = DocumentFrequencies(2, {("a",): 2, ("cat",): 1}, max_n=1)
    >>> vector = Vector(count_ngrams(("a", "cat", "cat"), 1), frequencies)
    >>> vector.total, vector.parts, float(vector.norm)
    (3, {2: 1, 1: 4}, 1.3862943611198906)
    """

    counts: Mapping[NGram, int]
    frequencies: DocumentFrequencies

    @cached_property
    def total(self) -> int:
        """The number of n-grams."""
        return sum(self.counts.values())

    @cached_property
    def parts(self) -> Parts:
        """The sum of the squares of count · idf, before the multiplication by idf²."""
        parts: Parts = {}
        for ngram, count in self.counts.items():
            df = self.frequencies.counts.get(ngram, 1)
            parts[df] = parts.get(df, 0) + count * count
        return parts

    @cached_property
    def norm(self) -> Decimal:
        """The length of the vector, the square root of the sum of (count · idf)²."""
        with exact.forty_digits():
            return _digits(self.parts, self.frequencies.documents).sqrt()


@dataclass(frozen=True, eq=False)
class Cosine:
    """The cosine similarity of two vectors, from 0 to 1 (section 4, equation 2).

    In CIDEr-D the weights in the dot product are clipped (section 7, equation 4). `dot` is the dot product, which still
    has to be divided by `divisor`. If all weights of a vector are 0, the formula divides by 0, and the cosine counts as
    0, as in all implementations.
    """

    candidate: Vector
    reference: Vector
    dot: Parts
    divisor: int = 1

    @cached_property
    def value(self) -> Decimal:
        """The cosine as a decimal with 40 digits."""
        if not (self.dot and self.candidate.norm and self.reference.norm):
            return Decimal(0)
        with exact.forty_digits():
            dot = _digits(self.dot, self.candidate.frequencies.documents)
            return dot / (self.divisor * self.candidate.norm * self.reference.norm)

    @cached_property
    def square(self) -> Fraction | None:
        """The square of the cosine as a fraction, or None if it isn't known to be a fraction.

        It is a fraction if the idf of all n-grams are multiples of the same logarithm.
        """
        if not self.dot:
            return _ZERO
        powers = _powers(self.candidate.frequencies.documents, (*self.candidate.parts, *self.reference.parts))
        if not powers:
            return None if powers is None else _ZERO
        dot, ours, theirs = (
            sum(part * powers[df] ** 2 for df, part in parts.items() if df in powers)
            for parts in (self.dot, self.candidate.parts, self.reference.parts)
        )
        return Fraction(dot**2, self.divisor**2 * ours * theirs) if dot else _ZERO

    @property
    def fraction(self) -> Fraction | None:
        """The cosine as a fraction, or None if it isn't known to be a fraction."""
        if not self.square:
            return self.square
        root = Fraction(isqrt(self.square.numerator), isqrt(self.square.denominator))
        return root if root**2 == self.square else None

    @property
    def exact(self) -> Fraction | Decimal:
        """The cosine as a fraction if possible, otherwise with 40 digits."""
        fraction = self.fraction
        return self.value if fraction is None else fraction


def compare(candidate: Vector, reference: Vector, rules: CiderRules) -> Cosine:
    """Return the cosine similarity of a candidate's vector and a reference's vector under the given rules.

    CIDEr-D clips each weight of the candidate, so the products are min(g_k(c), g_k(s)) · g_k(s).
    """
    # A share is a count divided by a total. Multiplying by both totals gives whole numbers and the same cosine.
    by_share = rules.is_cider_d and rules.term_frequency == "shares"
    ours, theirs = (reference.total, candidate.total) if by_share else (1, 1)
    dot: Parts = {}
    for ngram in candidate.counts.keys() & reference.counts.keys():
        count, other = candidate.counts[ngram], reference.counts[ngram]
        df = candidate.frequencies.counts.get(ngram, 1)
        # the same as CaptionScore.clipped; test_the_cosine_in_whole_numbers_is_that_of_the_formula compares them
        counted = min(count * ours, other * theirs) if rules.is_cider_d else count
        dot[df] = dot.get(df, 0) + counted * other
    return Cosine(candidate, reference, dot, ours)


@lru_cache(maxsize=2**14)
def base_and_power(documents: int, frequency: int) -> tuple[tuple[int, int], int]:
    """Return the smallest fraction (numerator, denominator) that has |I|/df > 1 as a whole power, and the power.

    >>> base_and_power(8, 1), base_and_power(9, 4), base_and_power(6, 1)
    (((2, 1), 3), ((3, 2), 2), ((6, 1), 1))
    """
    value = Fraction(documents, frequency)
    for power in range(value.numerator.bit_length(), 1, -1):
        root = Fraction(*(round(whole ** (1 / power)) for whole in value.as_integer_ratio()))
        if root**power == value:
            return root.as_integer_ratio(), power
    return value.as_integer_ratio(), 1


def _powers(documents: int, frequencies: Iterable[int]) -> dict[int, int] | None:
    """Map each df below |I| to its idf as a multiple of a common logarithm; return None if they have none in common."""
    powers: dict[int, int] = {}
    first: tuple[int, int] | None = None
    for df in frequencies:
        if df < documents:
            base, powers[df] = base_and_power(documents, df)
            first = first or base
            if base != first:
                return None
    return powers


def _digits(parts: Parts, documents: int) -> Decimal:
    """Return the value of a sum of products. Call this where decimals have 40 digits."""
    return sum((part * _squared_idf(documents, df) for df, part in parts.items()), Decimal(0))


@lru_cache(maxsize=2**14)
def _squared_idf(documents: int, frequency: int) -> Decimal:
    with exact.forty_digits():
        return idf(documents, frequency) ** 2


def to_decimal(value: Decimal | Fraction | int) -> Decimal:
    """Return a number as a decimal. Whole numbers and fractions are rounded to 40 digits."""
    return value if isinstance(value, Decimal) else exact.decimal(Fraction(value))


def mean_similarity(cosines: Sequence[Cosine], penalties: Sequence[Decimal | int]) -> Fraction | Decimal:
    """Return the mean of cosine times length penalty, as a fraction if possible and otherwise with 40 digits."""
    means: list[Fraction | Decimal] = []
    with exact.forty_digits():
        for cosine, penalty in zip(cosines, penalties, strict=True):
            value = cosine.exact
            if isinstance(penalty, Decimal) and value:
                means.append(penalty * to_decimal(value))
            else:
                means.append(value * int(penalty) if value else _ZERO)
        fractions = [mean for mean in means if isinstance(mean, Fraction)]
        if len(fractions) == len(means):
            return sum(fractions, _ZERO) / len(means)
        return sum(map(to_decimal, means), Decimal(0)) / len(means)


def readable_root(cosine: Cosine) -> Formula | None:
    """Return a cosine as the root of a fraction, or None if the fraction is unknown or too long to read."""
    square = cosine.square
    is_short = square is not None and max(square.numerator, square.denominator) < _SHORT
    return Root(fraction(square)) if square is not None and is_short else None
