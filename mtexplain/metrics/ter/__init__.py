"""TER, as a trace.

Snover, Dorr, Schwartz, Micciulla and Makhoul 2006, "A Study of Translation Edit Rate with Targeted Human Annotation",
AMTA, 2006.amta-papers.25.

    in the paper                    here
    # of edits                      `AnyTer.edits`: substitutions, insertions, deletions, shifts
    average # of reference words    `AnyTer.length`
    TER                             `AnyTer.score`

Read score first, because it has the whole computation. The other files are rules (the choices in which programs
differ), views (titles, notes, pictures) and mistakes (TER with a method replaced).
"""

from mtexplain.metrics.ter import views as views
from mtexplain.metrics.ter.rules import PAPER, RULES, SACREBLEU, TerRules
from mtexplain.metrics.ter.score import AnyTer, CorpusTer, Ter, corpus_ter, ter

__all__ = ["PAPER", "RULES", "SACREBLEU", "AnyTer", "CorpusTer", "Ter", "TerRules", "corpus_ter", "ter"]
