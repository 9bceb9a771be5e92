"""METEOR as a trace: the numbers of the recipe, against the best reference, and how they are told."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mtexplain.display.moments import Moment
from mtexplain.display.parts import Note, Part, Table
from mtexplain.display.trace import Step
from mtexplain.metrics.meteor import charts, moments, notes, steps
from mtexplain.metrics.meteor.recipe import ReferenceScore, SentenceMeteor, Share
from mtexplain.metrics.meteor.rules import MeteorRules, describe, stemmer_name
from mtexplain.metrics.shared import record, signature

_METRIC = "meteor"


@dataclass(frozen=True, repr=False)
class Meteor(SentenceMeteor):
    """The METEOR of one candidate, with its working. Make one with `meteor`.

    Its quantities are those against the best reference.

    >>> from mtexplain.metrics.meteor import meteor
    >>> trace = meteor("the president spoke to the audience", ["the president then spoke to the audience"])
    >>> trace.matches, trace.chunks, trace.mean, trace.penalty
    (6, 2, Fraction(20, 23), Fraction(1, 54))
    >>> trace.exact
    '(1 - 0.5 * (2/6)^3) * 20/23'
    """

    rules: MeteorRules

    @property
    def signature(self) -> str:
        """Everything another person needs to get the same number."""
        return signature.written("METEOR", self.rules, describe(self.rules), (len(self.references),))

    @property
    def overview(self) -> tuple[Part, ...]:
        return (charts.sentences(self), charts.factors(self))

    def steps(self) -> tuple[Step, ...]:
        """Tokens, each stage's links, the alignment, precision, recall, Fmean, chunks, penalty, score."""
        return tuple(steps.of_sentence(self))

    def moments(self) -> tuple[Moment, ...]:
        """Link by link, then chunk by chunk, between the tokens and the score."""
        return tuple(moments.of_sentence(self))

    @property
    def table(self) -> Table:
        """Every link of the alignment with each reference, a row each."""
        return steps.all_links(self.against)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Everything odd but defined: no match, an empty text, a search cut short, what a tool does by mistake."""
        return tuple(notes.of_sentence(self))

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON; exact values are strings such as "2/3"."""
        working = {"best_reference": self.place, "against": [_plain(one) for one in self.against]}
        written = record.of_sentence(self, _METRIC, **working)
        return {**written, "rules": {**written["rules"], "stem": stemmer_name(self.rules.stem)}}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Meteor":
        """The trace that `to_dict` wrote: an equal one. It reads tokens, texts and rules, and computes the rest.

        InputError where the rules stem by a function of your own, which a record cannot hold.
        """
        return cls(**record.facts(data, _METRIC, lambda rules: record.rules_of(rules, MeteorRules)))


def _plain(one: ReferenceScore) -> dict[str, Any]:
    """The score against one reference for a record."""
    alignment = one.alignment
    return {
        "links": [{**link._asdict(), "chunk": place} for place, chunk in enumerate(alignment.chunks) for link in chunk],
        "matches": one.matches,
        "chunks": one.chunks,
        "crossings": alignment.crossings,
        "distance": alignment.distance,
        "doubt": alignment.doubt,
        "precision": _plain_share(one.precision),
        "recall": _plain_share(one.recall),
        "mean": str(one.mean),
        "penalty": float(one.penalty),
        "score": one.score,
    }


def _plain_share(share: Share) -> dict[str, Any]:
    numbers = {"matched": share.matched, "total": share.total, "value": share.value}
    return {name: None if value is None else str(value) for name, value in numbers.items()}
