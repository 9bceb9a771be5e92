"""Scales from a bad end to a good one: a judge gives each segment a mark, and the mean of all marks is the score.

    intelligibility, fidelity   Carroll 1966; ALPAC 1966, appendix 10; how judges used them after
                                setthings.com, which quotes point 3. His table has the other points.
    adequacy, fluency           White, O'Connell and O'Mara 1994; the five points of the Linguistic Data Consortium
                                after Wong and Mooney 2007, who have them from Koehn and Monz 2006
    comprehension               Miller and Beebe-Center 1956; White, O'Connell and Carlson 1993, who report such a test

What a point means is said in our words. ARPA also had a quality panel of professional translators (White et al. 1993).
"""

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from mtexplain.display.parts import Table
from mtexplain.judging.measure import named
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import formula, quantity
from mtexplain.scales.judgements import Given, Judgements, read, table
from mtexplain.settings import check_whole


class Scale(NamedTuple):
    """A published scale: its good end and its bad one, what is asked, what points mean, and where that is from."""

    best: int
    worst: int
    asks: str
    points: dict[int, str]
    source: str
    remark: str = ""
    unit: str = "segment"


_CARROLL, _LDC = "Carroll 1966; ALPAC 1966, appendix 10", "White et al. 1994; points of the LDC"
SCALES = {
    "intelligibility": Scale(9, 1, "How well can you understand this sentence, without the original?", {
        9: "clear at once", 3: "reads like nonsense; long study lets one guess", 1: "can't be understood"}, _CARROLL),
    "fidelity": Scale(0, 9, "You have read the translation. How much more does the original tell you?", {
        0: "nothing new", 9: "very much"}, _CARROLL, "A high mark is a bad one: so much did the translation lose."),
    "adequacy": Scale(5, 1, "How much of what the reference says does the translation say?", {
        5: "all of it", 4: "most of it", 3: "much of it", 2: "little of it", 1: "none of it"}, _LDC),
    "fluency": Scale(5, 1, "How good is the language of the translation?", {
        5: "flawless", 4: "good", 3: "like a learner's", 2: "it stumbles", 1: "can't be understood"}, _LDC),
    "comprehension": Scale(1, 0, "Has a reader of the translation alone answered a question about the text rightly?", {
        1: "right", 0: "wrong"}, "White et al. 1993", "The mean is the share of right answers.", "question"),
}  # fmt: skip
"""Each scale by its name."""


@dataclass(frozen=True, repr=False)
class Marks(Judgements):
    """Marks on a scale, and their mean: what `intelligibility`, `fidelity`, `adequacy`, `fluency` and others return.

    >>> trace = adequacy({"Ada": [4, 5, 3], "Ben": [4, 4, 2]})
    >>> trace.exact, str(trace.average), str(trace.share)
    ('22/6', '11/3', '2/3')
    """

    scale = property(lambda trace: SCALES[trace.measure])
    source = property(lambda trace: trace.scale.source)
    unit = property(lambda trace: trace.scale.unit)
    worst = quantity("worst", "the bad end of the scale")(lambda trace: trace.scale.worst)
    best = quantity("best", "the good end of the scale")(lambda trace: trace.scale.best)
    share = formula("share", "(average - worst) / (best - worst)")
    plan = (
        Plan("scale", "Scale", lambda trace, _: f"{trace.scale.asks} {trace.scale.remark}".strip(),
             lambda trace, _: trace.source,
             (), lambda trace, _: f"{trace.best} is best",
             lambda trace, _: (table("mark meaning", [*trace.scale.points.items()], 1),),
             outcome=lambda trace, _: f"{trace.worst} to {trace.best}"),
        *Judgements.plan,
        Plan("share", "Share", "From the bad end, 0, to the good end, 1: so scales with other ends can be compared.",
             "ours", ("share",), "of the way from bad to good", applies=lambda trace: trace.unit == "segment"),
    )  # fmt: skip

    @property
    def table(self) -> Table:
        """Every mark: whose it is, of which segment, and what it means where the scale says so."""
        points = self.scale.points
        rows = [(named(judge), place, mark, points.get(mark, "in between")) for judge, place, mark in self.judged]
        return table(f"judge {self.unit} mark meaning", rows)

    def told(self) -> str:
        return f"Mean of marks from {self.worst} to {self.best}, the best. {self.scale.remark}".strip()


def _marks(name: str, marks: Given) -> Marks:
    best, worst, _, points, *_, unit = SCALES[name]
    fix = f"{best} means {points[best]}, {worst} {points[worst]}; None is no mark."
    check = partial(check_whole, least=min(best, worst), most=max(best, worst), fix=fix)
    return Marks(name, *read(marks, name, check, unit))


def intelligibility(marks: Given) -> Marks:
    """How well sentences can be understood, as a trace: the mean of marks from 1 to 9, the best (Carroll 1966).

    The judge sees neither original nor reference. Marks are a list for each judge, by name, in the same order of
    segments, None where there is none; or one judge's list. InputError says whose mark is wrong, and where.

    >>> intelligibility({"Ada": [9, 3], "Ben": [8, None]}).exact
    '20/3'
    """
    return _marks("intelligibility", marks)


def fidelity(marks: Given) -> Marks:
    """How much more the original tells, as a trace: the mean of marks from 0, the best, to 9. A high score is bad.

    Some judges read a careful translation in place of the original (Carroll 1966). Marks as in `intelligibility`.

    >>> fidelity([0, 3, 6]).score, str(fidelity([0, 3, 6]).share)
    (3.0, '2/3')
    """
    return _marks("fidelity", marks)


def adequacy(marks: Given) -> Marks:
    """How much of the meaning is there, as a trace: the mean of marks from 1 to 5, the best, as in `intelligibility`.

    >>> adequacy({"Ada": [4, 5, 3], "Ben": [4, 4, 2]}).score
    3.6666666666666665
    """
    return _marks("adequacy", marks)


def fluency(marks: Given) -> Marks:
    """How good the language is, as a trace: the mean of marks from 1 to 5, the best, as in `intelligibility`.

    >>> fluency([5, 4]).exact
    '9/2'
    """
    return _marks("fluency", marks)


def comprehension(marks: Given) -> Marks:
    """The share of questions about a text that readers of its translation answer rightly, as a trace, from 0 to 1.

    A mark is 1 for a right answer, 0 for any other; they are given as for `intelligibility`.

    >>> comprehension({"Ada": [1, 0, 1], "Ben": [1, 1, 0]}).exact
    '4/6'
    """
    return _marks("comprehension", marks)
