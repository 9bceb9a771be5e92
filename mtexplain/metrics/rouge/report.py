"""The number as the tool returns and prints it: ROUGE-1.5.5 rounds recall and precision before it computes F."""

from typing import TYPE_CHECKING

from mtexplain.metrics.rouge.maths import Share

if TYPE_CHECKING:
    from mtexplain.metrics.rouge.base import Rouge

_DIGITS = 5


def reported(trace: "Rouge") -> float:
    """F of the rounded recall and precision, rounded once more, in the script's own order; else the score as it is.

    Its alpha is 1/(1 + beta^2).
    """
    if trace.rules.rounding == "none":
        return trace.score
    if trace.rules.references_by == "jackknife":
        return round(trace.score, _DIGITS)
    recall, precision = map(_rounded, (trace.together.recall, trace.together.precision))
    alpha = 0.0 if trace.rules.beta is None else float(1 / (1 + trace.rules.beta**2))
    below = (1 - alpha) * precision + alpha * recall
    return round(precision * recall / below, _DIGITS) if below > 0 else 0.0


def _rounded(share: Share) -> float:
    """A recall or a precision as the script goes on with it."""
    return round(float(share.value or 0), _DIGITS)


def shares(trace: "Rouge") -> tuple[str, str]:
    """Recall and precision as the script prints them."""
    recall, precision = map(_rounded, (trace.together.recall, trace.together.precision))
    return f"{recall:.{_DIGITS}f}", f"{precision:.{_DIGITS}f}"


def printed(trace: "Rouge") -> str:
    """That number with as many digits as the tool prints."""
    return f"{trace.reported!r}" if trace.rules.rounding == "none" else f"{trace.reported:.{_DIGITS}f}"
