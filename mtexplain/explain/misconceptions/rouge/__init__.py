"""ROUGE as a row of functions, any of which can be replaced by a wrong one; then the wrong ones, a place a file.

Read in this order: counting and method (the right functions), subject (their formulas, and the six metrics), then
texts, units, overlaps, sequences, runs, shares, means and writings (the wrong ones).
"""

from mtexplain.explain.misconceptions.rouge.means import MEANS
from mtexplain.explain.misconceptions.rouge.overlaps import OVERLAPS, TOTALS
from mtexplain.explain.misconceptions.rouge.runs import INVERSES, RUNS
from mtexplain.explain.misconceptions.rouge.sequences import SEQUENCES, UNIONS
from mtexplain.explain.misconceptions.rouge.shares import POOLS, REFERENCES, SHARES
from mtexplain.explain.misconceptions.rouge.subject import SUBJECTS
from mtexplain.explain.misconceptions.rouge.texts import TEXTS
from mtexplain.explain.misconceptions.rouge.units import UNITS
from mtexplain.explain.misconceptions.rouge.writings import WRITINGS

__all__ = ["MISTAKES", "SUBJECTS"]

MISTAKES = (
    *TEXTS,
    *UNITS,
    *OVERLAPS,
    *SEQUENCES,
    *UNIONS,
    *RUNS,
    *TOTALS,
    *POOLS,
    *SHARES,
    *INVERSES,
    *REFERENCES,
    *MEANS,
    *WRITINGS,
)
"""Every misconception, in the order of the computation."""
