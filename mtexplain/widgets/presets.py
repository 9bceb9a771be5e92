"""The worked examples that a panel offers, which are sentences or segments of texts."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from inspect import signature
from itertools import chain
from typing import NamedTuple

from mtexplain import examples
from mtexplain.display.score import Score
from mtexplain.examples import Example
from mtexplain.explain.practice.misconceptions import subjects
from mtexplain.inputs import InputError, described

_OF_THE_TEXT: Mapping[str, Callable[[Sequence[Sequence[str]]], object]] = {
    "document_frequencies": lambda references: references,
    "corpus_references": lambda references: tuple(chain.from_iterable(references)),
}
"""The setting that a segment takes from its text, if its metric has it, made of the references of all segments."""


class Preset(NamedTuple):
    """A sentence to begin with, with its name, a title, its texts (candidate first) and the example's settings."""

    name: str
    title: str
    texts: tuple[str, ...]
    settings: Mapping[str, object]


def of(metric: Callable[..., Score]) -> tuple[Preset, ...]:
    """Return the presets for a metric, from its own examples if it has any, then its family's, then all examples.

    CIDEr's examples are small texts. Each image is offered, with the document frequencies of all images:

    >>> from mtexplain import caption_cider
    >>> first, *_ = of(caption_cider)
    >>> first.name, first.texts
    ('cider-two-images-1', ('the red cat sleeps', 'the red cat sleeps'))
    """
    text_metric = next((subject.text_metric for subject in subjects() if subject.metric is metric), None)
    families = list(examples.FAMILIES.values())
    own = [family for family in families if any(example.metric in (metric, text_metric) for example in family)]
    ours = list(chain.from_iterable(own))
    return (
        tuple(_sentence(example) for example in ours if example.is_sentence and example.metric is metric)
        or tuple(chain.from_iterable(_segments(text, metric) for text in ours if text.metric is text_metric))
        or tuple(_sentence(example) for example in ours or chain.from_iterable(families) if example.is_sentence)
    )


def get(metric: Callable[..., Score], name: str) -> Preset:
    """Return the preset of that name, even from another metric. InputError if there is none or it isn't a sentence."""
    for preset in of(metric):
        if preset.name == name:
            return preset
    example = examples.get(name)
    if not example.is_sentence:
        expected = f"one of {', '.join(preset.name for preset in of(metric))}"
        raise InputError("example", f"{described(name)}, which is not a sentence with references", expected)
    return _sentence(example)


def settings(metric: Callable[..., Score], name: str) -> dict[str, object]:
    """Return those settings of a preset that the metric has."""
    known = _keywords(metric)
    return {key: value for key, value in get(metric, name).settings.items() if key in known}


def _keywords(metric: Callable[..., Score]) -> Collection[str]:
    try:
        return signature(metric).parameters
    except (TypeError, ValueError):  # the parameters are unknown
        return ()


def _sentence(example: Example) -> Preset:
    return Preset(example.name, example.title, (example.candidate, *example.references), example.settings)


def _segments(example: Example, metric: Callable[..., Score]) -> Iterator[Preset]:
    """Yield each sentence of a text, with the settings that its score takes from the whole text."""
    own = {name: take(example.references) for name, take in _OF_THE_TEXT.items() if name in _keywords(metric)}
    number = len(example.candidate)
    for segment, (candidate, references) in enumerate(zip(example.candidate, example.references, strict=True), 1):
        title = f"{example.title} ({segment} of {number})"
        yield Preset(f"{example.name}-{segment}", title, (candidate, *references), {**example.settings, **own})
