"""The worth of a difference, which says how often people prefer the same system as a metric does.

Kocmi, Zouhar, Federmann and Post 2024, "Navigating the Metrics Maze: Reconciling Score Magnitudes and Accuracies", ACL,
2024.acl-long.110. They compared thousands of pairs of systems, and fitted a curve for each metric:

    A(d) = a / (1 + e^(-b d))        the share, in %, of the pairs that differ by d points
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import log
from typing import NamedTuple

from mtexplain.copies import read_only
from mtexplain.data import Record
from mtexplain.display.charts import Curve, Guide
from mtexplain.display.formula import shown
from mtexplain.display.parts import Column, Note, Part, Real, Table
from mtexplain.display.trace import Step
from mtexplain.inputs import InputError, described, listed
from mtexplain.metrics.shared.summary import TracedSummary
from mtexplain.settings import check_between
from mtexplain.significance.verdict import NOISE
from mtexplain.tracing.number import Number, exp, number, setting
from mtexplain.tracing.steps import step

KOCMI = "Kocmi et al. 2024"


def curve(a: float | Fraction, b: float | Fraction, d: float | Fraction) -> float:
    """Return the share, in %, of the pairs d points apart in which people prefer the same system as a metric."""
    return a / (1 + exp(-(b * d)))


class Fit(NamedTuple):
    """The fitted curve of a metric, with its title, a (in %) and b (per point), as in the authors' own tool."""

    title: str
    a: Fraction
    b: Fraction

    def share(self, points: float) -> float:
        """Return the share of pairs in which people prefer the same system as the metric, in %.

        >>> round(FITS["bleu"].share(1.0), 3)
        63.989
        """
        return float(curve(self.a, self.b, points))

    def points(self, share: float) -> float | None:
        """Return the difference with this share; None if no difference has this share.

        >>> round(FITS["chrf"].points(63.989), 3), FITS["bleu"].points(90)
        (0.71, None)
        """
        left = float(self.a) / share - 1
        return -log(left) / float(self.b) if left > NOISE else None


FITS: Mapping[str, Fit] = read_only({
    name: Fit(title, Fraction(a), Fraction(b))
    for name, title, a, b in (
        ("bleu", "BLEU", "88.33333333333225", "0.9663926931178954"),
        ("chrf", "chrF", "92.999999999972", "1.1142732157139852"),
        ("spbleu101", "spBLEU-101", "84.58445492823891", "1.262507595109315"),
        ("spbleu200", "spBLEU-200", "90.99999999998793", "0.8079046528617078"),
        ("bertscore", "BERTScore", "94.99999999999999", "2.6823162097239917"),
        ("bleurt20", "BLEURT-20", "98.33333333332963", "1.3727206190931929"),
        ("comet20", "COMET-20", "97.33333333332897", "0.7266990738678005"),
        ("comet22", "COMET-22", "96.22374133884283", "2.8359194570556636"),
        ("cometkiwi22", "CometKiwi-22", "98.88141616584615", "2.719280643871758"),
    )
})  # fmt: skip
"""The curve of each metric, by name. All scores are in points from 0 to 100."""
_COIN, _MARKED, _FLAT = 50, (60, 70, 80), Fraction(98, 100)
_SMALL = Fraction(1, 5)
"""A smaller difference than this may be on the scale from 0 to 1."""


