"""The counts behind a report: which ones print so, which precisions are smoothed, which cannot follow each other."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice, pairwise
from math import ceil, floor

from mtexplain.display.parts import Note
from mtexplain.explain.tools.reports.checks import is_without_references
from mtexplain.explain.tools.reports.printed import FAIRSEQ, MULTI_BLEU, Number, Printed
from mtexplain.explain.tools.reports.signatures import smoothing_of
from mtexplain.explain.tools.reports.ways import Pair, Puzzle, Ways, matches, plausibly_smoothed

_FEW = 4


@dataclass(frozen=True)
class Counts:
    """What can be said of the counts of one report. `is_sure` says that its smoothing is known, to the last digit."""

    puzzle: Puzzle
    is_sure: bool

    @cached_property
    def ways(self) -> Ways | None:
        """Every way in which the precisions can have been counted; None where the text is too long for that."""
        return self.puzzle.ways()

    def told(self, n: int) -> str | None:
        """The pairs that print as p_n does, in words; of a long text only those of p_1, whose total is known."""
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
        """The first precision that cannot follow those before it, whatever the text."""
        if not self.is_sure or (self.ways and self.ways.found):
            return ()
        impossible_notes = self._no_way() if self.ways else self._too_many()
        return tuple(islice(impossible_notes, 1))

    @cached_property
    def smoothed(self) -> tuple[Note, ...]:
        """Which precisions are what a smoothing put in place of 0, or may be."""
        kinds = self._kinds()
        surely = [n for n, kind in kinds.items() if kind == {True} and self.is_sure]
        maybe = [n for n, kind in kinds.items() if True in kind and n not in surely]
        part = "a half, a quarter and so on" if self.puzzle.smoothing == "exp" else "a number of its own"
        how = f"in place of 0 matches, {self.puzzle.smoothing} puts {part}"
        verb = "is smoothed" if len(surely) == 1 else "are smoothed"
        several = (("smoothed", surely, verb), ("may-be-smoothed", maybe, "may be smoothed"))
        return tuple(Note(code, f"{self._named(orders)} {verb}: {how}.") for code, orders, verb in several if orders)

    def _kinds(self) -> dict[int, set[bool]]:
        """For each order whether it is smoothed, in one way or another."""
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
        """Orders of a long text that no counts print as, or that need more matches than the one before them has."""
        printed, length = self.puzzle.precisions, self.puzzle.length
        is_counted = self.puzzle.smoothing == "none"
        if not self.told(1) and (is_counted or self.puzzle.one_word_matches):
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
        """That nothing gives the last of these orders, after the others."""
        *before, last = orders
        after = f", after {self._named(before)}" if before else ""
        words = f"{self.puzzle.length:,} word{'s' * (self.puzzle.length > 1)}"
        with_one_reference = " with one reference" if self.puzzle.one_reference else ""
        return Note(
            "impossible",
            f"{self._named([last])} is printed{after}: no counts of a text of {words}{with_one_reference} print so.",
        )


def counts(printed: Printed) -> Counts | None:
    """What is known of the counts of a report; None where it holds no precisions, or not how they were smoothed."""
    if not printed.precisions or not printed.candidate_length or is_without_references(printed):
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
