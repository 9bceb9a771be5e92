"""The longest common subsequence: words that stand in both texts in the same order, with gaps (section 3).

Its table has a row for each word of the reference, and a column for each word of the candidate. The cell (i, j) is
the length of the longest common subsequence of the first i words of the one and the first j words of the other.

From one cell to the next in a row that length grows by 0 or by 1. So a row is a number in binary, and one addition
makes the next row from it: Crochemore et al. 2001, "A fast and practical bit-vector algorithm for the longest common
subsequence problem", Information Processing Letters 80; in the form of Hyyrö 2004, "Bit-parallel LCS-length
computation revisited".
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

Tokens = Sequence[str]
Place = tuple[int, int]
"""A row and a column of a table."""


def length(one: Tokens, other: Tokens) -> int:
    """The length of the longest common subsequence, in little memory however long the texts are.

    >>> length("police killed the gunman".split(), "the gunman police killed".split())
    2
    """
    short, long = (one, other) if len(one) < len(other) else (other, one)
    level = (1 << len(short)) - 1
    for level in _levels(long, short):  # noqa: B007  # the last one is what we want
        pass
    return len(short) - level.bit_count()


def _levels(reference: Tokens, candidate: Tokens) -> Iterator[int]:
    """The rows of the table in turn. The bit j of a row is 0 where the length grows from the column j to the next."""
    places: dict[str, int] = {}
    for j, word in enumerate(candidate):
        places[word] = places.get(word, 0) | (1 << j)
    everywhere = (1 << len(candidate)) - 1
    level = everywhere
    for word in reference:
        if matched := level & places.get(word, 0):
            level = ((level + matched) | (level - matched)) & everywhere
        yield level


@dataclass(frozen=True)
class Lcs:
    """The table of a reference and a candidate, and the one longest common subsequence that counts.

    >>> table = Lcs("the cat sat".split(), "the sat cat".split())
    >>> table.cells
    ((0, 0, 0, 0), (0, 1, 1, 1), (0, 1, 1, 2), (0, 1, 2, 2))
    >>> table.path
    ((3, 3), (2, 3), (1, 2), (1, 1), (0, 0))
    >>> table.matches
    ((1, 1), (2, 3))
    """

    reference: tuple[str, ...]
    candidate: tuple[str, ...]

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """The rows from 0 to the number of words in the reference: a bit is 1 where the length grows."""
        everywhere = (1 << len(self.candidate)) - 1
        return (0, *(level ^ everywhere for level in _levels(self.reference, self.candidate)))

    def at(self, i: int, j: int) -> int:
        """The length for the first i words of the reference and the first j words of the candidate."""
        return (self.rows[i] & ((1 << j) - 1)).bit_count()

    @property
    def length(self) -> int:
        """The length of the longest common subsequence."""
        return self.rows[-1].bit_count()

    @property
    def cells(self) -> tuple[tuple[int, ...], ...]:
        """The table, one row and one column more than there are words."""
        width = len(self.candidate)
        return tuple(tuple(accumulate((row >> j & 1 for j in range(width)), initial=0)) for row in self.rows)

    @cached_property
    def path(self) -> tuple[Place, ...]:
        """The cells from the last one back to an edge of the table, by the rule of `walk_back`."""
        return tuple(walk_back(self.reference, self.candidate, self.at))

    @property
    def matches(self) -> tuple[Place, ...]:
        """The cells where the two words are equal and the path goes on diagonally, from the first to the last."""
        return matches(self.path)

    @property
    def number(self) -> int:
        """How many different longest common subsequences there are, as words. Only one counts.

        Where two words are equal, each of them ends in that word. Where they differ, they are those of the cell above
        and of the cell to the left, as far as these are as long; what both have is counted once.

        >>> Lcs("police killed the gunman".split(), "the gunman police killed".split()).number
        2
        """
        above = [1] * (len(self.candidate) + 1)
        cells = self.cells
        for i, word in enumerate(self.reference, 1):
            row = [1]
            for j, other in enumerate(self.candidate, 1):
                if word == other:
                    row.append(above[j - 1])
                    continue
                length, up = cells[i][j], cells[i - 1]
                found = (above[j] if up[j] == length else 0) + (row[-1] if cells[i][j - 1] == length else 0)
                row.append(found - (above[j - 1] if up[j - 1] == length else 0))
            above = row
        return above[-1]

    @property
    def other(self) -> tuple[str, ...]:
        """The words that count where the path leaves out the word of the candidate instead: often other ones."""
        turned = walk_back(self.candidate, self.reference, lambda j, i: self.at(i, j))
        return tuple(self.candidate[j - 1] for j, _ in matches(tuple(turned)))


def walk_back(reference: Tokens, candidate: Tokens, at: Callable[[int, int], int]) -> Iterator[Place]:
    """The path through a table from its last cell to the edge: which of several longest common subsequences counts.

    Equal words are taken. Where the words differ, the path goes where the number is larger; where both are equal, it
    leaves out the word of the reference. The paper does not say; ROUGE-1.5.5 and rouge-score do this.
    """
    i, j = len(reference), len(candidate)
    yield i, j
    while i and j:
        if reference[i - 1] == candidate[j - 1]:
            i, j = i - 1, j - 1
        elif at(i - 1, j) >= at(i, j - 1):
            i -= 1
        else:
            j -= 1
        yield i, j


def matches(path: Sequence[Place]) -> tuple[Place, ...]:
    """The cells of a path from which it goes on diagonally, in the order of the texts."""
    steps = zip(path[1:], path, strict=False)
    return tuple(cell for after, cell in steps if after == (cell[0] - 1, cell[1] - 1))[::-1]
