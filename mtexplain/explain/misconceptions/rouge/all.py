"""Every misconception of ROUGE, in the order of the computation."""

from mtexplain.explain.misconceptions.rouge.means import MEANS
from mtexplain.explain.misconceptions.rouge.overlaps import OVERLAPS, TOTALS
from mtexplain.explain.misconceptions.rouge.runs import INVERSES, RUNS
from mtexplain.explain.misconceptions.rouge.sequences import SEQUENCES, UNIONS
from mtexplain.explain.misconceptions.rouge.shares import POOLS, REFERENCES, SHARES
from mtexplain.explain.misconceptions.rouge.texts import TEXTS
from mtexplain.explain.misconceptions.rouge.units import UNITS

ROUGE = (
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
)
