"""What a judge says of some items, read and checked: a metric's scores, people's marks, or labels."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from mtexplain.inputs import InputError, InputTypeError, check_list, check_text, described
from mtexplain.invisible import visible
from mtexplain.settings import check_between

Given = Mapping[str, Any] | Sequence[Any]
"""A value for each item: a list, or with names a mapping or a list of pairs (name, value)."""
Check = Callable[[object, str], Any]


def read(given: object, where: str, check: Check) -> dict[str, Any]:
    """The values by the names of the items; in a list without names these are numbered, from 1.

    >>> read([("A", "good"), ("B", "bad")], "x", label), read(["good", "bad"], "x", label)
    ({'A': 'good', 'B': 'bad'}, {'1': 'good', '2': 'bad'})
    """
    pairs = list(given.items()) if isinstance(given, Mapping) else check_list(given, where, "a list, or values by name")
    if not all(isinstance(one, (tuple, list)) and len(one) == 2 for one in pairs):
        pairs = [(str(place), value) for place, value in enumerate(pairs, 1)]
    found: dict[str, Any] = {}
    for given_name, value in pairs:
        if (name := seen(given_name, f"{where}, a name")) in found:
            raise InputError(where, f"{name} more than once", "each item once")
        found[name] = check(value, f"{where}, item {name}")
    return found


def number(value: object, where: str) -> Fraction:
    """A number, exact: a float is read as the simple fraction it stands for."""
    return check_between(value, where, -(10**12), 10**12, "Leave out, in both, an item that has none.")


def label(value: object, where: str) -> str | int:
    """A category: a text or a whole number."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise InputTypeError(where, described(value), "a label: a text or a whole number")
    return seen(value, where) if isinstance(value, str) else value


def seen(text: object, where: str) -> str:
    """A name as it can be shown: what is invisible in it gets a marker."""
    if shown := " ".join(map(visible, check_text(text, where).split())):
        return shown
    raise InputError(where, described(text), "a name that can be read")
