"""What `perplexity` and `distribution_perplexity` refuse: each message says where, and how to mend it."""

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from mtexplain.inputs import InputError, InputTypeError
from mtexplain.metrics.perplexity import distribution_perplexity, perplexity

REFUSED: dict[str, tuple[Any, str, str]] = {
    "one string": ("0.5 0.25", "probabilities: ", "put each in a list"),
    "one number": (0.5, "probabilities: ", r"write \[0.5\]"),
    "a dict": ({"a": 0.5}, "probabilities: ", "distribution_perplexity"),
    "a set": ({0.5}, "probabilities: ", "Order matters"),
    "a generator": ((p for p in [0.5]), "probabilities: ", r"Write list\(...\)"),
    "no token": ([], "probabilities: ", "nothing to take the mean of"),
    "nan": ([0.5, math.nan], r"probabilities\[1\]: ", "0/0"),
    "infinity": ([math.inf], r"probabilities\[0\]: ", "A number that is none"),
    "percent": ([50, 25], r"probabilities\[0\]: ", "Percent"),
    "above 1": ([0.5, 1.5], r"probabilities\[1\]: ", "from 0 to 1"),
    "a count": ([827], r"probabilities\[0\]: ", "count of its history"),
    "a rounding error": ([1.0000000002], r"probabilities\[0\]: ", r"min\(p, 1\)"),
    "negative": ([-0.69], r"probabilities\[0\]: ", "log_probabilities="),
    "a row for each token": ([[0.1, 0.9], [0.5, 0.5]], r"probabilities\[0\]: ", "the token that came"),
    "None": ([None], r"probabilities\[0\]: ", "a number from 0 to 1"),
    "a flag": ([True], r"probabilities\[0\]: ", "a number from 0 to 1"),
    "a word": (["half"], r"probabilities\[0\]: ", 'Write "1/4" or "0.25"'),
    "two numbers in one string": (["0.5 0.5"], r"probabilities\[0\]: ", "a number from 0 to 1 for each token"),
    "divided by 0": (["1/0"], r"probabilities\[0\]: ", 'Write "1/4"'),
    "nan in writing": (["nan"], r"probabilities\[0\]: ", 'Write "1/4"'),
    "digits of another script": (["١/٢"], r"probabilities\[0\]: ", 'Write "1/4"'),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_probability_is_refused_with_a_way_to_mend_it(name: str) -> None:
    given, where, fix = REFUSED[name]
    with pytest.raises(InputError, match=f"^{where}.*{fix}"):
        perplexity(given)


@pytest.mark.parametrize(
    ("given", "where", "fix"),
    [
        ([0.7, 0.2], r"log_probabilities\[0\]: ", r"write perplexity\(\[...\]\)"),
        ([1.2, 0.4], r"log_probabilities\[0\]: ", "with the other sign"),
        ([-1, math.nan], r"log_probabilities\[1\]: ", "0 or less"),
        ([-1, math.inf], r"log_probabilities\[1\]: ", "0 or less"),
        ([-1e300], r"log_probabilities\[0\]: ", "-math.inf"),
        ("-1", "log_probabilities: ", "put each in a list"),
        ([], "log_probabilities: ", "nothing to take the mean of"),
    ],
)
def test_what_is_no_log_probability_is_refused(given: Any, where: str, fix: str) -> None:
    with pytest.raises(InputError, match=f"^{where}.*{fix}"):
        perplexity(log_probabilities=given)


def test_one_of_the_two_is_asked_for() -> None:
    with pytest.raises(InputError, match="neither"):
        perplexity()
    with pytest.raises(InputError, match="both"):
        perplexity([0.5], log_probabilities=[-0.7])


def test_a_wrong_type_is_a_type_error_too() -> None:
    wrong: Any = "0.5"
    with pytest.raises(InputTypeError):
        perplexity(wrong)


@pytest.mark.parametrize("base", [3, "ln", 0, True, None.__class__, 2.5, math.nan])
def test_an_unknown_base_is_refused(base: Any) -> None:
    with pytest.raises(InputError, match=r'^base: .*"e", 2 or 10'):
        perplexity([0.5], base=base)


@pytest.mark.parametrize(("base", "kept"), [("e", "e"), (math.e, "e"), (2, "2"), ("2", "2"), (10.0, "10"), (None, "e")])
def test_a_base_may_be_written_as_a_number_or_a_name(base: Any, kept: str) -> None:
    assert perplexity([0.5], base=base).rules.base == kept


def test_there_are_as_many_tokens_as_numbers() -> None:
    with pytest.raises(InputError, match=r"tokens: got 1 of them; expected 2.*</s> is a token too"):
        perplexity([0.5, 0.5], tokens=["the"])
    with pytest.raises(InputError, match="letter by letter"):
        perplexity([0.5, 0.5], tokens="ab")


@pytest.mark.parametrize("given", [[0.5, 0.4], [0.5, 0.6], [0, 0], ["1/3", "1/3"]])
def test_the_probabilities_of_a_distribution_add_up_to_1(given: list[float]) -> None:
    with pytest.raises(InputError, match=r"probabilities: got . numbers, in all .*take perplexity"):
        distribution_perplexity(given)


def test_floats_may_miss_1_by_a_rounding_error() -> None:
    given = [0.1] * 10
    assert sum(map(Fraction, given)) != 1
    assert distribution_perplexity(given).score == 10.0


@pytest.mark.parametrize(
    "number", [0, 1, 0.5, "1/2", " 0.5 ", "5e-1", Fraction(1, 2), -0.0, "2/4", 5e-324, "1e-300", 1e-12]
)
def test_every_way_to_write_a_probability_is_taken(number: Any) -> None:
    trace = perplexity([number])
    assert 1 <= trace.score <= math.inf
    assert perplexity(list(trace.given)).given == trace.given, "what is kept reads the same"


def test_a_decimal_is_no_real_number_to_python_and_is_refused() -> None:
    wrong: Any = [Decimal("0.5")]
    with pytest.raises(InputTypeError, match=r"probabilities\[0\]"):
        perplexity(wrong)
