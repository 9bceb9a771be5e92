"""Parser of typed answers, which are numbers such as 8/14, (8, 14), 0.57, 59%, e^(-1/6), 4/6 = 0.667 or a precision."""

import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Integral, Rational
from numbers import Real as AnyReal
from typing import Any, NamedTuple

from mtexplain.display.formula import shown
from mtexplain.explain.practice.notation import on_a_keyboard
from mtexplain.explain.practice.working.expressions import KNOWN, Real, evaluated, margin, missing_brackets
from mtexplain.inputs import InputError, InputTypeError, described


class Number(NamedTuple):
    """A number as it was typed or passed."""

    value: Real | None
    """The value, a float if it comes from a root, a power or a logarithm; None for a pair such as 0/0."""
    pair: tuple[int, int] | None = None
    """The pair, if the answer was a pair."""
    decimals: int | None = None
    """The number of decimals typed; None if the number is exact or a closed form."""
    margin: Fraction = Fraction(0)
    """The possible error of a closed form of rounded numbers, of 0.866..., or of a float of low precision; else 0."""
    name: str = ""
    """The name of the number in the answer, such as "bp" in "BP = 0.85"."""
    typed: str = ""
    """The answer without the symbols at its start, for example "e^(-1/6) = 0.85" for "BP = e^(-1/6) = 0.85"."""
    beside: "Number | None" = None
    """The decimal number with the fewest decimals on another side of the equals sign, such as 0.67 in 4/6 = 0.67."""

    @property
    def exact(self) -> Fraction | None:
        """The value as a fraction; None if there is no value."""
        return None if self.value is None else Fraction(self.value)

    def __str__(self) -> str:
        if self.pair and self.pair[1] != 1:
            return f"{self.pair[0]}/{self.pair[1]}"
        if self.value is None or self.exact == int(self.value):
            return str(self.value and int(self.value))
        return shown(float(self.value))


UNDERSTOOD = "a number such as '10/17', 0.59, '59%' or 'e^(-1/6)'"
"""The answers that can be read, for error messages."""
_PRODUCT = "A product needs a * between its factors."
_ROOM = 2
"""Allowed error of a float of low precision, in machine epsilons, because earlier sums are rounded too."""
_LARGEST = 1000
"""The power of ten that no number may reach, because a larger number would take long to write out."""
_LONGEST = 400
_EQUALS = re.compile(r"\s*(?:[-=]>|[→⇒]|[=≈≃≅≐∼~]+)\s*|^\s*(?:about|approx(?:\.|imately)?|ca\.?|circa)\s+")
_NAME = re.compile(r"[^\W\d_][\w\s.(){}-]{0,30}")
_NAMED = re.compile(rf"\s*({_NAME.pattern}):\s*")
_FORMULA, _LETTERS = re.compile(r"[\w\s.(){}|*/+-]+"), re.compile(r"[^\W\d_]+")
_APART = re.compile(r"[\w)]\s+[\w(]")
"""Two numbers or names with only a space between them, which never occurs in a formula."""
_TWICE = re.compile(r"(.*\S)\s*\(([^()]*)\)")
"""A number that is repeated in brackets, as in 2/3 (0.67)."""
_IN_BRACKETS = re.compile(r"([-+]?)\(([^()]*)\)")
_PAIR = re.compile(r"(-?\d{1,30})\s*(?:[/:]|\b(?:out )?of\b)\s*(\d{1,30})", re.ASCII)
_POWER_OF_TEN = re.compile(r"(\S{1,30})\s*\*\s*10\s*\*\*\s*\(?\s*([-+]?\d{1,4})\s*\)?", re.ASCII)
_PERCENT = re.compile(r"(.+?)\s*(?:%|per ?cent)")
_DECIMAL = re.compile(r"[-+]?(?:\d{1,30}(?:\.(\d{0,30}))?|\.(\d{1,30}))(?:e([-+]?\d{1,3}))?", re.ASCII)
_REPEATING = re.compile(r"([-+]?)(\d{0,9})\.(\d{0,9})\((\d{1,9})\)", re.ASCII)
_GOES_ON = re.compile(r"([-+]?\d{0,9}\.)(\d{1,30}?)\s*\.{2,}", re.ASCII)
_PERIOD = re.compile(r"(\d{0,9}?)(\d{1,9}?)\2+", re.ASCII)
_COMMA = re.compile(r",[\d(]")
_WITHOUT_BRACKETS = re.compile(
    r"((?<![\w)])[-+])?\s*\b(log(?:2|10)(?=\s+[-+.\d])|exp|ln|log)\s*(?=[-+]?\.?\d)(?![\d.]+\s*\()"
    r"(?:([-+]?[\d./]*\d(?:e[-+]?\d+)?)(?=\s*(?:[)=≈~]|$)))?",
    re.ASCII,
)
"""A function of a number without brackets, as in ln 1/8, and the number if nothing else follows."""
_SIDE_BY_SIDE = re.compile(r"[\d)]\s*\(\s*[-\d(.]|\)\s*\d", re.ASCII)
_PLUS_MINUS = re.compile(r"±|\\pm\b|\+\s*/\s*[-\u2212]")
_NEGATIVE_ADDED = re.compile(r"([-+]?\d*\.\d+)\s*\+\s*-\s*(\d*\.\d+)", re.ASCII)
"""A text like 0.57 + -0.01, which is either a sum or a number with its margin of error."""
_RAISED = re.compile(r"(?<![\w.])(\d+)\s*([¹²³⁴-⁹])[/\u2044](\d+)(?![\d.])", re.ASCII)
"""A mixed number, such as 2¹/2, or a power divided by a number, such as 2²/3."""
_RAISED_POINT = re.compile(
    r"(?<![\w.,·⋅∙\u0387])(?!(?:(?<=[/÷⁄])|(?<=[/÷⁄] ))\d+.\d+\s*[/÷⁄])"
    r"(\d+)[·⋅∙\u0387](?!10\s*(?:\^|\*\*|[⁺⁻⁰¹²³⁴-⁹]))(\d+)(?![\d.,·⋅∙\u0387])"
)
"""A text like 0·57, which has a raised point or is a product, unlike 4/6·3/5, 2·3·4 and 5·10^-9."""
_ONE_COMMA = re.compile(r"([-+\u2212]?\d{1,9}),(\d{1,30})", re.ASCII)
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+", re.ASCII)


