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
_BOTH = "In 1D query and memory are numbers; in 2D both are pairs, (rows, columns)."
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
    channels: int
    query: Place
    memory: Place
    is_flat: bool
    pixel: Place
    size: int

    measure, answer, kind = "local attention", "pairs", staticmethod(lambda trace: trace.is_flat)
    h = quantity("h", "rows")(lambda trace: trace.height)
    w = quantity("w", "columns")(lambda trace: trace.width)
    c = quantity("c", "positions for each pixel")(lambda trace: trace.channels)
    n = formula("n", "h * w * c")
    h_q = quantity("h_q", "rows of a query block")(lambda trace: trace.query[0])
    w_q = quantity("w_q", "columns of a query block")(lambda trace: trace.query[1])
    h_m = quantity("h_m", "rows of memory above it")(lambda trace: trace.memory[0])
    w_m = quantity("w_m", "columns of memory on either side")(lambda trace: trace.memory[1])
    l_m = quantity("l_m", "positions of memory before it")(lambda trace: trace.memory[1])
    l_q = formula("l_q", {
        True: Quantity("l_q", lambda trace: trace.query[1], "positions in a query block"), False: "h_q * w_q"}, by=kind)  # fmt: skip
    number = formula("B", {True: "ceil(n / l_q)", False: "ceil(h / h_q) * ceil(w * c / w_q)"}, by=kind)
    length = formula("l", {True: "l_q + l_m", False: "(h_q + h_m) * (w_q + 2 * w_m)"}, by=kind)
    queries = quantity("Q", "queries in the image", index="b")(lambda trace: tuple([one[0] for one in trace.counts]))
    keys = quantity("K", "keys in the image", index="b")(lambda trace: tuple([one[1] for one in trace.counts]))
    earlier = quantity("E", "keys from earlier blocks", index="b")(
        lambda trace: tuple([one[2] for one in trace.counts])
    )
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
        Plan("full", "Against full attention", "In full attention each position meets all n. Here it meets l, which "
             "does not grow with the image: O(h w l d). The paper writes l_m for l there.", SOURCE, ("full", "times"),
             "as many pairs"),
        Plan("products", "Multiplications", "A pair costs d for its score, and d more in the weighted sum.", SOURCE,
             ("products",), lambda trace, _: f"with d = {trace.d}"),
    )  # fmt: skip
    odd = (
        ("one-block", lambda trace: trace.number == 1, "One block holds the whole image: that is full attention."),
        ("no-memory", lambda trace: trace.number > 1 and trace.length == trace.l_q,
         "Without memory no block knows of another, and the first position of each sees nothing."),
        ("padding", lambda trace: trace.number * trace.l_q > trace.n,
         "The blocks don't divide the image: they have {0.number} * {0.l_q} queries for {0.n} positions."),
        ("dearer", lambda trace: trace.pairs > trace.full, "So much is padding that full attention has fewer pairs."),
    )  # fmt: skip
    notes = property(lambda trace: tuple([Note(code, told.format(trace)) for code, so, told in trace.odd if so(trace)]))
    across = property(lambda trace: trace.width * trace.channels)
    value = property(lambda trace: f"{trace.pairs:,} pairs")
    told = property(lambda trace: "Row {}, column {} sees {}".format(*trace.pixel, runs(trace.seen_by(*trace.pixel))))
    about = property(lambda trace: ("1D" if trace.is_flat else "2D", f"{trace.height} × {trace.across} positions"))
    why = property(lambda trace: f"{so_many(trace.number, 'block')} of {trace.l_q:,} queries, each with a memory of "
                   f"{trace.length:,} keys. Full attention has {trace.full:,} pairs.")  # fmt: skip

    @cached_property
    def blocks(self) -> tuple[tuple[list[Place], list[Place]], ...]:
        """Each query block and its memory block, in the order of generation, with padding."""
        (high, wide), (up, side) = self.query, self.memory
        if self.is_flat:
            line = [divmod(place, self.across) for place in range(-side, self.n + wide)]
            starts = range(0, self.n, wide)
            return tuple([(line[at + side : at + side + wide], line[at : at + side + wide]) for at in starts])
        corners = product(range(0, self.height, high), range(0, self.across, wide))
        return tuple([([*product(range(top, top + high), range(left, left + wide))],
                       [*product(range(top - up, top + high), range(left - side, left + wide + side))])
                      for top, left in corners])  # fmt: skip

    @cached_property
    def generated(self) -> dict[Place, Place]:
        """Of each place in the image as how many-th it is generated, and in which block, both from 1."""
        inside = {*product(range(self.height), range(self.across))}
        found = ((one, at) for at, (query, _) in enumerate(self.blocks, 1) for one in query if one in inside)
        return {place: (at, block) for at, (place, block) in enumerate(found, 1)}

    @cached_property
    def counts(self) -> list[tuple[int, int, int]]:
        """Of each block how many queries and keys are in the image, and how many keys in earlier blocks."""
        homes = {place: block for place, (_, block) in self.generated.items()}
        each = ([[homes[one] for one in part if one in homes] for part in both] for both in self.blocks)
        return [(len(query), len(memory), sum(home < query[0] for home in memory)) for query, memory in each]

    def seen_by(self, row: int, column: int) -> tuple[int, ...]:
        """The positions that one sees, numbered row by row, from 1 as rows and columns are."""
        at, block = self.generated[row - 1, column - 1]
        memory = (one for one in self.blocks[block - 1][1] if self.generated.get(one, (at,))[0] < at)
        return tuple([self.across * row + column + 1 for row, column in memory])

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
        row, column = divmod(at, self.across)
        seen, (order, block) = self.seen_by(row + 1, column + 1), self.generated[row, column]
        return at + 1, row + 1, column + 1, block, order, runs(seen), len(seen)


