"""Compute a trace in a different way: by the rules of a tool, with a mistake, or with some numbers given.

A change is a class that contains only the methods that differ. Any class will do, but a subclass of the trace is best,
because then mypy can check the names.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

NOTHING: Mapping[str, Any] = MappingProxyType({})


def made(kind: Any, facts: Mapping[str, Any], given: Mapping[str, Any] = NOTHING) -> Any:
    """Make a trace of the given class from these facts. The given numbers are set before its `__init__` runs."""
    trace = object.__new__(kind)
    if given:
        vars(trace)["given"] = dict(given)
    trace.__init__(**facts)
    return trace


def again(kind: Any, changes: tuple[type[object], ...], facts: Mapping[str, Any], given: Mapping[str, Any]) -> Any:
    """Rebuild a pickled trace from its unchanged class, because pickle cannot find a changed class by name."""
    for change in changes:
        kind = changed(kind, change)
    return made(kind, facts, given)


def changed(kind: Any, change: Any) -> Any:
    """Return a subclass of `kind` in which the methods of `change` replace its own.

    TypeError if no method of `change` replaces a method of `kind`, or if it is a change of another class.
    """
    return _changed(kind, change)


@lru_cache(10_000)  # each pair of mistakes is a class
def _changed(kind: Any, change: Any) -> Any:
    own = own_names(change, kind)
    if not issubclass(change, kind.unchanged or kind) and not applies(change, kind):
        if any(hasattr(kind, name) for name in own):
            raise TypeError(f"{change.__name__} is a change of another class, not of {kind.__name__}.")
        why = f"{kind.__name__} has no {' or '.join(own)}" if own else "it has no method of its own"
        raise TypeError(f"{change.__name__} changes nothing: {why}.")
    about = {"changes": (*kind.changes, change), "unchanged": kind.unchanged or kind, "__doc__": kind.__doc__}
    return type(f"{change.__name__}{kind.__name__}", (change, kind), about)


def applies(change: type[object], kind: type[object]) -> bool:
    """True if a change fits a class, that is, it replaces a method and needs no facts that the class does not have.

    For example, a change of the score of a text does not apply to a sentence, whereas a change of what the two have in
    common applies to both.
    """
    facts = [base for base in change.__mro__ if "__dataclass_fields__" in vars(base)]
    return all(issubclass(kind, fact) for fact in facts) and any(
        hasattr(kind, name) for name in own_names(change, kind)
    )


def own_names(change: type[object], kind: type[object]) -> list[str]:
    """Return the names that a change defines, including those of other changes that it inherits from."""
    bases = [base for base in change.__mro__ if base not in kind.__mro__]
    return [name for base in bases for name in _written_in(base)]


def _written_in(kind: type[object]) -> list[str]:
    return [name for name in vars(kind) if not name.startswith("__") and name not in ("quantities", "_abc_impl")]
