"""A number that remembers how it was made, so that its formula can be shown in symbols or with the numbers put in.

>>> c, r = Number(6, "c"), Number(7, "r")
>>> exp(min(0, 1 - r / c)).named("BP")
BP = e^min(0, 1 - r/c) = e^min(0, 1 - 7/6) = 0.8465

A number is exact (int or Fraction) until a root, an exponential or a logarithm has to be rounded. From then on it has
forty digits (Decimal). A plain Python number remembers nothing, and the functions here turn plain numbers into a plain
number. The same formula can therefore be shown step by step, or score thousands of texts quickly.
"""

import builtins
import math
import operator
from collections.abc import Callable, Iterable, Sequence
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction
from functools import cached_property, lru_cache
from math import isinf
from numbers import Rational
from typing import Any, Self

from mtexplain import exact
from mtexplain.display import plain as text
from mtexplain.tracing import formulas

Value = int | Fraction | Decimal | float | None
"""The value of a number is exact or has forty digits, or is a float if a float went into it. 0/0 has the value None."""
Amount = int | Fraction | Decimal | float
"""A number to compute with: a plain number, or one that remembers (a Number is a float)."""
Operation = Callable[..., Any]
"""A function of values that returns a value, or None for 0/0."""
Term = Callable[[Any], Any]
"""The term of a sum or a product, a function that returns a number for an index and a formula for a Letter."""
_EXACT = {int, bool, Fraction}
_KNOWN = int, float, Fraction, Decimal
_DIGITS = Context(prec=40, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[])
_HALF, _LONGEST = Fraction(1, 2), 50_000
"""The exponent of a square root, and the most bits that an exact power may have."""


class Label(str):
    """An index that is not a number, such as w1, chosen by this library and so safe to write in a symbol.

    A plain string as an index is never written in a symbol, because it comes from outside.
    """

    __slots__ = ()


class Sole(int):
    """The index 1 of a range that contains no other. It is not written.

    >>> f"p_{Sole(1)}", Sole(1) == 1
    ('p_', True)
    """

    def __str__(self) -> str:
        return ""

    def __format__(self, form: str) -> str:
        return ""


class Letter(Label):
    """A letter in place of an index, such as the i of x_i. A number computed for it has a symbol but no value."""

    __slots__ = ()

    def __lt__(self, other: object) -> bool:
        raise TypeError(f"the letter {self} stands for every index, so it has no order")

    __le__ = __gt__ = __ge__ = __lt__


def is_letter(index: object) -> bool:
    """True for a letter in place of an index, which asks for a formula and not for a value."""
    return isinstance(index, Letter)


def _operator(sign: str, function: Operation, is_turned: bool = False) -> Callable[[Any, Any], float]:
    """Return the method of an operator. If it `is_turned`, the number is the right operand."""

    def operate(self: "Number", other: Any) -> Any:
        if not isinstance(other, _KNOWN):
            return NotImplemented  # the other operand may know how, as an array does
        parts = (other, self) if is_turned else (self, other)
        return Number(calculate(function, [plain(operand) for operand in parts]), "", sign, parts)

    return operate


