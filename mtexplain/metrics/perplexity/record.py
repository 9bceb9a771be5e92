"""A perplexity as plain lists, dicts, strings and numbers, and back."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mtexplain.display import plain
from mtexplain.metrics.perplexity.numbers import check_outcomes, logarithms, probabilities, whole
from mtexplain.metrics.perplexity.rules import PerplexityRules, check_base
from mtexplain.metrics.shared import record
from mtexplain.settings import check_flag

if TYPE_CHECKING:
    from mtexplain.metrics.perplexity.base import PerplexityScore, TextPerplexity
    from mtexplain.metrics.perplexity.distribution import DistributionPerplexity
    from mtexplain.metrics.perplexity.given import Perplexity


def of_given(trace: "Perplexity") -> dict[str, Any]:
    tokens = None if trace.tokens is None else list(trace.tokens)
    facts = {"given": list(trace.given), "are_logs": trace.are_logs, "tokens": tokens}
    return record.of_score(trace, "perplexity", **facts, **_working(trace), ledger=ledger(trace))


def facts_of_given(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a Perplexity, checked; everything else in the record is computed from them."""
    found = record.of_metric(data, "perplexity", ("given", "rules"))
    are_logs = check_flag(found.get("are_logs", False), "are_logs")
    given = (logarithms if are_logs else probabilities)(found["given"], "given")
    tokens = check_outcomes(found.get("tokens"), "tokens", len(given))
    return {"given": given, "are_logs": are_logs, "tokens": tokens, "rules": _rules(found["rules"])}


def of_distribution(trace: "DistributionPerplexity") -> dict[str, Any]:
    outcomes = None if trace.outcomes is None else list(trace.outcomes)
    facts = {"given": list(trace.given), "outcomes": outcomes}
    return record.of_score(trace, "distribution_perplexity", **facts, **_working(trace))


def facts_of_distribution(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a DistributionPerplexity, checked."""
    found = record.of_metric(data, "distribution_perplexity", ("given", "rules"))
    given = whole(probabilities(found["given"], "given"), "given")
    outcomes = check_outcomes(found.get("outcomes"), "outcomes", len(given))
    return {"given": given, "outcomes": outcomes, "rules": _rules(found["rules"])}


def ledger(trace: "TextPerplexity") -> list[dict[str, Any]]:
    """Each token's probability as it is written, and its surprise in the unit of the base."""
    rows = zip(trace.predictions, trace.terms, strict=False)
    number = len(trace.predictions)
    return [{"p": plain.formula(one.written), "surprise": record.number(term.value * number)} for one, term in rows]


def _working(trace: "PerplexityScore") -> dict[str, Any]:
    return {"base": trace.rules.base, "entropy": record.number(trace.entropy)}


def _rules(data: Any) -> PerplexityRules:
    return record.rules_of(data, PerplexityRules, _checked)


def _checked(rules: PerplexityRules) -> PerplexityRules:
    check_base(rules.base)
    return rules