def read(value: object) -> Number | None:
    """Return the number in an answer; None if the answer is not a number.

    >>> [str(read(text)) for text in ("8/14", "8 of 14", 0.57, "e^(-1/6)", "4/6 = 0.667", "cat")]
    ['8/14', '8/14', '0.57', '0.8465', '4/6', 'None']
    """
    try:
        return parse(value, "answer")
    except InputError:
        return None


def parse(value: object, where: str) -> Number:
    """Return the number in an answer. InputError says how to write an answer that is unreadable or ambiguous.

    >>> parse("e^-1/6", "bp")
    Traceback (most recent call last):
    mtexplain.inputs.InputError: bp: got a string, 'e^-1/6'; expected a number such as '10/17', 0.59, '59%' or \
'e^(-1/6)'. Write e^(-1/6) if the exponent is -1/6, or e^(-1)/6 if it is only -1.
    """
    if number := _text(value, where) if isinstance(value, str) else _number(value):
        return number
    error = InputError if isinstance(value, str | float | Decimal) else InputTypeError
    raise error(where, described(value), UNDERSTOOD, _hint(value) if isinstance(value, str) else "")


def is_unanswered(value: object) -> bool:
    """True if a value is a placeholder for an answer that has not been given yet.

    >>> [is_unanswered(value) for value in (None, ..., " ? ", 0)]
    [True, True, True, False]
    """
    return value is None or value is ... or (isinstance(value, str) and value.strip() in ("", "?", "...", "…"))


def _number(value: object) -> Number | None:
    """Read a number that is not a string."""
    if hasattr(value, "matches") and hasattr(value, "total") and isinstance(value.total, int):  # a Ratio, a Precision
        return _pair(value.matches, value.total)
    if isinstance(value, tuple | list) and len(value) == 2 and all(type(part) is int for part in value):
        return _pair(*value)
    if isinstance(value, Fraction):
        return Number(value, (value.numerator, value.denominator))
    if isinstance(value, bool):
        return None
    if isinstance(value, Decimal):
        known = value.is_finite() and abs(value.adjusted()) < _LARGEST
        return Number(Fraction(value), decimals=max(0, -int(value.as_tuple().exponent))) if known else None
    if isinstance(value, Integral):
        return Number(Fraction(int(value)))
    if isinstance(value, float) and isfinite(value):
        decimal = _decimal(repr(float(value)))
        return decimal and decimal._replace(decimals=max(2, decimal.decimals or 0))  # 0.5 may have been typed as 0.50
    if isinstance(value, AnyReal) and not isinstance(value, float | Rational):
        return _of_few_bits(value)
    return None


def _of_few_bits(value: Any) -> Number | None:
    """Read a float of another size as the decimal number that it shows, or by its bits if it shows all its digits.

    A float of 32 bits is precise to seven digits, but it shows eight digits of 1/3.
    """
    if not (decimal := _decimal(str(value))) or not decimal.value:
        return decimal
    unit = type(value)(1)
    while type(value)(1) + unit / 2 != 1:
        unit /= 2
    size = abs(Fraction(decimal.value))
    digits = len(str(int(size * 10 ** (decimal.decimals or 0))))
    if 10**digits * Fraction(float(unit)) < 1:
        return decimal._replace(decimals=max(2, decimal.decimals or 0))
    return Number(Fraction(float(value)), margin=size * Fraction(float(unit)) * _ROOM)


