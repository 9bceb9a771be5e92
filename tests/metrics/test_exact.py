"""From exact fractions to the float nearest to the true value, which is found here in other ways."""

import math
from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mtexplain.exact import decimal, exp, forty_digits, ln, log, root
from mtexplain.metrics.bleu.score import AnyBleu
from mtexplain.tracing import number as numbers

ratios = st.integers(1, 10**6).flatmap(lambda total: st.builds(Fraction, st.integers(1, total), st.just(total)))
exponents = ratios.map(lambda ratio: 1 - 1 / ratio).filter(lambda exponent: exponent > -800)  # 1 - r/c


def written(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / value.denominator


def is_nearest(result: float, truth: Decimal) -> bool:
    """Whether no float is nearer to the truth than this one. It must be called with many digits of precision."""
    error = abs(Decimal(result) - truth)
    return all(error <= abs(Decimal(math.nextafter(result, side)) - truth) for side in (-math.inf, math.inf))


@given(exponents)
@example(Fraction(-1, 10**30))
@example(Fraction(-740))  # so small that a float has few digits left
def test_exp_is_the_nearest_float(exponent: Fraction) -> None:
    with localcontext(prec=80):
        assert is_nearest(exp(exponent), written(exponent).exp())


def weighted_product(exponent: Fraction, weighted: Sequence[tuple[Fraction, Fraction]]) -> float:
    """e^exponent times the product of value^weight over the pairs (weight, value), as BLEU multiplies."""
    weights, values = [weight for weight, _ in weighted], [numbers.number(value) for _, value in weighted]
    score: Any = SimpleNamespace(factor=values.__getitem__)
    score.weights = {n: weight for n, weight in enumerate(weights) if weight}
    score.bp, score.mean = numbers.exp(numbers.number(exponent)), AnyBleu.mean.method(score)
    return float(AnyBleu.score.method(score))


@given(ratios)
@example(Fraction(10**9 - 1, 10**9))
@example(Fraction(1, 10**300))
def test_log_is_the_nearest_float(value: Fraction) -> None:
    with localcontext(prec=80):
        assert is_nearest(log(value), written(value).ln())


@given(exponents, st.lists(ratios, min_size=4, max_size=4), st.sampled_from([(1, 1, 1, 1), (1, 2, 3, 4), (7, 0, 1, 3)]))
def test_a_weighted_product_is_the_nearest_float(
    exponent: Fraction, values: list[Fraction], parts: tuple[int, ...]
) -> None:
    weighted = [(Fraction(part, sum(parts)), value) for part, value in zip(parts, values, strict=True)]
    with localcontext(prec=80):
        truth = written(exponent).exp()
        for weight, value in weighted:
            truth *= written(value) ** written(weight)
        assert is_nearest(weighted_product(exponent, weighted), truth)


@given(st.lists(ratios, min_size=1, max_size=5))
def test_a_root_is_the_nearest_float_by_fractions_alone(values: list[Fraction]) -> None:
    """The product must lie between the n-th powers of the two numbers halfway to the float's neighbours."""
    n = len(values)
    x = weighted_product(Fraction(0), [(Fraction(1, n), value) for value in values])
    below, above = ((Fraction(x) + Fraction(math.nextafter(x, side))) / 2 for side in (0, 2))
    assert below**n <= math.prod(values) <= above**n


@given(exponents, st.lists(ratios, min_size=4, max_size=4))
def test_the_order_of_factors_changes_nothing(exponent: Fraction, values: list[Fraction]) -> None:
    weighted = [(Fraction(n, 10), value) for n, value in enumerate(values, 1)]
    assert weighted_product(exponent, weighted) == weighted_product(exponent, weighted[::-1])


@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 49])
def test_a_perfect_product_is_exactly_1(n: int) -> None:
    """As floats, 49 times 1/49 is less than 1, and three times a third only happens to be 1."""
    assert weighted_product(Fraction(0), [(Fraction(1, n), Fraction(1))] * n) == 1.0
    assert weighted_product(Fraction(0), [(Fraction(1 / n), Fraction(1))] * n) == 1.0


@pytest.mark.parametrize(
    ("values", "root"),
    [
        ([(1, 4), (1, 1)], 0.5),
        ([(1, 9), (1, 4)], 1 / 6),
        ([(1, 2), (1, 4), (1, 8)], 0.25),
        ([(4, 6), (3, 6), (2, 6), (9, 16)], 0.5),  # 24/216 is 1/9, times 9/16 is 1/16
    ],
)
def test_a_product_with_a_root_gives_that_root(values: list[tuple[int, int]], root: float) -> None:
    weighted = [(Fraction(1, len(values)), Fraction(*value)) for value in values]
    assert weighted_product(Fraction(0), weighted) == root


def test_exp_and_log_at_the_ends() -> None:
    assert (exp(Fraction(0)), log(Fraction(1))) == (1.0, 0.0)
    assert exp(Fraction(-746)) == 0.0  # below half the smallest float
    assert exp(Fraction(-745)) == math.ulp(0.0)
    assert weighted_product(Fraction(0), []) == 1.0


def test_a_products_parts_may_be_smaller_than_any_float() -> None:
    tiny = Fraction(1, 10**400)
    assert weighted_product(Fraction(0), [(Fraction(1, 2), tiny), (Fraction(1, 2), Fraction(1))]) == 1e-200


def test_the_callers_own_decimal_settings_change_nothing() -> None:
    third = [(Fraction(1, 3), Fraction(2, 7))]
    before = exp(Fraction(-1, 7)), log(Fraction(3, 11)), weighted_product(Fraction(-1, 7), third)
    with localcontext(prec=3):
        after = exp(Fraction(-1, 7)), log(Fraction(3, 11)), weighted_product(Fraction(-1, 7), third)
    assert after == before


@pytest.mark.parametrize("value", [Fraction(1, 2), Fraction(17, 18), Fraction(999, 1000)])
def test_the_usual_functions_are_close(value: Fraction) -> None:
    assert log(value) == pytest.approx(math.log(value), rel=1e-12, abs=0)
    assert exp(1 - 1 / value) == pytest.approx(math.exp(1 - 1 / value), rel=1e-12, abs=0)


@given(ratios, st.integers(1, 30))
def test_the_root_of_a_power_is_what_was_raised(value: Fraction, degree: int) -> None:
    assert root(value**degree, degree) == value


@pytest.mark.parametrize(
    ("value", "degree"), [(Fraction(2), 2), (Fraction(4, 3), 2), (Fraction(1, 2), 7), (Fraction(7), 3)]
)
def test_a_root_that_is_no_fraction_is_none(value: Fraction, degree: int) -> None:
    assert root(value, degree) is None


def test_a_root_next_to_a_whole_number_is_not_taken_for_it() -> None:
    assert root(Fraction(10**30 + 1), 2) is None


def test_sums_and_products_of_decimals_have_forty_digits_whatever_the_caller_has() -> None:
    with localcontext(prec=3), forty_digits():
        assert float(decimal(Fraction(1, 7)) * 7) == 1.0
        assert float(ln(Fraction(8)) / ln(Fraction(2))) == 3.0
