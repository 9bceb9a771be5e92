"""The parts of the program Meteor 1.5 that differ from METEOR of 2005.

Denkowski and Lavie 2014, "Meteor Universal: Language Specific Translation Evaluation for Any Target Language", WMT,
W14-3348, section 2.

    in the paper                    here
    δ, w_i                          `AnyMeteor15.delta`, `AnyMeteor15.weight`
    function words                  `function_words.LISTS`
    aligner                         `beam`

Read score first, because it has the formulas that differ. The other files are rules (four more choices, and the
parameters for each language and task), beam (the search for an alignment), function_words and views (what is shown
differently). Under any rules, a score is a `Meteor` from this folder. If the rules use nothing from Meteor 1.5, each
formula is the same as in METEOR of 2005.
"""

from mtexplain.metrics.meteor.meteor15 import beam as beam
from mtexplain.metrics.meteor.meteor15 import views as views
from mtexplain.metrics.meteor.meteor15.function_words import LISTS
from mtexplain.metrics.meteor.meteor15.rules import METEOR_15, NLTK, PAPER, RULES, WHOLE, MeteorRules
from mtexplain.metrics.meteor.meteor15.score import Meteor, ReferenceScore

__all__ = ["LISTS", "METEOR_15", "NLTK", "PAPER", "RULES", "WHOLE", "Meteor", "MeteorRules", "ReferenceScore"]
