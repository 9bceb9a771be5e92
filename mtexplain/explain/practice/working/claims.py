"""Numbers that someone worked out by hand, as they were written down."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from itertools import islice
from math import inf, isinf
from typing import NamedTuple

from mtexplain.by_hand.numbers import AsZero, Quotient, Real, Value, plain
from mtexplain.display.formula import shown
from mtexplain.explain.practice.answers import UNDERSTOOD, Number, is_unanswered, parse
from mtexplain.explain.practice.working.expressions import may_be_rounded
from mtexplain.inputs import InputError, InputTypeError, described, from_array
from mtexplain.metrics.shared.occurrences import so_many

_INFINITE = re.compile(r"\s*([-\u2212])?\s*(?:∞|inf|infinity|infinite)\s*", re.IGNORECASE)
_LARGEST, _LONGEST = 10**15, 10**400
"""Upper bounds for the numbers of a score and for its counts. A float, as a fraction, has some 320 digits."""


class Claim(NamedTuple):
    """A claimed number, with its name, the typed text, its value, and its number of decimals (None if it is exact).

    The value of "0/0" is None. `digits` is the number of significant digits of a decimal number.
    """

    name: str
    typed: str
    value: Real | None
    decimals: int | None = None
    is_fraction: bool = False
    pair: tuple[int, int] | None = None
    margin: Fraction = Fraction(0)
    """The possible error of a closed form of rounded numbers; otherwise 0."""
    beside: "Claim | None" = None
    """The decimal number on another side of the equals sign, such as 0.67 in 4/6 = 0.67."""

    @property
    def is_rounded(self) -> bool:
        """True if the claim is a decimal number, or a closed form of rounded numbers."""
        return self.value is not None and (self.decimals is not None or self.margin > 0)

    @property
    def onward(self) -> tuple[Real, ...]:
        """The rounded numbers for later computations, that is, the claim itself and the decimal number beside it."""
        own = (self.value,) if self.is_rounded and self.value is not None else ()
        return (*own, *(self.beside.onward if self.beside else ()))

    @property
    def digits(self) -> int:
        """The number of significant digits of a decimal number; 0 if there are no digits to count."""
        if self.margin and self.value:
            return len(str(int(abs(Fraction(self.value)) / (2 * self.margin))))
        if self.decimals is None or self.value is None:
            return 0
        return len(str(abs(round(self.value * 10**self.decimals))).lstrip("0"))

    def is_coarse(self, right: Value) -> bool:
        """True if the claim is right, but has only one digit, such as 0.8 for 0.7746."""
        return self.decimals is not None and self.digits < 2 and plain(right) != self.value

    def fits(self, number: Value) -> bool:
        """True if the claim equals the number, exactly or after rounding the number to the decimals of the claim.

        A closed form of rounded numbers also fits if the decimal number beside it fits.

        >>> Claim("score", "0.43", Fraction(43, 100), 2).fits(0.4301), Claim("bp", "1", Fraction(1)).fits(0.99)
        (True, False)
        """
        wanted = plain(number)
        if wanted is None or self.value is None:
            return wanted is self.value
        if any(isinstance(value, float) and isinf(value) for value in (wanted, self.value)):
            return wanted == self.value
        if self.pair and isinstance(number, AsZero):
            return False
        if self.margin and self.beside and self.beside.fits(number):
            return True
        away = abs(Fraction(wanted) - Fraction(self.value))
        if self.decimals is None:
            half = Fraction(1, 2) if may_be_rounded(self.value) and not self.is_fraction else Fraction(0)
            return away <= max(half, self.margin, abs(Fraction(wanted)) / 10**9)
        half = Fraction(1, 2 * 10**self.decimals) * (1 + Fraction(1, 10**6))
        return away <= max(half, abs(Fraction(wanted)) / 10**12)  # a float's last digits aren't exact

    def comes_from(self, number: Value) -> bool:
        """True if the claim fits the number; a pair must be the counted pair, perhaps reduced, so 4/4 doesn't give 6/6.

        >>> Claim("p_1", "6/6", Fraction(1), pair=(6, 6)).comes_from(Quotient(4, 4))
        False
        """
        if isinstance(number, Quotient) and number.is_counted and self.pair and self.pair[1]:
            return number.total % self.pair[1] == 0 and self.fits(number)
        return self.fits(number)


def claimed(given: Mapping[str, object], names: Sequence[str], *, endless: bool = False) -> Iterator[Claim]:
    """Yield the claims about numbers of these names. p=[...] claims p_1, p_2, ..., and w=[[...], ...] a matrix.

    None, ... and an empty string claim nothing. If the metric is `endless`, a number may be infinite.
    """
    claimed_names: set[str] = set()
    for keyword, value in given.items():
        for name, where, entry in _claimed_entries(keyword, keyword, value, names):
            if is_unanswered(entry):
                continue
            if name in claimed_names:
                raise InputError(
                    where, f"a second claim about {name}", "a single claim about each number", "Leave it out."
                )
            claimed_names.add(name)
            without_end = _infinite(entry) if endless else None
            if without_end is None:
                yield _claim(name, where, entry, names)
            else:
                yield Claim(name, shown(without_end), without_end)


def _claimed_entries(name: str, where: str, value: object, names: Sequence[str]) -> Iterator[tuple[str, str, object]]:
    """Yield the name of each claimed number, its place in the call, and its claimed value; a matrix row by row."""
    if name in names:
        yield name, where, value
        return
    below = (known.removeprefix(f"{name}_") for known in names if known.startswith(f"{name}_"))
    next_names = list(dict.fromkeys(f"{name}_{index.partition('_')[0]}" for index in below))
    if isinstance(value, str) and next_names and next_names[0] not in names:  # "1/3 2/3; 0.5 0.5"
        value = [row.replace(",", " ").split() for row in re.split("[;\n]", value)] if value.strip() else None
    entries = _entries(where, value, next_names, names)
    is_row = name[-1:].isdecimal() and not all(map(is_unanswered, entries))  # of a matrix
    if is_row and len(entries) < len(next_names):
        fix = "Write None or ? for a number that you don't have yet."
        raise InputError(where, f"a row of {so_many(len(entries), 'number')}", f"{len(next_names)} numbers", fix)
    for index, entry in enumerate(entries):
        yield from _claimed_entries(next_names[index], f"{where}[{index}]", entry, names)


def _entries(keyword: str, value: object, names: Sequence[str], known: Sequence[str]) -> list[object]:
    if not names:
        expected = f"one of {', '.join(known if len(known) < 13 else [*known[:3], '…', *known[-5:]])}"
        raise InputError(keyword, "a claim about a number that doesn't exist", expected, "Orders go up to max_n.")
    if is_unanswered(value):
        return []
    value = from_array(value)
    expected = f"a list, {names[0]} to {names[-1]}" if len(names) > 1 else f"a list with {names[0]}"
    if isinstance(value, str | bytes | Mapping | Set) or not isinstance(value, Iterable):
        raise InputTypeError(keyword, described(value), expected, f"Write {keyword}=[...].")
    if len(numbers := list(islice(value, len(names) + 1))) > len(names):
        kind = "numbers" if names[0] in known else "rows"
        fix = "" if "[" in keyword or kind == "rows" else "For more orders, set a larger max_n."
        raise InputError(keyword, f"more than {len(names)} {kind}", expected, fix)
    return numbers


def _infinite(value: object) -> float | None:
    """Plus or minus infinity, given as a number or as a word; None for anything else."""
    if isinstance(value, str):
        match = _INFINITE.fullmatch(value)
        return match and (-inf if match[1] else inf)
    return value if isinstance(value, float) and abs(value) == inf else None


def _claim(name: str, where: str, value: object, names: Sequence[str]) -> Claim:
    number = parse(value, where)
    if fix := _hint_of_size(number) or _hint_of_name(number.name, name, names):
        raise InputError(where, described(value), UNDERSTOOD, fix)
    beside = number.beside and Claim(name, str(number.beside), number.beside.value, number.beside.decimals)
    return _claim_of(name, value, number)._replace(beside=beside)


def _claim_of(name: str, value: object, number: Number) -> Claim:
    """Return the claim of a number that was read from an answer."""
    if number.pair and (number.pair[1] != 1 or not isinstance(value, Fraction)):
        top, bottom = number.pair
        return Claim(name, number.typed or f"{top}/{bottom}", number.value, is_fraction=True, pair=number.pair)
    typed = number.typed or str(value)
    if number.margin:
        return Claim(name, typed, number.value, margin=number.margin)
    if isinstance(number.value, float):
        return Claim(name, typed, number.value, is_fraction=number.value not in (0, 1))
    if number.decimals is None or (isinstance(value, str) and typed.lstrip("+-").isdigit()):
        return Claim(name, typed, number.value, is_fraction=bool(number.value and number.value.denominator > 1))
    decimals = number.decimals if isinstance(value, str) else _decimals(str(value))
    return Claim(name, typed, number.value, max(decimals, 2) if number.value in (0, 1) else decimals)  # 1.0 is 1


def _hint_of_name(called: str, name: str, names: Sequence[str]) -> str:
    """Return a hint if a number has the name of another claim, as in p_1 = 4/6 for bp; otherwise empty."""
    known = {re.sub(r"[\W_]", "", claim_name).lower(): claim_name for claim_name in names}
    meant = known.get(re.sub(r"[\W_]", "", called), name)
    return f"The text names it {meant}. Write {meant}=..., or leave out the name." if meant != name else ""


def _hint_of_size(number: Number) -> str:
    """The reason why a number can't belong to a score; empty if it can."""
    top, bottom = number.pair or (0, 1)
    if top and not bottom:
        return "You can't divide by 0. Write 0/0 if there is nothing to count."
    if abs(number.exact or Fraction(0)) > _LARGEST or max(abs(top), abs(bottom)) > _LONGEST:
        return "It is too large for any number of a score."
    return ""


def _decimals(text: str) -> int:
    """The number of decimals of a written number, for example 2 in 0.57 and 7 in 5.7e-06."""
    mantissa, _, power = text.lower().partition("e")
    return max(0, len(mantissa.partition(".")[2]) - int(power or 0))
