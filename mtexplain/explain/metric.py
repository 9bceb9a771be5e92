"""Metrics as arguments, given as a metric function of mtexplain, by name, or as the user's own function.

The user's own function takes a candidate and its references, and returns the score of the candidate.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib import import_module
from inspect import Parameter, isclass, signature
from typing import Any, TypeVar, cast, get_args, get_type_hints

from mtexplain.display.score import Score, SentenceScore
from mtexplain.inputs import InputError, InputTypeError, accepts, described
from mtexplain.metrics.table import METRICS
from mtexplain.settings import OneOf

Metric = Callable[..., SentenceScore]
Function = TypeVar("Function", bound=Callable[..., object])


def resolve_metric(metric: object, metrics: Callable[[], Mapping[str, Function]]) -> Function:
    """Return the function of a metric that is given as a function or by name. `metrics` returns the known metrics.

    Names may be written as in papers:

    >>> resolve_metric("ROUGE-L", sentence_metrics).__name__, resolve_metric("chrF", text_metrics).__name__
    ('rouge_l', 'corpus_chrf')

    A function is returned unchanged, because it may be the user's own. InputError, which lists the known names, if the
    name is unknown; InputTypeError for a class, a score, or anything else that is not a function.
    """
    if callable(metric) and not isclass(metric):
        return cast(Function, metric)  # no type describes the parameters of the user's own function
    known = metrics()
    if not isinstance(metric, str):
        got = f"the class {metric.__name__}" if isclass(metric) else described(metric)
        fix = "A function is written without parentheses: mtexplain.bleu." if isinstance(metric, Score) else ""
        raise InputTypeError("metric", got, names_of(known), fix)
    if (name := function_name(metric)) not in known:
        near = [known_name for known_name in known if name and known_name.startswith(name)] or get_close_matches(
            name, known, 1
        )
        raise InputError("metric", described(metric), names_of(known), f"Did you mean {near[0]!r}?" if near else "")
    return known[name]


def names_of(known: Mapping[str, Callable[..., object]]) -> str:
    """Describe the expected argument for an error message, with the first name of each known metric."""
    first = {function: name for name, function in reversed([*known.items()])}
    return f"a metric, given as a function or by name: {', '.join(reversed(first.values()))}"


def function_name(name: str) -> str:
    """Return the name of a metric in the form of a function name.

    >>> function_name("ROUGE-L")
    'rouge_l'
    """
    return name.strip().lower().replace("-", "_").replace(" ", "_")


@cache
def sentence_metrics() -> Mapping[str, Metric]:
    """Return our functions that score a single candidate, by name; `cider` also stands for `caption_cider`."""
    return dict(_functions_of("candidate", "caption_"))


@cache
def text_metrics() -> Mapping[str, Callable[..., Any]]:
    """Return our functions that score a whole text, by name, with and without `corpus_`."""
    return dict(_functions_of("candidates", "corpus_"))


def _functions_of(first: str, prefix: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the metric functions whose first parameter is `first`, each under its name without and with the prefix."""
    for module, names, _ in METRICS.values():
        for name in filter(str.islower, names.split()):
            function = getattr(import_module(f"mtexplain.metrics.{module}"), name)
            if next(iter(signature(function).parameters)) == first:
                yield name.removeprefix(prefix), function
                yield name, function


def settings_of(metric: Callable[..., object], given: Iterable[str] = ()) -> list[str]:
    """Return the keywords that a metric takes after its texts. InputTypeError if it lacks one of the `given` keywords.

    >>> from mtexplain import ngram_perplexity
    >>> settings_of(ngram_perplexity)[:4]
    ['rules', 'tokenize', 'lowercase', 'n']
    """
    try:
        parameters = signature(metric).parameters
    except (TypeError, ValueError):  # the function has no signature, so it may take anything
        return []
    named = (Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    known = [name for name, parameter in list(parameters.items())[2:] if parameter.kind in named]
    if not any(parameter.kind is Parameter.VAR_KEYWORD for parameter in parameters.values()):
        for name in given:
            if name not in known:
                expected = f"one of {', '.join(known)}" if known else "no settings, because this metric has none"
                raise InputTypeError("settings", described(name), expected)
    return known


@lru_cache(1000)  # because it reads every annotation of the metric
def choices(metric: Callable[..., object], setting: str) -> Mapping[str, object]:
    """Return the named values of a metric's setting; empty if it has no such setting, or if the values have no names.

    >>> from mtexplain import chrf
    >>> list(choices(chrf, "rules")), list(choices(chrf, "base"))
    (['paper', 'sacrebleu'], [])
    """
    hint = get_type_hints(metric, include_extras=True).get(setting)
    choice = next((annotation for annotation in get_args(hint) if isinstance(annotation, OneOf)), None)
    return choice.values if choice else {}


def scored(
    metric: Metric | str, candidate: str, references: list[str], settings: Mapping[str, object]
) -> SentenceScore:
    """Return the score. InputError if the metric is unknown, lacks a setting, or does not return a score."""
    function = resolve_metric(metric, sentence_metrics)
    settings_of(function, settings)
    if not accepts(function, candidate, references, **settings):
        raise InputTypeError("metric", _named(function), "a function of a candidate and its references")
    score: object = function(candidate, references, **settings)
    if not isinstance(score, SentenceScore):
        expected = "a metric that returns the score of one candidate, as mtexplain.bleu does"
        raise InputTypeError("metric", f"a metric that returned {described(score)}", expected)
    return score


def _named(function: Callable[..., object]) -> str:
    return f"the function {getattr(function, '__name__', type(function).__name__)}"
