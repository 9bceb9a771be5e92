"""Every misconception, metric by metric, in the order of the computation."""

from mtexplain.explain.misconceptions.bleu.clipping import CLIPPING
from mtexplain.explain.misconceptions.bleu.combinations import COMBINATIONS
from mtexplain.explain.misconceptions.bleu.match_lengths import MATCH_LENGTHS
from mtexplain.explain.misconceptions.bleu.penalties import PENALTIES
from mtexplain.explain.misconceptions.bleu.segments import SEGMENTS
from mtexplain.explain.misconceptions.bleu.smoothings import SMOOTHINGS
from mtexplain.explain.misconceptions.bleu.subject import BLEU
from mtexplain.explain.misconceptions.bleu.totals import TOTALS
from mtexplain.explain.misconceptions.bleu.words import WORDS
from mtexplain.explain.misconceptions.bleu.writings import WRITINGS
from mtexplain.explain.misconceptions.kinds import Catalogue

SUBJECTS = (BLEU,)
"""Every metric whose hand computations we know to go wrong."""

misconceptions = Catalogue(
    (
        *WORDS,
        *CLIPPING,
        *TOTALS,
        *MATCH_LENGTHS,
        *PENALTIES,
        *SMOOTHINGS,
        *COMBINATIONS,
        *SEGMENTS,
        *WRITINGS,
    )
)
"""Wrong formulas that can be computed with: each replaces one function of a metric.

>>> misconceptions.get("no-clipping").smallest.shows
('p_1', 'score')
"""
