"""What other alignments there are: how many that link as many words, and those that other rules choose."""

from dataclasses import replace
from typing import NamedTuple

from mtexplain.metrics.meteor.against import Against
from mtexplain.metrics.meteor.alignment import AT_ONCE
from mtexplain.metrics.meteor.groups import groups
from mtexplain.metrics.meteor.links import united

MANY = 10**6
"""So many alignments, or more."""

_QUICK = ("crossings", "chunks", "greedy")


class Other(NamedTuple):
    """The rule of an alignment, and what it makes of the same texts; `chosen` is the one that is in force."""

    align: str
    against: Against
    chosen: bool


def number_of_alignments(one: Against) -> int | None:
    """How many alignments link as many words, stage by stage or at once; None where they are laborious to count.

    It stops counting at a million.

    >>> from mtexplain.metrics.meteor.rules import PAPER
    >>> number_of_alignments(Against(("the", "cat"), ("the", "cat", "the"), PAPER))
    2
    """
    listed = list(one.possible.values())
    if one.rules.align in AT_ONCE:
        listed = [united(listed)]
    found = [group for options in listed for group in groups(options)]
    if not all(group.whole for group in found):
        return None
    number = 1
    for group in found:
        least, most = sorted((len(group.words), len(group.partners)))
        for free in range(most, most - least, -1):
            if (number := number * free) >= MANY:
                return MANY
    return number


def others(one: Against) -> list[Other]:
    """The same two texts aligned by this rule and by others, this one first."""
    rest = (name for name in _QUICK if name != one.rules.align)
    made = [(name, Against(one.candidate, one.reference, replace(one.rules, align=name))) for name in rest]
    return [Other(one.rules.align, one, True), *(Other(name, other, False) for name, other in made)]
