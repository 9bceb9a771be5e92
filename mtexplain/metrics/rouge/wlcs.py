"""The weighted longest common subsequence: k matches in a row, in both texts, are worth f(k) = k^weight (section 4).

Each cell of its table also knows how many matches in a row end there. One more match then adds f(k + 1) - f(k).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from mtexplain import exact
from mtexplain.metrics.rouge.lcs import Place, Tokens, matches, walk_back
from mtexplain.waiting import announced

_SCALE = 10**30  # where f(k) has no end, it is counted in units this small


@dataclass(frozen=True)
class Weights:
    """The function f(k) = k^weight, exact where it is a whole number, else to thirty digits behind the point.

    >>> Weights(Fraction(2)).of(3), Weights(Fraction(1, 2) + 1).of(4)
    (Fraction(9, 1), Fraction(8, 1))
    """

    weight: Fraction

    @property
    def units(self) -> int:
        """How many units there are to 1."""
        return 1 if self.weight.denominator == 1 else _SCALE

    def in_units(self, k: int) -> int:
        """The worth of k matches in a row, in whole units, so that equal sums are equal."""
        if self.weight.denominator == 1:
            return int(k**self.weight.numerator)
        return round(exact.power(Fraction(k), self.weight) * self.units)

    def of(self, k: int) -> Fraction:
        """The worth of k matches in a row."""
        return Fraction(self.in_units(k), self.units)


Row = tuple[list[int], dict[int, int]]
"""A row of the table: what its cells are worth, in units; and for each match how many in a row end there."""


def rows(reference: Tokens, candidate: Tokens, weight: Fraction) -> Iterator[Row]:
    """The rows of the table in turn, the row 0 first: one list, that goes from row to row.

    A match is taken wherever the words are equal, also where it breaks a longer run: so the paper's procedure goes,
    and so do the tools. What comes out is not always the most that a common subsequence can be worth.

    Without a match, a cell takes the larger of its neighbours above and to the left. So most cells stay as they are in
    the row above. Visited are those of a match, those of one above that was worth less than the cell to its left, and
    after either as many as are worth less.
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
    """WLCS(X, Y), the last cell of the table: 1 for a single match, f(k) for k in a row (section 4).

    >>> worth("ABCDEFG", "ABCDHIK", Fraction(2)), worth("ABCDEFG", "AHBKCID", Fraction(2))  # the paper's example
    (Fraction(16, 1), Fraction(4, 1))
    """
    last: list[int] = [0]
    for row, _ in rows(reference, candidate, weight):
        last = row
    return Fraction(last[-1], Weights(weight).units)


@dataclass(frozen=True)
class Wlcs:
    """The whole table of a reference and a candidate, and the one path that counts.

    >>> table = Wlcs(tuple("ABCDEFG"), tuple("ABCDHIK"), Fraction(2))
    >>> table.runs, table.cells[-1]
    ((((1, 1), (2, 2), (3, 3), (4, 4)),), [0, 1, 4, 9, 16, 16, 16, 16])
    """

    reference: tuple[str, ...]
    candidate: tuple[str, ...]
    weight: Fraction

    @cached_property
    def _rows(self) -> tuple[Row, ...]:
        return tuple((row.copy(), runs) for row, runs in rows(self.reference, self.candidate, self.weight))

    @property
    def cells(self) -> tuple[list[int], ...]:
        """What each cell is worth, in units."""
        return tuple(worths for worths, _ in self._rows)

    @property
    def run_lengths(self) -> tuple[list[int], ...]:
        """How many matches in a row end in each cell."""
        return tuple([lengths.get(j, 0) for j in range(len(row))] for row, lengths in self._rows)

    @property
    def is_whole(self) -> bool:
        """Whether what the cells are worth are whole numbers."""
        return self.weight.denominator == 1

    @property
    def numbers(self) -> tuple[list[int], ...]:
        """What is shown of the table: what its cells are worth, or where these are long, the lengths of the runs."""
        return self.cells if self.is_whole else self.run_lengths

    @cached_property
    def path(self) -> tuple[Place, ...]:
        """The cells from the last one back to an edge of the table, by the rule of `walk_back`."""
        cells = self.cells
        return tuple(walk_back(self.reference, self.candidate, lambda i, j: cells[i][j]))

    @property
    def matches(self) -> tuple[Place, ...]:
        """The cells where the two words are equal and the path goes on diagonally, from the first to the last."""
        return matches(self.path)

    @property
    def runs(self) -> tuple[tuple[Place, ...], ...]:
        """The matches in runs: each next to the one before it in both texts."""
        found: list[list[Place]] = []
        for i, j in self.matches:
            if found and found[-1][-1] == (i - 1, j - 1):
                found[-1].append((i, j))
            else:
                found.append([(i, j)])
        return tuple(map(tuple, found))

    @property
    def most(self) -> Fraction:
        """The most that a common subsequence can be worth: here a match is left out where a longer run is worth more.

        >>> table = Wlcs(tuple("abcxc"), tuple("abc"), Fraction(2))
        >>> table.cells[-1][-1], table.most  # the last c takes the run "abc" apart: 4 + 1, and not 9
        (5, Fraction(9, 1))
        """
        weights = Weights(self.weight)
        table = [[0] * len(row) for row in self.cells]
        for i, (row, lengths) in enumerate(self._rows[1:], 1):
            for j in range(1, len(row)):
                ended = (table[i - k][j - k] + weights.in_units(k) for k in range(1, lengths.get(j, 0) + 1))
                table[i][j] = max(table[i - 1][j], table[i][j - 1], *ended)
        return Fraction(table[-1][-1], weights.units)
