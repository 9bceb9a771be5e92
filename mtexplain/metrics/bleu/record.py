"""A trace as plain lists, dicts, strings and numbers, and back."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeVar

from mtexplain import __version__
from mtexplain.display import plain
from mtexplain.inputs import InputError, InputTypeError, check_list, check_text, check_tokens, described
from mtexplain.rules import PAPER, Rules, checked
from mtexplain.settings import fraction_of
from mtexplain.unseen import visible

if TYPE_CHECKING:
    from mtexplain.metrics.bleu.base import BleuScore
    from mtexplain.metrics.bleu.corpus import CorpusBleu
    from mtexplain.metrics.bleu.factors import Factor
    from mtexplain.metrics.bleu.maths import Precision
    from mtexplain.metrics.bleu.segment import Bleu

Checked = TypeVar("Checked")


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
    listed = check_list(record["references"], "references", "a list of token lists")
    if not listed:
        raise InputError("references", "an empty list", "at least one reference")
    return {
        "candidate": check_tokens(record["candidate"], "candidate"),
        "references": tuple(check_tokens(tokens, f"references[{i}]") for i, tokens in enumerate(listed)),
        "rules": _rules(record["rules"]),
        "candidate_text": _optional(record.get("candidate_text"), lambda text: check_text(text, "candidate_text")),
        "reference_texts": _optional(record.get("reference_texts"), lambda texts: _texts(texts, len(listed))),
    }


def segments(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The fields of every segment of a CorpusBleu, checked; all have the same rules."""
    record = _checked(data, "corpus_bleu", ("segments",))
    listed = check_list(record["segments"], "segments", "a list of segments")
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
    if _rules(record.get("rules", listed[0]["rules"])) != found[0]["rules"]:
        raise InputError("rules", "other rules", "the rules of the segments")
    return found


def _score(trace: "BleuScore", metric: str) -> dict[str, Any]:
    brevity = trace.brevity
    return {
        "metric": metric,
        "version": __version__,
        "score": trace.score,
        "exact": trace.exact,
        "signature": trace.signature,
        "reported": trace.reported,
        "printed": trace.printed,
        "rules": plain_rules(trace.rules),
        "precisions": [_precision(order) for order in trace.precisions],
        "factors": [_factor(factor) for factor in trace.factors],
        "brevity": {
            "candidate_length": brevity.candidate_length,
            "reference_length": r if isinstance(r := brevity.reference_length, int) else str(r),
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


def _factor(factor: "Factor") -> dict[str, Any]:
    return {
        "n": factor.n,
        "weight": str(factor.weight),
        "counted": str(factor.counted),
        "value": None if factor.value is None else str(factor.value),
        "is_raw": factor.is_raw,
        "working": plain.formula(factor.working),
    }


def plain_rules(rules: Rules) -> dict[str, Any]:
    """Rules as they can be read again; fractions are strings."""
    return {
        **vars(rules),
        "weights": None if rules.weights is None else [str(weight) for weight in rules.weights],
        "smoothing_value": None if rules.smoothing_value is None else str(rules.smoothing_value),
    }


def _rules(data: Any) -> Rules:
    """The rules that were written. What an older record does not name is as in the paper."""
    record = _keyed(data, "rules", ("name", "tokenize", "lowercase", "max_n", "weights"))
    known = {name: record[name] for name in vars(PAPER) if name in record}
    for name in ("name", "tokenize", "zero_form", "tool"):
        known[name] = check_text(known.get(name, ""), f"rules, {name}")
    known["tokenize"] = visible(known["tokenize"])
    known["weights"] = _optional(known["weights"], _fractions)
    known["smoothing_value"] = _optional(known.get("smoothing_value"), lambda value: _fractions([value])[0])
    return checked(Rules(**known))


def _fractions(data: Any) -> list[Fraction]:
    listed = check_list(data, "weights", "a list of fractions such as '1/4'")
    try:
        return [fraction_of(check_text(weight, "weights")) for weight in listed]
    except InputError:
        raise
    except ValueError:
        raise InputError("weights", described(data), "a list of fractions such as '1/4'") from None


def _texts(data: Any, number: int) -> tuple[str, ...]:
    listed = check_list(data, "reference_texts", "a list of strings")
    if len(listed) != number:
        raise InputError("reference_texts", f"{len(listed)} of them", f"one for each of the {number} references")
    return tuple(check_text(text, f"reference_texts[{place}]") for place, text in enumerate(listed))


def _optional(data: Any, check: Callable[[Any], Checked]) -> Checked | None:
    return None if data is None else check(data)


def _checked(data: Any, metric: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    kind = _keyed(data, "the record", ()).get("metric", metric)
    if kind != metric:
        raise InputError("the record", f"the metric {kind!r}", f"the metric {metric!r}")
    return _keyed(data, "the record", keys)


def _keyed(data: Any, where: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise InputTypeError(where, described(data), "a dict, as to_dict() returns it")
    missing = [key for key in keys if key not in data]
    if missing:
        raise InputError(where, f"no {', '.join(missing)}", "a dict, as to_dict() returns it")
    return data
