"""A perplexity moment by moment: tokens; of a model its training and each token's counts; each surprise, the score."""

from collections.abc import Iterator, Sequence
from typing import Any

from mtexplain.counts import NGram, ngrams
from mtexplain.display.formula import Formula, shown
from mtexplain.display.parts import MOST_SHOWN, Prose, Words
from mtexplain.display.steps import Mark, Moment
from mtexplain.metrics.perplexity.model import Estimate, pad
from mtexplain.metrics.perplexity.recipe import GivenPerplexity, ModelPerplexity, TextPerplexity, shorten
from mtexplain.metrics.perplexity.rules import UNITS
from mtexplain.metrics.perplexity.views import running, value_of
from mtexplain.metrics.shared.occurrences import times
from mtexplain.recipe.symbols import symbol, value


def of_sentence(trace: Any) -> Iterator[Moment]:
    """Every moment, in order."""
    everything = Mark(0, tuple(range(len(trace.candidate))))
    references = tuple(Mark(place, tuple(range(len(text)))) for place, text in enumerate(trace.references, 1))
    c, predicted = len(trace.candidate), trace.t
    told = f"The candidate is cut into tokens: c = {c}. The model predicts T = {predicted} tokens."
    yield Moment("tokens", "tokens", Prose((told,)), (everything,))
    told = f"The model reads the training text and counts: N = {trace.read}."
    yield Moment("training", "training", Prose((told,)), references)
    yield from _probabilities(trace)
    again = "Again a row for each token that is predicted."
    yield from _ledger(trace, again, [Mark(0, _window(trace, 0, place)[-1:]) for place in range(predicted)], 2)
    yield from _end(trace)


def of_given(trace: GivenPerplexity) -> Iterator[Moment]:
    """Every moment, in order; words are marked where the tokens are known."""
    places = range(trace.t) if trace.tokens else ()
    told = f"A number for each token that was predicted: T = {trace.t}."
    yield Moment("tokens", "tokens", Prose((told,)), (Mark(0, tuple(places)),) if places else ())
    row = "A row for each token that is predicted."
    yield from _ledger(trace, row, [Mark(0, (place,)) for place in places], 1 + bool(places))
    yield from _end(trace)


def _end(trace: TextPerplexity) -> Iterator[Moment]:
    """The mean surprise, and the power of it."""
    entropy = f"The mean of the surprises is J = {_in_units(shown(trace.entropy), trace.rules.base)}."
    yield Moment("entropy", "mean", Prose((entropy,)))
    base = trace.rules.base
    score: tuple[Words | Formula, ...] = (trace.symbol, f" is {base} to the power J: {shown(trace.score)}.")
    yield Moment("score", "score", Prose(score))


def _probabilities(trace: Any) -> Iterator[Moment]:
    """The counts of each token after its history, then its probability."""
    step, columns = "probabilities", 6 + trace.rules.is_smoothed
    yield Moment(step, "tokens", Prose((f"T = {trace.t} tokens, a row each.",)), row=0, columns=3)
    for t, one in enumerate(trace.estimates[:MOST_SHOWN], 1):
        here = Mark(0, _window(trace, 0, t - 1))
        places = [_places(trace, number, one.ngram) for number in range(1, len(trace.references) + 1)]
        there = tuple(Mark(number, found) for number, found in enumerate(places, 1) if found)
        yield Moment(step, "counts", Prose(_counted(one)), (here, *there), t - 1, 5)
        told = (symbol(ModelPerplexity, "p", str(t)), " = ", value_of(one), _explain_probability(one))
        yield Moment(step, "probability", Prose(told), (here,), t - 1, columns)


def _counted(one: Estimate) -> tuple[Words | Formula, ...]:
    read = f" was read {times(one.count)}" if one.count else " was never read"
    if not one.history:
        return (Words(one.ngram), f"{read}, out of {one.history_count} words in all.")
    after = times(one.history_count) if one.history_count else "0 times"
    return (Words(one.ngram), f"{read}; a word came after ", Words(one.history), f" {after}.")


def _explain_probability(one: Estimate) -> str:
    """The rest of the sentence: why it is not simply the one count over the other."""
    if not one.k:
        return "." if one.count or not one.history_count else ": a word never read is impossible."
    below = "that of its history" if one.history else "the number of words"
    return f": k is added to the count, and k|V| to {below}, {one.history_count}."


def _ledger(trace: TextPerplexity, first: str, marks: Sequence[Mark], names: int) -> Iterator[Moment]:
    """The surprise of each token, and the product so far. The first columns, as many as `names`, name the token."""
    step, base = "ledger", trace.rules.base
    yield Moment(step, "tokens", Prose((first,)), row=0, columns=names)
    for t, (one, product) in enumerate(zip(trace.predictions[:MOST_SHOWN], running(trace), strict=False), 1):
        p, surprise = symbol(ModelPerplexity, "p", str(t)), _in_units(str(value(one.surprise)), base)
        told = (p, " = ", one.written, f" surprises by {surprise}. The product is ")
        yield Moment(step, "surprise", Prose((*told, product, ".")), tuple(marks[t - 1 : t]), t - 1, names + 3)
    product = shorten(trace.text_probability)
    yield Moment(step, "product", Prose(("The whole text has the probability ", "P", " = ", product, ".")))


def _in_units(told: str, base: str) -> str:
    return f"{told} {UNITS[base].removesuffix('s' * (told == '1'))}"


def _window(trace: Any, number: int, start: int) -> tuple[int, ...]:
    """Where the n-gram stands that begins there in a text with its markers; markers have no place."""
    text = (trace.candidate, *trace.references)[number]
    before = trace.rules.marker_counts[0]
    return tuple(place for place in range(start - before, start - before + trace.rules.n) if 0 <= place < len(text))


def _places(trace: Any, number: int, ngram: NGram) -> tuple[int, ...]:
    """Where an n-gram stands in a reference, token by token."""
    found = ngrams(pad(trace.references[number - 1], trace.rules), trace.rules.n)
    starts = [start for start, one in enumerate(found) if one == ngram]
    return tuple(dict.fromkeys(place for start in starts for place in _window(trace, number, start)))
