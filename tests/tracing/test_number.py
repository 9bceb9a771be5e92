"""A number is exact as long as it can be, remembers how it was made, and is a float to everybody else."""

import json
import math
import pickle
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as st
from IPython.core.formatters import PlainTextFormatter

from mtexplain.display import html, latex, plain
from mtexplain.display.parts import Equation
from mtexplain.tracing import formulas
from mtexplain.tracing.number import (
    Letter,
    Number,
    exp,
    log,
    log2,
    max,
    min,
    product_of,
    product_over,
    raised,
    root,
    setting,
    share,
    sum_of,
    sum_over,
    valued,
)
from mtexplain.tracing.number import number as as_number
from mtexplain.tracing.number import plain as value_of

A, B = Number(2, "a"), Number(3, "b")
OPERATIONS: dict[str, tuple[Any, Any, str, str]] = {
    "sum": (A + B, 5, "a + b", "2 + 3"),
    "difference": (A - B, -1, "a - b", "2 - 3"),
    "product": (A * B, 6, "a * b", "2 * 3"),
    "quotient": (A / B, Fraction(2, 3), "a/b", "2/3"),
    "power": (A**3, 8, "a^3", "2^3"),
    "power of a plain number": (2**B, 8, "2^b", "2^3"),
    "negative": (-A, -2, "-a", "-2"),
    "plain first": (1 - A / B, Fraction(1, 3), "1 - a/b", "1 - 2/3"),
    "brackets": ((A + B) * (A - B), -5, "(a + b) * (a - b)", "(2 + 3) * (2 - 3)"),
    "a difference is subtracted": (A - (A - B), 3, "a - (a - b)", "2 - (2 - 3)"),
    "a quotient below the line": (A / (A / B), 3, "a / (a/b)", "2 / (2/3)"),
    "a power of a sum": ((A + B) ** 2, 25, "(a + b)^2", "(2 + 3)^2"),
    "the first power": (A**1, 2, "a", "2"),
    "root": (root(A * 8), 4, "√(a * 8)", "√(2 * 8)"),
    "smallest": (min(A, B), 2, "min(a, b)", "min(2, 3)"),
    "largest": (max(A, B), 3, "max(a, b)", "max(2, 3)"),
    "exponential of 0": (exp(A - 2), 1, "e^(a - 2)", "e^(2 - 2)"),
    "logarithm of 1": (log(A / 2), 0, "log(a/2)", "log(2/2)"),
    "share": (share(A, 6), Fraction(1, 3), "a/6", "2/6"),
    "sum of none": (Number(0, "s") + sum_of([]), 0, "s + 0", "0 + 0"),
    "product of some": (product_of([A, B, A]), 12, "a * b * a", "2 * 3 * 2"),
}


def text(of: Callable[[Any], Any], one: Any) -> str:
    return plain.formula(of(one))


@pytest.mark.parametrize(("made", "value", "symbols", "numbers"), OPERATIONS.values(), ids=OPERATIONS)
def test_it_knows_its_value_and_how_it_was_made(made: Any, value: Any, symbols: str, numbers: str) -> None:
    assert made == value
    assert (text(formulas.in_symbols, made), text(formulas.in_numbers, made)) == (symbols, numbers)


def test_exact_until_a_function_has_no_exact_value() -> None:
    assert root(Number(Fraction(4, 9))).value == Fraction(2, 3)  # type: ignore[attr-defined]
    assert isinstance(root(A).value, Decimal)  # type: ignore[attr-defined]
    assert float(exp(Number(Fraction(-1, 6)))) == 0.8464817248906141
    assert log(Number(0)) == log2(Number(0)) == -math.inf
    assert exp(Number(10**20)) == 2 ** Number(10**20) == math.inf
    assert as_number(log(Number(-1))).value is None
    assert (A**2 / 4).value == 1


@given(st.fractions(max_denominator=99), st.fractions(max_denominator=99))
def test_what_it_computes_is_what_fractions_do(a: Fraction, b: Fraction) -> None:
    x: Any = Number(a, "x")
    y: Any = Number(b, "y")
    assert (x + y, x - y, x * y, -x, abs(x)) == (a + b, a - b, a * b, -a, abs(a))
    assert (x < y, x <= y, x > y, x >= y, x == y) == (a < b, a <= b, a > b, a >= b, a == b)
    if b:
        assert x / y == a / b


