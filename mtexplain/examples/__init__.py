"""The worked examples of papers and lecture notes, by name, with the printed numbers and the computed numbers.

>>> example = get("papineni-2")
>>> example.trace().precisions[0].ratio
Ratio(matches=2, total=7)
>>> [number.printed for number in example.numbers if number.quantity == "p_1"]
['2/7']

Notes A to E are five sets of lecture and study notes. If they print a number that differs from the result of their own
formula, both numbers are here.
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
    """The examples of a metric, from examples.toml if the metric is a folder, and from its module if it is a file."""
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
"""All examples by name, in teaching order."""


def names(family: str | None = None) -> list[str]:
    """The names of all examples, or of the examples of a family of metrics.

    >>> names("BLEU")[:2]
    ['start', 'papineni-1-candidate-1']
    """
    if family is None:
        return list(EXAMPLES)
    if not is_among(family, FAMILIES):
        raise InputError("family", described(family), f"one of {', '.join(FAMILIES)}")
    return [example.name for example in FAMILIES[family]]


def get(name: str) -> Example:
    """The example of that name; InputError, with the known names, for any other name.

    >>> get("papineni-2").candidate
    'the the the the the the the'
    """
    if not is_among(name, EXAMPLES):
        raise InputError("example", described(name), f"one of {', '.join(EXAMPLES)}")
    return EXAMPLES[name]
