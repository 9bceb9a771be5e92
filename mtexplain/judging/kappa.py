"""Cohen's kappa: the agreement of two judges on labels, beyond the agreement by chance.

With weights, labels that are close agree in part: Cohen 1968, "Weighted kappa: nominal scale agreement with provision
for scaled disagreement or partial credit". As in this paper, equal labels have weight 1.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, ClassVar

from mtexplain.display.formula import shown
from mtexplain.display.parts import Cell, Column, Real, Table
from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.judging.measure import Check, Given, Measure, named, seen
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import Rows, formula, quantity
from mtexplain.rules.base import one_of
from mtexplain.settings import check_whole

WEIGHTS: Mapping[str, int] = {"linear": 1, "quadratic": 2}
"""The kinds of weights, and the power to which each raises the distance of two labels."""
_ELSEWHERE = {
    **dict.fromkeys(("none", "unweighted", "identity", "false"), "Leave weights out: then only equal labels agree."),
    **dict.fromkeys(("equal", "equalspacing", "absolute", "cicchettiallison"), "Here it is called 'linear'."),
    **dict.fromkeys(("squared", "square", "fleisscohen"), "Here it is called 'quadratic'."),
}
_ORDER = (
    "Weights need labels in an order: write them as whole numbers, such as {'bad': 1, 'fair': 2, 'good': 3}[label]."
)


class Kappa(Measure):
    """Cohen's kappa of two lists of labels, with its working. Make one with `cohen_kappa`."""

    measure, source, weights = "cohen_kappa", "Cohen 1960", ""
    check: ClassVar[Check] = staticmethod(lambda value, where: _label(value, where))
    agreed = quantity("a", "given by both", index="k")(lambda trace: tuple(trace.met(k, k) for k in trace.labels))
    by_first = quantity("f", "the sum of a row", index="k")(lambda trace: tuple(map(trace.first.count, trace.labels)))
    by_second = quantity("s", "of a column", index="k")(lambda trace: tuple(map(trace.second.count, trace.labels)))
    p_o = formula("p_o", "sum(agreed) / n", step="observed")
    p_e = formula("p_e", "sum(by_first * by_second) / n ** 2", step="chance")
    score = formula("κ", "(p_o - p_e) / (1 - p_e)", convert=float, step="kappa")
    plan: ClassVar[tuple[Plan, ...]] = (
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
        return self.pairs[one, other]

    @cached_property
    def pairs(self) -> Counter[tuple[str | int, str | int]]:
        """The count of each pair of labels."""
        return Counter(zip(self.first, self.second, strict=True))

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

    @property
    def even_chance(self) -> Fraction:
        """The share of agreement by chance if both judges gave every label equally often."""
        return Fraction(1, len(self.labels) or 1)

    def told(self) -> str:
        agree = "{} and {} give the same label to".format(*self.titles)
        by_chance = f"{float(self.p_e * self.n):.3g}"
        return f"{agree} {sum(self.agreed)} of {so_many(self.n, 'item')}; chance alone would give {by_chance}."


@dataclass(frozen=True, repr=False)
class WeightedKappa(Kappa):
    """Cohen's weighted kappa of two lists of marks, with its working. Make one with `cohen_kappa`."""

    weights: str = "linear"

    source = "Cohen 1968"
    weight = quantity("w_k,l", "1 for equal labels, 0 for those furthest apart", index="k l")(
        lambda trace: trace.weights_of_labels()
    )
    both = quantity("n_k,l", "how often the first gives k and the second l", index="k l")(
        lambda trace: tuple(tuple(trace.met(one, other) for other in trace.labels) for one in trace.labels)
    )
    of_second = quantity("s_l", "the sum of a column", index="l")(lambda trace: trace.by_second)
    agreed = formula("a_k", "sum(weight * both)", index="k")
    near = formula("b_k", "sum(weight * of_second)", index="k")
    near_first = formula("", "sum(weight * of_first)", index="k")
    of_first = quantity("f_l", "the sum of a row", index="l")(lambda trace: trace.by_first)
    p_e = formula("p_e", "sum(by_first * near) / n ** 2", step="chance")
    score = formula("κ_w", "(p_o - p_e) / (1 - p_e)", convert=float, step="kappa")
    plan = (
        Plan("weights", "Weights", lambda trace, _: "Equal labels agree wholly, with weight 1; the two furthest apart "
             "don't agree at all, with weight 0. In between " + {
                 "linear": "every step away costs equally much.",
                 "quadratic": "the cost grows with the square of the distance: far labels cost most.",
             }[trace.weights], source, (), lambda trace, _: f"{trace.weights}, from 0 to 1",
             lambda trace, _: (trace.weight_table,), outcome=lambda trace, _: trace.weights),
        Plan("observed", "Observed agreement", "Each item counts with the weight of its two labels.", source, ("p_o",),
             lambda trace, _: f"{shown(float(sum(trace.agreed)))} of {so_many(trace.n, 'item')}",
             lambda trace, _: (trace.table,),
             "a is the sum of the weights w of the items to which the first gives label k"),
        Plan("chance", "Agreement by chance", "Two judges who deal out the same labels blindly still meet, or come "
             "near each other, at times.", source, ("p_e",), "from the sums of rows and columns",
             where=lambda trace, _: "f is how often label k comes from {}; b adds up how often each label comes from "
             "{}, times its weight beside k".format(*trace.titles)),
        Plan("kappa", "Cohen's weighted κ", "Of what chance leaves open, this share is reached.", source, ("score",),
             "agreement beyond chance"),
    )  # fmt: skip

    @property
    def about(self) -> tuple[str, ...]:
        return f"{self.weights} weights", *super().about

    def weights_of_labels(self) -> Rows[Fraction]:
        """Return the weight of each pair of labels: 1 minus their relative distance, or minus its square."""
        labels: Sequence[Any] = self.labels
        span, power = labels[-1] - labels[0] if labels else 0, WEIGHTS[self.weights]
        return tuple(tuple(1 - Fraction(abs(one - other), span or 1) ** power for other in labels) for one in labels)

    @property
    def weight_table(self) -> Table:
        """The weight of each pair of labels."""
        names = [str(one) for one in self.labels]
        head = Column("label", "weight"), *map(Column, names, names)
        rows: list[tuple[Cell, ...]] = [
            (named(name), *(Real(float(one), str(one)) for one in row))
            for name, row in zip(names, self.weight, strict=True)
        ]
        return Table("", head, rows)

    @property
    def even_chance(self) -> Fraction:
        return sum((sum(row, Fraction()) for row in self.weight), Fraction()) / (len(self.labels) ** 2 or 1)

    def told(self) -> str:
        same = sum(self.met(one, one) for one in self.labels)
        agree = "{} and {} give the same label to".format(*self.titles)
        near = f"With near labels counted in part they agree on {shown(float(sum(self.agreed)))}"
        by_chance = f"{float(self.p_e * self.n):.3g}"
        return f"{agree} {same} of {so_many(self.n, 'item')}. {near}; chance alone would give {by_chance}."


def _label(value: object, where: str) -> str | int:
    if isinstance(value, float) and value.is_integer():  # a column with a gap holds only floats
        value = int(value)
    if hasattr(value, "__index__") and not isinstance(value, bool):
        return check_whole(value, where, -(10**12), 10**12)
    if isinstance(value, float):
        raise InputTypeError(where, described(value), "a text or a whole number")
    return seen(value, where)


def cohen_kappa(x: Given, y: Given, *, weights: str | None = None, x_name: str = "x", y_name: str = "y") -> Kappa:
    """Cohen's kappa of two judges' labels, texts or whole numbers, as a trace, from -1 to 1 (Cohen 1960).

    >>> cohen_kappa(["good", "bad", "good", "bad"], ["good", "bad", "good", "good"]).exact
    '(3/4 - 1/2) / (1 - 1/2)'

    With `weights`, "linear" or "quadratic", labels that are close agree in part (Cohen 1968). The labels must then be
    whole numbers, such as marks from 1 to 5; their distance is their difference. (scikit-learn takes the distance of
    their ranks among the labels that it is given, which is the same if no mark between two other marks is missing.)

    >>> cohen_kappa([1, 2, 3, 3], [1, 3, 3, 2], weights="linear").exact
    '(3/4 - 9/16) / (1 - 9/16)'
    """
    if weights is not None:
        weights = one_of(WEIGHTS, weights, "weights", _ELSEWHERE)
    found = Kappa.of(x, y, x_name, y_name)
    if len({*map(type, (*found.first, *found.second))}) > 1:
        raise InputError("labels", "texts and numbers", "labels of one kind", "Write int('3') for a 3 from a file.")
    if weights is None:
        return found
    if text := next((one for one in (*found.first, *found.second) if isinstance(one, str)), ""):
        raise InputError("labels", described(text), "whole numbers, with weights", _ORDER)
    return WeightedKappa(found.names, found.first, found.second, found.titles, weights)
