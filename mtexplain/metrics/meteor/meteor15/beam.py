"""The alignment of the program Meteor 1.5, by a beam search over the words of the reference.

The beam holds 40 partial alignments, which are called beginnings here. The search differs from the paper in four ways.
When beginnings are compared, only exact matches count, because any other match counts 1/2, which is truncated to 0 when
it is added to a whole number. A distance is added to the wrong beginning. A link without a rival is fixed from the
start, even if it breaks a chunk. Anything that falls out of the beam is lost. We do the same as the program.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from operator import itemgetter

from mtexplain.metrics.meteor.alignment import ALIGNERS, Alignment, Tokens, list_options, name_stages
from mtexplain.metrics.meteor.links import Chosen, Finder, Link, Options, groups, in_order, is_crowded, union

_WIDTH = 40
_NOWHERE = -1
_SETTLED, _WITHOUT_LINKS = (True, True), (False, False)

Trail = tuple[()] | tuple[Link, "Trail"]
"""The links as a chain of the last link and the trail before it, which several beginnings may share."""

Beginning = tuple[tuple[int, int, int], int, int, Trail]
"""The rank, the position where the open chunk would continue, the words taken, and the links so far.

The rank is (minus the exact matches, the closed chunks, the distance), and the lowest is best.
"""

_rank = itemgetter(0)


def align(candidate: Tokens, reference: Tokens, finders: Mapping[str, Finder]) -> Alignment:
    """Align as the program does. For equal texts it considers exact matches only."""
    listed = list_options(candidate, reference, finders)
    used = {"exact": listed["exact"]} if list(candidate) == list(reference) else listed
    together = union(used.values())
    if is_crowded(competing := groups(together)):
        return name_stages(Chosen(in_order(competing, together), "chunks"), listed)
    return Alignment(search_beam(used, len(reference)), options=listed)


ALIGNERS["beam"] = align


def search_beam(stages: Mapping[str, Options], reference_length: int) -> tuple[Link, ...]:
    """The links that the program chooses from the options of these stages, in the order of the candidate.

    >>> search_beam({"exact": {0: (0, 2), 1: (3,)}}, 4)
    (Link(candidate=0, reference=2, stage='exact'), Link(candidate=1, reference=3, stage='exact'))
    """
    listed = _by_reference(stages, reference_length)
    settled = _without_rivals(listed)
    taken = sum(1 << link.candidate for link in settled.values())
    beam: list[Beginning] = [((0, 0, 0), _NOWHERE, taken, ())]
    for kind, run in groupby(range(reference_length), lambda partner: (partner in settled, bool(listed[partner]))):
        if kind == _SETTLED:
            beam = _with_all(_best(beam), [settled[partner] for partner in run])
        elif kind == _WITHOUT_LINKS:
            beam = [_closed(*beginning) for beginning in _best(beam)]
        else:
            for partner in run:
                beam = _longer(_best(beam), listed[partner])
    *_, trail = min((_closed(*beginning) for beginning in _best(beam)), key=_rank)
    return tuple(sorted(_followed(trail)))


def _best(beam: Iterable[Beginning]) -> list[Beginning]:
    return sorted(beam, key=_rank)[:_WIDTH]


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
    """The links whose two words have no other link, by their position in the reference."""
    times = Counter(link.candidate for links in listed for link in links)
    alone = [links[0] for links in listed if len(links) == 1]
    return {link.reference: link for link in alone if times[link.candidate] == 1}


def _with_all(beam: Iterable[Beginning], links: Sequence[Link]) -> list[Beginning]:
    """Add settled links of neighbours in the reference. They may continue a different chunk in each beginning."""
    new = sum(link.stage == "exact" for link in links)
    breaks = sum(after.candidate != before.candidate + 1 for before, after in pairwise(links))
    away = sum(abs(link.candidate - link.reference) for link in links)
    first, end = links[0].candidate, links[-1].candidate + 1
    longer = []
    for (exact, chunks, distance), open_end, taken, trail in beam:
        for link in links:
            trail = (link, trail)
        rank = exact - new, chunks + breaks + (open_end not in (_NOWHERE, first)), distance + away
        longer.append((rank, end, taken, trail))
    return longer


def _longer(beam: Iterable[Beginning], links: Sequence[Link]) -> list[Beginning]:
    """Extend each beginning by the next word of the reference, with any free link or without a link."""
    measured = [(link, link.candidate, link.stage == "exact", abs(link.candidate - link.reference)) for link in links]
    longer: list[Beginning] = []
    for (exact, chunks, distance), end, taken, trail in beam:
        closed = chunks + (end != _NOWHERE)
        for link, word, is_exact, away in measured:
            if not taken >> word & 1:
                rank = exact - is_exact, chunks if end == word else closed, distance
                longer.append((rank, word + 1, taken | 1 << word, (link, trail)))
                distance += away  # the slip: it belongs to the beginning just made
        longer.append(((exact, closed, distance), _NOWHERE, taken, trail))
    return longer


def _closed(rank: tuple[int, int, int], end: int, taken: int, trail: Trail) -> Beginning:
    """Close the open chunk, for example when a word is left out."""
    exact, chunks, distance = rank
    return (exact, chunks + (end != _NOWHERE), distance), _NOWHERE, taken, trail


def _followed(trail: Trail) -> Iterator[Link]:
    while trail:
        link, trail = trail
        yield link
