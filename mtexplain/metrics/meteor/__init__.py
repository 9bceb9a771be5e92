"""METEOR, as a trace.

Banerjee and Lavie 2005, "METEOR: An Automatic Metric for MT Evaluation with Improved Correlation with Human
Judgments", ACL workshop, W05-0909. The program Meteor 1.5 of 2014 is in the folder meteor15.

    in the paper                    here
    alignment, mapping              `Alignment`, `Link`
    module: exact, stem, synonym    `links.stages`
    m, matched unigrams             `AnyMeteor.matches`
    P, R                            `AnyMeteor.precision`, `AnyMeteor.recall`
    α, Fmean                        `AnyMeteor.alpha`, `AnyMeteor.mean`
    ch, chunks                      `AnyMeteor.chunks`
    γ, β, Pen                       `AnyMeteor.gamma`, `AnyMeteor.beta`, `AnyMeteor.penalty`
    Score                           `Meteor.score`, with the best reference

Read score first, because it has the whole computation with a single reference. Words are linked in links (which
words may be linked, compete or are nearest), crossings and chunk_search (the best alignment, with the fewest
crossings or chunks), alignment (the choice between these searches) and rules. The other files are trace (the best of
several references, quick scores, records), views, moments and notes (everything that is shown), mistakes (METEOR with a
method replaced) and api (METEOR by any rules).
"""

from mtexplain.metrics.meteor import views as views
from mtexplain.metrics.meteor.alignment import Alignment
from mtexplain.metrics.meteor.api import METEOR_15, NLTK, PAPER, RULES, Meteor, MeteorRules, meteor
from mtexplain.metrics.meteor.links import Link
from mtexplain.metrics.meteor.score import AnyMeteor, ReferenceScore

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
