"""The largest set of links with the fewest crossings: the alignment of Banerjee and Lavie 2005, section 2.2.

Two links (i, j) and (k, l) cross where (i - k)(j - l) < 0. Of sets with as few crossings the one with the fewest
chunks is taken, and of those the one further to the left.

Two links within a whole group never cross in the best set: swapping their ends takes that crossing away, and adds
none. So a group that has as many words as partners leaves no choice. Through the words of the others we walk from left
to right, with all ways to link the words so far. A way whose partners stand further right than those of another, at no
lower cost, is forgotten: whatever it can still become, the other can become too. In a sentence few are left. Where it
are too many, the dearest are dropped, and the result is only the best that was found.
"""

from collections.abc import Iterable, Iterator, Sequence
from operator import le
from typing import NamedTuple

from mtexplain.metrics.meteor.groups import Group, groups, in_order, is_crowded, most_links
from mtexplain.metrics.meteor.links import Chosen, Options, Pair

_MOST, _WIDE, _NARROW = 10_000, 1_000, 20
"""How many ways are followed in all, and at once; and how many from there on."""


class _Way(NamedTuple):
    """Some words linked: what that costs, the partners that each group has taken, and all of them as a mask."""

    cost: int
    pairs: tuple[Pair, ...]
    taken: tuple[tuple[int, ...], ...]
    mask: int


def fewest_crossings(options: Options, before: Iterable[Pair] = ()) -> Chosen:
    """The links to choose from these options. Those chosen `before` stay, and crossings with them count.

    >>> fewest_crossings({0: (0, 3), 1: (2,)}).pairs
    ((0, 0), (1, 2))
    """
    found = groups(options)
    settled = [one for one in found if one.whole and len(one.words) == len(one.partners)]
    pairs = [pair for one in settled for pair in zip(one.words, one.partners, strict=True)]
    if len(settled) == len(found):
        return Chosen(tuple(sorted(pairs)))
    left = [one for one in found if one not in settled]
    if is_crowded(left):
        chosen = Chosen(in_order(left, options), "crossings")
    else:
        chosen = _Walk(options, left, sorted((*before, *pairs))).best()
    return Chosen(tuple(sorted((*pairs, *chosen.pairs))), chosen.doubt)


class _Walk:
    """The words of the groups that leave a choice, from left to right, beside links that are sure."""

    def __init__(self, options: Options, open_groups: Sequence[Group], sure: Sequence[Pair]) -> None:
        self.options, self.groups, self.sure = options, open_groups, dict(sure)
        self.number = {word: number for number, group in enumerate(open_groups) for word in group.words}
        self.crossing = len(sure) + len(self.number) + 1  # one weighs more than all chunks there can be
        self.everything = sum(1 << partner for _, partner in sure)

    def best(self) -> Chosen:
        ways, width, followed = [_Way(0, (), ((),) * len(self.groups), 0)], _WIDE, 0
        for word in sorted(self.number):
            prices = self.prices(word)
            ways = self.kept([longer for way in ways for longer in self.longer(way, word, prices)], word)
            followed += len(ways)
            if followed > _MOST or len(ways) > _WIDE:
                width = _NARROW
            ways = ways[:width]
        return Chosen(ways[0].pairs, "" if width == _WIDE else "crossings")

    def prices(self, word: int) -> dict[int, int]:
        """What each link of a word costs beside the sure ones: its crossings with them, less the neighbours it joins.

        Each neighbour that goes on in the same order makes one chunk less.
        """
        left = sum(1 << partner for one, partner in self.sure.items() if one < word)
        right, sure = self.everything ^ left, self.sure.get
        found = {}
        for partner in self.options[word]:
            crossings = (left >> partner).bit_count() + (right & (1 << partner) - 1).bit_count()
            joined = (sure(word - 1) == partner - 1) + (sure(word + 1) == partner + 1)
            found[partner] = self.crossing * crossings - joined
        return found

    def longer(self, way: _Way, word: int, prices: dict[int, int]) -> Iterator[_Way]:
        """The ways to go on with a word: each partner that it may have, and none."""
        number = self.number[word]
        taken = way.taken[number]
        for partner in self.choices(self.groups[number], word, taken):
            if partner is None:
                yield way
                continue
            joined = way.pairs[-1:] == ((word - 1, partner - 1),)
            cost = way.cost + prices[partner] + self.crossing * (way.mask >> partner).bit_count() - joined
            now = (*way.taken[:number], (*taken, partner), *way.taken[number + 1 :])
            yield _Way(cost, (*way.pairs, (word, partner)), now, way.mask | 1 << partner)

    def choices(self, group: Group, word: int, taken: tuple[int, ...]) -> Iterator[int | None]:
        """The partners a word may have so that the group still gets as many links as it can; None for none."""
        rest = group.words[group.words.index(word) + 1 :]
        if group.whole:
            needed = min(len(group.words), len(group.partners)) - len(taken)
            first = group.partners.index(taken[-1]) + 1 if taken else 0
            yield from group.partners[first : len(group.partners) - needed + 1] if needed else ()
            if len(rest) >= needed:
                yield None
            return
        following = {one: self.options[one] for one in rest}
        mask = sum(1 << partner for partner in taken)
        most = most_links({word: self.options[word], **following}, mask)
        for partner in self.options[word]:
            if not mask >> partner & 1 and 1 + most_links(following, mask | 1 << partner) == most:
                yield partner
        if most_links(following, mask) == most:
            yield None

    def kept(self, ways: list[_Way], word: int) -> list[_Way]:
        """The ways that no other makes needless, the cheapest first."""
        found: dict[object, list[tuple[_Way, tuple[int, ...], int]]] = {}
        for way in sorted(ways):
            # Ways are compared that have taken the same number of partners, and the same ones of a tied group.
            alike = tuple(
                len(taken) if group.whole else tuple(sorted(taken))
                for group, taken in zip(self.groups, way.taken, strict=True)
            )
            standing = tuple(
                place for group, taken in zip(self.groups, way.taken, strict=True) if group.whole for place in taken
            )
            # The next word may join this one, which makes one chunk less for ways that end here alone.
            end = way.pairs[-1][1] if word + 1 in self.number and way.pairs and way.pairs[-1][0] == word else -1
            others = found.setdefault(alike, [])
            if not any(
                other.cost + (end >= 0 and end != their_end) <= way.cost and all(map(le, theirs, standing))
                for other, theirs, their_end in others
            ):
                others.append((way, standing, end))
        return sorted(way for others in found.values() for way, _, _ in others)
