"""A hand computation, checked number by number, with the misconceptions that explain what is wrong."""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from math import inf
from typing import Any

from mtexplain.display.parts import Headline, Note, Part, Table
from mtexplain.display.score import Score
from mtexplain.display.trace import Step, Trace
from mtexplain.explain.practice.misconceptions import SUBJECTS
from mtexplain.explain.practice.working import steps
from mtexplain.explain.practice.working.claims import claimed
from mtexplain.explain.practice.working.facts import DiagnosisFacts
from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.metrics.bleu import bleu
from mtexplain.recipe.misconception import Subject
from mtexplain.recipe.numbers import as_json


@dataclass(frozen=True, repr=False)
class Diagnosis(DiagnosisFacts, Trace):
    """A hand computation beside the right one. Make one with `check_working`."""

    @property
    def headline(self) -> Headline:
        """Whether all is right; else the first number that is wrong, and the right one."""
        return steps.headline(self)

    @property
    def overview(self) -> tuple[Part, ...]:
        """What is wrong, what explains it, and every claim beside the right number."""
        return steps.overview(self)

    def steps(self) -> tuple[Step, ...]:
        """What each explanation says, then the right working of the first number that is wrong."""
        return tuple(steps.of_diagnosis(self))

    @property
    def table(self) -> Table:
        """A row for each claim: its name, as it was claimed, the right number, the verdict."""
        return steps.table(self)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What is odd about the text."""
        return self.score.notes

    def to_dict(self) -> dict[str, Any]:
        """The verdicts and the explanations, ready for JSON."""
        return {
            "first_wrong": self.first_wrong,
            "claims": [
                {"name": one.name, "claimed": one.typed, "right": as_json(self.right[one.name]), "verdict": kind}
                for one, kind in self.verdicts
            ],
            "misconceptions": [
                {"names": [one.name for one in found.misconceptions], "sure": found.sure}
                for found in self.misconceptions
            ],
        }

    def __repr__(self) -> str:
        if self.first_wrong is None:
            return f"Diagnosis(all {len(self.claims)} right)"
        names = ", ".join(one.name for one in self.misconceptions[:3]) or "nothing"
        return f"Diagnosis({self.first_wrong} is the first that is wrong; {names} explains it)"


def check_working(
    candidate: str | list[Any] | None,
    references: list[Any] | None = None,
    *,
    metric: Callable[..., Score] = bleu,
    **claims: Any,
) -> Diagnosis:
    """A hand computation, checked: which number is the first that is wrong, and which misconception explains it.

    For BLEU claim any of `p=[...]`, `c=`, `r=`, `bp=` and `score=`; one precision alone as `p_2=`. Fractions may be
    strings ("10/17"), closed forms too ("e^(-1/6)"); ints and fractions are exact, decimal numbers are right at the
    digits given (Python takes 0.80 for 0.8; "0.80" keeps both). None in a list is no claim. Other keywords go to the
    metric: max_n=2. A list of candidates is a text, with references grouped by segment. `metric` may be any metric
    whose mistakes we know (see `mtexplain.misconceptions`); each has claims of its own, which an error names.

    >>> found = check_working("the the cat", ["the mat"], max_n=1, p=["2/3"], score=0.33)
    >>> found.first_wrong, [one.name for one in found.misconceptions]
    ('p_1', [])
    >>> found = check_working("the the cat", ["the mat"], max_n=1, p=["2/3"])
    >>> found.first_wrong, [one.name for one in found.misconceptions if len(one.misconceptions) == 1]
    ('p_1', ['no-clipping'])

    InputError says which claim can't be read, and how to write it.
    """
    subject = _subject(metric)
    settings = {name: value for name, value in claims.items() if not _is_claim(subject, name)}
    score = subject.score(candidate, references, **settings)
    names = subject.numbers(subject.sheet(score), {}).forms
    endless = score.range[1] == inf or any((inf,) == form for form in names.values())
    given = {name: value for name, value in claims.items() if name not in settings}
    found = list(claimed(given, list(names), endless=endless))
    if not found:
        expected = f"at least one of {', '.join(f'{name}=' for name in subject.claims)}"
        raise InputError("claims", "none", expected, "Write check_working(candidate, references, score=0.43).")
    order = list(names)
    return Diagnosis(subject, score, tuple(sorted(found, key=lambda claim: order.index(claim.name))))


def _subject(metric: object) -> Subject:
    for subject in SUBJECTS:
        if metric in subject.metrics:
            return subject
    known = ", ".join(subject.metric.__name__ for subject in SUBJECTS)
    named = any(metric == one.__name__ for subject in SUBJECTS for one in subject.metrics)
    fix = f"Write metric=mtexplain.{metric}." if named else ""
    raise InputTypeError("metric", described(metric), f"a metric of mtexplain whose working we know: {known}", fix)


def _is_claim(subject: Subject, keyword: str) -> bool:
    """Whether a keyword is a claim, as p, score and p_2 are; otherwise it must be a setting of the metric."""
    name, _, number = keyword.partition("_")
    if keyword in subject.claims or (name in subject.claims and number.isdecimal()):
        return True
    settings = [name for name in list(signature(subject.metric).parameters)[1:] if name != "references"]
    if keyword not in settings:
        expected = f"a claim: {', '.join(subject.claims)}; or a setting: {', '.join(settings)}"
        raise InputError(keyword, "a keyword that is neither", expected)
    return False
