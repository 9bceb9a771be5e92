"""Exercises that check themselves: an answer beside the right one, and a hint where they differ."""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from mtexplain.counts import Ratio
from mtexplain.inputs import InputTypeError, described


class Verdict(NamedTuple):
    """What `check` says: `kind` is "unanswered", "right", "equal", "wrong" or "unreadable"; `text` a sentence."""

    kind: str
    text: str


class _Number(NamedTuple):
    """A number as it was given: a pair where it was one, and to how many decimals it was rounded."""

    value: Fraction | None
    pair: tuple[int, int] | None = None
    decimals: int | None = None


_PAIR = re.compile(r"\s*(-?\d+)\s*/\s*(-?\d+)\s*", re.ASCII)
_DECIMAL = re.compile(r"\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d{1,3})?\s*", re.ASCII | re.IGNORECASE)
_NONE_YET = (None, ..., "", "?")


def check(answer: object, expected: object) -> None:
    """Say whether an answer is right, and if not, give a hint. Prints one line and returns nothing.

    Both may be pairs ("8/14", (8, 14), a precision), fractions or numbers. A rounded number is right to the digits it
    has; a pair must be the pair that was counted: 4/7 is equal to 8/14, and the message says so. An unanswered
    exercise (None, ... or an empty string) prints "your turn".

    >>> check("8/14", "8/14")
    Right: 8/14.
    >>> check("4/7", "8/14")
    Equal, but another pair: 4/7 is 8/14 reduced. Keep the counts as they were counted.
    >>> check(None, "8/14")
    Your turn: put your answer in place of None.

    TypeError where `expected` itself is not a number.
    """
    print(verdict(answer, expected).text)


def verdict(answer: object, expected: object) -> Verdict:
    """What `check` prints, as data.

    >>> verdict(0.57, (8, 14)).kind
    'right'
    """
    right = _read(expected)
    if right is None:
        raise InputTypeError("expected", described(expected), "a number, a fraction or a pair such as '8/14'")
    if answer is None or answer is ... or (isinstance(answer, str) and answer.strip() in ("", "?", "...")):
        return Verdict("unanswered", "Your turn: put your answer in place of None.")
    given = _read(answer)
    if given is None:
        return Verdict("unreadable", f"Can't read {described(answer)} as a number. Write 8/14 as '8/14', or 0.57.")
    if given.pair and right.pair and given.pair == right.pair:
        return Verdict("right", f"Right: {_written(right)}.")
    if given.value is None or right.value is None:
        return Verdict("wrong", _hint_undefined(right))
    if given.value == right.value:
        return _same_value(given, right)
    if not given.pair and given.decimals is not None and _rounds_to(right.value, given):
        return Verdict("right", f"Right: {_written(right)}, rounded.")
    return Verdict("wrong", f"Not yet. {_hint(given, right)}")


def _read(value: Any) -> _Number | None:
    """A number as it was meant; None where it isn't one."""
    if isinstance(value, bool):
        return None
    if isinstance(value, Ratio) or (hasattr(value, "matches") and hasattr(value, "total")):
        return _pair(value.matches, value.total)
    if isinstance(value, tuple | list) and len(value) == 2 and all(type(part) is int for part in value):
        return _pair(*value)
    if isinstance(value, Fraction):
        return _Number(value, (value.numerator, value.denominator))
    if isinstance(value, int):
        return _Number(Fraction(value))
    if isinstance(value, str) and (found := _PAIR.fullmatch(value)):
        return _pair(int(found[1]), int(found[2]))
    text = repr(value) if isinstance(value, float) else value
    if isinstance(text, str) and _DECIMAL.fullmatch(text):
        exponent = Decimal(text.strip()).as_tuple().exponent
        return _Number(Fraction(text.strip()), decimals=max(0, -int(exponent)))
    return None


def _pair(top: int, bottom: int) -> _Number:
    return _Number(Fraction(top, bottom) if bottom else None, (top, bottom))


def _same_value(given: _Number, right: _Number) -> Verdict:
    if given.pair and right.pair:
        reduced = "reduced" if abs(given.pair[1]) < abs(right.pair[1]) else "with both counts multiplied"
        text = f"Equal, but another pair: {_over(given.pair)} is {_over(right.pair)} {reduced}."
        return Verdict("equal", f"{text} Keep the counts as they were counted.")
    return Verdict("right", f"Right: {_written(right)}.")


def _rounds_to(value: Fraction, given: _Number) -> bool:
    """Whether the given number is the value to the decimals it has; at least two, or it is no more than a guess."""
    if given.value is None or given.decimals is None or given.decimals < 2:
        return False
    return abs(given.value - value) <= Fraction(1, 2 * 10**given.decimals)


def _hint(given: _Number, right: _Number) -> str:
    assert given.value is not None and right.value is not None
    if given.pair and right.pair:
        if given.pair == right.pair[::-1]:
            return "It is upside down: matches over total."
        if given.pair[1] == right.pair[1]:
            return f"The total is right. Count the matches again: there are {_fewer_or_more(given.pair[0], right.pair[0])}."
        if given.pair[0] == right.pair[0]:
            return f"The matches are right. Count the total again: it is {_less_or_more(given.pair[1], right.pair[1])}."
    if right.value and given.value * right.value == 1:
        return "It is upside down."
    if right.value and given.value == -right.value:
        return "The sign is wrong."
    if right.value and abs(given.value / right.value - 100) < 1:
        return "The score here goes from 0 to 1, not to 100."
    if abs(given.value - right.value) <= Fraction(1, 100) * abs(right.value):
        return "It is very close: check the rounding, and round only at the end."
    return f"It is {_less_or_more(given.value, right.value)}."


def _hint_undefined(right: _Number) -> str:
    if right.value is None:
        return "Not yet. There is nothing to count here: how is that written as a pair?"
    return "Not yet. The total isn't 0: count what there is to match."


def _fewer_or_more(given: int, right: int) -> str:
    return "fewer" if right < given else "more"


def _less_or_more(given: Fraction | int, right: Fraction | int) -> str:
    return "less" if right < given else "more"


def _written(number: _Number) -> str:
    if number.pair and number.pair[1] != 1:
        return _over(number.pair)
    value = number.value
    assert value is not None
    return str(value) if value.denominator == 1 else f"{float(value):.4g}"


def _over(pair: tuple[int, int]) -> str:
    return f"{pair[0]}/{pair[1]}"
