"""Local attention: an image is made in blocks, and each position sees no more than the memory around its block.

Parmar et al. 2018, "Image Transformer", section 3.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, product

from mtexplain.display.blocks import Looks, Place, block_map
from mtexplain.display.parts import Cell, Note, Rows, Table, columns
from mtexplain.display.picture import Picture
from mtexplain.inputs import InputError, check_list, described
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import formula, quantity
from mtexplain.recipe.summary import Summary
from mtexplain.settings import check_whole

_SOURCE = "Parmar et al. 2018, section 3"
_MOST, _COUNTED, _PAIRS = 64, 10**6, 3 * 10**6
"""So many rows are enough; so many keys, and so many pairs, are counted one by one."""
_SEEN = columns(at="position", row="row", column="column", block="block", order="order", sees="sees", many="so many")
_LOOKS: Looks = {
    "p": ("here", "credited", "this position"),
    "q": ("credited", "credited", "seen: its own block, made earlier"),
    "m": ("length", "other", "seen: the rest of its memory, made earlier"),
    "x": ("clipped", "clipped", "masked: its block or memory, made later"),
    "0": ("missing", "unmatched", "padding: memory outside the image"),
    "·": ("unmatched", "unmatched", "out of reach"),
}


@dataclass(frozen=True, repr=False)
class LocalAttention(Summary):
    """Which position of an image sees which, and how many pairs that makes. Make one with `local_attention`."""

    shape: Place
    query: Place
    memory: Place
    pixel: Place
    is_flat: bool
    size: int

    measure, answer, kind = "local attention", "pairs", staticmethod(lambda trace: trace.is_flat)
    h = quantity("h", "how many rows there are")(lambda trace: trace.shape[0])
    w = quantity("w", "how many positions a row has")(lambda trace: trace.shape[1])
    d = quantity("d", "how many numbers a position has")(lambda trace: trace.size)
    h_q = quantity("h_q", "the rows of a query block")(lambda trace: trace.query[0])
    w_q = quantity("w_q", "the columns of a query block")(lambda trace: trace.query[1])
    h_m = quantity("h_m", "how far its memory reaches up")(lambda trace: trace.memory[0])
    w_m = quantity("w_m", "how far its memory reaches to either side")(lambda trace: trace.memory[1])
    l_m = quantity("l_m", "how many positions its memory has before it")(lambda trace: trace.memory[1])
    n = formula("n", "h * w")
    l_q = formula("l_q", {True: quantity("l_q", "as given")(lambda trace: trace.query[1]), False: "h_q * w_q"}, by=kind)
    length = formula("l", {True: "l_q + l_m", False: "(h_q + h_m) * (w_q + 2 * w_m)"}, by=kind)
    number = formula("B", {True: "ceil(n / l_q)", False: "ceil(h / h_q) * ceil(w / w_q)"}, by=kind)
    queries = quantity("Q", "the queries in the image", index="b")(lambda trace: trace.counts[0])
    keys = quantity("K", "the keys in the image", index="b")(lambda trace: trace.counts[1])
    earlier = quantity("E", "those of them in earlier blocks", index="b")(lambda trace: trace.counts[2])
    seen = formula("pairs_seen", "sum(queries * (earlier + (queries - 1) / 2))", convert=int)
    in_image = formula("pairs_image", "sum(queries * keys)")
    pairs = formula("pairs", "number * l_q * length")
    full = formula("pairs_full", "n ** 2")
    times = formula("times", "full / pairs", convert=float)
    products = formula("products", "2 * pairs * d")
    plan = (
        Plan("blocks", "Blocks", lambda trace, _: "Blocks are made one by one, as are the positions in each. All in "
             f"a block share a memory: it and what is {'before' if trace.is_flat else 'above, left and right of'} it. "
             "Outside the image are zeros.", _SOURCE, ("n", "l_q", "length", "number"), "cover the image"),
        Plan("mask", "What a position sees", "It sees what was made before it, not itself: its own value is what the "
             "model is asked for. All else in its memory gets the weight 0.", _SOURCE, (), "the one that is drawn",
             lambda trace, _: (trace.table,), outcome=lambda trace, _: str(len(trace.seen_by(*trace.pixel)))),
        Plan("pairs", "Query-key pairs", "Each query meets each key of its memory. The mask comes after that, so "
             "padding and later positions cost as much as what is seen.", _SOURCE, ("seen", "in_image", "pairs"),
             "with padding", where="Of block b, Q queries and K keys are in the image, E keys in earlier blocks"),
        Plan("cost", "Cost", "A pair costs d multiplications for its score, and d more in the weighted sum. Each of n "
             "positions meets l, not n: O(h w l d). The paper writes l_m for l there.", _SOURCE,
             ("products", "full", "times"), "times as many pairs in full attention"),
    )  # fmt: skip
    notes = property(lambda trace: tuple([Note(code, told) for code, told, is_so in (
        ("one-block", "One block holds the whole image: that is full attention.", trace.number == 1),
        ("no-memory", "Without memory no block sees another.", trace.length == trace.l_q < trace.n),
        ("padding", "Blocks reach beyond the image; zeros fill the rest.", trace.number * trace.l_q > trace.n),
    ) if is_so]))  # fmt: skip
    value = property(lambda trace: so_many(trace.pairs, "pair"))
    about = property(lambda trace: (
        "1D" if trace.is_flat else "2D", "{} × {} position".format(*trace.shape) + "s" * (trace.n > 1)))  # fmt: skip
    why = property(lambda trace: f"Each query meets {so_many(trace.length, 'key')}. "
                   f"Full attention has {so_many(trace.full, 'pair')}.")  # fmt: skip
    table = property(lambda trace: Table("", _SEEN, Rows(sorted(trace.order), trace._row), 3))
    order = cached_property(lambda trace: {place: at for at, place in enumerate(trace.homes, 1)})

    @cached_property
    def blocks(self) -> list[tuple[list[Place], list[Place]]]:
        """Each query block and its memory block, in the order of generation, with padding."""
        (high, wide), (up, side), (rows, across) = self.query, self.memory, self.shape
        if self.is_flat:
            line, starts = [divmod(at, across) for at in range(-side, self.n + wide)], range(0, self.n, wide)
            return [(line[at + side : at + side + wide], line[at : at + side + wide]) for at in starts]
        return [([*product(range(top, top + high), range(left, left + wide))],
                 [*product(range(top - up, top + high), range(left - side, left + wide + side))])
                for top in range(0, rows, high) for left in range(0, across, wide)]  # fmt: skip

    @cached_property
    def homes(self) -> dict[Place, int]:
        """Of each place in the image the number of its block, in the order of generation."""
        inside = {*product(*map(range, self.shape))}
        return {one: at for at, (query, _) in enumerate(self.blocks, 1) for one in query if one in inside}

    @cached_property
    def counts(self) -> list[tuple[int, ...]]:
        """Of all blocks the queries in the image, then the keys, then those of the keys that are in earlier blocks."""
        each = ([[self.homes[one] for one in part if one in self.homes] for part in both] for both in self.blocks)
        return [*zip(*((len(one), len(keys), sum(at < one[0] for at in keys)) for one, keys in each), strict=True)]

    def seen_by(self, row: int, column: int) -> tuple[int, ...]:
        """The positions that one sees, numbered row by row, from 1 as rows and columns are."""
        at, memory = self.order[row - 1, column - 1], self.blocks[self.homes[row - 1, column - 1] - 1][1]
        return tuple([self.shape[1] * y + x + 1 for y, x in memory if self.order.get((y, x), at) < at])

    def _row(self, place: Place) -> tuple[Cell, ...]:
        row, column = (one + 1 for one in place)
        seen, position = self.seen_by(row, column), self.shape[1] * place[0] + column
        return position, row, column, self.homes[place], self.order[place], runs(seen), len(seen)

    @property
    def picture(self) -> Picture:
        """The image around one position: the blocks, and what it sees."""
        here = self.pixel[0] - 1, self.pixel[1] - 1
        letters, now, block = dict.fromkeys(self.homes, "·"), self.order[here], self.homes[here]
        for place in self.blocks[block - 1][1]:
            at, mine = self.order.get(place, 0), self.homes.get(place) == block
            letters[place] = "0" if not at else "p" if at == now else "x" if at > now else "mq"[mine]
        told = "Row {}, column {} sees {}.".format(*self.pixel, runs(self.seen_by(*self.pixel)))
        return block_map(letters, self.homes, block, _LOOKS, told)


def runs(places: Iterable[int]) -> str:
    """Numbers, those that follow each other as the first and the last: 1–3, 7."""
    found = [[one for _, one in run] for _, run in groupby(enumerate(places), lambda pair: pair[1] - pair[0])]
    return ", ".join("–".join(map(str, dict.fromkeys((run[0], run[-1])))) for run in found) or "nothing"


def _pair(given: object, where: str, least: int, most: Place) -> Place:
    if len(pair := check_list(given, where, "a pair: (rows, columns)")) != 2:
        raise InputError(where, described(given), "a pair: (rows, columns)")
    return check_whole(pair[0], f"{where}[0]", least, most[0]), check_whole(pair[1], f"{where}[1]", least, most[1])


def local_attention(
    height: int, width: int, *, query: int | Place, memory: int | Place, d: int = 1, pixel: Place | None = None
) -> LocalAttention:
    """Local attention over an image, as a trace: how many query-key pairs it computes (Parmar et al. 2018, section 3).

    1D where `query` and `memory` are numbers of positions, row by row; 2D where they are pairs: the rows and columns of
    a query block, and how far its memory reaches up, and to either side. A colour image is three times as wide, as in
    the paper's [h, 3w, d]: a position for each channel. `d` is how many numbers each has; `pixel` the row and column,
    from 1, of the one that is drawn. InputError says what is wrong with an input.

    >>> local_attention(2, 3, query=2, memory=2).pairs
    24
    """
    shape = check_whole(height, "height", 1, _MOST), check_whole(width, "width", 1, 3 * _MOST)
    if is_flat := not isinstance(query, list | tuple):
        n = shape[0] * shape[1]
        block, more = (1, check_whole(query, "query", 1, n)), (0, check_whole(memory, "memory", 0, n))
    else:
        block, more = _pair(query, "query", 1, shape), _pair(memory, "memory", 0, shape)
    drawn = _pair([(one + 1) // 2 for one in shape] if pixel is None else pixel, "pixel", 1, shape)
    made = LocalAttention(shape, block, more, drawn, is_flat, check_whole(d, "d", 1, _COUNTED))
    check_whole(made.number * made.length, "keys of all blocks", 1, _COUNTED, "Larger query blocks need fewer.")
    if (pairs := made.n * made.length) > _PAIRS:
        raise InputError("memory", f"{pairs:,} pairs", f"at most {_PAIRS:,}", "A smaller memory, or smaller blocks.")
    return made
