"""The sentences of a METEOR trace: why each step is there, where it stands in print, how the alignment was chosen."""

from fractions import Fraction
from typing import TYPE_CHECKING

from mtexplain.display import plain
from mtexplain.display.parts import Prose
from mtexplain.metrics.meteor.choices import MANY
from mtexplain.metrics.meteor.rules import MeteorRules
from mtexplain.metrics.meteor.share_formulas import decimal
from mtexplain.metrics.shared.occurrences import so_many

if TYPE_CHECKING:
    from mtexplain.metrics.meteor.against import Against
    from mtexplain.metrics.meteor.sentence import Meteor

PAPER, _LATER = "Banerjee and Lavie 2005, section 2.2", "Denkowski and Lavie 2014, section 2"

TOKENS = "METEOR looks for a partner in the reference for each word of the candidate: one at most."
STAGES = {
    "exact": "Equal words come first: each may be linked with one that is the same, letter by letter.",
    "stem": "Then words of one family: their endings are taken off, and what is left must be equal.",
    "synonym": "Then words that mean the same, by the dictionary that was given.",
}
NONE = "There is no word that can be linked here."
ALIGN = {
    "crossings": "Each stage links as many words as it can, of those that are left, so that the fewest links cross.",
    "chunks": "As many words as possible are linked, in the fewest chunks, and then as near to each other as can be.",
    "greedy": "Stage by stage, from its last word to its first, the candidate takes the last partner that is free.",
    "beam": "Along the reference the 40 best beginnings are followed: those with most exact matches, in fewest chunks.",
}
ALIGN_SOURCES = {"crossings": PAPER, "chunks": _LATER, "greedy": "NLTK, meteor_score.py", "beam": "Meteor 1.5, Aligner"}
SHARES = {
    "precision": "How much of the candidate is matched? What was added shows here.",
    "recall": "How much of the reference is matched? What was left out shows here.",
}
WEIGHED = " A match counts as much as its stage, a content word more than a function word."
CHUNKS = "Links that stand side by side in both texts, in the same order, are a chunk: few chunks are good order."
PENALTY = "Up to here the order of the words did not count. The more chunks the links are in, the more is taken off."
BEST = "Each reference has an alignment of its own. What counts is the one with the highest score."

_HALF = Fraction(1, 2)
_CHOSEN = {
    "crossings": "None has fewer crossings than this one: {crossings}.",
    "chunks": "None has fewer chunks than this one: {chunks}.",
    "greedy": "This rule does not compare them.",
    "beam": "This rule compares some of them.",
}


def source(trace: "Meteor") -> str:
    """Where the formulas stand: the later paper has content words, and weights for the stages."""
    return PAPER if trace.rules.delta is None else _LATER


def mean(rules: MeteorRules) -> str:
    """What the mean makes of two numbers, by these rules."""
    alike = "What is left out costs as much as what is added."
    more = f"What is {'left out' if rules.alpha > _HALF else 'added'} costs more than what is "
    more += "added." if rules.alpha > _HALF else "left out."
    return f"A harmonic mean is nearer to the smaller number. {alike if rules.alpha == _HALF else more}"


def score(rules: MeteorRules) -> str:
    """What the penalty does to the mean."""
    return f"The penalty takes a part of the mean away, {plain.formula(decimal(rules.gamma))} of it at most."


def choice(one: "Against", ways: int | None) -> Prose:
    """How many alignments there are with so many links, and why this one was taken."""
    if not one.matches:
        return Prose(("There is nothing to link.",))
    if ways == 1:
        return Prose(("There is only one alignment with so many links: no word has two partners to choose from.",))
    several = "Several alignments link" if ways is None else f"{ways:,} alignments link"
    several = f"More than {MANY:,} alignments link" if ways == MANY else several
    counts = {"crossings": one.alignment.crossings, "chunks": one.chunks}
    chosen = _CHOSEN[one.rules.align].format(**counts)
    if one.alignment.doubt == "distance":
        chosen += " Of those with as few it is the nearest that was found."
    elif one.alignment.doubt:
        chosen = "They were too many to look at them all: this one is the best that was found."
    return Prose((f"{several} {so_many(one.matches, 'word')}. {chosen}",))
