"""Correlation, which measures how two lists rise and fall together, by value (Pearson) or by rank (Spearman)."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property

from mtexplain.display.parts import Column, Table
from mtexplain.display.trace import Step
from mtexplain.judging.measure import Given, Measure, named
from mtexplain.tracing import views
from mtexplain.tracing.number import Number, number, root, setting, sum_over
from mtexplain.tracing.steps import quantity, step


class Pearson(Measure):
    """Pearson's r of two lists of numbers, with its working. Returned by `pearson`.

    r = S_xy / √(S_xx * S_yy)
    """

    measure, letters, in_line = "pearson", " x is {}, y is {}.", ", along a line"

    @property
    def each_i(self) -> range:
        """The numbers of the items."""
        return range(1, len(self.names) + 1)

    @quantity("x_{i}")
    def x(self, i: int) -> float:
        """The number of an item in the first list."""
        return setting(self.first[i - 1])

    @quantity("y_{i}")
    def y(self, i: int) -> float:
        """The number of an item in the second list."""
        return setting(self.second[i - 1])

    @step("mean_x", name="means", title="Means", source="Pearson 1896", summary="mean of y")
    def mean_x(self) -> float:
        """Each number is measured from the mean of its list."""
        return sum_over("i", self.each_i, self.x) / self.n

    @step("mean_y", within=mean_x)
    def mean_y(self) -> float:
        """The mean of the second list."""
        return sum_over("i", self.each_i, self.y) / self.n

    @mean_x.why
    def why_means(self) -> str:
        """Say what x and y are, if they have names."""
        who = self.letters.format(*self.titles) if self.is_named else ""
        return f"{Pearson.mean_x.__doc__}{who}"

    @quantity()
    def dx(self, i: int) -> float:
        """The distance of x from its mean."""
        return self.x(i) - self.mean_x

    @quantity()
    def dy(self, i: int) -> float:
        """The distance of y from its mean."""
        return self.y(i) - self.mean_y

    @step("S_xx", name="deviations", title="Deviations", source="Pearson 1896", summary="the sum of their products")
    def s_xx(self) -> float:
        """An item that is above the mean in both lists, or below it in both, makes S_xy larger.

        An item that is above the mean in one list and below it in the other makes S_xy smaller.
        """
        return sum_over("i", self.each_i, lambda i: self.dx(i) ** 2)

    @step("S_yy", within=s_xx)
    def s_yy(self) -> float:
        """The variation of y by itself."""
        return sum_over("i", self.each_i, lambda i: self.dy(i) ** 2)

    @step("S_xy", within=s_xx)
    def s_xy(self) -> float:
        """The variation of x and y together."""
        return sum_over("i", self.each_i, lambda i: self.dx(i) * self.dy(i))

    @s_xx.table
    def deviations(self) -> Iterator[Sequence[object]]:
        """Yield a row for each item, with its numbers, their deviations from the means, and the product."""
        yield "item", "x", "y", Column("dx", "x - mean"), Column("dy", "y - mean"), "product"
        for i, name in enumerate(self.names, 1):
            dx, dy = self.dx(i), self.dy(i)
            yield named(name), self.x(i), self.y(i), dx, dy, dx * dy

    @step(
        "r",
        title="Correlation",
        name="correlation",
        source="Pearson 1896",
        is_decimal=True,
        summary="S_xy divided by both spreads",
    )
    def r(self) -> float:
        """Dividing by how much each list varies on its own removes the units and keeps r between -1 and 1."""
        return self.s_xy / root(self.s_xx * self.s_yy)

    @property
    def answer(self) -> Number:
        return number(self.r)

    @property
    def table(self) -> Table:
        return views.table(list(self.deviations()))

    def sentence(self) -> str:
        weak = 100 * self.s_xy**2 < self.s_xx * self.s_yy  # between -0.1 and 0.1
        way = "neither higher nor lower" if weak else "higher" if self.s_xy > 0 else "lower"
        trend = f"always {way}{self.in_line}" if self.s_xy**2 == self.s_xx * self.s_yy else f"{way} on the whole"
        return "When {} is higher, {} is {}.".format(*self.titles, trend)


class Spearman(Pearson):
    """Spearman's rank correlation, which is Pearson's r of the ranks, with its working. Returned by `spearman`."""

    measure, letters, in_line = "spearman", " x is now the rank in {}, y the rank in {}.", ""

    @cached_property
    def ranked(self) -> tuple[Sequence[Fraction], Sequence[Fraction]]:
        """The ranks in the first list and in the second list."""
        return ranks(self.first), ranks(self.second)

    def x(self, i: int) -> float:
        """The rank of an item in the first list."""
        return setting(self.ranked[0][i - 1])

    def y(self, i: int) -> float:
        """The rank of an item in the second list."""
        return setting(self.ranked[1][i - 1])

    r = Pearson.r.shown_as("r_s")

    def steps(self) -> tuple[Step, ...]:
        """The ranks, and the steps of Pearson's r."""
        why = (
            "Only the order counts, so from here on x and y are ranks. The smallest value has rank 1, and ties share "
            "their mean rank."
        )
        last = f"1 to {len(self.names)}"
        return Step("ranks", "Ranks", "from the smallest", last, why, "Spearman 1904", (self.ranks,)), *super().steps()

    @property
    def ranks(self) -> Table:
        """Each item, with its numbers and their ranks."""
        first, second = self.titles
        rows: list[Sequence[object]] = [
            ("item", Column("first", first), Column("x", "rank x"), Column("second", second), Column("y", "rank y"))
        ]
        for i, name in enumerate(self.names, 1):
            rows.append((named(name), setting(self.first[i - 1]), self.x(i), setting(self.second[i - 1]), self.y(i)))
        return views.table(rows)


def ranks(values: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The rank of each value, from 1 for the smallest. Equal values share their mean rank.

    >>> [str(rank) for rank in ranks((7, 3, 7))]
    ['5/2', '1', '5/2']
    """
    order = sorted(values)
    return tuple([Fraction(bisect_left(order, value) + bisect_right(order, value) + 1, 2) for value in values])


def pearson(x: Given, y: Given, *, x_name: str = "x", y_name: str = "y") -> Pearson:
    """Pearson's r of two lists of numbers, as a trace, from -1 to 1 (Pearson 1896). A single outlier can make it 0.9.

    `x` and `y` are lists, arrays, or mappings from names to numbers. An invalid input raises InputError.

    >>> pearson({"A": 1, "B": 2, "C": 3}, {"A": 1, "B": 3, "C": 2}).exact
    '1 / √(2 * 2)'
    """
    return Pearson.of(x, y, x_name, y_name)


def spearman(x: Given, y: Given, *, x_name: str = "x", y_name: str = "y") -> Spearman:
    """Spearman's rank correlation, which is Pearson's r of the ranks, as a trace, from -1 to 1 (Spearman 1904).

    >>> spearman([1, 2, 100], [5, 6, 7]).score
    1.0
    """
    return Spearman.of(x, y, x_name, y_name)
