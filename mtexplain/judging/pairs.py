"""Pairs: for how many pairs of items do two judges agree which is better? What a tie is worth is the question."""

from collections import Counter
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar

from mtexplain.display.formula import shown
from mtexplain.display.parts import Cell, Rows, Table, columns
from mtexplain.judging.measure import Given, Measure, named
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import formula, quantity

AGREED = "concordant", "tied in both"
Pair = tuple[tuple[str, Any, Any], tuple[str, Any, Any]]  # the name of each, and its two values


def verdict(pair: Pair) -> str:
    """What two lists say of a pair of items."""
    (_, x, y), (_, other_x, other_y) = pair
    if x == other_x:
        return "tied in both" if y == other_y else "tied in x"
    return "tied in y" if y == other_y else "concordant" if (x > other_x) == (y > other_y) else "discordant"


def _row(pair: Pair) -> tuple[Cell, ...]:
    """A pair, which of both is higher in x, which in y, and what follows."""
    one, other = pair
    higher = ["–" if a == b else named((one if a > b else other)[0]) for a, b in zip(one[1:], other[1:], strict=True)]
    return (named(one[0]), named(other[0]), *higher, verdict(pair))


class TauB(Measure):
    """Kendall's tau-b of two lists of numbers, with its working. Make one with `kendall_tau_b`."""

    measure, source, most = "kendall_tau_b", "Kendall 1945", 3000
    concordant = quantity("C", "the pairs in the same order", step="pairs")(lambda trace: trace.kinds["concordant"])
    discordant = quantity("D", "the pairs in the opposite order", step="pairs")(lambda trace: trace.kinds["discordant"])
    tied_x = quantity("T_x", "the pairs tied in x alone", step="pairs")(lambda trace: trace.kinds["tied in x"])
    tied_y = quantity("T_y", "the pairs tied in y alone", step="pairs")(lambda trace: trace.kinds["tied in y"])
    tied_both = quantity("T_xy", "the pairs tied in both", step="pairs")(lambda trace: trace.kinds["tied in both"])
    ordered = formula("", "concordant + discordant")
    score = formula("τ_b", "(concordant - discordant) / root((ordered + tied_x) * (ordered + tied_y))", convert=float,
                    step="tau")  # fmt: skip
    plan: ClassVar[tuple[Plan, ...]] = (
        Plan("pairs", "Pairs", lambda trace, _: "Each item is compared with every other: who is higher counts, not by "
             "how much." + " x is {}, y is {}.".format(*trace.titles) * trace.is_named, lambda trace, _: trace.source,
             ("concordant", "discordant", "tied_x", "tied_y", "tied_both"),
             lambda trace, _: f"{len(trace.pairs)} in all", lambda trace, _: (trace.table,),
             outcome=lambda trace, _: f"{trace.concordant} in the same order"),
        Plan("tau", "Kendall's τ_b", "A pair in the opposite order undoes one in the same order. A tie in one list "
             "alone makes the divisor larger; one in both is left out.", source, ("score",), "for, less against"),
    )  # fmt: skip

    @cached_property
    def pairs(self) -> list[Pair]:
        """Each pair of items."""
        return list(combinations(zip(self.names, self.first, self.second, strict=True), 2))

    @cached_property
    def kinds(self) -> Counter[str]:
        """How many pairs there are of each kind."""
        return Counter(map(verdict, self.pairs))

    @property
    def table(self) -> Table:
        x, y = (f"higher in {title}" for title in self.titles)
        titles = columns(item="item", other="other", x=x, y=y, verdict="the pair is")
        return Table("", titles, Rows(self.pairs, _row), names=2)

    def caution(self) -> str:
        if not (self.ordered and 2 < self.n <= 6):
            return ""
        way = 1 if self.concordant else -1
        turned = {"concordant": self.concordant - way, "discordant": self.discordant + way}
        by = abs((self.with_quantities({}, turned).score or 0) - (self.score or 0))
        return f"There are only {so_many(len(self.pairs), 'pair')}: one that turns round moves this by {shown(by)}."

    def told(self) -> str:
        counts = {"in the same order": self.concordant, "in the opposite order": self.discordant}
        counts |= {"tied in one of them": self.tied_x + self.tied_y, "tied in both": self.tied_both}
        told = ", ".join(f"{count} {where}" for where, count in counts.items() if count)
        return f"Of {so_many(len(self.pairs), 'pair')}, {' and '.join(self.titles)} have {told}."


class PairwiseAccuracy(TauB):
    """The share of pairs on which two lists agree, with its working. Make one with `pairwise_accuracy`."""

    measure, source, range = "pairwise_accuracy", "Deutsch, Foster and Freitag 2023", (0, 1)
    all_pairs = formula("", "concordant + discordant + tied_x + tied_y + tied_both")
    agreed = property(lambda trace: sum(trace.kinds[one] for one in AGREED))
    score = formula("acc_eq", "(concordant + tied_both) / all_pairs", convert=float, step="accuracy")
    plan = (
        TauB.plan[0],
        Plan("accuracy", "Accuracy", "A tie that both see is agreement, too. A tie that only one sees is not.", source,
             ("score",), "pairs on which both agree"),
    )  # fmt: skip


def kendall_tau_b(x: Given, y: Given, *, x_name: str = "x", y_name: str = "y") -> TauB:
    """Kendall's tau-b, as a trace, from -1 to 1: pairs in the same order less those in the opposite (Kendall 1945).

    >>> kendall_tau_b([1, 2, 3], [1, 3, 3]).exact
    '(2 - 0) / √((2 + 0 + 0) * (2 + 0 + 1))'
    """
    return TauB.of(x, y, x_name, y_name)


def pairwise_accuracy(x: Given, y: Given, *, x_name: str = "x", y_name: str = "y") -> PairwiseAccuracy:
    """The share of pairs with the same order or tied in both, as a trace, from 0 to 1 (Deutsch et al. 2023, acc_eq).

    >>> pairwise_accuracy([1, 2, 2], [1, 3, 3]).score
    1.0
    """
    return PairwiseAccuracy.of(x, y, x_name, y_name)