@dataclass(frozen=True, repr=False)
class Worth(TracedSummary):
    """The share of pairs in which people and a metric prefer the same system. Returned by `worth`."""

    points: Fraction
    metric: str

    measure = "worth"
    fit = property(lambda self: FITS[self.metric])

    @step(
        "d", name="difference", title="Difference", source=KOCMI, summary="points on the scale from 0 to 100",
        says="points between the two systems",
    )  # fmt: skip
    def d(self) -> float:
        """The sign does not matter, because it says only which system is ahead."""
        return setting(abs(self.points))

    @step(
        "a", name="share", title="Share", source=KOCMI, says="the share that the curve never reaches, in %",
        summary="in how many of 100 pairs people prefer the same system",
    )  # fmt: skip
    def a(self) -> float:
        """Many pairs of systems were scored by the metric and judged by people.

        The curve was fitted to the share of pairs in which people and the metric prefer the same system.
        """
        return number(self.fit.a)

    @step("b", within=a, says="how steep the curve is")
    def b(self) -> float:
        """The slope of the curve."""
        return number(self.fit.b)

    @step("A", within=a, is_decimal=True)
    def share(self) -> float:
        """The share of pairs in which people prefer the same system as the metric, in %."""
        return curve(self.a, self.b, self.d)

    @a.table
    def some_shares(self) -> Table:
        """The differences in points for some round shares."""
        return self.marks

    def steps(self) -> tuple[Step, ...]:
        """The steps. If the share is above a coin's 50%, the same share in other metrics comes last."""
        why = "In another metric, the same share takes a different number of points."
        elsewhere = Step("others", "Other metrics", "the same share", self.value, why, KOCMI, (self.table,))
        return *super().steps(), *[elsewhere] * (self.share > _COIN)

    @property
    def answer(self) -> Number:
        return number(self.share)

    @property
    def facts(self) -> Record:
        return super().facts | {"share": self.result_value}

    @property
    def value(self) -> str:
        """The share in %, as text."""
        return f"{self.share:.1f}%"

    @property
    def why(self) -> str:
        title, apart = self.fit.title, shown(float(self.d))
        points = "point" if self.d == 1 else "points"
        if self.share <= _COIN:
            return f"A difference of {apart} {points} of {title} says no more than a coin."
        agree = f"people side with {title} in about {self.share:.0f} of 100 pairs"
        return f"If two systems differ by {apart} {points} of {title}, {agree}. A coin does so in 50."

    @property
    def about(self) -> tuple[str, ...]:
        return self.fit.title, f"fit of {KOCMI}", f"{shown(float(self.d))} point{'s' * (self.d != 1)}"

    @property
    def picture(self) -> Part:
        """The curve, with this difference and the differences for 60, 70 and 80% marked."""
        fit, here = self.fit, float(self.d)
        marked = {share: fit.points(share) for share in _MARKED}
        most = max(1.25 * here, 1.6 * (fit.points(80) or 1))
        places = sorted({most * step / 80 for step in range(81)} | {here})
        guides = [Guide(x, f"{shown(round(x, 2))}: {share}%", False) for share, x in marked.items() if x]
        label = f"{shown(here)}: {self.value}"
        alt = f"How often people agree with {fit.title}, against the difference in points. Here {label}."
        points = tuple((x, fit.share(x)) for x in places)
        axis = f"points of {fit.title} apart"
        return Curve(axis, "% agree", points, (here, self.share), label, tuple(guides), alt, top=100.0)

    @property
    def marks(self) -> Table:
        """A row for each of several round shares, with the difference in points."""
        rows = [(f"{share}%", _written(self.fit.points(share))) for share in (_COIN, *_MARKED, 90)]
        return Table("", (Column("share", "share"), Column("points", f"points of {self.fit.title}")), rows)

    @property
    def table(self) -> Table:
        """A row for each metric that has a curve, with the difference in points for the same share."""
        points = {name: fit.points(self.share) for name, fit in FITS.items()} | {self.metric: float(self.d)}
        rows = [(fit.title, _written(points[name]), Real(float(fit.a))) for name, fit in FITS.items()]
        header = Column("metric", "metric"), Column("points", "points"), Column("most", "never reaches, %")
        return Table(f"The points that {self.value} takes in each metric:", header, rows)

    @property
    def notes(self) -> tuple[Note, ...]:
        return tuple(self._notes())

    # fmt: off
    def _notes(self) -> Iterator[Note]:
        at_zero = f"{self.fit.share(0):.0f}%"
        yield Note("fit", "The curve is a fit to pairs of real systems. At a difference of 0 it gives "
                   f"{at_zero}, where a coin gives 50%. For other systems and texts, people may judge differently.")
        if self.share > _FLAT * self.fit.a:
            yield Note("flat", "The curve is nearly flat here, so a larger difference says little more.")
        if 0 < self.d < _SMALL:
            yield Note("scale", "Points are on the scale from 0 to 100. If your scores go from 0 to 1, multiply the "
                       "difference by 100 first.")  # fmt: skip
    # fmt: on


def _written(points: float | None) -> Real | str:
    if points is None:
        return "never"
    return Real(points, f"{points:.2f}") if points > 0 else "less than 0"


def worth(points: float | Fraction, metric: str | Callable[..., object] = "bleu") -> Worth:
    """The share of pairs in which people prefer the same system as a metric, for a difference in points, as a trace.

    Points are on the scale from 0 to 100, as tools print scores, and their sign does not matter. `metric` is the name
    or the function of a metric. The share is in %, from a fitted curve (Kocmi et al. 2024), and never above the
    metric's a.

    >>> print(worth(0.5).why)
    If two systems differ by 0.5 points of BLEU, people side with BLEU in about 55 of 100 pairs. A coin does so in 50.
    >>> worth(2, "chrf").value
    '84.0%'

    InputError if the points are not a number from -100 to 100, or if the metric has no curve.
    """
    name = getattr(metric, "__name__", metric)
    key = re.sub(r"[\s_-]", "", name.lower().removeprefix("corpus_")) if isinstance(name, str) else ""
    if key not in FITS:
        expected = f"a metric that has a curve: {listed([fit.title for fit in FITS.values()])}"
        raise InputError("metric", described(metric), expected)
    fix = "Give the difference of two scores from 0 to 100, such as 1.5."
    return Worth(check_between(points, "points", -100, 100, fix), key)
