"""Pixels as positions of a model, with their embeddings, their coordinates, and the passes that generate them.

Parmar et al. 2018, "Image Transformer", section 3.
"""

from dataclasses import dataclass
from functools import cached_property

from mtexplain.display.blocks import Place
from mtexplain.display.parts import Cell, Real, Rows, Table, columns
from mtexplain.display.trace import Step
from mtexplain.inputs import InputError, described
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.summary import TracedSummary
from mtexplain.models.blocks import runs
from mtexplain.models.sinusoids import Positions
from mtexplain.settings import check_whole
from mtexplain.tracing import views
from mtexplain.tracing.number import Number, number, sum_over
from mtexplain.tracing.steps import quantity, step

_MOST = 64  # the most rows, and pixels in a row
_SOURCE, _ORANGE = "Parmar et al. 2018, section 3", {"red": 255, "green": 128, "blue": 0}
_BRIGHTNESS, _CONTRAST = (3, 6, 1), (1, 0, -1)
"""Two kernels, which measure brightness and the contrast of red and blue."""
_PASSES = columns(at="position", true="training, from true", one="pass", own="generation, from own", each="pass")
_ENCODED = columns(**{name: name for name in ("row", "column", "channel", *(
    f"{of} {at}" for of in ("row", "column") for at in "1234"))})  # fmt: skip


