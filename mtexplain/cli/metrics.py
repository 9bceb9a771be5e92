"""A command for each metric: its options are the settings of its function, as the panel has them."""

import argparse
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from mtexplain import (
    cider,
    cider_d,
    corpus_ngram_perplexity,
    corpus_nist,
    meteor,
    ngram_perplexity,
    nist,
    rouge_l,
    rouge_l_sum,
    rouge_n,
    rouge_s,
    rouge_su,
    rouge_w,
)
from mtexplain.cli.given import texts
from mtexplain.display.trace import Trace
from mtexplain.inputs import InputError, listed
from mtexplain.widgets.controls import Control, controls


class Metric(NamedTuple):
    """A command, the function of a sentence it calls, that of a text (None: there is none), and what it is for."""

    command: str
    of_sentence: Callable[..., Trace] | None
    of_text: Callable[..., Trace] | None
    told: str
    reference: str = "a good translation"
    """What a reference is."""


METRICS = (
    Metric("rouge-n", rouge_n, None, "ROUGE-N: n-grams that overlap"),
    Metric("rouge-l", rouge_l, None, "ROUGE-L: the longest common subsequence"),
    Metric("rouge-l-sum", rouge_l_sum, None, "ROUGE-Lsum: the same of a text of several lines"),
    Metric("rouge-w", rouge_w, None, "ROUGE-W: a subsequence in which neighbours count more"),
    Metric("rouge-s", rouge_s, None, "ROUGE-S: pairs of words in their order"),
    Metric("rouge-su", rouge_su, None, "ROUGE-SU: the same, and the words alone"),
    Metric("meteor", meteor, None, "METEOR: words aligned by form, stem and synonym, and their order"),
    Metric("cider", None, cider, "CIDEr of captions, image by image (files)"),
    Metric("cider-d", None, cider_d, "CIDEr-D of captions, as COCO reports it (files)"),
    Metric("nist", nist, corpus_nist, "NIST of a sentence or of a text, step by step"),
    Metric("ngram-perplexity", ngram_perplexity, corpus_ngram_perplexity,
           "perplexity of a sentence under a tiny n-gram model that has read the references",
           "a sentence that the model has read"),
)  # fmt: skip
"""Every metric that has a command made in this way."""


def add(command: argparse.ArgumentParser, metric: Metric) -> None:
    """The options of a metric, and what the command does."""
    function = metric.of_sentence or metric.of_text
    assert function is not None
    settings = controls(function, {})
    for name, control in settings.items():
        _option(command, name, control)
    command.set_defaults(run=partial(_run, metric, settings))


def _option(command: argparse.ArgumentParser, name: str, control: Control) -> None:
    option = f"--{name.replace('_', '-')}"
    if control.kind == "choice":
        command.add_argument(option, metavar="NAME", help=f"{listed(control.choices)} {_AS_RULES}")
    elif control.kind == "numbers":
        command.add_argument(option, metavar="NUMBER", nargs="+", help=f"numbers {_AS_RULES}; give them last")
    else:
        command.add_argument(option, metavar=control.kind.upper(), help=_AS_RULES)


def _run(metric: Metric, settings: dict[str, Control], given: argparse.Namespace) -> Trace:
    candidate, references = texts(given)
    function = metric.of_sentence if isinstance(candidate, str) else metric.of_text
    if function is None:
        if isinstance(candidate, str):
            raise InputError("candidate", "a sentence", "files: -c FILE -r FILE", _WHY_FILES)
        raise InputError(metric.command, "files", "a sentence and its references, in quotes")
    return function(candidate, references, **dict(_chosen(settings, given)))


def _chosen(settings: dict[str, Control], given: argparse.Namespace) -> Any:
    """The settings that were given, as values."""
    for name, control in settings.items():
        value = getattr(given, name)
        if value is not None:
            yield name, control.read(" ".join(value) if isinstance(value, list) else value)


_AS_RULES = "(default: as the rules say)"
_WHY_FILES = "How much a word counts depends on the references of the other images, too."
