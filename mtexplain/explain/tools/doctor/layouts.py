"""Lists of lists of references: those of a segment in each, or a whole set of references in each."""

from collections.abc import Sequence
from typing import NamedTuple

from mtexplain.explain.tools.doctor.alike import fit

Rows = Sequence[Sequence[str | None]]
Groups = tuple[tuple[str, ...], ...]
_CLEARLY = 0.05
"""How much better one reading must fit than the other to be believed."""


class Layout(NamedTuple):
    """The references by segment; whether they came transposed; how well this reading fits the words, and the other one.

    The two fits are None where the shape alone says which it is.
    """

    groups: Groups
    is_transposed: bool
    fit: float | None = None
    other_fit: float | None = None

    @property
    def is_sure(self) -> bool:
        """Whether the shape says it, or the words do."""
        return self.fit is None or self.other_fit is None or self.fit - self.other_fit >= _CLEARLY


def layout(candidates: Sequence[str], rows: Rows) -> Layout:
    """The references by segment, from rows that may be segments or sets of references.

    >>> layout(["the cat", "a dog"], [["the cat sat", "a dog ran"]]).groups
    (('the cat sat',), ('a dog ran',))
    >>> layout(["the cat", "a dog"], [["the cat sat", "a dog ran"], ["my cat", "one dog"]]).is_transposed
    True
    """
    number = len(candidates)
    grouped = tuple(tuple(one for one in row if one is not None) for row in rows)
    if number < 2 and len(rows) == number:
        return Layout(grouped, False)
    if not rows or not any(rows):
        return Layout(grouped, False)
    fits_turned = all(len(row) == number for row in rows)
    if len(rows) == number and fits_turned:
        return _square(candidates, grouped, turned(rows))
    if len(rows) == number or not (fits_turned or _is_nearly_turned(number, rows)):
        return Layout(grouped, False)
    return Layout(turned(rows), True)


def turned(rows: Rows) -> Groups:
    """The first of every row, the second of every row, and so on; a short row has none where it ends.

    >>> turned([["a", "b"], ["c", None], ["d"]])
    (('a', 'c', 'd'), ('b',))
    """
    longest = max(map(len, rows), default=0)
    columns = ([row[place] if place < len(row) else None for row in rows] for place in range(longest))
    return tuple(tuple(one for one in column if one is not None) for column in columns)


def _square(candidates: Sequence[str], grouped: Groups, other: Groups) -> Layout:
    """As many sets as segments: only the words can tell."""
    mine, theirs = fit(candidates, grouped), fit(candidates, other)
    return Layout(other, True, theirs, mine) if theirs - mine >= _CLEARLY else Layout(grouped, False, mine, theirs)


def _is_nearly_turned(number: int, rows: Rows) -> bool:
    """Whether the rows are about as long as there are candidates, more nearly than there are as many rows."""
    return abs(max(map(len, rows)) - number) < abs(len(rows) - number) and max(map(len, rows)) > 1
