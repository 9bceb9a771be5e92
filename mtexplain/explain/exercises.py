"""Exercises that check themselves: an answer beside the right one, and a hint where they differ."""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from mtexplain.inputs import InputTypeError, described


class Verdict(NamedTuple):
    """What `check` says: `kind` is "unanswered", "right", "equal", "wrong" or "unreadable"; `text` a sentence."""

    kind: str
    text: str


class _Number(NamedTuple):
    """A number as it was given: a pair where it was one, and to how many decimals it was written."""

    value: Fraction | None
    pair: tuple[int, int] | None = None
    decimals: int = 0


_PAIR = re.compile(r"\s*(-?\d+)\s*/\s*(-?\d+)\s*", re.ASCII)
_DECIMAL = re.compile(r"\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d{1,3})?\s*", re.ASCII | re.IGNORECASE)
_NOT_YET = ("", "?", "...")


def check(answer: object, expected: object) -> None:
    """Say whether an answer is right, and if not, give a hint. Prints one line and returns nothing.

    Both may be pairs ("8/14", (8, 14), a precision), fractions or numbers. A rounded number is right to the digits it
    has, at least two; a pair must be the pair that was counted: 4/7 is equal to 8/14, and the message says so. An
    unanswered exercise (None, ... or an empty string) prints "your turn".

    >>> check("8/14", "8/14")
    Right: 8/14.
    >>> check("4/7", "8/14")
    Equal, but another pair: 4/7 is 8/14 reduced. Keep the counts as they were counted.
    >>> check(None, "8/14")
    Your turn: put your answer in place of None.

    InputError (a TypeError) where `expected` itself is not a number.
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
    if answer is None or answer is ... or (isinstance(answer, str) and answer.strip() in _NOT_YET):
        return Verdict("unanswered", "Your turn: put your answer in place of None.")
    given = _read(answer)
    if given is None:
        return Verdict("unreadable", f"Can't read {described(answer)} as a number. Write 8/14 as '8/14', or 0.57.")
    if given.pair and given.pair == right.pair:
        return Verdict("right", f"Right: {_written(right)}.")
    if given.value is None or right.value is None:
        hint = "The total isn't 0." if right.value is not None else "There is nothing to count. How is that a pair?"
        return Verdict("wrong", f"Not yet. {hint}")
    if given.value == right.value:
        return _same_value(given, right)
    if given.decimals > 1 and abs(given.value - right.value) <= Fraction(1, 2 * 10**given.decimals):
        return Verdict("right", f"Right, rounded: {_written(right)}.")
    hint = _hint_of_pairs(given.pair, right.pair) if given.pair and right.pair else ""
    return Verdict("wrong", f"Not yet. {hint or _hint(given.value, right.value)}")


def _read(value: Any) -> _Number | None:
    """A number as it was meant; None where it isn't one."""
    if isinstance(value, bool):
        return None
    if hasattr(value, "matches") and hasattr(value, "total"):  # a Ratio, a Precision
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
    if not (given.pair and right.pair):
        return Verdict("right", f"Right: {_written(right)}.")
    reduced = abs(given.pair[1]) < abs(right.pair[1])
    how = "reduced" if reduced else "with both counts multiplied"
    text = f"Equal, but another pair: {_written(given)} is {_written(right)} {how}."
    return Verdict("equal", f"{text} Keep the counts as they were counted.")


def _hint_of_pairs(given: tuple[int, int], right: tuple[int, int]) -> str:
    if given == right[::-1]:
        return "It is upside down: matches over total."
    if given[1] == right[1]:
        return f"The total is right. Count the matches again: there are {'fewer' if right[0] < given[0] else 'more'}."
    if given[0] == right[0]:
        return f"The matches are right. Count the total again: it is {'less' if right[1] < given[1] else 'more'}."
    return ""


def _hint(given: Fraction, right: Fraction) -> str:
    if right and given * right == 1:
        return "It is upside down."
    if right and given == -right:
        return "The sign is wrong."
    if right and abs(given / right - 100) < 1:
        return "The score here goes from 0 to 1, not to 100."
    if abs(given - right) <= abs(right) / 100:
        return "It is very close: round only at the end, and give at least two decimals."
    return f"The right number is {'smaller' if right < given else 'larger'}."


def _written(number: _Number) -> str:
    if number.pair and number.pair[1] != 1:
        return f"{number.pair[0]}/{number.pair[1]}"
    if number.value is None or number.value.denominator == 1:
        return str(number.value)
    return f"{float(number.value):.4g}"
