"""BLEU, as a trace.

Papineni, Roukos, Ward and Zhu 2002, "BLEU: a Method for Automatic Evaluation of Machine Translation", ACL, P02-1040.

    in the paper                here
    Count                       `Count.count`
    Max_Ref_Count               `Count.max_reference_count`
    Count_clip                  `Count.clipped`
    p_n, modified precision     `Precision`
    c, candidate length         `Brevity.candidate_length`
    r, best match length        `Brevity.reference_length`
    BP                          `Brevity.value`
    w_n                         `BleuRules.weight(n)`
    p'_n, smoothed              `Factor.value`
    BLEU                        `Bleu.score`, `CorpusBleu.score`

Read in this order: maths (five small functions), smoothing, chen_cherry and nltk_smoothing (between counting and
multiplying), factors (what is multiplied), base, segment and corpus (what follows from them), steps (how they are
told, with formulas, tables, pictures, overview, signature, report and smoothing_words; moments, for the stepper),
notes and tool_notes (what is odd), record (to and from a dict), score (the way in), variants (very many candidates,
quickly).
"""

from mtexplain.metrics.bleu.corpus import CorpusBleu
from mtexplain.metrics.bleu.maths import Brevity, Count, Precision
from mtexplain.metrics.bleu.score import bleu, corpus_bleu
from mtexplain.metrics.bleu.segment import Bleu

__all__ = ["Bleu", "Brevity", "CorpusBleu", "Count", "Precision", "bleu", "corpus_bleu"]
