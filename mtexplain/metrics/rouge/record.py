"""A ROUGE trace as plain lists, dicts, strings and numbers, and its facts read back."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from mtexplain.display import plain
from mtexplain.metrics.rouge import equations
from mtexplain.metrics.rouge.recipe import RougeScore
from mtexplain.metrics.rouge.rules import RougeRules, check_references_by
from mtexplain.metrics.shared import record


def of(trace: RougeScore) -> dict[str, Any]:
    """The record of a trace."""
    columns = ("matches", "reference_total", "f_scores")
    return record.of_sentence(
        trace,
        trace.metric,
        recall=_share(trace, "r"),
        precision=_share(trace, "p"),
        reported=trace.reported,
        printed=trace.printed,
        by_reference=[
            {
                "matches": _number(matches),
                "reference_total": _number(total),
                "candidate_total": _number(trace.candidate_total),
                "f": str(f),
            }
            for matches, total, f in zip(*map(trace.of_each, columns), strict=True)
        ],
        chosen_references=list(trace.chosen),
    )


def _share(trace: RougeScore, name: str) -> dict[str, Any]:
    """A recall or a precision: as it was counted, and its value."""
    value = getattr(trace, name)
    exact = plain.formula(equations.share(trace, name))
    return {"exact": exact, "value": None if value is None else float(value)}


def _number(value: int | Fraction) -> int | str:
    return value if isinstance(value, int) else str(value)


def facts(data: Mapping[str, Any], metric: str) -> dict[str, Any]:
    """The fields of a trace, checked; everything else in the record is computed from them."""
    found = record.facts(data, metric, lambda rules: record.rules_of(rules, RougeRules))
    check_references_by(found["rules"], len(found["references"]))
    return found
