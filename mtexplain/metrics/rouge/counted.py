"""What ROUGE-N, ROUGE-S and ROUGE-SU have in common: units of a text are counted, and matched by their counts."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from mtexplain.counts import NGram
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Table
from mtexplain.display.score import Credit
from mtexplain.display.trace import Step
from mtexplain.metrics.rouge import counting, tables
from mtexplain.metrics.rouge.base import Rouge
from mtexplain.metrics.rouge.maths import Overlap

Tokens = Sequence[str]
_MOST_LISTED = 200_000


class Count(NamedTuple):
    """One row of the table: a unit, how often the candidate has it, and how often each reference."""

    unit: NGram
    in_candidate: int
    in_references: tuple[int, ...]

    @property
    def overlaps(self) -> tuple[int, ...]:
        """How often it matches in each reference."""
        return tuple([min(self.in_candidate, count) for count in self.in_references])

    def overlap(self, place: int) -> int:
        """How often it matches in one reference: as often as both have it."""
        return min(self.in_candidate, self.in_references[place])


@dataclass(frozen=True, repr=False)
class RougeCounted(Rouge):
    """A score whose matches are counted unit by unit."""

    matched = "matches"

    @abstractmethod
    def units_of(self, tokens: Tokens) -> Iterable[NGram]:
        """The units of a text, in its order."""

    @abstractmethod
    def places_of(self, tokens: Tokens) -> Iterable[tuple[int, ...]]:
        """Where the words of each of these units stand."""

    @abstractmethod
    def number_of_units(self, tokens: Tokens) -> int:
        """How many units a text has."""

    @abstractmethod
    def shared_with(self, reference: Tokens) -> int:
        """How many units the candidate shares with a reference."""

    @property
    def is_listed(self) -> bool:
        """Whether the units are few enough to be listed."""
        return max(map(self.number_of_units, (self.candidate, *self.references))) <= _MOST_LISTED

    @property
    def name_columns(self) -> int:
        """How many columns of the table name a unit: one, or one for each word of a pair."""
        return 1

    @cached_property
    def overlaps(self) -> tuple[Overlap, ...]:
        n = self.number_of_units(self.candidate)
        return tuple([Overlap(self.shared_with(one), self.number_of_units(one), n) for one in self.references])

    @cached_property
    def counts(self) -> tuple[Count, ...]:
        """A row for each different unit: those of the candidate in their order, then what only references have."""
        mine = Counter(self.units_of(self.candidate))
        others = [Counter(self.units_of(reference)) for reference in self.references]
        return tuple(
            Count(unit, mine.get(unit, 0), tuple([other.get(unit, 0) for other in others]))
            for unit in dict.fromkeys(chain(mine, *others))
        )

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every unit of the candidate, with its count, and how often it matches in the references that count."""
        chosen = sorted(set(self.together.chosen))
        return tuple(
            Credit(self.group_of(row.unit), row.unit, row.in_candidate, max(map(row.overlap, chosen)))
            for row in self.counts
            if row.in_candidate
        )

    def group_of(self, unit: NGram) -> int | str:
        """The group a unit stands in among the credits."""
        return self.units

    @property
    def table(self) -> Table:
        """Every unit, a row each."""
        return tables.overlap(self)

    def working(self) -> Iterable[Step]:
        """The table of overlaps."""
        return counting.steps(self)

    def watched(self) -> Iterable[Moment]:
        """Every unit's counts and overlaps in turn."""
        return counting.moments(self)

    def earned(self) -> list[tuple[str, ...]]:
        return counting.earned(self)

    def where(self, letter: str) -> str:
        text = "reference" if letter == "m" else "candidate"
        return f"matches is the sum of the overlaps, {letter} the number of {self.units} of the {text}"
