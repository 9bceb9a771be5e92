"""Local attention: an image in blocks, each of which looks at a memory block around it, not at the whole image."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, product

from mtexplain.display.blocks import Looks, block_map
from mtexplain.display.parts import Cell, Note, Rows, Table, columns
from mtexplain.display.picture import Picture
from mtexplain.inputs import InputError, check_list
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.models.given import MOST
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import Quantity, formula, quantity
from mtexplain.recipe.summary import Summary
from mtexplain.settings import check_whole

SOURCE, _COUNTED = "Parmar et al. 2018, section 3", 10**6
_LOOKS: Looks = {
    "p": ("here", "credited", "this position"),
    "q": ("credited", "credited", "seen: its own block, generated earlier"),
    "m": ("length", "other", "seen: the rest of its memory, generated earlier"),
    "x": ("clipped", "clipped", "masked: its block or memory, generated later"),
    "0": ("missing", "unmatched", "padding: memory outside the image"),
    "·": ("unmatched", "unmatched", "out of reach"),
}
Place = tuple[int, int]
"""A row and a column, from 0; of padding also less than 0, or more than there are."""


@dataclass(frozen=True, repr=False)
class LocalAttention(Summary):
    """Which position of an image sees which, and how many pairs that makes. Make one with `local_attention`."""

    height: int
    width: int
    query: Place
    memory: Place
    is_flat: bool
    pixel: Place
    size: int

    measure, answer, kind = "local attention", "pairs", staticmethod(lambda trace: trace.is_flat)
    h = quantity("h", "rows")(lambda trace: trace.height)
    w = quantity("w", "positions in a row")(lambda trace: trace.width)
    n = formula("n", "h * w")
    h_q = quantity("h_q", "rows of a query block")(lambda trace: trace.query[0])
    w_q = quantity("w_q", "columns of a query block")(lambda trace: trace.query[1])
    h_m = quantity("h_m", "rows of memory above it")(lambda trace: trace.memory[0])
    w_m = quantity("w_m", "columns of memory on either side")(lambda trace: trace.memory[1])
    l_m = quantity("l_m", "positions of memory before it")(lambda trace: trace.memory[1])
    given = Quantity[int]("l_q", lambda trace: trace.query[1], "positions in a query block")
    l_q = formula("l_q", {True: given, False: "h_q * w_q"}, by=kind)
    number = formula("B", {True: "ceil(n / l_q)", False: "ceil(h / h_q) * ceil(w / w_q)"}, by=kind)
    length = formula("l", {True: "l_q + l_m", False: "(h_q + h_m) * (w_q + 2 * w_m)"}, by=kind)
    queries = quantity("Q", "queries in the image", index="b")(lambda trace: trace.counts[0])
    keys = quantity("K", "keys in the image", index="b")(lambda trace: trace.counts[1])
    earlier = quantity("E", "keys from earlier blocks", index="b")(lambda trace: trace.counts[2])
    seen = formula("pairs_seen", "sum(queries * (earlier + (queries - 1) / 2))", convert=int)
    in_image = formula("pairs_image", "sum(queries * keys)")
    pairs = formula("pairs", "number * l_q * length")
    full = formula("pairs_full", "n ** 2")
    times = formula("times", "full / pairs")
    d = quantity("d", "numbers for each position")(lambda trace: trace.size)
    products = formula("products", "2 * pairs * d")
    plan = (
        Plan("blocks", "Blocks", lambda trace, _: "Query blocks are generated one after the other, and so are the "
             "positions in each. All queries of a block share one memory: the block itself and what is "
             f"{'before' if trace.is_flat else 'above, left and right of'} it. Outside the image it is zeros.", SOURCE,
             ("n", "l_q", "length", "number"), "cover the image"),
        Plan("mask", "What a position sees", "A position sees what was generated before it, and not itself: its own "
             "value is what the model is asked for. Whatever else is in its memory gets the weight 0.", SOURCE, (),
             lambda trace, _: trace.told, lambda trace, _: (trace.table,),
             outcome=lambda trace, _: f"{len(trace.seen_by(*trace.pixel))} of {trace.length}"),
        Plan("pairs", "Query-key pairs", "Each query meets each key of its memory. The mask comes after that, so "
             "padding and later positions cost as much as what is seen.", SOURCE, ("seen", "in_image", "pairs"),
             "with padding", where="Of block b, Q queries and K keys are in the image, E keys in earlier blocks"),
        Plan("cost", "Cost", "A pair costs d multiplications for its score, and d more in the weighted sum. Each of the "
             "n positions meets l, not n: O(h w l d). The paper writes l_m for l there.", SOURCE,
             ("products", "full", "times"), "as many pairs in full attention"),
    )  # fmt: skip
    odd = (
        ("one-block", lambda trace: trace.number == 1, "One block holds the whole image: that is full attention."),
        ("no-memory", lambda trace: trace.length == trace.l_q < trace.n,
         "Without memory no block knows of another, and the first position of each sees nothing."),
        ("padding", lambda trace: trace.number * trace.l_q > trace.n,
         "The blocks don't divide the image: they have {0.number} * {0.l_q} queries for {0.n} positions."),
        ("dearer", lambda trace: trace.pairs > trace.full, "So much is padding that full attention has fewer pairs."),
    )  # fmt: skip
    notes = property(lambda trace: tuple([Note(code, told.format(trace)) for code, so, told in trace.odd if so(trace)]))
    value = property(lambda trace: f"{trace.pairs:,} pairs")
    told = property(lambda trace: "Row {}, column {} sees {}".format(*trace.pixel, runs(trace.seen_by(*trace.pixel))))
    about = property(lambda trace: ("1D" if trace.is_flat else "2D", f"{trace.height} × {trace.width} positions"))
    why = property(lambda trace: f"{so_many(trace.number, 'block')} of {trace.l_q:,} queries, each with a memory of "
                   f"{trace.length:,} keys. Full attention has {trace.full:,} pairs.")  # fmt: skip

    @cached_property
    def blocks(self) -> tuple[tuple[Sequence[Place], Sequence[Place]], ...]:
        """Each query block and its memory block, in the order of generation, with padding."""
        (high, wide), (up, side) = self.query, self.memory
        if self.is_flat:
            line, starts = [divmod(at, self.width) for at in range(-side, self.n + wide)], range(0, self.n, wide)
            return tuple([(line[at + side : at + side + wide], line[at : at + side + wide]) for at in starts])
        corners = product(range(0, self.height, high), range(0, self.width, wide))
        return tuple([([*product(range(top, top + high), range(left, left + wide))],
                       [*product(range(top - up, top + high), range(left - side, left + wide + side))])
                      for top, left in corners])  # fmt: skip

    @cached_property
    def generated(self) -> dict[Place, Place]:
        """Of each place in the image as how many-th it is generated, and in which block, both from 1."""
        inside = {*product(range(self.height), range(self.width))}
        found = ((one, at) for at, (query, _) in enumerate(self.blocks, 1) for one in query if one in inside)
        return {place: (at, block) for at, (place, block) in enumerate(found, 1)}

    @property
    def counts(self) -> list[tuple[int, ...]]:
        """Of all blocks how many queries and keys are in the image, and how many keys in earlier blocks."""
        home = {place: block for place, (_, block) in self.generated.items()}
        each = ([[home[one] for one in part if one in home] for part in both] for both in self.blocks)
        return [
            *zip(*((len(query), len(keys), sum(one < query[0] for one in keys)) for query, keys in each), strict=True)
        ]

    def seen_by(self, row: int, column: int) -> tuple[int, ...]:
        """The positions that one sees, numbered row by row, from 1 as rows and columns are."""
        at, block = self.generated[row - 1, column - 1]
        memory = (one for one in self.blocks[block - 1][1] if self.generated.get(one, (at,))[0] < at)
        return tuple([self.width * row + column + 1 for row, column in memory])

    @property
    def picture(self) -> Picture:
        """The image around one position: the blocks, and what it sees."""
        at, block = self.generated[self.pixel[0] - 1, self.pixel[1] - 1]
        letters = dict.fromkeys(self.generated, "·")
        for place in self.blocks[block - 1][1]:
            order, home = self.generated.get(place, (0, 0))
            letters[place] = "0" if not order else "p" if order == at else "x" if order > at else "mq"[home == block]
        rows, across = (range(min(one), max(one) + 1) for one in zip(*letters, strict=True))
        drawn = ["".join(letters.get((row, column), " ") for column in across) for row in rows]
        homes = [[self.generated.get((row, column), (0, 0))[1] for column in across] for row in rows]
        return block_map(drawn, homes, block, _LOOKS, f"{self.told}.")

    @property
    def table(self) -> Table:
        """Each position: in which block it is, as how many-th it is generated, and what it sees."""
        titles = columns(position="position", row="row", column="column", block="block", generated="generated",
                         sees="sees", count="so many")  # fmt: skip
        return Table("", titles, Rows(range(self.n), self._row))

    def _row(self, at: int) -> tuple[Cell, ...]:
        row, column = divmod(at, self.width)
        seen, (order, block) = self.seen_by(row + 1, column + 1), self.generated[row, column]
        return at + 1, row + 1, column + 1, block, order, runs(seen), len(seen)


def runs(places: Sequence[int]) -> str:
    """Numbers, those that follow each other as the first and the last: 1–3, 7."""
    found = [[one for _, one in run] for _, run in groupby(enumerate(places), lambda pair: pair[1] - pair[0])]
    return ", ".join("–".join(map(str, dict.fromkeys((run[0], run[-1])))) for run in found) or "nothing"


def _pair(given: object, where: str, least: int, most: Place) -> Place:
    pair, expected = (
        check_list(given, where, "a pair: (rows, columns)"),
        "In 1D query and memory are numbers, in 2D pairs.",
    )
    if len(pair) != 2:
        raise InputError(where, so_many(len(pair), "number"), "two: (rows, columns)", expected)
    rows, wide = (check_whole(one, f"{where}[{at}]", least, most[at]) for at, one in enumerate(pair))
    return rows, wide


def local_attention(
    height: int, width: int, *, query: int | Place, memory: int | Place, d: int = 1, pixel: Place | None = None
) -> LocalAttention:
    """Local attention over an image, as a trace: how many query-key pairs it computes (Parmar et al. 2018, section 3).

    1D where `query` and `memory` are numbers of positions, row by row; 2D where both are pairs: the rows and columns of
    a query block, and how far its memory reaches up, and to either side. A colour image has three positions a pixel:
    give three times its width, as in the paper's [h, 3w, d]. `d` is how many numbers a position has, `pixel` the row
    and column, from 1, of the position that is drawn. InputError says what is wrong with an input.

    >>> local_attention(2, 3, query=2, memory=2).pairs
    24
    """
    whole = check_whole(height, "height", 1, MOST), check_whole(width, "width", 1, 3 * MOST)
    is_flat, n, middle = not isinstance(query, list | tuple), whole[0] * whole[1], [(one + 1) // 2 for one in whole]
    if is_flat:
        block, more = (1, check_whole(query, "query", 1, n)), (0, check_whole(memory, "memory", 0, n))
    else:
        block, more = _pair(query, "query", 1, whole), _pair(memory, "memory", 0, whole)
    shown = _pair(middle if pixel is None else pixel, "pixel", 1, whole)
    made = LocalAttention(*whole, block, more, is_flat, shown, check_whole(d, "d", 1, _COUNTED))
    if made.number * made.length > _COUNTED:
        raise InputError("memory", f"{made.number:,} blocks of {made.length:,} keys", f"at most {_COUNTED:,} keys")
    return made
