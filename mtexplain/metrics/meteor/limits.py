"""A score that no alignment of two texts exceeds, from counting alone: most edits need no alignment to be ruled out."""

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
    """A score that is not exceeded; infinite where words have weights: then it is not so easy to tell.

    Of m links at most b go on side by side in both texts, so that there are m - b chunks at least. The score is largest
    with as many links as there can be, or, where the penalty weighs most for few chunks, with a single one of b + 1.

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
