"""Wrong shares: which text's words m is divided by."""

from collections.abc import Callable
from functools import partial

from mtexplain.display.formula import Call, Chain, Formula, Over
from mtexplain.explain.misconceptions.meteor import method
from mtexplain.explain.misconceptions.meteor.method import Links
from mtexplain.explain.misconceptions.meteor.subject import METEOR_SUBJECT, P, R, is_
from mtexplain.metrics.meteor import Against
from mtexplain.recipe.misconception import Misconception, Smallest
from mtexplain.recipe.numbers import Quotient, Real

_wrong = partial(Misconception, METEOR_SUBJECT, place="shares")
_Totals = Callable[[Real, Real], tuple[Real, Real]]


def _over(below: _Totals) -> Callable[[Against, Links, Real], list[Quotient]]:
    """Both shares, over other totals than c and r."""

    def shares(reference: Against, links: Links, matches: Real) -> list[Quotient]:
        both = method.shares(reference, links, matches)
        totals = below(both[0].total, both[1].total)
        return [Quotient(one.matches, total) for one, total in zip(both, totals, strict=True)]

    return shares


def _is(ours: Formula, theirs: Formula) -> Formula:
    return Chain(",", (is_(P, Over("m", ours)), is_(R, Over("m", theirs))))


SHARES = (
    _wrong(
        name="meteor-swapped",
        title="Precision and recall swapped",
        wrong=_is("r", "c"),
        explanation="Precision is out of the candidate's words, recall out of the reference's.",
        source="a common slip",
        example=Smallest("a", ("a a",)),
        replacement=_over(lambda c, r: (r, c)),
    ),
    _wrong(
        name="meteor-candidate-for-both",
        title="Both over the candidate's words",
        wrong=_is("c", "c"),
        explanation="Recall is out of the reference's words. What is left out must cost something.",
        source="a common slip",
        example=Smallest("a", ("a a",)),
        replacement=_over(lambda c, r: (c, c)),
    ),
    _wrong(
        name="meteor-reference-for-both",
        title="Both over the reference's words",
        wrong=_is("r", "r"),
        explanation="Precision is out of the candidate's words. What is added must cost something.",
        source="a common slip",
        example=Smallest("a", ("a a",)),
        replacement=_over(lambda c, r: (r, r)),
    ),
    _wrong(
        name="meteor-longer-for-both",
        title="Both over the longer text",
        wrong=_is(*2 * (Call("max", Chain(",", ("c", "r"))),)),
        explanation="Each text has a share of its own.",
        source="a common slip",
        example=Smallest("a", ("a a",)),
        replacement=_over(lambda c, r: (max(c, r),) * 2),
    ),
)
