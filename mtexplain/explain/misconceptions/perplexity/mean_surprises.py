"""Wrong means of the surprises."""

from functools import partial
from math import inf

from mtexplain.display.formula import Chain, Over, Power, SumOver
from mtexplain.explain.misconceptions.perplexity.method import Surprises, averaged, divided, entropy_of_outcomes
from mtexplain.explain.misconceptions.perplexity.subject import PERPLEXITY, J, P, S, is_, times
from mtexplain.recipe.misconception import Misconception, Smallest
from mtexplain.recipe.numbers import Value

_wrong = partial(Misconception, PERPLEXITY, place="entropy")


def _without_zeros(surprise: Surprises) -> Value:
    known = [one for one in surprise if one < inf]
    return divided(sum(known), len(known)) if known else inf


MEAN_SURPRISES = (
    _wrong(
        name="sum-not-mean",
        title="The sum, and no mean",
        wrong=Chain(",", (is_(J, SumOver("t", S)), "which is", is_("PP", Over("1", "P")))),
        explanation="Without 1/T in the exponent, or without the T-th root, which is the same, every text is the more "
        "perplexing the longer it is.",
        source="a common slip",
        example=Smallest(("1/2", "1/2"), ()),
        replacement=averaged(lambda surprises, t: sum(surprises)),
    ),
    _wrong(
        name="always-the-square-root",
        title="The square root, whatever T",
        wrong=Chain(",", (is_(J, Over(SumOver("t", S), "2")), "which is", is_("PP", Power("P", Over("-1", "2"))))),
        explanation="Of T factors the T-th root is taken: of four the fourth root, which is the square root twice.",
        source="a common slip: a calculator has one key for roots",
        example=Smallest(("1/2",), ()),
        replacement=averaged(lambda surprises, t: sum(surprises) / 2),
    ),
    _wrong(
        name="weighted-by-p",
        title="The surprises weighed by p",
        wrong=is_(J, SumOver("t", times(P, S))),
        explanation="That is the entropy of a distribution, where the p are those of all that is possible. In a text "
        "each token came once, and each counts 1/T.",
        source="a common slip: entropy for cross-entropy",
        example=Smallest(("1/2",), ()),
        replacement=entropy_of_outcomes,
    ),
    _wrong(
        name="impossible-left-out",
        title="Impossible tokens left out",
        wrong="J = the mean over the tokens with a p above 0",
        explanation="One probability of 0 makes PP infinite. Whoever leaves the token out scores another text, and an "
        "easier one.",
        source="a common slip: unknown words dropped before the mean",
        example=Smallest(("0", "1"), ()),
        replacement=_without_zeros,
    ),
)
