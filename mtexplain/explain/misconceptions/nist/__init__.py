"""NIST, computed wrongly.

method and subject are the right way, as a row of functions; information, matches, penalties and sums are the wrong
ones, in the order of the computation.
"""

from mtexplain.explain.misconceptions.nist.information import INFORMATION
from mtexplain.explain.misconceptions.nist.matches import MATCHING, TOTALS
from mtexplain.explain.misconceptions.nist.penalties import LENGTHS, PENALTIES
from mtexplain.explain.misconceptions.nist.subject import NIST_SUBJECT
from mtexplain.explain.misconceptions.nist.sums import SUMS

SUBJECTS = (NIST_SUBJECT,)
"""What is computed by hand, with its right functions."""

MISTAKES = (
    *INFORMATION,
    *MATCHING,
    *TOTALS,
    *LENGTHS,
    *PENALTIES,
    *SUMS,
)
"""Every misconception, in the order of the computation."""
