"""BLEU as a row of functions, any of which can be replaced by a wrong one.

    words          the text, as tokens
    clip           Count_clip of an n-gram
    total          p_n, from the rows of an order
    match_length   r, from the lengths of every segment
    penalty        BP, from c and r
    smoothing      the factors, after what the rules do to them
    combine        BLEU, from BP and the factors
    segments       several segments, as one score
    writing        a number, as it is written down

The right ones stand here; a test holds them to the trace.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import exp, fsum, log
from typing import NamedTuple, cast

from mtexplain.explain.misconceptions.bleu.sheet import (
    Clip,
    Factor,
    MatchLength,
    Order,
    Segment,
    Sheet,
    Text,
    Total,
    Words,
)
from mtexplain.metrics.bleu import maths
from mtexplain.metrics.bleu.base import BleuScore, Pair
from mtexplain.metrics.bleu.factors import brevity
from mtexplain.recipe.numbers import AS_ZERO, Numbers, Quotient, Real, Value, Writing, as_it_is, same
from mtexplain.rules import BleuRules


class Parts(NamedTuple):
    """The parts of a score: p_n as counted, as smoothed by the rules, as multiplied; c and r; BP; the score."""

    quotients: tuple[Quotient, ...]
    smoothed: tuple[Factor, ...]
    factors: tuple[Factor, ...]
    c: Real
    r: Real
    bp: float
    score: float | None


def words(score: BleuScore) -> Sequence[Pair]:
    """The tokens of every segment, as the rules cut them."""
    return score.pairs


def total(order: Order, clipped: Sequence[Real]) -> Quotient:
    """The clipped counts over all counts."""
    return Quotient(sum(clipped), sum(row.count for row in order.rows))


def match_length(found: Sequence[Segment], rule: str) -> Real:
    """Of every segment the length that the rules choose, in all."""
    return sum(maths.match_length(one.candidate_length, one.reference_lengths, rule) for one in found)


def penalty(c: Real, r: Real) -> float:
    """1 where c > r, else e^(1 - r/c)."""
    exponent = maths.penalty(Fraction(c), Fraction(r))
    return 0.0 if exponent is None else exp(exponent)


def smoothing(found: Sequence[Factor], bp: float) -> tuple[Sequence[Factor], float]:
    """The factors and BP as they are: nothing beyond what the rules do."""
    return found, bp


def combine(bp: float, found: Sequence[Factor]) -> float:
    """BP times the weighted geometric mean; 0 where a factor is 0, or is none."""
    return bp * geometric_mean(found)


def geometric_mean(found: Sequence[Factor]) -> float:
    """The product of the factors, each to the power of its weight."""
    if not found or not all(factor.value and factor.value > 0 for factor in found):
        return 0.0
    return exp(fsum(float(factor.weight) * log(factor.value or 1) for factor in found))


def pooled(method: "Method", rules: BleuRules, text: Text) -> Parts:
    """One score from the sums over all segments."""
    return method.parts(rules, text)


@dataclass(frozen=True)
class Method:
    """A way to compute BLEU. With nothing replaced it is the right one.

    >>> from mtexplain import bleu
    >>> sheet = Sheet(bleu("the the cat on the mat", ["there is a cat on the mat"]))
    >>> Method().numbers(sheet)["p_1"], round(Method().numbers(sheet)["score"], 4)
    (Quotient(matches=4, total=6), 0.4301)
    >>> round(Method(penalty=lambda c, r: 1.0).numbers(sheet)["score"], 4)
    0.5081
    """

    words: Words = words
    clip: Clip = maths.clip
    total: Total = total
    match_length: MatchLength = match_length
    penalty: Callable[[Real, Real], float] = penalty
    smoothing: Callable[[Sequence[Factor], float], tuple[Sequence[Factor], float]] = smoothing
    combine: Callable[[float, Sequence[Factor]], float | None] = combine
    segments: "Callable[[Method, BleuRules, Text], Parts]" = pooled
    writing: Writing = as_it_is

    def numbers(self, sheet: Sheet) -> Numbers:
        """p_1 to p_N, c, r, BP and the score: either form of a p_n that is smoothed, the score on either scale."""
        rules = sheet.score.rules
        parts = self.segments(self, rules, sheet.counted(self.words, self.clip, self.total))
        forms = {f"p_{n}": _forms(rules, parts, n) for n in range(1, rules.max_n + 1)}
        forms |= {"c": (parts.c,), "r": (parts.r,), "bp": (parts.bp,)}
        score = parts.score
        forms["score"] = (score,) if rules.scale == 1 or score is None else (score, score * rules.scale)
        return Numbers(forms, self.writing)

    def going_on_from(self, given: Mapping[str, Real]) -> "Method":
        """The same way, but that these numbers are used where later ones are computed from them.

        >>> from mtexplain import bleu
        >>> sheet = Sheet(bleu("a b", ["a c"], max_n=1))
        >>> Method().going_on_from({"p_1": 0.4}).numbers(sheet)["score"]
        0.4
        """

        def penalty(c: Real, r: Real) -> float:
            return float(given["bp"]) if "bp" in given else self.penalty(given.get("c", c), given.get("r", r))

        def combine(bp: float, found: Sequence[Factor]) -> float | None:
            return self.combine(bp, [one._replace(value=given.get(f"p_{one.n}", one.value)) for one in found])

        return replace(self, penalty=penalty, combine=combine)

    def brevity(self, rules: BleuRules, text: Text) -> tuple[int, Real, float]:
        """c, r and BP of a text."""
        c, r = text.candidate_length, text.reference_length(self.match_length, rules.reference_length)
        lengths = brevity(rules, c, cast(Fraction, r), ())
        return c, r, 0.0 if lengths.void else self.penalty(c + lengths.added[0], r + lengths.added[1])

    def parts(self, rules: BleuRules, text: Text, quotients: Sequence[Quotient] | None = None) -> Parts:
        """The parts of the score of a text: from the sums over its segments, unless p_n is given otherwise."""
        c, r, bp = self.brevity(rules, text)
        smoothed, is_zero = text.smoothed(rules, quotients and tuple(quotients))
        changed, left = self.smoothing(smoothed, bp)
        score = 0.0 if is_zero else self.combine(left, changed)
        return Parts(tuple(quotients or text.sums()), smoothed, tuple(changed), c, r, bp, score)


def _forms(rules: BleuRules, parts: Parts, n: int) -> tuple[Value, ...]:
    """What may be written for p_n: what someone made of it, what was counted, what the rules make of that."""
    quotient = parts.quotients[n - 1]
    smoothed, changed = (
        next((one.value for one in found if one.n == n), None) for found in (parts.smoothed, parts.factors)
    )
    forms: list[Value] = [quotient]
    if changed is not None and not same(changed, smoothed):
        forms.insert(0, changed)
    if smoothed is None and rules.missing == "zero":
        forms.append(AS_ZERO)
    elif smoothed is not None and not same(smoothed, quotient):
        forms.append(smoothed)
    return tuple(forms)
