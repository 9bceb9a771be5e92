"""The words that may be linked, because they are equal, have the same stem, or are synonyms.

Each of these relations is a stage of the alignment (Banerjee and Lavie 2005, section 2.2). Words that compete for the
same partners form a group. The choice in a group does not restrict the other groups.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from mtexplain.inputs import InputTypeError, described
from mtexplain.metrics.meteor.rules import Rules2005
from mtexplain.text.stemming import Stemmer, stemmer_of

Placed = Sequence[tuple[int, str]]
"""Words, each with its position in the text, from 0."""

Options = dict[int, tuple[int, ...]]
"""For each position in the candidate, in order, the positions in the reference it may be linked with, in order."""

Pair = tuple[int, int]
"""Two linked positions, in the candidate and in the reference."""

Finder = Callable[[Placed, Placed], Options]
"""A function that lists the possible links between the words of a candidate and the words of a reference."""

_MOST_LINKS = 40_000
_FAR = 1 << 62  # farther apart than any two positions


class Chosen(NamedTuple):
    """The links of an alignment, from left to right. `doubt` is the doubt of an `Alignment`."""

    pairs: tuple[Pair, ...]
    doubt: str = ""


class Link(NamedTuple):
    """A word of the candidate and a word of the reference, by their positions from 0, and the stage that allows it."""

    candidate: int
    reference: int
    stage: str


def exact(candidate: Placed, reference: Placed) -> Options:
    """The links between equal words.

    >>> exact([(0, "the"), (1, "dog")], [(0, "a"), (1, "dog"), (2, "dog")])
    {1: (1, 2)}
    """
    positions_of: dict[str, list[int]] = {word: [] for _, word in candidate}
    for position, word in reference:
        if word in positions_of:
            positions_of[word].append(position)
    partners = {word: tuple(listed) for word, listed in positions_of.items() if listed}
    return {position: partners[word] for position, word in candidate if word in partners}


def stemmed(stem: Callable[[str], str], find: Finder = exact) -> Finder:
    """A finder that is given the stems of words instead of the words, and by default links equal stems.

    >>> stemmed(str.lower)([(0, "The")], [(3, "the")])
    {0: (3,)}
    """

    def options(candidate: Placed, reference: Placed) -> Options:
        return find(*([(position, stem(word)) for position, word in text] for text in (candidate, reference)))

    return options


def synonymous(pairs: Iterable[tuple[str, str]]) -> Finder:
    """A finder of links between words that form a pair, in either order.

    >>> synonymous([("car", "auto")])([(0, "auto")], [(0, "a"), (1, "car")])
    {0: (1,)}
    """
    synonyms: dict[str, set[str]] = {}
    for word, synonym in pairs:
        synonyms.setdefault(word, set()).add(synonym)
        synonyms.setdefault(synonym, set()).add(word)

    def options(candidate: Placed, reference: Placed) -> Options:
        allowed: Options = {}
        for position, word in candidate:
            known = synonyms.get(word, set())
            if partners := tuple(partner for partner, other in reference if other in known):
                allowed[position] = partners
        return allowed

    return options


def union(listed: Iterable[Mapping[int, tuple[int, ...]]]) -> Options:
    """All links that any of the stages allows."""
    every: dict[int, set[int]] = {}
    for options in listed:
        for position, partners in options.items():
            every.setdefault(position, set()).update(partners)
    return {position: tuple(sorted(every[position])) for position in sorted(every)}


def stages(rules: Rules2005) -> dict[str, Finder]:
    """The stages that these rules ask for, by name, each with the function that lists its links.

    InputError if a stemmer is not installed.

    >>> from mtexplain.metrics.meteor.rules import PAPER
    >>> list(stages(PAPER))
    ['exact', 'stem']
    """
    return {name: _finder(name, rules) for name in rules.stages}


def _finder(stage: str, rules: Rules2005) -> Finder:
    if stage == "exact":
        return exact
    if stage == "stem":
        return stemmed(stemmer(rules))
    find = _synonyms(rules.synonyms)
    return stemmed(stemmer(rules), find) if rules.looked_up == "stems" and rules.stem != "none" else find


_synonyms = lru_cache(maxsize=16)(synonymous)
"""A cache, so that a dictionary is read only once and not for each sentence."""


def stemmer(rules: Rules2005) -> Stemmer:
    """The stemmer of rules that use stems."""
    return stemmer_of(rules.stem) if isinstance(rules.stem, str) else _checking(rules.stem)


def _checking(stem: Stemmer) -> Stemmer:
    """A user's own stemmer, with a check of its stems."""

    def checked(word: str) -> str:
        try:
            stemmed_word: object = stem(word)
        except Exception as error:
            error.add_note(f"The stemmer failed on {described(word)}.")
            raise
        if not isinstance(stemmed_word, str):
            raise InputTypeError("stem", f"{described(stemmed_word)} for {described(word)}", "a string for each word")
        return stemmed_word

    return checked


