"""The numbers that go in: probabilities or their logarithms, checked, and kept as they were written."""

import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from numbers import Real
from typing import Any

from mtexplain.inputs import InputError, InputTypeError, check_list, check_tokens, described
from mtexplain.settings import check_number, is_minus_infinity

_WRITTEN = re.compile(
    r"[-+]?(?:\d{1,40}/0*[1-9]\d{0,40}|(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:e[-+]?\d{1,3})?)",
    re.ASCII | re.IGNORECASE,
)
_SHORT = 10  # characters of a float that is kept as it is written, and not as the fraction it stands for
_NEARLY = 1e-6  # so far above 1, a probability is a rounding error
_LEAST = 10**6  # no logarithm is further below 0
_ONE_EACH = 'a list with a number from 0 to 1 for each token, such as ["1/2", "1/4"] or [0.5, 0.25]'
_LOG_EACH = "a list with a number for each token, 0 or less, such as [-0.69, -1.39]"


def probabilities(value: object, where: str = "probabilities") -> tuple[str, ...]:
    """Probabilities as they are kept: "1/4", "0.25".

    >>> probabilities(["2/8", 0.25, 1, 1 / 3])
    ('1/4', '0.25', '1', '1/3')
    """
    return tuple(
        _probability(number, f"{where}[{index}]") for index, number in enumerate(_listed(value, where, _ONE_EACH))
    )


def logarithms(value: object, where: str = "log_probabilities") -> tuple[str, ...]:
    """Log-probabilities as they are kept; "-inf" is the logarithm of 0.

    >>> logarithms([-0.7, 0, -math.inf, "-.25", "-1E-05"])
    ('-0.7', '0', '-inf', '-0.25', '-1e-05')
    """
    numbers = _listed(value, where, _LOG_EACH)
    texts = tuple(_logarithm(number, f"{where}[{index}]") for index, number in enumerate(numbers))
    above = next((index for index, text in enumerate(texts) if not text.startswith("-") and text != "0"), None)
    if above is not None:
        fix = "Surprises, -log p, are log-probabilities with the other sign."
        if all(text.startswith("0") for text in texts):
            fix = "These look like probabilities: write perplexity([...])."
        raise InputError(f"{where}[{above}]", described(numbers[above]), "a logarithm of a probability, 0 or less", fix)
    return texts


def _listed(value: object, where: str, expected: str) -> Sequence[Any]:
    """At least one number, in a list."""
    if isinstance(value, str):
        raise InputTypeError(where, described(value), expected, "One string is one number: put each in a list.")
    if isinstance(value, Mapping):
        fix = "For the probabilities of all that is possible, take distribution_perplexity(list(value.values()))."
        raise InputTypeError(where, described(value), expected, fix)
    if isinstance(value, Real):
        _, _, number = (got := described(value)).partition(", ")
        raise InputTypeError(where, got, expected, f"For a single token write [{number}].")
    numbers = check_list(value, where, expected)
    if not numbers:
        raise InputError(where, "an empty list", expected, "Without a token there is nothing to take the mean of.")
    return numbers


def _probability(value: object, where: str) -> str:
    expected = "a number from 0 to 1"
    written = _written(value, where, expected, _ONE_EACH)
    number = Fraction(written)
    if number < 0:
        fix = 'These look like logarithms: write perplexity(log_probabilities=[...], base="e").'
        raise InputError(where, described(value), expected, fix)
    if number > 1:
        fix = "Percent? Divide by 100." if number <= 100 else "A count? Divide by the count of its history."
        if number < 1 + _NEARLY:
            fix = "A rounding error? Write min(p, 1)."
        raise InputError(where, described(value), expected, fix)
    return written


def _logarithm(value: object, where: str) -> str:
    if is_minus_infinity(value):
        return "-inf"
    expected = "a number, 0 or less"
    written = _written(value, where, expected, _LOG_EACH)
    if Fraction(written) < -_LEAST:
        raise InputError(where, described(value), f"a logarithm, -{_LEAST} or more", "For p = 0 write -math.inf.")
    return written


def _written(value: object, where: str, expected: str, each: str) -> str:
    """A number as it is kept: a fraction in lowest terms, a float as a short decimal or as what it stands for."""
    if isinstance(value, (list, tuple)):
        fix = "One number for each token: the probability of the token that came, not those of all that could come."
        raise InputTypeError(where, described(value), expected, fix)
    if isinstance(value, str):
        return _read(value, where, expected, each)
    if isinstance(value, bool) or not isinstance(value, Real):
        raise InputTypeError(where, described(value), expected)
    if isinstance(value, (int, Fraction)):
        return str(check_number(value, where, expected))
    if not math.isfinite(value):
        raise InputError(where, described(value), expected, "A number like this comes from 0/0, or from log 0.")
    return _of_float(float(value))


def _of_float(number: float) -> str:
    if number == int(number):
        return str(int(number))
    text = repr(number)
    simple = Fraction(number).limit_denominator(1000)
    return text if len(text) <= _SHORT or float(simple) != number else str(simple)


def _read(text: str, where: str, expected: str, each: str) -> str:
    text = text.strip().replace("\u2212", "-")  # the minus of our own views
    if not _WRITTEN.fullmatch(text):
        fix = 'Write "1/4" or "0.25".' + (f" Expected: {each}." if len(text.split()) > 1 else "")
        raise InputError(where, described(text), expected, fix)
    number = Fraction(text)
    if "/" in text or number.denominator == 1:
        return str(number)
    sign = "-" * text.startswith("-")
    digits = text.lstrip("-+").lower()
    return f"{sign}{'0' * digits.startswith('.')}{digits}"


def check_sum_is_1(written: tuple[str, ...], where: str = "probabilities") -> tuple[str, ...]:
    """The probabilities, which must add up to 1 in a distribution. Floats may miss that by a rounding error.

    >>> check_sum_is_1(("1/2", "0.25", "0.25"))
    ('1/2', '0.25', '0.25')
    """
    total = sum(map(Fraction, written))
    if not math.isclose(total, 1):
        fix = "Divide each by their sum." if total else "One of them must be possible."
        fix += " For the probabilities of the tokens of a text, take perplexity([...])."
        raise InputError(
            where, f"{len(written)} numbers, in all {float(total):g}", "probabilities that add up to 1", fix
        )
    return written


def check_outcomes(value: object, where: str, number: int) -> tuple[str, ...] | None:
    """The tokens that the numbers belong to, where they are known: as many as there are numbers."""
    if value is None:
        return None
    tokens = check_tokens(value, where)
    if len(tokens) != number:
        fix = "One for each number; </s> is a token too, where its probability is among them."
        raise InputError(where, f"{len(tokens)} of them", f"{number}, as many as there are numbers", fix)
    return tokens
