"""Wrong match lengths: which reference length is r."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

from mtexplain.explain.misconceptions.bleu.sheet import Segment
from mtexplain.explain.misconceptions.bleu.subject import BLEU
from mtexplain.recipe.misconception import Misconception, Smallest
from mtexplain.recipe.numbers import Real

_wrong = partial(Misconception, BLEU, place="match_length")


def _each(choose: Callable[[int, Sequence[int]], Real]) -> Callable[[Sequence[Segment], str], Real]:
    """The sum over the segments of a length that is chosen from the candidate's and the references'."""

    def add_up(found: Sequence[Segment], rule: str) -> Real:
        return sum(choose(one.candidate_length, one.reference_lengths) for one in found)

    return add_up


def _longer_of_two(c: int, lengths: Sequence[int]) -> int:
    return min(lengths, key=lambda length: (abs(length - c), -length))


def _shortest(c: int, lengths: Sequence[int]) -> int:
    return min(lengths)


def _longest(c: int, lengths: Sequence[int]) -> int:
    return max(lengths)


def _average(c: int, lengths: Sequence[int]) -> Fraction:
    return Fraction(sum(lengths), len(lengths))


def _first(c: int, lengths: Sequence[int]) -> int:
    return lengths[0]


def _all_together(c: int, lengths: Sequence[int]) -> int:
    return sum(lengths)


def _of_the_totals(found: Sequence[Segment], rule: str) -> int:
    """The closest to c, once, of the summed lengths of the first references, the second references, ..."""
    c = sum(one.candidate_length for one in found)
    totals: list[int] = [sum(lengths) for lengths in zip(*(one.reference_lengths for one in found), strict=False)]
    return min(totals, key=lambda length: (abs(length - c), length))


MATCH_LENGTHS = (
    _wrong(
        name="ties-to-the-longer",
        title="The longer of two as close",
        wrong="r = the closest reference length, the longer of two as close",
        explanation="The paper doesn't say. Most tools take the shorter of two lengths that are equally close; "
        "ours do too, and a note says so.",
        source="course notes: torchmetrics takes the first listed",
        example=Smallest("a a", ("a", "a a a"), {"max_n": 1}),
        replacement=_each(_longer_of_two),
    ),
    _wrong(
        name="shortest-reference",
        title="The shortest reference taken for r",
        wrong="r = the shortest reference length",
        explanation="The paper takes the reference length closest to the candidate's. The shortest is a rule of some "
        "tools, and never punishes more.",
        source="course notes: mteval-v11b, evaluate and tensorflow/nmt do so",
        example=Smallest("a a", ("a", "a a"), {"max_n": 1}),
        replacement=_each(_shortest),
    ),
    _wrong(
        name="longest-reference",
        title="The longest reference taken for r",
        wrong="r = the longest reference length",
        explanation="The paper takes the reference length closest to the candidate's. The longest punishes every "
        "candidate that follows a shorter reference.",
        source="course notes, hand computations: wrong best match length",
        example=Smallest("a", ("a", "a a"), {"max_n": 1}),
        replacement=_each(_longest),
    ),
    _wrong(
        name="average-reference",
        title="The average reference length taken for r",
        wrong="r = the average reference length",
        explanation="The paper takes one of the lengths, the closest. An average may be one that no reference has.",
        source="course notes: a rule of some tools",
        example=Smallest("a", ("a", "a a"), {"max_n": 1}),
        replacement=_each(_average),
    ),
    _wrong(
        name="first-length",
        title="The first reference taken for r",
        wrong="r = the length of the first reference",
        explanation="The order of the references means nothing: r is the closest length, wherever it stands.",
        source="notes A: best match does not depend on which comes first",
        example=Smallest("a", ("a a", "a"), {"max_n": 1}),
        replacement=_each(_first),
    ),
    _wrong(
        name="all-references",
        title="All references added up to r",
        wrong="r = the sum of all reference lengths",
        explanation="r is one length of each segment. The sum of all of them would punish every candidate the more, "
        "the more references there are.",
        source="a common slip: one flat list of all references",
        example=Smallest("a", ("a", "a"), {"max_n": 1}),
        replacement=_each(_all_together),
    ),
    _wrong(
        name="closest-of-totals",
        title="r chosen once for the whole text",
        wrong="r = the closest of the references' total lengths",
        explanation="The closest length is chosen segment by segment, and then added up. Each segment may choose "
        "another reference.",
        source="notes D: r is a sum over segments",
        example=Smallest(("a", "a"), (("a a", "a"), ("a",)), {"max_n": 1}),
        replacement=_of_the_totals,
    ),
)
