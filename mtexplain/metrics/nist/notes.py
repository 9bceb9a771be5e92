"""What is odd about a NIST score but defined: one note each, the same in every view."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from math import prod
from typing import Any

from mtexplain.display import texts
from mtexplain.display.parts import Note
from mtexplain.metrics.nist.recipe import NistScore
from mtexplain.metrics.nist.rules import NLTK
from mtexplain.metrics.shared.orders import none_of


def of_segment(trace: Any) -> Iterator[Note]:
    """What is odd about the score of a segment. Its texts have notes of their own."""
    yield from _of_score(trace, "the candidate is")
    yield from _told_apart(trace)
    if any(trace.matched[1:]) and not any(trace.gain[1:]):
        yield Note(
            "no-information",
            "Longer n-grams match but gain nothing: in these references, how they begin leaves only one way to go on, "
            "so log2(1) = 0. More text (corpus_references) would tell them apart.",
        )


def of_corpus(trace: Any) -> Iterator[Note]:
    """What is odd about the score of a text, then about each segment and its texts."""
    yield from _of_score(trace, "every candidate is")
    for number, segment in enumerate(trace.segments, 1):
        for note in _told_apart(segment):
            yield note._replace(where=f"segment {number}")
        empty = "so it adds only the length of its references"
        for note in texts.notes(segment, empty, segment.empty_reference):
            yield note._replace(where=f"segment {number}, {note.where}")


def _of_score(trace: NistScore, short: str) -> Iterator[Note]:
    if missing := [n for n, total in enumerate(trace.total, 1) if not total]:
        told = f"There is no {none_of(missing)}: {short} too short. 0/0 is not defined; it adds nothing to the sum."
        if trace.rules.tool == NLTK.tool:
            told += " NLTK itself stops here, with a ZeroDivisionError."
        yield Note("no-ngrams", told)
    if trace.matched[0] and not trace.score and trace.bp:
        yield Note("weighs-nothing", "Words match, but none of the matches carries information, so the score is 0.")
    elif trace.total[0] and not trace.matched[0]:
        yield Note("no-match", "No word of the candidate is in a reference: there is no information to gain.")
    segments: Any = trace.parts or (trace,)
    pairs = chain.from_iterable(zip(*one.ngrams[1:2], *one.times[1:2], strict=True) for one in segments)
    if ("0",) in trace.rules.no_prefixes and any(ngram[0] == "0" and times for ngram, times in pairs):
        yield Note(
            "zero-prefix",
            f'In Perl "0" is false, so {trace.rules.tool or "this rule"} sees no prefix there: a pair that begins with '
            f'"0" is weighed against all {trace.known.words} words, like a single word.',
        )


def _told_apart(trace: Any) -> Iterator[Note]:
    """Of two references with equal gain the longer one counts, unless rounding sets them apart."""
    for order, chosen in enumerate(trace.chosen):
        if chosen is None:
            continue
        exact = [(_two_to_the_gain(trace, order, place), len(text)) for place, text in enumerate(trace.references)]
        if (best := exact.index(max(exact))) != chosen:
            yield Note(
                "rounded-choice",
                f"For n = {order + 1} the gains of references {best + 1} and {chosen + 1} differ only by rounding. "
                f"NLTK compares the rounded gains and takes reference {chosen + 1}; with exact ones it would take "
                f"reference {best + 1}. Another version of Python may round differently.",
            )


def _two_to_the_gain(trace: Any, order: int, place: int) -> Fraction:
    """Two to the power of what the candidate gains by one reference: exact, so that ties are ties."""
    columns = (trace.beginning, trace.times, trace.count, trace.in_references)
    rows = zip(*(column[order] for column in columns), strict=True)
    return prod(
        (Fraction(beginning or 1, times or 1) ** min(count, found[place]) for beginning, times, count, found in rows),
        start=Fraction(1),
    )
