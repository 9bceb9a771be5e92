"""Notes on NIST scores that are unusual but well defined."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import prod

from mtexplain.display.parts import Note
from mtexplain.metrics.nist.score import NLTK, AnyNist
from mtexplain.metrics.nist.trace import CorpusNist, Nist
from mtexplain.metrics.shared import scores
from mtexplain.metrics.shared.orders import none_of
from mtexplain.tracing.number import plain as value_of


@scores.odd.register
def odd(trace: Nist) -> Iterator[Note]:
    """Notes on orders without n-grams, matches without information, and references chosen by rounding alone."""
    yield from _of_score(trace, [trace], "the candidate is")
    yield from _of_choices(trace)
    if any(trace.matched(n) for n in trace.each_n[1:]) and not any(trace.gain(n) for n in trace.each_n[1:]):
        reason = "in these references their beginnings never continue in another way, and log2(1) = 0"
        advice = "Counting over more text (corpus_references) may change that."
        yield Note("no-information", f"Longer n-grams match but gain nothing, because {reason}. {advice}")


@scores.odd.register
def odd_text(trace: CorpusNist) -> Iterator[Note]:
    """Notes on the score of a text, then on the references chosen in each segment."""
    yield from _of_score(trace, trace.segments, "every candidate is")
    for number, segment in enumerate(trace.segments, 1):
        for note in _of_choices(segment):
            yield note._replace(where=f"segment {number}")


def _of_score(trace: AnyNist, segments: Iterable[Nist], short: str) -> Iterator[Note]:
    if missing := [n for n in trace.each_n if not trace.total(n)]:
        text = f"There is no {none_of(missing)}, because {short} too short. 0/0 is undefined, and adds nothing here."
        stops = " NLTK itself stops here, with a ZeroDivisionError." if trace.rules.tool == NLTK.tool else ""
        yield Note("no-ngrams", text + stops)
    if trace.matched(1) and not trace.score and trace.bp:
        yield Note("weighs-nothing", "Words match, but none of the matches carries information, so the score is 0.")
    elif trace.total(1) and not trace.matched(1):
        yield Note("no-match", "No word of the candidate is in a reference, so it gains no information.")
    pairs = (g for segment in segments for g in segment.counts.get(2, ()) if g[0] == "0")
    if trace.rules.zero_prefix == "none" and any(trace.corpus.times(g) for g in pairs):
        yield Note(
            "zero-prefix",
            f'In Perl "0" is false, so {trace.rules.tool or "this rule"} sees no prefix in a pair that begins with "0" '
            f"and computes its information as for a single word, from all {trace.words} words.",
        )


def _of_choices(trace: Nist) -> Iterator[Note]:
    """A note for each order in which rounding, not the exact gains, decides which reference is used."""
    for n, chosen in trace.chosen.items():
        if chosen is None:
            continue
        exact = [(_two_to_the_gain(trace, n, i), len(text)) for i, text in enumerate(trace.references)]
        if (best := exact.index(max(exact))) != chosen:
            yield Note(
                "rounded-choice",
                f"For n = {n} the gains of references {best + 1} and {chosen + 1} differ only by rounding. NLTK "
                f"compares the rounded gains and takes reference {chosen + 1}; with exact gains it would take "
                f"reference {best + 1}. Another version of Python may round differently.",
            )


def _two_to_the_gain(trace: Nist, n: int, i: int) -> Fraction:
    """Two to the power of the gain with a single reference. It is exact, so that equal gains compare as equal."""
    matches = trace.counts[n] & trace.reference_counts[n][i]
    powers = (value_of(trace.beginning(g) / trace.times(g)) ** times for g, times in matches.items())
    return prod(powers, start=Fraction(1))
