"""NIST, computed wrongly: each mistake takes one quantity another way. They stand in mistakes.toml."""

from fractions import Fraction
from math import prod
from typing import Any

from mtexplain.counts import count_ngrams
from mtexplain.metrics.nist import corpus_nist, nist
from mtexplain.metrics.nist.recipe import NistScore, count_known
from mtexplain.metrics.nist.references import count_references
from mtexplain.metrics.nist.trace import CorpusNist, Nist
from mtexplain.recipe.misconception import Smallest
from mtexplain.recipe.mistakes import Way, cut_off, read_mistakes
from mtexplain.recipe.quantity import Orders, Rows
from mtexplain.recipe.subject import Subject

CLAIMS = {
    "gain": "gain", "total": "total", "s": "s", "l_sys": "candidate_length", "l_ref": "reference_length", "bp": "bp",
    "score": "score",
}  # fmt: skip
NIST_SUBJECT = Subject("NIST", nist, corpus_nist, NistScore, CLAIMS)
SUBJECTS = (NIST_SUBJECT,)
"""What is computed by hand, with its right functions."""


def _other_end(trace: Nist) -> Any:
    """The n-gram without its first word counted on top; for a single word, all words."""
    known = trace.known
    ends = count_known(trace, lambda ngram: known.times(ngram[1:]) if ngram[1:] else known.words)
    return NistScore.information.evaluate(beginning=ends, times=trace.times)


def _of_segment(trace: Nist) -> Any:
    """Each segment by its own references alone."""
    own = count_references(trace.references, trace.rules.max_n, trace.rules.no_prefixes)
    beginning, times = (count_known(trace, count) for count in (own.beginning, own.times))
    return NistScore.information.evaluate(beginning=beginning, times=times)


def _together(trace: Nist) -> Rows[int]:
    return tuple(
        tuple(map(min, counts, map(sum, found))) for counts, found in zip(trace.count, trace.in_references, strict=True)
    )


def _of_references(trace: Nist) -> Orders[int]:
    """The n-grams of all references."""
    texts, orders = trace.references, range(1, trace.rules.max_n + 1)
    return tuple(sum(count_ngrams(text, n).total() for text in texts) for n in orders)


def _closest(trace: Nist) -> int:
    """BLEU's r: of two the shorter."""
    here = len(trace.candidate)
    return min(map(len, trace.references), key=lambda length: (abs(length - here), length))


def _geometric(trace: NistScore) -> float:
    means = [float(mean or 0) for mean in trace.s]
    return float(trace.bp) * prod(means) ** (1 / len(means)) if min(means) > 0 else 0.0


def _mean_of_scores(trace: Any) -> Any:
    """The mean of the segments' own; of a sentence, its score."""
    if isinstance(trace, CorpusNist):
        return sum(Fraction(segment.score) for segment in trace.segments) / len(trace.segments)
    return NistScore.score.compute(trace, "score")


_WAYS: dict[str, Way] = {
    "nist-end-on-top": _other_end,
    "nist-information-of-the-segment": _of_segment,
    "nist-references-together": _together,
    "nist-reference-total": _of_references,
    "nist-closest-length": _closest,
    "nist-geometric-mean": _geometric,
    "nist-mean-of-scores": _mean_of_scores,
}
"""Those that no formula says."""
MISTAKES = (
    *read_mistakes(__package__, SUBJECTS, _WAYS),
    cut_off(NIST_SUBJECT, "nist-cut", Smallest("a", ("a b b",), {"max_n": 1})),
)
"""Every misconception, in the order of the computation."""
