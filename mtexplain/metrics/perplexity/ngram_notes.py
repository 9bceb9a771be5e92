"""What is odd about a text under an n-gram model but defined: one note each, the same in every view."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtexplain.display.parts import Note
from mtexplain.metrics.perplexity.model import END, START, UNKNOWN
from mtexplain.metrics.perplexity.notes import ZERO, listed, overflow
from mtexplain.metrics.shared import texts

if TYPE_CHECKING:
    from mtexplain.metrics.perplexity.corpus import CorpusNgramPerplexity
    from mtexplain.metrics.perplexity.sentence import NgramPerplexity

_MARKERS = frozenset(map(str, (START, END, UNKNOWN)))


def of_sentence(trace: "NgramPerplexity") -> Iterator[Note]:
    if not trace.predictions:
        yield Note(
            "nothing-predicted",
            "No token is predicted, so there is no mean: a root of order 0 is not defined. We count PP as infinite, "
            "the worst, so that saying nothing does not pay.",
        )
    yield from _zeros(trace)
    unknown = [place for place, token in enumerate(trace.candidate, 1) if token not in trace.model.words]
    if unknown:
        yield Note("unknown-words", _unknown(trace, len(unknown)), listed(unknown))
    if trace.candidate and trace.candidate in trace.references:
        told = "The model was trained on this very sentence: its PP says how well it remembers, not how it predicts."
        yield Note("trained-on-test", told, "candidate")
    for where, _, tokens in texts.named(trace):
        if _MARKERS.intersection(tokens):
            told = "It holds a marker as a word, and is taken at its word: the markers of the model are put in besides."
            yield Note("marker-as-word", told, where)
    yield from overflow(trace)
    yield from texts.notes(trace, _empty(trace), lambda: "The model reads an empty sentence in it")


def of_corpus(trace: "CorpusNgramPerplexity") -> Iterator[Note]:
    """The notes of every sentence, and once those of the training text."""
    told: set[Note] = set()
    for number, segment in enumerate(trace.segments, 1):
        for note in segment.notes:
            if note.where.startswith("reference"):
                if note not in told:
                    yield note
                told.add(note)
            else:
                yield note._replace(where=f"sentence {number}{', ' * bool(note.where)}{note.where}")


def _zeros(trace: "NgramPerplexity") -> Iterator[Note]:
    undefined = [t for t, one in enumerate(trace.estimates, 1) if one.value is None]
    zeros = [t for t, one in enumerate(trace.estimates, 1) if one.value == 0]
    if zeros:
        yield Note("zero-probability", f"The model has never seen it after its history: p = 0. {ZERO}", listed(zeros))
    if undefined:
        told = "The history was never seen: 0/0, which is not defined. We count it as 0, so PP is infinite."
        yield Note("unseen-history", told, listed(undefined))


def _unknown(trace: "NgramPerplexity", number: int) -> str:
    told = f"{'The word is' if number == 1 else 'These words are'} not in the training text."
    if trace.rules.smoothing == "none" or "<unk>" in trace.rules.vocabulary:
        return told
    return (
        f"{told} |V| has no room for it, yet adding k gives it a probability: those of one history then add up to more "
        'than 1. vocabulary="words, </s> and <unk>" makes room.'
    )


def _empty(trace: "NgramPerplexity") -> str:
    return "so only the end is predicted" if trace.predictions else "so nothing is predicted"
