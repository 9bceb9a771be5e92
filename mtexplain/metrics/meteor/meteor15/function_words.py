"""Counts of content and function words. Function words are the most frequent words, which carry little meaning.

The lists come from Meteor 1.5. They are in function_words.toml, which is under Meteor's licence, the LGPL 2.1. If delta
is above 1/2, function words count less than the other words, which are called content words.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from mtexplain import data

LISTS: Mapping[str, frozenset[str]] = {
    name: frozenset(words.split()) for name, words in data.read(__package__, "function_words.toml").items()
}
"""The lists by the names of their languages."""


class Number(NamedTuple):
    """The numbers of content words and function words. Without a delta, all words are content words."""

    content: int
    function: int


class Words(NamedTuple):
    """The numbers of words in a text, first of the words that each stage has linked, then of all words."""

    linked: tuple[Number, ...]
    all: Number


def count_words(
    tokens: Sequence[str], linked: Iterable[tuple[int, str]], stages: Sequence[str], function_words: frozenset[str]
) -> Words:
    """Count the words of a text; `linked` are the positions of the linked words, each with its stage.

    Function words are found in upper and lower case.

    >>> count_words(("The", "cat", "sat"), [(0, "exact"), (1, "exact")], ["exact"], frozenset({"the"}))
    Words(linked=(Number(content=1, function=1),), all=Number(content=2, function=1))
    """
    function = _positions(tuple(tokens), function_words)
    counts = {(stage, is_function): 0 for stage in stages for is_function in (False, True)}
    for position, stage in linked:
        counts[stage, position in function] += 1
    by_stage = tuple(Number(counts[stage, False], counts[stage, True]) for stage in stages)
    return Words(by_stage, Number(len(tokens) - len(function), len(function)))


@lru_cache(maxsize=256)
def _positions(tokens: tuple[str, ...], function_words: frozenset[str]) -> frozenset[int]:
    return frozenset(position for position, token in enumerate(tokens) if token.lower() in function_words)
