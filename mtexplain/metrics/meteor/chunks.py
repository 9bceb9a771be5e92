"""The largest set of links with the fewest chunks: the alignment of Denkowski and Lavie 2014, section 2.

All stages are looked at together. Of the alignments that link most words, those with the fewest chunks are best; of
these, one whose places in the two texts differ least, added up.
"""

from collections.abc import Iterable, Mapping
from itertools import islice, product
from math import prod

from mtexplain.metrics.meteor.chunk_search import Adjacent, adjacent_links, anything, largest_sets, linked, rivals
from mtexplain.metrics.meteor.groups import groups, in_order, is_crowded, most_links
from mtexplain.metrics.meteor.links import Chosen, Options, Pair

_FAR = 1 << 62
_MOST_SETS = 256
"""How many alignments with the fewest chunks are compared by their distances."""


def fewest_chunks(options: Options) -> Chosen:
    """The links to choose from these options.

    >>> fewest_chunks({0: (0, 2), 1: (3,)}).pairs
    ((0, 2), (1, 3))
    """
    found = groups(options)
    if is_crowded(found):
        return Chosen(in_order(found, options), "chunks")
    number = {word: place for place, group in enumerate(found) for word in group.words}
    loose = {place for place, group in enumerate(found) if not group.whole}

    def accepts(chosen: Adjacent) -> bool:
        """Whether these links leave it possible to link as many words as can be: where all go with all, they do."""
        partner_of = linked(chosen)
        return all(_can_be_full(options, found[place].words, partner_of) for place in loose)

    def tie(word: int) -> int | None:
        return number[word] if number[word] in loose else None

    alone = {word for group in found if group.settled for word in group.words}
    adjacent = adjacent_links(options)
    sure = {pair for pair in adjacent if pair[0] in alone and pair[0] + 1 in alone}
    parts = [
        largest_sets(one, number.__getitem__, accepts if loose else anything)
        for one in rivals(tuple(pair for pair in adjacent if pair not in sure), tie)
    ]
    together = product((tuple(sure),), *(part.sets for part in parts))
    best = min((_completed(options, sets) for sets in islice(together, _MOST_SETS)), key=_distance)
    if not all(part.proven for part in parts):
        return Chosen(best, "chunks")
    compared = all(part.complete for part in parts) and prod(len(part.sets) for part in parts) <= _MOST_SETS
    return Chosen(best, "" if compared else "distance")


def _completed(options: Options, sets: Iterable[Adjacent]) -> tuple[Pair, ...]:
    """The links that adjacent ones are, and for the words that are left the nearest."""
    partner_of = linked(pair for one in sets for pair in one)
    taken = set(partner_of.values())
    left = {
        word: tuple(partner for partner in partners if partner not in taken)
        for word, partners in options.items()
        if word not in partner_of
    }
    rest = nearest({word: partners for word, partners in left.items() if partners})
    return tuple(sorted((*partner_of.items(), *rest)))


def _distance(pairs: Iterable[Pair]) -> int:
    return sum(abs(word - partner) for word, partner in pairs)


def _can_be_full(options: Options, words: tuple[int, ...], partner_of: dict[int, int]) -> bool:
    """Whether the words of a group can still have as many links as without those given."""
    mine = {word: options[word] for word in words}
    given = {word: partner_of[word] for word in words if word in partner_of}
    rest = {word: partners for word, partners in mine.items() if word not in given}
    return len(given) + most_links(rest, sum(1 << partner for partner in given.values())) == most_links(mine)


def nearest(options: Options) -> tuple[Pair, ...]:
    """As many links as can be, from left to right, whose places differ least, added up: where nothing else counts.

    >>> nearest({0: (1, 5), 4: (1, 5)})
    ((0, 1), (4, 5))
    """
    pairs: list[Pair] = []
    for group in groups(options):
        if group.settled:
            pairs += zip(group.words, group.partners, strict=True)
        else:
            pairs += _nearest({word: options[word] for word in group.words})
    return tuple(sorted(pairs))


def _nearest(options: Options) -> list[Pair]:
    """The links of one group.

    Word after word gets a partner, each time by the way that adds least: a word may take the partner of another, which
    then takes another one (successive shortest paths, found as Bellman and Ford do).
    """
    word_of: dict[int, int] = {}
    while path := _cheapest_path(options, word_of):
        word_of.update((partner, word) for word, partner in path)
    return [(word, partner) for partner, word in word_of.items()]


def _cheapest_path(options: Options, word_of: Mapping[int, int]) -> list[Pair]:
    """New pairs that link one more word: those on the way from a free word to a free partner that adds least."""
    partner_of = {word: partner for partner, word in word_of.items()}
    cost = {word: 0 if word not in partner_of else _FAR for word in options}
    reached: dict[int, tuple[int, int]] = {}
    moved = [word for word in options if word not in partner_of]
    while moved:
        again: dict[int, None] = {}
        for word in moved:
            for partner in options[word]:
                price = cost[word] + abs(word - partner)
                if partner != partner_of.get(word) and price < reached.get(partner, (_FAR, 0))[0]:
                    reached[partner] = price, word
                    other = word_of.get(partner)
                    if other is not None:
                        cost[other] = price - abs(other - partner)
                        again[other] = None
        moved = list(again)
    free = [(price, partner) for partner, (price, _) in reached.items() if partner not in word_of]
    path: list[Pair] = []
    if free:
        _, last = min(free)
        step: int | None = last
        while step is not None:
            word = reached[step][1]
            path.append((word, step))
            step = partner_of.get(word)
    return path