def _comparison(function: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """Return the method of a comparison. A rounded number is compared as the float nearest to it."""

    def comparison(self: "Number", other: Any) -> Any:
        ours, theirs = self.value, plain(other)
        if type(ours) is type(theirs) is int:
            return function(ours, theirs)
        ours, theirs = (float(side) if isinstance(plain(side), Decimal) and isinstance(side, Number) else plain(side)
                        for side in (self, other))  # fmt: skip
        is_known = isinstance(theirs, _KNOWN) and ours is not None
        return function(ours, theirs) if is_known or function in (operator.eq, operator.ne) else NotImplemented

    return comparison


class Number(float):
    """A value that remembers its symbol, if it has one, and the operator or function and the numbers that made it.

    A sum over a range also remembers its letter and its general term, such as g and Count(g). Any other code sees the
    float nearest to the value, so a Number can be rounded, plotted, written as JSON or put into a data frame.

    >>> third = Number(1, "a") / 3
    >>> third == Fraction(1, 3), round(third, 2), f"{third:.1f}", f"{third}"
    (True, 0.33, '0.3', '1/3')
    """

    value: Value
    symbol: str
    made_by: str
    parts: Sequence[Amount]
    over: "tuple[str, Number] | None"

    def __new__(
        cls, value: Value, symbol: str = "", made_by: str = "", parts: Sequence[Amount] = (),
        over: "tuple[str, Number] | None" = None,
    ) -> Self:  # fmt: skip
        """Create a float that also holds the exact value."""
        self = super().__new__(cls, as_float(value))
        self.value, self.symbol, self.made_by, self.parts, self.over = value, symbol, made_by, parts, over
        return self

    def named(self, symbol: str) -> "Number":
        """Return the same number under a symbol."""
        other = super().__new__(Number, self)  # not from its value, which would be rounded once more
        other.value, other.symbol, other.made_by = self.value, symbol, self.made_by
        other.parts, other.over = self.parts, self.over
        return other

    @cached_property
    def operands(self) -> "tuple[Number, ...]":
        """The numbers that it was made from, each as a Number."""
        return tuple(map(number, self.parts))

    def ends(self, most: int) -> "Iterable[Number | int]":
        """Return all parts if there are at most `most`, otherwise the first `most` - 2 and the last."""
        some = self.parts if len(self.parts) <= most else (*self.parts[: most - 2], self.parts[-1])
        return (part if type(part) is int else number(part) for part in some)

    @property
    def is_counted(self) -> bool:
        """True for a ratio of two counts, such as 4 matches of 6. It is written as 4/6 and never as 2/3.

        1.5/8.5 also stays as it is, if a setting of 0.5 was added to the counts.
        """
        return self.made_by == "share" and all(
            isinstance(operand.value, int) or (operand.is_measured and formulas.is_short(operand.value))
            for operand in self.operands
        )

    @cached_property
    def is_measured(self) -> bool:
        """True for a setting or a number computed from settings. It is written as a decimal if that is short."""
        return self.made_by == "setting" or (
            self.made_by in ("+", "-", "*", "/", "^")
            and any(
                operand.is_measured
                for operand in (self.operands[:1] if self.made_by == "^" else self.operands)  # 0.1^2, but not 4^(1/2)
                if operand.made_by == "setting" or not operand.symbol
            )
        )

    def as_integer_ratio(self) -> tuple[int, int]:
        if self.value is None or isinf(self):
            return int(self > 0) - int(self < 0) if self.value is not None else 0, 0  # no fraction equals these values
        value: Any = float(self) if isinstance(self.value, Decimal) else self.value
        above, below = value.as_integer_ratio()
        return above, below

    # With these two attributes, fractions can compare themselves with a number.
    numerator = property(lambda self: self.as_integer_ratio()[0])
    denominator = property(lambda self: self.as_integer_ratio()[1])

    __eq__, __ne__, __lt__ = _comparison(operator.eq), _comparison(operator.ne), _comparison(operator.lt)
    __le__, __gt__, __ge__ = _comparison(operator.le), _comparison(operator.gt), _comparison(operator.ge)

    def __hash__(self) -> int:
        return float.__hash__(self) if isinstance(self.value, Decimal) else hash(self.value)

    def __bool__(self) -> bool:
        return float(self) != 0 if isinstance(self.value, Decimal) else bool(self.value)

    def __index__(self) -> int:
        if isinstance(self.value, int):
            return self.value
        raise TypeError(f"{self} is not a whole number")

    def __reduce__(self) -> tuple[Any, ...]:
        return Number, (self.value, self.symbol, self.made_by, tuple(self.parts), self.over)

    def __format__(self, form: str) -> str:
        if form and isinstance(self.value, int):
            return format(self.value, form)
        return super().__format__(form) if form else str(self)

    def __str__(self) -> str:
        is_exact = self.value is None or isinstance(self.value, int | Fraction)
        return text.formula(formulas.value(self)) if is_exact else float.__repr__(self)

    def __repr__(self) -> str:
        pieces = [formulas.symbol(self.symbol)] if self.symbol else []
        pieces += [formulas.in_symbols(self), formulas.in_numbers(self), formulas.value(self)]
        return " = ".join(dict.fromkeys(map(text.formula, pieces)))

    def _repr_pretty_(self, printer: Any, _is_cycle: bool) -> None:
        """Show the formula if the number is the whole output of a notebook cell, but only its value inside a list."""
        printer.text(repr(self) if len(printer.stack) == 1 else str(self))

    __add__, __radd__ = _operator("+", lambda a, b: a + b), _operator("+", lambda a, b: a + b, True)
    __sub__, __rsub__ = _operator("-", lambda a, b: a - b), _operator("-", lambda a, b: a - b, True)
    __mul__, __rmul__ = _operator("*", lambda a, b: a * b), _operator("*", lambda a, b: a * b, True)
    __truediv__ = _operator("/", lambda a, b: divide(a, b))
    __rtruediv__ = _operator("/", lambda a, b: divide(a, b), True)
    __pow__: Any = _operator("^", lambda a, b: raised(a, b))
    __rpow__: Any = _operator("^", lambda a, b: raised(a, b), True)

    def __neg__(self) -> float:
        return apply("-", operator.neg, self)

    def __abs__(self) -> float:
        return apply("abs", builtins.abs, self)


Rational.register(Number)


def as_float(value: Value) -> float:
    """Return the float nearest to a value, an infinite float if the value is too large, or nan for 0/0."""
    if value is None:
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def number(value: Value) -> Number:
    """Return a Number as it is, and a plain value as a Number that remembers nothing."""
    return value if isinstance(value, Number) else Number(value)


def setting(text: str | Fraction) -> Number:
    """Return an exact number that is written as it was set, such as 0.1.

    >>> setting("0.1") * 3
    0.1 * 3 = 0.3
    """
    return Number(text if isinstance(text, Fraction) else Fraction(text), "", "setting")


def valued(number_made: float, value: Operation) -> float:
    """Return a number with the formula of `number_made`, but with the more exact value that `value` computes."""
    if not isinstance(number_made, Number):
        plainly: float = value()
        return plainly
    return (
        number_made
        if number_made.value is None
        else Number(value(), "", number_made.made_by, number_made.parts, number_made.over)
    )


def or_zero(x: float) -> float:
    """Return the number, or 0 under its symbol if it is 0/0."""
    if plain(x) is not None:
        return x
    return Number(0, x.symbol) if isinstance(x, Number) else 0


def again(x: float) -> float:
    """Return the number without its symbol, so that a quantity that takes it over also shows how it was made."""
    return x.named("") if isinstance(x, Number) else x


def with_formula(x: float) -> float:
    """Return the number for use in another formula, which then shows this number's formula and its value.

    >>> length = root(Number(3, "x") ** 2 + Number(4, "y") ** 2).named("length")
    >>> Number(10, "z") / with_formula(length)
    z / √(x^2 + y^2) = 10/5 = 2
    """
    return Number(x.value, over=("", x.named(""))) if isinstance(x, Number) and x.made_by else x


def plain(x: object) -> Any:
    """Return the value of a Number. A plain number is returned unchanged."""
    return x.value if isinstance(x, Number) else x


def apply(name: str, function: Operation, *parts: Any) -> float:
    """Return the result of a function. If any argument remembers how it was made, the result does too."""
    if Number in map(type, parts):
        return Number(calculate(function, [plain(operand) for operand in parts]), "", name, parts)
    result: Any = calculate(function, parts) if Decimal in map(type, parts) else function(*parts)
    return as_float(result) if isinstance(result, Decimal) else result


def calculate(function: Operation, values: Sequence[Any]) -> Any:
    """Return the result of a function of values.

    The result is exact if all values are. Otherwise it has forty digits, or is a float if any value is a float. If any
    value is None, the value of 0/0, the result is None.
    """
    kinds = {*map(type, values)}
    if kinds <= _EXACT:
        value = function(*values)
        return value.numerator if type(value) is Fraction and value.denominator == 1 else value
    if type(None) in kinds:
        return None
    if any(issubclass(kind, float) for kind in kinds):
        return function(*map(float, values))
    with localcontext(_DIGITS):
        value = function(*map(as_decimal, values))
    return None if value is None or value.is_nan() else value  # such as infinity minus infinity


def as_decimal(value: Any) -> Decimal:
    """Return a value with forty digits."""
    return value if isinstance(value, Decimal) else _DIGITS.divide(Decimal(value.numerator), Decimal(value.denominator))


# Operators and functions.


def add(*values: Any) -> Any:
    """Return the sum of values."""
    return sum(values)


def divide(a: Any, b: Any) -> Any:
    """Return a/b, or None if b is 0."""
    if not b:
        return None
    if type(a) is type(b) is int:
        return Fraction(a, b)
    return a / b if isinstance(a, float | Decimal) else Fraction(a) / b


def raised(base: Any, exponent: Any) -> Any:
    """Return a power, exact if it is a fraction that is not too long."""
    if isinstance(base, float) or isinstance(exponent, float):
        return float(base) ** float(exponent)
    if isinstance(base, int | Fraction) and isinstance(exponent, int):
        if builtins.max(base.as_integer_ratio(), key=abs).bit_length() * abs(exponent) < _LONGEST:
            return Fraction(base) ** exponent if base or exponent >= 0 else None
    elif isinstance(base, int | Fraction) and isinstance(exponent, Fraction) and base >= 0:
        if exponent < 0:
            return raised(Fraction(1) / base, -exponent) if base else None
        power = exact.power(Fraction(base), exponent)
        return power if power.denominator < 10**20 else as_decimal(power)  # its first forty digits
    if exponent == _HALF:
        value = _DIGITS.sqrt(as_decimal(base))  # ten times as fast
    else:
        value = _DIGITS.power(as_decimal(base), as_decimal(exponent))
    return None if value.is_nan() else value


def min(*numbers: Amount) -> float:
    """Like Python's `min`, but the formula of the result shows all the numbers that were compared."""
    if Number in map(type, numbers):
        return apply("min", lambda *values: builtins.min(values), *numbers)
    smallest: Any = builtins.min(numbers)
    return as_float(smallest) if type(smallest) is Decimal else smallest


def max(*numbers: Amount) -> float:
    """Like Python's `max`, but the formula of the result shows all the numbers that were compared."""
    if Number in map(type, numbers):
        return apply("max", lambda *values: builtins.max(values), *numbers)
    largest: Any = builtins.max(numbers)
    return as_float(largest) if type(largest) is Decimal else largest


def share(a: Amount, b: Amount) -> float:
    """Return the ratio a/b of two counts, such as 4 of 6 n-grams, written as it was counted. 0/0 has no value.

    >>> share(Number(4), 6), share(0, 0)
    (4/6, None)
    """
    return apply("share", divide, a, b)


def product_of(numbers: Iterable[Amount]) -> float:
    """Return the product of all numbers, written in a row as in p_1 * p_2 * p_3."""
    return apply("*", lambda *values: math.prod(values), *numbers)


def product_over(last: str, values: Iterable[object], term: Term) -> float:
    """Return the product of a term over values from 1 to the last. In symbols, only the first and last are written.

    >>> product_over("T", [1, 2, 3], lambda t: Number(None if isinstance(t, Letter) else t, f"x_{t}"))
    x_1 * … * x_T = 1 * 2 * 3 = 6
    """
    parts = tuple(map(term, values))
    general = term(Letter("1")), Number(None, "…"), term(Letter(last))
    value = calculate(lambda *each: math.prod(each), [plain(operand) for operand in parts])
    return Number(value, "", "*", parts, ("", Number(None, "", "*", general)))


def geometric_mean(numbers: Iterable[Any], weights: Sequence[Fraction]) -> float:
    """Return the product of numbers, each to the power of its weight.

    With equal weights, it is written as a power of the whole product.

    >>> geometric_mean([Number(8, "a"), Number(2, "b")], [Fraction(1, 2), Fraction(1, 2)])
    (a * b)^(1/2) = (8 * 2)^(1/2) = 4
    """
    if len({*weights}) == 1:
        return product_of(numbers) ** weights[0]
    return product_of(x**weight for x, weight in zip(numbers, weights, strict=True))


def sum_of(numbers: Iterable[Amount]) -> float:
    """Return the sum of all numbers, written in a row."""
    return apply("+", add, *numbers)


class Terms(Sequence[Amount]):
    """The terms of a sum, each computed when it is looked at."""

    def __init__(self, term: Term, values: Iterable[object]) -> None:
        self.term, self.from_these = term, values

    @cached_property
    def values(self) -> tuple[object, ...]:
        """The values for which the term is computed."""
        return tuple(self.from_these)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: Any) -> Any:
        values = self.values[index]
        return tuple(map(self.term, values)) if isinstance(index, slice) else self.term(values)


