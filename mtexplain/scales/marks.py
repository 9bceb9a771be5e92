"""Scales on which a judge gives each segment a mark. The score is the mean of all marks.

For each scale, scales.toml has the question, the meaning of its points, and the source.
"""

from dataclasses import dataclass
from functools import partial

from mtexplain import data
from mtexplain.display.parts import Table, titled
from mtexplain.display.trace import Step
from mtexplain.judging.measure import named
from mtexplain.scales.judgements import Given, Judgements, read
from mtexplain.settings import check_whole

SCALES = data.read(__package__, "scales.toml")
"""Each scale by name."""


@dataclass(frozen=True, repr=False)
class Marks(Judgements):
    """Marks on a scale, and their mean. Returned by `intelligibility`, `fidelity`, `adequacy`, `fluency` and others.

    >>> trace = adequacy({"Ada": [4, 5, 3], "Ben": [4, 4, 2]})
    >>> trace.exact, str(trace.average)
    ('22/6', '11/3')
    """

    scale = property(lambda trace: SCALES[trace.measure])
    source = property(lambda trace: trace.scale["source"])
    unit = property(lambda trace: trace.scale.get("unit", "segment"))
    good = property(lambda trace: f"{trace.scale['best']} is best")
    remark = property(lambda trace: trace.scale.get("remark", ""))

    def steps(self) -> tuple[Step, ...]:
        """The scale, and the steps of the mean."""
        ends, why = "{least} to {most}".format(**self.scale), f"{self.scale['asks']} {self.remark}".strip()
        points = titled("mark meaning", [*self.scale["points"].items()], 1)
        return Step("scale", "Scale", self.good, ends, why, self.source, (points,)), *super().steps()

    @property
    def table(self) -> Table:
        """Every mark, with its judge, its segment, and its meaning if the scale names it."""
        points = self.scale["points"]
        rows = [(named(judge), segment, mark, points.get(str(mark), "in between"))
                for judge, segment, mark in self.judged]  # fmt: skip
        return titled(f"judge {self.unit} mark meaning", rows)

    def sentence(self) -> str:
        ends = "{least} to {most}".format(**self.scale)
        return f"The score is the mean of marks from {ends}, where {self.good}. {self.remark}".strip()


def _marks(name: str, marks: Given) -> Marks:
    ends, points = (SCALES[name]["least"], SCALES[name]["most"]), SCALES[name]["points"]
    fix = " and ".join(f"{end} means {points[str(end)]}" for end in ends) + "; None means no mark."
    check = partial(check_whole, least=ends[0], most=ends[1], fix=fix)
    return Marks(name, *read(marks, name, check, SCALES[name].get("unit", "segment")))


def intelligibility(marks: Given) -> Marks:
    """The intelligibility of sentences, as a trace. It is the mean of marks from 1 to 9, and 9 is best (Carroll 1966).

    The judge sees neither the original nor a reference. `marks` has a list for each judge, by name, with the segments
    in the same order and None for a missing mark; or it is a single judge's list. InputError names the judge and the
    segment of an invalid mark.

    >>> intelligibility({"Ada": [9, 3], "Ben": [8, None]}).exact
    '20/3'
    """
    return _marks("intelligibility", marks)


def fidelity(marks: Given) -> Marks:
    """The information that the original adds, as a trace. It is the mean of marks from 0 to 9, where 1 is best.

    A high score is bad. Some judges read a careful translation instead of the original (Carroll 1966). `marks` are
    given as in `intelligibility`.

    >>> fidelity([0, 3, 6]).score
    3.0
    """
    return _marks("fidelity", marks)


def adequacy(marks: Given) -> Marks:
    """The meaning that is preserved, as a trace. It is the mean of `marks` from 1 to 5, as in `intelligibility`.

    >>> adequacy({"Ada": [4, 5, 3], "Ben": [4, 4, 2]}).score
    3.6666666666666665
    """
    return _marks("adequacy", marks)


def fluency(marks: Given) -> Marks:
    """The quality of the language, as a trace. It is the mean of `marks` from 1 to 5, as in `intelligibility`.

    >>> fluency([5, 4]).exact
    '9/2'
    """
    return _marks("fluency", marks)


def comprehension(marks: Given) -> Marks:
    """The share of questions about a text that readers of its translation answer correctly, as a trace, from 0 to 1.

    A mark is 1 for a correct answer and 0 for any other answer. `marks` are given as in `intelligibility`.

    >>> comprehension({"Ada": [1, 0, 1], "Ben": [1, 1, 0]}).exact
    '4/6'
    """
    return _marks("comprehension", marks)
