"""A NIST trace as plain lists, dicts, strings and numbers, and back."""

from collections.abc import Mapping
from typing import Any

from mtexplain.inputs import InputError, check_list, check_tokens
from mtexplain.metrics.nist.recipe import NistScore, Order, Row, SegmentNist, TextNist
from mtexplain.metrics.nist.rules import NistRules
from mtexplain.metrics.shared import record

_METRIC, _CORPUS = "nist", "corpus_nist"


def of_segment(trace: SegmentNist) -> dict[str, Any]:
    texts = [list(tokens) for tokens in trace.corpus_references]
    return {**record.of_sentence(trace, _METRIC, **_working(trace)), "corpus_references": texts}


def of_corpus(trace: TextNist) -> dict[str, Any]:
    """Each segment whole, but for the references of all, by which the information is counted."""
    segments = []
    for segment in trace.segments:
        told = record.of_sentence(segment, _METRIC, **_working(segment))
        segments.append(told)
    return record.of_score(trace, _CORPUS, **_working(trace), segments=segments)


def facts(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a Nist, checked; everything else in the record is computed from them."""
    found = record.facts(data, _METRIC, _rules)
    listed = check_list(data.get("corpus_references", ()), "corpus_references", "a list of token lists")
    texts = tuple(check_tokens(tokens, f"corpus_references[{i}]") for i, tokens in enumerate(listed))
    if missing := [i for i, text in enumerate(found["references"]) if texts and text not in texts]:
        expected = f"the tokens of references[{missing[0]}] among them"
        raise InputError("corpus_references", f"{len(texts)} token lists without them", expected)
    return {**found, "corpus_references": texts}


def segments(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The fields of every segment of a CorpusNist, checked; all have the same rules."""
    found = record.of_metric(data, _CORPUS, ("segments",))
    listed = check_list(found["segments"], "segments", "a list of segments")
    if not listed:
        raise InputError("segments", "an empty list", "at least one segment")
    read: list[dict[str, Any]] = []
    for place, segment in enumerate(listed):
        try:
            read.append(record.facts(segment, _METRIC, _rules))
        except InputError as error:
            raise type(error)(f"segments[{place}], {error.where}", error.got, error.expected, error.fix) from None
        if read[place]["rules"] != read[0]["rules"]:
            raise InputError(f"segments[{place}], rules", "other rules", "the rules of segments[0]")
    return read


def _rules(data: Any) -> NistRules:
    return record.rules_of(data, NistRules)


def _working(trace: NistScore) -> dict[str, Any]:
    brevity = trace.brevity
    return {
        "orders": [_order(order) for order in trace.orders],
        "brevity": {
            "candidate_length": brevity.candidate_length,
            "reference_length": str(brevity.reference_length),
            "reference_lengths": list(brevity.reference_lengths),
            "value": brevity.value,
        },
        "words": trace.known.words,
        "most": trace.most,
    }


def _order(order: Order) -> dict[str, Any]:
    return {
        "n": order.n,
        "gain": float(order.gain),
        "matches": order.matches,
        "total": order.total,
        "value": float(order.mean),
        "chosen": order.chosen,
        "rows": [_row(row) for row in order.rows],
    }


def _row(row: Row) -> dict[str, Any]:
    return {
        "ngram": list(row.ngram),
        "count": row.count,
        "reference_counts": list(row.reference_counts),
        "matches": row.matches,
        "odds": [row.beginning, row.times] if row.times else None,
        "gain": float(row.gain),
    }
