"""A command for each metric. Its options are the settings of its function, as in the panel."""

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from inspect import signature
from typing import NamedTuple

import mtexplain
from mtexplain.cli.given import texts
from mtexplain.display.trace import Trace
from mtexplain.inputs import InputError, listed
from mtexplain.metrics.table import METRICS
from mtexplain.widgets.controls import Control, controls


class Metric(NamedTuple):
    """A command, its function for a sentence, its function for a text (None if there is none), and its purpose."""

    command: str
    of_sentence: Callable[..., Trace] | None
    of_text: Callable[..., Trace] | None
    purpose: str
    reference: str
    """The help's word for a reference."""


def _metrics() -> Iterator[Metric]:
    """Yield a command for each function that has a command in the table of metrics."""
    for _, names, commands in METRICS.values():
        for name, purpose in commands.items():
            function = getattr(mtexplain, name)
            of_text = getattr(mtexplain, f"corpus_{name}") if f"corpus_{name}" in names.split() else None
            of_sentence = None if next(iter(signature(function).parameters)) == "candidates" else function
            reference = _REFERENCES.get(name, "a good translation")
            yield Metric(name.replace("_", "-"), of_sentence, of_text if of_sentence else function, purpose, reference)


AS_RULES = "(default: as the rules say)"
_WHY_FILES = "How much a word counts depends on the references of the other images, too."
_REFERENCES = {"ngram_perplexity": "a sentence that the model has read"}
COMMANDS = tuple(_metrics())
"""The metrics whose commands are made in this way."""


def add(command: argparse.ArgumentParser, metric: Metric) -> None:
    """Add the options of a metric, and set what its command runs."""
    function = metric.of_sentence or metric.of_text
    assert function is not None
    settings = controls(function, {})
    for name, control in settings.items():
        _option(command, name, control)
    command.set_defaults(run=partial(_run, metric, settings))


def _option(command: argparse.ArgumentParser, name: str, control: Control) -> None:
    option = f"--{name.replace('_', '-')}"
    if control.kind == "choice":
        command.add_argument(option, metavar="NAME", help=f"{listed(control.choices)} {AS_RULES}")
    elif control.kind == "numbers":
        command.add_argument(option, metavar="NUMBER", nargs="+", help=f"numbers {AS_RULES}; put this option last")
    else:
        command.add_argument(option, metavar=control.kind.upper(), help=AS_RULES)


def _run(metric: Metric, settings: dict[str, Control], given: argparse.Namespace) -> Trace:
    candidate, references = texts(given)
    function = metric.of_sentence if isinstance(candidate, str) else metric.of_text
    if function is None:
        if isinstance(candidate, str):
            raise InputError("candidate", "a sentence", "files, as in -c FILE -r FILE", _WHY_FILES)
        raise InputError(metric.command, "files", "a sentence and its references, in quotes")
    chosen = {}
    for name, control in settings.items():
        value = getattr(given, name)
        if value is not None:
            chosen[name] = control.read(" ".join(value) if isinstance(value, list) else value)
    return function(candidate, references, **chosen)


def add_probabilities(command: argparse.ArgumentParser) -> None:
    """Add the options for the perplexity of given probabilities, and set what the command runs."""
    command.add_argument("probabilities", nargs="*", metavar="PROBABILITY", help="for each token, such as 1/4 or 0.25")
    command.add_argument("--log-probabilities", nargs="+", metavar="NUMBER", help="or their logarithms, to --base")
    command.add_argument("--base", help="e, 2 or 10 (default: e)")
    command.add_argument("--names", nargs="+", metavar="WORD", help="the tokens, or the outcomes; put this option last")
    command.add_argument("--distribution", action="store_true", help="they cover all outcomes and add up to 1")
    command.set_defaults(run=_run_probabilities)


def _run_probabilities(given: argparse.Namespace) -> Trace:
    probabilities, logarithms = given.probabilities or None, given.log_probabilities
    if not given.distribution:
        return mtexplain.perplexity(probabilities, log_probabilities=logarithms, base=given.base, tokens=given.names)
    if logarithms is not None:
        raise InputError("distribution", "logarithms", "probabilities that add up to 1", "For example, 1/2 1/4 1/4.")
    return mtexplain.distribution_perplexity(given.probabilities, base=given.base, outcomes=given.names)