def sum_over(letter: str, values: Iterable[object], term: Term, total: Callable[[], Value] | None = None) -> float:
    """Return the sum of a term over some values. In symbols, only the general term is written, with the letter.

    `total` is a faster way to compute the same sum. With it, the terms are computed only when they are shown.

    >>> squares = {1: Number(1, "x_1"), 2: Number(4, "x_2")}
    >>> sum_over("i", squares, lambda i: squares.get(i, Number(None, f"x_{i}")) * 2)
    sum_i x_i * 2 = 1 * 2 + 4 * 2 = 10
    """
    if total:
        return Number(total(), "", "+", Terms(term, values), (letter, term(Letter(letter))))
    is_row = getattr(getattr(term, "__func__", None), "is_row", False)
    parts = tuple(map(term, values))
    kinds = {*map(type, parts)}
    value: Any = sum(parts) if kinds == {int} else calculate(add, [plain(operand) for operand in parts])
    if parts and Number not in kinds and not is_row:
        plainly: float = value
        return plainly
    return Number(value, "", "+", parts, (letter, term(Letter(letter))))


def exp(x: Amount) -> float:
    """Return e to the power of x."""
    return _evaluate("exp", x, math.exp, _DIGITS.exp, {0: 1, -math.inf: 0})


def log(x: Amount) -> float:
    """Return the natural logarithm. The logarithm of 0 is minus infinity."""
    return _evaluate("log", x, math.log, _DIGITS.ln, {1: 0, 0: Decimal("-Infinity")})


