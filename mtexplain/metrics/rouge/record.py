"""A ROUGE trace as plain lists, dicts, strings and numbers, and its facts read back."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from mtexplain.display import plain
from mtexplain.metrics.rouge import formulas
from mtexplain.metrics.rouge.force import check_references_by, checked
from mtexplain.metrics.rouge.maths import Share
from mtexplain.metrics.rouge.rules import RougeRules
from mtexplain.metrics.shared import record

if TYPE_CHECKING:
    from mtexplain.metrics.rouge.base import Rouge


def of(trace: "Rouge") -> dict[str, Any]:
    """The record of a trace."""
    together = trace.together
    return record.of_sentence(
        trace,
        trace.metric,
        recall=_share(together.recall),
        precision=_share(together.precision),
        reported=trace.reported,
        printed=trace.printed,
        by_reference=[
            {
                "matches": _number(one.matches),
                "reference_total": _number(one.reference_total),
                "candidate_total": _number(one.candidate_total),
                "f": str(one.f(trace.rules.beta)),
            }
            for one in trace.overlaps
        ],
        chosen_references=list(together.chosen),
    )


def _share(share: Share) -> dict[str, Any]:
    """A recall or a precision: as it was counted, and its value."""
    return {"exact": plain.formula(formulas.share(share)), "value": None if share.value is None else float(share.value)}


def _number(value: int | Fraction) -> int | str:
    return value if isinstance(value, int) else str(value)


def facts(data: Mapping[str, Any], metric: str) -> dict[str, Any]:
    """The fields of a trace, checked; everything else in the record is computed from them."""
    found = record.facts(data, metric, lambda rules: record.rules_of(rules, RougeRules, checked))
    check_references_by(found["rules"], len(found["references"]))
    return found
