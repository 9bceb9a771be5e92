"""A perplexity moment by moment: tokens; of a model its training and each token's counts; each surprise, the score."""

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
    """Every moment, in order."""
    everything = Mark(0, tuple(range(len(trace.candidate))))
    references = tuple(Mark(index, tuple(range(len(text)))) for index, text in enumerate(trace.references, 1))
    sentence = f"The candidate is cut into tokens: c = {trace.c}. The model predicts T = {trace.t} tokens."
    yield Moment("tokens", "tokens", Prose((sentence,)), (everything,))
    sentence = f"The model reads the training text and counts: N = {trace.read}."
    yield Moment("training", "training", Prose((sentence,)), references)
    yield from _probabilities(trace)
    again = "Again a row for each token that is predicted."
    yield from _ledger(trace, again, [Mark(0, _window(trace, 0, t - 1)[-1:]) for t in trace.each_t], 2)
    yield from _end(trace)


@scores.moments.register
def of_given(trace: Perplexity) -> Iterator[Moment]:
    """Every moment, in order; words are marked where the tokens are known."""
    places = range(len(trace.predicted)) if trace.tokens else ()
    sentence = f"A number for each token that was predicted: T = {trace.t}."
    yield Moment("tokens", "tokens", Prose((sentence,)), (Mark(0, tuple(places)),) if places else ())
    row = "A row for each token that is predicted."
    yield from _ledger(trace, row, [Mark(0, (index,)) for index in places], 1 + bool(places))
    yield from _end(trace)


def _end(trace: TextPerplexity) -> Iterator[Moment]:
    """The mean surprise, and the power of it."""
    mean = _in_units(trace, number(trace.entropy))
    yield Moment("entropy", "mean", Prose((f"The mean of the surprises is J = {mean}.",)))
    score = trace.symbol, f" is {trace.rules.base} to the power J: ", formulas.value(number(trace.score)), "."
    yield Moment("score", "score", Prose(score))


def _probabilities(trace: NgramPerplexity) -> Iterator[Moment]:
    """The counts of each token after its history, then its probability."""
    step, columns = "probabilities", 6 + trace.rules.is_smoothed
    if trace.predicted:
        yield Moment(step, "tokens", Prose((f"T = {trace.t} tokens, a row each.",)), row=0, columns=3)
    for t, ngram in enumerate(trace.predicted[:MOST_SHOWN], 1):
        here = Mark(0, _window(trace, 0, t - 1))
        places = [_places(trace, text, ngram) for text in range(1, len(trace.references) + 1)]
        there = tuple(Mark(text, position) for text, position in enumerate(places, 1) if position)
        yield Moment(step, "counts", Prose(_counted(trace, t, ngram)), (here, *there), t - 1, 5)
        p = number(trace.p(t))
        value = formulas.value(p) if p.value is not None else "0/0, which counts as 0"
        sentence = Symbol("p", str(t)), " = ", value, _why(trace, t, ngram)
        yield Moment(step, "probability", Prose(sentence), (here,), t - 1, columns)


def _counted(trace: NgramPerplexity, t: int, ngram: NGram) -> tuple[Words | Formula, ...]:
    count, history, before = int(trace.count(t)), int(trace.history(t)), ngram[:-1]
    read = f" was read {times(count)}" if count else " was never read"
    if not before:
        return (Words(ngram), f"{read}, out of {history} words in all.")
    after = times(history) if history else "0 times"
    return (Words(ngram), f"{read}; a word came after ", Words(before), f" {after}.")


def _why(trace: NgramPerplexity, t: int, ngram: NGram) -> str:
    """The rest of the sentence: why it is not simply the one count over the other."""
    count, history = int(trace.count(t)), int(trace.history(t))
    if not trace.rules.is_smoothed:
        return "." if count or not history else ": a word never read is impossible."
    below = "that of its history" if len(ngram) > 1 else "the number of words"
    return f": k is added to the count, and k|V| to {below}, {history}."


def _ledger(trace: TextPerplexity, first: str, marks: Sequence[Mark], names: int) -> Iterator[Moment]:
    """The surprise of each token, and the product so far. The first columns, as many as `names`, name the token."""
    step = "ledger"
    yield Moment(step, "tokens", Prose((first,)), row=0, columns=names)
    for t, product in enumerate(islice(trace.products(), MOST_SHOWN), 1):
        surprise = _in_units(trace, number(trace.surprise(t)))
        sentence = Symbol("p", str(t)), " = ", trace.written(t), f" surprises by {surprise}. The product is "
        yield Moment(step, "surprise", Prose((*sentence, product, ".")), tuple(marks[t - 1 : t]), t - 1, names + 3)
    whole = formulas.value(number(trace.product))
    yield Moment(step, "product", Prose(("The whole text has the probability ", "P", " = ", whole, ".")))


def _in_units(trace: TextPerplexity, surprise: float) -> str:
    text = plain.formula(formulas.value(number(surprise)))
    return f"{text} {UNITS[trace.rules.base].removesuffix('s' * (text == '1'))}"


def _window(trace: NgramPerplexity, text: int, start: int) -> tuple[int, ...]:
    """The positions of the n-gram that begins there in a text with its markers; markers have no position."""
    words = (trace.candidate, *trace.references)[text]
    first = start - trace.rules.marker_counts[0]
    return tuple(position for position in range(first, first + trace.rules.n) if 0 <= position < len(words))


def _places(trace: NgramPerplexity, text: int, ngram: NGram) -> tuple[int, ...]:
    """The positions of an n-gram in a reference, token by token."""
    other = ngrams(pad(trace.references[text - 1], trace.rules), trace.rules.n)
    starts = [start for start, there in enumerate(other) if there == ngram]
    return tuple(dict.fromkeys(position for start in starts for position in _window(trace, text, start)))
