"""The largest set of links with the fewest chunks, which is the alignment of Denkowski and Lavie 2014, section 2.

All stages are considered together. Of the alignments that link the most words, the best have the fewest chunks. Of
these, an alignment with the smallest sum of distances between linked positions is taken.

Two adjacent links join neighbours in the candidate with neighbours in the reference, in the same order. The pair (i, j)
means the links of i with j and of i + 1 with j + 1. A chunk of n links holds n - 1 of these pairs, so an alignment of m
links with b pairs has m - b chunks. The fewest chunks therefore come from the most pairs that are compatible. Two pairs
are in conflict if together they link a word twice.

Of the pairs of one kind, say "of the", no more are compatible than there are in the text with fewer of them. This is
BLEU's clipping. The search tries this number first, then one less, and so on until it finds a set.

In general the problem is hard (it includes the minimum common string partition; see Goldstein, Kolman and Zheng 2004),
and takes time that grows exponentially with the number of conflicting pairs. In a sentence these are few, and fall into
small sets. The search is bounded all the same, and says if it reached its bound.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, product
from math import prod
from typing import NamedTuple

from mtexplain.metrics.meteor.links import Chosen, Options, Pair, groups, in_order, is_crowded, most_links, nearest

_MOST_TRIED, _MOST_SETS, _MOST_WORDS = 60_000, 64, 300
"""The limits on the incomplete sets that are tried, the sets that are kept, and the words that are searched."""
_MOST_COMPARED = 256
"""The limit on the alignments with the fewest chunks that are compared by their distances."""

Adjacent = tuple[Pair, ...]
"""Pairs of adjacent links, each given by its first link."""
Accepts = Callable[[Adjacent], bool]


def fewest_chunks(options: Options) -> Chosen:
    """Choose the links from these options.

    >>> fewest_chunks({0: (0, 2), 1: (3,)}).pairs
    ((0, 2), (1, 3))
    """
    competing = groups(options)
    if is_crowded(competing):
        return Chosen(in_order(competing, options), "chunks")
    number_of = {word: number for number, group in enumerate(competing) for word in group.words}
    loose = {number for number, group in enumerate(competing) if not group.whole}

    def accepts(chosen: Adjacent) -> bool:
        """True if these pairs still allow the most links in every group. They always do in a whole group."""
        partner_of = links_of(chosen)
        return all(_can_be_full(options, competing[number].words, partner_of) for number in loose)

    def tie(word: int) -> int | None:
        return number_of[word] if number_of[word] in loose else None

    alone = {word for group in competing if group.settled for word in group.words}
    adjacent = adjacent_links(options)
    sure = {pair for pair in adjacent if pair[0] in alone and pair[0] + 1 in alone}
    parts = [
        largest_sets(adjacent_rivals, number_of.__getitem__, accepts if loose else anything)
        for adjacent_rivals in rivals(tuple(pair for pair in adjacent if pair not in sure), tie)
    ]
    together = product((tuple(sure),), *(part.sets for part in parts))
    best = min((_completed(options, sets) for sets in islice(together, _MOST_COMPARED)), key=_distance)
    doubts = {part.doubt for part in parts}
    if prod(len(part.sets) for part in parts) > _MOST_COMPARED:
        doubts.add("distance")
    return Chosen(best, next((doubt for doubt in ("chunks", "distance") if doubt in doubts), ""))


def _completed(options: Options, sets: Iterable[Adjacent]) -> tuple[Pair, ...]:
    """The links of these pairs, and the nearest links of the remaining words."""
    partner_of = links_of(pair for adjacent in sets for pair in adjacent)
    taken = set(partner_of.values())
    left = {
        word: tuple(partner for partner in partners if partner not in taken)
        for word, partners in options.items()
        if word not in partner_of
    }
    added = nearest({word: partners for word, partners in left.items() if partners})
    return tuple(sorted((*partner_of.items(), *added)))


def _distance(pairs: Iterable[Pair]) -> int:
    return sum(abs(word - partner) for word, partner in pairs)


def _can_be_full(options: Options, words: tuple[int, ...], partner_of: dict[int, int]) -> bool:
    """True if the words of a group can still have as many links as they could without the given links."""
    mine = {word: options[word] for word in words}
    given = {word: partner_of[word] for word in words if word in partner_of}
    free = {word: partners for word, partners in mine.items() if word not in given}
    return len(given) + most_links(free, sum(1 << partner for partner in given.values())) == most_links(mine)


def adjacent_links(options: Options) -> Adjacent:
    """All pairs of adjacent links that these options allow.

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


def links_of(chosen: Iterable[Pair]) -> dict[int, int]:
    """The links of these pairs of adjacent links.

    >>> links_of([(0, 4), (1, 5)])
    {0: 4, 1: 5, 2: 6}
    """
    return {word + step: partner + step for word, partner in chosen for step in (0, 1)}


def rivals(adjacent: Adjacent, tie: Callable[[int], int | None]) -> Iterator[Adjacent]:
    """Yield the pairs in sets that can be searched separately, because pairs of different sets are compatible.

    `tie` returns the group of a word if the links of that group restrict each other in other ways as well.
    """
    near: dict[tuple[str, int], list[Pair]] = {}
    for pair in adjacent:
        for key in _keys(pair, tie):
            near.setdefault(key, []).append(pair)
    seen: set[Pair] = set()
    for pair in adjacent:
        if pair in seen:
            continue
        waiting, contradicting = [pair], {pair}
        while waiting:
            current = waiting.pop()
            touching = {
                other
                for key in _keys(current, tie)
                for other in near[key]
                if key[0] == "tied" or _differ(current, other)
            }
            waiting += touching - contradicting
            contradicting |= touching
        seen |= contradicting
        yield tuple(sorted(contradicting))


