"""Copies and pickles: a result keeps the facts it follows from, and a thing that is defined once its name."""

import copyreg
from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Protocol, TypeVar


class Named(Protocol):
    """A thing that has a name."""

    @property
    def name(self) -> str:
        """The name by which it is found."""


Kind = TypeVar("Kind", bound=Named)
K = TypeVar("K")
V = TypeVar("V")


class Result:
    """A result that follows from its facts: it is copied and pickled without cached values, and works them out again.

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
    """Let things of this kind be pickled as their names: each is defined once, and no function in it can be pickled.

    `named` finds one by its name. So a copy is the thing itself, and it is in another process, too.
    """
    copyreg.pickle(kind, lambda item: (named, (item.name,)))


def read_only(items: Mapping[K, V]) -> MappingProxyType[K, V]:
    """The items where nobody can change them, for what many share. Unlike Python's own, it can be pickled.

    >>> read_only({"max_n": 1})["max_n"]
    1
    """
    return MappingProxyType(dict(items))


copyreg.pickle(MappingProxyType, lambda items: (read_only, (dict(items),)))
