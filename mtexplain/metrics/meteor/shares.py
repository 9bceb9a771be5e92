"""What share of a text is matched: precision of the candidate, recall of the reference.

Each match counts as much as its stage, and as its word: a content word counts delta, a function word 1 - delta
(Denkowski and Lavie 2014, section 2). In METEOR of 2005 everything counts 1.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from mtexplain.metrics.meteor.function_words import LISTS
from mtexplain.metrics.meteor.rules import MeteorRules
from mtexplain.metrics.meteor.stages import NAMES


class Number(NamedTuple):
    """How many words: content words, and function words. Where no delta parts them, all are content words."""

    content: int
    function: int

    def weighed(self, delta: Fraction | None) -> Fraction:
        """All of them, each with its weight.

        >>> Number(3, 2).weighed(Fraction(3, 4)), Number(3, 2).weighed(None)
        (Fraction(11, 4), Fraction(5, 1))
        """
        if delta is None:
            return Fraction(self.content + self.function)
        return delta * self.content + (1 - delta) * self.function


class Matched(NamedTuple):
    """The words of one text that a stage has matched, and what such a match counts."""

    stage: str
    weight: Fraction
    number: Number


@dataclass(frozen=True)
class Share:
    """The matched words of a text, out of all its words."""

    stages: tuple[Matched, ...]
    words: Number
    delta: Fraction | None = None

    @cached_property
    def matched(self) -> Fraction:
        """What the matches count, all together."""
        return sum((one.weight * one.number.weighed(self.delta) for one in self.stages), Fraction(0))

    @cached_property
    def total(self) -> Fraction:
        """What all words count, matched or not."""
        return self.words.weighed(self.delta)

    @cached_property
    def value(self) -> Fraction | None:
        """The share, 0 to 1; None where nothing counts, which is not 0.

        >>> Share((Matched("exact", Fraction(1), Number(6, 0)),), Number(7, 0)).value
        Fraction(6, 7)
        """
        return self.matched / self.total if self.total else None

    def __float__(self) -> float:
        """The value as a float. ZeroDivisionError where nothing counts."""
        return float(self.matched / self.total)

    def __format__(self, spec: str) -> str:
        """As counted, or its value as a float in that format."""
        return format(float(self), spec) if spec else str(self)

    def __str__(self) -> str:
        """As counted, never reduced, with six digits at most: 6/7, or 4.35/5 where words have weights."""
        return f"{float(self.matched):g}/{float(self.total):g}"


def share(tokens: Sequence[str], matches: Iterable[tuple[int, str]], rules: MeteorRules) -> Share:
    """The share of a text that is matched; `matches` are the places of its matched words, each with its stage.

    >>> from mtexplain.metrics.meteor.rules import PAPER
    >>> share(("a", "cat"), [(1, "exact")], PAPER).value
    Fraction(1, 2)
    """
    stages: dict[str, list[int]] = {}
    for place, stage in matches:
        stages.setdefault(stage, []).append(place)
    function = function_places(tokens, rules)
    found = []
    for name, weight in zip(NAMES, rules.weights, strict=True):
        if name in stages:
            low = sum(place in function for place in stages[name])
            found.append(Matched(name, weight, Number(len(stages[name]) - low, low)))
    return Share(tuple(found), Number(len(tokens) - len(function), len(function)), rules.delta)


def counts_alike(rules: MeteorRules) -> bool:
    """Whether every word and every match counts 1."""
    return rules.delta is None and rules.weights.count(Fraction(1)) == len(NAMES)


def function_places(tokens: Sequence[str], rules: MeteorRules) -> frozenset[int]:
    """Where the function words of a text stand, whatever their capitals; nowhere, where no delta asks for them."""
    if rules.delta is None:
        return frozenset()
    listed = rules.function_words
    words = LISTS[listed] if isinstance(listed, str) else frozenset(word.lower() for word in listed)
    return frozenset(place for place, token in enumerate(tokens) if token.lower() in words)
