"""A trace as plain lists, dicts, strings and numbers, and back."""

from collections.abc import Mapping
from typing import Any

from mtexplain.metrics.meteor.recipe import ReferenceScore, SentenceMeteor, Share
from mtexplain.metrics.meteor.rules import MeteorRules, stemmer_name
from mtexplain.metrics.shared import record

_METRIC = "meteor"


def of_sentence(trace: SentenceMeteor) -> dict[str, Any]:
    working = {"best_reference": trace.place, "against": [_of_one(one) for one in trace.against]}
    written = record.of_sentence(trace, _METRIC, **working)
    return {**written, "rules": {**written["rules"], "stem": stemmer_name(trace.rules.stem)}}


def facts(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a Meteor, checked; everything else in the record is computed from them."""
    return record.facts(data, _METRIC, lambda rules: record.rules_of(rules, MeteorRules))


def _of_one(one: ReferenceScore) -> dict[str, Any]:
    alignment = one.alignment
    return {
        "links": [{**link._asdict(), "chunk": place} for place, chunk in enumerate(alignment.chunks) for link in chunk],
        "matches": one.matches,
        "chunks": one.chunks,
        "crossings": alignment.crossings,
        "distance": alignment.distance,
        "doubt": alignment.doubt,
        "precision": _of_share(one.precision),
        "recall": _of_share(one.recall),
        "mean": str(one.mean),
        "penalty": float(one.penalty),
        "score": one.score,
    }


def _of_share(share: Share) -> dict[str, Any]:
    numbers = {"matched": share.matched, "total": share.total, "value": share.value}
    return {name: None if value is None else str(value) for name, value in numbers.items()}
