"""Wrong factors: what is done to the precisions that no rule asks for."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from mtexplain.display.formula import Chain, Symbol
from mtexplain.explain.misconceptions.bleu.sheet import Factor
from mtexplain.explain.misconceptions.bleu.subject import BLEU, BP, P, is_, times
from mtexplain.recipe.misconception import Misconception, Smallest

_wrong = partial(Misconception, BLEU, place="smoothing")


Made = tuple[Sequence[Factor], float]
"""The factors, and what is left of BP to multiply by."""


def _penalty_on_each(found: Sequence[Factor], bp: float) -> Made:
    return [one if one.value is None else one._replace(value=bp * float(one.value)) for one in found], 1.0


def _penalty_twice(found: Sequence[Factor], bp: float) -> Made:
    return _penalty_on_each(found, bp)[0], bp


def _without_zeros(found: Sequence[Factor], bp: float) -> Made:
    return _reweighed([one for one in found if one.value]), bp


def _zeros_as_1(found: Sequence[Factor], bp: float) -> Made:
    return [one if one.value else one._replace(value=Fraction(1)) for one in found], bp


def _without_missing(found: Sequence[Factor], bp: float) -> Made:
    return _reweighed([one for one in found if one.value is not None]), bp


def _reweighed(kept: Sequence[Factor]) -> Sequence[Factor]:
    """The orders that are left, their weights 1 in all again."""
    whole = sum(one.weight for one in kept)
    return [one._replace(weight=one.weight / whole) for one in kept]


SMOOTHINGS = (
    _wrong(
        name="penalty-on-each",
        title="BP applied to each precision",
        wrong=is_(Symbol("p′", "n"), times(BP, P)),
        explanation="BP is a factor of the score, and no part of a precision. Under the root the score comes out "
        "the same. The precisions do not.",
        source="course notes: BP belongs to the whole text",
        example=Smallest("a", ("a a",), {"max_n": 1}),
        replacement=_penalty_on_each,
    ),
    _wrong(
        name="penalty-twice",
        title="BP counted twice",
        wrong=Chain(",", (is_(Symbol("p′", "n"), times(BP, P)), "and BP once more")),
        explanation="BP is one factor. Whoever multiplies each precision by it, and the score once more, has it twice.",
        source="a common slip: BP on each precision, and again at the end",
        example=Smallest("a", ("a a",), {"max_n": 1}),
        replacement=_penalty_twice,
    ),
    _wrong(
        name="zeros-left-out",
        title="Orders without a match left out",
        wrong="the mean over the orders with a match",
        explanation="A precision of 0 makes the product 0. To leave it out is not smoothing: the worse an output is, "
        "the fewer orders would count. Effective order drops orders without n-grams, not without matches.",
        source="course notes: what effective order drops",
        example=Smallest("a", ("a",), {"max_n": 2}),
        replacement=_without_zeros,
    ),
    _wrong(
        name="zeros-as-one",
        title="Orders without a match counted as 1",
        wrong=is_(P, "1, where nothing matches"),
        explanation="That log 0 can't be computed does not make it 0: e^0 is 1, a perfect precision for an order "
        "without a match.",
        source="a common slip: log(p) if p > 0 else 0",
        example=Smallest("a", ("b",), {"max_n": 1}),
        replacement=_zeros_as_1,
    ),
    _wrong(
        name="missing-left-out",
        title="Orders without n-grams left out",
        wrong="the mean over the orders with n-grams",
        explanation="Three words have no 4-gram. The paper is silent on 0/0, and these rules count it as 0. "
        "To leave the order out is the rule of others (effective order), and has to be said.",
        source="course notes: candidates shorter than four tokens; notes E, I am playing",
        example=Smallest("a", ("a",), {"max_n": 2}),
        replacement=_without_missing,
    ),
)