@dataclass(frozen=True, repr=False)
class Pixels(TracedSummary):
    """An image as a model sees it before its first layer, with the working. Returned by `pixels`."""

    shape: Place
    size: int
    measure = "pixels"

    @property
    def each_c(self) -> range:
        """The channels."""
        return range(1, 4)

    @quantity("h", says="the number of rows of pixels")
    def h(self) -> float:
        """The number of rows of pixels."""
        return self.shape[0]

    @quantity("w", says="the number of pixels in a row")
    def w(self) -> float:
        """The number of pixels in a row."""
        return self.shape[1]

    @quantity("d", says="the length of each position's vector")
    def d(self) -> float:
        """The length of each position's vector."""
        return self.size

    @step("embeddings", title="Embeddings", source=_SOURCE, summary="positions")
    def embeddings(self) -> float:
        """Colours can be treated as categories. Each channel has a table of 256 rows, each with d learned numbers.

        An orange pixel, (255, 128, 0), becomes three positions, which are row 255 of the red table, row 128 of the
        green table and row 0 of the blue table. The shape is [h, 3w, d]. As categories, 127 is no nearer to 128 than to
        0.
        """
        return number(3) * 256 * self.d

    @step("n", within=embeddings)
    def n(self) -> float:
        """The number of positions."""
        return self.h * (3 * self.w)

    @step("columns", name="convolution", title="Convolution", source=_SOURCE, summary="weights")
    def across(self) -> float:
        """Colours can be treated as amounts. A window of 1 × 3 covers a pixel, then moves on by 3.

        Each of d kernels, with a bias, turns the pixel into a number. The shape is [h, w, d].
        """
        return (3 * self.w - 3) / 3 + 1

    @across.table
    def shapes(self) -> Table:
        """The shape of the image before and after the convolution."""
        steps = ("the image", self.w, 3), ("channels in a row", 3 * self.w, 1), ("convolved", self.w, self.d)
        rows = [(name, f"{self.h} × {wide} × {deep}") for name, wide, deep in steps]
        return Table("", columns(step="step", shape="shape"), rows)

    @step("weights", within=across)
    def weights(self) -> float:
        """The weights of all kernels, and their biases."""
        return number(1) * 3 * 1 * self.d + self.d

    @quantity("x_{c}")
    def x(self, c: int) -> float:
        """A channel of the orange pixel."""
        return [*_ORANGE.values()][c - 1]

    @quantity("u_{c}")
    def u(self, c: int) -> float:
        """The kernel that measures brightness."""
        return _BRIGHTNESS[c - 1]

    @quantity("v_{c}")
    def v(self, c: int) -> float:
        """The kernel that subtracts blue from red."""
        return _CONTRAST[c - 1]

    @step("y_1", name="pixel", title="One pixel", source="made-up weights", summary="red minus blue")
    def y_1(self) -> float:
        """Two kernels are applied to the orange pixel, without bias.

        u = (3, 6, 1) measures brightness, and v = (1, 0, -1) subtracts blue from red.
        """
        return sum_over("c", self.each_c, lambda c: self.u(c) * self.x(c))

    @step("y_2", within=y_1)
    def y_2(self) -> float:
        """Red minus blue."""
        return sum_over("c", self.each_c, lambda c: self.v(c) * self.x(c))

    @step("passes_training", name="passes", title="Training and generation", source=f"{_SOURCE} and 4",
          summary="passes in generation", says="a single pass for all")  # fmt: skip
    def training(self) -> float:
        """In training all pixels are known, so a single pass predicts each position from the true positions before it.

        This is called teacher forcing. In generation each position waits for the positions before it.
        """
        return 1

    @training.table
    def passes(self) -> Table:
        """The positions from which some positions are predicted, and the pass that predicts them."""
        places = sorted({1, 2, 3, int(self.n)})
        return Table("", _PASSES, [(at, runs(range(1, at)), 1, runs(range(1, at)), at) for at in places])

    @step("passes_generation", within=training)
    def generation(self) -> float:
        """A pass for each position."""
        return self.n

    def steps(self) -> tuple[Step, ...]:
        """The steps of the numbers, with the coordinates of a position before the passes."""
        why = (
            "Attention can't see where a position is, so d numbers encode its place, d/2 for the row and d/2 for "
            "column and channel. They are the sine and cosine of place / 10000^(2i/(d/2)) for "
            "i = 0, 1, 2 and so on. Places are numbered from 0."
        )
        where, halves = f"{_SOURCE}; Vaswani et al. 2017, section 3.5", f"{self.size // 2} + {self.size // 2}"
        *before, passes = views.steps(self)
        coordinates = Step("coordinates", "Coordinates", "for row and column", halves, why, where, (self.table,))
        return *before, coordinates, passes

    @property
    def answer(self) -> Number:
        return number(self.n)

    @property
    def value(self) -> str:
        return so_many(int(self.n), "position")

    @property
    def says(self) -> str:
        pixels = self.shape[0] * self.shape[1]
        return f"{so_many(pixels, 'pixel')} become{'s' * (pixels == 1)} {self.value}."

    @property
    def why(self) -> str:
        return "Each pixel becomes three positions, for its red, green and blue."

    @property
    def about(self) -> tuple[str, ...]:
        return f"d = {self.size}", "{} × {} pixel".format(*self.shape) + "s" * (self.shape != (1, 1))

    @property
    def table(self) -> Table:
        return Table("", _ENCODED, Rows(range(int(self.n)), self._row), 3)

    @cached_property
    def waves(self) -> tuple[tuple[float, ...], ...]:
        """The sinusoidal vectors of rows and columns, where each pixel has three columns."""
        return Positions(max(self.shape[0], 3 * self.shape[1]), self.size // 2).rows

    def encoding(self, row: int, column: int) -> tuple[float, ...]:
        """The d numbers that encode the place of a position, given by its row and its column (out of 3w), from 0."""
        return tuple([float(x) for index in (row, column) for x in self.waves[index]])

    def _row(self, at: int) -> tuple[Cell, ...]:
        row, column = divmod(at, 3 * self.shape[1])
        numbers = [Real(float(x)) for index in (row, column) for x in self.waves[index][:4]]
        return row, column, [*_ORANGE][column % 3], *numbers


def pixels(height: int, width: int, d: int) -> Pixels:
    """An image of `height` × `width` pixels as positions of a model, as a trace (Parmar et al. 2018, section 3).

    `d`, a multiple of 4, is the length of each position's vector. An invalid input raises InputError.

    >>> int(pixels(8, 8, 512).n), int(pixels(32, 32, 512).n)
    (192, 3072)
    """
    if check_whole(d, "d", 8, 4096) % 4:
        raise InputError("d", described(d), "a multiple of 4", "Half is for the row; each half has sines and cosines.")
    return Pixels((check_whole(height, "height", 1, _MOST), check_whole(width, "width", 1, _MOST)), int(d))
