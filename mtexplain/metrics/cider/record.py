"""A trace as plain lists, dicts, strings and numbers, and back."""

from collections.abc import Mapping
from typing import Any

from mtexplain.inputs import InputError, check_list, check_text, check_tokens, described
from mtexplain.metrics.cider.frequencies import DocumentFrequencies
from mtexplain.metrics.cider.order import Order, Row
from mtexplain.metrics.cider.recipe import SegmentCider, TextCider
from mtexplain.metrics.cider.rules import CiderRules
from mtexplain.metrics.shared import record

_CAPTION, _CORPUS, _FREQUENCIES = "caption_cider", "cider", "document_frequencies"


def of_caption(trace: SegmentCider) -> dict[str, Any]:
    return {**_of_caption(trace), _FREQUENCIES: _of_frequencies(trace.document_frequencies)}


def of_corpus(trace: TextCider) -> dict[str, Any]:
    """The document frequencies, which are the same for all images, stand in it once."""
    working = {"orders": [float(value) for value in trace.values]}
    segments = [_of_caption(segment) for segment in trace.segments]
    frequencies = _of_frequencies(trace.document_frequencies)
    return {**record.of_score(trace, _CORPUS, **working), _FREQUENCIES: frequencies, "segments": segments}


def caption(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a CaptionCider, checked; everything else in the record is computed from them."""
    whole = record.of_metric(data, _CAPTION, (_FREQUENCIES,))
    return {**_facts(data), _FREQUENCIES: _frequencies(whole[_FREQUENCIES])}


def corpus(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The fields of every image of a CorpusCider, checked; all have the same rules."""
    whole = record.of_metric(data, _CORPUS, ("segments", _FREQUENCIES))
    listed = check_list(whole["segments"], "segments", "a list of images")
    if not listed:
        raise InputError("segments", "an empty list", "at least one image")
    frequencies = _frequencies(whole[_FREQUENCIES])
    found: list[dict[str, Any]] = []
    for place, segment in enumerate(listed):
        try:
            found.append({**_facts(segment), _FREQUENCIES: frequencies})
        except InputError as error:
            raise type(error)(f"segments[{place}], {error.where}", error.got, error.expected, error.fix) from None
        if found[place]["rules"] != found[0]["rules"]:
            raise InputError(f"segments[{place}], rules", "other rules", "the rules of segments[0]")
    return found


def _of_caption(trace: SegmentCider) -> dict[str, Any]:
    return record.of_sentence(trace, _CAPTION, orders=[_of_order(trace, order) for order in trace.orders])


def _of_order(trace: SegmentCider, order: Order) -> dict[str, Any]:
    return {
        "n": order.n,
        "value": float(order.value),
        "exact": None if order.fraction is None else str(order.fraction),
        "similarities": [float(value) for value in order.similarities],
        "penalties": [one.value for one in order.penalties],
        "counts": [_of_row(trace.row(ngram)) for ngram in trace.ngrams(order.n)],
    }


def _of_row(row: Row) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in vars(row).items()}


def _of_frequencies(frequencies: DocumentFrequencies) -> dict[str, Any]:
    counts = [[list(ngram), count] for ngram, count in frequencies.counts.items()]
    return {**vars(frequencies), "counts": counts}


def _facts(data: Any) -> dict[str, Any]:
    return record.facts(data, _CAPTION, lambda rules: record.rules_of(rules, CiderRules))


def _frequencies(data: Any) -> DocumentFrequencies:
    whole = record.keyed(data, _FREQUENCIES, ("documents", "counts", "max_n"))
    listed = check_list(whole["counts"], f"{_FREQUENCIES}, counts", "a list of pairs: an n-gram, a number of images")
    counts = dict(_pair(pair, f"{_FREQUENCIES}, counts[{place}]") for place, pair in enumerate(listed))
    if len(counts) < len(listed):
        raise InputError(f"{_FREQUENCIES}, counts", "an n-gram that is listed twice", "each n-gram once")
    reading = check_text(whole.get("reading", ""), f"{_FREQUENCIES}, reading")
    return DocumentFrequencies(whole["documents"], counts, whole["max_n"], reading)


def _pair(pair: Any, where: str) -> tuple[tuple[str, ...], Any]:
    expected = "a pair: an n-gram, a number of images"
    both = check_list(pair, where, expected)
    if len(both) != 2:
        raise InputError(where, described(pair), expected)
    return check_tokens(both[0], where), both[1]
