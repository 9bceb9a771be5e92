"""The weighted longest common subsequence: k matches in a row, in both texts, are worth f(k) = k^weight (section 4).

Each cell of its table also knows how many matches in a row end there. One more match then adds f(k + 1) - f(k).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from mtexplain import exact
from mtexplain.metrics.rouge.lcs import Place, matches, walk_back

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
        return round(exact.power(Fraction(k), self.weight) * self.units)

    def of(self, k: int) -> Fraction:
        """The worth of k matches in a row."""
        return Fraction(self.in_units(k), self.units)


@dataclass(frozen=True)
class Wlcs:
    """The table of a reference and a candidate, filled as the paper fills it, and the one path that counts.

    The paper takes a match wherever it meets one, also where that breaks a longer run. So this is not always the most
    that a common subsequence can be worth.

    >>> table = Wlcs(tuple("ABCDEFG"), tuple("ABCDHIK"), Fraction(2))  # the paper's example: X and Y_1
    >>> table.worth, table.runs
    (Fraction(16, 1), (((1, 1), (2, 2), (3, 3), (4, 4)),))
    >>> Wlcs(tuple("ABCDEFG"), tuple("AHBKCID"), Fraction(2)).worth  # X and Y_2
    Fraction(4, 1)
    """

    reference: tuple[str, ...]
    candidate: tuple[str, ...]
    weight: Fraction

    @cached_property
    def _tables(self) -> tuple[list[list[int]], list[list[int]]]:
        """What the cells are worth, in units; and how many matches in a row end in each."""
        weights, width = Weights(self.weight), len(self.candidate) + 1
        worths = [weights.in_units(k) for k in range(min(len(self.reference), len(self.candidate)) + 1)]
        above, runs_above = [0] * width, [0] * width
        table, runs = [above], [runs_above]
        for word in self.reference:
            row, runs_here = [0] * width, [0] * width
            for j, other in enumerate(self.candidate, 1):
                if word == other:
                    k = runs_above[j - 1]
                    row[j] = above[j - 1] + worths[k + 1] - worths[k]
                    runs_here[j] = k + 1
                else:
                    row[j] = max(above[j], row[j - 1])
            table.append(row)
            runs.append(runs_here)
            above, runs_above = row, runs_here
        return table, runs

    @property
    def cells(self) -> list[list[int]]:
        """The table, in units."""
        return self._tables[0]

    @property
    def run_lengths(self) -> list[list[int]]:
        """How many matches in a row end in each cell."""
        return self._tables[1]

    @property
    def worth(self) -> Fraction:
        """The last cell of the table: WLCS(X, Y)."""
        return Fraction(self.cells[-1][-1], Weights(self.weight).units)

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
