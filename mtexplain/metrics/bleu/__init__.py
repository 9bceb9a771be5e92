"""BLEU, as a trace.

Papineni, Roukos, Ward and Zhu 2002, "BLEU: a Method for Automatic Evaluation of Machine Translation", ACL, P02-1040.

    in the paper                here
    Count                       `Bleu.count`; of each n-gram with all about it `Count.count`
    Max_Ref_Count               the largest of `Bleu.in_references`; `Count.max_reference_count`
    Count_clip                  `Bleu.clipped`; `Count.clipped`
    p_n, modified precision     `Bleu.p`; with its counts `Precision`
    c, candidate length         `Bleu.c`; with all about lengths `Brevity.candidate_length`
    r, best match length        `Bleu.r`; `Brevity.reference_length`
    BP                          `Bleu.bp`; `Brevity.value`
    w_n                         `Bleu.w`
    p'_n, smoothed              `Bleu.smoothed`; `Factor.value`
    BLEU                        `Bleu.score`, `CorpusBleu.score`

Read score first: it has the whole computation, of a sentence and of a text. Beside it: by_rules (what the rules of
tools change), smoothing (between counting and multiplying), tools (what tools return and print); records (the same
numbers as other parts ask for them), trace (the public classes, and the way in); views, charts, moments, notes (what it
shows), fast_scores (very many candidates), mistakes (BLEU with one other method), examples.
"""

from mtexplain.metrics.bleu import moments as moments
from mtexplain.metrics.bleu import notes as notes
from mtexplain.metrics.bleu import views as views
from mtexplain.metrics.bleu.records import Brevity, Count, Precision
from mtexplain.metrics.bleu.trace import Bleu, CorpusBleu, bleu, corpus_bleu

__all__ = ["Bleu", "Brevity", "CorpusBleu", "Count", "Precision", "bleu", "corpus_bleu"]
