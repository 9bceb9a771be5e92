"""The largest set of links with the fewest crossings, which is the alignment of Banerjee and Lavie 2005, section 2.2.

Two links (i, j) and (k, l) cross if (i - k)(j - l) < 0. Of the sets with equally few crossings, a set with the fewest
chunks is taken. If there are several, it is the first that is found from left to right.

Two links within a whole group never cross in the best set, because swapping their ends removes that crossing and adds
none. A group with as many words as partners therefore leaves no choice.

The words of the other groups are decided in turn, from left to right. A way is a list of decisions so far. The search
always continues the cheapest way, where the cost includes the least that the remaining words can cost (A*). A way is
dropped if another way costs no more and has its partners no further right, because the other way allows every
continuation that this way allows. In a sentence few ways remain. At worst their number grows exponentially, and the
time with its square, so the search is bounded. If it reaches its bound, a quick search gives a good set that need not
be the best.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import chain, count, islice
from operator import attrgetter
from struct import pack
from typing import NamedTuple

from mtexplain.metrics.meteor.links import Chosen, Group, Options, Pair, groups, in_order, is_crowded, most_links
from mtexplain.waiting import announced

_SMALL, _MOST, _FEW = 40, 10_000, 200
"""The number of ways followed before any are compared, at most, and at most at each word in the quick search."""


class _Way(NamedTuple):
    """The decisions so far, as their cost, their links, the partners that each group has taken, and a mask of these."""

    cost: int
    pairs: tuple[Pair, ...]
    taken: tuple[tuple[int, ...], ...]
    mask: int


def fewest_crossings(options: Options, before: Iterable[Pair] = ()) -> Chosen:
    """Choose the links from these options. The links in `before` stay, and crossings with them count.

    >>> fewest_crossings({0: (0, 3), 1: (2,)}).pairs
    ((0, 0), (1, 2))
    """
    settled: list[Pair] = []
    left: list[Group] = []
    for group in groups(options):
        if group.whole and len(group.words) == len(group.partners):
            settled += zip(group.words, group.partners, strict=True)
        else:
            left.append(group)
    if not left:
        return Chosen(tuple(sorted(settled)))
    if is_crowded(left):
        chosen = Chosen(in_order(left, options), "crossings")
    else:
        chosen = _Walk(options, left, sorted((*before, *settled))).best()
    return Chosen(tuple(sorted((*settled, *chosen.pairs))), chosen.doubt)


class _Walk:
    """A walk from left to right over the words of the groups that leave a choice, alongside links that are certain."""

    def __init__(self, options: Options, left: Sequence[Group], sure: Sequence[Pair]) -> None:
        self.options, self.groups, self.sure = options, left, sure
        self.number = {word: number for number, group in enumerate(left) for word in group.words}
        self.words = sorted(self.number)
        self.tied = [number for number, group in enumerate(left) if not group.whole]
        self.crossing = len(sure) + len(self.words) + 1  # a crossing costs more than all possible chunks
        self.prices = list(self._prices())
        self.least = self._least()
        self.seen: list[dict[object, list[tuple[int, int, int]]]] = [{} for _ in self.words]

    def best(self) -> Chosen:
        last = len(self.words)
        waiting = [(self.least[0], 0, 0, _Way(0, (), ((),) * len(self.groups), 0))]
        turn = count(1)  # in a tie, the way that was found first is followed
        for followed in range(_MOST):
            _, row, _, way = heappop(waiting)
            if row == -last:
                return Chosen(way.pairs)
            if followed < _SMALL or self.is_worth_following(-row, way):
                for longer in self.extensions(-row, way):
                    heappush(waiting, (longer.cost + self.least[1 - row], row - 1, next(turn), longer))
        return Chosen(self.narrowed().pairs, "crossings")

    def narrowed(self) -> _Way:
        """A good way, found quickly by following only the cheapest few ways at each word."""
        self.seen = [{} for _ in (*self.words, 0)]
        ways = [_Way(0, (), ((),) * len(self.groups), 0)]
        for row in announced(range(len(self.words)), len(self.words), "METEOR", "words"):
            longer = sorted((longer for way in ways for longer in self.extensions(row, way)), key=attrgetter("cost"))
            ways = list(islice((way for way in longer if self.is_worth_following(row + 1, way)), _FEW))
        return ways[0]

    def _prices(self) -> Iterator[dict[int, int]]:
        """Yield the prices of each word's links, from the crossings with sure links and the neighbours that they join.

        Each neighbour that continues in the same order saves a chunk.
        """
        partner_of = dict(self.sure).get
        everything = sum(1 << partner for _, partner in self.sure)
        before, done = 0, 0
        for word in self.words:
            while done < len(self.sure) and self.sure[done][0] < word:
                before |= 1 << self.sure[done][1]
                done += 1
            price_of, behind = {}, everything ^ before
            for partner in self.options[word]:
                crossings = (before >> partner).bit_count() + (behind & (1 << partner) - 1).bit_count()
                joined = (partner_of(word - 1) == partner - 1) + (partner_of(word + 1) == partner + 1)
                price_of[partner] = self.crossing * crossings - joined
            yield price_of

    def _least(self) -> list[int]:
        """The lowest total price of each word and all words after it."""
        least = [0]
        for row in range(len(self.words) - 1, -1, -1):
            word = self.words[row]
            group = self.groups[self.number[word]]
            price = min(self.prices[row].values()) - (word - 1 in self.number)
            may_rest = not group.whole or len(group.words) > len(group.partners)
            least.append(least[-1] + (min(price, 0) if may_rest else price))
        return least[::-1]

    def extensions(self, row: int, way: _Way) -> Iterator[_Way]:
        """Yield the continuations of a way by the next word, with each partner that it may have or with none."""
        cost, pairs, taken, mask = way
        word, prices = self.words[row], self.prices[row]
        number = self.number[word]
        mine = taken[number]
        before, after = taken[:number], taken[number + 1 :]
        neighbour = pairs[-1][1] + 1 if pairs and pairs[-1][0] == word - 1 else -1
        for partner in self.choices(number, word, mine):
            if partner is None:
                yield way
                continue
            price = cost + prices[partner] + self.crossing * (mask >> partner).bit_count() - (partner == neighbour)
            yield _Way(price, (*pairs, (word, partner)), (*before, (*mine, partner), *after), mask | 1 << partner)

    def choices(self, number: int, word: int, taken: tuple[int, ...]) -> Iterable[int | None]:
        """The partners a word may have so that its group still gets as many links as it can; None means no partner."""
        words, partners, whole = self.groups[number]
        if not whole:
            return tied_choices(self.options, words, word, taken)
        missing = min(len(words), len(partners)) - len(taken)
        first = partners.index(taken[-1]) + 1 if taken else 0
        free = partners[first : len(partners) - missing + 1] if missing else ()
        return (*free, None) if len(words) - words.index(word) > missing else free

    def is_worth_following(self, row: int, way: _Way) -> bool:
        """True if no earlier way that decides the same words allows all the same continuations just as cheaply."""
        # Compare ways that have taken the same number of partners, and exactly the same partners in a tied group.
        alike = tuple(map(len, way.taken)), *(frozenset(way.taken[number]) for number in self.tied)
        standing = _packed(tuple(chain.from_iterable(way.taken)))
        guarded = standing | (guards := _guards(len(way.pairs)))
        # The next word may join the last word, which saves a chunk for ways that end where this way ends.
        end = way.pairs[-1][1] if way.pairs and way.pairs[-1][0] + 1 in self.words[row : row + 1] else -1
        seen = self.seen[row].setdefault(alike, [])
        for cost, their_end, theirs in seen:
            if cost + (end >= 0 and end != their_end) <= way.cost and (guarded - theirs) & guards == guards:
                return False
        seen.append((way.cost, end, standing))
        return True


def _packed(places: Sequence[int]) -> int:
    """Positions packed side by side into a number, 32 bits each, so that all can be compared at once."""
    return int.from_bytes(pack(f"<{len(places)}I", *places), "little")


@lru_cache(maxsize=1024)
def _guards(count: int) -> int:
    """The highest bit of each packed position. After a subtraction it is still set if the position is not smaller.

    >>> guards = _guards(2)
    >>> [((_packed((3, 5)) | guards) - _packed(other)) & guards == guards for other in ((3, 4), (2, 6))]
    [True, False]
    """
    return _packed((1 << 31,) * count)


def tied_choices(options: Options, words: Sequence[int], word: int, taken: Sequence[int]) -> Iterator[int | None]:
    """The partners a word of a tied group may have so that the group still gets as many links as it can.

    None means no partner. The partners of the words before it are in `taken`.

    >>> list(tied_choices({0: (1, 2), 1: (1,)}, (0, 1), 0, ()))
    [2]
    """
    following = {later: options[later] for later in words if later > word}
    mask = sum(1 << partner for partner in taken)
    most = most_links({word: options[word], **following}, mask)
    for partner in options[word]:
        if not mask >> partner & 1 and 1 + most_links(following, mask | 1 << partner) == most:
            yield partner
    if most_links(following, mask) == most:
        yield None
