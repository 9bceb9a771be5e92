"""METEOR by hand: the functions of the right computation, any of which a mistake replaces.

It is the computation against one reference, the one from which the trace takes its score.
"""

from collections.abc import Callable
from fractions import Fraction

from mtexplain import exact
from mtexplain.metrics.meteor import Against, Link, Meteor
from mtexplain.metrics.meteor.alignment import Alignment
from mtexplain.metrics.meteor.shares import counts_alike, share
from mtexplain.recipe.numbers import Quotient, Real

Links = list[Link]
"""Never a tuple: of a tuple the recipe makes numbers."""
Shares = tuple[Quotient, Quotient]
"""Precision and recall."""


def reference(trace: Meteor) -> Against:
    """The candidate and its best reference."""
    return trace.best


def links(reference: Against) -> Links:
    """As the rules choose them."""
    return list(reference.alignment.links)


def matches(links: Links) -> int:
    """m, the number of links."""
    return len(links)


def shares(reference: Against, links: Links, matches: Real) -> list[Quotient]:
    """P = m / c and R = m / r; or what the links count by their stages and words, where the rules weigh these."""
    rules = reference.rules
    if counts_alike(rules):
        return [Quotient(matches, len(text)) for text in (reference.candidate, reference.reference)]
    ours = share(reference.candidate, [(link.candidate, link.stage) for link in links], rules)
    theirs = share(reference.reference, [(link.reference, link.stage) for link in links], rules)
    return [Quotient(one.matched, one.total) for one in (ours, theirs)]


def precision(shares: Shares) -> Quotient:
    """The first of the two shares."""
    return shares[0]


def recall(shares: Shares) -> Quotient:
    """The second of the two shares."""
    return shares[1]


def meaned(formula: Callable[[Fraction, Fraction, Fraction], Real]) -> Callable[[Against, Quotient, Quotient], Real]:
    """One number of P, R and alpha; 0 where neither is above 0."""

    def mean(reference: Against, precision: Quotient, recall: Quotient) -> Real:
        both = precision.value or Fraction(0), recall.value or Fraction(0)
        return formula(*both, reference.rules.alpha) if min(both) > 0 else Fraction(0)

    return mean


def weighted(top: Fraction, bottom: Fraction) -> Fraction:
    """A quotient; 0 where it would be divided by 0."""
    return top / bottom if bottom else Fraction(0)


mean = meaned(lambda p, r, alpha: weighted(p * r, alpha * p + (1 - alpha) * r))


def chunks(links: Links) -> int:
    """ch, the number of runs that stand side by side in both texts."""
    return len(Alignment(tuple(links)).chunks)


def is_free(reference: Against, matches: Real, chunks: Real) -> bool:
    """Whether the rules take no penalty: they do not where every word of both texts is in one chunk."""
    lengths = {len(reference.candidate), len(reference.reference), matches}
    return reference.rules.whole == "free" and chunks == 1 and len(lengths) == 1


def penalised(formula: Callable[[Against, Fraction, Fraction], Real]) -> Callable[[Against, Real, Real], Real]:
    """The penalty from ch and m; 0 where there is no match, and where the rules take none."""

    def penalty(reference: Against, matches: Real, chunks: Real) -> Real:
        if chunks <= 0 or matches <= 0 or is_free(reference, matches, chunks):
            return Fraction(0)
        return formula(reference, Fraction(chunks), Fraction(matches))

    return penalty


def raised(share: Fraction, reference: Against) -> Fraction:
    """A share to the power of beta."""
    return exact.power(share, reference.rules.beta)


fragmentation = penalised(
    lambda reference, chunks, matches: reference.rules.gamma * raised(chunks / matches, reference)
)


def penalty(fragmentation: Real) -> Real:
    """Pen, for the fragmentation."""
    return fragmentation


def product(mean: Real, penalty: Real) -> float:
    """(1 - Pen) Fmean, against one reference."""
    return float((1 - penalty) * mean)


def best(product: float) -> float:
    """That of the best reference."""
    return product


def score(best: float) -> float:
    """METEOR."""
    return best
