"""The alignment as the program Meteor 1.5 searches it: a beam of 40 beginnings, along the words of the reference.

It differs from the paper in four ways. Where beginnings are compared only exact matches count: another counts 1/2,
which is cut off to 0 when it is added to a whole number. A distance is added to the wrong beginning. A link without a
rival is set from the start, whatever it breaks. And what falls out of the beam is lost. We do what it does.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mtexplain.metrics.meteor.links import Link, Options

_WIDTH = 40


class _Beginning(NamedTuple):
    """Some words of the reference decided: what this won and lost, the links, and the words they took, as a mask."""

    exact: int = 0
    chunks: int = 0
    distance: int = 0
    end: int | None = None
    taken: int = 0
    links: tuple[Link, ...] = ()

    @property
    def rank(self) -> tuple[int, int, int]:
        """The best comes first: more exact matches, then fewer chunks, then less distance."""
        return -self.exact, self.chunks, self.distance

    def longer(self, link: Link) -> "_Beginning":
        """With one more link; where it does not go on the chunk that is open, that chunk is counted."""
        exact, broken = link.stage == "exact", self.end is not None and self.end != link.candidate
        return _Beginning(
            self.exact + exact,
            self.chunks + broken,
            self.distance,
            link.candidate + 1,
            self.taken | 1 << link.candidate,
            (*self.links, link),
        )

    def closed(self) -> "_Beginning":
        """With a word left out: the chunk that is open is counted."""
        return self if self.end is None else self._replace(chunks=self.chunks + 1, end=None)


def searched(stages: Sequence[tuple[str, Options]], reference_length: int) -> tuple[Link, ...]:
    """The links that the program chooses from the options of these stages, in the order of the candidate.

    >>> searched([("exact", {0: (0, 2), 1: (3,)})], 4)
    (Link(candidate=0, reference=2, stage='exact'), Link(candidate=1, reference=3, stage='exact'))
    """
    listed = _by_reference(stages, reference_length)
    settled = _without_rivals(listed)
    start = _Beginning(taken=sum(1 << link.candidate for link in settled.values()))
    beam = [start]
    for place, links in enumerate(listed):
        best = sorted(beam, key=lambda one: one.rank)[:_WIDTH]
        beam = [after for one in best for after in _after(one, links, settled.get(place))]
    beam = [one.closed() for one in sorted(beam, key=lambda one: one.rank)[:_WIDTH]]
    return tuple(sorted(min(beam, key=lambda one: one.rank).links))


def _by_reference(stages: Sequence[tuple[str, Options]], length: int) -> list[list[Link]]:
    """The links of each word of the reference, stage by stage. Equal words are left to the first stage."""
    listed: list[list[Link]] = [[] for _ in range(length)]
    for name, options in stages:
        for word, partners in options.items():
            for partner in partners:
                if name == "exact" or word not in (link.candidate for link in listed[partner] if link.stage == "exact"):
                    listed[partner].append(Link(word, partner, name))
    return listed


def _without_rivals(listed: Sequence[Sequence[Link]]) -> dict[int, Link]:
    """The links whose two words have no other link, by their place in the reference."""
    times = Counter(link.candidate for links in listed for link in links)
    alone = [links[0] for links in listed if len(links) == 1]
    return {link.reference: link for link in alone if times[link.candidate] == 1}


def _after(one: _Beginning, links: Sequence[Link], settled: Link | None) -> Iterator[_Beginning]:
    """What becomes of a beginning with the next word of the reference."""
    if settled:
        longer = one.longer(settled)
        yield longer._replace(distance=one.distance + abs(settled.candidate - settled.reference))
        return
    distance = one.distance
    for link in links:
        if not one.taken >> link.candidate & 1:
            yield one._replace(distance=distance).longer(link)
            distance += abs(link.candidate - link.reference)  # the slip: it belongs to the beginning just made
    yield one.closed()._replace(distance=distance)
