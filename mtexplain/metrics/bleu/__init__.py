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
    p'_n, smoothed              `Bleu.p`, by rules that smooth; `Factor.value`
    BLEU                        `Bleu.score`, `CorpusBleu.score`

Read in this order: recipe (every number, with its formula, and with what tools do otherwise), smoothing (between
counting and multiplying), tools (what tools return and print), maths and base (the same numbers with what belongs to
them); then steps (how they are told, with tables; charts, and moments for the stepper), notes (what is odd),
fast_scores (very many candidates, quickly), lazy (loads these when asked for), trace (all of it in one), score (the way
in); mistakes (the recipe with one quantity wrong), examples.
"""

from mtexplain.metrics.bleu.maths import Brevity, Count, Precision
from mtexplain.metrics.bleu.score import bleu, corpus_bleu
from mtexplain.metrics.bleu.trace import Bleu, CorpusBleu

__all__ = ["Bleu", "Brevity", "CorpusBleu", "Count", "Precision", "bleu", "corpus_bleu"]
