"""NIST, as a trace: BLEU's relative, in which a match is worth the information it holds.

George Doddington 2002, "Automatic Evaluation of Machine Translation Quality Using N-gram Co-Occurrence Statistics",
Proceedings of HLT 2002. It is silent on clipping, which is done here as NIST's own script mteval does it.

    in the paper                          here
    Info(w_1 ... w_n)                     `Nist.information`
    # of occurrences of w_1 ... w_n       `Nist.times`
    # of occurrences of w_1 ... w_n-1     `Nist.beginning`
    sum of Info over what co-occurs       `Nist.gain`
    sum of 1 over the system's output     `Nist.total`
    L_sys, L_ref                          `Nist.candidate_length`, `Nist.reference_length`
    exp(beta log^2 min(L_sys/L_ref, 1))   `Nist.bp`
    Score                                 `Nist.score`, `CorpusNist.score`

Read in this order: recipe (every number, with its formula), references (what is counted over all of them), rules; then
trace (the plan of the steps, and what can be asked), views (tables and pictures), notes (what is odd), score (the ways
in); mistakes (the recipe with one quantity wrong), examples.
"""

from mtexplain.metrics.nist.rules import MTEVAL_V11B, MTEVAL_V13A, NLTK, PAPER, RULES, NistRules
from mtexplain.metrics.nist.score import corpus_nist, nist
from mtexplain.metrics.nist.trace import CorpusNist, Nist

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
