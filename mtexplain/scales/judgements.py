"""Judgements of the same segments by several people. Each judgement is a number, and the score is their mean."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mtexplain.data import Record
from mtexplain.display import record
from mtexplain.display.parts import Note, Table
from mtexplain.inputs import InputError, check_list
from mtexplain.judging.measure import Check, Checked
from mtexplain.judging.measure import read as by_name
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.summary import TracedSummary
from mtexplain.tracing.number import Number, number, plain, sum_over
from mtexplain.tracing.steps import quantity, step

Given = Mapping[str, Sequence[object]] | Sequence[object]
"""A list for each judge, by name, with the segments in the same order; or the list of a single judge."""


def read(
    given: object, where: str, check: Check[Checked], unit: str = "segment"
) -> tuple[tuple[str, ...], tuple[tuple[Checked | None, ...], ...]]:
    """The judges, and the checked list of each judge, all of the same length. None means no judgement was given."""

    def row(value: object, spot: str) -> tuple[Checked | None, ...]:
        values = enumerate(check_list(value, spot, f"a list with an entry for each {unit}"), 1)
        return tuple([None if mark is None else check(mark, f"{spot}, {unit} {n}") for n, mark in values])

    if not isinstance(given, Mapping):
        kinds = [[*map(type, item)] if isinstance(item, tuple) else [] for item in check_list(given, where, "marks")]
        if not all(kind in ([str, list], [str, tuple]) for kind in kinds):
            given = {"1": given}
    lists = by_name(given, where, row, "judge")
    for name, marks in lists.items():
        if len(marks) != (number := len(next(iter(lists.values())))):
            expected, fix = f"{number}, as {next(iter(lists))} has", f"Use None for a {unit} without a judgement."
            raise InputError(f"{where}, judge {name}", so_many(len(marks), unit), expected, fix)
    if not any(lists.values()):
        raise InputError(where, "no judgement at all", f"at least one {unit} of at least one judge")
    return tuple(lists), tuple(lists.values())


@dataclass(frozen=True, repr=False)
class Judgements(TracedSummary):
    """Several judges' judgements of the same segments, and their mean. `rows` has a list for each judge."""

    measure: str
    judges: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    source, unit = property(lambda trace: ""), property(lambda trace: "segment")

    @property
    def each_i(self) -> range:
        """The numbers of the judgements."""
        return range(1, len(self.judged) + 1)

    @quantity("m_{i}")
    def mark(self, i: int) -> float:
        """The number that a judgement counts as, which is the mark itself unless a scale says otherwise."""
        *_, mark = self.judged[i - 1]
        return number(mark)

    @step("n", name="judgements", title="Judgements", says="the number of judgements")
    def n(self) -> float:
        """Each judge works alone."""
        return len(self.judged)

    @step("S", name="mean", title="Mean", legend="m is the number of a judgement")
    def total(self) -> float:
        """Every judgement counts equally, whoever gave it."""
        return sum_over("i", self.each_i, self.mark)

    @quantity()
    def average(self) -> float:
        """The exact mean."""
        return self.total / self.n

    @step("mean", within=total, is_decimal=True)
    def mean(self) -> float:
        """The mean as a decimal."""
        return self.average

    # How it is shown.

    @n.source
    @total.source
    def source_of_scale(self) -> str:
        """Name the publication of the scale."""
        return str(self.source)

    @n.summary
    def who_judges_what(self) -> str:
        """Say how many judges and segments there are."""
        return ", ".join(self.about[:2])

    @n.table
    def each_judgement(self) -> Table:
        """Show every judgement."""
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
        """The mean, or None if there are no judgements."""
        return self.result_value

    @cached_property
    def judged(self) -> list[tuple[str, int, Any]]:
        """Every judgement, as its judge, the number of its segment from 1, and the judgement itself."""
        rows = zip(self.judges, self.rows, strict=True)
        each = ((judge, segment, judgement) for judge, row in rows for segment, judgement in enumerate(row, 1))
        return [(judge, segment, judgement) for judge, segment, judgement in each if judgement is not None]

    @abstractmethod
    def sentence(self) -> str:
        """The meaning of the mean, in a sentence."""

    @property
    def about(self) -> tuple[str, ...]:
        counts = {"judge": len(self.judges), self.unit: len(self.rows[0]), "judgement": len(self.judged)}
        return tuple(so_many(count, name) for name, count in counts.items())

    @property
    def facts(self) -> Record:
        return super().facts | {"average": record.plain(plain(self.average)), "score": self.score}

    @property
    def why(self) -> str:
        return self.sentence() if self.judged else "Nobody has judged anything, so the mean is 0/0, which is undefined."

    @property
    def notes(self) -> tuple[Note, ...]:
        counted, asked = len(self.judged), sum(map(len, self.rows))
        if not counted:
            return (Note("undefined", self.why),)
        are = "is" if asked - counted == 1 else "are"
        left_out = f"{asked - counted} of {asked} judgements {are} missing, so the mean is over the others."
        single = f"This is a single person's judgement of a single {self.unit}. Someone else may judge it differently."
        return (*[Note("missing", left_out)] * (asked > counted), *[Note("single", single)] * (counted == 1))
