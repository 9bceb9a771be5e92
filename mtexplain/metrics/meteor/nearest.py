"""Links where nothing else counts: as many as can be, between the nearest places (Denkowski and Lavie 2014, section 2).

What is added up is how far the two places of each link are from each other.
"""

from collections.abc import Mapping

from mtexplain.metrics.meteor.links import Options, Pair, groups

_FAR = 1 << 62  # farther than any two places are


def nearest(options: Options) -> tuple[Pair, ...]:
    """As many links as can be, from left to right, whose places differ least, added up.

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
