"""Cohen's kappa: how often two judges give the same label, beyond what chance alone would do."""

from functools import partial
from typing import ClassVar

from mtexplain.display.parts import Cell, Column, Table
from mtexplain.inputs import InputError
from mtexplain.judging.measure import Check, Given, Measure, named, seen
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import formula, quantity
from mtexplain.settings import check_whole


class Kappa(Measure):
    """Cohen's kappa of two lists of labels, with its working. Make one with `cohen_kappa`."""

    measure, source = "cohen_kappa", "Cohen 1960"
    check: ClassVar[Check] = staticmethod(lambda value, where: _label(value, where))
    agreed = quantity("a", "given by both", index="k")(lambda trace: tuple(trace.met(k, k) for k in trace.labels))
    by_first = quantity("f", "the sum of a row", index="k")(lambda trace: tuple(map(trace.first.count, trace.labels)))
    by_second = quantity("s", "of a column", index="k")(lambda trace: tuple(map(trace.second.count, trace.labels)))
    p_o = formula("p_o", "sum(agreed) / n", step="observed")
    p_e = formula("p_e", "sum(by_first * by_second) / n ** 2", step="chance")
    score = formula("κ", "(p_o - p_e) / (1 - p_e)", convert=float, step="kappa")
    plan = (
        Plan("observed", "Observed agreement", "On the diagonal of the table both give the same label.", source,
             ("p_o",), lambda trace, _: f"{sum(trace.agreed)} of {so_many(trace.n, 'item')}",
             lambda trace, _: (trace.table,), "a is how often both give label k"),
        Plan("chance", "Agreement by chance", "Two judges who deal out the same labels blindly still agree at times, "
             "the more the more they both like a label.", source, ("p_e",), "from the sums of rows and columns",
             where=lambda trace, _: "f is how often label k comes from {}, s how often from {}".format(*trace.titles)),
        Plan("kappa", "Cohen's κ", "Of what chance leaves open, this share is reached.", source, ("score",),
             "agreement beyond chance"),
    )  # fmt: skip

    @property
    def labels(self) -> list[str | int]:
        """The labels that are used, in order."""
        return sorted({*self.first, *self.second})

    def met(self, one: str | int, other: str | int) -> int:
        """How often the first gives the one label and the second the other."""
        return sum(pair == (one, other) for pair in zip(self.first, self.second, strict=True))

    @property
    def table(self) -> Table:
        names = [str(one) for one in self.labels]
        head = Column("label", "{} ↓ {} →".format(*self.titles)), *map(Column, names, names), Column("row sum", "sum")
        rows: list[list[Cell]] = [[named(str(k)), *map(partial(self.met, k), self.labels)] for k in self.labels]
        sums = zip(rows, self.by_first, strict=True)
        return Table("", head, [(*row, total) for row, total in sums], total=("sum", *self.by_second, self.n))

    picture = table

    def reason(self) -> str:
        return "Both use a single label, so chance alone would agree as often" if self.n else "There are no items"

    def told(self) -> str:
        agree = "{} and {} give the same label to".format(*self.titles)
        by_chance = f"{float(self.p_e * self.n):.3g}"
        return f"{agree} {sum(self.agreed)} of {so_many(self.n, 'item')}; chance alone would give {by_chance}."


def _label(value: object, where: str) -> str | int:
    is_whole = hasattr(value, "__index__") and not isinstance(value, bool)
    return check_whole(value, where, -(10**12), 10**12) if is_whole else seen(value, where)


def cohen_kappa(x: Given, y: Given, *, x_name: str = "x", y_name: str = "y") -> Kappa:
    """Cohen's kappa of two judges' labels, texts or whole numbers, as a trace, from -1 to 1 (Cohen 1960).

    >>> cohen_kappa(["good", "bad", "good", "bad"], ["good", "bad", "good", "good"]).exact
    '(3/4 - 1/2) / (1 - 1/2)'
    """
    found = Kappa.of(x, y, x_name, y_name)
    if len({*map(type, (*found.first, *found.second))}) > 1:
        raise InputError("labels", "texts and numbers", "labels of one kind", "Write int('3') for a 3 from a file.")
    return found
