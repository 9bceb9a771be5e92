"""Checks of the given probabilities or log probabilities, which are kept as they were typed."""

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
_SHORT = 10  # a float with at most this many characters is kept as it is written, not as a simple fraction
_NEARLY = 1e-6  # a probability above 1 by less than this is a rounding error
_LEAST = 10**6  # no logarithm may be further below 0
_ONE_EACH = 'a list with a number from 0 to 1 for each token, such as ["1/2", "1/4"] or [0.5, 0.25]'
_LOG_EACH = "a list with a number for each token, 0 or less, such as [-0.69, -1.39]"


def probabilities(value: object, where: str = "probabilities") -> tuple[str, ...]:
    """Return probabilities in the form in which they are kept, such as "1/4" or "0.25".

    >>> probabilities(["2/8", 0.25, 1, 1 / 3])
    ('1/4', '0.25', '1', '1/3')
    """
    return tuple(
        _probability(number, f"{where}[{index}]") for index, number in enumerate(_listed(value, where, _ONE_EACH))
    )


def logarithms(value: object, where: str = "log_probabilities") -> tuple[str, ...]:
    """Return log probabilities in the form in which they are kept. "-inf" is the logarithm of 0.

    >>> logarithms([-0.7, 0, -math.inf, "-.25", "-1E-05"])
    ('-0.7', '0', '-inf', '-0.25', '-1e-05')
    """
    numbers = _listed(value, where, _LOG_EACH)
    texts = tuple(_logarithm(number, f"{where}[{index}]") for index, number in enumerate(numbers))
    above = next((index for index, text in enumerate(texts) if not text.startswith("-") and text != "0"), None)
    if above is not None:
        fix = "A surprise is -log p, so change the signs to get log probabilities."
        if all(text.startswith("0") for text in texts):
            fix = "These look like probabilities. Write perplexity([...])."
        raise InputError(f"{where}[{above}]", described(numbers[above]), "a logarithm of a probability, 0 or less", fix)
    return texts


def _listed(value: object, where: str, expected: str) -> Sequence[Any]:
    """Return the list, which must have at least one number."""
    if isinstance(value, str):
        raise InputTypeError(where, described(value), expected, "A string is a single number. Write a list of numbers.")
    if isinstance(value, Mapping):
        fix = "For the probabilities of all possible outcomes, use distribution_perplexity(list(value.values()))."
        raise InputTypeError(where, described(value), expected, fix)
    if isinstance(value, Real):
        _, _, number = (got := described(value)).partition(", ")
        raise InputTypeError(where, got, expected, f"For a single token write [{number}].")
    numbers = check_list(value, where, expected)
    if not numbers:
        raise InputError(where, "an empty list", expected, "The mean needs at least one token.")
    return numbers


def _probability(value: object, where: str) -> str:
    expected = "a number from 0 to 1"
    written = _written(value, where, expected, _ONE_EACH)
    number = Fraction(written)
    if number < 0:
        fix = 'These look like logarithms. Write perplexity(log_probabilities=[...], base="e").'
        raise InputError(where, described(value), expected, fix)
    if number > 1:
        fix = "If it is a percentage, divide by 100."
        if number > 100:
            fix = "If it is a count, divide by the count of its history."
        if number < 1 + _NEARLY:
            fix = "If it is a rounding error, write min(p, 1)."
        raise InputError(where, described(value), expected, fix)
    return written


def _logarithm(value: object, where: str) -> str:
    if is_minus_infinity(value):
        return "-inf"
    expected = "a number, 0 or less"
    written = _written(value, where, expected, _LOG_EACH)
    if Fraction(written) < -_LEAST:
        raise InputError(where, described(value), f"a logarithm, -{_LEAST} or more", "For p = 0, write -math.inf.")
    return written


def _written(value: object, where: str, expected: str, each: str) -> str:
    """Return a number in the form in which it is kept. A float becomes a short decimal or a simple fraction."""
    if isinstance(value, (list, tuple)):
        fix = "Give a single number for each token, the probability of that token, and no others."
        raise InputTypeError(where, described(value), expected, fix)
    if isinstance(value, str):
        return _read(value, where, expected, each)
    if isinstance(value, bool) or not isinstance(value, Real):
        raise InputTypeError(where, described(value), expected)
    if isinstance(value, (int, Fraction)):
        return str(check_number(value, where, expected))
    if not math.isfinite(value):
        raise InputError(where, described(value), expected, "Such a number comes from 0/0 or from log 0.")
    return _of_float(float(value))


def _of_float(number: float) -> str:
    if number == int(number):
        return str(int(number))
    text = repr(number)
    simple = Fraction(number).limit_denominator(1000)
    return text if len(text) <= _SHORT or float(simple) != number else str(simple)


def _read(text: str, where: str, expected: str, each: str) -> str:
    text = text.strip().replace("\u2212", "-")  # the minus sign of our own views
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
    """Return the probabilities of a distribution, which must add up to 1. Floats may differ by a rounding error.

    >>> check_sum_is_1(("1/2", "0.25", "0.25"))
    ('1/2', '0.25', '0.25')
    """
    total = sum(map(Fraction, written))
    if not math.isclose(total, 1):
        fix = "Divide each by their sum." if total else "At least one outcome must be possible."
        fix += " For the probabilities of the tokens of a text, use perplexity([...])."
        raise InputError(
            where, f"{len(written)} numbers whose sum is {float(total):g}", "probabilities that add up to 1", fix
        )
    return written


def check_outcomes(value: object, where: str, number: int) -> tuple[str, ...] | None:
    """Return the tokens that the numbers belong to, if they are known. There must be as many tokens as numbers."""
    if value is None:
        return None
    tokens = check_tokens(value, where)
    if len(tokens) != number:
        fix = "Give a token for each number. </s> is a token, too, if its probability is among the numbers."
        raise InputError(where, f"{len(tokens)} of them", f"{number}, as many as there are numbers", fix)
    return tokens
