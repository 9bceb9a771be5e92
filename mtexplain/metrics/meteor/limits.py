"""An upper limit of the score, from counting alone: it rules out most edits without an alignment."""

from collections.abc import Sequence
from fractions import Fraction
from math import inf

from mtexplain.metrics.meteor.groups import groups
from mtexplain.metrics.meteor.links import united
from mtexplain.metrics.meteor.maths import combined, f_mean_of_counts, penalty
from mtexplain.metrics.meteor.rules import MeteorRules
from mtexplain.metrics.meteor.shares import counts_alike
from mtexplain.metrics.meteor.stages import stages


def limit(candidate: Sequence[str], reference: Sequence[str], rules: MeteorRules) -> float:
    """What the score of a candidate against a reference is at most; infinite (unknown) where words have weights.

    At most b links are followed by a neighbour in both texts, so that m links make at least m - b chunks. The score is
    largest with as many links as there can be, or, where beta is below 1, with the b + 1 links of a single chunk.

    >>> from mtexplain.metrics.meteor.rules import PAPER
    >>> limit("the cat sat".split(), "the cat is sat".split(), PAPER) == (1 - 0.5 * (2 / 3) ** 3) * 30 / 39
    True
    """
    if not counts_alike(rules):
        return inf
    ours, theirs = list(enumerate(candidate)), list(enumerate(reference))
    options = united(stage.options(ours, theirs) for stage in stages(rules))
    most = sum(min(len(group.words), len(group.partners)) for group in groups(options))
    joined = [(i, j) for i, partners in options.items() for j in partners if j + 1 in options.get(i + 1, ())]
    beside = min(len({i for i, _ in joined}), len({j for _, j in joined}))

    def score(matches: int) -> float:
        chunks = max(1, matches - beside)
        free = rules.whole == "free" and chunks == 1 and len(candidate) == len(reference) == matches
        mean = f_mean_of_counts(matches, len(candidate), len(reference), rules.alpha)
        return combined(mean, Fraction(0) if free else penalty(chunks, matches, rules.gamma, rules.beta))

    return max(score(most), score(min(most, beside + 1)))
