"""The alignment of a candidate with a reference, with the links between words and the counts that follow."""

from bisect import bisect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from mtexplain.metrics.meteor.chunk_search import fewest_chunks
from mtexplain.metrics.meteor.crossings import fewest_crossings
from mtexplain.metrics.meteor.links import (
    Chosen,
    Finder,
    Link,
    Options,
    Pair,
    Placed,
    stages,
    union,
)
from mtexplain.metrics.meteor.rules import Rules2005
from mtexplain.metrics.shared.occurrences import runs_of

Tokens = Sequence[str]


@dataclass(frozen=True)
class Alignment:
    """The links between two texts, in the order of the candidate. No word has more than one link (section 2.2).

    `doubt` is empty unless the search was cut short. In that case it says which number may be smaller in another
    alignment, which is "crossings", "chunks" or "distance".

    >>> alignment = Alignment((Link(0, 4, "exact"), Link(1, 5, "exact"), Link(2, 0, "stem")))
    >>> len(alignment.chunks), alignment.crossings, alignment.distance
    (2, 2, 10)
    """

    links: tuple[Link, ...]
    doubt: str = ""
    options: Mapping[str, Options] = field(default_factory=dict, compare=False, repr=False)
    """For each stage, the links that it allows between the words that it was given."""

    @cached_property
    def possible(self) -> dict[str, Options]:
        """For each stage, the links that it allows and that no earlier stage allows.

        >>> from mtexplain.metrics.meteor.rules import PAPER
        >>> find_alignment("the cat".split(), "the cats the".split(), PAPER).possible
        {'exact': {0: (0, 2)}, 'stem': {1: (1,)}}
        """
        allowed: dict[str, Options] = {}
        for stage, options in self.options.items():
            earlier = union(allowed.values())
            new = {word: tuple(sorted({*partners}.difference(earlier.get(word, ()))))
                    for word, partners in options.items()}  # fmt: skip
            allowed[stage] = {word: partners for word, partners in new.items() if partners}
        return allowed

    def partners(self, stage: str) -> dict[int, int]:
        """The words of the candidate that a stage links, each with its partner, as positions."""
        return {link.candidate: link.reference for link in self.links if link.stage == stage}

    @property
    def matches(self) -> int:
        """m, the number of links."""
        return len(self.links)

    @cached_property
    def chunks(self) -> tuple[tuple[Link, ...], ...]:
        """The links in runs that are adjacent and in the same order in both texts, as few runs as possible."""
        return runs_of(self.links)

    @cached_property
    def crossings(self) -> int:
        """The number of pairs of links that cross, because their order differs between the two texts."""
        places: list[int] = []
        crossings = 0
        for link in self.links:
            before = bisect(places, link.reference)
            crossings += len(places) - before
            places.insert(before, link.reference)
        return crossings

    @property
    def distance(self) -> int:
        """The sum of the distances between the two positions of each link."""
        return sum(abs(link.candidate - link.reference) for link in self.links)


def find_alignment(candidate: Tokens, reference: Tokens, rules: Rules2005) -> Alignment:
    """The alignment that the rules choose.

    >>> from mtexplain.metrics.meteor.rules import PAPER
    >>> find_alignment("the dog chased".split(), "the dog chased the cat".split(), PAPER).chunks
    ((Link(candidate=0, reference=0, stage='exact'), Link(candidate=1, reference=1, stage='exact'), \
Link(candidate=2, reference=2, stage='exact')),)
    """
    alignment = ALIGNERS[rules.align](candidate, reference, stages(rules))
    whole = len(alignment.chunks) == 1 and alignment.matches == min(len(candidate), len(reference))
    if not (alignment.doubt and whole):
        return alignment
    # No alignment has more links than the shorter text has words, or less than one chunk.
    return replace(alignment, doubt="distance" if alignment.distance and alignment.doubt != "crossings" else "")


def _left(ours: Placed, theirs: Placed, links: Sequence[Link]) -> tuple[Placed, Placed]:
    """The words that are not linked."""
    words, partners = {link.candidate for link in links}, {link.reference for link in links}
    return ([(position, word) for position, word in ours if position not in words],
            [(position, word) for position, word in theirs if position not in partners])  # fmt: skip


def _stage_by_stage(choose: Callable[[Options, Iterable[Pair]], Chosen]) -> "Aligner":
    """An aligner in which each stage links words that the earlier stages left unlinked (section 2.2)."""

    def align(candidate: Tokens, reference: Tokens, finders: Mapping[str, Finder]) -> Alignment:
        ours: Placed = list(enumerate(candidate))
        theirs: Placed = list(enumerate(reference))
        links: list[Link] = []
        options: dict[str, Options] = {}
        doubt = ""
        for stage, find in finders.items():
            options[stage] = find(ours, theirs)
            chosen = choose(options[stage], [link[:2] for link in links])
            new = [Link(*pair, stage) for pair in chosen.pairs]
            ours, theirs = _left(ours, theirs, new)
            links += new
            doubt = doubt or chosen.doubt
        return Alignment(tuple(sorted(links)), doubt, options)

    return align


def last_first(options: Options, before: Iterable[Pair] = ()) -> Chosen:
    """The links that NLTK chooses. From the last word to the first, each word takes the last partner that is free.

    NLTK means to find the fewest crossings. This method is quick but does not always find them. For example, with "the
    dog" and "the dog the" it takes the second "the".

    >>> last_first({0: (0, 2), 1: (1,)}).pairs
    ((0, 2), (1, 1))
    """
    word_of: dict[int, int] = {}
    for word in reversed(options):
        free = [partner for partner in options[word] if partner not in word_of]
        if free:
            word_of[free[-1]] = word
    return Chosen(tuple((word, partner) for partner, word in reversed(word_of.items())))


def _at_once(candidate: Tokens, reference: Tokens, finders: Mapping[str, Finder]) -> Alignment:
    """Use all stages together. A link belongs to the first stage allowing it (Denkowski and Lavie 2014, section 2)."""
    listed = list_options(candidate, reference, finders)
    return name_stages(fewest_chunks(union(listed.values())), listed)


def list_options(candidate: Tokens, reference: Tokens, finders: Mapping[str, Finder]) -> dict[str, Options]:
    """The links that each stage allows between all words of two texts."""
    ours, theirs = list(enumerate(candidate)), list(enumerate(reference))
    return {stage: find(ours, theirs) for stage, find in finders.items()}


def name_stages(chosen: Chosen, listed: Mapping[str, Options]) -> Alignment:
    """The alignment with these links, each with the first stage that allows it."""
    links = [
        Link(word, partner, next(stage for stage, options in listed.items() if partner in options.get(word, ())))
        for word, partner in chosen.pairs
    ]
    return Alignment(tuple(links), chosen.doubt, listed)


Aligner = Callable[[Tokens, Tokens, Mapping[str, Finder]], Alignment]
ALIGNERS: dict[str, Aligner] = {
    "crossings": _stage_by_stage(fewest_crossings),
    "chunks": _at_once,
    "greedy": _stage_by_stage(last_first),
}
"""The function that aligns by each rule of `ALIGN`. A later version of METEOR adds its own."""
