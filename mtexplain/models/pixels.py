"""Pixels as a model gets them: embeddings or a convolution, where each position is, and in which order they come."""

from dataclasses import dataclass
from math import cos, sin

from mtexplain.display.parts import Cell, Real, Rows, Table, columns
from mtexplain.inputs import InputError, check_list, described
from mtexplain.models.blocks import SOURCE, Place, pair, runs
from mtexplain.models.given import MOST
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import formula, quantity
from mtexplain.recipe.summary import Summary
from mtexplain.settings import check_whole

_CHANNELS = "red", "green", "blue"


@dataclass(frozen=True, repr=False)
class Pixels(Summary):
    """What a model makes of an image before its first layer, with its working. Make one with `pixels`."""

    height: int
    width: int
    size: int
    colour: tuple[int, ...]
    source: Place

    measure, answer = "pixels", "n"
    h = quantity("h", "rows")(lambda trace: trace.height)
    w = quantity("w", "pixels in a row")(lambda trace: trace.width)
    d = quantity("d", "numbers for each position")(lambda trace: trace.size)
    embeddings = formula("embeddings", "3 * 256 * d")
    n = formula("n", "h * (3 * w)")
    across = formula("columns", "(3 * w - 3) / 3 + 1", convert=int)
    weights = formula("weights", "1 * 3 * 1 * d + d")
    x = quantity("x", "red, green, blue", index="c")(lambda trace: trace.colour)
    u = quantity("u", "a kernel that adds up brightness", index="c")(lambda trace: (3, 6, 1))
    v = quantity("v", "a kernel that sets red against blue", index="c")(lambda trace: (1, 0, -1))
    y_1 = formula("y_1", "sum(u * x)")
    y_2 = formula("y_2", "sum(v * x)")
    h_in = quantity("h_in", "rows of the small image")(lambda trace: trace.source[0])
    w_in = quantity("w_in", "its pixels in a row")(lambda trace: trace.source[1])
    n_in = formula("n_in", "h_in * (3 * w_in)")
    passes_training = quantity("passes_training", "all positions at once")(lambda trace: 1)
    passes_generation = formula("passes_generation", "n")
    plan = (
        Plan("embeddings", "Embeddings", "Values as categories: each of 256 values in each channel has its own d learned "
             "numbers, and 127 is no nearer to 128 than to 0. That makes a tensor [h, 3w, d].", SOURCE,
             ("embeddings", "n"), "positions", lambda trace, _: (Table(
                 "", columns(channel="channel", value="value", at="row of the table, from 0"),
                 [(one, value, 256 * at + value) for at, (one, value) in enumerate(zip(_CHANNELS, trace.colour))]),)),
        Plan("convolution", "Convolution", "Values as amounts: a window of 1 × 3 takes in one pixel, then moves on by 3. "
             "Each of d kernels makes one number of a pixel. That makes a tensor [h, w, d].", SOURCE,
             ("across", "weights"), "weights, d of them biases", lambda trace, _: (trace.shapes,)),
        Plan("pixel", "One pixel", "Two kernels at work, without a bias: u adds up brightness, v sets red against blue.",
             "weights made up for this example", ("y_1", "y_2"), "red less blue"),
        Plan("coordinates", "Coordinates", "Attention can't tell where a position is. So d numbers are added that say it: "
             "d/2 for the row, d/2 for column and channel, sines and cosines of place / 10000^(2i/(d/2)), with places "
             "from 0.", f"{SOURCE}; Vaswani et al. 2017, section 3.5", (), "at most 8 are shown", lambda trace, _: (
                 trace.table,), outcome=lambda trace, _: f"{trace.d // 2} + {trace.d // 2}"),
        Plan("source", "A small image enlarged", "In super-resolution the encoder reads the small image at once. The "
             "decoder writes the large one, and looks at the small one throughout.", SOURCE, ("n_in", "n"), "come out",
             applies=lambda trace: trace.source != (0, 0)),
        Plan("passes", "Training and generation", "In training all pixels are known: one pass predicts each position from "
             "the true ones before it. That is teacher forcing. In generation a position needs those made before it, so "
             "each takes a pass of its own.", f"{SOURCE} and 4", ("passes_training", "passes_generation"),
             "one after the other", lambda trace, _: (trace.passes,)),
    )  # fmt: skip
    value = property(lambda trace: f"{trace.n:,} positions")
    about = property(lambda trace: (f"d = {trace.size}", f"{trace.height} × {trace.width} pixels"))
    why = property(lambda trace: "Each pixel is three positions: its red, its green, its blue.")
    notes = property(lambda trace: ())

    def encoding(self, row: int, column: int) -> tuple[float, ...]:
        """The d numbers that say where a position is: its row and its column of 3w, both from 0."""
        half = self.size // 2
        angles = [place / 10_000 ** (2 * i / half) for place in (row, column) for i in range(half // 2)]
        return tuple([turned(angle) for angle in angles for turned in (sin, cos)])

    @property
    def shapes(self) -> Table:
        """The shape of the image after each step."""
        h, w, d = self.height, self.width, self.size
        shapes = {"the image": (h, w, 3), "channels side by side": (h, 3 * w, 1), "after the convolution": (h, w, d),
                  "with embeddings instead": (h, 3 * w, d)}  # fmt: skip
        rows = [(name, " × ".join(map(str, shape))) for name, shape in shapes.items()]
        return Table("", columns(step="", shape="shape"), rows)

    @property
    def table(self) -> Table:
        """The first numbers of each position's encoding: up to four for its row, four for its column and channel."""
        each = range(1, min(4, self.size // 2) + 1)
        sides = columns(**{f"{side}_{at}": f"{side} {at}" for side in ("row", "column") for at in each})
        return Table(
            "", (*columns(row="row", column="column", channel="channel"), *sides), Rows(range(self.n), self._row), 3
        )

    def _row(self, at: int) -> tuple[Cell, ...]:
        (row, column), half = divmod(at, 3 * self.width), self.size // 2
        found = [Real(one) for one in self.encoding(row, column)]
        return row, column, _CHANNELS[column % 3], *found[:half][:4], *found[half:][:4]

    @property
    def passes(self) -> Table:
        """What a position is predicted from, and in which pass: the first three positions, and the last."""
        titles = columns(position="position", true="in training from the true", once="in pass",
                         own="in generation from its own", later="in pass")  # fmt: skip
        return Table(
            "", titles, [(at, runs(range(1, at)), 1, runs(range(1, at)), at) for at in {1: 0, 2: 0, 3: 0, self.n: 0}]
        )


def pixels(
    height: int, width: int, d: int, *, colour: tuple[int, int, int] = (255, 128, 0), source: Place | None = None
) -> Pixels:
    """An image of so many pixels as positions of a model, as a trace (Parmar et al. 2018, section 3).

    `d` is how many numbers a position has, a multiple of 4; `colour` one pixel, three values from 0 to 255; `source`
    the rows and columns of a small image that is to be enlarged. InputError says what is wrong with an input.

    >>> pixels(32, 32, 512, source=(8, 8)).n
    3072
    """
    high, wide = check_whole(height, "height", 1, MOST), check_whole(width, "width", 1, MOST)
    size = check_whole(d, "d", 4, 4096)
    if size % 4:
        fix = "Half of them are for the row, half for the column, and each half is sines and cosines."
        raise InputError("d", described(d), "a multiple of 4", fix)
    three = check_list(colour, "colour", "red, green and blue")
    if len(three) != 3:
        raise InputError("colour", described(colour), "red, green and blue, each from 0 to 255")
    values = tuple([check_whole(one, f"colour[{at}]", 0, 255) for at, one in enumerate(three)])
    small = (0, 0) if source is None else pair(source, "source", 1, (high, wide))
    return Pixels(high, wide, size, values, small)
