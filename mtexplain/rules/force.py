"""The rules of BLEU in force: a set of rules, the keywords that win over it, and the checks of both."""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any

from mtexplain.inputs import InputError, described
from mtexplain.rules.base import Lowercase, checked_reading, chosen, label, one_of, resolved, tokenizers_for
from mtexplain.rules.choices import MISSING, REFERENCE_LENGTHS, SMOOTHINGS, TOTALS, ZERO_WHEN, BleuRules
from mtexplain.rules.tools import PAPER, RULES
from mtexplain.settings import OneOf, check_max_n, check_value, check_weights
from mtexplain.text import Tokenizer

RulesSetting = Annotated[BleuRules | str, OneOf(RULES)]
TokenizeSetting = Annotated[str | Tokenizer | None, OneOf(tokenizers_for(RULES))]
LowercaseSetting = Lowercase | None
ReferenceLengthSetting = Annotated[str | None, OneOf({name: name for name in REFERENCE_LENGTHS})]
SmoothingSetting = Annotated[str | None, OneOf({name: name for name in SMOOTHINGS})]
MissingSetting = Annotated[str | None, OneOf({name: name for name in MISSING})]

_FORM = re.compile(r"[^{}]{0,20}\{(?:!r|:\.\d{1,2}f)\}[^{}]{0,20}")


def rules_in_force(
    rules: BleuRules | str = PAPER,
    *,
    tokenize: str | Tokenizer | None = None,
    lowercase: Lowercase | None = None,
    max_n: int | None = None,
    reference_length: str | None = None,
    smoothing: str | None = None,
    smoothing_value: float | Fraction | None = None,
    missing: str | None = None,
    weights: Sequence[float | Fraction] | None = None,
) -> tuple[BleuRules, Tokenizer]:
    """The rules after the given keywords have won over them, checked, and the tokeniser they name.

    Another smoothing brings its own usual value, unless one is given.

    >>> rules, tokenizer = rules_in_force(PAPER, max_n=2)
    >>> rules.max_n, rules.weight(1), tokenizer("the cat")
    (2, Fraction(1, 2), ('the', 'cat'))
    """
    given: dict[str, Any] = {
        "tokenize": tokenize,
        "lowercase": lowercase,
        "max_n": max_n,
        "reference_length": reference_length,
        "smoothing": smoothing,
        "smoothing_value": smoothing_value,
        "missing": missing,
        "weights": weights,
    }
    rules = resolved(rules, RULES, BleuRules)
    if smoothing is not None and smoothing_value is None and smoothing != rules.smoothing:
        rules = replace(rules, smoothing_value=None)
    found, tokenizer = chosen(rules, RULES, BleuRules, given)
    return checked(found), tokenizer


def checked(rules: BleuRules) -> BleuRules:
    """The same rules, every choice checked, a tokeniser of one's own by its name."""
    max_n = check_max_n(rules.max_n)
    smoothing = one_of(SMOOTHINGS, rules.smoothing, "smoothing")
    weights = None if rules.weights is None else check_weights(rules.weights, max_n)
    return replace(
        checked_reading(rules),
        zero_form=label(rules.zero_form, "zero_form"),
        max_n=max_n,
        totals=one_of(TOTALS, rules.totals, "totals"),
        reference_length=one_of(REFERENCE_LENGTHS, rules.reference_length, "reference_length"),
        smoothing=smoothing,
        smoothing_value=_value(smoothing, rules.smoothing_value),
        missing=one_of(MISSING, rules.missing, "missing"),
        weights=None if weights and len(set(weights)) == 1 else weights,  # uniform, which is what None means
        zero_when=one_of(ZERO_WHEN, rules.zero_when, "zero_when"),
        scale=_scale(rules.scale),
        form=_form(rules.form),
    )


def _scale(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value not in (1, 100):
        raise InputError("scale", described(value), "1 or 100")
    return value


def _form(value: object) -> str:
    if not isinstance(value, str) or not (value == "tensor" or _FORM.fullmatch(value)):
        raise InputError("form", described(value), "'tensor', or a format such as '{:.2f}' or '{!r}'")
    return value


def _value(smoothing: str, value: object) -> Fraction | None:
    """The value of a smoothing; None where it is the usual one, or where this smoothing takes none."""
    if value is None:
        return None
    usual = SMOOTHINGS[smoothing]
    if usual is None:
        fix = f"With smoothing={smoothing!r} leave it out."
        raise InputError("smoothing_value", described(value), "None: this smoothing works with no number", fix)
    number = check_value(value, "smoothing_value", "a number above 0, and 1000 at most")
    return None if number == usual else number
