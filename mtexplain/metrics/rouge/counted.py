"""ROUGE-N, ROUGE-S and ROUGE-SU: units of a text are counted, and matched by their counts."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations
from typing import NamedTuple

from mtexplain.counts import NGram, count_ngrams, ngrams
from mtexplain.display.formula import Symbol
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Table
from mtexplain.display.score import Credit
from mtexplain.display.trace import Step
from mtexplain.metrics.rouge import counting, tables
from mtexplain.metrics.rouge.base import Rouge
from mtexplain.metrics.rouge.maths import Overlap
from mtexplain.metrics.rouge.rules import WORDS
from mtexplain.metrics.rouge.skips import number_of_pairs, shared_pairs, skip_bigrams

Tokens = Sequence[str]
_NAMES = {1: "words", 2: "pairs", 3: "triples", 4: "fours"}


class Count(NamedTuple):
    """One row of the table: a unit, how often the candidate has it, and how often each reference."""

    unit: NGram
    count: int
    reference_counts: tuple[int, ...]

    @property
    def overlaps(self) -> tuple[int, ...]:
        """How often it matches in each reference: as often as both have it."""
        return tuple(min(self.count, count) for count in self.reference_counts)


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
    def matches_with(self, reference: Tokens) -> int:
        """How many units the candidate shares with a reference."""

    @cached_property
    def overlaps(self) -> tuple[Overlap, ...]:
        n = self.number_of_units(self.candidate)
        return tuple(
            Overlap(self.matches_with(reference), self.number_of_units(reference), n) for reference in self.references
        )

    @cached_property
    def counts(self) -> tuple[Count, ...]:
        """A row for each different unit: those of the candidate in their order, then what only references have."""
        mine = Counter(self.units_of(self.candidate))
        others = [Counter(self.units_of(reference)) for reference in self.references]
        return tuple(
            Count(unit, mine[unit], tuple(other[unit] for other in others))
            for unit in dict.fromkeys(chain(mine, *others))
        )

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every unit of the candidate, with its count, and how often it matches in the references that count."""
        chosen = sorted(set(self.together.chosen))
        return tuple(
            Credit(self.group_of(row.unit), row.unit, row.count, max(row.overlaps[place] for place in chosen))
            for row in self.counts
            if row.count
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


@dataclass(frozen=True, repr=False)
class RougeN(RougeCounted):
    """ROUGE-N of one candidate: n-grams that it shares with its references (section 2). Make one with `rouge_n`.

    >>> from mtexplain.metrics.rouge import rouge_n
    >>> trace = rouge_n("police kill the gunman", ["police killed the gunman"], 1)
    >>> trace.recall, trace.precision, trace.score
    (Ratio(matches=3, total=4), Ratio(matches=3, total=4), 0.75)
    """

    metric = "rouge_n"

    @property
    def symbol(self) -> Symbol:
        return Symbol(f"ROUGE-{self.rules.n}")

    @property
    def below(self) -> str:
        return str(self.rules.n)

    @property
    def units(self) -> str:
        return _NAMES.get(self.rules.n, f"{self.rules.n}-grams")

    @property
    def choices(self) -> tuple[str, ...]:
        return ()

    def group_of(self, unit: NGram) -> int | str:
        return self.rules.n

    def units_of(self, tokens: Tokens) -> Iterable[NGram]:
        return ngrams(tokens, self.rules.n)

    def places_of(self, tokens: Tokens) -> Iterable[tuple[int, ...]]:
        return (tuple(range(start, start + self.rules.n)) for start in range(self.number_of_units(tokens)))

    def number_of_units(self, tokens: Tokens) -> int:
        return max(0, len(tokens) - self.rules.n + 1)

    def matches_with(self, reference: Tokens) -> int:
        left = self._candidate_counts
        return sum(min(count, left[gram]) for gram, count in count_ngrams(reference, self.rules.n).items() if gram in left)

    @cached_property
    def _candidate_counts(self) -> Counter[NGram]:
        return count_ngrams(self.candidate, self.rules.n)

    @property
    def needed(self) -> frozenset[NGram]:
        """The n-grams of the references: the score is 0 without one of them."""
        return frozenset(chain.from_iterable(map(self.units_of, self.references)))


@dataclass(frozen=True, repr=False)
class RougeS(RougeCounted):
    """ROUGE-S of one candidate: word pairs in their order, with gaps (section 5). Make one with `rouge_s`.

    >>> from mtexplain.metrics.rouge import rouge_s
    >>> rouge_s("the gunman police killed", ["police killed the gunman"]).recall
    Ratio(matches=2, total=6)
    """

    metric = "rouge_s"
    units = "skip-bigrams"
    below = "skip2"

    @property
    def symbol(self) -> Symbol:
        return Symbol(f"ROUGE-S{'' if self.rules.max_skip is None else self.rules.max_skip}")

    @property
    def choices(self) -> tuple[str, ...]:
        most = self.rules.max_skip
        return ("any gap",) if most is None else (f"at most {most} words between",)

    def units_of(self, tokens: Tokens) -> Iterable[NGram]:
        return skip_bigrams(tokens, self.rules.max_skip)

    def places_of(self, tokens: Tokens) -> Iterable[tuple[int, ...]]:
        pairs = combinations(range(len(tokens)), 2)
        most = self.rules.max_skip
        return (pair for pair in pairs if most is None or pair[1] - pair[0] <= most + 1)

    def number_of_units(self, tokens: Tokens) -> int:
        return number_of_pairs(len(tokens), self.rules.max_skip)

    def matches_with(self, reference: Tokens) -> int:
        return shared_pairs(self.candidate, reference, self.rules.max_skip)

    @property
    def needed(self) -> frozenset[NGram]:
        """Two neighbours of a reference: the least that makes a match in any case."""
        return frozenset(chain.from_iterable(ngrams(reference, 2) for reference in self.references))


@dataclass(frozen=True, repr=False)
class RougeSU(RougeS):
    """ROUGE-SU of one candidate: skip-bigrams, and words besides (section 5.1). Make one with `rouge_su`.

    >>> from mtexplain.metrics.rouge import rouge_su
    >>> rouge_su("the gunman police killed", ["police killed the gunman"]).recall
    Ratio(matches=6, total=10)
    """

    metric = "rouge_su"
    units = "skip-bigrams and words"
    below = "su"

    @property
    def symbol(self) -> Symbol:
        return Symbol(f"ROUGE-SU{'' if self.rules.max_skip is None else self.rules.max_skip}")

    @property
    def choices(self) -> tuple[str, ...]:
        return (*super().choices, *((WORDS[self.rules.words],) if self.rules.words != "all" else ()))

    def group_of(self, unit: NGram) -> int | str:
        return "skip-bigrams" if len(unit) == 2 else "words"

    def words_of(self, tokens: Tokens) -> Tokens:
        """The words that count besides the skip-bigrams."""
        return tokens if self.rules.words == "all" else tokens[:-1]

    def units_of(self, tokens: Tokens) -> Iterable[NGram]:
        return chain(ngrams(self.words_of(tokens), 1), super().units_of(tokens))

    def places_of(self, tokens: Tokens) -> Iterable[tuple[int, ...]]:
        words = ((place,) for place in range(len(self.words_of(tokens))))
        return chain(words, super().places_of(tokens))

    def number_of_units(self, tokens: Tokens) -> int:
        return len(self.words_of(tokens)) + super().number_of_units(tokens)

    def matches_with(self, reference: Tokens) -> int:
        shared = Counter(self.words_of(self.candidate)) & Counter(self.words_of(reference))
        return shared.total() + super().matches_with(reference)

    @property
    def needed(self) -> frozenset[NGram]:
        """The words of the references; where the last word does not count, those that can count in this candidate."""
        words = frozenset((word,) for reference in self.references for word in self.words_of(reference))
        if self.rules.words == "all":
            return words
        return super().needed | ((words - {self.candidate[-1:]}) if self.candidate else frozenset())
