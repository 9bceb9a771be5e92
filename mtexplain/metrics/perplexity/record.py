"""A perplexity as plain lists, dicts, strings and numbers, and back; and its signature."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from mtexplain import __version__
from mtexplain.display import plain
from mtexplain.inputs import InputError, check_list
from mtexplain.metrics.perplexity.model import END, START
from mtexplain.metrics.perplexity.numbers import check_outcomes, logarithms, probabilities, whole
from mtexplain.metrics.perplexity.recipe import (
    DistributionScore,
    GivenPerplexity,
    PerplexityScore,
    SentencePerplexity,
    SentencesPerplexity,
    TextPerplexity,
)
from mtexplain.metrics.perplexity.rules import BASES, NgramRules, PerplexityRules
from mtexplain.metrics.shared import record, signature
from mtexplain.recipe import numbers
from mtexplain.settings import check_flag

_SHARED = ("references", "reference_texts", "rules")


def of_given(trace: GivenPerplexity) -> dict[str, Any]:
    facts = {"given": list(trace.given), "are_logs": trace.are_logs, "tokens": _listed(trace.tokens)}
    return record.of_score(trace, "perplexity", **facts, **_working(trace), ledger=_ledger(trace))


def of_distribution(trace: DistributionScore) -> dict[str, Any]:
    facts = {"given": list(trace.given), "outcomes": _listed(trace.outcomes)}
    return record.of_score(trace, "distribution_perplexity", **facts, **_working(trace))


def of_sentence(trace: SentencePerplexity) -> dict[str, Any]:
    working = [
        {
            "ngram": list(map(str, one.ngram)),
            "count": one.count,
            "history_count": one.history_count,
            "value": None if one.value is None else str(one.value),
            **row,
        }
        for one, row in zip(trace.estimates, _ledger(trace), strict=True)
    ]
    return record.of_sentence(trace, "ngram_perplexity", entropy=record.number(trace.entropy), ledger=working)


def of_sentences(trace: SentencesPerplexity) -> dict[str, Any]:
    """The sentences without the training text, which stands here once."""
    each = list(map(of_sentence, trace.segments))
    segments = [{name: value for name, value in one.items() if name not in _SHARED} for one in each]
    facts = {name: each[0][name] for name in _SHARED[:2]}
    entropy = record.number(trace.entropy)
    return record.of_score(trace, "corpus_ngram_perplexity", entropy=entropy, **facts, segments=segments)


def _listed(words: tuple[str, ...] | None) -> list[str] | None:
    return None if words is None else list(words)


def _working(trace: PerplexityScore) -> dict[str, Any]:
    return {"base": trace.rules.base, "entropy": record.number(trace.entropy)}


def _ledger(trace: TextPerplexity) -> list[dict[str, Any]]:
    """Each token's probability as it is written, and its surprise in nats."""
    nats = (float(trace.in_nats(one)) for one in trace.surprises)
    return [{"p": plain.formula(p), "surprise": record.number(one)}
            for p, one in zip(trace.written["p"], nats, strict=True)]  # fmt: skip


def facts_of_given(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a Perplexity, checked; everything else in the record is computed from them."""
    found = record.of_metric(data, "perplexity", ("given", "rules"))
    are_logs = check_flag(found.get("are_logs", False), "are_logs")
    given = (logarithms if are_logs else probabilities)(found["given"], "given")
    tokens = check_outcomes(found.get("tokens"), "tokens", len(given))
    rules = record.rules_of(found["rules"], PerplexityRules)
    return {"given": given, "are_logs": are_logs, "tokens": tokens, "rules": rules}


def facts_of_distribution(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a DistributionPerplexity, checked."""
    found = record.of_metric(data, "distribution_perplexity", ("given", "rules"))
    given = whole(probabilities(found["given"], "given"), "given")
    outcomes = check_outcomes(found.get("outcomes"), "outcomes", len(given))
    return {"given": given, "outcomes": outcomes, "rules": record.rules_of(found["rules"], PerplexityRules)}


def facts_of_sentence(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an NgramPerplexity, checked."""
    return record.facts(data, "ngram_perplexity", partial(record.rules_of, kind=NgramRules))


def facts_of_sentences(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The fields of the sentences of a CorpusNgramPerplexity, checked."""
    found = record.of_metric(data, "corpus_ngram_perplexity", ("references", "segments", "rules"))
    listed = check_list(found["segments"], "segments", "a list of sentences")
    if not listed:
        raise InputError("segments", "an empty list", "at least one sentence")
    shared = {name: found.get(name) for name in _SHARED}
    read = []
    for place, segment in enumerate(listed):
        try:
            read.append(facts_of_sentence({**record.keyed(segment, "the segment", ("candidate",)), **shared}))
        except InputError as error:
            raise type(error)(f"segments[{place}], {error.where}", error.got, error.expected, error.fix) from None
    return read


def sign(what: str, rules: PerplexityRules) -> str:
    """The signature of what was given: what that is, and the base."""
    return " · ".join((what, BASES[rules.base], f"mtexplain {__version__}"))


def sign_model(rules: NgramRules, references: Sequence[int]) -> str:
    """That of a model: how long its n-grams are, its markers, its smoothing, on how many texts it was trained."""
    before, after = rules.marker_counts
    markers = f"markers: {before} {START}, {after} {END}" if after else "no markers"
    added = (f"add-{plain.formula(numbers.short(rules.k))}", f"vocabulary: {rules.vocabulary}")
    smoothing = added if rules.is_smoothed else ("maximum likelihood",)
    choices = (f"{rules.n}-gram model", markers, *smoothing, BASES[rules.base])
    return signature.written("perplexity", rules, choices, references)
