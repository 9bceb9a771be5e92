"""Units that two texts share; and skip-bigrams: any two words in their order, whatever is between them (section 5).

With `max_skip` at most so many words may stand between the two: 0 leaves the neighbours, None any two.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from math import comb
from typing import NamedTuple

from mtexplain.counts import NGram

Tokens = Sequence[str]


class Count(NamedTuple):
    """One row of the table: a unit, how often the candidate has it, and how often each reference."""

    unit: NGram
    in_candidate: int
    in_references: tuple[int, ...]

    @property
    def overlaps(self) -> tuple[int, ...]:
        """How often it matches in each reference."""
        return tuple([min(self.in_candidate, count) for count in self.in_references])

    def overlap(self, place: int) -> int:
        """How often it matches in one reference: as often as both have it."""
        return min(self.in_candidate, self.in_references[place])


def shared(one: Sequence[Hashable], other: Sequence[Hashable]) -> int:
    """How many units two texts share: each as often as the text that has it less often.

    >>> shared("the the cat".split(), "the dog and the cat the".split())
    3
    """
    mine, theirs = set(one), set(other)
    if len(mine) == len(one) or len(theirs) == len(other):  # one of the two repeats nothing
        return len(mine & theirs)
    left: dict[Hashable, int] = {}  # quicker than a Counter for a few dozen units
    for unit in other:
        left[unit] = left.get(unit, 0) + 1
    found = 0
    for unit in one:
        if left.get(unit):
            left[unit] -= 1
            found += 1
    return found


def skip_bigrams(tokens: Tokens, max_skip: int | None = None) -> Iterator[tuple[str, str]]:
    """The skip-bigrams of a text, by their first word, then by their second.

    >>> [" ".join(pair) for pair in skip_bigrams("police killed the gunman".split(), 1)]
    ['police killed', 'police the', 'killed the', 'killed gunman', 'the gunman']
    """
    for place, first in enumerate(tokens):
        for second in tokens[place + 1 : _end(place, max_skip)]:
            yield first, second


def _end(place: int, max_skip: int | None) -> int | None:
    """Where the words end that may follow the one in this place."""
    return None if max_skip is None else place + 2 + max_skip


def number_of_pairs(words: int, max_skip: int | None = None) -> int:
    """How many skip-bigrams a text of so many words has: C(words, 2), or fewer where they may not lie far apart.

    >>> number_of_pairs(4), number_of_pairs(4, 1), number_of_pairs(4, 0)
    (6, 5, 3)
    """
    far = words - 1 if max_skip is None else min(max_skip + 1, words - 1)
    return comb(words, 2) - comb(words - far, 2) if words else 0


def between(max_skip: int) -> str:
    """How far apart the two words of a skip-bigram may stand, in words.

    >>> between(0), between(1), between(4)
    ('no word between', 'at most 1 word between', 'at most 4 words between')
    """
    return f"at most {max_skip} {'word' if max_skip == 1 else 'words'} between" if max_skip else "no word between"


def shared_pairs(one: Tokens, other: Tokens, max_skip: int | None = None) -> int:
    """How many skip-bigrams two texts share, each counted as often as the text that has it less often.

    All pairs with the same first word are counted together, and forgotten: long texts have very many.

    >>> shared_pairs("police killed the gunman".split(), "the gunman police killed".split())
    2
    """
    shared = set(one) & set(other)
    starts, other_starts = _starts(one, shared), _starts(other, shared)
    found = 0
    for first, places in starts.items():
        followers = _followers(one, places, max_skip)
        others = _followers(other, other_starts[first], max_skip)
        found += sum(min(count, others[second]) for second, count in followers.items() if second in others)
    return found


def _starts(tokens: Tokens, words: set[str]) -> dict[str, list[int]]:
    """The places of each of these words."""
    places: dict[str, list[int]] = {word: [] for word in words}
    for place, token in enumerate(tokens):
        if token in words:
            places[token].append(place)
    return places


def _followers(tokens: Tokens, places: list[int], max_skip: int | None) -> Counter[str]:
    """How often each word makes a skip-bigram with one of the words in these places."""
    counts: Counter[str] = Counter()
    for place in places:
        counts.update(tokens[place + 1 : _end(place, max_skip)])
    return counts
