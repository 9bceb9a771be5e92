"""ROUGE, as a trace.

Lin 2004, "ROUGE: A Package for Automatic Evaluation of Summaries", Text Summarization Branches Out, W04-1013.

    in the paper                 here
    Count_match(gram_n)          `Count.overlaps`
    X of m words, Y of n words   a reference, the candidate
    LCS(X, Y)                    `lcs.length`, `Lcs`
    LCS_u(r_i, C)                `Union`
    WLCS(X, Y), f(k) = k^weight  `Wlcs`, `Weights`
    SKIP2(X, Y)                  `units.shared_pairs`
    R_lcs, P_lcs, F_lcs          `Rouge.recall`, `Rouge.precision`, `Rouge.score`
    beta                         `RougeRules.beta`

Read in this order: recipe (every number, with its formula), rules (whose choices); units, lcs and union_lcs (how
matches are counted); trace (the plan of the steps), with views, overlaps and grids (tables, moments), pictures, and
notes (what is odd); kinds (each of the six metrics, all of it in one), and score (the way in).
"""

from mtexplain.metrics.rouge.kinds import RougeL, RougeLSum, RougeN, RougeS, RougeSU, RougeW
from mtexplain.metrics.rouge.rules import COCO, PAPER, ROUGE_155, ROUGE_SCORE, ROUGE_SCORE_STEM, RULES, RougeRules
from mtexplain.metrics.rouge.score import rouge_l, rouge_l_sum, rouge_n, rouge_s, rouge_su, rouge_w
from mtexplain.metrics.rouge.units import Count

__all__ = [
    "COCO",
    "PAPER",
    "ROUGE_155",
    "ROUGE_SCORE",
    "ROUGE_SCORE_STEM",
    "RULES",
    "Count",
    "RougeL",
    "RougeLSum",
    "RougeN",
    "RougeRules",
    "RougeS",
    "RougeSU",
    "RougeW",
    "rouge_l",
    "rouge_l_sum",
    "rouge_n",
    "rouge_s",
    "rouge_su",
    "rouge_w",
]
