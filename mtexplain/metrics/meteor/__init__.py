"""METEOR, as a trace.

Banerjee and Lavie 2005, "METEOR: An Automatic Metric for MT Evaluation with Improved Correlation with Human
Judgments", ACL workshop, W05-0909. Denkowski and Lavie 2014, "Meteor Universal", WMT, W14-3348, for the program
Meteor 1.5.

    in the papers                   here
    alignment, mapping              `Alignment`, `Link`
    module: exact, stem, synonym    `stages.Stage`
    m, matched unigrams             `Against.matches`
    P, R                            `Against.precision`, `Against.recall`
    alpha, Fmean                    `MeteorRules.alpha`, `Against.mean`
    ch, chunks                      `Against.chunks`
    gamma, beta, Pen                `MeteorRules.gamma`, `.beta`, `Against.penalty`
    delta, w_i (2014)               `MeteorRules.delta`, `.weights`
    Score                           `Meteor.score`, that of the best reference

Read in this order: rules and force (what there is to choose), links and stages (which words may be linked), groups,
crossings, bonds, agreeing, nearest and chunks (the best alignment, by the rule of either paper), greedy and beam (the
alignment of two tools), alignment, shares, maths and against (one reference), sentence (all of them), steps (how they
are told, with formulas, share_formulas, tables, pictures, words, choices, overview, signature; moments, for the
stepper), notes (what is odd), record (to and from a dict), score (the way in).
"""

from mtexplain.metrics.meteor.against import Against
from mtexplain.metrics.meteor.alignment import Alignment
from mtexplain.metrics.meteor.links import Link
from mtexplain.metrics.meteor.rules import METEOR_15, NLTK, PAPER, RULES, MeteorRules
from mtexplain.metrics.meteor.score import meteor
from mtexplain.metrics.meteor.sentence import Meteor

__all__ = ["METEOR_15", "NLTK", "PAPER", "RULES", "Against", "Alignment", "Link", "Meteor", "MeteorRules", "meteor"]
