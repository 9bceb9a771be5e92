"""Cohen's kappa, the agreement of two judges on labels beyond what chance would give.

With weights, labels that are close agree in part (Cohen 1968, "Weighted kappa: nominal scale agreement with provision
for scaled disagreement or partial credit"). As in this paper, equal labels have weight 1.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from mtexplain.display.formula import shown
from mtexplain.display.parts import Column, Table
from mtexplain.display.trace import Step
from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.judging.measure import Check, Given, Measure, named, seen
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.rules.base import one_of
from mtexplain.settings import check_whole
from mtexplain.tracing import views
from mtexplain.tracing.number import Number, number, plain, sum_over
from mtexplain.tracing.steps import quantity, step

WEIGHTS: Mapping[str, int] = {"linear": 1, "quadratic": 2}
"""The kinds of weights, and the power to which each raises the distance between two labels."""
_ELSEWHERE = {
    **dict.fromkeys(("none", "unweighted", "identity", "false"), "Leave weights out, so that only equal labels agree."),
    **dict.fromkeys(("equal", "equalspacing", "absolute", "cicchettiallison"), "Here it is called 'linear'."),
    **dict.fromkeys(("squared", "square", "fleisscohen"), "Here it is called 'quadratic'."),
}
_ORDER = "Weights need ordered labels, so write them as whole numbers, such as {'bad': 1, 'fair': 2, 'good': 3}[label]."


class Kappa(Measure):
    """Cohen's kappa of two lists of labels, with its working. Returned by `cohen_kappa`.

    κ = (p_o - p_e) / (1 - p_e)
    """

    measure, source = "cohen_kappa", "Cohen 1960"
    check: ClassVar[Check[object]] = staticmethod(lambda value, where: _label(value, where))

    @cached_property
    def labels(self) -> list[str | int]:
        """The labels that occur, in order."""
        return sorted({*self.first, *self.second})

    @cached_property
    def pairs(self) -> Counter[tuple[str | int, str | int]]:
        """The count of each pair of labels."""
        return Counter(zip(self.first, self.second, strict=True))

    @property
    def each_k(self) -> range:
        """The numbers of the labels."""
        return range(1, len(self.labels) + 1)

    @quantity("a_{k}")
    def agreed(self, k: int) -> float:
        """The number of items to which both judges give label k."""
        label = self.labels[k - 1]
        return self.pairs[label, label]

    @quantity("f_{k}")
    def by_first(self, k: int) -> float:
        """The number of items to which the first judge gives label k, the sum of a row."""
        return self.first.count(self.labels[k - 1])

    @quantity("s_{k}")
    def by_second(self, k: int) -> float:
        """The number of items to which the second judge gives label k, the sum of a column."""
        return self.second.count(self.labels[k - 1])

    @quantity()
    def near(self, k: int) -> float:
        """The second judge's labels that agree with label k. With weights, close labels agree in part."""
        return self.by_second(k)

    @step(
        "p_o", name="observed", title="Observed agreement", source=source,
        legend="a is how often both judges give label k",
    )  # fmt: skip
    def p_o(self) -> float:
        """On the diagonal of the table, both judges give the same label."""
        return sum_over("k", self.each_k, self.agreed) / self.n

    @step("p_e", name="chance", title="Agreement by chance", source=source, summary="from the sums of rows and columns")
    def p_e(self) -> float:
        """Two judges who give the same labels at random still agree sometimes.

        They agree more often if both favour the same label.
        """
        return sum_over("k", self.each_k, lambda k: self.by_first(k) * self.near(k)) / self.n**2

    @step("κ", title="Cohen's κ", source=source, summary="agreement beyond chance", is_decimal=True)
    def kappa(self) -> float:
        """The share of the possible agreement beyond chance that was achieved."""
        return (self.p_o - self.p_e) / (1 - self.p_e)

    # How it is shown.

    @p_o.summary
    def how_many_agree(self) -> str:
        """Say for how many items both judges give the same label."""
        return f"{shown(float(sum(map(self.agreed, self.each_k))))} of {so_many(len(self.names), 'item')}"

    @p_o.table
    def table_of_labels(self) -> Table:
        """The count of each pair of labels."""
        return self.table

    @p_e.legend
    def letters(self) -> str:
        """Say what f and s mean."""
        return "f is how often label k comes from {}, s how often from {}".format(*self.titles)

    @property
    def answer(self) -> Number:
        return number(self.kappa)

    @property
    def table(self) -> Table:
        names = [str(label) for label in self.labels]
        head = Column("label", "{} ↓ {} →".format(*self.titles)), *map(Column, names, names), Column("row sum", "sum")
        rows: list[Sequence[object]] = [head]
        for k, (name, label) in enumerate(zip(names, self.labels, strict=True), 1):
            rows.append((named(name), *(self.pairs[label, other] for other in self.labels), self.by_first(k)))
        return views.table(rows, total=("sum", *map(self.by_second, self.each_k), self.n))

    picture = table

    def reason(self) -> str:
        return (
            "Chance alone would give the same agreement because both judges always use the same label"
            if self.names
            else "There are no items"
        )

    @property
    def alike(self) -> int:
        """The number of items to which both judges give the same label."""
        return sum(count for (first, second), count in self.pairs.items() if first == second)

    @property
    def even_chance(self) -> Fraction:
        """The share of agreement by chance if both judges gave every label equally often."""
        return Fraction(1, len(self.labels) or 1)

    def sentence(self) -> str:
        agree = "{} and {} give the same label to".format(*self.titles)
        by_chance = f"{float(self.p_e * self.n):.3g}"
        return f"{agree} {self.alike} of {so_many(len(self.names), 'item')}; chance alone would give {by_chance}."


