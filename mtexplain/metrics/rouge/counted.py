"""ROUGE-N, ROUGE-S and ROUGE-SU: units of a text are counted, and matched by their counts."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations

from mtexplain.counts import NGram, ngrams
from mtexplain.display.formula import Call, Chain, Formula, Symbol
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Table
from mtexplain.display.score import Credit
from mtexplain.display.trace import Step
from mtexplain.metrics.rouge import counting, tables
from mtexplain.metrics.rouge.base import Rouge
from mtexplain.metrics.rouge.maths import Overlap, shared
from mtexplain.metrics.rouge.rules import WORDS
from mtexplain.metrics.rouge.skips import number_of_pairs, shared_pairs, skip_bigrams

Tokens = Sequence[str]
_MOST_LISTED = 200_000
_NAMES = {1: "words", 2: "pairs", 3: "triples", 4: "fours"}


@dataclass(frozen=True, slots=True)
class Count:
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
    source = "Lin 2004, section 2"
    below = ""
    choices = ()

    @property
    def symbol(self) -> Symbol:
        return Symbol(f"ROUGE-{self.rules.n}")

    @property
    def units(self) -> str:
        return _NAMES.get(self.rules.n, f"{self.rules.n}-grams")

    def group_of(self, unit: NGram) -> int | str:
        return self.rules.n

    def units_of(self, tokens: Tokens) -> Iterable[NGram]:
        return ngrams(tokens, self.rules.n)

    def places_of(self, tokens: Tokens) -> Iterable[tuple[int, ...]]:
        return (tuple(range(start, start + self.rules.n)) for start in range(self.number_of_units(tokens)))

    def number_of_units(self, tokens: Tokens) -> int:
        return max(0, len(tokens) - self.rules.n + 1)

    def shared_with(self, reference: Tokens) -> int:
        if self.rules.n == 1:
            return shared(self.candidate, reference)
        return shared(list(self.units_of(self.candidate)), list(self.units_of(reference)))

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
    source = "Lin 2004, section 5"
    units = "skip-bigrams"
    earns = "skip-bigram"
    below = "skip2"
    name_columns = 2

    def weighed(self, total: Symbol, letter: str) -> Formula:
        pairs = Call("C", Chain(",", (total, "2")))
        return pairs if self.rules.max_skip is None else total

    def where(self, letter: str) -> str:
        if self.rules.max_skip is not None:
            return super().where(letter)
        text = "reference" if letter == "m" else "candidate"
        return f"matches is the sum of the overlaps, {letter} the number of words of the {text}"

    @property
    def symbol(self) -> Symbol:
        return Symbol(f"ROUGE-S{'' if self.rules.max_skip is None else self.rules.max_skip}")

    @property
    def choices(self) -> tuple[str, ...]:
        most = self.rules.max_skip
        return ("any gap",) if most is None else (f"at most {most} {'word' if most == 1 else 'words'} between",)

    def units_of(self, tokens: Tokens) -> Iterable[NGram]:
        return skip_bigrams(tokens, self.rules.max_skip)

    def places_of(self, tokens: Tokens) -> Iterable[tuple[int, ...]]:
        pairs = combinations(range(len(tokens)), 2)
        most = self.rules.max_skip
        return (pair for pair in pairs if most is None or pair[1] - pair[0] <= most + 1)

    def number_of_units(self, tokens: Tokens) -> int:
        return number_of_pairs(len(tokens), self.rules.max_skip)

    def shared_with(self, reference: Tokens) -> int:
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
    source = "Lin 2004, section 5.1"
    earns = "unit"
    units = "skip-bigrams and words"
    below = "su"

    @property
    def symbol(self) -> Symbol:
        return Symbol(f"ROUGE-SU{'' if self.rules.max_skip is None else self.rules.max_skip}")

    @property
    def choices(self) -> tuple[str, ...]:
        return (*super().choices, *((WORDS[self.rules.words],) if self.rules.words != "all" else ()))

    def weighed(self, total: Symbol, letter: str) -> Formula:
        if self.rules.max_skip is not None:
            return total
        words: Formula = total if self.rules.words == "all" else Chain("-", (total, "1"))
        return Chain("+", (super().weighed(total, letter), words))

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

    def shared_with(self, reference: Tokens) -> int:
        words = shared(self.words_of(self.candidate), self.words_of(reference))
        return words + super().shared_with(reference)

    @property
    def needed(self) -> frozenset[NGram]:
        """The words of the references; where the last word does not count, those that can count in this candidate."""
        words = frozenset((word,) for reference in self.references for word in self.words_of(reference))
        if self.rules.words == "all":
            return words
        return super().needed | ((words - {self.candidate[-1:]}) if self.candidate else frozenset())
