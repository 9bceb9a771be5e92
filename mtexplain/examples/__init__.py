"""The worked examples of the papers and of lecture notes, by name, with the numbers as printed and as they are.

>>> example = get("papineni-2")
>>> example.trace().precisions[0].ratio
Ratio(matches=2, total=7)
>>> [number.printed for number in example.numbers if number.quantity == "p_1"]
['2/7']

Notes A to E are five sets of lecture and study notes. Where they print something
else than what their own formula gives, both numbers stand here.
"""

from collections.abc import Mapping
from importlib import import_module

from mtexplain import data
from mtexplain.by_hand.example import Example, Number, read_examples
from mtexplain.copies import read_only
from mtexplain.inputs import InputError, described, is_among
from mtexplain.metrics.table import METRICS

__all__ = ["EXAMPLES", "FAMILIES", "Example", "Number", "get", "names"]


def _of_family(name: str) -> tuple[Example, ...]:
    """The examples of a metric: of one in a folder from its examples.toml, of one in a file from there."""
    metric = import_module(f"mtexplain.metrics.{name}")
    if not hasattr(metric, "__path__"):
        return tuple(metric.EXAMPLES)
    return read_examples(data.text(metric.__name__, "examples.toml"), metric)


FAMILIES: Mapping[str, tuple[Example, ...]] = read_only(
    {family: _of_family(name) for family, (name, _, _) in METRICS.items()}
)
"""The examples of each family of metrics, in teaching order."""

EXAMPLES: Mapping[str, Example] = read_only(
    {example.name: example for examples in FAMILIES.values() for example in examples}
)
"""Every example by its name, in teaching order."""


def names(family: str | None = None) -> list[str]:
    """The names of all examples, or of those of one family of metrics.

    >>> names("BLEU")[:2]
    ['start', 'papineni-1-candidate-1']
    """
    if family is None:
        return list(EXAMPLES)
    if not is_among(family, FAMILIES):
        raise InputError("family", described(family), f"one of {', '.join(FAMILIES)}")
    return [example.name for example in FAMILIES[family]]


def get(name: str) -> Example:
    """The example of that name; InputError, with the names there are, for any other.

    >>> get("papineni-2").candidate
    'the the the the the the the'
    """
    if not is_among(name, EXAMPLES):
        raise InputError("example", described(name), f"one of {', '.join(EXAMPLES)}")
    return EXAMPLES[name]
