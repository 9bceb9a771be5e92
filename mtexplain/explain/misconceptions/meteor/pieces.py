"""Wrong counts of chunks."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from mtexplain.explain.misconceptions.meteor import method
from mtexplain.explain.misconceptions.meteor.method import Links
from mtexplain.explain.misconceptions.meteor.subject import METEOR_SUBJECT, is_
from mtexplain.metrics.meteor import Link
from mtexplain.metrics.meteor.alignment import Alignment
from mtexplain.recipe.misconception import Misconception, Smallest

_wrong = partial(Misconception, METEOR_SUBJECT, place="chunks")


def _runs(goes_on: Callable[[Link, Link], bool]) -> Callable[[Links], int]:
    """The number of runs in which each link goes on from the one before."""

    def chunks(links: Links) -> int:
        return bool(links) + sum(not goes_on(*both) for both in pairwise(_in_order(links)))

    return chunks


def _in_order(links: Links) -> Sequence[Link]:
    return sorted(links, key=lambda link: link.candidate)


def _long(links: Links) -> int:
    return sum(len(chunk) > 1 for chunk in Alignment(tuple(_in_order(links))).chunks)


def _is_next(one: int, other: int) -> bool:
    return other == one + 1


PIECES = (
    _wrong(
        name="meteor-chunks-of-candidate",
        title="Chunks of the candidate alone",
        wrong=is_("ch", "runs of neighbours in the candidate"),
        explanation="The partners must be neighbours in the reference too, in the same order.",
        source="a common slip; Banerjee and Lavie 2005, section 2.2",
        example=Smallest("a b", ("b a",)),
        replacement=_runs(lambda one, other: _is_next(one.candidate, other.candidate)),
    ),
    _wrong(
        name="meteor-chunks-of-reference",
        title="Gaps in the candidate overlooked",
        wrong=is_("ch", "runs of neighbours in the reference"),
        explanation="A word without a partner ends a chunk, in the candidate as in the reference.",
        source="a common slip; Banerjee and Lavie 2005, section 2.2",
        example=Smallest("a b a", ("a a",)),
        replacement=_runs(lambda one, other: _is_next(one.reference, other.reference)),
    ),
    _wrong(
        name="meteor-chunks-with-gaps",
        title="Gaps overlooked: only a change of order ends a chunk",
        wrong=is_("ch", "runs in the same order"),
        explanation="A gap ends a chunk too: the words must be neighbours.",
        source="a common slip; Banerjee and Lavie 2005, section 2.2",
        example=Smallest("a b", ("a c b",)),
        replacement=_runs(lambda one, other: one.reference < other.reference),
    ),
    _wrong(
        name="meteor-chunks-either-way",
        title="A run backwards taken for a chunk",
        wrong=is_("ch", "runs of neighbours in either order"),
        explanation="Neighbours in the other order are two chunks.",
        source="a common slip",
        example=Smallest("a b", ("b a",)),
        replacement=_runs(
            lambda one, other: _is_next(one.candidate, other.candidate) and abs(one.reference - other.reference) == 1
        ),
    ),
    _wrong(
        name="meteor-crossings-as-chunks",
        title="Crossings in place of chunks",
        wrong=is_("ch", "pairs of links that cross"),
        explanation="Crossings choose the alignment. What is penalised are its chunks.",
        source="a common slip; Banerjee and Lavie 2005, section 2.2",
        example=Smallest("a", ("a",)),
        replacement=lambda links: Alignment(tuple(links)).crossings,
    ),
    _wrong(
        name="meteor-words-as-chunks",
        title="Every link a chunk",
        wrong=is_("ch", "m"),
        explanation="Neighbours belong together: as few chunks are made as possible.",
        source="a common slip",
        example=Smallest("a a", ("a a",)),
        replacement=lambda links: len(links),
    ),
    _wrong(
        name="meteor-breaks",
        title="Breaks counted in place of chunks",
        wrong=is_("ch", "places where the order breaks"),
        explanation="One break makes two chunks, and a text in one piece is one chunk.",
        source="a common slip",
        example=Smallest("a", ("a",)),
        replacement=lambda links: max(0, method.chunks(links) - 1),
    ),
    _wrong(
        name="meteor-long-chunks",
        title="Chunks of one word left out",
        wrong=is_("ch", "runs of two words or more"),
        explanation="A word by itself is a chunk as well.",
        source="a common slip",
        example=Smallest("a", ("a",)),
        replacement=_long,
    ),
)
