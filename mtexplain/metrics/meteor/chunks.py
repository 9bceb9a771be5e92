"""The largest set of links with the fewest chunks: the alignment of Denkowski and Lavie 2014, section 2.

All stages are looked at together. Of the alignments that link most words, those with the fewest chunks are best; of
these, one whose places in the two texts differ least, added up.
"""

from collections.abc import Iterable
from itertools import islice, product
from math import prod

from mtexplain.metrics.meteor.agreeing import anything, largest_agreeing
from mtexplain.metrics.meteor.bonds import Bonds, bonds, linked, rivals
from mtexplain.metrics.meteor.groups import groups, in_order, is_crowded, most_links
from mtexplain.metrics.meteor.links import Chosen, Options, Pair
from mtexplain.metrics.meteor.nearest import nearest

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

    def accepts(chosen: Bonds) -> bool:
        """Whether these bonds leave it possible to link as many words as can be: where all go with all, they do."""
        partner_of = linked(chosen)
        return all(_can_be_full(options, found[place].words, partner_of) for place in loose)

    def tie(word: int) -> int | None:
        return number[word] if number[word] in loose else None

    parts = [
        largest_agreeing(one, number.__getitem__, accepts if loose else anything) for one in rivals(bonds(options), tie)
    ]
    together = product(*(part.sets for part in parts))
    best = min((_completed(options, sets) for sets in islice(together, _MOST_SETS)), key=_distance)
    if not all(part.proven for part in parts):
        return Chosen(best, "chunks")
    compared = all(part.complete for part in parts) and prod(len(part.sets) for part in parts) <= _MOST_SETS
    return Chosen(best, "" if compared else "distance")


def _completed(options: Options, sets: Iterable[Bonds]) -> tuple[Pair, ...]:
    """The links that the bonds make, and for the words that are left the nearest."""
    partner_of = linked(bond for one in sets for bond in one)
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
