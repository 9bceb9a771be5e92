"""METEOR, as a trace.

Banerjee and Lavie 2005, "METEOR: An Automatic Metric for MT Evaluation with Improved Correlation with Human
Judgments", ACL workshop, W05-0909. Denkowski and Lavie 2014, "Meteor Universal", WMT, W14-3348, for the program
Meteor 1.5.

    in the papers                   here
    alignment, mapping              `Alignment`, `Link`
    module: exact, stem, synonym    `links.stages`
    m, matched unigrams             `AnyMeteor.matches`
    P, R                            `AnyMeteor.precision`, `AnyMeteor.recall`
    α, Fmean                        `AnyMeteor.alpha`, `AnyMeteor.mean`
    ch, chunks                      `AnyMeteor.chunks`
    γ, β, Pen                       `AnyMeteor.gamma`, `AnyMeteor.beta`, `AnyMeteor.penalty`
    δ, w_i (2014)                   `AnyMeteor.delta`, `AnyMeteor.weight`
    Score                           `Meteor.score`, that of the best reference

Read score first: it has the whole computation with one reference. How words are linked: links (which may be linked, and
which compete), crossings and chunk_search (the best alignment, by the rule of either paper; nearest does its last
part), beam (that of Meteor 1.5), alignment (the choice among them), rules. Beside them: trace (the best of several
references, quick scores, records), told, choices, moments and notes (what is shown), mistakes (METEOR with one other
method).
"""

from mtexplain.metrics.meteor import told as told
from mtexplain.metrics.meteor.alignment import Alignment
from mtexplain.metrics.meteor.links import Link
from mtexplain.metrics.meteor.rules import METEOR_15, NLTK, PAPER, RULES, MeteorRules
from mtexplain.metrics.meteor.score import AnyMeteor, ReferenceScore
from mtexplain.metrics.meteor.trace import Meteor, meteor

__all__ = [
    "METEOR_15",
    "NLTK",
    "PAPER",
    "RULES",
    "Alignment",
    "AnyMeteor",
    "Link",
    "Meteor",
    "MeteorRules",
    "ReferenceScore",
    "meteor",
]