def _text(text: str, where: str) -> Number | None:
    """Read the number in a string; if the string has several equal numbers, the most exact of these."""
    if len(text) > _LONGEST:
        return None
    if fix := _two_meanings(text):
        raise InputError(where, described(text), UNDERSTOOD, fix)
    sides = [side for side in _EQUALS.split(_NAMED.sub(r"\1=", on_a_keyboard(text), count=1)) if side.strip()]
    name, typed = sides[0] if len(sides) > 1 and _NAME.fullmatch(sides[0]) else "", _NAMED.sub(r"\1=", text, count=1)
    while len(sides) > 1 and _is_symbolic(sides[0]):  # BP = exp(1 - r/c) = 0.85
        del sides[0]
        typed = _EQUALS.split(typed, maxsplit=1)[-1]
    numbers = [number for side in sides for number in _once_or_twice(side, text, where)]
    if not numbers or None in numbers:
        return None
    known = [number for number in numbers if number]
    best = _best(known)
    for other in known:
        if not _agree(best, other):
            raise _two_numbers(text, where, known[0], other if other != known[0] else best)
    decimals = [number for number in known if number.decimals is not None and number != best]
    beside = min(decimals, key=lambda number: number.decimals or 0, default=None)
    return best._replace(name=name, typed=typed.strip(), beside=beside)


def _best(known: Sequence[Number]) -> Number:
    """Return the most exact of equal numbers, or a closed form before its value, as e^-0.17 in e^-0.17 = 0.844."""
    best = min(known, key=_vagueness)
    forms = [
        number
        for number in known
        if number.margin and best.decimals and _agree(number._replace(margin=Fraction(0)), best)
    ]
    return forms[0] if forms else best


def _two_meanings(text: str) -> str:
    """Return how to write an ambiguous number, such as 2¹/2, 0·57 or 0.57 ± 0.01; empty if it is not ambiguous."""
    if (raised := _RAISED.search(text)) and (raised[2] == "¹" or raised[1] == "1"):
        whole, above, below = raised[1], unicodedata.normalize("NFKC", raised[2]), raised[3]
        return f"Write {whole}+{above}/{below} for the mixed number, or ({whole}^{above})/{below} for the power."
    if point := _RAISED_POINT.search(text):
        return f"Write {point[1]}.{point[2]} for the decimal number, or {point[1]}*{point[2]} for the product."
    if _PLUS_MINUS.search(text):
        return "Write the number alone, without its margin of error."
    for side in _EQUALS.split(on_a_keyboard(text)):
        added = _NEGATIVE_ADDED.fullmatch(side.strip())
        if added and float(added[2]) < abs(float(added[1])):
            return f"Write {added[1]} alone, without its margin of error, or {added[1]}-{added[2]} for the difference."
    return ""


def _is_symbolic(side: str) -> bool:
    """True if this side of an equals sign is a name, or a formula with a name in it."""
    is_formula = _FORMULA.fullmatch(side) and not _APART.search(side)
    return bool(_NAME.fullmatch(side) or is_formula) and not {*_LETTERS.findall(side)} <= KNOWN


def _once_or_twice(side: str, text: str, where: str) -> Sequence[Number | None]:
    """Read the number on this side of an equals sign, or both numbers in 2/3 (0.67)."""
    if (whole := _single(side, text, where)) or not (twice := _TWICE.fullmatch(side.strip())):
        return (whole,)
    numbers = tuple(_single(part, text, where) for part in twice.groups())
    is_repeated = numbers[0] == numbers[1] and "%" not in side  # nobody writes 0.5 twice, so 0.5 (0.5) is a product
    return (None,) if is_repeated or twice[1].endswith(")") else numbers  # (1/2)(2/4)


