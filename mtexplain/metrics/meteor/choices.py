"""What could have been linked: where each word may go, how many alignments there are, what other rules choose."""

from dataclasses import replace
from typing import NamedTuple

from mtexplain.metrics.meteor.against import Against
from mtexplain.metrics.meteor.groups import groups
from mtexplain.metrics.meteor.links import Options, united
from mtexplain.metrics.meteor.stages import stages

AT_ONCE = ("chunks", "beam")
"""The rules that look at all stages together."""

MANY = 10**6
"""So many alignments, or more."""

_QUICK = ("crossings", "chunks", "greedy")


class Other(NamedTuple):
    """The rule of an alignment, and what it makes of the same texts; `chosen` is the one that is in force."""

    align: str
    against: Against
    chosen: bool


def possible(one: Against) -> dict[str, Options]:
    """For each stage the links it allows between the words that were left to it.

    >>> from mtexplain.metrics.meteor.rules import PAPER
    >>> possible(Against(("the", "cat"), ("the", "cats", "the"), PAPER))
    {'exact': {0: (0, 2)}, 'stem': {1: (1,)}}
    """
    found: dict[str, Options] = {}
    ours, theirs = list(enumerate(one.candidate)), list(enumerate(one.reference))
    for stage in stages(one.rules):
        options = stage.options(ours, theirs)
        if one.rules.align in AT_ONCE:
            earlier = united(found.values())
            options = {
                word: rest
                for word, partners in options.items()
                if (rest := tuple(partner for partner in partners if partner not in earlier.get(word, ())))
            }
        else:
            mine = [link for link in one.alignment.links if link.stage == stage.name]
            ours = [word for word in ours if word[0] not in {link.candidate for link in mine}]
            theirs = [word for word in theirs if word[0] not in {link.reference for link in mine}]
        found[stage.name] = options
    return found


def number_of_alignments(one: Against) -> int | None:
    """How many alignments link as many words, stage by stage or at once; None where they are laborious to count.

    It stops counting at a million.

    >>> from mtexplain.metrics.meteor.rules import PAPER
    >>> number_of_alignments(Against(("the", "cat"), ("the", "cat", "the"), PAPER))
    2
    """
    by_stage = possible(one)
    listed = [united(by_stage.values())] if one.rules.align in AT_ONCE else list(by_stage.values())
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
    names = (one.rules.align, *(name for name in _QUICK if name != one.rules.align))
    return [
        Other(name, Against(one.candidate, one.reference, replace(one.rules, align=name)), name == one.rules.align)
        for name in names
    ]
