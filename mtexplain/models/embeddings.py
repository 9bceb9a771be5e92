"""Pixels as positions of a model: what their numbers are made of, where each is, and in how many passes they are made.

Parmar et al. 2018, "Image Transformer", section 3.
"""

from dataclasses import dataclass
from functools import cached_property

from mtexplain.display.blocks import Place
from mtexplain.display.parts import Cell, Real, Rows, Table, columns
from mtexplain.inputs import InputError, described
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.models.blocks import runs
from mtexplain.models.sinusoids import Positions
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import formula, quantity
from mtexplain.recipe.summary import Summary
from mtexplain.settings import check_whole

_MOST = 64  # so many rows, and pixels in each, are enough
_SOURCE, _ORANGE = "Parmar et al. 2018, section 3", {"red": 255, "green": 128, "blue": 0}
_PASSES = columns(at="position", true="training: from true", one="pass", own="generation: from own", each="pass")
_ENCODED = columns(**{name: name for name in ("row", "column", "channel", *(
    f"{of} {at}" for of in ("row", "column") for at in "1234"))})  # fmt: skip


@dataclass(frozen=True, repr=False)
class Pixels(Summary):
    """What a model makes of an image before its first layer, with its working. Make one with `pixels`."""

    shape: Place
    size: int

    measure, answer, notes = "pixels", "n", property(lambda trace: ())
    value = property(lambda trace: so_many(trace.n, "position"))
    says = property(lambda trace: f"{so_many(trace.h * trace.w, 'pixel')} become{'s' * (trace.n == 3)} {trace.value}.")
    h = quantity("h", "how many rows of pixels there are")(lambda trace: trace.shape[0])
    w = quantity("w", "how many pixels a row has")(lambda trace: trace.shape[1])
    d = quantity("d", "how many numbers a position has")(lambda trace: trace.size)
    n = formula("n", "h * (3 * w)")
    across = formula("columns", "(3 * w - 3) / 3 + 1", convert=int)
    weights = formula("weights", "1 * 3 * 1 * d + d")
    embeddings = formula("embeddings", "3 * 256 * d")
    x = quantity("x", "an orange pixel", index="c")(lambda trace: (*_ORANGE.values(),))
    u = quantity("u", "a kernel that adds up brightness", index="c")(lambda trace: (3, 6, 1))
    v = quantity("v", "a kernel that sets red against blue", index="c")(lambda trace: (1, 0, -1))
    y_1 = formula("y_1", "sum(u * x)")
    y_2 = formula("y_2", "sum(v * x)")
    training = quantity("passes_training", "one for all")(lambda trace: 1)
    generation = formula("passes_generation", "n")
    plan = (
        Plan("embeddings", "Embeddings", "As categories: each channel has a table of 256 rows, d learned numbers each. "
             "An orange pixel, (255, 128, 0), is row 255 of red's, 128 of green's, 0 of blue's: three positions, "
             "[h, 3w, d]. 127 is no nearer to 128 than to 0.", _SOURCE, ("embeddings", "n"), "positions"),
        Plan("convolution", "Convolution", "As amounts: a window of 1 × 3 takes in one pixel, then moves on by 3. Each "
             "of d kernels, with a bias, makes one number of it: [h, w, d].", _SOURCE, ("across", "weights"), "weights",
             lambda trace, _: (Table("", columns(step="step", shape="shape"), [(name, f"{trace.h} × {wide} × {deep}")
                 for name, wide, deep in (("the image", trace.w, 3), ("channels in a row", 3 * trace.w, 1),
                                          ("convolved", trace.w, trace.d))]),)),
        Plan("pixel", "One pixel", "Two kernels at the orange pixel, without bias: u = (3, 6, 1) adds up brightness, "
             "v = (1, 0, -1) sets red against blue.", "made-up weights", ("y_1", "y_2"), "red less blue"),
        Plan("coordinates", "Coordinates", "Attention can't tell where a position is, so d numbers say it: d/2 for the "
             "row, d/2 for column and channel, sines and cosines of place / 10000^(2i/(d/2)), places from 0.",
             f"{_SOURCE}; Vaswani et al. 2017, section 3.5", (), "for row and column", lambda trace, _: (trace.table,),
             outcome=lambda trace, _: f"{trace.d // 2} + {trace.d // 2}"),
        Plan("passes", "Training and generation", "In training all pixels are known: one pass predicts each position "
             "from the true ones before it. That is teacher forcing. In generation each waits for those before it.",
             f"{_SOURCE} and 4", ("training", "generation"), "one by one", lambda trace, _: (Table("", _PASSES, [
                 (at, runs(range(1, at)), 1, runs(range(1, at)), at) for at in sorted({1, 2, 3, trace.n})]),)),
    )  # fmt: skip
    about = property(lambda trace: (f"d = {trace.size}", "{} × {} pixel".format(*trace.shape) + "s" * (trace.n > 3)))
    table = property(lambda trace: Table("", _ENCODED, Rows(range(trace.n), trace._row), 3))
    waves = cached_property(lambda trace: Positions(max(trace.h, 3 * trace.w), trace.d // 2).rows)
    why = property(lambda trace: "Each pixel is three positions: its red, its green, its blue.")

    def encoding(self, row: int, column: int) -> tuple[float, ...]:
        """The d numbers that say where a position is: its row and its column of 3w, both from 0."""
        return tuple([float(one) for place in (row, column) for one in self.waves[place]])

    def _row(self, at: int) -> tuple[Cell, ...]:
        row, column = divmod(at, 3 * self.shape[1])
        found = [Real(float(one)) for place in (row, column) for one in self.waves[place][:4]]
        return row, column, [*_ORANGE][column % 3], *found


def pixels(height: int, width: int, d: int) -> Pixels:
    """An image of so many pixels as positions of a model, as a trace (Parmar et al. 2018, section 3).

    `d`, a multiple of 4, is how many numbers a position has. InputError says what is wrong with an input.

    >>> pixels(8, 8, 512).n, pixels(32, 32, 512).n
    (192, 3072)
    """
    if check_whole(d, "d", 8, 4096) % 4:
        raise InputError("d", described(d), "a multiple of 4", "Half is for the row, and each half sines and cosines.")
    return Pixels((check_whole(height, "height", 1, _MOST), check_whole(width, "width", 1, _MOST)), int(d))
