"""Wrong clipping: how often an n-gram earns credit."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from mtexplain.display.formula import Call, Chain, Over, SumOver
from mtexplain.explain.misconceptions.bleu.subject import BLEU, CLIPPED, COUNT, IN_REFERENCE, is_, least, said
from mtexplain.recipe.misconception import Misconception, Smallest

_wrong = partial(Misconception, BLEU, place="clip")


def unclipped(count: int, reference_counts: Sequence[int]) -> int:
    """Every occurrence earns credit, where any reference has the n-gram."""
    return count if any(reference_counts) else 0


def by_the_sum(count: int, reference_counts: Sequence[int]) -> int:
    """As often as all references together have it."""
    return min(count, sum(reference_counts))


def by_the_fewest(count: int, reference_counts: Sequence[int]) -> int:
    """As often as the reference that has it least."""
    return min(count, min(reference_counts))


def by_the_average(count: int, reference_counts: Sequence[int]) -> int | Fraction:
    """As often as the references have it on average."""
    there, references = sum(reference_counts), len(reference_counts)
    return count if count * references <= there else Fraction(there, references)


CLIPPING = (
    _wrong(
        name="no-clipping",
        title="No clipping",
        wrong=Chain(",", (is_(CLIPPED, COUNT), "where any reference has g")),
        explanation='Without clipping a word earns credit each time it is said. Seven times "the" would be 7/7, '
        "a perfect precision; clipped it is 2/7.",
        source="Papineni et al. 2002, section 2.1, Example 2, warns of it; notes B and C compute it for contrast",
        example=Smallest("a a", ("a",), {"max_n": 1}),
        replacement=unclipped,
    ),
    _wrong(
        name="sum-over-references",
        title="Clipped by the sum over references",
        wrong=is_(CLIPPED, least(COUNT, SumOver("R", IN_REFERENCE))),
        explanation="The limit is the most that any single reference has, not what all of them have together. "
        "Otherwise more references would allow more repetition.",
        source="notes A: the maximum is over single references; course notes, hand computations",
        example=Smallest("a a", ("a", "a"), {"max_n": 1}),
        replacement=by_the_sum,
    ),
    _wrong(
        name="fewest-in-references",
        title="Clipped by the fewest in any reference",
        wrong=is_(CLIPPED, least(COUNT, Call("min", IN_REFERENCE))),
        explanation="A word that one reference lacks would earn nothing, though another has it. "
        "The minimum in the formula is the clipping; over the references it is the maximum.",
        source="notes E ask what the max and the min are for",
        example=Smallest("a", ("a", "b"), {"max_n": 1}),
        replacement=by_the_fewest,
    ),
    _wrong(
        name="average-over-references",
        title="Clipped by the average over references",
        wrong=is_(CLIPPED, least(COUNT, Over(SumOver("R", IN_REFERENCE), said("references")))),
        explanation="References are not averaged: any of them may justify the credit, and the best one does.",
        source="a common slip: several references taken for an average",
        example=Smallest("a", ("a", "b"), {"max_n": 1}),
        replacement=by_the_average,
    ),
)
