"""ROUGE, as a trace.

Lin 2004, "ROUGE: A Package for Automatic Evaluation of Summaries", Text Summarization Branches Out, W04-1013.

    in the paper                 here
    Count_match(gram_n)          `Count.overlaps`, `Overlap.matches`
    X of m words, Y of n words   a reference, the candidate
    LCS(X, Y)                    `lcs.length`, `Lcs`
    LCS_u(r_i, C)                `Union`
    WLCS(X, Y), f(k) = k^weight  `Wlcs`, `Weights`
    SKIP2(X, Y)                  `skips.shared_pairs`
    R_lcs, P_lcs, F_lcs          `Rouge.recall`, `Rouge.precision`, `Rouge.score`
    beta                         `RougeRules.beta`

Read in this order: maths (recall, precision, F), lcs, wlcs, lines and skips (what is counted), rules and force (whose
choices), references (how several make one), kind and base (what all scores have), counted, ngram, skipped, sequence,
summary and weighted (each score), making and score (the way in). How it is told: steps and moments, with counting,
longest, runs, united and grids (what is counted), formulas, equations, tables, pictures, overview, account, signature,
report, notes and tool_notes, record.
"""

from mtexplain.metrics.rouge.counted import Count
from mtexplain.metrics.rouge.maths import Overlap, WeightedOverlap
from mtexplain.metrics.rouge.ngram import RougeN
from mtexplain.metrics.rouge.rules import COCO, PAPER, ROUGE_155, ROUGE_SCORE, ROUGE_SCORE_STEM, RULES, RougeRules
from mtexplain.metrics.rouge.score import rouge_l, rouge_l_sum, rouge_n, rouge_s, rouge_su, rouge_w
from mtexplain.metrics.rouge.sequence import RougeL
from mtexplain.metrics.rouge.skipped import RougeS, RougeSU
from mtexplain.metrics.rouge.summary import RougeLSum
from mtexplain.metrics.rouge.weighted import RougeW

__all__ = [
    "COCO",
    "PAPER",
    "ROUGE_155",
    "ROUGE_SCORE",
    "ROUGE_SCORE_STEM",
    "RULES",
    "Count",
    "Overlap",
    "RougeL",
    "RougeLSum",
    "RougeN",
    "RougeRules",
    "RougeS",
    "RougeSU",
    "RougeW",
    "WeightedOverlap",
    "rouge_l",
    "rouge_l_sum",
    "rouge_n",
    "rouge_s",
    "rouge_su",
    "rouge_w",
]
