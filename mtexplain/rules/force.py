"""The rules in force: a set of rules, the keywords that win over it, and the checks of both."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any

from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.rules.choices import MISSING, REFERENCE_LENGTHS, SMOOTHINGS, TOTALS, ZERO_WHEN, Lowercase, Rules
from mtexplain.rules.tools import PAPER, RULES, named
from mtexplain.settings import OneOf, check_flag, check_max_n, check_value, check_weights
from mtexplain.text import AT_ONCE, TOKENIZERS, Tokenizer
from mtexplain.unseen import visible

RulesSetting = Annotated[Rules | str, OneOf(RULES)]
TokenizeSetting = Annotated[
    str | Tokenizer | None, OneOf({name: cut for name, cut in TOKENIZERS.items() if name not in AT_ONCE})
]
"""A form offers those that are quick for one text."""
LowercaseSetting = Lowercase | None
ReferenceLengthSetting = Annotated[str | None, OneOf({name: name for name in REFERENCE_LENGTHS})]
SmoothingSetting = Annotated[str | None, OneOf({name: name for name in SMOOTHINGS})]
MissingSetting = Annotated[str | None, OneOf({name: name for name in MISSING})]

_FORM = re.compile(r"[^{}]{0,20}\{(?:!r|:\.\d{1,2}f)\}[^{}]{0,20}")


def rules_in_force(
    rules: Rules | str = PAPER,
    *,
    tokenize: str | Tokenizer | None = None,
    lowercase: Lowercase | None = None,
    max_n: int | None = None,
    reference_length: str | None = None,
    smoothing: str | None = None,
    smoothing_value: float | Fraction | None = None,
    missing: str | None = None,
    weights: Sequence[float | Fraction] | None = None,
) -> tuple[Rules, Tokenizer]:
    """The rules after the given keywords have won over them, checked, and the tokeniser they name.

    Another smoothing brings its own usual value, unless one is given.

    >>> rules, tokenizer = rules_in_force(PAPER, max_n=2)
    >>> rules.max_n, rules.weight(1), tokenizer("the cat")
    (2, Fraction(1, 2), ('the', 'cat'))
    """
    if isinstance(rules, str):
        rules = named(rules)
    if not isinstance(rules, Rules):
        raise InputTypeError("rules", described(rules), "a set of rules", "Write rules=mtexplain.PAPER.")
    tokenizer = tokenizer_of(rules.tokenize if tokenize is None else tokenize)
    if smoothing is not None and smoothing_value is None and smoothing != rules.smoothing:
        rules = replace(rules, smoothing_value=None)
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
    return checked(replace(rules, **{name: value for name, value in given.items() if value is not None})), tokenizer


def checked(rules: Rules) -> Rules:
    """The same rules, every choice checked, a tokeniser of one's own by its name."""
    max_n = check_max_n(rules.max_n)
    smoothing = _one_of(SMOOTHINGS, rules.smoothing, "smoothing")
    weights = None if rules.weights is None else check_weights(rules.weights, max_n)
    return replace(
        rules,
        name=_label(rules.name, "name") or "rules",
        tool=_label(rules.tool, "tool"),
        zero_form=_label(rules.zero_form, "zero_form"),
        tokenize=tokenizer_name(rules.tokenize),
        lowercase=_lowercase(rules.lowercase),
        max_n=max_n,
        totals=_one_of(TOTALS, rules.totals, "totals"),
        reference_length=_one_of(REFERENCE_LENGTHS, rules.reference_length, "reference_length"),
        smoothing=smoothing,
        smoothing_value=_value(smoothing, rules.smoothing_value),
        missing=_one_of(MISSING, rules.missing, "missing"),
        weights=None if weights and len(set(weights)) == 1 else weights,  # uniform, which is what None means
        zero_when=_one_of(ZERO_WHEN, rules.zero_when, "zero_when"),
        scale=_scale(rules.scale),
        form=_form(rules.form),
    )


def _label(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise InputTypeError(f"rules, {name}", described(value), "a string")
    return value


def _scale(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value not in (1, 100):
        raise InputError("scale", described(value), "1 or 100")
    return value


def _form(value: object) -> str:
    if not isinstance(value, str) or not (value == "tensor" or _FORM.fullmatch(value)):
        raise InputError("form", described(value), "'tensor', or a format such as '{:.2f}' or '{!r}'")
    return value


def _one_of(known: Mapping[str, object], name: object, where: str) -> str:
    if not isinstance(name, str):
        raise InputTypeError(where, described(name), f"one of {', '.join(known)}")
    if name not in known:
        raise InputError(where, described(name), f"one of {', '.join(known)}")
    return name


def _lowercase(value: object) -> Lowercase:
    if value == "ascii":
        return "ascii"
    return check_flag(value, "lowercase", "True or False, or 'ascii' for A to Z alone")


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


def tokenizer_of(name: object) -> Tokenizer:
    """The tokeniser of that name, or the function itself."""
    if callable(name):
        return name
    if not isinstance(name, str):
        raise InputTypeError("tokenize", described(name), _KNOWN)
    if name not in TOKENIZERS:
        raise InputError("tokenize", described(name), _KNOWN)
    return TOKENIZERS[name]


def tokenizer_name(tokenize: object) -> str:
    """The name a trace keeps: that of a function ends in (), so that it is never taken for one of ours."""
    if callable(tokenize):
        return f"{visible(str(getattr(tokenize, '__qualname__', type(tokenize).__name__)))}()"
    return str(tokenize)


_KNOWN = f"one of {', '.join(TOKENIZERS)}, or a function from a string to a list of strings"
