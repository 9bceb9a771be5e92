"""BLEU, as a trace.

Papineni, Roukos, Ward and Zhu 2002, "BLEU: a Method for Automatic Evaluation of Machine Translation", ACL, P02-1040.

    in the paper                here
    Count                       `Bleu.count`; in the row of an n-gram, `Count.count`
    Max_Ref_Count               the largest of `Bleu.in_references`; `Count.max_reference_count`
    Count_clip                  `Bleu.clipped`; `Count.clipped`
    p_n, modified precision     `Bleu.p`; with its counts `Precision`
    c, candidate length         `Bleu.c`; `Brevity.candidate_length`
    r, best match length        `Bleu.r`; `Brevity.reference_length`
    BP                          `Bleu.bp`; `Brevity.value`
    w_n                         `Bleu.w`
    p'_n, smoothed              `Bleu.smoothed`; `Factor.value`
    BLEU                        `Bleu.score`, `CorpusBleu.score`

Read score first, because it has the whole computation for a sentence and for a text. The rules of tools are in by_rules
(changed formulas), smoothing (changed precisions) and tools (what tools return and print). The other files are records
(the same numbers in the form that other parts use), trace (the public classes and functions), views, charts, moments
and notes (everything that is shown), fast_scores (scores of very many candidates), mistakes (BLEU with a method
replaced) and examples.
"""

from mtexplain.metrics.bleu import moments as moments
from mtexplain.metrics.bleu import notes as notes
from mtexplain.metrics.bleu import views as views
from mtexplain.metrics.bleu.records import Brevity, Count, Precision
from mtexplain.metrics.bleu.trace import Bleu, CorpusBleu, bleu, corpus_bleu

__all__ = ["Bleu", "Brevity", "CorpusBleu", "Count", "Precision", "bleu", "corpus_bleu"]