def _keys(pair: Pair, tie: Callable[[int], int | None]) -> Iterator[tuple[str, int]]:
    """Yield the two words and the two partners of a pair, and the groups that tie it to other links."""
    for step in (0, 1):
        yield "word", pair[0] + step
        yield "partner", pair[1] + step
        if (group := tie(pair[0] + step)) is not None:
            yield "tied", group


def _differ(pair: Pair, other: Pair) -> bool:
    """True if two pairs with a common word or partner are not on the same diagonal, so that they are in conflict."""
    return pair[1] - pair[0] != other[1] - other[0]


class Largest(NamedTuple):
    """The largest sets of compatible pairs.

    `doubt` is "chunks" if a larger set may exist, "distance" if another set of the same size may exist, and empty if
    the search was complete.
    """

    sets: tuple[Adjacent, ...]
    doubt: str = ""


def anything(adjacent: Adjacent) -> bool:
    """Accept every set."""
    return True


def largest_sets(rivals: Adjacent, kind: Callable[[int], object], accepts: Accepts = anything) -> Largest:
    """All the largest sets of compatible pairs that can be taken from these pairs and are accepted.

    `kind` returns the same value for words that may be linked with the same words. A part of an accepted set is
    accepted too.

    >>> largest_sets(((0, 0), (0, 5), (1, 1)), str).sets
    (((0, 0), (1, 1)),)
    """
    if len(rivals) == 1 and accepts(rivals):
        return Largest((rivals,))
    search = _Search(rivals, kind, accepts)
    if len(search.words) > _MOST_WORDS:
        return Largest((_greedy(rivals, accepts),), "chunks")
    for size in range(search.most, 0, -1):
        search.extend((), size, row=0, used=0, last=None)
        stopped = search.tried > _MOST_TRIED
        if search.sets:
            return Largest(tuple(search.sets), "distance" if stopped or len(search.sets) >= _MOST_SETS else "")
        if stopped:
            return Largest((_greedy(rivals, accepts),), "chunks")
    return Largest(((),))


class _Search:
    """A search for all sets of a given number of pairs, which takes the words from left to right."""

    def __init__(self, rivals: Adjacent, kind: Callable[[int], object], accepts: Accepts) -> None:
        self.accepts, self.tried = accepts, 0
        self.sets: list[Adjacent] = []
        self.dead_ends: set[object] = set()
        self.partners: dict[int, list[int]] = {}
        partners_of: dict[object, int] = {}
        for word, partner in rivals:
            self.partners.setdefault(word, []).append(partner)
            kinds = kind(word), kind(word + 1)
            partners_of[kinds] = partners_of.get(kinds, 0) | 1 << partner
        self.words = sorted(self.partners)
        # From each word on, the number of pairs of each kind in the candidate, and their positions in the reference.
        left: Counter[object] = Counter()
        self.still = [[(0, 0)]]
        self.within = [0]
        for word in reversed(self.words):
            left[kind(word), kind(word + 1)] += 1
            self.still.append([(count, partners_of[kinds]) for kinds, count in left.items()])
            self.within.append(self.within[-1] | sum(3 << partner for partner in self.partners[word]))
        self.still.reverse()
        self.within.reverse()
        self.most = sum(min(count, mask.bit_count()) for count, mask in self.still[0])

    def extend(self, chosen: Adjacent, needed: int, row: int, used: int, last: int | None) -> bool:
        """Keep every set that adds the needed number of pairs to the chosen pairs. Return True if there is any.

        `row` is the index of the next word to decide. `used` is a mask of the linked positions in the reference, and
        `last` is the position with which this word is linked already.
        """
        if not needed:
            self.sets.append(chosen)
            return True
        if self.tried > _MOST_TRIED or len(self.sets) >= _MOST_SETS or not self.can_have(needed, row, used, last):
            return False
        key = row, used & self.within[row], last, needed, chosen if self.accepts is not anything else ()
        if key in self.dead_ends:
            return False
        self.tried += 1
        word = self.words[row]
        follows = row + 1 < len(self.words) and self.words[row + 1] == word + 1
        completes = False
        for partner in self.partners[word]:
            longer = (*chosen, (word, partner))
            free = last == partner if last is not None else not used >> partner & 1
            if free and not used >> partner + 1 & 1 and self.accepts(longer):
                now = used | 3 << partner
                completes |= self.extend(longer, needed - 1, row + 1, now, partner + 1 if follows else None)
        completes |= self.extend(chosen, needed, row + 1, used, None)
        if not completes:
            self.dead_ends.add(key)
        return completes

    def can_have(self, needed: int, row: int, used: int, last: int | None) -> bool:
        """True if the needed pairs may exist, if each kind counts as often as in the text that has fewer of it left."""
        free = ~(used | used >> 1)
        if last is not None and not used >> last + 1 & 1:
            free |= 1 << last
        return sum(min(count, (mask & free).bit_count()) for count, mask in self.still[row]) >= needed


def _greedy(rivals: Adjacent, accepts: Accepts) -> Adjacent:
    """Find a large set quickly, from the longest line of pairs, then the longest line that is compatible, and so on."""
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
    """The pairs that are compatible with the chosen pairs, in lines that could each be a chunk."""
    partner_of = links_of(chosen)
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
