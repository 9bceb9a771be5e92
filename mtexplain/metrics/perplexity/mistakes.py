"""Perplexity, computed wrongly: each mistake takes one quantity another way. They stand in mistakes.toml."""

from collections.abc import Callable
from typing import Any

from mtexplain.metrics.perplexity import corpus_ngram_perplexity, distribution_perplexity, ngram_perplexity, perplexity
from mtexplain.metrics.perplexity.model import END, Estimate, train
from mtexplain.metrics.perplexity.recipe import DistributionScore, ModelPerplexity, PerplexityScore, TextPerplexity
from mtexplain.metrics.perplexity.trace import CorpusNgramPerplexity, NgramPerplexity
from mtexplain.recipe import arithmetic
from mtexplain.recipe.misconception import Smallest
from mtexplain.recipe.mistakes import Way, cut_off, read_mistakes
from mtexplain.recipe.numbers import Quotient
from mtexplain.recipe.quantity import Quantity
from mtexplain.recipe.subject import Subject


def _from_product(trace: TextPerplexity) -> Any:
    """Who has worked out a product goes on from it, unless the surprises are their own, too."""
    p = arithmetic.or_zero(trace.p)
    own = trace.surprises != PerplexityScore.surprises.evaluate(p=p, base=trace.base)
    if own or trace.text_probability == PerplexityScore.text_probability.evaluate(p=p):
        return arithmetic.sum(trace.surprises)
    return arithmetic.negative(arithmetic.log(max(trace.text_probability, 0), trace.base))


_CLAIMS = {
    "t": "t", "product": "text_probability", "surprise": "surprises", "entropy": "cross_entropy", "score": "score",
}  # fmt: skip
_GOING_ON = {"product": {"total": Quantity[Any]("S", _from_product, "-log P")}}
PERPLEXITY = Subject("Perplexity", perplexity, perplexity, TextPerplexity, _CLAIMS, going_on=_GOING_ON)
NGRAM = Subject(
    "Perplexity under an n-gram model", ngram_perplexity, corpus_ngram_perplexity, ModelPerplexity,
    {"p": "p", **_CLAIMS}, goes_on_to=PERPLEXITY, shared=frozenset({*_CLAIMS, "writing"}),
    counted=frozenset({"p"}), going_on=_GOING_ON, sides=("test sentence", "training text"),
)  # fmt: skip
"""Once the probabilities are had, the rest is the same: what goes wrong there goes wrong here, too."""
DISTRIBUTION = Subject(
    "Perplexity of a distribution", distribution_perplexity, distribution_perplexity, DistributionScore,
    {claim: _CLAIMS[claim] for claim in ("surprise", "entropy", "score")},
    goes_on_to=PERPLEXITY, shared=frozenset({"surprise", "score", "writing"}),
)  # fmt: skip
SUBJECTS = (PERPLEXITY, NGRAM, DISTRIBUTION)
"""What is computed by hand, with its right functions."""

_Pairs = tuple[Quotient, ...]


def _sentences(trace: ModelPerplexity) -> tuple[NgramPerplexity, ...]:
    return trace.segments if isinstance(trace, CorpusNgramPerplexity) else (trace,)  # type: ignore[return-value]


def _divide(top: Callable[..., int], bottom: Callable[..., int]) -> Callable[[ModelPerplexity], _Pairs]:
    """Other counts of each token, one over the other; to both the k comes as it should."""

    def pairs(trace: ModelPerplexity) -> _Pairs:
        return tuple(Quotient(top(trace, one) + one.k, bottom(trace, one) + one.k * one.types)
                     for one in trace.estimates)  # fmt: skip

    return pairs


def _of_the_word(trace: ModelPerplexity, one: Estimate) -> int:
    """How often a word was read, whatever came before it."""
    return sum(count for ngram, count in trace.model.counts.items() if ngram[-1] == one.word)


def _count(trace: ModelPerplexity, one: Estimate) -> int:
    return one.count


def _over_the_word(trace: ModelPerplexity, one: Estimate) -> int:
    return _of_the_word(trace, one) if one.count else one.history_count


def _read_joined(trace: ModelPerplexity) -> _Pairs:
    return _of_model(trace, [tuple(token for text in _sentences(trace)[0].references for token in text)])


def _read_test(trace: ModelPerplexity) -> _Pairs:
    return _of_model(trace, [*_sentences(trace)[0].references, *(one.candidate for one in _sentences(trace))])


def _of_model(trace: ModelPerplexity, texts: list[tuple[str, ...]]) -> _Pairs:
    """The right quotients, from another training text."""
    model = train(texts, trace.rules)
    return tuple(model.estimate(one.ngram).counted for one in trace.estimates)


def _mean(surprises: Any) -> Any:
    """The mean of some surprises; of none it has no end."""
    return PerplexityScore.cross_entropy.evaluate(total=arithmetic.sum(tuple(surprises)), t=len(surprises))


def _without_zeros(trace: TextPerplexity) -> Any:
    return _mean([one for one in trace.surprises if one < arithmetic.negative(arithmetic.log(0))])


def _without_ends(trace: ModelPerplexity) -> Any:
    """The mean over words alone; over all, where there are no words."""
    rows = zip(trace.estimates, trace.surprises, strict=True)
    return _mean([surprise for one, surprise in rows if one.word != END] or trace.surprises)


def _mean_of_means(trace: ModelPerplexity) -> Any:
    rest = iter(trace.surprises)
    means = [_mean([next(rest) for _ in sentence.estimates]) for sentence in _sentences(trace)]
    return _mean(means)


def _mean_of_scores(trace: ModelPerplexity) -> Any:
    """Of a sentence, its score."""
    if not isinstance(trace, CorpusNgramPerplexity):
        return PerplexityScore.score.compute(trace, "score")
    return sum(sentence.score for sentence in trace.segments) / len(trace.segments)


_WAYS: dict[str, Way] = {
    "word-alone": _divide(_of_the_word, lambda trace, one: trace.read),
    "divided-by-the-word": _divide(_count, _over_the_word),
    "sentences-joined": _read_joined,
    "test-counted-too": _read_test,
    "one-token-too-many": lambda trace: len(trace.p) + 1,
    "one-token-too-few": lambda trace: len(trace.p) - 1,
    "impossible-left-out": _without_zeros,
    "end-forgotten": _without_ends,
    "mean-of-entropies": _mean_of_means,
    "mean-of-perplexities": _mean_of_scores,
}
"""Those that no formula says."""
_READ = read_mistakes(__package__, SUBJECTS, _WAYS)
_AT = [one.name for one in _READ].index("end-forgotten")  # from here on those of a model and of a distribution alone
MISTAKES = (*_READ[:_AT], cut_off(PERPLEXITY, "perplexity-cut", Smallest(("1/3",), ())), *_READ[_AT:])
"""Every misconception, in the order of the computation."""