def test_of_plain_numbers_nothing_is_remembered() -> None:
    for one in (share(2, 6), sum_of([1, 2]), product_of([2, 3]), min(1, 2), sum_over("i", [1, 2], lambda i: 2 * i)):
        assert not isinstance(one, Number)
    assert exp(1) == math.e
    assert sum_over("i", [1, 2], lambda i: 2 * i) == 6


def test_zero_of_zero_has_no_value_and_nothing_follows_from_it() -> None:
    none = share(Number(0, "m"), 0)
    for one in (none, none + 1, 1 - none, none * 0, none / none, none**2, exp(none), root(none), min(none, 1)):
        assert as_number(one).value is None
        assert str(one) == "0/0"
    assert repr(none) == "m/0 = 0/0"


def test_to_other_code_it_is_a_float() -> None:
    score = exp(Number(Fraction(-1, 6))).named("BP")  # type: ignore[attr-defined]
    assert isinstance(score, float)
    assert (f"{score:.2f}", round(score, 3), json.dumps(score)) == ("0.85", 0.846, "0.8464817248906141")
    assert score == 0.8464817248906141
    assert {score: 1}[0.8464817248906141] == 1
    assert pandas.DataFrame({"score": [score, score]})["score"].dtype == "float64"
    again = pickle.loads(pickle.dumps(score))
    assert (again, repr(again)) == (score, repr(score))
    assert f"{Number(1234):,}" == "1,234"


def test_a_fraction_is_equal_to_it_from_both_sides() -> None:
    third: Any = Number(1, "a") / 3
    assert Fraction(1, 3) == third == Fraction(1, 3)
    assert Fraction(1, 4) < third < Fraction(1, 2)
    assert Fraction(third) == Fraction(1, 3)
    assert Fraction(2, 7) != third != Fraction(2, 7)


def test_equal_numbers_have_equal_hashes_and_order_fits() -> None:
    values = [
        Number(Decimal("0.1")),
        Number(Fraction(1, 10)),
        0.1,
        Fraction(1, 10),
        Number(2),
        2,
        2.0,
        Number(None),
        None,
    ]
    for one in values:
        for other in values:
            assert (one == other) == (other == one)
            if one == other:
                assert hash(one) == hash(other)
            if None not in (one, other):
                assert (one <= other, one >= other) == (one < other or one == other, one > other or one == other)  # type: ignore[operator]


def test_it_meets_floats_arrays_and_strangers() -> None:
    half: Any = Number(1, "a") / 2
    assert repr(half * 0.25) == "a/2 * 0.25 = 1/2 * 0.25 = 0.125"
    assert list(half * np.array([1.0, 2.0])) == [0.5, 1.0]
    assert list(half == np.array([0.5, 2.0])) == [True, False]
    assert half + np.float64(1) == 1.5
    for stranger in ("a", [1], None):
        with pytest.raises(TypeError):
            half + stranger
    assert (half == Number(None), half == None) == (False, False)  # noqa: E711
    with pytest.raises(TypeError):
        half < Number(None)  # noqa: B015


def test_a_whole_number_is_an_index() -> None:
    assert list(range(Number(3, "n"))) == [0, 1, 2]
    with pytest.raises(TypeError, match="1/2 is not a whole number"):
        range(Number(Fraction(1, 2)))


def test_a_count_stays_as_it_was_counted_and_a_setting_as_it_was_set() -> None:
    assert str(share(Number(4), 6)) == "4/6"
    assert str(Number(4) / 6) == "2/3"
    assert str(setting("0.05") + 1) == "1.05"
    assert str(share(Number(4) / 3, 2)) == "2/3"  # no share of two counts


def test_terms_that_are_computed_to_be_shown_are_each_written() -> None:
    """Each term is gone when the next is made, perhaps at the same address in memory."""

    def x(i: Any) -> Number:
        return Number(None, f"x_{i}") if isinstance(i, Letter) else Number(i, f"x_{i}")

    made = sum_over("i", range(1, 6), lambda i: 2 * (x(i) / 3), lambda: 10)
    assert text(formulas.in_numbers, made) == "2 * 1/3 + 2 * 2/3 + 2 * 3/3 + 2 * 4/3 + 2 * 5/3"


