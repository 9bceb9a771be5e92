"""An n-gram model by hand: from counts to the probability of each token."""

from collections.abc import Callable

from mtexplain.metrics.perplexity.corpus import CorpusNgramPerplexity
from mtexplain.metrics.perplexity.model import Estimate, Model
from mtexplain.metrics.perplexity.sentence import NgramPerplexity
from mtexplain.recipe.numbers import Quotient, Real

Trace = NgramPerplexity | CorpusNgramPerplexity
Ratio = Callable[[Estimate, Model], Quotient]


def sentences(trace: Trace) -> tuple[NgramPerplexity, ...]:
    """The traces of the sentences: of one alone, itself."""
    return trace.segments if isinstance(trace, CorpusNgramPerplexity) else (trace,)


def learned(trace: Trace) -> tuple[tuple[str, ...], ...]:
    """The training text, which all sentences have in common."""
    return sentences(trace)[0].references


def counted(ratio: Ratio) -> Callable[[Trace], tuple[Quotient, ...]]:
    """The probability of each token of each sentence, from its counts in the model."""

    def p(trace: Trace) -> tuple[Quotient, ...]:
        return tuple(ratio(one, trace.model) for sentence in sentences(trace) for one in sentence.estimates)

    return p


def ratio(one: Estimate, model: Model) -> Quotient:
    """(count + k)/(history count + k|V|), where k may be 0."""
    return Quotient(_plain(one.top), _plain(one.bottom))


p = counted(ratio)


def _plain(number: Real) -> Real:
    """A whole number as an int."""
    return int(number) if number == int(number) else number


def all_of(model: Model) -> int:
    """How many n-grams were read."""
    return sum(model.counts.values())
