"""The alignment as the program Meteor 1.5 searches it: a beam of 40 beginnings, along the words of the reference.

It differs from the paper in four ways. Where beginnings are compared only exact matches count: another counts 1/2,
which is cut off to 0 when it is added to a whole number. A distance is added to the wrong beginning. A link without a
rival is set from the start, whatever it breaks. And what falls out of the beam is lost. We do what it does.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

from mtexplain.metrics.meteor.links import Link, Options

_WIDTH = 40
_NOWHERE = -1

Trail = tuple[()] | tuple[Link, "Trail"]
"""Links, the last first."""

Beginning = tuple[tuple[int, int, int], int, int, Trail]
"""Some words of the reference decided: the rank, where the open chunk would go on, the words taken, the links.

The rank is (minus the exact matches, the chunks that are closed, the distance): the lowest is best.
"""

_rank = itemgetter(0)


def searched(stages: Mapping[str, Options], reference_length: int) -> tuple[Link, ...]:
    """The links that the program chooses from the options of these stages, in the order of the candidate.

    >>> searched({"exact": {0: (0, 2), 1: (3,)}}, 4)
    (Link(candidate=0, reference=2, stage='exact'), Link(candidate=1, reference=3, stage='exact'))
    """
    listed = _by_reference(stages, reference_length)
    settled = _without_rivals(listed)
    taken = sum(1 << link.candidate for link in settled.values())
    beam: list[Beginning] = [((0, 0, 0), _NOWHERE, taken, ())]
    for place, links in enumerate(listed):
        best = sorted(beam, key=_rank)[:_WIDTH]
        if place in settled:
            beam = [_longer(one, settled[place], True) for one in best]
        else:
            beam = [after for one in best for after in _after(one, links)]
    beam = [_closed(one) for one in sorted(beam, key=_rank)[:_WIDTH]]
    *_, trail = min(beam, key=_rank)
    return tuple(sorted(_followed(trail)))


def _by_reference(stages: Mapping[str, Options], length: int) -> list[list[Link]]:
    """The links of each word of the reference, stage by stage. Equal words are left to the first stage."""
    listed: list[list[Link]] = [[] for _ in range(length)]
    equal = stages["exact"]
    for name, options in stages.items():
        for word, partners in options.items():
            for partner in partners:
                if name == "exact" or partner not in equal.get(word, ()):
                    listed[partner].append(Link(word, partner, name))
    return listed


def _without_rivals(listed: Sequence[Sequence[Link]]) -> dict[int, Link]:
    """The links whose two words have no other link, by their place in the reference."""
    times = Counter(link.candidate for links in listed for link in links)
    alone = [links[0] for links in listed if len(links) == 1]
    return {link.reference: link for link in alone if times[link.candidate] == 1}


def _after(one: Beginning, links: Sequence[Link]) -> Iterator[Beginning]:
    """What becomes of a beginning with the next word of the reference: any link that is free, or none."""
    (exact, chunks, distance), end, taken, trail = one
    for link in links:
        if not taken >> link.candidate & 1:
            yield _longer(((exact, chunks, distance), end, taken, trail), link, False)
            distance += abs(link.candidate - link.reference)  # the slip: it belongs to the beginning just made
    yield _closed(((exact, chunks, distance), end, taken, trail))


def _longer(one: Beginning, link: Link, measured: bool) -> Beginning:
    """With one more link; where it does not go on the open chunk, that chunk is closed."""
    (exact, chunks, distance), end, taken, trail = one
    word, partner, stage = link
    if measured:
        distance += abs(word - partner)
    rank = exact - (stage == "exact"), chunks + (end not in (_NOWHERE, word)), distance
    return rank, word + 1, taken | 1 << word, (link, trail)


def _closed(one: Beginning) -> Beginning:
    """With a word left out: the open chunk is closed."""
    (exact, chunks, distance), end, taken, trail = one
    return one if end == _NOWHERE else ((exact, chunks + 1, distance), _NOWHERE, taken, trail)


def _followed(trail: Trail) -> Iterator[Link]:
    while trail:
        link, trail = trail
        yield link
