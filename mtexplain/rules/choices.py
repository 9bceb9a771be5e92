"""`BleuRules`, a frozen record of all choices that tools make differently when they compute BLEU.

The fields are in the order in which a score is computed. The values are words, so that a signature is readable.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Self

from mtexplain import data
from mtexplain.data import Record
from mtexplain.inputs import InputError, described
from mtexplain.rules.base import Rules, choice, label, option, order
from mtexplain.settings import check_value, check_weights

TOTALS: Mapping[str, str] = {
    "as counted": "a segment shorter than n has no n-gram",
    "at least 1": "a segment shorter than n counts as one n-gram that does not match",
}
REFERENCE_LENGTHS: Mapping[str, str] = {
    "closest": "the closest reference length; in a tie, the shorter",
    "first closest": "the closest reference length; in a tie, the first listed",
    "shortest": "the shortest reference length",
    "average": "the average reference length",
}
SMOOTHINGS_TOLD: Mapping[str, Record] = data.read(__package__, "smoothings.toml")
"""The description of each smoothing, by name."""
SMOOTHINGS: Mapping[str, Fraction | None] = {
    name: Fraction(smoothing["value"]) if "value" in smoothing else None for name, smoothing in SMOOTHINGS_TOLD.items()
}
"""The default value of each smoothing, by name; None for a smoothing that takes no value."""

_ADDED = (
    "'add-k' adds 1 for pairs and longer n-grams, and 'add-k-all' adds 1 for words too; smoothing_value= changes the "
    "added number."
)
_ELSEWHERE = {
    **dict.fromkeys(("laplace", "addone", "add1", "plusone", "plus1", "lidstone", "additive", "linandoch"), _ADDED),
    **dict.fromkeys(("true", "smooth", "smoothtrue"), f"In evaluate, smooth=True is 'add-k-all'. {_ADDED}"),
    **dict.fromkeys(
        ("epsilon", "eps", "addepsilon"),
        "Here it is 'method1', which replaces a match count of 0 by 0.1. Use smoothing_value= for a different number.",
    ),
    **dict.fromkeys(("nist", "geometric", "exponential"), "Here it is called 'exp', or 'method3' as NLTK numbers it."),
    **dict.fromkeys(("false", "no", "off", "null", "0"), "Here it is called 'none'."),
}
"""Hints for the names of smoothing methods in other tools, in lower case without punctuation."""

MISSING: Mapping[str, str] = {
    "zero": "an order without n-grams counts as 0",
    "one": "an order without n-grams counts as 1",
    "left out": "an order without n-grams is left out (effective order)",
}
ZERO_WHEN: Mapping[str, str] = {
    "a factor is 0": "the score is 0 if one of its factors is 0",
    "no word matches": "the score is 0 if no word matches, smoothed or not",
    "an order does not match": "the score is 0 if an order has no match, smoothed or not",
    "r is 0": "the score is 0 if r is 0",
}
_FORM = re.compile(r"[^{}]{0,20}\{(?:!r|:\.\d{1,2}f)\}[^{}]{0,20}")


def _scale(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value not in (1, 100):
        raise InputError(name, described(value), "1 or 100")
    return value


def _form(value: object, name: str) -> str:
    if not isinstance(value, str) or not (value == "tensor" or _FORM.fullmatch(value)):
        raise InputError(name, described(value), "'tensor', or a format such as '{:.2f}' or '{!r}'")
    return value


@dataclass(frozen=True)
class BleuRules(Rules):
    """A named set of choices for BLEU. To change a choice, give `bleu` a keyword, or use `dataclasses.replace`.

    >>> from mtexplain.rules import PAPER
    >>> PAPER.tokenize, PAPER.max_n, PAPER.lowercase, PAPER.smoothing
    ('whitespace', 4, False, 'none')
    """

    max_n: int = option(order("BLEU-4 is max_n=4."), 4)
    """The longest n-gram counted, N in the paper."""
    totals: str = option(choice(TOTALS), "as counted")
    """A name from `TOTALS`, for the number of n-grams of a segment that is shorter than n."""
    reference_length: str = option(choice(REFERENCE_LENGTHS), "closest")
    """A name from `REFERENCE_LENGTHS`, for the choice of a segment's reference length r."""
    smoothing: str = option(choice(SMOOTHINGS, _ELSEWHERE), "none")
    """A name from `SMOOTHINGS`, for how precisions are changed before they are multiplied."""
    smoothing_value: Fraction | None = None
    """The number that the smoothing uses; None means its default."""
    missing: str = option(choice(MISSING), "zero")
    """A name from `MISSING`, for the value of an order without any n-gram, 0/0."""
    weights: tuple[Fraction, ...] | None = None
    """A weight w_n for each order; they sum to 1. None means uniform weights of 1/N."""
    zero_when: str = option(choice(ZERO_WHEN), "a factor is 0")
    """A name from `ZERO_WHEN`, for what else makes the score 0 besides a factor of 0."""
    scale: int = option(_scale, 1)
    """The number that the tool reports for a perfect match, 1 or 100."""
    form: str = option(_form, "{!r}")
    """The format of the printed number, for `str.format`, or "tensor" for the format of torch."""
    zero_form: str = option(label, "")
    """The printed form of a 0 that comes from `zero_when`; empty if it is printed like any other number."""

    def with_choices(self, given: Mapping[str, Any]) -> Self:
        """These rules with the given choices. A new smoothing comes with its default value, unless a value is given."""
        other = given.get("smoothing")
        is_other = isinstance(other, str) and other != self.smoothing and given.get("smoothing_value") is None
        rules = replace(self, smoothing_value=None) if is_other else self
        return super(BleuRules, rules).with_choices(given)

    def checked(self) -> Self:
        """These rules with every choice checked. Equal weights and a smoothing's default value become None."""
        rules = super().checked()
        weights = None if rules.weights is None else check_weights(rules.weights, rules.max_n)
        value = None if rules.smoothing_value is None else rules._checked_value()
        return replace(rules, weights=weights if weights and len({*weights}) > 1 else None, smoothing_value=value)

    def _checked_value(self) -> Fraction | None:
        given, usual = self.smoothing_value, SMOOTHINGS[self.smoothing]
        if usual is None:
            fix = f"With smoothing={self.smoothing!r} leave it out."
            raise InputError("smoothing_value", described(given), "None, because this smoothing takes no number", fix)
        number = check_value(given, "smoothing_value", "a number above 0 and up to 1000")
        return None if number == usual else number

    def weight(self, n: int) -> Fraction:
        """The weight w_n of order n."""
        return self.weights[n - 1] if self.weights else Fraction(1, self.max_n)

    @property
    def may_change_precisions(self) -> bool:
        """True if the precisions that these rules multiply may differ from the counted precisions."""
        return (self.smoothing, self.totals, self.missing) != ("none", "as counted", "zero")

    @property
    def value(self) -> Fraction:
        """The number that the smoothing uses, given or default; 0 if it needs no number."""
        return self.smoothing_value if self.smoothing_value is not None else SMOOTHINGS[self.smoothing] or Fraction(0)

    def written(self, reported: float) -> str:
        """A number on the scale of these rules, in the format that the tool prints.

        >>> BleuRules("mine", scale=100, form="{:.2f}").written(43.0125)
        '43.01'
        """
        return _tensor(reported) if self.form == "tensor" else self.form.format(reported)


def _tensor(value: float) -> str:
    """A number in the format of a torch tensor, with four decimals, or with only a point if it is whole."""
    if value == round(value):
        return f"tensor({value:.0f}.)"
    return f"tensor({value:.4f})" if abs(value) >= 0.0001 else f"tensor({value:.4e})"
