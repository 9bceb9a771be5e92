"""The counts behind a report: every way in which a text can have given the printed precisions.

What holds of every text, and is used here, with m_n matches of t_n n-grams:

- t_1 is the length c. t_n - t_(n+1) is the number of segments of n words or more, so it never grows with n.
- A matched n-gram holds two matched runs of n - 1 words (or one twice): where m_n is above 0, m_(n-1) is above 1.
- With one reference m_n is m_(n-1) at most. With several it may be more.
- p_n may well be above p_(n-1).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice, pairwise
from math import ceil, floor
from typing import NamedTuple

from mtexplain.display.parts import Note
from mtexplain.explain.tools.reports.printed import FAIRSEQ, MULTI_BLEU, Number, Printed
from mtexplain.explain.tools.reports.signatures import smoothing_of

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
        """The possible numbers of segments with a word; empty if only words were counted."""
        return tuple(sorted({way[0].total - way[1].total for way in self.found if len(way) > 1}))


@dataclass(frozen=True)
class Puzzle:
    """The clues of a report: the precisions, the length, the smoothing, how many references and segments.

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
        >>> ways = Puzzle(tuple(number(text, "") for text in ("66.7", "60.0", "50.0", "33.3")), 6).ways().found
        >>> [" ".join(map(str, way)) for way in ways]
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
        """Return how many n-grams fewer the next order may have: one for each segment that is long enough."""
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
    possible = range(max(0, ceil(least - added)), min(total, floor(most - added)) + 1)
    counted = [Pair(count, total, bool(added)) for count in possible]
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


_FEW = 4


@dataclass(frozen=True)
class Counts:
    """The counts that one report allows. `is_sure` says that its smoothing is known, to the last digit."""

    puzzle: Puzzle
    is_sure: bool

    @cached_property
    def ways(self) -> Ways | None:
        """Every way in which the precisions can have been counted; None where the text is too long for that."""
        return self.puzzle.ways()

    def described(self, n: int) -> str | None:
        """The pairs that print as p_n does, in words; of a long text only the pairs of p_1, whose total is known."""
        if self.ways:
            return _listed(self.ways.pairs(n), self.ways.are_all)
        if n > 1:
            return None
        total = self.puzzle.length
        low, high = matches(self.puzzle.precisions[0], total)
        least, most = f"{ceil(low):,}/{total:,}", f"{floor(high):,}/{total:,}"
        if ceil(low) > floor(high):
            return None
        return least if least == most else f"{least} to {most}"

    @cached_property
    def impossible(self) -> tuple[Note, ...]:
        """The first precision that cannot follow the precisions before it, whatever the text."""
        if not self.is_sure or (self.ways and self.ways.found):
            return ()
        impossible_notes = self._no_way() if self.ways else self._too_many()
        return tuple(islice(impossible_notes, 1))

    @cached_property
    def smoothed(self) -> tuple[Note, ...]:
        """Notes on the precisions that a smoothing put in place of 0, or may have put."""
        kinds = self._kinds()
        surely = [n for n, kind in kinds.items() if kind == {True} and self.is_sure]
        maybe = [n for n, kind in kinds.items() if True in kind and n not in surely]
        part = "a half, a quarter and so on" if self.puzzle.smoothing == "exp" else "a number of its own"
        how = f"in place of 0 matches, {self.puzzle.smoothing} puts {part}"
        verb = "is smoothed" if len(surely) == 1 else "are smoothed"
        several = (("smoothed", surely, verb), ("may-be-smoothed", maybe, "may be smoothed"))
        return tuple(Note(code, f"{self._named(orders)} {verb}: {how}.") for code, orders, verb in several if orders)

    def _kinds(self) -> dict[int, set[bool]]:
        """Return for each order the possible answers to whether it is smoothed."""
        orders = range(1, len(self.puzzle.precisions) + 1)
        if self.puzzle.smoothing not in ("exp", "floor"):
            return {}
        if self.ways:
            all_pairs = {n: self.ways.pairs(n) for n in orders if self.ways.are_all}
            return {n: {pair.is_smoothed for pair in pairs} for n, pairs in all_pairs.items()}
        is_exp = self.puzzle.smoothing == "exp"
        first = plausibly_smoothed(self.puzzle.precisions, self.puzzle.length) if is_exp else None
        return {n: {True, False} for n in orders if first and n >= first}

    def _named(self, orders: Iterable[int]) -> str:
        """The orders with what is printed of them."""
        return ", ".join(f"p_{n} = {self.puzzle.precisions[n - 1].text}" for n in orders)

    def _no_way(self) -> Iterator[Note]:
        """The orders up to which there is no way to count."""
        for n in range(1, len(self.puzzle.precisions) + 1):
            ways = replace(self.puzzle, precisions=self.puzzle.precisions[:n]).ways()
            if ways and not ways.found:
                yield self._no_counts(range(1, n + 1))

    def _too_many(self) -> Iterator[Note]:
        """Yield notes on orders of a long text without any counts, or with fewer matches before them than they need."""
        printed, length = self.puzzle.precisions, self.puzzle.length
        is_counted = self.puzzle.smoothing == "none"
        if not self.described(1) and (is_counted or self.puzzle.one_word_matches):
            yield self._no_counts([1])
        for n, (precision, after) in enumerate(pairwise(printed), 1):
            if not is_counted or not after.low:
                continue
            fewest = _fewest(after, length - n)
            most = floor(matches(precision, length - n + 1)[1])
            if fewest is None:
                yield self._no_counts([n + 1])
            elif most < 2 or (self.puzzle.one_reference and most < fewest):
                why = f"a match of {n + 1} words has two of {n}" if most < 2 else "with one reference m_n cannot grow"
                reason = f"p_{n} allows {most} match{'es' * (most != 1)} at most, and {why}"
                yield Note("impossible", f"{self._named([n, n + 1])} are printed: {reason}.")

    def _no_counts(self, orders: Sequence[int]) -> Note:
        """Return the note that no counts give the last of these orders, after the others."""
        *before, last = orders
        after = f", after {self._named(before)}" if before else ""
        words = f"{self.puzzle.length:,} word{'s' * (self.puzzle.length > 1)}"
        with_one_reference = " with one reference" if self.puzzle.one_reference else ""
        return Note(
            "impossible",
            f"{self._named([last])} is printed{after}: no counts of a text of {words}{with_one_reference} print so.",
        )


