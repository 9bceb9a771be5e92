"""Pixels as a model gets them: embeddings or a convolution, where each position is, and in which order they come."""

from dataclasses import dataclass
from math import cos, sin

from mtexplain.display.parts import Cell, Real, Rows, Table, columns
from mtexplain.inputs import InputError, described
from mtexplain.models.blocks import SOURCE, runs
from mtexplain.models.given import MOST
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import formula, quantity
from mtexplain.recipe.summary import Summary
from mtexplain.settings import check_whole

_ORANGE = {"red": 255, "green": 128, "blue": 0}
_CODES = columns(channel="channel", value="value", at="row of the table, from 0")
_PASSES = columns(position="position", true="training: from the true", once="in pass", own="generation: from its own",
                  later="in pass")  # fmt: skip


@dataclass(frozen=True, repr=False)
class Pixels(Summary):
    """What a model makes of an image before its first layer, with its working. Make one with `pixels`."""

    height: int
    width: int
    size: int

    measure, answer, notes = "pixels", "n", property(lambda trace: ())
    h = quantity("h", "rows")(lambda trace: trace.height)
    w = quantity("w", "pixels in a row")(lambda trace: trace.width)
    d = quantity("d", "numbers for each position")(lambda trace: trace.size)
    embeddings = formula("embeddings", "3 * 256 * d")
    n = formula("n", "h * (3 * w)")
    across = formula("columns", "(3 * w - 3) / 3 + 1", convert=int)
    weights = formula("weights", "1 * 3 * 1 * d + d")
    x = quantity("x", "an orange pixel", index="c")(lambda trace: tuple(_ORANGE.values()))
    u = quantity("u", "a kernel that adds up brightness", index="c")(lambda trace: (3, 6, 1))
    v = quantity("v", "a kernel that sets red against blue", index="c")(lambda trace: (1, 0, -1))
    y_1 = formula("y_1", "sum(u * x)")
    y_2 = formula("y_2", "sum(v * x)")
    training = quantity("passes_training", "all positions at once")(lambda trace: 1)
    generation = formula("passes_generation", "n")
    plan = (
        Plan("embeddings", "Embeddings", "Values as categories: each of 256 values in each channel has its own d "
             "learned numbers, and 127 is no nearer to 128 than to 0. That makes a tensor [h, 3w, d].", SOURCE,
             ("embeddings", "n"), "positions", lambda trace, _: (Table("An orange pixel", _CODES, [
                 (one, _ORANGE[one], 256 * at + _ORANGE[one]) for at, one in enumerate(_ORANGE)]),)),
        Plan("convolution", "Convolution", "Values as amounts: a window of 1 × 3 takes in one pixel, then moves on by "
             "3. Each of d kernels makes one number of a pixel. That makes a tensor [h, w, d].", SOURCE,
             ("across", "weights"), "weights, d of them biases", lambda trace, _: (Table(
                 "", columns(step="step", shape="shape"), trace.shapes),)),
        Plan("pixel", "One pixel", "Two kernels at an orange pixel, (255, 128, 0), without a bias: u adds up "
             "brightness, v sets red against blue.", "weights made up for this example", ("y_1", "y_2"), "red against blue"),
        Plan("coordinates", "Coordinates", "Attention can't tell where a position is, so d numbers say it: d/2 for the "
             "row, d/2 for column and channel, sines and cosines of place / 10000^(2i/(d/2)), places from 0.",
             f"{SOURCE}; Vaswani et al. 2017, section 3.5", (), "for row and column", lambda trace, _: (trace.table,),
             outcome=lambda trace, _: f"{trace.d // 2} + {trace.d // 2}"),
        Plan("passes", "Training and generation", "In training all pixels are known: one pass predicts each position "
             "from the true ones before it. That is teacher forcing. In generation each waits for those before it.",
             f"{SOURCE} and 4", ("training", "generation"), "one after the other", lambda trace, _: (Table(
                 "", _PASSES, [(at, runs(range(1, at)), 1, runs(range(1, at)), at) for at in sorted({1, 2, 3, trace.n})]),)),
    )  # fmt: skip
    value = property(lambda trace: f"{trace.n:,} positions")
    about = property(lambda trace: (f"d = {trace.size}", f"{trace.height} × {trace.width} pixels"))
    why = property(lambda trace: "Each pixel is three positions: its red, its green, its blue.")

    @property
    def shapes(self) -> list[tuple[Cell, ...]]:
        """The shape of the image after each step."""
        h, w, d = self.height, self.width, self.size
        return [("the image", f"{h} × {w} × 3"), ("channels side by side", f"{h} × {3 * w} × 1"),
                ("after the convolution", f"{h} × {w} × {d}"), ("with embeddings instead", f"{h} × {3 * w} × {d}")]  # fmt: skip

    def encoding(self, row: int, column: int) -> tuple[float, ...]:
        """The d numbers that say where a position is: its row and its column of 3w, both from 0."""
        half = self.size // 2
        angles = [place / 10_000 ** (2 * i / half) for place in (row, column) for i in range(half // 2)]
        return tuple([turned(angle) for angle in angles for turned in (sin, cos)])

    @property
    def table(self) -> Table:
        """Each position, and the first numbers of its encoding: up to four for the row, four for column and channel."""
        each = [f"{side} {at}" for side in ("row", "column") for at in range(1, min(4, self.size // 2) + 1)]
        titles = columns(row="row", column="column", channel="channel", **{one.replace(" ", "_"): one for one in each})
        return Table("", titles, Rows(range(self.n), self._row), 3)

    def _row(self, at: int) -> tuple[Cell, ...]:
        (row, column), half = divmod(at, 3 * self.width), self.size // 2
        found = [Real(one) for one in self.encoding(row, column)]
        return row, column, [*_ORANGE][column % 3], *found[:half][:4], *found[half:][:4]


def pixels(height: int, width: int, d: int) -> Pixels:
    """An image of so many pixels as positions of a model, as a trace (Parmar et al. 2018, section 3).

    `d` is how many numbers a position has, a multiple of 4. InputError says what is wrong with an input. Who enlarges
    8 × 8 pixels to 32 × 32 reads 192 positions and generates 3,072:

    >>> pixels(8, 8, 512).n, pixels(32, 32, 512).n
    (192, 3072)
    """
    size = check_whole(d, "d", 4, 4096)
    if size % 4:
        raise InputError("d", described(d), "a multiple of 4", "Half is for the row, and each half sines and cosines.")
    return Pixels(check_whole(height, "height", 1, MOST), check_whole(width, "width", 1, MOST), size)
