"""chrF, as a trace.

Popović 2015, "chrF: character n-gram F-score for automatic MT evaluation", WMT, W15-3049.

    in the paper        here
    chrP, chrR          `AnyChrf.precision`, `AnyChrf.recall`: the means of `AnyChrf.p`, `AnyChrf.r` over the orders
    β                   `AnyChrf.beta`
    chrFβ               `AnyChrf.score`

Read score first, because it has the whole computation. The other files are ngrams (how a text is cut), rules (the
choices in which programs differ), views (titles, notes and pictures) and mistakes (chrF with a method replaced).
"""

from mtexplain.metrics.chrf import views as views
from mtexplain.metrics.chrf.rules import PAPER, RULES, SACREBLEU, ChrfRules
from mtexplain.metrics.chrf.score import AnyChrf, Chrf, CorpusChrf, chrf, corpus_chrf

__all__ = ["PAPER", "RULES", "SACREBLEU", "AnyChrf", "Chrf", "ChrfRules", "CorpusChrf", "chrf", "corpus_chrf"]
