"""BLEU, computed wrongly.

sheet, method and subject are the right way, as a row of functions; words, clipping, totals, match_lengths, penalties,
smoothings, logarithms, combinations, segments and writings are the wrong ones, a place each.
"""

from mtexplain.explain.misconceptions.bleu.clipping import CLIPPING
from mtexplain.explain.misconceptions.bleu.combinations import COMBINATIONS
from mtexplain.explain.misconceptions.bleu.logarithms import LOGARITHMS
from mtexplain.explain.misconceptions.bleu.match_lengths import MATCH_LENGTHS
from mtexplain.explain.misconceptions.bleu.penalties import PENALTIES
from mtexplain.explain.misconceptions.bleu.segments import SEGMENTS
from mtexplain.explain.misconceptions.bleu.smoothings import SMOOTHINGS
from mtexplain.explain.misconceptions.bleu.subject import BLEU
from mtexplain.explain.misconceptions.bleu.totals import TOTALS
from mtexplain.explain.misconceptions.bleu.words import WORDS
from mtexplain.explain.misconceptions.bleu.writings import WRITINGS

SUBJECTS = (BLEU,)
"""What is computed by hand, with its right functions."""

MISTAKES = (
    *WORDS,
    *CLIPPING,
    *TOTALS,
    *MATCH_LENGTHS,
    *PENALTIES,
    *SMOOTHINGS,
    *LOGARITHMS,
    *COMBINATIONS,
    *SEGMENTS,
    *WRITINGS,
)
"""Every misconception, in the order of the computation."""