def counts(printed: Printed) -> Counts | None:
    """Return the counts that a report allows; None without precisions, or if their smoothing is not known."""
    if not printed.precisions or not printed.candidate_length or printed.is_without_references:
        return None
    smoothing, value, sure, spared = "none", Fraction(0), True, False
    if printed.tool == FAIRSEQ and printed.sentence:
        smoothing, value = "add-k", Fraction(1)
    elif printed.tool not in (FAIRSEQ, MULTI_BLEU):
        smoothing, number = smoothing_of(printed.signature)
        value = number or Fraction(0)
        sure = "smooth" in printed.signature and smoothing in ("none", "exp")
        spared = "smooth" in printed.signature and not printed.is_old
        if spared and not any(precision.value for precision in printed.precisions):
            smoothing, spared = "none", False  # without a match sacreBLEU 2 does not smooth
        if not smoothing or (smoothing in ("floor", "add-k") and not number):
            return None
    one_reference = printed.tool == FAIRSEQ or printed.signature.get("nrefs") == "1"
    known = (one_reference, printed.tool == FAIRSEQ and printed.sentence, spared)
    return Counts(Puzzle(printed.precisions, printed.candidate_length, smoothing, value, *known), sure)


def _listed(pairs: tuple[Pair, ...], are_all: bool) -> str:
    if not are_all:
        return f"more than {len(pairs):,} pairs print so"
    if not 0 < len(pairs) <= _FEW:
        return f"{len(pairs):,} pairs print so"
    return " or ".join(f"{pair} smoothed" if pair.is_smoothed and not pair.matches else str(pair) for pair in pairs)


def _fewest(printed: Number, longest: int) -> int | None:
    """The fewest matches that print so, of `longest` n-grams at most; None where no counts do, 0 above 1,000."""
    for count in range(1, 1_000):
        total = max(count, ceil(100 * count / printed.high))
        if total > longest:
            return None
        if total <= 100 * count / printed.low:
            return count
    return 0