def _single(side: str, text: str, where: str) -> Number | None:
    """Read a number that is typed with the characters of a keyboard."""
    side = re.sub(r"^([-+])\s+", r"\1", side.strip())
    bare = _IN_BRACKETS.sub(r"\1\2", side) if _IN_BRACKETS.fullmatch(side) else side  # -(1/3) is -1/3
    if pair := _PAIR.fullmatch(bare):
        return _pair(int(pair[1]), int(pair[2]))
    if number := _decimal(bare) or _repeating(side):
        return number
    if percent := _PERCENT.fullmatch(side):
        part = _decimal(percent[1]) or _repeating(percent[1])
        decimals = None if part is None or part.decimals is None else part.decimals + 2
        return part and Number((part.exact or Fraction(0)) / 100, decimals=decimals)
    if goes_on := _GOES_ON.fullmatch(side):
        start, digits = goes_on.groups()
        period = _PERIOD.fullmatch(digits)
        if period and period[2].strip("0") and 2 * len(period[1]) < len(digits):  # most of it is the period
            if len(digits) - len(period[1]) == 2:  # 0.866... is 0.8(6), or any other number cut off at this digit
                return Number(Fraction(f"{start}{digits}5"), margin=Fraction(1, 2 * 10 ** len(digits)))
            return _repeating(f"{start}{period[1]}({period[2]})")
        last = f"Write {start}{digits[:-1]}({digits[-1]}) if the {digits[-1]} repeats forever; otherwise round it"
        fix = f"{'Round it' if digits[-1] == '0' else last} and leave out the dots."
        raise InputError(where, described(text), UNDERSTOOD, fix)
    if fix := missing_brackets(side):
        raise InputError(where, described(text), UNDERSTOOD, fix)
    value = evaluated(side)
    return None if value is None else Number(value, margin=margin(side))


def _pair(top: int, bottom: int) -> Number | None:
    if bottom < 0:  # a total is a count
        return None
    return Number(Fraction(top, bottom) if bottom else None, (top, bottom))


def _decimal(text: str) -> Number | None:
    """Read a decimal number, such as 0.57 or 5.603 * 10**(-9)."""
    if power := _POWER_OF_TEN.fullmatch(text):
        text = f"{power[1]}e{power[2]}"
    if not (match := _DECIMAL.fullmatch(text)):
        return None
    return Number(Fraction(text), decimals=max(0, len(match[1] or match[2] or "") - int(match[3] or 0)))


def _repeating(text: str) -> Number | None:
    """Read a repeating decimal number, such as 0.1(6) for 1/6."""
    if not (match := _REPEATING.fullmatch(text)):
        return None
    sign, whole, first, period = match.groups()
    nines = (10 ** len(period) - 1) * 10 ** len(first)
    value = Fraction(int(f"0{whole}{first}{period}") - int(f"0{whole}{first}"), nines)
    return Number(-value if sign == "-" else value)


def _vagueness(number: Number) -> tuple[bool, int]:
    """Return a sort key that puts the most exact of equal numbers first, as in 4/6, 0.6667, 0.67, 0.82^2."""
    return number.margin > 0, -(number.decimals or 10**6)


def _agree(exact: Number, other: Number) -> bool:
    """True if two numbers are equal to the digits that were typed, whether rounded or cut off."""
    if exact.exact is None or other.exact is None:
        return exact.exact is other.exact
    away, unit = abs(exact.exact - other.exact), Fraction(1, 10 ** (other.decimals or 0))
    if not other.decimals:
        rounded = Fraction(1, 2 * 10**exact.decimals) if other.margin and exact.decimals else Fraction(0)
        return away <= max(exact.margin + other.margin + rounded, abs(exact.exact) / 10**9)
    is_cut = abs(exact.exact) >= abs(other.exact) and away < unit
    return is_cut or away <= unit / 2 + exact.margin


def _two_numbers(text: str, where: str, first: Number, second: Number) -> InputError:
    """Return the error for two sides that are not equal, with the value of each side."""
    worth = [shown(float(number.value)) if number.value is not None else "no number" for number in (first, second)]
    fix = f"The two sides are {worth[0]} and {worth[1]}. Write the number that you mean."
    if _TWICE.fullmatch(text.strip()) and "=" not in text:
        fix += f" {_PRODUCT}"
    return InputError(where, described(text), "equal numbers on both sides", fix)


def _hint(text: str) -> str:
    """Return how to write an answer that can't be read; empty if that can't be guessed."""
    if len(text) > _LONGEST:
        return ""
    if _COMMA.search(text):
        return _without_comma(text.strip())
    plain = on_a_keyboard(text)
    if plain.count("(") != plain.count(")"):
        return "A bracket is missing."
    if bare := _WITHOUT_BRACKETS.search(plain):
        form = f": {bare[1] or ''}{bare[2]}({bare[3]})" if bare[3] else ""
        return f"Put the argument of {bare[2]} in brackets{form}."
    return _PRODUCT if _SIDE_BY_SIDE.search(plain) else ""


def _without_comma(plain: str) -> str:
    """Return how to write a number that was typed with a comma."""
    fix = "Write a point, not a comma"
    if _THOUSANDS.fullmatch(plain):
        return f"{fix}. Write thousands with neither: {plain.replace(',', '')}."
    if not (single := _ONE_COMMA.fullmatch(plain)):
        return f"{fix}."
    before, after = single.groups()
    pair = f" Write a pair with a slash, as {before}/{after}." if before.strip("0-+\u2212") and after[0] != "0" else ""
    return f"{fix}: {before}.{after}.{pair}"
