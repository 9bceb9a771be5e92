"""NIST by hand: the functions of the right computation, any of which a mistake replaces.

What stands between two functions is a list with an entry for each segment; the n-grams of a segment are a mapping for
each order. A candidate's n-grams that are in no reference have no information, and never match.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import exp, fsum, log, log2

from mtexplain.counts import NGram
from mtexplain.explain.misconceptions.numbers import AS_ZERO, Quotient, Real, Value, plain
from mtexplain.metrics.nist import CorpusNist, Nist
from mtexplain.metrics.nist.counting import Row
from mtexplain.metrics.nist.knowledge import Known
from mtexplain.metrics.nist.maths import HALF_AT

Trace = Nist | CorpusNist
Weights = list[Mapping[NGram, float]]
"""Of every segment, the information of each n-gram of the candidate that is in a reference."""
Matches = list[Mapping[NGram, int]]
"""Of every segment, how often each of these n-grams matches."""
Numbers = tuple[Real, ...]
"""A number for each order."""
Gains = tuple[float, ...]

BETA = log(0.5) / log(HALF_AT) ** 2
"""The constant of the penalty, about -4.216: it makes BP one half at two thirds of the length."""


def segments(trace: Trace) -> Sequence[Nist]:
    """The traces of the segments: of a sentence, itself."""
    return trace.segments if isinstance(trace, CorpusNist) else (trace,)


def rows(segment: Nist) -> Iterable[Row]:
    """The rows of all orders that have information."""
    return (row for order in segment.orders for row in order.rows if row.information)


def known(trace: Trace) -> Known:
    """What was counted over all references."""
    return trace.known


def by(formula: Callable[[NGram, Known], float]) -> Callable[[Trace, Known], Weights]:
    """The information of every n-gram, from what was counted."""

    def information(trace: Trace, known: Known) -> Weights:
        return [{row.ngram: formula(row.ngram, known) for row in rows(segment)} for segment in segments(trace)]

    return information


def ratio(ngram: NGram, known: Known) -> Fraction:
    """Count(w_1…n-1) over Count(w_1…n)."""
    found = known.information(ngram)
    return Fraction(found.prefix_times, found.times)


information = by(lambda ngram, known: log2(ratio(ngram, known)))


def counted(formula: Callable[[Row], int]) -> Callable[[Trace], Matches]:
    """How often every n-gram matches, from its row."""

    def matches(trace: Trace) -> Matches:
        return [{row.ngram: formula(row) for row in rows(segment)} for segment in segments(trace)]

    return matches


matches = counted(lambda row: row.matches)


def gain(trace: Trace, information: Weights, matches: Matches) -> Gains:
    """The information of all matches of an order, over all segments."""
    products: list[list[float]] = [[] for _ in range(trace.rules.n)]
    for weights, times in zip(information, matches, strict=True):
        for ngram, number in times.items():
            products[len(ngram) - 1].append(number * weights[ngram])
    return tuple(map(fsum, products))


def total(trace: Trace) -> Numbers:
    """How many n-grams of each order the candidate has."""
    return tuple(order.total for order in trace.orders)


def s(gain: Gains, total: Numbers) -> tuple[Value, ...]:
    """s_n, the gain per n-gram."""
    return tuple(share(*pair) for pair in zip(gain, total, strict=True))


def share(gain: Real, total: Real) -> Value:
    """A gain over a number of n-grams; 0/0 where there is neither."""
    if total:
        return float(gain) / float(total)
    return Quotient(0, 0) if not gain else None


def values(s: Sequence[Value]) -> list[float]:
    """s_1 to s_N as numbers; 0/0 counts as 0."""
    return [float(plain(one) or AS_ZERO) for one in s]


def l_sys(trace: Trace) -> int:
    """L_sys, the tokens of the candidate."""
    return trace.brevity.candidate_length


def l_ref(trace: Trace) -> Fraction:
    """L_ref, the mean length of a reference; of a text, the sum of the segments' means."""
    return trace.brevity.reference_length


def falling(formula: Callable[[float], float]) -> Callable[[Real, Real], float]:
    """BP from the ratio of both lengths; 0 where there is no candidate, 1 where there is nothing to fall short of."""

    def bp(l_sys: Real, l_ref: Real) -> float:
        if not l_sys:
            return 0.0
        return formula(float(Fraction(l_sys) / Fraction(l_ref))) if l_ref else 1.0

    return bp


def power(exponent: float) -> float:
    """e to a power that a float can hold."""
    return exp(min(exponent, 700.0))


bp = falling(lambda ratio: power(BETA * log(min(ratio, 1.0)) ** 2))


def combined(combine: Callable[[list[float]], float]) -> Callable[[tuple[Value, ...], Real], float]:
    """NIST from BP, and from what all orders come to."""

    def score(s: tuple[Value, ...], bp: Real) -> float:
        return float(bp) * combine(values(s))

    return score


score = combined(fsum)
