"""METEOR, computed wrongly: each mistake takes one quantity another way. They stand in mistakes.toml."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from mtexplain.metrics.meteor import meteor
from mtexplain.metrics.meteor.alignment import Alignment, find_alignment
from mtexplain.metrics.meteor.links import Link
from mtexplain.metrics.meteor.recipe import MeteorScore, SentenceMeteor
from mtexplain.recipe.misconception import Smallest
from mtexplain.recipe.mistakes import Way, cut_off, in_percent, read_mistakes
from mtexplain.recipe.subject import Subject

CLAIMS = {
    "matches": "matches", "precision": "p", "recall": "r", "mean": "f_mean", "chunks": "chunks", "penalty": "penalty",
    "score": "score",
}  # fmt: skip
MADE_OF = {
    "precision": ("matches",), "recall": ("matches",), "mean": ("precision", "recall"), "penalty": ("chunks",),
}  # fmt: skip
METEOR_SUBJECT = Subject("METEOR", meteor, meteor, SentenceMeteor, CLAIMS, made_of=MADE_OF)
SUBJECTS = (METEOR_SUBJECT,)
"""What is computed by hand, with its right functions."""


def _by(**choices: Any) -> Callable[[MeteorScore], Alignment]:
    """The alignment by rules that differ in this."""
    return lambda trace: find_alignment(trace.candidate, trace.reference, replace(trace.rules, **choices))


def _by_other_rule(trace: MeteorScore) -> Alignment:
    return _by(align="chunks" if trace.rules.align == "crossings" else "crossings")(trace)


def _lowered(trace: MeteorScore) -> Alignment:
    ours, theirs = (tuple(map(str.lower, text)) for text in (trace.candidate, trace.reference))
    return find_alignment(ours, theirs, trace.rules)


def _all_partners(trace: MeteorScore) -> Alignment:
    """Every word that the reference has, however often, with the first that is equal."""
    places = [(place, word) for place, word in enumerate(trace.candidate) if word in trace.reference]
    return Alignment(tuple(Link(place, trace.reference.index(word), "exact") for place, word in places))


def _first_partner(trace: MeteorScore) -> Alignment:
    """From left to right each word takes the first equal one that is free."""
    found: dict[int, Link] = {}
    for place, word in enumerate(trace.candidate):
        free = [there for there, other in enumerate(trace.reference) if other == word and there not in found]
        if free:
            found[free[0]] = Link(place, free[0], "exact")
    return Alignment(tuple(found.values()))


def _different(trace: MeteorScore) -> int:
    return len({trace.candidate[link.candidate] for link in trace.alignment.links})


def _runs(goes_on: Callable[[Link, Link], bool]) -> Callable[[MeteorScore], int]:
    """The number of runs in which each link goes on from the one before."""
    return lambda trace: (
        bool(trace.alignment.links) + sum(not goes_on(*both) for both in pairwise(trace.alignment.links))
    )


def _mean_of_references(trace: SentenceMeteor) -> float:
    """Against the best it is as it was computed."""
    own = (1 - trace.penalty) * trace.f_mean
    others = sum(Fraction(one.score) for place, one in enumerate(trace.against) if place != trace.place)
    return float((own + others) / len(trace.against))


_WAYS: dict[str, Way] = {
    "meteor-first-reference": lambda trace: trace.references[0],
    "meteor-references-joined": lambda trace: sum(trace.references, ()),
    "meteor-many-partners": _all_partners,
    "meteor-first-partner": _first_partner,
    "meteor-last-partner": _by(align="greedy"),
    "meteor-other-rule": _by_other_rule,
    "meteor-no-stems": _by(stem="none"),
    "meteor-no-synonyms": _by(synonyms=()),
    "meteor-capitals-equal": _lowered,
    "meteor-different-words": _different,
    "meteor-chunks-of-candidate": _runs(lambda one, other: other.candidate == one.candidate + 1),
    "meteor-chunks-of-reference": _runs(lambda one, other: other.reference == one.reference + 1),
    "meteor-chunks-with-gaps": _runs(lambda one, other: one.reference < other.reference),
    "meteor-crossings-as-chunks": lambda trace: trace.alignment.crossings,
    "meteor-breaks": lambda trace: max(0, len(trace.alignment.chunks) - 1),
    "meteor-mean-of-references": _mean_of_references,
}
"""Those that no formula says."""
MISTAKES = (
    *read_mistakes(__package__, SUBJECTS, _WAYS),
    in_percent(METEOR_SUBJECT, "meteor-in-percent", "Numbers", MeteorScore.score.symbol,
               ("precision", "recall", "mean", "penalty", "score"),
               "METEOR and its parts go from 0 to 1. Many papers print it times 100; say which you mean.",
               Smallest("a", ("a",))),
    cut_off(METEOR_SUBJECT, "meteor-cut", Smallest("a", ("a a",))),
)  # fmt: skip
"""Every misconception, in the order of the computation."""
