"""MQM, in which experts list the errors of each segment, each with a weight. The score is the mean cost of a segment.

The weights come from the README of the data of Freitag et al. 2021, "Experts, Errors, and Context", whose experts list
at most five errors per segment. The course corpus has its own points (1, 2, 4).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from mtexplain.copies import read_only
from mtexplain.display.parts import Real, Table, titled
from mtexplain.display.trace import Step
from mtexplain.inputs import InputError, InputTypeError, check_list, described, listed
from mtexplain.judging.measure import named, seen
from mtexplain.judging.measure import read as by_name
from mtexplain.scales.judgements import Given, Judgements, read
from mtexplain.settings import check_between
from mtexplain.tracing.number import setting

Error = tuple[str, str, Fraction]
"""The category, severity and cost of an error."""
WEIGHTS = read_only({
    "minor fluency/punctuation": Fraction(1, 10), "major non-translation": Fraction(25),
    "major": Fraction(5), "minor": Fraction(1), "neutral": Fraction(0),
})  # fmt: skip
"""The cost of an error by severity and category, otherwise by category, otherwise by severity."""
SEVERITIES = ("major", "minor", "neutral")
_SOURCE = "Freitag et al. 2021"


@dataclass(frozen=True, repr=False)
class Mqm(Judgements):
    """The errors of segments, and the mean cost of a segment. Returned by `mqm`."""

    weights: tuple[tuple[str, Fraction], ...]
    source = property(lambda trace: _SOURCE)

    def mark(self, i: int) -> float:
        """The cost of the errors of a segment."""
        *_, errors = self.judged[i - 1]
        return setting(sum((cost for *_, cost in errors), Fraction()))

    def steps(self) -> tuple[Step, ...]:
        """The weights, and the steps of the mean."""
        why = "The cost of an error depends on its severity, and some kinds of error have their own weight."
        first = Step("weights", "Weights", "what an error costs", "0 is best", why, _SOURCE, (self.prices,))
        return first, *super().steps()

    @property
    def prices(self) -> Table:
        """Each weight and its source."""
        rows = [
            (named(error), Real(float(weight)), _SOURCE if WEIGHTS.get(error) == weight else "yours")
            for error, weight in self.weights
        ]
        return titled("error weight source", rows, 1)

    @property
    def table(self) -> Table:
        """Every error, with its judge, segment, category, severity and cost."""
        rows = [
            (named(judge), segment, named(category), named(severity), Real(float(cost)))
            for judge, segment, errors in self.judged for category, severity, cost in errors
        ]  # fmt: skip
        return titled("judge segment category severity weight", rows)

    def sentence(self) -> str:
        return "The score is the mean cost of the errors in a segment, where 0 is best."


def _errors(value: object, where: str, weights: Mapping[str, Fraction]) -> tuple[Error, ...]:
    errors, severities = [], [*SEVERITIES, *(name for name in weights if name not in WEIGHTS)]
    for n, error in enumerate(check_list(value, where, "a list of errors, or [] for none"), 1):
        spot = f"{where}, error {n}"
        if not isinstance(error, (tuple, list)) or len(error) != 2:
            raise InputTypeError(spot, described(error), "a category and a severity, such as ('Style', 'minor')")
        category, severity = (seen(text, spot) for text in error)
        names = f"{severity} {category}".rstrip("!"), category.rstrip("!"), severity
        if severity.casefold() not in severities:
            fix = f"The category comes first. To add a severity, pass weights={{{severity!r}: 10}}."
            raise InputError(spot, f"the severity {severity!r}", f"one of {listed(severities)}", fix)
        cost = next(weights[name] for name in map(str.casefold, names) if name in weights)
        errors.append((category, severity, cost))
    return tuple(errors)


def mqm(errors: Given, *, weights: Mapping[str, Fraction | float] | None = None) -> Mqm:
    """The mean cost of the errors in a segment, as a trace. Lower is better, and 0 is best (Freitag et al. 2021).

    `errors` has a list of segments for each judge, by name, or is a single judge's list. Each segment is a list of
    errors (category, severity), or None if it was not judged. `weights` adds or replaces weights, as in
    {"critical": 10, "major style": 2}.

    >>> mqm([[("Accuracy/Mistranslation", "major"), ("Fluency/Punctuation", "minor")], [], [("Style", "minor")]]).exact
    '6.1/3'
    """
    if not isinstance(weights, Mapping | None):
        raise InputTypeError("weights", described(weights), "a dict of weights such as {'critical': 10}")
    check = partial(check_between, least=0, most=1000, fix="")
    own = by_name(weights or {}, "weights", check, "kind of error")
    prices = {**WEIGHTS, **{name.casefold(): weight for name, weight in own.items()}}
    return Mqm("mqm", *read(errors, "mqm", partial(_errors, weights=prices)), tuple(prices.items()))
