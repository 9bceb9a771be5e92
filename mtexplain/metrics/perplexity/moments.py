"""The perplexity of a sentence moment by moment: tokens, training, each token's counts and surprise, the score."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtexplain.counts import ngrams
from mtexplain.display.formula import Formula, shown
from mtexplain.display.moments import Mark, Moment
from mtexplain.display.parts import MOST_SHOWN, Prose, Words
from mtexplain.metrics.perplexity import formulas, ngram_formulas, tables
from mtexplain.metrics.perplexity.model import ends, padded
from mtexplain.metrics.shared.occurrences import times

if TYPE_CHECKING:
    from mtexplain.counts import NGram
    from mtexplain.metrics.perplexity.model import Estimate
    from mtexplain.metrics.perplexity.sentence import NgramPerplexity


def of_sentence(trace: "NgramPerplexity") -> Iterator[Moment]:
    """Every moment, in order."""
    everything = Mark(0, tuple(range(len(trace.candidate))))
    references = tuple(Mark(place, tuple(range(len(text)))) for place, text in enumerate(trace.references, 1))
    c, predicted = len(trace.candidate), len(trace.estimates)
    told = f"The candidate is cut into tokens: c = {c}. The model predicts T = {predicted} of what it becomes."
    yield Moment("tokens", "tokens", Prose((told,)), (everything,))
    read = sum(trace.model.counts.values())
    yield Moment(
        "training", "training", Prose((f"The model reads the references and counts: N = {read}.",)), references
    )
    yield from _probabilities(trace)
    yield from _ledger(trace)
    entropy = f"The mean of the surprises is J = {shown(trace.entropy)} {formulas.UNITS[trace.rules.base]}."
    yield Moment("entropy", "mean", Prose((entropy,)))
    base = trace.rules.base
    score: tuple[Words | Formula, ...] = (formulas.PP, f" is {base} to the power J: {shown(trace.score)}.")
    yield Moment("score", "score", Prose(score))


def _probabilities(trace: "NgramPerplexity") -> Iterator[Moment]:
    """The counts of each token after its history, then its probability."""
    step, columns = "probabilities", 6 + (trace.rules.smoothing != "none")
    yield Moment(step, "tokens", Prose((f"T = {len(trace.estimates)} tokens, a row each.",)), row=0, columns=3)
    for t, one in enumerate(trace.estimates[:MOST_SHOWN], 1):
        here = Mark(0, _window(trace, 0, t - 1))
        places = [_places(trace, number, one.ngram) for number in range(1, len(trace.references) + 1)]
        there = tuple(Mark(number, found) for number, found in enumerate(places, 1) if found)
        yield Moment(step, "counts", Prose(_counted(one)), (here, *there), t - 1, 5)
        told = (formulas.p(t), " = ", ngram_formulas.value(one), _instead(one))
        yield Moment(step, "probability", Prose(told), (here,), t - 1, columns)


def _counted(one: "Estimate") -> tuple[Words | Formula, ...]:
    read = f" was read {times(one.count)}"
    if not one.history:
        return (Words(one.ngram), f"{read}, of {one.history_count} words in all.")
    after = f"{times(one.history_count)} a word came after "
    return (Words(one.ngram), f"{read}; {after}", Words(one.history), ".")


def _instead(one: "Estimate") -> str:
    if not one.k:
        return "." if one.count or not one.history_count else ": what was never read is impossible."
    below = "that of its history" if one.history else "the number of words"
    return f": k is added to the count, and k|V| to {below}, {one.history_count}."


def _ledger(trace: "NgramPerplexity") -> Iterator[Moment]:
    """The surprise of each token, and the product so far."""
    step, base = "ledger", trace.rules.base
    yield Moment(step, "tokens", Prose(("Again a row for each token that is predicted.",)), row=0, columns=2)
    products = tables.running(trace)
    for t, (one, product) in enumerate(zip(trace.predictions[:MOST_SHOWN], products, strict=False), 1):
        surprise = formulas.in_unit(one.surprise, base)
        told = (formulas.p(t), " = ", one.written, f" surprises by {surprise} {formulas.UNITS[base]}. The product is ")
        here = Mark(0, _window(trace, 0, t - 1)[-1:])
        yield Moment(step, "surprise", Prose((*told, product, ".")), (here,), t - 1, 5)
    equation = formulas.text_probability(trace)
    yield Moment(step, "product", Prose(("The whole text has the probability ", "P", " = ", equation.value, ".")))


def _window(trace: "NgramPerplexity", number: int, start: int) -> tuple[int, ...]:
    """Where the n-gram stands that begins there in a text with its markers; markers have no place."""
    text = (trace.candidate, *trace.references)[number]
    before = ends(trace.rules)[0]
    return tuple(place for place in range(start - before, start - before + trace.rules.n) if 0 <= place < len(text))


def _places(trace: "NgramPerplexity", number: int, ngram: "NGram") -> tuple[int, ...]:
    """Where an n-gram stands in a reference, token by token."""
    found = ngrams(padded(trace.references[number - 1], trace.rules), trace.rules.n)
    starts = [start for start, one in enumerate(found) if one == ngram]
    return tuple(dict.fromkeys(place for start in starts for place in _window(trace, number, start)))
