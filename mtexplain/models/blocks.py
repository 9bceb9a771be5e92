"""Local attention over an image that is generated in blocks. Each position sees only the memory around its block.

Parmar et al. 2018, "Image Transformer", section 3.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, product

from mtexplain.display.blocks import Looks, Place, block_map
from mtexplain.display.parts import Cell, Note, Rows, Table, columns
from mtexplain.display.picture import Picture
from mtexplain.display.trace import Step
from mtexplain.inputs import InputError, check_list, described
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.summary import TracedSummary
from mtexplain.settings import check_whole
from mtexplain.tracing import views
from mtexplain.tracing.number import Number, ceil, number, sum_over
from mtexplain.tracing.steps import quantity, step

_SOURCE = "Parmar et al. 2018, section 3"
_MOST, _COUNTED, _PAIRS = 64, 10**6, 3 * 10**6
"""The largest number of rows, of keys in all blocks, and of query-key pairs."""
_OF_BLOCKS = "Block b has Q queries and K keys in the image, of which E keys are in earlier blocks"
_SEEN = columns(at="position", row="row", column="column", block="block", order="order", sees="sees", many="how many")
_LOOKS: Looks = {
    "p": ("here", "credited", "this position"),
    "q": ("credited", "credited", "seen (own block, generated earlier)"),
    "m": ("length", "other", "seen (rest of the memory, generated earlier)"),
    "x": ("clipped", "clipped", "masked (block or memory, generated later)"),
    "0": ("missing", "unmatched", "padding (memory outside the image)"),
    "·": ("unmatched", "unmatched", "out of reach"),
}


@dataclass(frozen=True, repr=False)
class LocalAttention(TracedSummary):
    """The positions that each position of an image sees, and the number of pairs. Returned by `local_attention`."""

    shape: Place
    query: Place
    memory: Place
    pixel: Place
    is_flat: bool
    size: int

    measure = "local attention"

    @property
    def each_b(self) -> range:
        """The blocks, in the order of generation."""
        return range(1, len(self.blocks) + 1)

    @quantity("h", says="the number of rows")
    def h(self) -> float:
        """The number of rows."""
        return self.shape[0]

    @quantity("w", says="the number of positions in a row")
    def w(self) -> float:
        """The number of positions in a row."""
        return self.shape[1]

    @quantity("d", says="the length of each position's vector")
    def d(self) -> float:
        """The length of each position's vector."""
        return self.size

    @quantity("h_q", says="the rows of a query block")
    def h_q(self) -> float:
        """The number of rows of a query block."""
        return self.query[0]

    @quantity("w_q", says="the columns of a query block")
    def w_q(self) -> float:
        """The number of columns of a query block."""
        return self.query[1]

    @quantity("h_m", says="the rows of memory above a block")
    def h_m(self) -> float:
        """The number of rows of memory above a query block."""
        return self.memory[0]

    @quantity("w_m", says="the columns of memory on either side")
    def w_m(self) -> float:
        """The number of columns of memory on either side of a query block."""
        return self.memory[1]

    @quantity("l_m", says="the positions of memory before a block")
    def l_m(self) -> float:
        """The number of positions of memory before a one-dimensional block."""
        return self.memory[1]

    @step("n", name="blocks", title="Blocks", source=_SOURCE, summary="cover the image")
    def n(self) -> float:
        """The image is generated block by block, and all positions in a block share a memory."""
        return self.h * self.w

    @n.why
    def why_blocks(self) -> str:
        """Say which positions the memory holds, which depends on the shape of the blocks."""
        where = "before" if self.is_flat else "above, left and right of"
        return (
            "The image is generated block by block, and each block position by position. All positions in a block "
            f"share a memory, which is the block itself and the positions {where} it. Outside the image, this memory "
            "is padded with zeros."
        )

    @step("l_q", within=n)
    def l_q(self) -> float:
        """The number of positions in a query block."""
        return self.query[1] if self.is_flat else self.h_q * self.w_q

    @l_q.says
    def given_length(self) -> str:
        """Say that the length of a one-dimensional block is given."""
        return "as given" if self.is_flat else ""

    @step("l", within=n)
    def length(self) -> float:
        """The number of positions in a memory block."""
        return self.l_q + self.l_m if self.is_flat else (self.h_q + self.h_m) * (self.w_q + 2 * self.w_m)

    @step("B", within=n)
    def number_of_blocks(self) -> float:
        """The number of blocks."""
        if self.is_flat:
            return ceil(self.n / self.l_q)
        return ceil(self.h / self.h_q) * ceil(self.w / self.w_q)

    @quantity("Q_{b}", says="the queries in the image")
    def queries(self, b: int) -> float:
        """The number of queries of a block that lie in the image."""
        return self.counts[0][b - 1]

    @quantity("K_{b}", says="the keys in the image")
    def keys(self, b: int) -> float:
        """The number of keys of a block that lie in the image."""
        return self.counts[1][b - 1]

    @quantity("E_{b}", says="the keys in earlier blocks")
    def earlier(self, b: int) -> float:
        """The number of these keys that lie in earlier blocks."""
        return self.counts[2][b - 1]

    @step(
        "pairs_seen", name="pairs", title="Query-key pairs", source=_SOURCE, summary="with padding", legend=_OF_BLOCKS
    )
    def seen(self) -> float:
        """Each query is compared with every key in its memory.

        The mask is applied afterwards, so padding and later positions cost as much as visible positions.
        """
        return sum_over("b", self.each_b, lambda b: self.queries(b) * (self.earlier(b) + (self.queries(b) - 1) / 2))

    @step("pairs_image", within=seen, legend=_OF_BLOCKS)
    def in_image(self) -> float:
        """The pairs of a query and a key that are both in the image."""
        return sum_over("b", self.each_b, lambda b: self.queries(b) * self.keys(b))

    @step("pairs", within=seen, legend=_OF_BLOCKS)
    def pairs(self) -> float:
        """All pairs, with padding."""
        return self.number_of_blocks * self.l_q * self.length

    @step("products", name="cost", title="Cost", source=_SOURCE, summary="ratio of full to local pairs")
    def products(self) -> float:
        """A pair costs d multiplications for its score, and d more in the weighted sum.

        Each of the n positions is compared with l positions instead of n, so the cost is O(h w l d). In this formula
        the paper writes l_m for l.
        """
        return 2 * self.pairs * self.d

    @step("pairs_full", within=products)
    def full(self) -> float:
        """The number of pairs in full attention."""
        return self.n**2

    @step("times", within=products, is_decimal=True)
    def times(self) -> float:
        """The number of pairs in full attention for each pair in local attention."""
        return self.full / self.pairs

    def steps(self) -> tuple[Step, ...]:
        """The steps of the numbers, with the mask of a position after the blocks."""
        blocks, *following = views.steps(self)
        why = (
            "A position sees only the part of its memory that was generated earlier. It does not see "
            "itself, because its own value is what the model has to predict. The rest of the memory gets weight 0."
        )
        seen = str(len(self.seen_by(*self.pixel)))
        summary = "for the position shown"
        return blocks, Step("mask", "What a position sees", summary, seen, why, _SOURCE, (self.table,)), *following

    @property
    def answer(self) -> Number:
        return number(self.pairs)

    @property
    def notes(self) -> tuple[Note, ...]:
        blocks = self.number_of_blocks
        odd = (
            ("one-block", "A single block holds the whole image, so this is full attention.", blocks == 1),
            ("no-memory", "Without memory, no block sees another block.", self.length == self.l_q < self.n),
            (
                "padding",
                "Some blocks reach beyond the image and are filled up with zeros.",
                self.number_of_blocks * self.l_q > self.n,
            ),
        )
        return tuple(Note(code, text) for code, text, is_so in odd if is_so)

    @property
    def value(self) -> str:
        return so_many(int(self.pairs), "pair")

    @property
    def about(self) -> tuple[str, ...]:
        return "1D" if self.is_flat else "2D", "{} × {} position".format(*self.shape) + "s" * (self.n > 1)

    @property
    def why(self) -> str:
        keys, full = so_many(int(self.length), "key"), so_many(int(self.full), "pair")
        return f"Each query is compared with {keys}. Full attention has {full}."

    @property
    def table(self) -> Table:
        return Table("", _SEEN, Rows(sorted(self.order), self._row), 3)

    @cached_property
    def order(self) -> dict[Place, int]:
        """The number of each position in the order of generation."""
        return {position: at for at, position in enumerate(self.homes, 1)}

    @cached_property
    def blocks(self) -> list[tuple[list[Place], list[Place]]]:
        """Each query block and its memory block, in the order of generation, with padding."""
        (high, wide), (up, side), (rows, across) = self.query, self.memory, self.shape
        if self.is_flat:
            n = rows * across
            line, starts = [divmod(at, across) for at in range(-side, n + wide)], range(0, n, wide)
            return [(line[at + side : at + side + wide], line[at : at + side + wide]) for at in starts]
        return [([*product(range(top, top + high), range(left, left + wide))],
                 [*product(range(top - up, top + high), range(left - side, left + wide + side))])
                for top in range(0, rows, high) for left in range(0, across, wide)]  # fmt: skip

    @cached_property
    def homes(self) -> dict[Place, int]:
        """For each position in the image, in the order of generation, the number of its block."""
        inside = {*product(*map(range, self.shape))}
        queries = enumerate((query for query, _ in self.blocks), 1)
        return {position: block for block, query in queries for position in query if position in inside}

    @cached_property
    def counts(self) -> list[tuple[int, ...]]:
        """For each block, the number of queries in the image, of keys in the image, and of keys in earlier blocks."""
        homes = self.homes
        each = ([[homes[position] for position in part if position in homes] for part in both] for both in self.blocks)
        rows = ((len(queries), len(keys), sum(home < queries[0] for home in keys)) for queries, keys in each)
        return [*zip(*rows, strict=True)]

    def seen_by(self, row: int, column: int) -> tuple[int, ...]:
        """The positions that a position sees, numbered row by row from 1. Rows and columns also count from 1."""
        at, memory = self.order[row - 1, column - 1], self.blocks[self.homes[row - 1, column - 1] - 1][1]
        return tuple([self.shape[1] * y + x + 1 for y, x in memory if self.order.get((y, x), at) < at])

    def _row(self, position: Place) -> tuple[Cell, ...]:
        row, column = (index + 1 for index in position)
        seen, number = self.seen_by(row, column), self.shape[1] * position[0] + column
        return number, row, column, self.homes[position], self.order[position], runs(seen), len(seen)

    @property
    def picture(self) -> Picture:
        """The image around a position, with the blocks and the positions it sees."""
        here = self.pixel[0] - 1, self.pixel[1] - 1
        letters, now, block = dict.fromkeys(self.homes, "·"), self.order[here], self.homes[here]
        for position in self.blocks[block - 1][1]:
            at, mine = self.order.get(position, 0), self.homes.get(position) == block
            letters[position] = "0" if not at else "p" if at == now else "x" if at > now else "mq"[mine]
        sentence = "Row {}, column {} sees {}.".format(*self.pixel, runs(self.seen_by(*self.pixel)))
        return block_map(letters, self.homes, block, _LOOKS, sentence)


