"""The longest common subsequence, that is, words that are in both texts in the same order, with gaps (section 3).

Its table has a row for each word of the reference, and a column for each word of the candidate. The cell (i, j) is
the length of the longest common subsequence of the first i words of the reference and the first j of the candidate.

From each cell to the next in a row, the length grows by 0 or by 1, so a row can be stored as a binary number. An
addition then computes the next row. The algorithm is from Crochemore et al. 2001, "A fast and practical bit-vector
algorithm for the longest common subsequence problem", Information Processing Letters 80, in the form of Hyyrö 2004,
"Bit-parallel LCS-length computation revisited".

In the weighted table, k consecutive matches, without a gap in either text, are worth f(k) = k^weight (section 4). Each
cell also stores the number k of consecutive matches that end in it, and another match then adds f(k + 1) - f(k).
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from mtexplain import exact
from mtexplain.metrics.shared.occurrences import runs_of
from mtexplain.waiting import announced

Tokens = Sequence[str]
Place = tuple[int, int]
"""A row and a column of a table."""
_SCALE = 10**30  # the number of units in 1 if the weight is not a whole number


def walk_back(reference: Tokens, candidate: Tokens, at: Callable[[int, int], int]) -> Iterator[Place]:
    """The path through a table from its last cell to the edge, which decides which of several subsequences counts.

    If the two words of a cell are equal, the path takes them. If they differ, it goes to the larger neighbour, and in a
    tie it leaves out the word of the reference. The paper leaves this open. ROUGE-1.5.5 and rouge-score do the same.
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
    """The cells of a path that are followed by a diagonal step, in the order of the texts."""
    steps = zip(path[1:], path, strict=False)
    return tuple(cell for after, cell in steps if after == (cell[0] - 1, cell[1] - 1))[::-1]


@dataclass(frozen=True)
class SubsequenceTable:
    """The table of a reference and a candidate, and the path through it that decides which subsequence counts."""

    reference: tuple[str, ...]
    candidate: tuple[str, ...]

    @abstractmethod
    def at(self, i: int, j: int) -> int:
        """The value of the cell for the first i words of the reference and the first j words of the candidate."""

    @cached_property
    def path(self) -> tuple[Place, ...]:
        """The cells from the last cell back to an edge of the table, by the rule of `walk_back`."""
        return tuple(walk_back(self.reference, self.candidate, self.at))

    @property
    def matches(self) -> tuple[Place, ...]:
        """The cells where the two words are equal and the path takes a diagonal step, from the first to the last."""
        return matches(self.path)

    @property
    def runs(self) -> tuple[tuple[Place, ...], ...]:
        """The matches grouped into runs. Within a run, the words are consecutive in both texts."""
        return runs_of(self.matches)


def length(first: Tokens, other: Tokens) -> int:
    """The length of the longest common subsequence, computed in little memory even for long texts.

    >>> length("police killed the gunman".split(), "the gunman police killed".split())
    2
    """
    short, long = (first, other) if len(first) < len(other) else (other, first)
    level = (1 << len(short)) - 1
    for level in _levels(long, short):  # noqa: B007  # we want the last row
        pass
    return len(short) - level.bit_count()


