"""NIST, as a trace: BLEU's relative, in which a match is worth the information it holds.

George Doddington 2002, "Automatic Evaluation of Machine Translation Quality Using N-gram Co-Occurrence Statistics",
Proceedings of HLT 2002. It is silent on clipping, which is done here as NIST's own script mteval does it.

    in the paper                          here
    Info(w_1 ... w_n)                     `Information.bits`
    # of occurrences of w_1 ... w_n       `Information.times`
    # of occurrences of w_1 ... w_n-1     `Information.prefix_times`
    sum of Info over what co-occurs       `Order.gain`
    sum of 1 over the system's output     `Order.total`
    L_sys, L_ref                          `Brevity.candidate_length`, `Brevity.reference_length`
    exp(beta log^2 min(L_sys/L_ref, 1))   `Brevity.value`
    Score                                 `Nist.score`, `CorpusNist.score`

Read in this order: maths (four functions), knowledge and counting (the n-grams they are about), rules, base, segment
and corpus (what follows from them), steps (how they are told, with formulas, tables, pictures, overview, signature;
moments, for the stepper), notes (what is odd), record (to and from a dict), score (the way in), variants (very many
candidates).
"""

from mtexplain.metrics.nist.corpus import CorpusNist
from mtexplain.metrics.nist.rules import MTEVAL_V11B, MTEVAL_V13A, NLTK, PAPER, RULES, NistRules
from mtexplain.metrics.nist.score import corpus_nist, nist
from mtexplain.metrics.nist.segment import Nist

__all__ = [
    "MTEVAL_V11B",
    "MTEVAL_V13A",
    "NLTK",
    "PAPER",
    "RULES",
    "CorpusNist",
    "Nist",
    "NistRules",
    "corpus_nist",
    "nist",
]
