"""Words that compete for the same partners: the choice in one group of them leaves the other groups their own."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mtexplain.metrics.meteor.links import Options, Pair

_MOST_LINKS = 40_000


class Group(NamedTuple):
    """Places in the candidate, and the places in the reference that any of them may be linked with.

    `whole` says that each may be linked with each, as equal words may. Synonyms need not: a may go with b and b with
    c, and a not with c.
    """

    words: tuple[int, ...]
    partners: tuple[int, ...]
    whole: bool = True

    @property
    def settled(self) -> bool:
        """Whether there is nothing to choose: one word, one partner."""
        return len(self.words) == 1 == len(self.partners)


def groups(options: Options) -> list[Group]:
    """The words in groups, in the order of their first words.

    >>> groups({0: (1, 4), 1: (2,), 3: (1, 4)})
    [Group(words=(0, 3), partners=(1, 4), whole=True), Group(words=(1,), partners=(2,), whole=True)]
    """
    alike: dict[tuple[int, ...], list[int]] = {}
    for place, partners in options.items():
        alike.setdefault(partners, []).append(place)
    if sum(map(len, alike)) == len({partner for partners in alike for partner in partners}):
        return [Group(tuple(words), partners) for partners, words in alike.items()]
    return _tied(alike)


def _tied(alike: Mapping[tuple[int, ...], list[int]]) -> list[Group]:
    """Groups that share a partner made one."""
    found: list[tuple[set[int], set[int], bool]] = []
    for partners, words in alike.items():
        mine, theirs, whole = set(words), set(partners), True
        for one in [one for one in found if one[1] & theirs]:
            found.remove(one)
            mine, theirs, whole = mine | one[0], theirs | one[1], False
        found.append((mine, theirs, whole))
    return sorted(Group(tuple(sorted(words)), tuple(sorted(partners)), whole) for words, partners, whole in found)


def is_crowded(groups: Iterable[Group]) -> bool:
    """Whether there are more possible links than a search should look at: those of a very long, repetitive text."""
    return sum(len(group.words) * len(group.partners) for group in groups) > _MOST_LINKS


def in_order(groups: Iterable[Group], options: Options) -> tuple[Pair, ...]:
    """Links without a search: the first word of a group with its first partner, the second with the second.

    >>> in_order([Group((0, 2), (1, 3, 4))], {})
    ((0, 1), (2, 3))
    """
    pairs: list[Pair] = []
    for group in groups:
        if group.whole:
            pairs += zip(group.words, group.partners, strict=False)
            continue
        taken: set[int] = set()
        for word in group.words:
            free = next((partner for partner in options[word] if partner not in taken), None)
            if free is not None:
                taken.add(free)
                pairs.append((word, free))
    return tuple(sorted(pairs))


def tied_choices(options: Options, words: Sequence[int], word: int, taken: Sequence[int]) -> Iterator[int | None]:
    """The partners a word of a tied group may have so that the group still gets as many links as it can.

    None stands for no partner. The words before it have theirs: `taken`.

    >>> list(tied_choices({0: (1, 2), 1: (1,)}, (0, 1), 0, ()))
    [2]
    """
    following = {one: options[one] for one in words if one > word}
    mask = sum(1 << partner for partner in taken)
    most = most_links({word: options[word], **following}, mask)
    for partner in options[word]:
        if not mask >> partner & 1 and 1 + most_links(following, mask | 1 << partner) == most:
            yield partner
    if most_links(following, mask) == most:
        yield None


def most_links(options: Mapping[int, tuple[int, ...]], taken: int = 0) -> int:
    """How many of the words can be linked at once, where the places in the mask `taken` are not free any more.

    One word after the other finds a partner, for which others may have to move on (Kuhn 1955).

    >>> most_links({0: (1,), 1: (1, 2), 2: (2,)})
    2
    """
    word_of: dict[int, int] = {}

    def finds_a_partner(word: int, asked: set[int]) -> bool:
        for partner in options[word]:
            if not taken >> partner & 1 and partner not in asked:
                asked.add(partner)
                if partner not in word_of or finds_a_partner(word_of[partner], asked):
                    word_of[partner] = word
                    return True
        return False

    return sum(finds_a_partner(word, set()) for word in options)