def test_a_sum_over_something_is_written_with_its_letter() -> None:
    def x(i: Any) -> Number:
        return Number(None, f"x_{i}") if isinstance(i, Letter) else Number(i * i, f"x_{i}")

    made = sum_over("i", [1, 2, 3], lambda i: x(i) * 2)
    assert repr(made) == "sum_i x_i * 2 = 1 * 2 + 4 * 2 + 9 * 2 = 28"
    shown: Any = formulas.in_symbols(made)  # type: ignore[arg-type]
    assert "Σ<sub>i</sub> <i>x</i><sub>i</sub> · 2" in html.part(Equation("s", shown, "28"))
    assert latex.formula(formulas.in_symbols(made)) == r"\sum_{i} x_{i} \cdot 2"  # type: ignore[arg-type]
    many = sum_over("i", range(100), x)
    assert text(formulas.in_numbers, many) == "0 + 1 + 4 + 9 + 16 + 25 + 36 + 49 + 64 + 81 + … + 9801"


def test_a_letter_has_no_order() -> None:
    with pytest.raises(TypeError, match="the letter i stands for every index"):
        Letter("i") < 2  # noqa: B015


DOUBLED: dict[str, Callable[[Any, int], Any]] = {
    "with names": lambda x, place: as_number(x + x).named(f"x_{place}"),
    "squares with names": lambda x, place: as_number(exp(-x) * exp(-x)).named(f"x_{place}"),
}


@pytest.mark.parametrize("double", DOUBLED.values(), ids=DOUBLED)
def test_a_number_that_occurs_very_often_is_written_once(double: Callable[[Any, int], Any]) -> None:
    one: Any = Number(1, "x")
    for place in range(22):
        one = double(one, place)
    assert len(repr(one)) < 100


def test_in_a_notebook_it_shows_its_formula_alone_and_its_digits_in_a_list() -> None:
    third, pretty = Number(1, "a") / 3, PlainTextFormatter()
    assert pretty(third) == repr(third) == "a/3 = 1/3"
    assert pretty([third, {"third": third}]) == "[1/3, {'third': 1/3}]"


def test_a_power_with_a_negative_exponent_is_as_quick_as_with_a_positive_one() -> None:
    """The exponent is the fraction that a float stands for: its numerator alone has sixteen digits."""
    exponent = Fraction(-0.3)
    assert float(Number(2) ** exponent) == pytest.approx(2**-0.3)
    assert Number(Fraction(4, 9)) ** Fraction(-1, 2) == Fraction(3, 2)
    assert (Number(0) ** Fraction(-1, 2)).value is None, "one over 0"


def test_rounded_numbers_are_equal_if_they_are_the_same_float() -> None:
    """Three times a third and a sum of thirds differ in the fortieth digit; nobody sees it."""
    one, other = log(Number(2)) + log(Number(3)), log(Number(6))
    assert one == other
    assert not one < other
    assert len({one, other}) == 1


def test_of_a_product_over_an_index_only_the_first_and_the_last_are_written() -> None:
    x = {1: Number(2, "x_1"), 2: Number(3, "x_2")}
    made = product_over("N", x, lambda n: x.get(n, Number(None, f"x_{n}")) + 1)
    assert repr(made) == "(x_1 + 1) * … * (x_N + 1) = (2 + 1) * (3 + 1) = 12"
    assert product_over("N", (), lambda n: Number(None, f"x_{n}")) == 1


def test_a_share_of_counts_with_a_short_decimal_added_stays_as_it_was_counted() -> None:
    half, third = setting("0.5"), setting(Fraction(1, 3))
    assert str(share(Number(1) + half, Number(8) + half)) == "1.5/8.5"
    assert str(share(Number(1) + third, Number(4))) == "1/3"


def test_an_infinite_and_an_undefined_number_equal_no_fraction() -> None:
    """Their ratios have a denominator of 0, so that no Fraction compares equal with them."""
    endless, undefined = Number(Decimal("Infinity")), Number(None)
    assert [x.as_integer_ratio() for x in (endless, -endless, undefined)] == [(1, 0), (-1, 0), (0, 0)]
    assert Fraction(1) != endless
    assert Fraction(0) != undefined


def test_a_value_known_more_exactly_is_computed_only_where_there_is_a_value() -> None:
    known = Number(Fraction(1, 3), "x") * 3
    assert value_of(valued(known, lambda: Fraction(2))) == 2
    assert valued(0.5, lambda: 0.25) == 0.25
    undefined = Number(0, "x") / Number(0, "y")
    assert value_of(valued(undefined, lambda: 1 // 0)) is None


def test_a_power_of_floats_and_an_exponential_without_end() -> None:
    assert raised(0.5, 3) == 0.125
    assert exp(Number(Decimal("-Infinity"), "x")) == 0
    assert value_of(exp(Number(Decimal("-Infinity"), "x"))) == 0
