"""Copying and pickling.

A copied or pickled result keeps only the facts that it follows from. An object that is defined once keeps only its
name.
"""

import copyreg
from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Protocol, TypeVar


class Named(Protocol):
    """Anything that has a name."""

    @property
    def name(self) -> str:
        """The name by which it is found."""


Kind = TypeVar("Kind", bound=Named)
K = TypeVar("K")
V = TypeVar("V")


class Result:
    """A result that follows from its facts. Copies and pickles drop cached values, which are computed again.

    >>> from copy import copy
    >>> from mtexplain import bleu
    >>> trace = bleu("the cat", ["a cat"], max_n=2)
    >>> trace.precisions != (), "precisions" in vars(trace), "precisions" in vars(copy(trace)), copy(trace) == trace
    (True, True, False, True)
    """

    def __getstate__(self) -> dict[str, object]:
        kind = type(self)
        return {
            name: value
            for name, value in vars(self).items()
            if not isinstance(getattr(kind, name, None), cached_property)
        }


def by_name(kind: type[Kind], named: Callable[[str], Kind]) -> None:
    """Pickle things of this kind by name, because each is defined once and may hold functions that can't be pickled.

    `named` finds a thing by its name. A copy is therefore the thing itself, even in another process.
    """
    copyreg.pickle(kind, lambda item: (named, (item.name,)))


def read_only(items: Mapping[K, V]) -> MappingProxyType[K, V]:
    """A read-only mapping of the items, for shared data. Unlike a plain `MappingProxyType`, it can be pickled.

    >>> read_only({"max_n": 1})["max_n"]
    1
    """
    return MappingProxyType(dict(items))


copyreg.pickle(MappingProxyType, lambda items: (read_only, (dict(items),)))
