"""Lines that are out of step by one: from somewhere on, a candidate fits the references of its neighbour."""

from collections.abc import Sequence
from typing import NamedTuple

from mtexplain.explain.tools.doctor.alike import bag, best
from mtexplain.explain.tools.doctor.layouts import Groups

_FEWEST, _GAIN = 3, 1.0


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

    >>> shift(["b c", "d e", "f g"], (("a",), ("b c",), ("d e",), ("f g",)))
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
        length, fewest = end - start, _FEWEST + len(gains).bit_length() // 4  # in a long text more may be chance
        clear = after >= 1.4 * before and gain >= 0.15 * length and better >= 0.8 * length
        if length >= fewest and gain >= _GAIN and clear:
            found.append((gain, Shift(offset, start, end)))
    return max(found)[1] if found else None


def _best_run(gains: Sequence[float]) -> tuple[float, int, int]:
    """The neighbours with the largest sum: that sum, where they start, where they end.

    >>> _best_run([-1, 2, 3, -4, 1])
    (5.0, 1, 3)
    """
    top, run, start = (0.0, 0, 0), 0.0, 0
    for place, gain in enumerate(gains):
        if run <= 0:
            run, start = 0.0, place
        run += gain
        if run > top[0]:
            top = (run, start, place + 1)
    return top