# Groups.


class Group(NamedTuple):
    """Positions in the candidate, and the positions in the reference that any of them may be linked with.

    `whole` is True if each word may be linked with each partner, as equal words may. This need not hold for synonyms,
    because b may be a synonym of a and of c although a and c are not synonyms.
    """

    words: tuple[int, ...]
    partners: tuple[int, ...]
    whole: bool = True

    @property
    def settled(self) -> bool:
        """True if there is nothing to choose, because the group has a single word and a single partner."""
        return len(self.words) == 1 == len(self.partners)


def groups(options: Options) -> list[Group]:
    """The words in groups, in the order of their first words.

    >>> groups({0: (1, 4), 1: (2,), 3: (1, 4)})
    [Group(words=(0, 3), partners=(1, 4), whole=True), Group(words=(1,), partners=(2,), whole=True)]
    """
    alike: dict[tuple[int, ...], list[int]] = {}
    for word, partners in options.items():
        alike.setdefault(partners, []).append(word)
    if sum(map(len, alike)) == len({partner for partners in alike for partner in partners}):
        return [Group(tuple(words), partners) for partners, words in alike.items()]
    return _tied(alike)


def _tied(alike: Mapping[tuple[int, ...], list[int]]) -> list[Group]:
    """Merge the groups that share a partner."""
    tied: list[tuple[set[int], set[int], bool]] = []
    for partners, words in alike.items():
        mine, theirs, whole = set(words), set(partners), True
        for group in [group for group in tied if group[1] & theirs]:
            tied.remove(group)
            mine, theirs, whole = mine | group[0], theirs | group[1], False
        tied.append((mine, theirs, whole))
    return sorted(Group(tuple(sorted(words)), tuple(sorted(partners)), whole) for words, partners, whole in tied)


def is_crowded(groups: Iterable[Group]) -> bool:
    """True if there are more possible links than a search should consider, as in a very long, repetitive text."""
    return sum(len(group.words) * len(group.partners) for group in groups) > _MOST_LINKS


def in_order(groups: Iterable[Group], options: Options) -> tuple[Pair, ...]:
    """Link words without a search. The first word of a group gets its first partner, the second its second.

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


def most_links(options: Mapping[int, tuple[int, ...]], taken: int = 0) -> int:
    """The most words that can be linked at once, if the positions in the mask `taken` are no longer free.

    The words find partners in turn, and earlier words may have to move to another partner (Kuhn 1955).

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


# Links if nothing else counts, as many as possible and between the nearest positions (Denkowski and Lavie 2014).


def nearest(options: Options) -> tuple[Pair, ...]:
    """As many links as possible, from left to right, with the smallest sum of distances.

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
    """The links of a single group.

    The words get partners in turn, each time along the path that adds the smallest distance. A word may take the
    partner of another word, which then takes a different partner. (These are successive shortest paths, found with the
    Bellman-Ford algorithm.)
    """
    word_of: dict[int, int] = {}
    while path := _cheapest_path(options, word_of):
        word_of.update((partner, word) for word, partner in path)
    return [(word, partner) for partner, word in word_of.items()]


def _cheapest_path(options: Options, word_of: Mapping[int, int]) -> list[Pair]:
    """New pairs that link one more word, along a path from a free word to a free partner.

    Of all such paths, it is the path that adds the least distance.
    """
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