def runs(positions: Iterable[int]) -> str:
    """Positions as text, with consecutive numbers written as a range, such as 1–3, 7."""
    groups = groupby(enumerate(positions), lambda pair: pair[1] - pair[0])
    stretches = [[position for _, position in group] for _, group in groups]
    return ", ".join("–".join(map(str, dict.fromkeys((run[0], run[-1])))) for run in stretches) or "nothing"


def _pair(given: object, where: str, least: int, most: Place) -> Place:
    if len(pair := check_list(given, where, "a pair (rows, columns)")) != 2:
        raise InputError(where, described(given), "a pair (rows, columns)")
    return check_whole(pair[0], f"{where}[0]", least, most[0]), check_whole(pair[1], f"{where}[1]", least, most[1])


def local_attention(
    height: int, width: int, *, query: int | Place, memory: int | Place, d: int = 1, pixel: Place | None = None
) -> LocalAttention:
    """Local attention over an image, as a trace that counts query-key pairs (Parmar et al. 2018, section 3).

    With whole numbers as `query` and `memory`, attention is 1D, and both are counts of positions, row by row. With
    pairs it is 2D: `query` is the number of rows and columns of a query block, and `memory` says how far the memory
    reaches up and to either side. A colour image is three times as wide, because each channel has its own position, as
    in the paper's [h, 3w, d]. `d` is the length of each position's vector, and `pixel` the row and column, from 1, of
    the position that is drawn. An invalid input raises InputError.

    >>> local_attention(2, 3, query=2, memory=2).pairs
    pairs = B * l_q * l = 3 * 2 * 4 = 24
    """
    shape = check_whole(height, "height", 1, _MOST), check_whole(width, "width", 1, 3 * _MOST)
    if is_flat := not isinstance(query, list | tuple):
        n = shape[0] * shape[1]
        block, more = (1, check_whole(query, "query", 1, n)), (0, check_whole(memory, "memory", 0, n))
    else:
        block, more = _pair(query, "query", 1, shape), _pair(memory, "memory", 0, shape)
    drawn = _pair([(size + 1) // 2 for size in shape] if pixel is None else pixel, "pixel", 1, shape)
    made = LocalAttention(shape, block, more, drawn, is_flat, check_whole(d, "d", 1, _COUNTED))
    check_whole(
        int(made.number_of_blocks * made.length), "keys of all blocks", 1, _COUNTED, "Larger query blocks need fewer."
    )
    if (pairs := int(made.n * made.length)) > _PAIRS:
        raise InputError("memory", f"{pairs:,} pairs", f"at most {_PAIRS:,}", "Use a smaller memory or smaller blocks.")
    return made
