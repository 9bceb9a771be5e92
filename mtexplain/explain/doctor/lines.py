"""What is odd about the lines, not the words: one is missing, they are shifted, all the same, or there twice."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from mtexplain.explain.doctor.alike import alike, bag, best
from mtexplain.explain.doctor.findings import Finding, amount, line
from mtexplain.explain.doctor.layouts import Groups

_FEWEST, _GAIN, _MOST_REPEATED = 3, 1.0, 0.2


class Shift(NamedTuple):
    """Lines from `start` up to `end` where a candidate fits the references `offset` lines on better than its own."""

    offset: int
    start: int
    end: int

    def pairs(self, candidates: int, references: int) -> list[tuple[int, int]]:
        """Which candidate belongs to which references, once the shift is undone.

        >>> Shift(1, 1, 3).pairs(3, 4)
        [(0, 0), (1, 2), (2, 3)]
        """
        moved = {place: place + self.offset for place in range(self.start, self.end)}
        taken = set(moved.values())
        own = {place: place for place in range(candidates) if place not in moved and place not in taken}
        found = sorted({**own, **moved}.items())
        return [(one, other) for one, other in found if one < candidates and 0 <= other < references]


def shift(candidates: Sequence[str], groups: Groups) -> Shift | None:
    """Where the two sides are out of step by a line; None where they are in step, or nothing shows it.

    >>> shift(["b c", "c d", "d e"], (("a b",), ("b c",), ("c d",), ("d e",)))
    Shift(offset=1, start=0, end=3)
    """
    mine = [bag(one) for one in candidates]
    theirs = [[bag(one) for one in group] for group in groups]
    found: list[tuple[float, Shift]] = []
    for offset in (1, -1):
        here = [best(one, theirs[n]) if n < len(theirs) else 0.0 for n, one in enumerate(mine)]
        there = [best(one, theirs[n + offset]) if 0 <= n + offset < len(theirs) else 0.0 for n, one in enumerate(mine)]
        gains = [after - before for before, after in zip(here, there, strict=True)]
        gain, start, end = _best_run(gains)
        before, after = sum(here[start:end]), sum(there[start:end])
        better = sum(one > 0 for one in gains[start:end])
        clear = after >= 2 * before + 0.1 * (end - start) and better >= 0.8 * (end - start)
        if end - start >= _FEWEST and gain >= _GAIN and clear:
            found.append((gain, Shift(offset, start, end)))
    return max(found)[1] if found else None


def _best_run(gains: Sequence[float]) -> tuple[float, int, int]:
    """The neighbours with the largest sum: that sum, where they start, where they end.

    >>> _best_run([-1, 2, 3, -4, 1])
    (5, 1, 3)
    """
    top, run, start = (0.0, 0, 0), 0.0, 0
    for place, gain in enumerate(gains):
        if run <= 0:
            run, start = 0.0, place
        run += gain
        if run > top[0]:
            top = (run, start, place + 1)
    return top


def of_lines(candidates: Sequence[str], groups: Groups, found: Shift | None) -> Iterator[Finding]:
    """Numbers of lines, shifts, lines that are all the same, lines without a word."""
    if len(candidates) != len(groups):
        told = f"{len(candidates):,} candidates, but references for {len(groups):,} segments."
        yield Finding("lines", told, "", "Every line of one belongs to the same line of the other. Find the extra one.")
    if found:
        yield _shifted(candidates, found)
    pairs = list(zip(candidates, groups, strict=False))
    if len(pairs) > 1 and all(one in group for one, group in pairs) and len(set(candidates)) > 1:
        told = f"All {len(pairs):,} candidates are one of their references, word for word."
        yield Finding("identical", told, "", "The score is 100 and says nothing. Is it the same file twice?")
    yield from _repeated(pairs)
    nothing = "It has no token, and adds nothing but the length of its reference."
    if places := [n for n, one in enumerate(candidates) if not one.strip()]:
        told = f"{amount(len(places), len(candidates), 'candidate')} {'is' if len(places) == 1 else 'are'} empty."
        yield Finding("empty-candidate", told, f"candidate, {line(places[0])}", nothing)
    if places := [n for n, group in enumerate(groups) if any(not one.strip() for one in group)]:
        told = f"{amount(len(places), len(groups), 'segment')} {'has' if len(places) == 1 else 'have'} an empty reference."
        fix = "It counts as a reference of length 0. Where there is none, leave it out."
        yield Finding("empty-reference", told, f"reference, {line(places[0])}", fix)
    if places := [n for n, group in enumerate(groups) if not group]:
        told = f"{amount(len(places), len(groups), 'segment')} {'has' if len(places) == 1 else 'have'} no reference."
        yield Finding("missing", told, line(places[0]), "A score needs something to compare with.")
    yield from _uneven(groups)


def _shifted(candidates: Sequence[str], found: Shift) -> Finding:
    to = "next" if found.offset > 0 else "previous"
    span = f"From line {found.start + 1:,} to {found.end:,}" if found.end < len(candidates) - 1 else (
        f"From line {found.start + 1:,} on" if found.start else "On every line")  # fmt: skip
    cause = ("A line is missing from the candidates, or one too many is in the references." if found.offset > 0 else
             "A line is too many in the candidates, or one is missing from the references.")  # fmt: skip
    told = f"{span} the candidate fits the {to} line's references, not its own."
    return Finding("shifted", told, line(found.start), cause, tuple(candidates[found.start].split()))


def _repeated(pairs: Sequence[tuple[str, tuple[str, ...]]]) -> Iterator[Finding]:
    counted = Counter(one for one, _ in pairs if one.strip())
    for text, count in counted.most_common(1):
        references = {group for one, group in pairs if one == text}
        if count >= _FEWEST and count > _MOST_REPEATED * len(pairs) and len(references) > 1:
            first = next(place for place, (one, _) in enumerate(pairs) if one == text)
            told = f"{amount(count, len(pairs), 'candidate')} are the same line, though their references differ."
            fix = "Did the system stop translating, or the file get overwritten?"
            yield Finding("repeated", told, f"candidate, {line(first)}", fix, tuple(text.split()))


def _uneven(groups: Groups) -> Iterator[Finding]:
    numbers = [len(group) for group in groups if group]
    if place := next((n for n, (one, two) in enumerate(pairwise(numbers), 1) if one != two), 0):
        told = f"The segments have from {min(numbers)} to {max(numbers)} references."
        fix = "That is allowed. sacreBLEU wants streams of one length: None stands where a segment has no more."
        yield Finding("uneven", told, line(place), fix)


class Difference(NamedTuple):
    """Where two outputs first differ: the line, from 0, what each has there, how many lines differ in all."""

    place: int
    one: str
    other: str
    count: int

    @property
    def is_unseen(self) -> bool:
        """Whether a reader can't see it: only white space or invisible characters differ."""
        return alike(bag(self.one), bag(self.other)) == 1 and self.one.split() == self.other.split()


def first_difference(one: Sequence[str], other: Sequence[str]) -> Difference | None:
    """The first line where two outputs differ; one that has ended has nothing there. None where they are the same.

    >>> first_difference(["a", "b"], ["a", "c"])
    Difference(place=1, one='b', other='c', count=1)
    """
    longest = max(len(one), len(other))
    sides = [[*side, *[""] * (longest - len(side))] for side in (one, other)]
    places = [n for n, (a, b) in enumerate(zip(*sides, strict=True)) if a != b]
    places = places or list(range(min(len(one), len(other)), longest))
    return Difference(places[0], sides[0][places[0]], sides[1][places[0]], len(places)) if places else None