@dataclass(frozen=True, repr=False)
class WeightedKappa(Kappa):
    """Cohen's weighted kappa of two lists of marks, with its working. Returned by `cohen_kappa`."""

    weights: str = "linear"

    source = "Cohen 1968"

    @property
    def each_m(self) -> range:
        """The numbers of the second judge's labels."""
        return self.each_k

    @quantity("w_{k},{m}")
    def weight(self, k: int, m: int) -> float:
        """1 for equal labels, 0 for the two labels furthest apart."""
        lowest, highest, label, other = (int(self.labels[index]) for index in (0, -1, k - 1, m - 1))
        return number(1 - Fraction(abs(label - other), highest - lowest or 1) ** WEIGHTS[self.weights])

    @quantity("n_{k},{m}")
    def both(self, k: int, m: int) -> float:
        """The number of items to which the first judge gives label k and the second label m."""
        return self.pairs[self.labels[k - 1], self.labels[m - 1]]

    @quantity("a_{k}")
    def agreed(self, k: int) -> float:
        """The sum of the weights of the items to which the first judge gives label k."""
        return sum_over("m", self.each_m, lambda m: self.weight(k, m) * self.both(k, m))

    @quantity("b_{k}")
    def near(self, k: int) -> float:
        """The second judge's labels, each counted with its weight for label k."""
        return sum_over("m", self.each_m, lambda m: self.weight(k, m) * self.by_second(m))

    p_o = Kappa.p_o.shown_as(
        why="Each item counts with the weight of its two labels.", source=source,
        legend="a is the sum of the weights w of the items to which the first judge gives label k",
    )  # fmt: skip
    p_e = Kappa.p_e.shown_as(
        why="Two judges who give the same labels at random still sometimes give equal or close labels.",
        source=source,
    )
    kappa = Kappa.kappa.shown_as("κ_w", title="Cohen's weighted κ", source=source)

    # How it is shown.

    def letters(self) -> str:
        text = "f is how often label k comes from {}; b adds up how often each label comes from {}, times its weight "
        return f"{text}for k".format(*self.titles)

    def steps(self) -> tuple[Step, ...]:
        """The weights, and the steps of kappa."""
        ways = {
            "linear": "every further step costs the same.",
            "quadratic": "the cost grows with the square of the distance, so distant labels cost most.",
        }
        why = (
            "Equal labels agree fully, with weight 1. The two labels furthest apart don't agree at all, with weight "
            f"0. In between, {ways[self.weights]}"
        )
        first = Step(
            "weights", "Weights", f"{self.weights}, from 0 to 1", self.weights, why, self.source, (self.weight_table,)
        )
        return first, *super().steps()

    @property
    def about(self) -> tuple[str, ...]:
        return f"{self.weights} weights", *super().about

    @property
    def even_chance(self) -> Fraction:
        weights = [plain(self.weight(k, m)) for k in self.each_k for m in self.each_m]
        return sum(weights, Fraction()) / (len(weights) or 1)

    @property
    def weight_table(self) -> Table:
        """The weight of each pair of labels."""
        names = [str(label) for label in self.labels]
        rows: list[Sequence[object]] = [(Column("label", "weight"), *map(Column, names, names))]
        rows += [(named(name), *(self.weight(k, m) for m in self.each_m)) for k, name in enumerate(names, 1)]
        return views.table(rows)

    def sentence(self) -> str:
        agree = "{} and {} give the same label to".format(*self.titles)
        near = f"If close labels count in part, they agree on {shown(float(sum(map(self.agreed, self.each_k))))}"
        by_chance = f"{float(self.p_e * self.n):.3g}"
        same = f"{agree} {self.alike} of {so_many(len(self.names), 'item')}."
        return f"{same} {near}; chance alone would give {by_chance}."


def _label(value: object, where: str) -> str | int:
    if isinstance(value, float) and value.is_integer():  # a data frame column with gaps holds only floats
        value = int(value)
    if hasattr(value, "__index__") and not isinstance(value, bool):
        return check_whole(value, where, -(10**12), 10**12)
    if isinstance(value, float):
        raise InputTypeError(where, described(value), "a string or a whole number")
    return seen(value, where)


def cohen_kappa(x: Given, y: Given, *, weights: str | None = None, x_name: str = "x", y_name: str = "y") -> Kappa:
    """Cohen's kappa of two judges' labels, strings or whole numbers, as a trace, from -1 to 1 (Cohen 1960).

    >>> cohen_kappa(["good", "bad", "good", "bad"], ["good", "bad", "good", "good"]).exact
    '(3/4 - 1/2) / (1 - 1/2)'

    With `weights`, "linear" or "quadratic", labels that are close agree in part (Cohen 1968). The labels must then be
    whole numbers, such as marks from 1 to 5, and their distance is their difference. (scikit-learn uses the distance of
    their ranks among the labels that occur, which is the same if no mark between two others is missing.)

    >>> cohen_kappa([1, 2, 3, 3], [1, 3, 3, 2], weights="linear").exact
    '(3/4 - 9/16) / (1 - 9/16)'
    """
    if weights is not None:
        weights = one_of(WEIGHTS, weights, "weights", _ELSEWHERE)
    trace = Kappa.of(x, y, x_name, y_name)
    if len({*map(type, (*trace.first, *trace.second))}) > 1:
        raise InputError(
            "labels", "strings and numbers", "labels of the same type", "Use int('3') for a 3 from a file."
        )
    if weights is None:
        return trace
    if text := next((label for label in (*trace.first, *trace.second) if isinstance(label, str)), ""):
        raise InputError("labels", described(text), "whole numbers, because weights are given", _ORDER)
    return WeightedKappa(trace.names, trace.first, trace.second, trace.titles, weights)
