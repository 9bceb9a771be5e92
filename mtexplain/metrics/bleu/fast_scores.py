"""The scores of very many candidates against the same references: only the counts that a score needs, and no trace.

What is counted is what the recipe counts; from there on it is the recipe that computes. A test holds it to the trace.
"""

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from mtexplain.counts import Ratio
from mtexplain.metrics.bleu.maths import count_matches, match_length, most_in_one_reference
from mtexplain.metrics.bleu.recipe import BleuRecipe
from mtexplain.metrics.bleu.smoothing import orders_needed
from mtexplain.rules import BleuRules


class Counts(BleuRecipe):
    """BLEU from counts alone: the ratios of all orders that the rules look at, and the two lengths.

    `counted` are the ratios as the rules count them, where these are others, `last` those of the last segment.

    >>> from mtexplain.rules import PAPER
    >>> from dataclasses import replace
    >>> Counts(replace(PAPER, max_n=1), [Ratio(2, 4)], 4, 4).uncut
    0.5
    """

    def __init__(
        self,
        rules: BleuRules,
        ratios: Sequence[Ratio],
        c: int,
        r: int | Fraction,
        counted: Sequence[Ratio] = (),
        last: Sequence[Ratio] = (),
    ) -> None:
        n, self.rules = rules.max_n, rules
        # What is given is kept where the recipe would keep what it computes.
        found = tuple(ratios[:n])
        vars(self).update(
            ratios=found, matches=tuple([one.matches for one in found]), total=tuple([one.total for one in found]),
            c=c, r=r, longer=ratios[n] if len(ratios) > n else Ratio(0, 0), last=tuple(last or ratios),
        )  # fmt: skip
        if counted:
            vars(self)["counted"] = tuple(counted[:n])


def scores(trace: Any, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
    """BLEU of each candidate in turn, by the references and the rules of the trace."""
    orders = range(1, orders_needed(trace.rules) + 1)
    limits = [most_in_one_reference(trace.references, n) for n in orders]
    known: dict[tuple[int, ...], float] = {}  # most candidates share their numbers with others
    for candidate in candidates:
        matches = [count_matches(candidate, n, limit) for n, limit in zip(orders, limits, strict=True)]
        numbers = (len(candidate), *matches)
        if numbers not in known:
            found = [Ratio(one, max(0, len(candidate) - n + 1)) for n, one in zip(orders, matches, strict=True)]
            known[numbers] = _score(trace, len(candidate), found)
        yield known[numbers]


def least_order(trace: Any) -> int:
    """How long an n-gram must be, so that a candidate of some length scores above 0 by it alone; N if none is enough.

    >>> from mtexplain import bleu
    >>> least_order(bleu("x y z w", ["a b c d"])), least_order(bleu("x y z w", ["a b c d"], rules="sacrebleu"))
    (4, 1)
    """
    orders = range(1, orders_needed(trace.rules) + 1)
    lengths = range(max(len(trace.candidate), *trace.reference_lengths) + trace.rules.max_n + 1)

    def is_enough(n: int) -> bool:
        """Of a candidate of some length in which an n-gram matches, and nothing else."""
        return any(
            _score(trace, c, [Ratio(max(0, n - order + 1), max(0, c - order + 1)) for order in orders])
            for c in lengths[n:]
        )

    return bisect(range(trace.rules.max_n), False, key=is_enough)


def _score(trace: Any, c: int, ratios: Sequence[Ratio]) -> float:
    """BLEU of a candidate of that length, with these ratios of the orders that the rules need."""
    r = match_length(c, trace.reference_lengths, trace.rules.reference_length)
    return min(1.0, Counts(trace.rules, ratios, c, r).uncut)
