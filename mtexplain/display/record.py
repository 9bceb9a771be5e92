"""A trace as plain lists, dicts, strings and numbers, and the facts of a trace read back from such a record."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from mtexplain.data import Facts, Record
from mtexplain.display.parts import Cell, Marked, Note, Real, Words
from mtexplain.display.plain import formula
from mtexplain.inputs import InputError, InputTypeError, check_list, check_text, check_tokens, described
from mtexplain.invisible import visible
from mtexplain.rules import Rules
from mtexplain.settings import fraction_of

Kind = TypeVar("Kind", bound=Rules)
Read = TypeVar("Read")


def plain_notes(notes: Iterable[Note]) -> list[dict[str, str]]:
    """Return notes in a form that can be written as JSON."""
    return [{"code": note.code, "where": note.where, "text": note.text} for note in notes]


def number(value: float) -> float | str:
    """Return a number that JSON can hold. log 0 becomes the string "-inf"."""
    return float(value) if isfinite(value) else str(value)


def plain_rules(rules: Rules) -> dict[str, object]:
    """Return rules in a form that can be read again, with fractions as strings."""
    return {name: plain(value) for name, value in asdict(rules).items()}


def plain(value: object) -> object:
    """Return a value in a form that can be written as JSON. A fraction becomes a string and a tuple a list.

    >>> plain((Fraction(2, 3), 1, None))
    ['2/3', 1, None]
    """
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, Decimal | float):
        return number(float(value))
    return str(value) if isinstance(value, Fraction) else value


def cell(value: Cell) -> list[str] | float | str | None:
    """Return a cell of a table in a form that can be written as JSON. Words become a list.

    >>> cell(Words(("the", "cat"))), cell(Marked(2))
    (['the', 'cat'], 2)
    """
    match value:
        case Words():
            return list(value.tokens)
        case Marked(number=inside) | Real(value=inside):
            return inside
    return value if value is None or isinstance(value, int) else formula(value)


def facts(data: Record, metric: str, rules: Callable[[object], Rules]) -> Facts:
    """Return the facts of the score of a candidate, checked. Everything else in the record is computed from them."""
    record = of_metric(data, metric, ("candidate", "references", "rules"))
    listed = check_list(record["references"], "references", "a list of token lists")
    if not listed:
        raise InputError("references", "an empty list", "at least one reference")
    return {
        "candidate": check_tokens(record["candidate"], "candidate"),
        "references": tuple(check_tokens(tokens, f"references[{i}]") for i, tokens in enumerate(listed)),
        "rules": rules(record["rules"]),
        "candidate_text": optional(record.get("candidate_text"), lambda text: check_text(text, "candidate_text")),
        "reference_texts": optional(record.get("reference_texts"), lambda texts: _texts(texts, len(listed))),
    }


def rules_of(
    data: object, kind: type[Kind], checked: Callable[[Kind], Kind] | None = None, needed: tuple[str, ...] = ()
) -> Kind:
    """Return the rules in a record. Whatever an older record does not name has its default value."""
    record = keyed(data, "rules", ("name", *needed))
    hints = get_type_hints(kind)
    known = {name: _read(record[name], f"rules, {name}", hint) for name, hint in hints.items() if name in record}
    if isinstance(tokenize := known.get("tokenize"), str):
        known["tokenize"] = visible(tokenize)
    rules = kind(**known)
    return checked(rules) if checked else rules.checked()


def _read(value: object, where: str, hint: object) -> Any:
    """Return a value of the hint's type if this type is text, a fraction or a tuple. The metric checks the rest."""
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    if value is None and NoneType in kinds:
        return None
    several = next((get_args(kind)[0] for kind in kinds if get_origin(kind) is tuple), None)
    if several is not None and not (isinstance(value, str) and str in kinds):
        expected = "a list of fractions such as '1/4'" if several is Fraction else "a list"
        return tuple(_read(item, where, several) for item in check_list(value, where, expected))
    if Fraction in kinds:
        return _fraction(value, where)
    return check_text(value, where) if str in kinds else value


def _fraction(value: object, where: str) -> Fraction:
    text = check_text(value, where)
    try:
        return fraction_of(text)
    except ValueError:
        raise InputError(where, described(value), "a fraction such as '1/4'") from None


def _texts(data: object, number: int) -> tuple[str, ...]:
    listed = check_list(data, "reference_texts", "a list of strings")
    if len(listed) != number:
        raise InputError("reference_texts", f"{len(listed)} of them", f"{number}, one for each reference")
    return tuple(check_text(text, f"reference_texts[{index}]") for index, text in enumerate(listed))


def token_lists(data: object, where: str, expected: str = "a list of token lists") -> tuple[tuple[str, ...], ...]:
    """Return the tokens of several texts, checked."""
    return tuple(check_tokens(tokens, f"{where}[{i}]") for i, tokens in enumerate(check_list(data, where, expected)))


def optional(data: object, check: Callable[[object], Read]) -> Read | None:
    """Return the value, checked, or None if there is no value."""
    return None if data is None else check(data)


def of_metric(data: object, metric: str, keys: tuple[str, ...]) -> Record:
    """Return a record, checked to be of this metric and to have these keys."""
    kind = keyed(data, "the record", ()).get("metric", metric)
    if kind != metric:
        raise InputError("the record", f"the metric {kind!r}", f"the metric {metric!r}")
    return keyed(data, "the record", keys)


def keyed(data: object, where: str, keys: tuple[str, ...]) -> Record:
    """Return a dict, checked to have these keys."""
    if not isinstance(data, Mapping):
        raise InputTypeError(where, described(data), "a dict, as to_dict() returns it")
    missing = [key for key in keys if key not in data]
    if missing:
        raise InputError(where, f"no {', '.join(missing)}", "a dict, as to_dict() returns it")
    return {**data}
