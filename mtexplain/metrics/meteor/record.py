"""A trace as plain lists, dicts, strings and numbers, and back."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mtexplain.metrics.meteor.force import checked
from mtexplain.metrics.meteor.rules import MeteorRules
from mtexplain.metrics.meteor.shares import Share
from mtexplain.metrics.meteor.signature import stemmer_name
from mtexplain.metrics.shared import record

if TYPE_CHECKING:
    from mtexplain.metrics.meteor.against import Against
    from mtexplain.metrics.meteor.sentence import Meteor

_METRIC = "meteor"


def of_sentence(trace: "Meteor") -> dict[str, Any]:
    working = {"best_reference": trace.place, "against": [_of_one(one) for one in trace.against]}
    written = record.of_sentence(trace, _METRIC, **working)
    return {**written, "rules": {**written["rules"], "stem": stemmer_name(trace.rules.stem)}}


def facts(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a Meteor, checked; everything else in the record is computed from them."""
    return record.facts(data, _METRIC, lambda rules: record.rules_of(rules, MeteorRules, checked))


def _of_one(one: "Against") -> dict[str, Any]:
    alignment = one.alignment
    return {
        "links": [
            {"candidate": link.candidate, "reference": link.reference, "stage": link.stage, "chunk": place}
            for place, chunk in enumerate(alignment.chunks)
            for link in chunk
        ],
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
    return {
        "matched": str(share.matched),
        "total": str(share.total),
        "value": None if share.value is None else str(share.value),
    }
