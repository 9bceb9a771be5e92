"""Sinusoidal positions: where a word stands, told by waves of different lengths (Vaswani et al. 2017, section 3.5)."""

from dataclasses import dataclass
from functools import cached_property, partial
from math import cos, pi, sin
from operator import mul
from typing import Any, ClassVar

from mtexplain.display.charts import Guide, Plot
from mtexplain.display.formula import Call, Chain, Power, shown
from mtexplain.display.graphs import plots
from mtexplain.display.parts import Real, Table, columns
from mtexplain.display.picture import Picture
from mtexplain.inputs import InputError
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.recipe.plan import Plan, nothing
from mtexplain.recipe.quantity import formula, quantity
from mtexplain.recipe.summary import Summary
from mtexplain.settings import check_whole

_MOST = 64  # so many positions, and numbers for each, can be read
_rounded = partial(round, ndigits=12)  # the last digits of a sine, which is a float, are off


@dataclass(frozen=True, repr=False)
class Positions(Summary):
    """The vectors of so many positions, with their working: `rows` has the numbers. Make one with `positions`."""

    length: int
    size: int
    measure, answer, source, notes = "positions", "squared", "Vaswani et al. 2017, section 3.5", ()
    d = quantity("d", "how many dimensions there are")(lambda trace: trace.size)
    pos = quantity("pos", "the position, from 0: here the last")(lambda trace: trace.length - 1)
    i = quantity(Chain("*", ("i",)), "a pair of dimensions", index="i")(lambda trace: tuple(range(trace.d // 2)))
    divisor = formula("", "10000 ** (2 * i / d)", index="i")
    sine = formula(Call("PE", Chain(",", ("pos", "2i"))), "sin(pos / divisor)", index="i")
    cosine = formula(Call("PE", Chain(",", ("pos", "2i + 1"))), "cos(pos / divisor)", index="i")
    squared = formula(Power("|PE(pos)|", "2"), "sum(sine ** 2 + cosine ** 2)", convert=_rounded)
    product = formula(Chain("*", ("PE(pos)", "PE(pos + 1)")), "sum(cos(1 / divisor))", convert=_rounded)
    plan: ClassVar[tuple[Plan, ...]] = (
        Plan("waves", "Waves", "Attention does not see the order of words, so each position has its own vector. Each "
             "pair of its dimensions is like the hand of a clock: from word to word the first hand turns by 1 radian, "
             "every other one less than the one before.", source, (), "each slower than the one before",
             lambda trace, _: (trace.table,), outcome=lambda trace, _: so_many(trace.d // 2, "pair")),
        Plan("pair_{n}", "Pair {n}", "Two numbers tell where a hand points: its sine, in dimension 2i, and its cosine, "
             "in dimension 2i + 1.", source, ("sine", "cosine"), "at the last position", nothing,
             each=lambda trace: [(str(i), "") for i in trace.i[:2]]),
        Plan("length", "Length", "In each pair sin² + cos² = 1. So all positions have the same length, √(d/2): none "
             "weighs more than another.", source, ("squared",), "d/2, for every position"),
        Plan("turn", "Some positions further on", "k positions further on, hand i has turned by k/10000^(2i/d), "
             "wherever it stood before. So PE(pos + k) is PE(pos) turned, by k alone: their dot product is the same "
             "all along the sentence.", source, ("product",), "one position on", lambda trace, _: (trace.turned,)),
    )  # fmt: skip

    about = property(lambda self: (f"d = {self.d}", self.value, so_many(self.length, "position")))
    value = property(lambda self: so_many(self.d // 2, "wave"))
    says = property(lambda self: f"{self.value} tell where a word stands." if self.d > 2 else
                    "1 wave tells where a word stands.")  # fmt: skip
    why = property(lambda self: "No two positions stand at the same place on all of them, sine and cosine. And all are "
                   f"equally long: the squares of their numbers add up to {shown(self.squared)}.")  # fmt: skip
    table = property(lambda self: Table("", columns(position="position", **{f"d{n}": str(n) for n in range(self.d)}), [
        (str(pos), *map(Real, row)) for pos, row in enumerate(self.rows)]))  # fmt: skip

    @cached_property
    def rows(self) -> tuple[tuple[Any, ...], ...]:
        """The vector of each position."""
        each = [self.with_quantities({}, {"pos": pos}) for pos in range(self.length)]
        return tuple([sum(zip(one.sine, one.cosine, strict=True), ()) for one in each])

    @property
    def turned(self) -> Table:
        """The dot products of positions that are as far apart."""
        starts = range(min(self.length, 6))
        each = [[sum(map(mul, *pair)) for pair in zip(self.rows[k:], self.rows, strict=False)] for k in starts]
        rows = [([Real(_rounded(one)) for one in row] + [None] * 6)[: len(starts)] for row in each]
        titles = columns(k="k", **{f"from_{start}": f"pos = {start}" for start in starts})
        return Table("PE(pos) · PE(pos + k)", titles, [(str(k), *row) for k, row in enumerate(rows)])

    @property
    def picture(self) -> Picture:
        last, drawn = max(1, self.length - 1), min(8, self.d // 2)
        guides = [Guide(pos / last, str(pos), False) for pos in range(0, last + 1, -(-last // 8))]
        places, rows = [place / 400 for place in range(401)], []
        for i, one in enumerate(map(float, self.divisor[:drawn])):
            waves = {wave.__name__: [(x, (1 + wave(x * last / one)) / 2) for x in places] for wave in (sin, cos)}
            said = f"Pair {i}: once round in {2 * pi * one:.4g} positions."
            title = "positions, from left to right" * (not i)
            rows.append([Plot(f"i = {i}", title, "1", waves, guides * (i == drawn - 1), said, low="-1")])
        return plots(rows)


def positions(length: int, d: int) -> Positions:
    """Sinusoidal positions, as a trace: d numbers from -1 to 1 for each position (Vaswani et al. 2017, section 3.5).

    InputError where d is odd, and where either is no whole number from 1 to 64.

    >>> trace = positions(3, 2)
    >>> [round(float(one), 4) for one in trace.rows[2]], trace.squared == 1
    ([0.9093, -0.4161], True)
    """
    if (size := check_whole(d, "d", 2, _MOST)) % 2:
        raise InputError("d", str(size), "an even number", "A sine and a cosine make a pair.")
    return Positions(check_whole(length, "length", 1, _MOST), size)
