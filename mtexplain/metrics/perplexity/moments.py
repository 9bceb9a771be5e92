"""The moments of a perplexity in the stepper, from the tokens through the counts and surprises to the score."""

from collections.abc import Iterator, Sequence
from itertools import islice

from mtexplain.counts import NGram, ngrams
from mtexplain.display import plain
from mtexplain.display.formula import Formula, Symbol
from mtexplain.display.parts import MOST_SHOWN, Prose, Words
from mtexplain.display.steps import Mark, Moment
from mtexplain.metrics.perplexity.given import Perplexity
from mtexplain.metrics.perplexity.model import pad
from mtexplain.metrics.perplexity.rules import UNITS
from mtexplain.metrics.perplexity.score import TextPerplexity
from mtexplain.metrics.perplexity.trace import NgramPerplexity
from mtexplain.metrics.shared import scores
from mtexplain.metrics.shared.occurrences import times
from mtexplain.tracing import formulas
from mtexplain.tracing.number import number


@scores.moments.register
def of_sentence(trace: NgramPerplexity) -> Iterator[Moment]:
    """Yield every moment, in order."""
    everything = Mark(0, tuple(range(len(trace.candidate))))
    references = tuple(Mark(index, tuple(range(len(text)))) for index, text in enumerate(trace.references, 1))
    sentence = f"The candidate is cut into c = {trace.c} tokens, and the model predicts T = {trace.t} tokens."
    yield Moment("tokens", "tokens", Prose((sentence,)), (everything,))
    sentence = f"The model reads the training text and counts N = {trace.read} n-grams."
    yield Moment("training", "training", Prose((sentence,)), references)
    yield from _probabilities(trace)
    again = "There is again a row for each token that is predicted."
    yield from _ledger(trace, again, [Mark(0, _window(trace, 0, t - 1)[-1:]) for t in trace.each_t], 2)
    yield from _end(trace)


@scores.moments.register
def of_given(trace: Perplexity) -> Iterator[Moment]:
    """Yield every moment, in order. Tokens are marked if they are known."""
    places = range(len(trace.predicted)) if trace.tokens else ()
    sentence = f"There is a number for each of the T = {trace.t} tokens that were predicted."
    yield Moment("tokens", "tokens", Prose((sentence,)), (Mark(0, tuple(places)),) if places else ())
    row = "There is a row for each token that is predicted."
    yield from _ledger(trace, row, [Mark(0, (index,)) for index in places], 1 + bool(places))
    yield from _end(trace)


def _end(trace: TextPerplexity) -> Iterator[Moment]:
    """Yield the moments of the mean surprise and of the score."""
    mean = _in_units(trace, number(trace.entropy))
    yield Moment("entropy", "mean", Prose((f"The mean of the surprises is J = {mean}.",)))
    power, value = f" is {trace.rules.base} to the power of J, which is ", formulas.value(number(trace.score))
    yield Moment("score", "score", Prose((trace.symbol, power, value, ".")))


def _probabilities(trace: NgramPerplexity) -> Iterator[Moment]:
    """Yield moments for the counts of each token after its history, and for its probability."""
    step, columns = "probabilities", 6 + trace.rules.is_smoothed
    if trace.predicted:
        sentence = f"There is a row for each of the T = {trace.t} tokens."
        yield Moment(step, "tokens", Prose((sentence,)), row=0, columns=3)
    for t, ngram in enumerate(trace.predicted[:MOST_SHOWN], 1):
        here = Mark(0, _window(trace, 0, t - 1))
        places = [_places(trace, text, ngram) for text in range(1, len(trace.references) + 1)]
        there = tuple(Mark(text, position) for text, position in enumerate(places, 1) if position)
        yield Moment(step, "counts", Prose(_counted(trace, t, ngram)), (here, *there), t - 1, 5)
        p = number(trace.p(t))
        value = formulas.value(p) if p.value is not None else "0/0, which counts as 0"
        outcome = Symbol("p", str(t)), " = ", value, _why(trace, t, ngram)
        yield Moment(step, "probability", Prose(outcome), (here,), t - 1, columns)


def _counted(trace: NgramPerplexity, t: int, ngram: NGram) -> tuple[Words | Formula, ...]:
    count, history, before = int(trace.count(t)), int(trace.history(t)), ngram[:-1]
    read = f" was read {times(count)}" if count else " was never read"
    if not before:
        return (Words(ngram), f"{read}, out of {history} words in all.")
    after = times(history) if history else "0 times"
    return (Words(ngram), f"{read}; a word came after ", Words(before), f" {after}.")


def _why(trace: NgramPerplexity, t: int, ngram: NGram) -> str:
    """Return the rest of the sentence, which gives a reason if the probability is 0 or smoothed."""
    count, history = int(trace.count(t)), int(trace.history(t))
    if not trace.rules.is_smoothed:
        after = " after its history" * (len(ngram) > 1)
        return "." if count or not history else f", because the word was never read{after}."
    below = "the count of its history" if len(ngram) > 1 else "the number of words"
    return f", because k is added to the count, and k|V| to {below}, {history}."


def _ledger(trace: TextPerplexity, first: str, marks: Sequence[Mark], names: int) -> Iterator[Moment]:
    """Yield moments for the surprise of each token and the product so far. The first `names` columns name the token."""
    step = "ledger"
    yield Moment(step, "tokens", Prose((first,)), row=0, columns=names)
    for t, product in enumerate(islice(trace.products(), MOST_SHOWN), 1):
        surprise = _in_units(trace, number(trace.surprise(t)))
        p = "For ", Symbol("p", str(t)), " = ", trace.written(t)
        sentence = *p, f", the surprise is {surprise}. The product so far is ", product, "."
        yield Moment(step, "surprise", Prose(sentence), tuple(marks[t - 1 : t]), t - 1, names + 3)
    whole = formulas.value(number(trace.product))
    yield Moment(step, "product", Prose(("The probability of the whole text is ", "P", " = ", whole, ".")))


def _in_units(trace: TextPerplexity, surprise: float) -> str:
    text = plain.formula(formulas.value(number(surprise)))
    return f"{text} {UNITS[trace.rules.base].removesuffix('s' * (text == '1'))}"


def _window(trace: NgramPerplexity, text: int, start: int) -> tuple[int, ...]:
    """Return the positions of the n-gram at `start` in a text with its markers. Markers have no position."""
    words = (trace.candidate, *trace.references)[text]
    first = start - trace.rules.marker_counts[0]
    return tuple(position for position in range(first, first + trace.rules.n) if 0 <= position < len(words))


def _places(trace: NgramPerplexity, text: int, ngram: NGram) -> tuple[int, ...]:
    """Return the positions of the tokens of an n-gram in a reference."""
    other = ngrams(pad(trace.references[text - 1], trace.rules), trace.rules.n)
    starts = [start for start, there in enumerate(other) if there == ngram]
    return tuple(dict.fromkeys(position for start in starts for position in _window(trace, text, start)))