def log2(x: Amount) -> float:
    """Return the logarithm to base 2, minus infinity for 0."""
    return _evaluate("log2", x, math.log2, _log2, {1: 0, 0: Decimal("-Infinity")})


def log10(x: Amount) -> float:
    """Return the logarithm to base 10, minus infinity for 0."""
    return _evaluate("log10", x, math.log10, _DIGITS.log10, {1: 0, 0: Decimal("-Infinity")})


def root(x: Amount) -> float:
    """Return the square root, exact if it is a fraction."""
    return apply("root", lambda value: raised(value, _HALF), x)


def ceil(x: Amount) -> float:
    """Return the smallest whole number that is not below x."""
    return apply("ceil", math.ceil, x)


def comb(n: Amount, k: Amount) -> float:
    """Return the number of ways to choose k of n things."""
    return apply("C", lambda *both: math.comb(*map(int, both)), n, k)


def sin(x: Amount) -> float:
    """Return the sine of an angle in radians, as precise as a float."""
    return Number(Decimal(math.sin(x)), "", "sin", (x,))


def cos(x: Amount) -> float:
    """Return the cosine of an angle in radians, as precise as a float."""
    return Number(Decimal(math.cos(x)), "", "cos", (x,))


def _log2(x: Decimal) -> Decimal:
    return _DIGITS.divide(_DIGITS.ln(x), _DIGITS.ln(Decimal(2)))


def _evaluate(
    name: str,
    x: Any,
    of_float: Callable[[float], float],
    of_decimal: Callable[[Decimal], Decimal],
    known: dict[float, Value],
) -> float:
    """Evaluate a function of x.

    The result is exact if it is a known value. Otherwise it is a float for a plain number, and has forty digits for a
    Number.
    """
    value = plain(x)
    result: Any
    if value is None or value in known:
        result = None if value is None else known[value]
    elif x is value or isinstance(value, float):
        result = of_float(value)
    else:
        result = _forty_digits(of_decimal, value)
        result = None if result.is_nan() else result  # such as the logarithm of a number below 0
    made: float = Number(result, "", name, (x,)) if isinstance(x, Number) else result
    return made


@lru_cache(10_000)  # it is slow, and many n-grams are equally rare
def _forty_digits(of_decimal: Callable[[Decimal], Decimal], value: Value) -> Decimal:
    return of_decimal(as_decimal(value))
