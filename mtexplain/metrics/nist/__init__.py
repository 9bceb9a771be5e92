"""NIST as a trace. NIST is like BLEU, but weighs each match by its information.

George Doddington 2002, "Automatic Evaluation of Machine Translation Quality Using N-gram Co-Occurrence Statistics",
Proceedings of HLT 2002.

    in the paper                          here
    Info(w_1 ... w_n)                     `Nist.information`
    # of occurrences of w_1 ... w_n       `Nist.times`
    # of occurrences of w_1 ... w_n-1     `Nist.beginning`
    sum of Info over what co-occurs       `AnyNist.gain`
    sum of 1 over the system's output     `AnyNist.total`
    L_sys, L_ref                          `AnyNist.candidate_length`, `AnyNist.reference_length`
    exp(beta log^2 min(L_sys/L_ref, 1))   `AnyNist.bp`
    Score                                 `AnyNist.score`

Read score first. It has the whole computation, of a sentence and of a text, with the rules of the paper and of the
tools. The other files are trace (the public classes and functions), views (titles, tables and pictures), notes (notes
on odd scores) and mistakes (common mistakes).
"""

from mtexplain.metrics.nist import notes as notes
from mtexplain.metrics.nist import views as views
from mtexplain.metrics.nist.score import MTEVAL_V11B, MTEVAL_V13A, NLTK, PAPER, RULES, AnyNist, NistRules
from mtexplain.metrics.nist.trace import CorpusNist, Nist, corpus_nist, nist

__all__ = [
    "MTEVAL_V11B",
    "MTEVAL_V13A",
    "NLTK",
    "PAPER",
    "RULES",
    "AnyNist",
    "CorpusNist",
    "Nist",
    "NistRules",
    "corpus_nist",
    "nist",
]
