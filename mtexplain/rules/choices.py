"""Every choice two tools may make differently when they compute BLEU, as one frozen record: `BleuRules`.

The fields stand in the order in which a score is computed. The values are words, so that a signature can be read.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from mtexplain.rules.base import Rules

TOTALS: Mapping[str, str] = {
    "as counted": "a segment shorter than n has no n-gram",
    "at least 1": "a segment shorter than n counts as one n-gram without a match",
}
REFERENCE_LENGTHS: Mapping[str, str] = {
    "closest": "the closest reference length, the shorter of two as close",
    "first closest": "the closest reference length, the first listed of two as close",
    "shortest": "the shortest reference length",
    "average": "the average reference length",
}
SMOOTHINGS: Mapping[str, Fraction | None] = {
    "none": None,
    "floor": Fraction(1, 10),
    "add-k": Fraction(1),
    "exp": None,
    "add-k-all": Fraction(1),
    "method1": Fraction(1, 10),
    "method2": Fraction(1),
    "method3": None,
    "method4": Fraction(5),
    "method5": None,
    "method6": Fraction(5),
    "method7": Fraction(5),
    "nltk-method0": None,
    "nltk-method4": Fraction(5),
    "nltk-method5": None,
    "nltk-method6": Fraction(5),
    "nltk-method7": Fraction(5),
    "coco": None,
}
"""Every smoothing by name, with the value it takes where none is given; None where it takes none."""

MISSING: Mapping[str, str] = {
    "zero": "an order without n-grams counts as 0",
    "one": "an order without n-grams counts as 1",
    "left out": "an order without n-grams is left out (effective order)",
}
ZERO_WHEN: Mapping[str, str] = {
    "a factor is 0": "the score is 0 where one of its factors is 0",
    "no word matches": "the score is 0 where no word matches, smoothed or not",
    "an order does not match": "the score is 0 where one order has no match, smoothed or not",
    "r is 0": "the score is 0 where r is 0",
}


@dataclass(frozen=True)
class BleuRules(Rules):
    """A named set of choices for BLEU. Frozen: to change one, give `bleu` a keyword, or use `dataclasses.replace`.

    >>> from mtexplain.rules import PAPER
    >>> PAPER.tokenize, PAPER.max_n, PAPER.lowercase, PAPER.smoothing
    ('whitespace', 4, False, 'none')
    """

    max_n: int = 4
    """The longest n-gram counted, N in the paper."""
    totals: str = "as counted"
    """How many n-grams a segment shorter than n counts as having: a name from `TOTALS`."""
    reference_length: str = "closest"
    """Which reference length of a segment is its best match length r: a name from `REFERENCE_LENGTHS`."""
    smoothing: str = "none"
    """What is done to the precisions before they are multiplied: a name from `SMOOTHINGS`."""
    smoothing_value: Fraction | None = None
    """The number this smoothing works with; None means its usual one."""
    missing: str = "zero"
    """What an order counts as that has no n-gram at all, 0/0: a name from `MISSING`."""
    weights: tuple[Fraction, ...] | None = None
    """One weight w_n for each order, 1 in all; None means uniform, 1/N each."""
    zero_when: str = "a factor is 0"
    """What makes the score 0, besides a factor of 0: a name from `ZERO_WHEN`."""
    scale: int = 1
    """What a perfect match is reported as: 1 or 100."""
    form: str = "{!r}"
    """How the reported number is printed: a format as `str.format` takes it, or "tensor", as torch prints one."""
    zero_form: str = ""
    """How the 0 is printed that `zero_when` makes; nothing where it is printed like any other number."""

    def weight(self, n: int) -> Fraction:
        """w_n, the weight of the order n."""
        return self.weights[n - 1] if self.weights else Fraction(1, self.max_n)

    @property
    def value(self) -> Fraction:
        """The number that the smoothing works with: the one given, or its usual one; 0 where it needs none."""
        return self.smoothing_value if self.smoothing_value is not None else SMOOTHINGS[self.smoothing] or Fraction(0)

    def written(self, reported: float) -> str:
        """A number on the scale of these rules, as the tool prints it.

        >>> BleuRules("mine", scale=100, form="{:.2f}").written(43.0125)
        '43.01'
        """
        return _tensor(reported) if self.form == "tensor" else self.form.format(reported)


def _tensor(value: float) -> str:
    """A number as torch prints a tensor of one: four digits, a whole number with its point alone."""
    if value == round(value):
        return f"tensor({value:.0f}.)"
    return f"tensor({value:.4f})" if abs(value) >= 0.0001 else f"tensor({value:.4e})"
