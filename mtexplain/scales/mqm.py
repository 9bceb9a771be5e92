"""MQM: experts list the errors of each segment; each costs its weight, and the mean cost of a segment is the score.

The weights are those of Freitag et al. 2021, "Experts, Errors, and Context", as the README of its data has them; its
experts list five errors a segment at most. The points of the course corpus (1, 2, 4) are others, and its own.
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
"""Its category, its severity, and what it costs."""
WEIGHTS = read_only({
    "minor fluency/punctuation": Fraction(1, 10), "major non-translation": Fraction(25),
    "major": Fraction(5), "minor": Fraction(1), "neutral": Fraction(0),
})  # fmt: skip
"""What an error costs: by severity and category, or else by category, or else by severity."""
SEVERITIES = ("major", "minor", "neutral")
_SOURCE = "Freitag et al. 2021"


@dataclass(frozen=True, repr=False)
class Mqm(Judgements):
    """Errors of segments, and the mean of what they cost. Make one with `mqm`."""

    weights: tuple[tuple[str, Fraction], ...]
    source = property(lambda trace: _SOURCE)

    def mark(self, i: int) -> float:
        """What the errors of a segment cost."""
        *_, errors = self.judged[i - 1]
        return setting(sum((cost for *_, cost in errors), Fraction()))

    def steps(self) -> tuple[Step, ...]:
        """The weights, and the steps of the mean."""
        why = "An error costs by its severity; some kinds have a weight of their own."
        first = Step("weights", "Weights", "what an error costs", "0 is best", why, _SOURCE, (self.prices,))
        return first, *super().steps()

    @property
    def prices(self) -> Table:
        """Each weight, and whose it is."""
        rows = [
            (named(of), Real(float(one)), _SOURCE if WEIGHTS.get(of) == one else "yours") for of, one in self.weights
        ]
        return titled("error weight source", rows, 1)

    @property
    def table(self) -> Table:
        """Every error: who found it, in which segment, what it is, and what it costs."""
        found = [(judge, place, *one) for judge, place, errors in self.judged for one in errors]
        rows = [(named(who), place, named(kind), named(bad), Real(float(one))) for who, place, kind, bad, one in found]
        return titled("judge segment category severity weight", rows)

    def told(self) -> str:
        return "What the errors of a segment cost on average; 0 is best."


def _errors(value: object, where: str, weights: Mapping[str, Fraction]) -> tuple[Error, ...]:
    found, severities = [], [*SEVERITIES, *(of for of in weights if of not in WEIGHTS)]
    for place, one in enumerate(check_list(value, where, "a list of errors; [] for none"), 1):
        spot = f"{where}, error {place}"
        if not isinstance(one, (tuple, list)) or len(one) != 2:
            raise InputTypeError(spot, described(one), "a category and a severity, as ('Style', 'minor')")
        kind, bad = (seen(text, spot) for text in one)
        names = f"{bad} {kind}".rstrip("!"), kind.rstrip("!"), bad
        if bad.casefold() not in severities:
            fix = f"The category comes first. Or add weights={{{bad!r}: 10}}."
            raise InputError(spot, f"the severity {bad!r}", f"one of {listed(severities)}", fix)
        found.append((kind, bad, next(weights[of] for of in map(str.casefold, names) if of in weights)))
    return tuple(found)


def mqm(errors: Given, *, weights: Mapping[str, Fraction | float] | None = None) -> Mqm:
    """The mean cost of the errors in a segment, as a trace; lower is better, 0 the best (Freitag et al. 2021).

    For each judge, by name, a list of segments: each a list of errors (category, severity), or None where it was not
    judged; or one judge's list. `weights` adds or replaces some: {"critical": 10, "major style": 2}.

    >>> mqm([[("Accuracy/Mistranslation", "major"), ("Fluency/Punctuation", "minor")], [], [("Style", "minor")]]).exact
    '6.1/3'
    """
    if not isinstance(weights, Mapping | None):
        raise InputTypeError("weights", described(weights), "a dict of weights, as {'critical': 10}")
    check = partial(check_between, least=0, most=1000, fix="")
    own = {name.casefold(): one for name, one in by_name(weights or {}, "weights", check, "kind of error").items()}
    prices = {**WEIGHTS, **own}
    return Mqm("mqm", *read(errors, "mqm", partial(_errors, weights=prices)), tuple(prices.items()))
