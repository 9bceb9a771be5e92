"""Which counts print so: every way in which a short text can have given the printed precisions.

What holds of every text, and is used here, with m_n matches of t_n n-grams:

- t_1 is the length c. t_n - t_(n+1) is the number of segments of n words or more, so it never grows with n.
- A matched n-gram holds two matched runs of n - 1 words (or one twice): where m_n is above 0, m_(n-1) is above 1.
- With one reference m_n is m_(n-1) at most. With several it may be more.
- p_n may well be above p_(n-1).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from math import ceil, floor
from typing import NamedTuple

from mtexplain.explain.tools.reports.printed import Number

LONGEST, MOST_ORDERS = 60, 6
"""Up to this many words, and this many orders, every way is tried."""
_MOST = 10_000


class Pair(NamedTuple):
    """An order as it may have been counted: m matches of t n-grams; whether what is printed is smoothed."""

    matches: int
    total: int
    is_smoothed: bool = False

    def __str__(self) -> str:
        return f"{self.matches}/{self.total}"


Way = tuple[Pair, ...]
"""One pair for each order."""


class Ways(NamedTuple):
    """Every way there is; where `are_all` is False, the first 10,000 of them."""

    found: tuple[Way, ...]
    are_all: bool

    def pairs(self, n: int) -> tuple[Pair, ...]:
        """The different pairs that the order n has in them."""
        return tuple(dict.fromkeys(way[n - 1] for way in self.found))

    @property
    def segments(self) -> tuple[int, ...]:
        """How many segments that hold a word the text may have; nothing where only words were counted."""
        return tuple(sorted({way[0].total - way[1].total for way in self.found if len(way) > 1}))


@dataclass(frozen=True)
class Puzzle:
    """What is known of a report: the precisions, the length, the smoothing, how many references and segments.

    `one_word_matches` says that a smoothing did its work only because a word matches: so sacreBLEU does it from 2.0 on.
    """

    precisions: tuple[Number, ...]
    length: int
    smoothing: str = "none"
    value: Fraction = Fraction(0)
    one_reference: bool = False
    one_segment: bool = False
    one_word_matches: bool = False

    def ways(self) -> Ways | None:
        """Every way in which these numbers can have come about; None where the text is too long to try them all.

        >>> from mtexplain.explain.tools.reports.printed import number
        >>> found = Puzzle(tuple(number(text, "") for text in ("66.7", "60.0", "50.0", "33.3")), 6).ways().found
        >>> [" ".join(map(str, way)) for way in found]
        ['4/6 3/5 2/4 1/3']
        """
        if not 0 < self.length <= LONGEST or not 0 < len(self.precisions) <= MOST_ORDERS:
            return None
        first_ways = tuple(islice(self._ways(1, self.length, self.length, self.length, 0), _MOST))
        return Ways(first_ways, len(first_ways) < _MOST)

    def _ways(self, n: int, total: int, most_lost: int, most_matches: int, zeros: int) -> Iterator[Way]:
        """The ways from the order n on, where it has so many n-grams.

        `most_lost` is how many segments had n - 1 words, `most_matches` how many matches the order before had, `zeros`
        how many orders before had none.
        """
        for pair in self._fitting(n, total, zeros + 1):
            if pair.matches and (zeros or (n > 1 and most_matches < 2)):
                continue
            if self.one_reference and pair.matches > most_matches:
                continue
            if n == len(self.precisions):
                yield (pair,)
                continue
            after = zeros + (not pair.matches and pair.total > 0)
            for lost in self._lost(total, most_lost):
                for later_pairs in self._ways(n + 1, total - lost, lost, pair.matches, after):
                    yield (pair, *later_pairs)

    def _lost(self, total: int, most: int) -> Sequence[int]:
        """How many n-grams fewer the next order may have: one for each segment that is long enough."""
        if not total:
            return (0,)
        return (1,) if self.one_segment else range(1, min(total, most) + 1)

    def _fitting(self, n: int, total: int, power: int) -> list[Pair]:
        """The pairs of this total that print as p_n does, if it were the order number `power` without a match."""
        fitting = _fitting(self.precisions[n - 1], n, total, power, self.smoothing, self.value)
        return [pair for pair in fitting if pair.matches] if n == 1 and self.one_word_matches else fitting


_TWO_DIGITS = Fraction(1, 200)
"""A signature has the number of floor with two digits: this is what rounding may have taken from it."""


@lru_cache(maxsize=4096)
def _fitting(printed: Number, n: int, total: int, power: int, smoothing: str, value: Fraction) -> list[Pair]:
    added = value if smoothing == "add-k" and n > 1 else Fraction(0)
    if total + added == 0:
        return [Pair(0, 0)] if printed.fits(0) else []
    least, most = matches(printed, total + added)
    whole = range(max(0, ceil(least - added)), min(total, floor(most - added)) + 1)
    counted = [Pair(count, total, bool(added)) for count in whole]
    if smoothing not in ("exp", "floor"):
        return counted
    instead = Fraction(1, 2**power) if smoothing == "exp" else value
    off = _TWO_DIGITS if smoothing == "floor" else Fraction(0)
    fits = matches(printed, total)[0] <= instead + off and instead - off <= matches(printed, total)[1]
    smoothed = [Pair(0, total, True)] if fits or printed.fits(100 * instead / total) else []
    return [*smoothed, *(pair for pair in counted if pair.matches)]


def matches(printed: Number, total: int | Fraction) -> tuple[Fraction, Fraction]:
    """The least and the greatest number of matches, not yet whole, that print so over this total."""
    return printed.low * total / 100, printed.high * total / 100


def plausibly_smoothed(precisions: Sequence[Number], length: int) -> int | None:
    """The first order that may be smoothed by exp, in a text of segments that are not nearly all shorter than that.

    p_n is then 100/(2 t), p_(n+1) is 100/(4 t), and so on, with whole numbers t of a tenth of the length or more.
    """
    for first in range(2, len(precisions) + 1):
        after = list(enumerate(precisions[first - 1 :], 1))
        if all(_holds_whole(printed, 2**power, length) for power, printed in after):
            return first
    return None


def _holds_whole(printed: Number, power: int, length: int) -> bool:
    if not printed.value:
        return False
    least = max(Fraction(length, 10), 100 / (power * printed.high))
    most = min(Fraction(length), 100 / (power * printed.low)) if printed.low else Fraction(length)
    return ceil(least) <= floor(most)