def _levels(reference: Tokens, candidate: Tokens) -> Iterator[int]:
    """Yield the rows of the table. Bit j of a row is 0 where the length grows from column j to the next."""
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
class Lcs(SubsequenceTable):
    """The table of lengths, and the longest common subsequence that counts.

    >>> table = Lcs("the cat sat".split(), "the sat cat".split())
    >>> table.cells
    ((0, 0, 0, 0), (0, 1, 1, 1), (0, 1, 1, 2), (0, 1, 2, 2))
    >>> table.path
    ((3, 3), (2, 3), (1, 2), (1, 1), (0, 0))
    >>> table.matches
    ((1, 1), (2, 3))
    """

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """The rows from 0 to the number of words in the reference. A bit is 1 where the length grows."""
        everywhere = (1 << len(self.candidate)) - 1
        return (0, *(level ^ everywhere for level in _levels(self.reference, self.candidate)))

    def at(self, i: int, j: int) -> int:
        return (self.rows[i] & ((1 << j) - 1)).bit_count()

    @property
    def length(self) -> int:
        """The length of the longest common subsequence."""
        return self.rows[-1].bit_count()

    @property
    def cells(self) -> tuple[tuple[int, ...], ...]:
        """The table as numbers, with a row and a column for no words at all."""
        width = len(self.candidate)
        return tuple(tuple(accumulate((row >> j & 1 for j in range(width)), initial=0)) for row in self.rows)

    @property
    def number(self) -> int:
        """The number of distinct longest common subsequences, as sequences of words. ROUGE counts a single one.

        If the two words of a cell are equal, every longest subsequence there ends in that word. If they differ, the
        subsequences come from the cell above and the cell to the left, if the length there is the same. Subsequences
        that both cells have are counted once.

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
                ways = (above[j] if up[j] == length else 0) + (row[-1] if cells[i][j - 1] == length else 0)
                row.append(ways - (above[j - 1] if up[j - 1] == length else 0))
            above = row
        return above[-1]

    @property
    def other(self) -> tuple[str, ...]:
        """The words that would count if the path left out the word of the candidate in a tie; often different words."""
        turned = walk_back(self.candidate, self.reference, lambda j, i: self.at(i, j))
        return tuple(self.candidate[j - 1] for j, _ in matches(tuple(turned)))


@dataclass(frozen=True)
class Weights:
    """The function f(k) = k^weight, exact if the weight is a whole number, and otherwise to thirty decimal places.

    >>> Weights(Fraction(2)).of(3), Weights(Fraction(1, 2) + 1).of(4)
    (Fraction(9, 1), Fraction(8, 1))
    """

    weight: Fraction

    @property
    def units(self) -> int:
        """The number of units in 1."""
        return 1 if self.weight.denominator == 1 else _SCALE

    def in_units(self, k: int) -> int:
        """The worth of k matches in a row, as a whole number of units, so that equal sums compare as equal."""
        if self.weight.denominator == 1:
            return int(k**self.weight.numerator)
        return round(exact.power(Fraction(k), self.weight) * self.units)

    def of(self, k: int) -> Fraction:
        """The worth of k matches in a row."""
        return Fraction(self.in_units(k), self.units)


Row = tuple[list[int], dict[int, int]]
"""A row of the table, with the worth of its cells in units, and the length of the run that ends in each match."""


def rows(reference: Tokens, candidate: Tokens, weight: Fraction) -> Iterator[Row]:
    """Yield the rows of the table from row 0 on, in a single list that is updated from row to row.

    A match is taken wherever the words are equal, even if it breaks a longer run, as in the paper's procedure and in
    the tools. The result is not always the largest worth of a common subsequence.

    Without a match, a cell is the larger of its neighbours above and to the left, so most cells stay as they are in the
    row above. The loop visits only the cells with a match, the cells below a match that was worth less than the cell to
    its left, and the cells to the right of these, as long as they are worth less.
    """
    weights, width = Weights(weight), len(candidate) + 1
    worths = [weights.in_units(k) for k in range(min(len(reference), len(candidate)) + 1)]
    places: dict[str, list[int]] = {}
    for j, word in enumerate(candidate, 1):
        places.setdefault(word, []).append(j)
    row, runs = [0] * width, dict[int, int]()
    yield row, runs
    for word in announced(reference, len(reference), "ROUGE-W", "rows"):
        broken = [j for j in runs if row[j] < row[j - 1]]
        runs = {j: runs.get(j - 1, 0) + 1 for j in places.get(word, ())}
        matched = {j: row[j - 1] + worths[k] - worths[k - 1] for j, k in runs.items()}
        for j in sorted({*broken, *runs}):
            value = row[j] = matched[j] if j in runs else max(row[j], row[j - 1])
            for after in range(j + 1, width):
                if row[after] >= value or after in runs:
                    break
                row[after] = value
        yield row, runs


def worth(reference: Tokens, candidate: Tokens, weight: Fraction) -> Fraction:
    """WLCS(X, Y), the last cell of the table, in which k consecutive matches are worth f(k) (section 4).

    >>> worth("ABCDEFG", "ABCDHIK", Fraction(2)), worth("ABCDEFG", "AHBKCID", Fraction(2))  # the paper's example
    (Fraction(16, 1), Fraction(4, 1))
    """
    last: list[int] = [0]
    for row, _ in rows(reference, candidate, weight):
        last = row
    return Fraction(last[-1], Weights(weight).units)


@dataclass(frozen=True)
class Wlcs(SubsequenceTable):
    """The table of the worth of runs, in units, and the path that counts.

    >>> table = Wlcs(tuple("ABCDEFG"), tuple("ABCDHIK"), Fraction(2))
    >>> table.runs, table.cells[-1]
    ((((1, 1), (2, 2), (3, 3), (4, 4)),), [0, 1, 4, 9, 16, 16, 16, 16])
    """

    weight: Fraction

    @cached_property
    def _rows(self) -> tuple[Row, ...]:
        return tuple((row.copy(), runs) for row, runs in rows(self.reference, self.candidate, self.weight))

    @cached_property
    def cells(self) -> tuple[list[int], ...]:
        """The worth of each cell, in units."""
        return tuple(worths for worths, _ in self._rows)

    def at(self, i: int, j: int) -> int:
        return self.cells[i][j]

    @property
    def run_lengths(self) -> tuple[list[int], ...]:
        """The number of consecutive matches that end in each cell."""
        return tuple([lengths.get(j, 0) for j in range(len(row))] for row, lengths in self._rows)

    @property
    def is_whole(self) -> bool:
        """True if the worth of every cell is a whole number."""
        return self.weight.denominator == 1

    @property
    def numbers(self) -> tuple[list[int], ...]:
        """The numbers to show, which are the worth of the cells or, if that is not whole, the lengths of the runs."""
        return self.cells if self.is_whole else self.run_lengths

    @property
    def most(self) -> Fraction:
        """The largest worth of a common subsequence, which may leave out a match to keep a longer run.

        >>> table = Wlcs(tuple("abcxc"), tuple("abc"), Fraction(2))
        >>> table.cells[-1][-1], table.most  # the last c breaks the run "abc", so it is 4 + 1, not 9
        (5, Fraction(9, 1))
        """
        weights = Weights(self.weight)
        table = [[0] * len(row) for row in self.cells]
        for i, (row, lengths) in enumerate(self._rows[1:], 1):
            for j in range(1, len(row)):
                ended = (table[i - k][j - k] + weights.in_units(k) for k in range(1, lengths.get(j, 0) + 1))
                table[i][j] = max(table[i - 1][j], table[i][j - 1], *ended)
        return Fraction(table[-1][-1], weights.units)


def table_of(reference: tuple[str, ...], candidate: tuple[str, ...], weight: Fraction | None = None) -> Lcs | Wlcs:
    """The table of lengths or, with a weight, of the worth of runs."""
    return Lcs(reference, candidate) if weight is None else Wlcs(reference, candidate, weight)
