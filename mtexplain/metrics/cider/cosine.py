"""The cosine between the vectors of a candidate and of a reference: how far they point the same way."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from math import isqrt

from mtexplain import exact
from mtexplain.metrics.cider.rules import CiderRules
from mtexplain.metrics.cider.vectors import Parts, Vector, added


@dataclass(frozen=True, eq=False)
class Cosine:
    """The cosine between two vectors, 0 to 1 (section 4, equation 2); with clipped weights (section 7, equation 4).

    `dot` is the sum of the products of their weights; `divisor` is still to be divided out of it. Where one of the
    vectors is nothing but zeros the formula divides by 0; the cosine is taken for 0, as in all code.
    """

    candidate: Vector
    reference: Vector
    dot: Parts
    divisor: int = 1

    @cached_property
    def value(self) -> Decimal:
        """The cosine, with 40 digits."""
        if not (self.dot and self.candidate.norm and self.reference.norm):
            return Decimal(0)
        with exact.forty_digits():
            dot = added(self.dot, self.candidate.frequencies)
            return dot / (self.divisor * self.candidate.norm * self.reference.norm)

    @cached_property
    def square(self) -> Fraction | None:
        """The square of the cosine, where it is a fraction: where all idf are multiples of one and the same logarithm.

        None where they are not.
        """
        documents = self.candidate.frequencies.documents
        rare = {df for df in (*self.candidate.parts, *self.reference.parts) if df < documents}
        bases = (base_and_power(documents, df)[0] for df in rare)
        first = next(bases, None)
        if any(base != first for base in bases):
            return None
        powers = {df: base_and_power(documents, df)[1] for df in rare}
        dot, ours, theirs = (
            sum(part * powers[df] ** 2 for df, part in parts.items() if df in rare)
            for parts in (self.dot, self.candidate.parts, self.reference.parts)
        )
        return Fraction(dot**2, self.divisor**2 * ours * theirs) if dot else Fraction(0)

    @property
    def fraction(self) -> Fraction | None:
        """The cosine itself, where it is a fraction."""
        if self.square is None:
            return None
        root = Fraction(isqrt(self.square.numerator), isqrt(self.square.denominator))
        return root if root**2 == self.square else None


def cosine(candidate: Vector, reference: Vector, rules: CiderRules) -> Cosine:
    """The cosine between the vectors of a candidate and of a reference, by the rules in force.

    CIDEr-D lets a weight of the candidate count no more than the reference's: min(g_k(c), g_k(s)) · g_k(s).
    """
    # Shares are counts over totals. Multiplied by both totals they are whole numbers, and the cosine is the same.
    by_share = rules.is_defended and rules.term_frequency == "shares"
    ours, theirs = (reference.total, candidate.total) if by_share else (1, 1)
    dot: Parts = {}
    for ngram in candidate.counts.keys() & reference.counts.keys():
        count, other = candidate.counts[ngram], reference.counts[ngram]
        df = candidate.frequencies.counts.get(ngram, 1)
        counted = min(count * ours, other * theirs) if rules.is_defended else count
        dot[df] = dot.get(df, 0) + counted * other
    return Cosine(candidate, reference, dot, ours)


@lru_cache(maxsize=2**14)
def base_and_power(documents: int, frequency: int) -> tuple[Fraction, int]:
    """The smallest fraction of which |I|/df, above 1, is a whole power, and that power.

    >>> base_and_power(8, 1), base_and_power(9, 4), base_and_power(6, 1)
    ((Fraction(2, 1), 3), (Fraction(3, 2), 2), (Fraction(6, 1), 1))
    """
    value = Fraction(documents, frequency)
    for power in range(value.numerator.bit_length(), 1, -1):
        root = Fraction(*(round(whole ** (1 / power)) for whole in value.as_integer_ratio()))
        if root**power == value:
            return root, power
    return value, 1
