"""The search for the fewest chunks: the largest sets of adjacent links that agree with each other.

Adjacent links are two links of neighbours in the candidate with neighbours in the reference, in the same order:
(i, j) stands for the links of i with j, and of i + 1 with j + 1. A chunk of n links holds n - 1 of these pairs. So an
alignment of m links in which there are b has m - b chunks, and the fewest chunks are the most adjacent links that agree
with each other. Two contradict each other where together they link a word twice.

Of one kind, "of the" say, at most as many agree as the text with fewer of them has, which is BLEU's clipping. So many
are looked for first, then one less, and so on until they are found.

In general this is hard (it holds the minimum common string partition: Goldstein, Kolman and Zheng 2004), and takes time
that grows exponentially with the pairs that contradict each other. In a sentence these are few, and fall into small
sets. So the search is bounded, and says where the bound was met.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from mtexplain.metrics.meteor.links import Options, Pair

_MOST_TRIED, _MOST_SETS, _MOST_WORDS = 60_000, 64, 300
"""How many beginnings of a set are tried, how many sets are kept, and among how many words we search at all."""

Adjacent = tuple[Pair, ...]
"""Adjacent links, each by the first of its two."""
Accepts = Callable[[Adjacent], bool]


def adjacent_links(options: Options) -> Adjacent:
    """All adjacent links that these options allow.

    >>> adjacent_links({0: (0, 3), 1: (1,), 2: (2,)})
    ((0, 0), (1, 1))
    """
    return tuple(
        (word, partner)
        for word, partners in options.items()
        if (following := options.get(word + 1))
        for partner in partners
        if partner + 1 in following
    )


def linked(chosen: Iterable[Pair]) -> dict[int, int]:
    """The links that adjacent ones are.

    >>> linked([(0, 4), (1, 5)])
    {0: 4, 1: 5, 2: 6}
    """
    return {word + step: partner + step for word, partner in chosen for step in (0, 1)}


def rivals(adjacent: Adjacent, tie: Callable[[int], int | None]) -> Iterator[Adjacent]:
    """Adjacent links in sets, so that those of different sets can be chosen apart: they don't contradict each other.

    `tie` gives the group of a word, where the links of that group restrict each other in other ways as well.
    """
    near: dict[tuple[str, int], list[Pair]] = {}
    for pair in adjacent:
        for key in _keys(pair, tie):
            near.setdefault(key, []).append(pair)
    seen: set[Pair] = set()
    for pair in adjacent:
        if pair in seen:
            continue
        waiting, found = [pair], {pair}
        while waiting:
            one = waiting.pop()
            others = {
                other for key in _keys(one, tie) for other in near[key] if key[0] == "tied" or _differ(one, other)
            }
            waiting += others - found
            found |= others
        seen |= found
        yield tuple(sorted(found))


def _keys(pair: Pair, tie: Callable[[int], int | None]) -> Iterator[tuple[str, int]]:
    """What adjacent links touch: two words, two partners, and groups that tie it to others."""
    for step in (0, 1):
        yield "word", pair[0] + step
        yield "partner", pair[1] + step
        if (group := tie(pair[0] + step)) is not None:
            yield "tied", group


def _differ(one: Pair, other: Pair) -> bool:
    """Whether two adjacent links that touch each other contradict each other: they do not go on in the same line."""
    return one[1] - one[0] != other[1] - other[0]


class Largest(NamedTuple):
    """The largest sets of adjacent links that agree.

    `proven`: there is none larger. `complete`: there is no other as large.
    """

    sets: tuple[Adjacent, ...]
    proven: bool = True
    complete: bool = True


def anything(adjacent: Adjacent) -> bool:
    """Accepts every set."""
    return True


def largest_sets(rivals: Adjacent, kind: Callable[[int], object], accepts: Accepts = anything) -> Largest:
    """All largest sets of adjacent links that agree, out of these, among the sets that are accepted.

    `kind` is the same for words that may be linked with the same words. A part of an accepted set is accepted too.

    >>> largest_sets(((0, 0), (0, 5), (1, 1)), str).sets
    (((0, 0), (1, 1)),)
    """
    if len(rivals) == 1 and accepts(rivals):
        return Largest((rivals,))
    search = _Search(rivals, kind, accepts)
    if len(search.words) > _MOST_WORDS:
        return Largest((_greedy(rivals, accepts),), proven=False, complete=False)
    for size in range(search.most, 0, -1):
        search.extended(size, 0, 0, None, ())
        stopped = search.tried > _MOST_TRIED
        if search.found:
            return Largest(tuple(search.found), complete=not stopped and len(search.found) < _MOST_SETS)
        if stopped:
            return Largest((_greedy(rivals, accepts),), proven=False, complete=False)
    return Largest(((),))


class _Search:
    """All sets of so many adjacent links, the words taken from left to right."""

    def __init__(self, rivals: Adjacent, kind: Callable[[int], object], accepts: Accepts) -> None:
        self.accepts, self.tried = accepts, 0
        self.found: list[Adjacent] = []
        self.dead_ends: set[object] = set()
        self.partners: dict[int, list[int]] = {}
        places: dict[object, int] = {}
        for word, partner in rivals:
            self.partners.setdefault(word, []).append(partner)
            named = kind(word), kind(word + 1)
            places[named] = places.get(named, 0) | 1 << partner
        self.words = sorted(self.partners)
        # From each word on: how many pairs of each kind the candidate still has, and where the reference has them.
        left: Counter[object] = Counter()
        self.still = [[(0, 0)]]
        self.within = [0]
        for word in reversed(self.words):
            left[kind(word), kind(word + 1)] += 1
            self.still.append([(count, places[named]) for named, count in left.items()])
            self.within.append(self.within[-1] | sum(3 << partner for partner in self.partners[word]))
        self.still.reverse()
        self.within.reverse()
        self.most = sum(min(count, mask.bit_count()) for count, mask in self.still[0])

    def extended(self, needed: int, row: int, used: int, last: int | None, chosen: Adjacent) -> bool:
        """Whether these are the beginning of sets with so many more; those found are kept.

        `used` are the reference places that are linked, as a mask; `last` is the one the word of this row has already.
        """
        if not needed:
            self.found.append(chosen)
            return True
        if self.tried > _MOST_TRIED or len(self.found) >= _MOST_SETS or not self.possible(needed, row, used, last):
            return False
        key = row, used & self.within[row], last, needed, chosen if self.accepts is not anything else ()
        if key in self.dead_ends:
            return False
        self.tried += 1
        word = self.words[row]
        follows = row + 1 < len(self.words) and self.words[row + 1] == word + 1
        any_found = False
        for partner in self.partners[word]:
            longer = (*chosen, (word, partner))
            free = last == partner if last is not None else not used >> partner & 1
            if free and not used >> partner + 1 & 1 and self.accepts(longer):
                now = used | 3 << partner
                any_found |= self.extended(needed - 1, row + 1, now, partner + 1 if follows else None, longer)
        any_found |= self.extended(needed, row + 1, used, None, chosen)
        if not any_found:
            self.dead_ends.add(key)
        return any_found

    def possible(self, needed: int, row: int, used: int, last: int | None) -> bool:
        """Whether there may be so many more: of each kind as many as both texts still have."""
        free = ~(used | used >> 1)
        if last is not None and not used >> last + 1 & 1:
            free |= 1 << last
        return sum(min(count, (mask & free).bit_count()) for count, mask in self.still[row]) >= needed


def _greedy(rivals: Adjacent, accepts: Accepts) -> Adjacent:
    """A large set, quickly: the longest line of adjacent links, then the longest that agrees with it, and so on."""
    chosen: Adjacent = ()
    while lines := _lines(rivals, chosen):
        longest = max(lines, key=len)
        while longest and not accepts((*chosen, *longest)):
            longest = longest[:-1]
        if not longest:
            break
        chosen = (*chosen, *longest)
    return tuple(sorted(chosen))


def _lines(rivals: Adjacent, chosen: Adjacent) -> list[Adjacent]:
    """What still agrees with those chosen, in lines that could be a chunk."""
    partner_of = linked(chosen)
    word_of = {partner: word for word, partner in partner_of.items()}
    free = {
        (word, partner)
        for word, partner in rivals
        if (word, partner) not in chosen
        and all(partner_of.get(word + step, partner + step) == partner + step for step in (0, 1))
        and all(word_of.get(partner + step, word + step) == word + step for step in (0, 1))
    }
    lines = []
    for word, partner in sorted(free):
        if (word - 1, partner - 1) not in free:
            line = [(word, partner)]
            while (following := (line[-1][0] + 1, line[-1][1] + 1)) in free:
                line.append(following)
            lines.append(tuple(line))
    return lines
