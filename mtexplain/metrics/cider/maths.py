"""CIDEr from cosines: times the penalty, the mean over the references, the mean over the orders, times ten."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache

from mtexplain import exact
from mtexplain.metrics.cider.cosine import Cosine, cosine
from mtexplain.metrics.cider.frequencies import Tokens
from mtexplain.metrics.cider.rules import CiderRules
from mtexplain.metrics.cider.vectors import Vector, vectors


@dataclass(frozen=True)
class Penalty:
    """CIDEr-D's length penalty, for one reference: e^(-(l(c) - l(s))²/(2 sigma²)), above 0 and 1 at most (section 7).

    CIDEr has none: where there is no sigma, it is 1.

    >>> Penalty(7, 4, Fraction(6)).exponent, Penalty(4, 7, Fraction(6)).exponent, Penalty(4, 7, None).factor
    (Fraction(-1, 8), Fraction(-1, 8), Decimal('1'))
    """

    candidate_length: int
    reference_length: int
    sigma: Fraction | None

    @property
    def exponent(self) -> Fraction:
        """-(l(c) - l(s))²/(2 sigma²), exact."""
        return Fraction(-(self.difference**2)) / (2 * self.sigma**2) if self.sigma else Fraction(0)

    @property
    def difference(self) -> int:
        """l(c) - l(s)."""
        return self.candidate_length - self.reference_length

    @property
    def factor(self) -> Decimal:
        """The penalty, with 40 digits."""
        return _to_the(self.exponent) if self.sigma and self.difference else Decimal(1)

    @property
    def value(self) -> float:
        """The penalty, the nearest float."""
        return float(self.factor)


@lru_cache(maxsize=1024)
def _to_the(exponent: Fraction) -> Decimal:
    with exact.forty_digits():
        return exact.decimal(exponent).exp()


@dataclass(frozen=True, eq=False)
class Order:
    """CIDEr_n: the n-grams of one order, compared with those of every reference (section 4, equation 2).

    There is a cosine for each reference, and a length penalty.
    """

    n: int
    cosines: tuple[Cosine, ...]
    penalties: tuple[Penalty, ...]

    @property
    def candidate(self) -> Vector:
        return self.cosines[0].candidate

    @property
    def references(self) -> tuple[Vector, ...]:
        return tuple(cosine.reference for cosine in self.cosines)

    @cached_property
    def similarities(self) -> tuple[Decimal, ...]:
        """The cosine with each reference, times the penalty; 0 to 1."""
        with exact.forty_digits():
            pairs = zip(self.cosines, self.penalties, strict=True)
            return tuple(cosine.value * penalty.factor for cosine, penalty in pairs)

    @cached_property
    def value(self) -> Decimal:
        """CIDEr_n, the mean over the references; 0 to 1."""
        return mean(self.similarities)

    @cached_property
    def fraction(self) -> Fraction | None:
        """CIDEr_n, where it is a fraction; None where it is not known to be one."""
        found = [self.exact(place) for place in range(len(self.cosines))]
        known = [one for one in found if one is not None]
        return sum(known, Fraction(0)) / len(found) if len(known) == len(found) else None

    def exact(self, place: int) -> Fraction | None:
        """One of the similarities, where it is a fraction: e to a power is none."""
        cosine = self.cosines[place].fraction
        return None if cosine and self.penalties[place].exponent else cosine


def mean(values: Sequence[Decimal]) -> Decimal:
    """The mean, with 40 digits."""
    with exact.forty_digits():
        return sum(values, Decimal(0)) / len(values)


def score(values: Sequence[Decimal], rules: CiderRules) -> float:
    """CIDEr, 0 to 10: ten times the mean of CIDEr_1 to CIDEr_N, the nearest float (section 4, equation 3).

    Equation 3 leaves out the ten, which equation 4 brings in for CIDEr-D. The authors' code has it in both. By the
    paper's rules for CIDEr the score is the mean itself, 0 to 1.

    >>> from mtexplain.metrics.cider.rules import PAPER, USUAL
    >>> score([Decimal("0.5"), Decimal(0)], USUAL), score([Decimal("0.5"), Decimal(0)], PAPER)
    (2.5, 0.25)
    """
    with exact.forty_digits():
        return float(rules.factor * mean(values))


def orders(
    candidate: Tokens, references: Sequence[Tokens], compared: Sequence[tuple[Vector, ...]], rules: CiderRules
) -> Iterator[Order]:
    """CIDEr_1 to CIDEr_N of one image; `compared` are the vectors of its references.

    >>> from mtexplain.metrics.cider.frequencies import counted
    >>> from mtexplain.metrics.cider.rules import PAPER
    >>> frequencies = counted([[("a", "cat")], [("a", "dog")]], max_n=4)
    >>> references = [("a", "cat"), ("a", "cow")]
    >>> compared = [vectors(tokens, frequencies, 4) for tokens in references]
    >>> words, pairs, *_ = orders(("the", "cat"), references, compared, PAPER)
    >>> [float(value) for value in words.similarities], words.cosines[0].square, pairs.fraction
    ([0.7071067811865476, 0.0], Fraction(1, 2), Fraction(0, 1))
    """
    ours, *lengths = (rules.lengths(len(text)) for text in (candidate, *references))
    penalties = tuple(Penalty(ours, length, rules.sigma) for length in lengths)
    frequencies = compared[0][0].frequencies
    for n, vector in enumerate(vectors(candidate, frequencies, rules.max_n), 1):
        yield Order(n, tuple(cosine(vector, others[n - 1], rules) for others in compared), penalties)
