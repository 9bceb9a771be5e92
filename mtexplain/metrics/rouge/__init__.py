"""ROUGE as a trace.

Lin 2004, "ROUGE: A Package for Automatic Evaluation of Summaries", Text Summarization Branches Out, W04-1013.

    in the paper                 here
    Count_match(gram_n)          `Units.overlap`
    X of m words, Y of n words   a reference, the candidate
    LCS(X, Y)                    `RougeL.matches`, `lcs.Lcs`
    LCS_u(r_i, C)                `union_lcs.Union`
    WLCS(X, Y), f(k) = k^weight  `RougeW.matches`, `lcs.Wlcs`
    SKIP2(X, Y)                  `skip_bigrams.shared_pairs`
    R_lcs, P_lcs, F_lcs          `AnyRouge.recall`, `AnyRouge.precision`, `AnyRouge.score`
    β                            `AnyRouge.beta`

Read score first, because it has recall, precision and F. Matches are counted in ngrams (ROUGE-N), subsequences
(ROUGE-L), weighted (ROUGE-W) and skip_bigrams (ROUGE-S), with the algorithms of lcs and union_lcs. rules has the
choices in which ROUGE tools differ, trace has the printed numbers and the records, and mistakes has common mistakes.
Everything that is shown is in views, grids, moments, pictures and notes.
"""

from mtexplain.metrics.rouge import views as views
from mtexplain.metrics.rouge.ngrams import Count, RougeN, rouge_n
from mtexplain.metrics.rouge.rules import COCO, PAPER, ROUGE_155, ROUGE_SCORE, ROUGE_SCORE_STEM, RULES, RougeRules
from mtexplain.metrics.rouge.score import AnyRouge
from mtexplain.metrics.rouge.skip_bigrams import RougeS, RougeSU, rouge_s, rouge_su
from mtexplain.metrics.rouge.subsequences import RougeL, RougeLSum, rouge_l, rouge_l_sum
from mtexplain.metrics.rouge.weighted import RougeW, rouge_w

__all__ = [
    "COCO", "PAPER", "ROUGE_155", "ROUGE_SCORE", "ROUGE_SCORE_STEM", "RULES", "AnyRouge", "Count", "RougeL",
    "RougeLSum", "RougeN", "RougeRules", "RougeS", "RougeSU", "RougeW", "rouge_l", "rouge_l_sum", "rouge_n", "rouge_s",
    "rouge_su", "rouge_w",
]  # fmt: skip
