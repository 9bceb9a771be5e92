"""ROUGE as a row of functions, in the order of the computation.

    texts        the trace, with other tokens where someone cuts them in another way
    units        what is counted in each text: n-grams, skip-bigrams, words
    overlap      matches with each reference, counted unit by unit (ROUGE-N, S, SU)
    lcs          matches with each reference: the length of a subsequence (ROUGE-L)
    union        matches with each reference: of the unions of its lines (ROUGE-Lsum)
    wlcs         what the runs of a subsequence are worth (ROUGE-W)
    totals       what each reference has, and the candidate
    together     the references one by one, or pooled
    shares       R and P with each reference
    inverse      f^-1 of both (ROUGE-W)
    references   those R and P that count
    score        F

Of overlap, lcs, union and wlcs one is asked for; the others give nothing.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from mtexplain import exact
from mtexplain.explain.misconceptions.recipe import Recipe
from mtexplain.explain.misconceptions.rouge import counting
from mtexplain.explain.misconceptions.rouge.counting import Matches
from mtexplain.metrics.rouge import RougeLSum, RougeW
from mtexplain.metrics.rouge.base import Rouge
from mtexplain.metrics.rouge.maths import f_measure
from mtexplain.recipe.numbers import Quotient, Real, Value, plain

Mean = Callable[[Fraction, Fraction, Fraction | None], Fraction]


class Shared(NamedTuple):
    """What a candidate shares with a reference: so many matches, of m that the one has and n that the other has."""

    matches: Real
    m: Real
    n: Real


class Share(NamedTuple):
    """R and P with a reference."""

    recall: Quotient | Real
    precision: Quotient | Real


def together(trace: Rouge, matches: Matches | Real, totals: Sequence[tuple[Real, Real]]) -> tuple[Shared, ...]:
    """What is shared with each reference; added up where the rules pool them."""
    each = tuple(Shared(one, m, n) for one, (m, n) in zip(several(matches), totals, strict=True))
    return (added(each),) if trace.rules.references_by == "pooled" else each


def several(matches: Matches | Real) -> Matches:
    """The matches with each reference, also where there is one."""
    return matches if isinstance(matches, tuple) else (matches,)


def added(each: Sequence[Shared]) -> Shared:
    """All matches over all totals."""
    return Shared(*map(sum, zip(*each, strict=True)))


def shares(trace: Rouge, together: Sequence[Shared]) -> tuple[Share, ...]:
    """R is matches over m, P is matches over n."""
    capped = isinstance(trace, RougeLSum | RougeW) and trace.rules.union != "clipped"
    return tuple(
        Share(Quotient(one.matches, one.m), Quotient(min(one.matches, one.n) if capped else one.matches, one.n))
        for one in together
    )


def inverse(trace: Rouge, shares: Sequence[Share]) -> tuple[Share, ...]:
    """The inverse of f, where f(k) = k^weight; the shares themselves where nothing is weighted."""
    return tuple(Share(*(_rooted(share, trace.root) for share in one)) for one in shares)


def _rooted(share: Quotient | Real, weight: Fraction) -> Quotient | Real:
    value = exactly(share)
    if weight == 1 or value is None or value < 0:
        return share
    return exact.power(value, 1 / weight)


def exactly(number: Value) -> Fraction | None:
    """A number as a fraction; None for 0/0."""
    value = plain(number)
    return None if value is None else Fraction(value)


def mean(trace: Rouge, recall: Value, precision: Value, f: Mean = f_measure) -> Fraction:
    """F of R and P, where 0/0 counts as 0."""
    return f(exactly(recall) or Fraction(0), exactly(precision) or Fraction(0), trace.rules.beta)


def references(trace: Rouge, together: Sequence[Shared], inverse: Sequence[Share]) -> tuple[Share, ...]:
    """The R and P that count: those of the best reference, or as the rules choose."""
    places = range(len(inverse))
    match trace.rules.references_by:
        case "jackknife" if len(inverse) > 1:
            rest = [[place for place in places if place != out] for out in places]
            return tuple(
                best(trace, [together[one] for one in those], [inverse[one] for one in those]) for those in rest
            )
        case "coco":
            return (apart(inverse),)
    return (best(trace, together, inverse),)


def best(trace: Rouge, together: Sequence[Shared], inverse: Sequence[Share]) -> Share:
    """The first of the best by F; or by recall, out of what a perfect match would be worth."""
    ranks = [mean(trace, *one) for one in inverse]
    if trace.rules.best_by == "recall":
        slip = trace.rules.recall_total != "f(m)"
        totals = [exact.power(Fraction(one.m), 1 / trace.root) if slip else one.m for one in together]
        ranks = [Fraction(one.matches) / Fraction(m or 1) for one, m in zip(together, totals, strict=True)]
    return inverse[ranks.index(max(ranks))]


def apart(each: Sequence[Share]) -> Share:
    """The best R and the best P, of any reference."""
    recall, precision = zip(*each, strict=True)
    return Share(*(max(those, key=lambda one: exactly(one) or 0) for those in (recall, precision)))


def recall(references: Sequence[Share]) -> Quotient | Real:
    """R; the mean where several count."""
    return _mean([one.recall for one in references])


def precision(references: Sequence[Share]) -> Quotient | Real:
    """P; the mean where several count."""
    return _mean([one.precision for one in references])


def _mean(those: Sequence[Quotient | Real]) -> Quotient | Real:
    if len(those) > 1:
        return sum((exactly(one) or Fraction(0) for one in those), Fraction(0)) / len(those)
    return those[0] if isinstance(those[0], Quotient) else float(those[0])


def score_by(f: Mean) -> Callable[..., float]:
    """F as this function computes it from R, P and beta; the mean of several where several references count."""

    def score(trace: Rouge, references: Sequence[Share], recall: Value, precision: Value) -> float:
        if len(references) > 1:
            return float(sum(mean(trace, *one, f) for one in references) / len(references))
        return float(mean(trace, recall, precision, f))

    return score


RECIPE = Recipe(
    {
        "texts": counting.texts,
        "units": counting.units,
        "overlap": counting.overlap,
        "lcs": counting.lcs,
        "union": counting.union,
        "wlcs": counting.wlcs,
        "matches": counting.matches,
        "totals": counting.totals,
        "together": together,
        "shares": shares,
        "inverse": inverse,
        "references": references,
        "recall": recall,
        "precision": precision,
        "score": score_by(f_measure),
    },
    ("matches", "recall", "precision", "score"),
)
