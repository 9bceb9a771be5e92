"""Wrong perplexities of distributions."""

from functools import partial

from mtexplain.display.formula import Call, Over, SumOver, Symbol
from mtexplain.explain.misconceptions.perplexity.method import Probabilities, Surprises, values
from mtexplain.explain.misconceptions.perplexity.subject import DISTRIBUTION, PP, H, is_
from mtexplain.recipe.misconception import Misconception, Smallest

_wrong = partial(Misconception, DISTRIBUTION)
_UNEVEN = Smallest(("1/3", "2/3"), ())


def _one_of_each(surprise: Surprises) -> float:
    return sum(surprise) / len(surprise)


def _outcomes(p: Probabilities) -> int:
    return len(p)


def _likeliest(p: Probabilities) -> float:
    return float(1 / max(values(p)))


DISTRIBUTIONS = (
    _wrong(
        name="one-of-each",
        place="entropy",
        title="One of each",
        wrong=is_(H, Over(SumOver("i", Symbol("s", "i")), "N")),
        explanation="That is the perplexity of a text in which each outcome comes once. What is drawn from the "
        "distribution comes as often as it is probable, and so its surprise counts by p.",
        source="notes on an exercise of SLP3, chapter 3: 15.09 for the digits, where 5.66 is right",
        example=_UNEVEN,
        replacement=_one_of_each,
    ),
    _wrong(
        name="outcomes-counted",
        place="score",
        title="The outcomes counted",
        wrong=is_(PP, "N"),
        explanation="Only where all are equally likely. PP is the number of equally likely outcomes that would leave "
        "us as unsure.",
        source='notes D: a PP of 90 as "90 reasonable choices"',
        example=_UNEVEN,
        replacement=_outcomes,
    ),
    _wrong(
        name="likeliest-alone",
        place="score",
        title="The likeliest outcome alone",
        wrong=is_(PP, Over("1", Call("max", Symbol("p", "i")))),
        explanation="That is how sure the best guess is. The others surprise too, and count.",
        source="a common slip",
        example=_UNEVEN,
        replacement=_likeliest,
    ),
)
