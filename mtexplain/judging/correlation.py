"""Correlation: how far two lists of numbers rise and fall together, by their sizes (Pearson) or ranks (Spearman)."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from mtexplain.display.parts import Table, columns
from mtexplain.judging.measure import Given, Measure, signed, written
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import formula, quantity


class Pearson(Measure):
    """Pearson's r of two lists of numbers, with its working. Make one with `pearson`."""

    measure, source, letters, in_line = "pearson", "Pearson 1896", " x is {}, y is {}.", ", along a line"
    mean_x = formula("mean_x", "sum(x) / n", write=signed)
    mean_y = formula("mean_y", "sum(y) / n", write=signed)
    dx = formula("", "x - mean_x", index="i")
    dy = formula("", "y - mean_y", index="i")
    products = formula("", "dx * dy", index="i")
    s_xx = formula("S_xx", "sum(dx ** 2)", write=written)
    s_yy = formula("S_yy", "sum(dy ** 2)", write=written)
    s_xy = formula("S_xy", "sum(products)", write=written)
    score = formula("r", "s_xy / root(s_xx * s_yy)", convert=float)
    plan: ClassVar[tuple[Plan, ...]] = (
        Plan("means", "Means", lambda trace, _: "Each number is measured from the middle of its list."
             + trace.letters.format(*trace.titles) * trace.is_named, source, ("mean_x", "mean_y"), "that of y"),
        Plan("deviations", "Deviations", "An item above both means, or below both, makes S_xy larger; one above the "
             "one and below the other makes it smaller.", source, ("s_xx", "s_yy", "s_xy"), "their products, added",
             lambda trace, _: (trace.table,)),
        Plan("correlation", "Correlation", "Divided by how much each list varies by itself, the sum loses its unit and "
             "lies between -1 and 1.", source, ("score",), "S_xy over both spreads"),
    )  # fmt: skip

    @property
    def table(self) -> Table:
        titles = columns(item="item", x="x", y="y", dx="x - mean", dy="y - mean", product="product")
        return Table("", titles, self.rows(self.x, self.y, self.dx, self.dy, self.products))

    def told(self) -> str:
        weak = 100 * self.s_xy**2 < self.s_xx * self.s_yy  # between -0.1 and 0.1
        way = "neither higher nor lower" if weak else "higher" if self.s_xy > 0 else "lower"
        told = f"always {way}{self.in_line}" if self.s_xy**2 == self.s_xx * self.s_yy else f"{way} on the whole"
        return "Where {} is higher, {} is {}.".format(*self.titles, told)


class Spearman(Pearson):
    """Spearman's rank correlation, with its working: Pearson's r of the ranks. Make one with `spearman`."""

    measure, letters, in_line = "spearman", " x is now the rank in {}, y the rank in {}.", ""
    x = quantity("x", "the ranks of the first", index="i")(lambda trace: ranks(trace.first))
    y = quantity("y", "the ranks of the second", index="i")(lambda trace: ranks(trace.second))
    score = formula("r_s", "s_xy / root(s_xx * s_yy)", convert=float)
    plan = (
        Plan("ranks", "Ranks", "Only the order counts: from here on x and y are ranks. The smallest has rank 1; "
             "equals share the mean of their places.", "Spearman 1904", (), "from the smallest",
             lambda trace, _: (trace.rank_table,), outcome=lambda trace, _: f"1 to {trace.n}"),
        *Pearson.plan,
    )  # fmt: skip

    @property
    def rank_table(self) -> Table:
        """Each item, its numbers and their ranks."""
        titles = columns(item="item", first=self.titles[0], x="rank x", second=self.titles[1], y="rank y")
        return Table("", titles, self.rows(self.first, self.x, self.second, self.y))


def ranks(values: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The place of each value from the smallest, 1, up; equal ones share the mean of their places.

    >>> [str(rank) for rank in ranks((7, 3, 7))]
    ['5/2', '1', '5/2']
    """
    order = sorted(values)
    return tuple([Fraction(bisect_left(order, one) + bisect_right(order, one) + 1, 2) for one in values])


def pearson(x: Given, y: Given, *, x_name: str = "x", y_name: str = "y") -> Pearson:
    """Pearson's r of two lists of numbers, as a trace, from -1 to 1 (Pearson 1896). One outlier can make it 0.9.

    Both are lists, arrays, or mappings from names to numbers. InputError says what is wrong with an input.

    >>> pearson({"A": 1, "B": 2, "C": 3}, {"A": 1, "B": 3, "C": 2}).exact
    '1 / √(2 * 2)'
    """
    return Pearson.of(x, y, x_name, y_name)


def spearman(x: Given, y: Given, *, x_name: str = "x", y_name: str = "y") -> Spearman:
    """Spearman's rank correlation, as a trace, from -1 to 1: Pearson's r of the ranks (Spearman 1904).

    >>> spearman([1, 2, 100], [5, 6, 7]).score
    1.0
    """
    return Spearman.of(x, y, x_name, y_name)