def runs(places: Sequence[int]) -> str:
    """Numbers, those that follow each other as the first and the last: 1–3, 7."""
    runs = [[one for _, one in run] for _, run in groupby(enumerate(places), lambda pair: pair[1] - pair[0])]
    return ", ".join("–".join(map(str, dict.fromkeys((run[0], run[-1])))) for run in runs) or "nothing"


def pair(given: object, where: str, least: int, most: Place) -> Place:
    """Rows and columns; where one number is given and `most` has one row, so many columns."""
    pair = check_list(given, where, "a pair: (rows, columns)")
    if len(pair) != 2:
        raise InputError(where, so_many(len(pair), "number"), "a pair: (rows, columns)")
    rows, wide = (check_whole(one, f"{where}[{at}]", least, most[at], _BOTH) for at, one in enumerate(pair))
    return rows, wide


def local_attention(
    height: int, width: int, *, query: int | Place, memory: int | Place, channels: int = 1, d: int = 1,
    pixel: Place | None = None,
) -> LocalAttention:  # fmt: skip
    """Local attention over an image, as a trace: how many query-key pairs it computes (Parmar et al. 2018, section 3).

    1D where `query` and `memory` are numbers of positions, row by row. 2D where both are pairs: the rows and columns of
    a query block, and how far its memory reaches up, and to either side. With `channels=3` each pixel is three
    positions beside each other, as in the paper's [h, 3w, d]. `d` is how many numbers a position has, `pixel` the row
    and column, from 1, of the one that is drawn. InputError says what is wrong with an input.

    >>> local_attention(2, 3, query=2, memory=2).pairs
    12
    """
    high, wide = check_whole(height, "height", 1, MOST), check_whole(width, "width", 1, MOST)
    deep, size = check_whole(channels, "channels", 1, 4), check_whole(d, "d", 1, _COUNTED)
    whole, is_flat = (high, wide * deep), not isinstance(query, list | tuple)
    if is_flat:
        most = high * wide * deep
        block = 1, check_whole(query, "query", 1, most, _BOTH)
        more = 0, check_whole(memory, "memory", 0, most, _BOTH)
    else:
        block, more = pair(query, "query", 1, whole), pair(memory, "memory", 0, whole)
    shown_one = pair(((whole[0] + 1) // 2, (whole[1] + 1) // 2) if pixel is None else pixel, "pixel", 1, whole)
    made = LocalAttention(high, wide, deep, block, more, is_flat, shown_one, size)
    if made.number * made.length > _COUNTED:
        raise InputError("memory", f"{made.number:,} blocks of {made.length:,} keys", f"at most {_COUNTED:,} keys")
    return made
