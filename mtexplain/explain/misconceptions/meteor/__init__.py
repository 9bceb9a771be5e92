"""Wrong formulas for METEOR.

Read subject and method first (what is right, function by function), then the mistakes in the order of the computation:
partners, shares, means, pieces, penalties, results, writings.
"""

from mtexplain.explain.misconceptions.meteor.means import MEANS
from mtexplain.explain.misconceptions.meteor.partners import PARTNERS
from mtexplain.explain.misconceptions.meteor.penalties import PENALTIES
from mtexplain.explain.misconceptions.meteor.pieces import PIECES
from mtexplain.explain.misconceptions.meteor.results import RESULTS
from mtexplain.explain.misconceptions.meteor.shares import SHARES
from mtexplain.explain.misconceptions.meteor.subject import METEOR_SUBJECT
from mtexplain.explain.misconceptions.meteor.writings import WRITINGS

SUBJECTS = (METEOR_SUBJECT,)
"""What is computed by hand, with its right functions."""

MISTAKES = (*PARTNERS, *SHARES, *MEANS, *PIECES, *PENALTIES, *RESULTS, *WRITINGS)
"""Every misconception, in the order of the computation."""
