"""The perplexity of a sentence or of a text under an n-gram model, as plain lists, dicts, strings and numbers."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mtexplain.inputs import InputError, check_list
from mtexplain.metrics.perplexity.record import ledger
from mtexplain.metrics.perplexity.rules import NgramRules, checked
from mtexplain.metrics.shared import record

if TYPE_CHECKING:
    from mtexplain.metrics.perplexity.corpus import CorpusNgramPerplexity
    from mtexplain.metrics.perplexity.model import Estimate
    from mtexplain.metrics.perplexity.sentence import NgramPerplexity

_METRIC, _CORPUS = "ngram_perplexity", "corpus_ngram_perplexity"
_SHARED = ("references", "reference_texts", "rules")


def of_sentence(trace: "NgramPerplexity") -> dict[str, Any]:
    rows = zip(map(_estimate, trace.estimates), ledger(trace), strict=True)
    working = [{**estimate, **row} for estimate, row in rows]
    return record.of_sentence(trace, _METRIC, entropy=record.number(trace.entropy), ledger=working)


def _estimate(one: "Estimate") -> dict[str, Any]:
    return {
        "ngram": list(map(str, one.ngram)),
        "count": one.count,
        "history_count": one.history_count,
        "value": None if one.value is None else str(one.value),
    }


def facts(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an NgramPerplexity, checked; everything else in the record is computed from them."""
    return record.facts(data, _METRIC, rules)


def of_corpus(trace: "CorpusNgramPerplexity") -> dict[str, Any]:
    """The sentences without the training text, which stands here once."""
    segments = []
    for segment in trace.segments:
        told = of_sentence(segment)
        segments.append({name: value for name, value in told.items() if name not in _SHARED})
    shared = of_sentence(trace.segments[0])
    facts: dict[str, Any] = {
        "entropy": record.number(trace.entropy),
        "references": shared["references"],
        "reference_texts": shared["reference_texts"],
        "segments": segments,
    }
    return record.of_score(trace, _CORPUS, **facts)


def facts_of_corpus(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The fields of the sentences of a CorpusNgramPerplexity, checked."""
    found = record.of_metric(data, _CORPUS, ("references", "segments", "rules"))
    listed = check_list(found["segments"], "segments", "a list of sentences")
    if not listed:
        raise InputError("segments", "an empty list", "at least one sentence")
    shared = {name: found.get(name) for name in _SHARED}
    read = []
    for place, segment in enumerate(listed):
        try:
            read.append(facts({**record.keyed(segment, "the segment", ("candidate",)), **shared}))
        except InputError as error:
            raise type(error)(f"segments[{place}], {error.where}", error.got, error.expected, error.fix) from None
    return read


def rules(data: Any) -> NgramRules:
    """The rules that were written."""
    return record.rules_of(data, NgramRules, checked)
