"""Wrong probabilities of an n-gram model: a k that is added in another way."""

from collections.abc import Callable
from functools import partial

from mtexplain.display.formula import Chain, Over
from mtexplain.explain.misconceptions.perplexity.counting import Ratio, Trace, all_of, counted, ratio
from mtexplain.explain.misconceptions.perplexity.subject import HISTORY, NGRAM, PAIR, SIZE, P, is_, plus, times
from mtexplain.metrics.perplexity.model import Estimate, Model
from mtexplain.recipe.misconception import Misconception, Smallest
from mtexplain.recipe.numbers import Quotient

_ADD = {"smoothing": "add-k"}
_READ, _READ_TWICE = Smallest("a", ("a",), _ADD), Smallest("a", ("a a",), _ADD)
_wrong = partial(Misconception, NGRAM, place="p")


def _smoothed(divide: Ratio) -> Callable[[Trace], tuple[Quotient, ...]]:
    """Where a k is added, another way to add it."""
    return counted(lambda one, model: divide(one, model) if one.k else ratio(one, model))


def _unseen_alone(one: Estimate, model: Model) -> Quotient:
    return Quotient(one.count, one.history_count) if one.count else ratio(one, model)


def _tokens(one: Estimate, model: Model) -> Quotient:
    return Quotient(one.top, one.history_count + one.k * all_of(model))


def _types(more: int) -> Ratio:
    return lambda one, model: Quotient(one.top, one.history_count + one.k * (one.types + more))


ADDED = (
    _wrong(
        name="add-k-above-alone",
        title="Added above, and not below",
        wrong=is_(P, Over(plus(PAIR, "k"), HISTORY)),
        explanation="Each of |V| words gets k more, so the count of the history gets k|V| more. Otherwise the "
        "probabilities add up to more than 1.",
        source="a common slip; SLP3, section 3.6",
        example=_READ,
        replacement=_smoothed(lambda one, model: Quotient(one.top, one.history_count)),
    ),
    _wrong(
        name="add-k-once-below",
        title="Added once below",
        wrong=is_(P, Over(plus(PAIR, "k"), plus(HISTORY, "k"))),
        explanation="Not only this word gets k more, but each that could follow: k|V| in all.",
        source="a common slip; SLP3, section 3.6",
        example=_READ,
        replacement=_smoothed(lambda one, model: Quotient(one.top, one.history_count + one.k)),
    ),
    _wrong(
        name="vocabulary-without-k",
        title="Below |V|, where k|V| belongs",
        wrong=is_(P, Over(plus(PAIR, "k"), plus(HISTORY, SIZE))),
        explanation="Only for k = 1 is it |V|. Half a count for each of ten words is five, not ten.",
        source="a common slip: the formula for add-1, with another k; SLP3, section 3.6",
        example=_READ._replace(settings={**_ADD, "k": 2}),
        replacement=_smoothed(lambda one, model: Quotient(one.top, one.history_count + one.types)),
    ),
    _wrong(
        name="k-for-the-unseen-alone",
        title="Smoothed where it was not seen, and nowhere else",
        wrong=Chain(",", (is_(P, Over(PAIR, HISTORY)), "where it is not 0")),
        explanation="What the unseen get is taken from the seen: all counts get k. Otherwise the probabilities add up "
        "to more than 1.",
        source="a common slip: zeros repaired one by one",
        example=_READ,
        replacement=_smoothed(_unseen_alone),
    ),
    _wrong(
        name="tokens-for-types",
        title="Tokens counted for |V|, and not types",
        wrong=is_(P, Over(plus(PAIR, "k"), plus(HISTORY, times("k", "all words that were read")))),
        explanation="|V| is the number of different words. A word that was read ten times is one.",
        source="a common slip: len(tokens) for len(set(tokens))",
        example=_READ_TWICE,
        replacement=_smoothed(_tokens),
    ),
    _wrong(
        name="end-not-in-vocabulary",
        title="No </s> in |V|",
        wrong=is_(P, Over(plus(PAIR, "k"), plus(HISTORY, times("k", Chain("-", (SIZE, "1"), grouped=True))))),
        explanation="|V| counts all that can follow, and </s> can: it is predicted like a word.",
        source="SLP3, section 3.6: without it the probabilities add up to more than 1",
        example=_READ,
        replacement=_smoothed(_types(-1)),
    ),
    _wrong(
        name="start-in-vocabulary",
        title="One word more in |V|",
        wrong=is_(P, Over(plus(PAIR, "k"), plus(HISTORY, times("k", Chain("+", (SIZE, "1"), grouped=True))))),
        explanation="|V| counts all that can follow. <s> never does, and unknown words have a place only where the "
        "rules give them one.",
        source="an exercise of SLP3, chapter 3, counts both markers; NLTK counts <s> and <unk>",
        example=_READ,
        replacement=_smoothed(_types(1)),
    ),
)
