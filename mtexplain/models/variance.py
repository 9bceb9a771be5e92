"""Attention divides by the root of d because dot products of longer vectors vary more. This file shows by how much."""

from dataclasses import dataclass
from math import comb

from mtexplain.display.charts import Guide, Plot
from mtexplain.display.formula import shown
from mtexplain.display.graphs import plots
from mtexplain.display.parts import Real, Table, columns
from mtexplain.display.picture import Picture
from mtexplain.display.trace import Step
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.summary import TracedSummary
from mtexplain.settings import check_whole
from mtexplain.tracing import views
from mtexplain.tracing.number import Number, exp, number, root, sum_over
from mtexplain.tracing.steps import quantity, step

_PAPER = "Vaswani et al. 2017, section 3.2.1"
_SOURCE = f"{_PAPER}, footnote 4"


@dataclass(frozen=True, repr=False)
class DotProducts(TracedSummary):
    """The dot products of all vectors of d numbers that are 1 or -1, counted. Returned by `dot_products`."""

    length: int
    measure = "dot products"

    @property
    def each_i(self) -> range:
        """The possible counts of products that are 1, from none to all d of them."""
        return range(self.length + 1)

    @quantity("d", says="the length of each vector")
    def d(self) -> float:
        """The length of each vector."""
        return self.length

    @quantity("x_{i}")
    def x(self, i: int) -> float:
        """The dot product, if i of the d products are 1 and the others are -1."""
        return 2 * i - self.length

    @quantity("n_{i}")
    def cases(self, i: int) -> float:
        """The number of ways to choose which of the d products are 1."""
        return comb(self.length, i)

    @step("mean", name="variance", title="Variance", source=_SOURCE, summary="as large as d",
          legend="x is a value, n the number of cases that have it")  # fmt: skip
    def mean(self) -> float:
        """The variance, the mean of the squares, is d for every d. A typical dot product is thus √d away from 0."""
        return sum_over("i", self.each_i, lambda i: self.cases(i) * self.x(i)) / 2**self.d

    @step("Var", within=mean, legend="x is a value, n the number of cases that have it")
    def variance(self) -> float:
        """The mean of the squares, because the mean itself is 0."""
        return sum_over("i", self.each_i, lambda i: self.cases(i) * self.x(i) ** 2) / 2**self.d

    @step("Var_scaled", name="scaling", title="Scaling", source=_SOURCE, summary="divided by √d")
    def scaled(self) -> float:
        """If every dot product is divided by √d, every square is divided by d, and so is their mean.

        The variance is now 1, however long the vectors are.
        """
        return self.variance / self.d

    @step("w", name="softmax", title="Effect on softmax", source=_PAPER, summary="the better of two keys",
          is_decimal=True)  # fmt: skip
    def weight(self) -> float:
        """Take two keys whose scores differ by a standard deviation, which is √d, or 1 after scaling.

        Without scaling and with long vectors, the better key gets nearly all the weight, and almost no gradient is left
        to learn from.
        """
        return exp(root(self.d)) / (exp(root(self.d)) + 1)

    @step("w_scaled", within=weight, is_decimal=True)
    def scaled_weight(self) -> float:
        """The weight of the better key after scaling."""
        score = number(1)
        return exp(score) / (exp(score) + 1)

    def steps(self) -> tuple[Step, ...]:
        """The dot products, counted, and then the steps of the numbers."""
        why = (
            "Let every number of a query and a key be 1 or -1 with equal probability. Then each of the d products is "
            "also 1 or -1 with equal probability. If j of them are 1, they add up to j - (d - j), and there are C(d, "
            "j) ways to choose which j are 1."
        )
        values = so_many(self.length + 1, "value")
        cases = Step("cases", "Dot products", "from all -1 to all 1", values, why, _SOURCE, (self.table,))
        return cases, *views.steps(self)

    @property
    def answer(self) -> Number:
        return number(self.variance)

    @property
    def about(self) -> tuple[str, ...]:
        return f"d = {self.d}", f"2^{self.d} cases"

    @property
    def why(self) -> str:
        return (
            f"Dot products of vectors with {so_many(self.length, 'number')} are typically √{self.d} = "
            f"{shown(self.length**0.5)} away from 0, and those of longer vectors lie further away. Divided by "
            "√d, all are typically 1 away."
        )

    @property
    def table(self) -> Table:
        d = self.length
        rows = [(str(i), int(self.x(i)), int(self.cases(i)), int(self.cases(i) * self.x(i) ** 2)) for i in self.each_i]
        *cells, total = [
            (j, x, *(Real(float(n), str(n) * (n < 10**9)) for n in counts))
            for j, x, *counts in (*rows, ("all", None, 2**d, d * 2**d))
        ]
        return Table("", columns(j="j", value="value", cases="cases", square="value² × cases"), cells, total=total)

    @property
    def picture(self) -> Picture:
        lengths = sorted({4, 16, 64, self.length})
        kinds = ("q · k", 3.5 * lengths[-1] ** 0.5, 0.25), ("q · k / √d", 3.5, 0.4)
        return plots([[_bars(d, lengths, *kind) for kind in kinds] for d in lengths])


def _bars(d: int, lengths: list[int], label: str, end: float, top: float) -> Plot:
    """The share of each dot product from -`end` to `end`, as bars whose areas add up to 1."""
    unit, spread, name = (d**0.5, "1", "") if "√" in label else (1.0, f"√{d}", f"d = {d}")
    each = [((2 * j - d) / unit, comb(d, j) / 2**d * unit / 2 / top) for j in range(d + 1)]
    bars = [(0.5 + (x + side / unit) / end / 2, y) for x, y in each for side in (-1, 1) if abs(x) + 1 / unit < end]
    guides = [Guide(0.5 + x / end / 2, str(x), False) for x in (-int(0.6 * end), 0, int(0.6 * end))]
    alt = f"{label} for d = {d} is mostly between -{spread} and {spread}."
    return Plot(name, label * (d == lengths[0]), "", {"": bars}, guides * (d == lengths[-1]), alt, "bars")


def dot_products(d: int) -> DotProducts:
    """The variance of dot products of vectors of length `d`, which is why attention divides by √d, as a trace.

    All vectors of 1s and -1s are counted as equally likely (Vaswani et al. 2017). InputError is raised if `d` is not a
    whole number from 1 to 512.

    >>> trace = dot_products(2)
    >>> [(int(trace.x(i)), int(trace.cases(i))) for i in trace.each_i], trace.exact, str(trace.scaled)
    ([(-2, 1), (0, 2), (2, 1)], '(1 * (-2)^2 + 2 * 0^2 + 1 * 2^2) / 2^2', '1')
    """
    return DotProducts(check_whole(d, "d", 1, 512, "Each head of the paper's base model has d = 64."))
