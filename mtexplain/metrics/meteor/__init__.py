"""METEOR, as a trace.

Banerjee and Lavie 2005, "METEOR: An Automatic Metric for MT Evaluation with Improved Correlation with Human
Judgments", ACL workshop, W05-0909. Denkowski and Lavie 2014, "Meteor Universal", WMT, W14-3348, for the program
Meteor 1.5.

    in the papers                   here
    alignment, mapping              `Alignment`, `Link`
    module: exact, stem, synonym    `links.stages`
    m, matched unigrams             `ReferenceScore.matches`
    P, R                            `ReferenceScore.precision`, `ReferenceScore.recall`
    alpha, Fmean                    `MeteorRules.alpha`, `ReferenceScore.mean`
    ch, chunks                      `ReferenceScore.chunks`
    gamma, beta, Pen                `MeteorRules.gamma`, `.beta`, `ReferenceScore.penalty`
    delta, w_i (2014)               `MeteorRules.delta`, `.weights`
    Score                           `Meteor.score`, that of the best reference

Read in this order: recipe (every number, with its formula), links (which words may be linked, and which compete),
crossings and chunk_search (the best alignment, by the rule of either paper; nearest does its last part), beam (that of
Meteor 1.5), alignment (the choice among them), rules; then trace (how the numbers are told), views (tables and
pictures), moments (for the stepper), notes (what is odd), and score (the way in).
"""

from mtexplain.metrics.meteor.alignment import Alignment
from mtexplain.metrics.meteor.links import Link
from mtexplain.metrics.meteor.recipe import ReferenceScore
from mtexplain.metrics.meteor.rules import METEOR_15, NLTK, PAPER, RULES, MeteorRules
from mtexplain.metrics.meteor.score import meteor
from mtexplain.metrics.meteor.trace import Meteor

__all__ = [
    "METEOR_15",
    "NLTK",
    "PAPER",
    "RULES",
    "Alignment",
    "Link",
    "Meteor",
    "MeteorRules",
    "ReferenceScore",
    "meteor",
]
