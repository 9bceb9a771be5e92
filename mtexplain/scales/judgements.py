"""Judgements: what several people say of the same segments, a number for each, and the mean of these numbers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from mtexplain.display.parts import Note
from mtexplain.inputs import InputError, check_list
from mtexplain.judging.measure import Check, written
from mtexplain.judging.measure import read as by_name
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import formula, quantity
from mtexplain.recipe.summary import Summary

Given = Mapping[str, Sequence[Any]] | Sequence[Any]
"""A list for each judge, by name, in the same order of segments; or the list of a single judge."""


def read(given: object, where: str, check: Check, one: str = "segment") -> tuple[tuple[str, ...], tuple[Any, ...]]:
    """The judges, and the list of each, checked: as long as the others'. None stands where there is no judgement."""

    def row(value: object, spot: str) -> tuple[Any, ...]:
        values = enumerate(check_list(value, spot, f"a list, one for each {one}"), 1)
        return tuple([None if it is None else check(it, f"{spot}, {one} {place}") for place, it in values])

    if not isinstance(given, Mapping):
        kinds = [[*map(type, it)] if isinstance(it, tuple) else [] for it in check_list(given, where, "marks")]
        if not all(kind in ([str, list], [str, tuple]) for kind in kinds):
            given = {"1": given}
    found = by_name(given, where, row, "judge")
    for name, marks in found.items():
        if len(marks) != (number := len(next(iter(found.values())))):
            expected = f"{number}, as {next(iter(found))} has"
            raise InputError(f"{where}, judge {name}", so_many(len(marks), one), expected, f"None is a {one} left out.")
    if not any(found.values()):
        raise InputError(where, "no judgement at all", f"at least one {one} of at least one judge")
    return tuple(found), tuple(found.values())


@dataclass(frozen=True, repr=False)
class Judgements(Summary):
    """What judges say of the same segments, and the mean of it. `score` is None where nobody says anything."""

    measure: str
    judges: tuple[str, ...]
    given: tuple[tuple[Any, ...], ...]

    source, unit = property(lambda trace: ""), property(lambda trace: "segment")
    told: ClassVar[Callable[[Any], str]]
    mark = quantity("m", "what each judgement counts", index="i", write=written)(
        lambda trace: tuple([trace.worth(said) for *_, said in trace.judged])
    )
    n = quantity("n", "how many judgements there are")(lambda trace: len(trace.judged))
    total = formula("S", "sum(mark)", write=written)
    average = formula("", "total / n")
    score = formula("mean", "average", convert=float)
    plan: ClassVar[tuple[Plan, ...]] = (
        Plan("judgements", "Judgements", "Each judge works alone.", lambda trace, _: trace.source, ("n",),
             lambda trace, _: ", ".join(trace.about[:2]), lambda trace, _: (trace.table,)),
        Plan("mean", "Mean", "Every judgement counts the same, whoever gave it.", lambda trace, _: trace.source,
             ("total", "score"), lambda trace, _: trace.about[-1], where="m is what a judgement counts"),
    )  # fmt: skip

    def worth(self, said: Any) -> Fraction | int:
        """What a judgement counts: the mark itself, say."""
        return said  # type: ignore[no-any-return]

    @property
    def judged(self) -> list[tuple[str, int, Any]]:
        """Every judgement: whose it is, the number of its segment, from 1, and what it says."""
        rows = zip(self.judges, self.given, strict=True)
        return [(judge, place, said) for judge, row in rows for place, said in enumerate(row, 1) if said is not None]

    @property
    def about(self) -> tuple[str, ...]:
        counts = {"judge": len(self.judges), self.unit: len(self.given[0]), "judgement": self.n}
        return tuple(so_many(count, name) for name, count in counts.items())

    @property
    def why(self) -> str:
        return self.told() if self.n else "Nobody has judged anything: that makes 0/0, which is undefined."

    @property
    def notes(self) -> tuple[Note, ...]:
        if not self.n:
            return (Note("undefined", self.why),)
        missing = sum(map(len, self.given)) - self.n
        left_out = f"{missing} of {missing + self.n} judgements are missing. The mean is that of the others."
        single = f"This is how one person saw one {self.unit}. Another may see it otherwise."
        return (*[Note("missing", left_out)] * (missing > 0), *[Note("single", single)] * (self.n == 1))
