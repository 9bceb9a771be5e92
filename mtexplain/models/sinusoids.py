"""Sinusoidal positions, which encode the position of a word with waves (Vaswani et al. 2017, section 3.5)."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from operator import mul

from mtexplain.display.charts import Guide, Plot
from mtexplain.display.formula import shown
from mtexplain.display.graphs import plots
from mtexplain.display.parts import Real, Table, columns
from mtexplain.display.picture import Picture
from mtexplain.display.trace import Step
from mtexplain.inputs import InputError
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.summary import TracedSummary
from mtexplain.settings import check_whole
from mtexplain.tracing import views
from mtexplain.tracing.number import Number, calculate, cos, divide, number, plain, sin, sum_over, valued
from mtexplain.tracing.steps import quantity, step

_SOURCE = "Vaswani et al. 2017, section 3.5"
_MOST = 64  # the most positions, and dimensions
_rounded = partial(round, ndigits=12)  # the last digits of a float sine are inexact


@dataclass(frozen=True, repr=False)
class Positions(TracedSummary):
    """The vectors of the first positions, with their working. `rows` has the numbers. Returned by `positions`."""

    length: int
    size: int
    measure = "positions"

    @property
    def each_i(self) -> range:
        """The numbers of the pairs of dimensions, from 0."""
        return range(self.size // 2)

    @quantity("d", says="the number of dimensions")
    def d(self) -> float:
        """The number of dimensions."""
        return self.size

    @quantity("pos", says="the last position, counted from 0")
    def pos(self) -> float:
        """The last position, counted from 0."""
        return self.length - 1

    @quantity("i")
    def i(self, i: int) -> float:
        """The number of a pair."""
        return i

    @quantity()
    def divisor(self, i: int) -> float:
        """The number of positions over which a hand turns by 1 radian."""
        turn: float = 10000 ** (2 * self.i(i) / self.d)
        return turn

    @step("PE(pos, 2i)", name="pair_{i}", source=_SOURCE, summary="at the last position")
    def sine(self, i: int) -> float:
        """Two numbers give the direction of a hand, its sine in dimension 2i and its cosine in dimension 2i + 1."""
        return sin(self.pos / self.divisor(i))

    @step("PE(pos, 2i + 1)", within=sine)
    def cosine(self, i: int) -> float:
        """The cosine of the same angle."""
        return cos(self.pos / self.divisor(i))

    @sine.shown_at
    def first_pairs(self) -> Iterator[tuple[int]]:
        """Show the first two pairs."""
        yield from ((i,) for i in self.each_i[:2])

    @sine.title
    def title_of_pair(self, i: int) -> str:
        """Name the pair."""
        return f"Pair {i}"

    @step("|PE(pos)|²", name="length", title="Length", source=_SOURCE, summary="d/2, for every position")
    def squared(self) -> float:
        """In each pair sin² + cos² = 1.

        Therefore all positions have the same length, √(d/2), and none weighs more than the others.
        """
        squares = sum_over("i", self.each_i, lambda i: self.sine(i) ** 2 + self.cosine(i) ** 2)
        return valued(squares, lambda: _rounded(plain(squares)))

    @step("product", name="turn", title="k positions further on", source=_SOURCE, summary="for k = 1",
          legend="the product is PE(pos) · PE(pos + 1)")  # fmt: skip
    def product(self) -> float:
        """After k more positions, hand i has turned by k/10000^(2i/d), wherever it pointed before.

        PE(pos + k) is therefore PE(pos) rotated by an amount that depends only on k, and their dot product is the same
        anywhere in the sentence.
        """
        cosines = sum_over("i", self.each_i, lambda i: cos(1 / number(self.divisor(i))))
        return valued(cosines, lambda: _rounded(plain(cosines)))

    @product.table
    def turned_table(self) -> Table:
        """The dot products of positions that are equally far apart."""
        return self.turned

    def steps(self) -> tuple[Step, ...]:
        """The waves, and then the steps of the numbers."""
        why = (
            "Attention does not see the order of words, so each position gets its own vector. Each pair of its "
            "dimensions is like the hand of a clock. From word to word the first hand turns by 1 radian, and every "
            "further hand turns less than the hand before it."
        )
        many = so_many(self.size // 2, "pair")
        first = Step("waves", "Waves", "each slower than the last", many, why, _SOURCE, (self.table,))
        return first, *views.steps(self)

    @property
    def answer(self) -> Number:
        return number(self.squared)

    @property
    def about(self) -> tuple[str, ...]:
        return f"d = {self.size}", self.value, so_many(self.length, "position")

    @property
    def value(self) -> str:
        return so_many(self.size // 2, "wave")

    @property
    def says(self) -> str:
        return f"{self.value} encode{'s' * (self.size == 2)} the position of a word."

    @property
    def why(self) -> str:
        return (
            "No two positions have all sines and cosines in common. All positions have the same length, because the "
            f"squares of their numbers add up to {shown(self.squared)}."
        )

    @property
    def table(self) -> Table:
        titles = columns(position="position", **{f"d{n}": str(n) for n in range(self.size)})
        return Table("", titles, [(str(pos), *map(Real, row)) for pos, row in enumerate(self.rows)])

    @cached_property
    def rows(self) -> tuple[tuple[float, ...], ...]:
        """The vector of each position."""
        divisors = [plain(self.divisor(i)) for i in self.each_i]
        angles = [[float(calculate(divide, (pos, divisor))) for divisor in divisors] for pos in range(self.length)]
        return tuple(tuple(wave(angle) for angle in row for wave in (math.sin, math.cos)) for row in angles)

    @property
    def turned(self) -> Table:
        """The dot products of positions that are equally far apart."""
        starts = range(min(self.length, 6))
        each = [[sum(map(mul, *pair)) for pair in zip(self.rows[k:], self.rows, strict=False)] for k in starts]
        rows = [([Real(_rounded(product)) for product in row] + [None] * 6)[: len(starts)] for row in each]
        titles = columns(k="k", **{f"from_{start}": f"pos = {start}" for start in starts})
        return Table("PE(pos) · PE(pos + k)", titles, [(str(k), *row) for k, row in enumerate(rows)])

    @property
    def picture(self) -> Picture:
        last, drawn = max(1, self.length - 1), min(8, self.size // 2)
        guides = [Guide(pos / last, str(pos), False) for pos in range(0, last + 1, -(-last // 8))]
        axis, rows = [tick / 400 for tick in range(401)], []
        for i, divisor in enumerate(float(self.divisor(i)) for i in self.each_i[:drawn]):
            waves = {wave.__name__: [(x, (1 + wave(x * last / divisor)) / 2) for x in axis]
                     for wave in (math.sin, math.cos)}  # fmt: skip
            alt = f"Pair {i} turns once in {2 * math.pi * divisor:.4g} positions."
            title = "positions, from left to right" * (not i)
            rows.append([Plot(f"i = {i}", title, "1", waves, guides * (i == drawn - 1), alt, low="-1")])
        return plots(rows)


def positions(length: int, d: int) -> Positions:
    """Sinusoidal positions, as a trace, with `d` numbers from -1 to 1 each (Vaswani et al. 2017, section 3.5).

    InputError is raised if `d` is odd, or if `length` or `d` is not a whole number from 1 to 64.

    >>> trace = positions(3, 2)
    >>> [round(float(number), 4) for number in trace.rows[2]], trace.squared == 1
    ([0.9093, -0.4161], True)
    """
    if (size := check_whole(d, "d", 2, _MOST)) % 2:
        raise InputError("d", str(size), "an even number", "A sine and a cosine make a pair.")
    return Positions(check_whole(length, "length", 1, _MOST), size)
