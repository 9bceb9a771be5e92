"""Wrong numbers of tokens, products and surprises."""

from collections.abc import Callable
from functools import partial
from math import inf

from mtexplain.display.formula import Call, Chain, Symbol
from mtexplain.explain.misconceptions.perplexity.method import Probabilities, Surprises, minus_log, surprise, values
from mtexplain.explain.misconceptions.perplexity.subject import PERPLEXITY, P, S, is_, log, plus
from mtexplain.recipe.misconception import Misconception, Smallest
from mtexplain.recipe.numbers import Real

_tokens = partial(Misconception, PERPLEXITY, place="t")
_product = partial(Misconception, PERPLEXITY, place="product")
_surprise = partial(Misconception, PERPLEXITY, place="surprise")
_HALF = Smallest(("1/2",), ())


def _one_more(p: Probabilities) -> int:
    return len(p) + 1


def _one_fewer(p: Probabilities) -> int:
    return len(p) - 1


def _added(p: Probabilities) -> Real:
    return sum(values(p))


def _to(base: str) -> Callable[[Probabilities], Surprises]:
    def surprise(p: Probabilities) -> Surprises:
        return tuple(minus_log(value, base) for value in values(p))

    return surprise


def _no_minus(p: Probabilities, base: str) -> Surprises:
    return tuple(0.0 - one for one in surprise(p, base))


def _zeros_skipped(p: Probabilities, base: str) -> Surprises:
    return tuple(0.0 if one == inf else one for one in surprise(p, base))


SURPRISES = (
    _tokens(
        name="one-token-too-many",
        title="One token too many",
        wrong="T = all tokens, also the one that the text begins with, <s>",
        explanation="T counts predictions. What a text begins with is given and not predicted, as <s> is.",
        source="notes D count T predictions, of the tokens 2 to T + 1; SLP3, section 3.3",
        example=_HALF,
        replacement=_one_more,
    ),
    _tokens(
        name="one-token-too-few",
        title="One token too few",
        wrong="T = the words, without </s>",
        explanation="T counts predictions, as many as there are factors. Where the end of the sentence has a "
        "probability, it is one of them.",
        source="SLP3, section 3.3: </s> is counted, <s> is not",
        example=_HALF,
        replacement=_one_fewer,
    ),
    _product(
        name="probabilities-added",
        title="The probabilities added up",
        wrong=is_("P", plus(Symbol("p", "1"), "…", Symbol("p", "T"))),
        explanation="One thing after the other: the probabilities are multiplied. It is their logarithms that are "
        "added up.",
        source="a common slip",
        example=Smallest(("1/2", "1/2"), ()),
        replacement=_added,
    ),
    _surprise(
        name="no-minus",
        title="The minus forgotten",
        wrong=is_(S, Call(Symbol("log", "b"), P)),
        explanation="The logarithm of a probability is 0 or less, and a surprise is 0 or more. Without the minus PP "
        "comes out below 1, as one over what it is.",
        source="a common slip",
        example=_HALF,
        replacement=_no_minus,
    ),
    _surprise(
        name="binary-logarithm",
        title="Bits where nats belong",
        wrong=Chain(",", (is_(S, log("2")), "but PP to another base")),
        explanation="The base of the power is the base of the logarithm: 2 for bits, e for nats.",
        source="notes D: exp is written without saying which logarithm",
        example=_HALF,
        replacement=_to("2"),
    ),
    _surprise(
        name="natural-logarithm",
        title="Nats where bits belong",
        wrong=Chain(",", (is_(S, log("e")), "but PP to another base")),
        explanation="The base of the power is the base of the logarithm. Most programs give natural logarithms, "
        "and these need e.",
        source="a common slip: 2 to the power of a loss in nats",
        example=Smallest(("1/2",), (), {"base": 2}),
        replacement=_to("e"),
    ),
    _surprise(
        name="decimal-logarithm",
        title="The key log of a calculator",
        wrong=Chain(",", (is_(S, log("10")), "but PP to another base")),
        explanation="On a calculator, and in some programs, log is the logarithm to the base 10. It needs a power "
        "of 10.",
        source="a common slip; SRILM and KenLM give logarithms to the base 10",
        example=_HALF,
        replacement=_to("10"),
    ),
    _surprise(
        name="zeros-skipped",
        title="Zeros that do not surprise",
        wrong=Chain(",", (is_(S, "0"), "where p is 0")),
        explanation="What was held for impossible surprises without end. To add nothing for it rewards the model for "
        "its worst mistake.",
        source="a common slip: an error of log 0, caught and passed over",
        example=Smallest(("0",), ()),
        replacement=_zeros_skipped,
    ),
)
