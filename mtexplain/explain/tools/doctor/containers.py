"""What is no list: a pandas Series, an array, a generator, a set. What it is called, and how a list is made of it."""

from collections.abc import Iterator
from typing import Any

from mtexplain.explain.tools.doctor.findings import Finding
from mtexplain.explain.tools.doctor.nesting import Walked, is_list

_TABLES = {"pandas", "polars"}
_KINDS = {
    "ndarray": "a NumPy array",
    "generator": "a generator",
    "set": "a set",
    "frozenset": "a set",
    "dict_keys": "the keys of a dict",
    "dict_values": "the values of a dict",
    "dict_items": "the items of a dict",
}
_WANT = "sacreBLEU and mtexplain want lists."


def called(value: Walked) -> str:
    """What it is, by the names of its type and of the package it is from.

    >>> called(Walked([], set())), called(Walked([], {}.values()))
    ('a set', 'the values of a dict')
    """
    if value.package in _TABLES:
        return f"a {value.package} {value.kind}"
    return _KINDS.get(value.kind, "an object that is no list")


def of_lists(candidates: Any, references: Any) -> Iterator[Finding]:
    """What is no list, of the two arguments and of what they hold: the first of each."""
    for name, value in (("candidates", candidates), ("references", references)):
        if isinstance(value, Walked):
            told = f"{name} is {called(value)}, no list."
            yield Finding("not-list", told, name, _fix(value, in_lists(name, value), is_ordered=False))
        elif inner := next(_inner(name, value), None):
            where, one = inner
            told = f"{where} is {called(one)}, no list."
            yield Finding("not-list", told, where, _fix(one, in_lists(name, value), is_ordered=name == "references"))


def in_lists(name: str, value: Any) -> str | None:
    """How to write an argument, in lists; None where that would be long.

    >>> in_lists("candidates", Walked([], set())), in_lists("references", [Walked(["a"], set())])
    ('list(candidates)', '[list(one) for one in references]')
    """
    rows = [one for one in value if isinstance(one, Walked)] if is_list(value) else []
    if _is_table(value) or any(map(_is_table, rows)) or any(_holds_deeper(one) for one in (value, *rows)):
        return None
    if rows and not _is_array(value):
        every = ".tolist()" if len(rows) == len(value) and all(one.has_tolist for one in rows) else ""
        return f"[one{every} for one in {name}]" if every else f"[list(one) for one in {name}]"
    if isinstance(value, Walked):
        return f"{name}.tolist()" if value.has_tolist else f"list({name})"
    return name


def _fix(value: Walked, line: str | None, *, is_ordered: bool) -> str:
    """What to do with it, and what to know of it."""
    if _is_table(value):
        return "Gone through, a table gives the names of its columns: pass one column, as a list."
    known = ""
    if value.is_used_up:
        known = " It can be gone through only once, and has been: make it again first."
    elif not is_ordered and value.kind in ("set", "frozenset"):
        known = " But a set has no order, so nothing says what belongs to what."
    return f"Write {line or 'lists'}: {_WANT}{known}"


def _inner(name: str, value: Any) -> Iterator[tuple[str, Walked]]:
    """What a list holds that is no list, and where, at any depth."""
    for place, one in enumerate(value if is_list(value) else ()):
        if isinstance(one, Walked):
            yield f"{name}[{place}]", one
        yield from _inner(f"{name}[{place}]", one)


def _holds_deeper(value: Any) -> bool:
    """Whether something in a list in this is no list; what an array holds it gives as lists itself."""
    rows = [one for one in value if is_list(one)] if is_list(value) and not _is_array(value) else []
    return any(isinstance(one, Walked) for row in rows if not _is_array(row) for one in row)


def _is_array(value: Any) -> bool:
    return isinstance(value, Walked) and (value.package, value.kind) == ("numpy", "ndarray")


def _is_table(value: Any) -> bool:
    return isinstance(value, Walked) and value.kind == "DataFrame"
