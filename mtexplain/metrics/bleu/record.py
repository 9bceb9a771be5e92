"""A trace as plain lists, dicts, strings and numbers, and back."""

from collections.abc import Mapping
from typing import Any

from mtexplain.display import plain
from mtexplain.inputs import InputError, check_list
from mtexplain.metrics.bleu.base import BleuScore, SegmentBleu, TextBleu
from mtexplain.metrics.bleu.maths import Factor, Precision
from mtexplain.metrics.shared import record
from mtexplain.rules import BleuRules


def of_segment(trace: SegmentBleu) -> dict[str, Any]:
    return record.of_sentence(trace, "bleu", **_working(trace))


def of_corpus(trace: TextBleu) -> dict[str, Any]:
    segments = [of_segment(segment) for segment in trace.segments]
    return {**record.of_score(trace, "corpus_bleu", **_working(trace)), "segments": segments}


def facts(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a Bleu, checked; everything else in the record is computed from them."""
    return record.facts(data, "bleu", _rules)


def segments(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The fields of every segment of a CorpusBleu, checked; all have the same rules."""
    whole = record.of_metric(data, "corpus_bleu", ("segments",))
    listed = check_list(whole["segments"], "segments", "a list of segments")
    if not listed:
        raise InputError("segments", "an empty list", "at least one segment")
    found: list[dict[str, Any]] = []
    for place, segment in enumerate(listed):
        try:
            found.append(facts(segment))
        except InputError as error:
            raise type(error)(f"segments[{place}], {error.where}", error.got, error.expected, error.fix) from None
        if found[place]["rules"] != found[0]["rules"]:
            raise InputError(f"segments[{place}], rules", "other rules", "the rules of segments[0]")
    if _rules(whole.get("rules", listed[0]["rules"])) != found[0]["rules"]:
        raise InputError("rules", "other rules", "the rules of the segments")
    return found


def _working(trace: BleuScore) -> dict[str, Any]:
    brevity = trace.brevity
    return {
        "reported": trace.reported,
        "printed": trace.printed,
        "precisions": [_precision(order) for order in trace.precisions],
        "factors": [_factor(factor) for factor in trace.factors],
        "brevity": {
            "candidate_length": brevity.candidate_length,
            "reference_length": r if isinstance(r := brevity.reference_length, int) else str(r),
            "reference_lengths": list(brevity.reference_lengths),
            "exponent": None if brevity.exponent is None else str(brevity.exponent),
            "value": brevity.value,
        },
    }


def _precision(order: Precision) -> dict[str, Any]:
    return {
        "n": order.n,
        "matches": order.matches,
        "total": order.total,
        "value": None if order.value is None else str(order.value),
        "counts": [
            {
                "ngram": list(row.ngram),
                "count": row.count,
                "reference_counts": list(row.reference_counts),
                "max_reference_count": row.max_reference_count,
                "clipped": row.clipped,
                "credited_references": list(row.credited_references),
            }
            for row in order.counts
        ],
    }


def _factor(factor: Factor) -> dict[str, Any]:
    return {
        "n": factor.n,
        "weight": str(factor.weight),
        "counted": str(factor.counted),
        "value": None if factor.value is None else str(factor.value),
        "is_raw": factor.is_raw,
        "working": plain.formula(factor.working),
    }


def _rules(data: Any) -> BleuRules:
    return record.rules_of(data, BleuRules, needed=("tokenize", "lowercase", "max_n", "weights"))
