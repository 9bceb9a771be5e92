"""The counts that may be behind the printed precisions of a report, in every possible combination.

The search uses these facts, which are true of every text that has m_n matches among t_n n-grams:

- t_1 is the length c. t_n - t_(n+1) is the number of segments of n words or more, so it never grows with n.
- A matched n-gram contains two matched (n-1)-grams, or the same (n-1)-gram twice. Therefore m_(n-1) > 1 if m_n > 0.
- With a single reference, m_n is at most m_(n-1). With several references, it may be larger.
- p_n may be larger than p_(n-1).
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
from mtexplain.metrics.shared.occurrences import so_many

LONGEST, MOST_ORDERS = 60, 6
"""The largest number of words, and of orders, for which every combination of counts is tried."""
_MOST = 10_000


class Pair(NamedTuple):
    """Possible counts of an order, as matches out of a total of n-grams, and whether the printed value is smoothed."""

    matches: int
    total: int
    is_smoothed: bool = False

    def __str__(self) -> str:
        return f"{self.matches}/{self.total}"


Way = tuple[Pair, ...]
"""A combination of counts, with a pair for each order."""


class Ways(NamedTuple):
    """All combinations of counts or, if `are_all` is False, the first 10,000."""

    found: tuple[Way, ...]
    are_all: bool

    def pairs(self, n: int) -> tuple[Pair, ...]:
        """Return the different pairs that these combinations have for order n."""
        return tuple(dict.fromkeys(way[n - 1] for way in self.found))

    @property
    def segments(self) -> tuple[int, ...]:
        """The possible numbers of segments with a word; empty if only words were counted."""
        return tuple(sorted({way[0].total - way[1].total for way in self.found if len(way) > 1}))


@dataclass(frozen=True)
class Puzzle:
    """The clues that a report gives about its counts.

    `one_word_matches` is true if at least one word must match, because without a match the tool would not have smoothed
    (as in sacreBLEU from version 2.0).
    """

    precisions: tuple[Number, ...]
    length: int
    smoothing: str = "none"
    value: Fraction = Fraction(0)
    one_reference: bool = False
    one_segment: bool = False
    one_word_matches: bool = False

    def ways(self) -> Ways | None:
        """Return every combination of counts that gives these numbers; None if the text is too long to try them all.

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
        """Yield the combinations for the orders from n on, if order n has a `total` of n-grams.

        `most_lost` is the number of segments of at least n - 1 words. `most_matches` is the number of matches of order
        n - 1, and `zeros` is the number of lower orders without a match.
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
        """Return how many fewer n-grams the next order may have (one fewer for each segment that is long enough)."""
        if not total:
            return (0,)
        return (1,) if self.one_segment else range(1, min(total, most) + 1)

    def _fitting(self, n: int, total: int, power: int) -> list[Pair]:
        """Return the pairs with this total that print as p_n.

        If order n has no match, it is the `power`-th such order.
        """
        fitting = _fitting(self.precisions[n - 1], n, total, power, self.smoothing, self.value)
        return [pair for pair in fitting if pair.matches] if n == 1 and self.one_word_matches else fitting


_TWO_DIGITS = Fraction(1, 200)
"""The largest rounding error of the value of floor, because signatures print it with two decimals."""


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
    """Return the least and the greatest number of matches that print like this for this total, as fractions."""
    return printed.low * total / 100, printed.high * total / 100


def plausibly_smoothed(precisions: Sequence[Number], length: int) -> int | None:
    """Return the first order that exp may have smoothed, unless nearly all segments are shorter than that order.

    From that order on, p_n is 100/(2 t), p_(n+1) is 100/(4 t), and so on, with whole numbers t of at least a tenth of
    the length.
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
    """The counts that a report allows. `is_sure` is true if its smoothing is known exactly."""

    puzzle: Puzzle
    is_sure: bool

    @cached_property
    def ways(self) -> Ways | None:
        """Every combination of counts that gives the precisions; None if the text is too long to try them all."""
        return self.puzzle.ways()

    def described(self, n: int) -> str | None:
        """Describe the pairs that print as p_n; for a long text, only those of p_1, because no other total is known."""
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
        """A note on the first precision that no text can have together with the precisions before it."""
        if not self.is_sure or (self.ways and self.ways.found):
            return ()
        impossible_notes = self._no_way() if self.ways else self._too_many()
        return tuple(islice(impossible_notes, 1))

    @cached_property
    def smoothed(self) -> tuple[Note, ...]:
        """Notes on the precisions that are, or may be, smoothed values in place of 0."""
        kinds = self._kinds()
        surely = [n for n, kind in kinds.items() if kind == {True} and self.is_sure]
        maybe = [n for n, kind in kinds.items() if True in kind and n not in surely]
        part = "a half, then a quarter, and so on" if self.puzzle.smoothing == "exp" else "a fixed number"
        how = f"In place of 0 matches, {self.puzzle.smoothing} counts {part}"
        verb = "is smoothed" if len(surely) == 1 else "are smoothed"
        several = (("smoothed", surely, verb), ("may-be-smoothed", maybe, "may be smoothed"))
        return tuple(Note(code, f"{self._named(orders)} {verb}. {how}.") for code, orders, verb in several if orders)

    def _kinds(self) -> dict[int, set[bool]]:
        """Return for each order whether it is smoothed, as a set of the possible answers."""
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
        """Name the orders, with their printed precisions."""
        return ", ".join(f"p_{n} = {self.puzzle.precisions[n - 1].text}" for n in orders)

    def _no_way(self) -> Iterator[Note]:
        """Yield a note for each order up to which no counts give the printed precisions."""
        for n in range(1, len(self.puzzle.precisions) + 1):
            ways = replace(self.puzzle, precisions=self.puzzle.precisions[:n]).ways()
            if ways and not ways.found:
                yield self._no_counts(range(1, n + 1))

    def _too_many(self) -> Iterator[Note]:
        """Yield notes on precisions of a long text that no counts give, or that need more matches of order n - 1."""
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
                two = f"a match of {n + 1} words contains two matches of {so_many(n, 'word')}"
                why = two if most < 2 else "with one reference m_n cannot grow"
                reason = f"p_{n} allows at most {most} match{'es' * (most != 1)}, and {why}"
                yield Note("impossible", f"{self._named([n, n + 1])} are printed, but {reason}.")

    def _no_counts(self, orders: Sequence[int]) -> Note:
        """Return the note that no counts give the precision of the last of these orders, given the others."""
        *before, last = orders
        after = f" after {self._named(before)}" if before else ""
        words = f"{self.puzzle.length:,} word{'s' * (self.puzzle.length > 1)}"
        with_one_reference = " with one reference" if self.puzzle.one_reference else ""
        return Note(
            "impossible",
            f"{self._named([last])} is printed{after}, but no counts of a text of {words}{with_one_reference} "
            "give this number.",
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
            smoothing, spared = "none", False  # sacreBLEU 2 does not smooth without a match
        if not smoothing or (smoothing in ("floor", "add-k") and not number):
            return None
    one_reference = printed.tool == FAIRSEQ or printed.signature.get("nrefs") == "1"
    known = (one_reference, printed.tool == FAIRSEQ and printed.sentence, spared)
    return Counts(Puzzle(printed.precisions, printed.candidate_length, smoothing, value, *known), sure)


def _listed(pairs: tuple[Pair, ...], are_all: bool) -> str:
    if not are_all:
        return f"at least {so_many(len(pairs), 'possible count')}"
    if not 0 < len(pairs) <= _FEW:
        return so_many(len(pairs), "possible count")
    return " or ".join(f"{pair} smoothed" if pair.is_smoothed and not pair.matches else str(pair) for pair in pairs)


def _fewest(printed: Number, longest: int) -> int | None:
    """Return the fewest matches that give the printed value among at most `longest` n-grams.

    None if no number of matches gives it, 0 if 1,000 or more are needed.
    """
    for count in range(1, 1_000):
        total = max(count, ceil(100 * count / printed.high))
        if total > longest:
            return None
        if total <= 100 * count / printed.low:
            return count
    return 0
