"""Bonds: neighbours in the candidate that may be linked with neighbours in the reference, in the same order.

A chunk of n links is held together by n - 1 bonds. So an alignment of m links with b bonds has m - b chunks, and the
fewest chunks are the most bonds that agree with each other.

A bond (i, j) links i with j, and i + 1 with j + 1. Two bonds contradict each other where together they link a word
twice.
"""

from collections.abc import Callable, Iterable, Iterator

from mtexplain.metrics.meteor.links import Options, Pair

Bonds = tuple[Pair, ...]


def bonds(options: Options) -> Bonds:
    """Every bond that these options allow.

    >>> bonds({0: (0, 3), 1: (1,), 2: (2,)})
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
    """The links that bonds make.

    >>> linked([(0, 4), (1, 5)])
    {0: 4, 1: 5, 2: 6}
    """
    return {word + step: partner + step for word, partner in chosen for step in (0, 1)}


def rivals(all_bonds: Bonds, tie: Callable[[int], int | None]) -> Iterator[Bonds]:
    """The bonds in sets, so that those of different sets can be chosen apart: they don't contradict each other.

    `tie` gives the group of a word, where the links of that group restrict each other in other ways as well.
    """
    near: dict[tuple[str, int], list[Pair]] = {}
    for bond in all_bonds:
        for key in _keys(bond, tie):
            near.setdefault(key, []).append(bond)
    seen: set[Pair] = set()
    for bond in all_bonds:
        if bond in seen:
            continue
        waiting, found = [bond], {bond}
        while waiting:
            one = waiting.pop()
            others = {
                other for key in _keys(one, tie) for other in near[key] if key[0] == "tied" or _differ(one, other)
            }
            waiting += others - found
            found |= others
        seen |= found
        yield tuple(sorted(found))


def _keys(bond: Pair, tie: Callable[[int], int | None]) -> Iterator[tuple[str, int]]:
    """What a bond touches: two words, two partners, and groups that tie it to others."""
    for step in (0, 1):
        yield "word", bond[0] + step
        yield "partner", bond[1] + step
        if (group := tie(bond[0] + step)) is not None:
            yield "tied", group


def _differ(one: Pair, other: Pair) -> bool:
    """Whether two bonds that touch each other contradict each other: they do not go on in the same line."""
    return one[1] - one[0] != other[1] - other[0]
