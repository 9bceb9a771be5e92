"""Judgements: what several people say of the same segments, a number for each, and the mean of these numbers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from mtexplain.display import record
from mtexplain.display.parts import Note, Table
from mtexplain.inputs import InputError, check_list
from mtexplain.judging.measure import Check
from mtexplain.judging.measure import read as by_name
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.summary import TracedSummary
from mtexplain.tracing.number import Number, number, plain, sum_over
from mtexplain.tracing.steps import quantity, step

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
class Judgements(TracedSummary):
    """What judges say of the same segments, and the mean of it. `rows` has a list for each judge."""

    measure: str
    judges: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    source, unit = property(lambda trace: ""), property(lambda trace: "segment")
    told: ClassVar[Callable[[Any], str]]

    @property
    def each_i(self) -> range:
        """The judgements, by number."""
        return range(1, len(self.judged) + 1)

    @quantity("m_{i}")
    def mark(self, i: int) -> float:
        """What a judgement counts: the mark itself, unless a scale says otherwise."""
        *_, said = self.judged[i - 1]
        return number(said)

    @step("n", name="judgements", title="Judgements", says="how many judgements there are")
    def n(self) -> float:
        """Each judge works alone."""
        return len(self.judged)

    @step("S", name="mean", title="Mean", legend="m is what a judgement counts")
    def total(self) -> float:
        """Every judgement counts the same, whoever gave it."""
        return sum_over("i", self.each_i, self.mark)

    @quantity()
    def average(self) -> float:
        """The mean, exactly."""
        return self.total / self.n

    @step("mean", within=total, is_decimal=True)
    def mean(self) -> float:
        """The mean as a decimal."""
        return self.average

    # How it is told.

    @n.source
    @total.source
    def source_of_scale(self) -> str:
        """Name the work that the scale is from."""
        return str(self.source)

    @n.summary
    def who_judges_what(self) -> str:
        """Say how many judges and segments there are."""
        return ", ".join(self.about[:2])

    @n.table
    def each_judgement(self) -> Table:
        """Every judgement."""
        return self.table

    @total.summary
    def how_many(self) -> str:
        """Say how many judgements there are."""
        return self.about[-1]

    @property
    def answer(self) -> Number:
        return number(self.mean)

    @property
    def score(self) -> float | None:
        """The mean; None where nobody says anything."""
        return self.result_value

    @cached_property
    def judged(self) -> list[tuple[str, int, Any]]:
        """Every judgement: whose it is, the number of its segment, from 1, and what it says."""
        rows = zip(self.judges, self.rows, strict=True)
        return [(judge, place, said) for judge, row in rows for place, said in enumerate(row, 1) if said is not None]

    @property
    def about(self) -> tuple[str, ...]:
        counts = {"judge": len(self.judges), self.unit: len(self.rows[0]), "judgement": len(self.judged)}
        return tuple(so_many(count, name) for name, count in counts.items())

    @property
    def facts(self) -> dict[str, Any]:
        return super().facts | {"average": record.plain(plain(self.average)), "score": self.score}

    @property
    def why(self) -> str:
        return self.told() if self.judged else "Nobody has judged anything: that makes 0/0, which is undefined."

    @property
    def notes(self) -> tuple[Note, ...]:
        counted, asked = len(self.judged), sum(map(len, self.rows))
        if not counted:
            return (Note("undefined", self.why),)
        left_out = f"{asked - counted} of {asked} judgements are missing. The mean is that of the others."
        single = f"This is how one person saw one {self.unit}. Another may see it otherwise."
        return (*[Note("missing", left_out)] * (asked > counted), *[Note("single", single)] * (counted == 1))
