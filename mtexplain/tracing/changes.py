"""A trace computed in another way: by the rules of a tool, with a mistake, or with some numbers given.

A change is a class with the methods that differ. Best it is a subclass of the trace that it changes, so that mypy can
check its names; but any class will do.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

NOTHING: Mapping[str, Any] = MappingProxyType({})


def made(kind: Any, facts: Mapping[str, Any], given: Mapping[str, Any] = NOTHING) -> Any:
    """A trace of a class from these facts. Numbers that are given are there before its __init__ runs."""
    trace = object.__new__(kind)
    if given:
        vars(trace)["given"] = dict(given)
    trace.__init__(**facts)
    return trace


def again(kind: Any, changes: tuple[type[object], ...], facts: Mapping[str, Any], given: Mapping[str, Any]) -> Any:
    """A pickled trace. The classes that `changed` makes have no name by which pickle could find them."""
    for change in changes:
        kind = changed(kind, change)
    return made(kind, facts, given)


def changed(kind: Any, change: Any) -> Any:
    """The class with the methods of another class before its own.

    TypeError if the other class has no method that this one has.
    """
    return _changed(kind, change)


@lru_cache(10_000)  # each pair of mistakes makes a class
def _changed(kind: Any, change: Any) -> Any:
    own = own_names(change, kind)
    if not issubclass(change, kind.unchanged or kind) and not applies(change, kind):
        if any(hasattr(kind, name) for name in own):
            raise TypeError(f"{change.__name__} is a change of another class, not of {kind.__name__}.")
        has = ", ".join(own) or "method of its own"
        raise TypeError(f"{change.__name__} changes nothing: {kind.__name__} has no {has}.")
    about = {"changes": (*kind.changes, change), "unchanged": kind.unchanged or kind, "__doc__": kind.__doc__}
    return type(f"{change.__name__}{kind.__name__}", (change, kind), about)


def applies(change: type[object], kind: type[object]) -> bool:
    """True if a class can be changed so: it has a method of the change, and all that the change is derived from.

    A change of a text applies to no sentence, and a change of what both have in common to both.
    """
    facts = [base for base in change.__mro__ if "__dataclass_fields__" in vars(base)]
    return all(issubclass(kind, fact) for fact in facts) and any(
        hasattr(kind, name) for name in own_names(change, kind)
    )


def own_names(change: type[object], kind: type[object]) -> list[str]:
    """The names that a change brings to a class: its own, and those of other changes that it is derived from."""
    bases = [base for base in change.__mro__ if base not in kind.__mro__]
    return [name for base in bases for name in _written_in(base)]


def _written_in(kind: type[object]) -> list[str]:
    return [name for name in vars(kind) if not name.startswith("__") and name not in ("quantities", "_abc_impl")]
