"""Why attention divides by the root of d: dot products of longer vectors vary more, and by how much can be counted."""

from dataclasses import dataclass
from math import comb
from typing import ClassVar

from mtexplain.display.charts import Guide, Plot
from mtexplain.display.formula import shown
from mtexplain.display.graphs import plots
from mtexplain.display.parts import Real, Table, columns
from mtexplain.display.picture import Picture
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import formula, quantity
from mtexplain.recipe.summary import Summary
from mtexplain.settings import check_whole


@dataclass(frozen=True, repr=False)
class DotProducts(Summary):
    """The dot products of all vectors of so many 1s and -1s, counted. Make one with `dot_products`."""

    length: int
    measure, answer, source, notes = "dot products", "variance", "Vaswani et al. 2017, section 3.2.1, footnote 4", ()
    d = quantity("d", "how many numbers each vector has")(lambda trace: trace.length)
    j = quantity("j", "how many of the d products are 1", index="i")(lambda trace: tuple(range(trace.d + 1)))
    x = formula("x", "2 * j - d", index="i")
    cases = formula("n", "comb(d, j)", index="i")
    mean = formula("mean", "sum(cases * x) / 2 ** d")
    variance = formula("Var", "sum(cases * x ** 2) / 2 ** d")
    scaled = formula("Var_scaled", "variance / d")
    weight = formula("w", "exp(root(d)) / (exp(root(d)) + 1)", convert=float)
    scaled_weight = formula("w_scaled", "exp(1) / (exp(1) + 1)", convert=float)
    plan: ClassVar[tuple[Plan, ...]] = (
        Plan("cases", "Dot products", "Let every number of a query and a key be 1 or -1, equally likely. Then so is "
             "each of the d products. If j of them are 1, they add up to j - (d - j), and there are C(d, j) ways to "
             "choose which j.", source, (), "from all -1 to all 1", lambda trace, _: (trace.table,),
             outcome=lambda trace, _: so_many(trace.d + 1, "value")),
        Plan("variance", "Variance", "The variance, the mean of the squares, comes to d, for every d: a typical dot "
             "product is √d away from 0.", source, ("mean", "variance"), "as large as d",
             where="x is a value, n in how many cases it comes up."),
        Plan("scaling", "Scaling", "Divide every dot product by √d, and every square is divided by d. So is their "
             "mean: it is now 1, however long the vectors are.", source, ("scaled",), "divided by √d"),
        Plan("softmax", "What softmax makes of it", "Take two keys whose scores are one standard deviation apart: √d, "
             "or 1 once scaled. Unscaled, with long vectors, the first takes nearly all the weight, and almost no "
             "gradient is left to learn from.", source[:-12], ("weight", "scaled_weight"), "the better of two keys"),
    )  # fmt: skip

    about = property(lambda self: (f"d = {self.d}", f"2^{self.d} cases"))
    why = property(lambda self: f"Dot products of {so_many(self.d, 'number')} each lie about "
                   f"√{self.d} = {shown(self.d**0.5)} away from 0, those of more numbers further. "
                   "Divided by √d, all lie about 1 away.")  # fmt: skip

    @property
    def table(self) -> Table:
        rows = [(str(j), x, n, n * x**2) for j, x, n in zip(self.j, self.x, self.cases, strict=True)]
        rows.append(("all", None, 2**self.d, self.d * 2**self.d))
        *cells, total = [(j, x, *(Real(float(n), str(n) * (n < 10**9)) for n in counts)) for j, x, *counts in rows]
        return Table("", columns(j="j", value="value", cases="cases", square="value² × cases"), cells, total=total)

    @property
    def picture(self) -> Picture:
        lengths = sorted({4, 16, 64, self.d})
        kinds = ("q · k", 3.5 * lengths[-1] ** 0.5, 0.25), ("q · k / √d", 3.5, 0.4)
        return plots([[_bars(d, lengths, *kind) for kind in kinds] for d in lengths])


def _bars(d: int, lengths: list[int], label: str, end: float, top: float) -> Plot:
    """How often each dot product comes up, from minus `end` to `end`: bars whose areas add up to 1."""
    unit, spread, name = (d**0.5, "1", "") if "√" in label else (1.0, f"√{d}", f"d = {d}")
    each = [((2 * j - d) / unit, comb(d, j) / 2**d * unit / 2 / top) for j in range(d + 1)]
    bars = [(0.5 + (x + side / unit) / end / 2, y) for x, y in each for side in (-1, 1) if abs(x) + 1 / unit < end]
    guides = [Guide(0.5 + x / end / 2, str(x), False) for x in (-int(0.6 * end), 0, int(0.6 * end))]
    said = f"{label} for d = {d}: mostly between -{spread} and {spread}."
    return Plot(name, label * (d == lengths[0]), "", {"": bars}, guides * (d == lengths[-1]), said, "bars")


def dot_products(d: int) -> DotProducts:
    """How much dot products of vectors of d numbers vary, and so why attention divides by √d (Vaswani et al. 2017).

    All vectors of 1s and -1s are counted, each equally likely. InputError where d is no whole number from 1 to 512.

    >>> trace = dot_products(2)
    >>> trace.x, trace.cases, trace.exact, str(trace.variance), str(trace.scaled)
    ((-2, 0, 2), (1, 2, 1), '(1 * (-2)^2 + 1 * 2^2) / 2^2', '2', '1')
    """
    return DotProducts(check_whole(d, "d", 1, 512, "Each head of the paper's base model has d = 64."))
