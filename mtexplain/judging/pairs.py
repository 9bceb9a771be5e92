"""Measures that count the pairs of items on which two judges agree. They differ in how they count a tie."""

from collections import Counter
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from mtexplain.display.formula import shown
from mtexplain.display.parts import Cell, Rows, Table, columns
from mtexplain.judging.measure import Given, Measure, named
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.tracing.number import Number, number, root, share
from mtexplain.tracing.steps import quantity, step

AGREED = "concordant", "tied in both"
Pair = tuple[tuple[str, Fraction, Fraction], tuple[str, Fraction, Fraction]]  # the name of each, and its two values


def verdict(pair: Pair) -> str:
    """The relation of two lists on a pair of items, such as "concordant" or "tied in x"."""
    (_, x, y), (_, other_x, other_y) = pair
    if x == other_x:
        return "tied in both" if y == other_y else "tied in x"
    return "tied in y" if y == other_y else "concordant" if (x > other_x) == (y > other_y) else "discordant"


def _row(pair: Pair) -> tuple[Cell, ...]:
    """A row with a pair, the item that is higher in x, the item that is higher in y, and the verdict."""
    first, second = pair
    values = zip(first[1:], second[1:], strict=True)
    higher = ["–" if a == b else named((first if a > b else second)[0]) for a, b in values]
    return (named(first[0]), named(second[0]), *higher, verdict(pair))


class OfPairs(Measure):
    """A measure that counts pairs of items and ignores by how much an item is higher than the other."""

    source: str
    most = 3000

    @step("C", name="pairs", title="Pairs", says="the pairs in the same order")
    def concordant(self) -> float:
        """Every item is compared with every other item. It matters which is higher, but not by how much."""
        return self.kinds["concordant"]

    @step("D", within=concordant, says="the pairs in the opposite order")
    def discordant(self) -> float:
        """The pairs in the opposite order."""
        return self.kinds["discordant"]

    @step("T_x", within=concordant, says="the pairs tied only in x")
    def tied_x(self) -> float:
        """The pairs tied only in x."""
        return self.kinds["tied in x"]

    @step("T_y", within=concordant, says="the pairs tied only in y")
    def tied_y(self) -> float:
        """The pairs tied only in y."""
        return self.kinds["tied in y"]

    @step("T_xy", within=concordant, says="the pairs tied in both")
    def tied_both(self) -> float:
        """The pairs tied in both."""
        return self.kinds["tied in both"]

    @quantity()
    def ordered(self) -> float:
        """The pairs that are tied in neither list."""
        return self.concordant + self.discordant

    @concordant.why
    def why_pairs(self) -> str:
        """Say what x and y are, if they have names."""
        who = " x is {}, y is {}.".format(*self.titles) if self.is_named else ""
        return f"{OfPairs.concordant.__doc__}{who}"

    @concordant.source
    def source_of_measure(self) -> str:
        """Name the work that defines the measure."""
        return self.source

    @concordant.summary
    def how_many(self) -> str:
        """Say how many pairs there are."""
        return f"{len(self.pairs)} in all"

    @concordant.outcome
    def in_order(self) -> str:
        """Say how many pairs have the same order."""
        return f"{self.concordant} in the same order"

    @concordant.table
    def listed(self) -> Table:
        """Each pair."""
        return self.table

    @cached_property
    def pairs(self) -> list[Pair]:
        """Each pair of items."""
        return list(combinations(zip(self.names, self.first, self.second, strict=True), 2))

    @cached_property
    def kinds(self) -> Counter[str]:
        """The number of pairs of each kind."""
        return Counter(map(verdict, self.pairs))

    @property
    def table(self) -> Table:
        x, y = (f"higher in {title}" for title in self.titles)
        titles = columns(item="item", other="other", x=x, y=y, verdict="the pair is")
        return Table("", titles, Rows(self.pairs, _row), names=2)

    def caution(self) -> str:
        if not (self.ordered and 2 < len(self.names) <= 6):
            return ""
        way = 1 if self.concordant else -1
        turned = self.with_numbers(concordant=self.concordant - way, discordant=self.discordant + way)
        by = abs((turned.score or 0) - (self.score or 0))
        return f"With only {so_many(len(self.pairs), 'pair')}, reversing a single pair changes this by {shown(by)}."

    def sentence(self) -> str:
        counts = {"in the same order": self.concordant, "in the opposite order": self.discordant}
        counts |= {"tied in one list": self.tied_x + self.tied_y, "tied in both": self.tied_both}
        counted = ", ".join(f"{count} {where}" for where, count in counts.items() if count)
        counted = " and ".join(counted.rsplit(", ", 1))
        return f"Of {so_many(len(self.pairs), 'pair')}, {' and '.join(self.titles)} have {counted}."


class TauB(OfPairs):
    """Kendall's tau-b of two lists of numbers, with its working. Returned by `kendall_tau_b`."""

    measure, source = "kendall_tau_b", "Kendall 1945"

    @step("τ_b", name="tau", title="Kendall's τ_b", source=source, is_decimal=True,
          summary="concordant minus discordant pairs")  # fmt: skip
    def tau(self) -> float:
        """A discordant pair cancels a concordant pair.

        A tie in only one list makes the denominator larger. A tie in both lists is left out.
        """
        both = (self.ordered + self.tied_x) * (self.ordered + self.tied_y)
        return (self.concordant - self.discordant) / root(both)

    @property
    def answer(self) -> Number:
        return number(self.tau)


class PairwiseAccuracy(OfPairs):
    """The share of pairs on which two lists agree, with its working. Returned by `pairwise_accuracy`."""

    measure, source, range = "pairwise_accuracy", "Deutsch, Foster and Freitag 2023", (0, 1)

    @quantity()
    def all_pairs(self) -> float:
        """The number of all pairs."""
        return self.concordant + self.discordant + self.tied_x + self.tied_y + self.tied_both

    @step("acc_eq", title="Accuracy", source=source, is_decimal=True, summary="pairs on which the lists agree")
    def accuracy(self) -> float:
        """A tie in both lists is agreement too. A tie in only one list is not."""
        return share(self.concordant + self.tied_both, self.all_pairs)

    @property
    def answer(self) -> Number:
        return number(self.accuracy)

    @property
    def agreed(self) -> int:
        """The number of pairs on which the lists agree."""
        return sum(self.kinds[kind] for kind in AGREED)


def kendall_tau_b(x: Given, y: Given, *, x_name: str = "x", y_name: str = "y") -> TauB:
    """Kendall's tau-b, from concordant minus discordant pairs, as a trace, from -1 to 1 (Kendall 1945).

    >>> kendall_tau_b([1, 2, 3], [1, 3, 3]).exact
    '(2 - 0) / √((2 + 0 + 0) * (2 + 0 + 1))'
    """
    return TauB.of(x, y, x_name, y_name)


def pairwise_accuracy(x: Given, y: Given, *, x_name: str = "x", y_name: str = "y") -> PairwiseAccuracy:
    """The share of pairs ordered alike or tied in both lists, as a trace, from 0 to 1 (Deutsch et al. 2023, acc_eq).

    >>> pairwise_accuracy([1, 2, 2], [1, 3, 3]).score
    1.0
    """
    return PairwiseAccuracy.of(x, y, x_name, y_name)
