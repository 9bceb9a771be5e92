"""How much two sentences have in common: the only evidence of what belongs to what."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

Bag = frozenset[str]


@lru_cache(maxsize=1 << 16)
def bag(text: str) -> Bag:
    """The words of a sentence in lower case; of one without spaces, its pairs of characters.

    >>> sorted(bag("The cat")), sorted(bag("猫坐在垫子"))
    (['cat', 'the'], ['在垫', '坐在', '垫子', '猫坐'])
    """
    words = text.lower().split()
    if len(words) == 1 and len(text) > 4 and not text.isascii():
        return frozenset(map("".join, pairwise(text)))
    return frozenset(words)


def alike(one: Bag, other: Bag) -> float:
    """The share of what both have in all that they have: from 0, nothing, to 1, all of it.

    >>> alike(bag("the cat"), bag("a cat"))
    0.5
    """
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0


def best(candidate: Bag, references: Sequence[Bag]) -> float:
    """How alike a candidate is to the reference that is most like it."""
    return max((alike(candidate, one) for one in references), default=0.0)


def fit(candidates: Sequence[str], groups: Sequence[Sequence[str]]) -> float:
    """How well candidates and their groups of references fit together, on the average.

    >>> fit(["a b"], [["a b", "c d"]])
    0.5
    """
    pairs = zip(candidates, groups, strict=False)
    found = [alike(bag(one), bag(each)) for one, group in pairs for each in group]
    return sum(found) / len(found) if found else 0.0
