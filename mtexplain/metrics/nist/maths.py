"""NIST is four functions: information, gain, penalty, combine. What they give has 40 digits, but for the score."""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from mtexplain import exact

HALF_AT = Fraction(2, 3)
"""Where the brevity penalty is one half: at an output two thirds as long as the references (equation 3)."""


@lru_cache(maxsize=4096)
def information(times: int, prefix_times: int) -> Decimal:
    """Info = log2(prefix_times/times), in bits: what an n-gram tells who knows its beginning (equation 2).

    It occurs so many times in all references, and without its last word `prefix_times`. Of a single word that is the
    number of all words.

    >>> float(information(1, 10)), float(information(10, 10))
    (3.321928094887362, 0.0)
    """
    with exact.forty_digits():
        return exact.ln(Fraction(prefix_times, times)) / exact.ln(Fraction(2))


def gain(matched: Iterable[tuple[int, Decimal]]) -> Decimal:
    """The information of all n-grams of an order that match, each as often as it does (equation 3, numerator).

    >>> gain([(2, Decimal("0.5")), (1, Decimal(3))])
    Decimal('4.0')
    """
    with exact.forty_digits():
        return sum((matches * bits for matches, bits in matched), Decimal(0))


def penalty(candidate_length: int, reference_length: Fraction) -> Decimal:
    """The brevity penalty exp(beta log^2 min(L_sys/L_ref, 1)), with beta so that it is 1/2 at 2/3 (equation 3).

    That is 1/2 to the power (log ratio/log 2/3)^2. 1 for what is as long as the references, 0 for no word at all.

    >>> float(penalty(6, Fraction(9))), float(penalty(9, Fraction(9))), float(penalty(0, Fraction(9)))
    (0.5, 1.0, 0.0)
    """
    if not candidate_length:
        return Decimal(0)
    ratio = candidate_length / reference_length if reference_length else Fraction(1)
    with exact.forty_digits():
        power = exact.ln(min(ratio, Fraction(1))) / exact.ln(HALF_AT)
        return (-exact.ln(Fraction(2)) * power * power).exp()


def combine(factor: Decimal, means: Iterable[Decimal]) -> float:
    """The brevity penalty times the sum of the gains per n-gram of all orders, rounded once (equation 3).

    >>> combine(Decimal("0.5"), [Decimal(2), Decimal("0.5")])
    1.25
    """
    with exact.forty_digits():
        return float(factor * sum(means, Decimal(0)))
