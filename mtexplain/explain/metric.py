"""What is scored by: any function of a candidate and its references that returns a score of one candidate."""

from collections.abc import Callable, Mapping
from typing import Any

from mtexplain.display.score import SentenceScore
from mtexplain.inputs import InputTypeError, described

Metric = Callable[..., SentenceScore]


def check_metric(metric: object) -> None:
    """A function. InputError (a TypeError) where it is none."""
    if not callable(metric):
        fix = "Write mtexplain.bleu, without parentheses."
        raise InputTypeError("metric", described(metric), "a function of a candidate and its references", fix)


def scored(metric: Metric, candidate: str, references: list[str], settings: Mapping[str, Any]) -> SentenceScore:
    """The score. InputError (a TypeError) where the metric is no function, or returns something else."""
    check_metric(metric)
    score: object = metric(candidate, references, **settings)
    if not isinstance(score, SentenceScore):
        expected = "a metric that returns the score of one candidate, as mtexplain.bleu does"
        raise InputTypeError("metric", f"one that returned {described(score)}", expected)
    return score
