"""Perplexity, computed wrongly.

method, counting and subject are the right way, as rows of functions; estimates, smoothings, surprises, mean_surprises,
powers, sentences and distributions are the wrong ones.
"""

from mtexplain.explain.misconceptions.perplexity.distributions import DISTRIBUTIONS
from mtexplain.explain.misconceptions.perplexity.estimates import ESTIMATES
from mtexplain.explain.misconceptions.perplexity.mean_surprises import MEAN_SURPRISES
from mtexplain.explain.misconceptions.perplexity.powers import POWERS
from mtexplain.explain.misconceptions.perplexity.sentences import SENTENCES
from mtexplain.explain.misconceptions.perplexity.smoothings import ADDED
from mtexplain.explain.misconceptions.perplexity.subject import DISTRIBUTION, NGRAM, PERPLEXITY
from mtexplain.explain.misconceptions.perplexity.surprises import SURPRISES

SUBJECTS = (PERPLEXITY, NGRAM, DISTRIBUTION)
"""What is computed by hand, with its right functions."""

MISTAKES = (
    *ESTIMATES,
    *ADDED,
    *SURPRISES,
    *MEAN_SURPRISES,
    *POWERS,
    *SENTENCES,
    *DISTRIBUTIONS,
)
"""Every misconception, in the order of the computation."""
