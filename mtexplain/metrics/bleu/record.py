"""A trace as plain lists, dicts, strings and numbers, and back."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any

from mtexplain import __version__
from mtexplain.inputs import InputError, InputTypeError, check_list, check_text, check_tokens, described
from mtexplain.rules import Rules, rules_in_force

if TYPE_CHECKING:
    from mtexplain.metrics.bleu.base import BleuScore
    from mtexplain.metrics.bleu.maths import Precision
    from mtexplain.metrics.bleu.traces import Bleu, CorpusBleu


def of_segment(trace: "Bleu") -> dict[str, Any]:
    return {
        **_score(trace, "bleu"),
        "candidate": list(trace.candidate),
        "references": [list(reference) for reference in trace.references],
        "candidate_text": trace.candidate_text,
        "reference_texts": None if trace.reference_texts is None else list(trace.reference_texts),
    }


def of_corpus(trace: "CorpusBleu") -> dict[str, Any]:
    return {**_score(trace, "corpus_bleu"), "segments": [of_segment(segment) for segment in trace.segments]}


def facts(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a Bleu, checked; everything else in the record is computed from them."""
    record = _checked(data, "bleu", ("candidate", "references", "rules"))
    texts = record.get("reference_texts")
    typed = record.get("candidate_text")
    references = check_list(record["references"], "references", "a list of token lists")
    if not references:
        raise InputError("references", "an empty list", "at least one reference")
    cut = "the record"
    return {
        "candidate": check_tokens(record["candidate"], "candidate", cut),
        "references": tuple(check_tokens(tokens, f"references[{i}]", cut) for i, tokens in enumerate(references)),
        "rules": _rules(record["rules"]),
        "candidate_text": None if typed is None else check_text(typed, "candidate_text"),
        "reference_texts": None if texts is None else tuple(check_text(text, "reference_texts") for text in texts),
    }


def segments(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    record = _checked(data, "corpus_bleu", ("segments",))
    listed = check_list(record["segments"], "segments", "a list of segments")
    if not listed:
        raise InputError("segments", "an empty list", "at least one segment")
    return list(listed)


def _score(trace: "BleuScore", metric: str) -> dict[str, Any]:
    brevity = trace.brevity
    return {
        "metric": metric,
        "version": __version__,
        "score": trace.score,
        "exact": trace.exact,
        "signature": trace.signature,
        "rules": {
            "name": trace.rules.name,
            "tokenize": trace.rules.tokenize,
            "lowercase": trace.rules.lowercase,
            "max_n": trace.rules.max_n,
            "weights": None if trace.rules.weights is None else [str(weight) for weight in trace.rules.weights],
        },
        "precisions": [_precision(order) for order in trace.precisions],
        "brevity": {
            "candidate_length": brevity.candidate_length,
            "reference_length": brevity.reference_length,
            "reference_lengths": list(brevity.reference_lengths),
            "exponent": None if brevity.exponent is None else str(brevity.exponent),
            "value": brevity.value,
        },
        "terms": [[term.name, term.value if isfinite(term.value) else "-inf"] for term in trace.terms],
        "notes": [{"code": note.code, "where": note.where, "text": note.text} for note in trace.notes],
    }


def _precision(order: "Precision") -> dict[str, Any]:
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


def _rules(data: Any) -> Rules:
    record = _keyed(data, "rules", ("name", "tokenize", "lowercase", "max_n", "weights"))
    name, tokenize = check_text(record["name"], "rules name"), check_text(record["tokenize"], "rules tokenize")
    weights = record["weights"] and [Fraction(weight) for weight in record["weights"]]
    checked, _ = rules_in_force(Rules(name), lowercase=record["lowercase"], max_n=record["max_n"], weights=weights)
    return replace(checked, tokenize=tokenize)


def _checked(data: Any, metric: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    record = _keyed(data, "the record", keys)
    if record.get("metric", metric) != metric:
        raise InputError("the record", described(record["metric"]), f"the metric {metric!r}")
    return record


def _keyed(data: Any, where: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise InputTypeError(where, described(data), "a dict, as to_dict() returns it")
    missing = [key for key in keys if key not in data]
    if missing:
        raise InputError(where, f"no {', '.join(missing)}", "a dict, as to_dict() returns it")
    return data
