"""How a table of subsequences is shown: as a grid with its path, filled row by row, then walked back."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from mtexplain.display.formula import Symbol
from mtexplain.display.moments import Mark, Moment
from mtexplain.display.pairs import Grid
from mtexplain.display.parts import Prose, Words
from mtexplain.metrics.rouge.lcs import Lcs, Place
from mtexplain.metrics.rouge.wlcs import Wlcs

if TYPE_CHECKING:
    from mtexplain.metrics.rouge.sequence import RougeSequence

LARGEST = 32
"""The most words on a side of a table that is shown, and looked through for other subsequences."""

_BACK = (
    "The path walks back from the last cell: diagonally where the two words are equal, else to the larger neighbour, "
    "and up where both are as large."
)


def is_shown(reference: Sequence[str], candidate: Sequence[str]) -> bool:
    """Whether a table is small enough to be shown, and has a cell at all."""
    return min(len(reference), len(candidate)) > 0 and max(len(reference), len(candidate)) <= LARGEST


def not_shown(reference: Sequence[str], candidate: Sequence[str]) -> Prose:
    """What is said in its place."""
    if not (reference and candidate):
        return Prose(("One of the two texts has no word: there is no table.",))
    rows, columns = f"{len(reference):,} rows", f"{len(candidate):,} columns"
    return Prose((f"The table has {rows} and {columns}, which is too large to be shown. Its last number counts.",))


def grid(table: Lcs | Wlcs, cells: Sequence[Sequence[int]]) -> Grid:
    """The numbers of a table, with its path and its matches."""
    rows = tuple(tuple(row) for row in cells)
    size = f"{len(table.reference)} words of the reference by {len(table.candidate)} of the candidate"
    taken = f"{len(table.matches)} equal word{'s' * (len(table.matches) != 1)}"
    alt = f"A table of {size}. Its last number is {rows[-1][-1]}; its path takes {taken}."
    return Grid(Words(table.candidate), Words(table.reference), rows, table.path, frozenset(table.matches), alt)


def counted(table: Lcs | Wlcs) -> Prose:
    """The subsequence that counts, and how it is found."""
    if not table.matches:
        return Prose(("No word is in both texts.",))
    words = Words(tuple(table.reference[i - 1] for i, _ in table.matches))
    return Prose((f"{_BACK} What it takes diagonally is the subsequence that counts: ", words, "."))


def names(trace: "RougeSequence") -> list[tuple[str, Symbol, str]]:
    """For each reference: the name of its step, of its number, and what is added to the title where it isn't alone."""
    if len(trace.references) == 1:
        return [(trace.below, Symbol(trace.matched), "")]
    places = [str(place) for place in range(1, len(trace.references) + 1)]
    return [(f"{trace.below}_{place}", Symbol(trace.matched, place), f", reference {place}") for place in places]


def moments(step: str, place: int, table: Lcs | Wlcs, match: str) -> Iterator[Moment]:
    """The rows in turn, then the path. `match` says what a cell of two equal words holds."""
    whole = len(table.candidate) + 2
    start = "The first row and the first column are 0: with no words there is nothing in common."
    yield Moment(step, "edge", Prose((start,)), (), 0, whole)
    for i, word in enumerate(table.reference, 1):
        equal = tuple(j for j, other in enumerate(table.candidate) if other == word)
        told = (
            f" is in the candidate too: there stands {match}. Elsewhere the larger of the two neighbours is taken over."
        )
        if not equal:
            told = " is not in the candidate: its row repeats the row above."
        marks = (Mark(place + 1, (i - 1,)), Mark(0, equal))
        yield Moment(step, "row", Prose((Words((word,)), told)), marks, i, whole)
    yield from _walked(step, place, table)


def _walked(step: str, place: int, table: Lcs | Wlcs) -> Iterator[Moment]:
    """The path from its last cell to the edge, a moment for each step."""
    taken: list[Place] = []
    for walked, (here, after) in enumerate(pairwise(table.path), 1):
        (i, j), diagonal = here, after == (here[0] - 1, here[1] - 1)
        if diagonal:
            taken.insert(0, here)
        marks = (
            Mark(place + 1, (i - 1,)),
            Mark(0, (j - 1,)),
            Mark(place + 1, tuple(row - 1 for row, _ in taken), "credit"),
            Mark(0, tuple(column - 1 for _, column in taken), "credit"),
        )
        yield Moment(step, "path", _move(table, here, after), marks, walked=walked)
    words = Words(tuple(table.reference[i - 1] for i, _ in taken))
    told: tuple[Words | str, ...] = ("The path has come to the edge. The subsequence is ", words, ".")
    if not taken:
        told = ("The path has come to the edge without a match.",)
    last = (
        Mark(place + 1, tuple(i - 1 for i, _ in taken), "credit"),
        Mark(0, tuple(j - 1 for _, j in taken), "credit"),
    )
    yield Moment(step, "subsequence", Prose(told), last)


def _move(table: Lcs | Wlcs, here: Place, after: Place) -> Prose:
    """Why the path goes on where it does."""
    mine, theirs = Words((table.candidate[here[1] - 1],)), Words((table.reference[here[0] - 1],))
    if after == (here[0] - 1, here[1] - 1):
        return Prose((theirs, " stands in both: it is taken, and the path goes on diagonally."))
    up, left = table.cells[here[0] - 1][here[1]], table.cells[here[0]][here[1] - 1]
    if after[0] < here[0]:
        reason = "as large as" if up == left else "larger than"
        return Prose((theirs, " and ", mine, f" differ. The number above is {reason} the one at the left: up."))
    return Prose((theirs, " and ", mine, " differ. The number at the left is larger than the one above: to the left."))
