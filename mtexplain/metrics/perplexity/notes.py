"""What is odd about a perplexity but defined: one note each, the same in every view."""

from collections.abc import Iterable, Iterator
from math import inf
from typing import Any

from mtexplain import exact
from mtexplain.display import texts
from mtexplain.display.formula import shown
from mtexplain.display.parts import Note
from mtexplain.display.score import SentenceScore
from mtexplain.metrics.perplexity.model import END, START, UNKNOWN
from mtexplain.metrics.perplexity.recipe import DistributionScore, GivenPerplexity, ModelPerplexity, TextPerplexity
from mtexplain.recipe import arithmetic

_ZERO = "One factor of 0 makes the whole product 0, and PP infinite, however good the others are."
_MARKERS = frozenset(map(str, (START, END, UNKNOWN)))


def of_given(trace: GivenPerplexity) -> Iterator[Note]:
    if zeros := [t for t, one in enumerate(trace.p, 1) if not one]:
        yield Note("zero-probability", _ZERO, _listed(zeros))
    yield from _overflow(trace)
    if trace.t > 1 and trace.product is not None and arithmetic.sum(trace.p) == 1:
        kind = DistributionScore
        with exact.forty_digits():
            entropy = kind.cross_entropy.evaluate(p=trace.p, surprises=trace.surprises)
            drawn = float(kind.score.evaluate(base=trace.base, cross_entropy=entropy))
        if drawn != trace.score:
            yield Note(
                "distribution",
                "These probabilities add up to 1. If they are all the possible outcomes, not the tokens of a text, "
                f"each counts as often as it comes: distribution_perplexity gives {shown(drawn)}.",
            )


def of_distribution(trace: DistributionScore) -> Iterator[Note]:
    if zeros := [place for place, one in enumerate(trace.p, 1) if not one]:
        told = "With p = 0 it never comes, and adds nothing: 0 log 0 counts as 0."
        yield Note("zero-probability", told, _listed(zeros, "outcome"))


def of_sentence(trace: Any) -> Iterator[Note]:
    if not trace.t:
        yield Note(
            "nothing-predicted",
            "No token is predicted, so there is no mean: a root of order 0 is not defined. We count PP as infinite, "
            "the worst, so that saying nothing does not pay.",
        )
    if zeros := [t for t, one in enumerate(trace.p, 1) if one == 0]:
        yield Note("zero-probability", f"The model has never seen it after its history: p = 0. {_ZERO}", _listed(zeros))
    if undefined := [t for t, one in enumerate(trace.p, 1) if one is None]:
        told = "The history was never seen: 0/0, which is not defined. We count it as 0, so PP is infinite."
        yield Note("unseen-history", told, _listed(undefined))
    if unknown := [place for place, token in enumerate(trace.candidate, 1) if token not in trace.model.words]:
        yield Note("unknown-words", _unknown(trace, len(unknown)), _listed(unknown))
    if trace.candidate and trace.candidate in trace.references:
        told = "The model was trained on this very sentence: PP says how well it remembers, not how well it predicts."
        yield Note("trained-on-test", told, "candidate")
    for where, _, tokens in texts.named(trace):
        if _MARKERS.intersection(tokens):
            told = "It contains a marker, which is read as an ordinary word: the model adds its own markers besides."
            yield Note("marker-as-word", told, where)
    yield from _overflow(trace)


def of_sentences(segments: Iterable[SentenceScore]) -> Iterator[Note]:
    """The notes of every sentence, and once those of the training text."""
    known: set[Note] = set()
    for number, segment in enumerate(segments, 1):
        for note in segment.notes:
            if not note.where.startswith("training text"):
                yield note._replace(where=f"sentence {number}{', ' * bool(note.where)}{note.where}")
            elif note not in known:
                known.add(note)
                yield note


def _unknown(trace: ModelPerplexity, number: int) -> str:
    told = f"{'The word is' if number == 1 else 'These words are'} not in the training text."
    if not trace.rules.is_smoothed or "<unk>" in trace.rules.vocabulary:
        return told
    return (
        f"{told} |V| has no room for it, yet adding k gives it a probability: after one history, they then add up to "
        'more than 1. vocabulary="words, </s> and <unk>" makes room.'
    )


def _overflow(trace: TextPerplexity) -> Iterator[Note]:
    """A perplexity that no float can hold."""
    if trace.score == inf and trace.mean_surprise is not None:
        power = shown(float(trace.mean_surprise))
        yield Note("overflow", f"PP is finite but too large for a float: it is e^{power}.")


def _listed(places: list[int], thing: str = "token") -> str:
    """Where something is: token 3; tokens 3, 5 and 6; tokens 1, 2, 3 and 40 more."""
    if len(places) == 1:
        return f"{thing} {places[0]}"
    named, last = places[:6], f"{len(places) - 6} more"
    if len(places) <= 7:
        named, last = places[:-1], str(places[-1])
    return f"{thing}s {', '.join(map(str, named))} and {last}"
