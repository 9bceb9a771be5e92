"""What is scored by: any function of a candidate and its references that returns a score of one candidate."""

from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter, signature
from typing import Any, get_args, get_type_hints

from mtexplain.display.score import SentenceScore
from mtexplain.inputs import InputTypeError, described
from mtexplain.settings import OneOf

Metric = Callable[..., SentenceScore]


def check_metric(metric: object) -> None:
    """A function. InputError (a TypeError) where it is none."""
    if not callable(metric):
        fix = "Write mtexplain.bleu, without parentheses."
        raise InputTypeError("metric", described(metric), "a function of a candidate and its references", fix)


def settings_of(metric: Callable[..., object], given: Iterable[str] = ()) -> list[str]:
    """The keywords that a metric takes after its texts. InputError (a TypeError) for a given one that it doesn't take.

    >>> from mtexplain import ngram_perplexity
    >>> settings_of(ngram_perplexity)[:4]
    ['rules', 'tokenize', 'lowercase', 'n']
    """
    try:
        parameters = signature(metric).parameters
    except (TypeError, ValueError):  # a function that does not tell: it takes what it is given
        return []
    named = (Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    known = [name for name, one in list(parameters.items())[2:] if one.kind in named]
    if not any(one.kind is Parameter.VAR_KEYWORD for one in parameters.values()):
        for name in given:
            if name not in known:
                expected = f"one of {', '.join(known)}" if known else "no settings: this metric has none"
                raise InputTypeError("settings", described(name), expected)
    return known


def choices(metric: Callable[..., object], setting: str) -> Mapping[str, object]:
    """What a setting of a metric may be, by name; nothing where the metric has no such setting.

    >>> from mtexplain import chrf
    >>> list(choices(chrf, "rules")), list(choices(chrf, "base"))
    (['paper', 'sacrebleu'], [])
    """
    hint = get_type_hints(metric, include_extras=True).get(setting)
    named = next((one for one in get_args(hint) if isinstance(one, OneOf)), None)
    return named.values if named else {}


def scored(metric: Metric, candidate: str, references: list[str], settings: Mapping[str, Any]) -> SentenceScore:
    """The score. InputError (a TypeError) where the metric is no function, lacks a setting, or returns no score."""
    check_metric(metric)
    settings_of(metric, settings)
    score: object = metric(candidate, references, **settings)
    if not isinstance(score, SentenceScore):
        expected = "a metric that returns the score of one candidate, as mtexplain.bleu does"
        raise InputTypeError("metric", f"one that returned {described(score)}", expected)
    return score
