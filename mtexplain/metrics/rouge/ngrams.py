"""ROUGE-N, which counts the n-grams that a text shares with a reference (Lin 2004, section 2).

    matches = Σ_g min(Count(g), Count_R(g))     over the n-grams g

Recall, precision and F are computed from the matches in score.py.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import ClassVar, NamedTuple

from mtexplain.counts import NGram, ngrams
from mtexplain.display.parts import Cell, Column, Rows, Table, Words
from mtexplain.display.pyramid import Pyramid
from mtexplain.display.score import Credit
from mtexplain.display.texts import keyed
from mtexplain.metrics.rouge.rules import PAPER, ReferencesBySetting, RougeRules, RulesSetting, TokenizeSetting
from mtexplain.metrics.rouge.score import Tokens
from mtexplain.metrics.rouge.trace import Rouge, build
from mtexplain.metrics.shared.occurrences import Occurrences, Place, credited, ends
from mtexplain.metrics.shared.orders import order_name
from mtexplain.rules import LowercaseSetting
from mtexplain.tracing.number import Letter, Number, number, sum_over
from mtexplain.tracing.number import min as min_of
from mtexplain.tracing.steps import Indices, Quantity, quantity, step

_MOST_LISTED = 200_000
Places = dict[NGram, list[Place]]
"""For each unit, the positions of the words in each of its occurrences."""


class Count(NamedTuple):
    """A row of the table, with a unit and its counts in the candidate and in each reference."""

    unit: NGram
    in_candidate: int
    in_references: tuple[int, ...]

    @property
    def overlaps(self) -> tuple[int, ...]:
        """The matches of the unit in each reference."""
        return tuple([min(self.in_candidate, count) for count in self.in_references])

    def overlap(self, index: int) -> int:
        """The matches of the unit in a single reference, that is, the smaller of the two counts."""
        return min(self.in_candidate, self.in_references[index])


def shared(first: Sequence[Hashable], other: Sequence[Hashable]) -> int:
    """The number of units that two texts share. Each counts as often as it occurs in the text where it is rarer.

    >>> shared("the the cat".split(), "the dog and the cat the".split())
    3
    """
    mine, theirs = set(first), set(other)
    if len(mine) == len(first) or len(theirs) == len(other):  # one of the two repeats nothing
        return len(mine & theirs)
    left: dict[Hashable, int] = {}  # quicker than a Counter for a few dozen units
    for unit in other:
        left[unit] = left.get(unit, 0) + 1
    number = 0
    for unit in first:
        if left.get(unit):
            left[unit] -= 1
            number += 1
    return number


@dataclass(frozen=True, repr=False)
class Units(Rouge):
    """A score that counts units of the texts, either n-grams or pairs of words."""

    rules: RougeRules

    name_columns: ClassVar[int] = 1
    """The number of table columns for the name of a unit, which is 1, or 2 if each word of a pair has its own."""

    @step("matches_{i}", name="overlap_{i}")
    def matches(self, i: int) -> float:
        """The number of matches of a word, n-gram or skip-bigram is the smaller of its counts in the two texts.

        Repeating it more often than the reference does earns nothing.
        """
        if not self.is_listed:
            return number(self.count_matches(i))
        return sum_over("g", self.shared_units(i), lambda g: self.overlap(g, i), lambda: self.count_matches(i))

    def shared_units(self, i: int) -> Iterator[Count]:
        """The units that are in both the candidate and a reference."""
        yield from (count for count in self.counts if count.overlap(i - 1))

    def overlap(self, g: Count | Letter, i: int) -> float:
        """The matches of a unit in a reference, min(Count(g), Count_R(g))."""
        if isinstance(g, Letter):
            there = f"Count_{i}(g)" if len(self.references) > 1 else "Count_R(g)"
            return min_of(Number(None, "Count(g)"), Number(None, there))
        return g.overlap(i - 1)

    def matches_between(self, reference: Tokens, candidate: Tokens) -> int:
        return shared(list(self.units_of(candidate)), list(self.units_of(reference)))

    @cached_property
    def counts(self) -> tuple[Count, ...]:
        """A row for each distinct unit, first those in the candidate, in order, then those only in references."""
        counted = [Counter(self.units_of(text)) for text in self.tokens]
        units = list(dict.fromkeys(chain(*counted)))
        mine, *others = ([counter.get(unit, 0) for unit in units] for counter in counted)
        return tuple(map(Count, units, mine, zip(*others, strict=True)))

    @property
    def table(self) -> Table:
        """A row for each unit, with its count in the candidate, and its count and matches in each reference."""
        return self.table_of(self.counts, range(len(self.references)))

    def listed(self, index: int) -> list[Count]:
        """The rows of the units in the candidate or in the reference with this index, from 0."""
        return [row for row in self.counts if row.in_candidate or row.in_references[index]]

    def table_of(self, counts: Sequence[Count], places: Sequence[int]) -> Table:
        """A table of some units, with their counts in the candidate and in some of the references."""
        name = self.units.removesuffix("s")
        names = keyed(unit=name) if self.name_columns == 1 else keyed(first="first word", second="second word")
        columns = [*names, Column("count", "in the candidate")]
        totals: list[Cell] = ["sum", *([None] * (len(names) - 1)), self.number_of_units(self.tokens[0])]
        for at in places:
            several = len(self.references) > 1
            there = f"in reference {at + 1}" if several else "in the reference"
            overlap = f"overlap {at + 1}" if several else "overlap"
            columns += [Column(f"reference_{at + 1}", there), Column(f"overlap_{at + 1}", overlap)]
            totals += [self.number_of_units(self.tokens[at + 1]), int(self.matches(at + 1))]

        def cells(row: Count) -> tuple[Cell, ...]:
            unit = tuple(Words((word,)) for word in row.unit) if len(row.unit) > 1 else (Words(row.unit), None)
            words: tuple[Cell, ...] = (Words(row.unit),) if len(names) == 1 else unit
            return (*words, row.in_candidate, *(n for at in places for n in (row.in_references[at], row.overlap(at))))

        return Table("", tuple(columns), Rows(counts, cells), names=len(names), total=tuple(totals))

    @property
    def is_listed(self) -> bool:
        """True if there are few enough units to list them."""
        return max(map(self.number_of_units, self.tokens)) <= _MOST_LISTED

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every unit of the candidate, with its count and its largest number of matches in a reference that counts."""
        chosen = sorted(set(self.chosen))
        return tuple(
            Credit(self.group_of(row.unit), row.unit, row.in_candidate, max(map(row.overlap, chosen)))
            for row in self.counts
            if row.in_candidate
        )

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The units of the references. Without any of them, the score is 0."""
        return frozenset(chain.from_iterable(map(self.units_of, self.references)))

    def group_of(self, unit: NGram) -> int | str:
        """The group of a unit among the credits."""
        return self.units

    def units_of(self, tokens: Tokens) -> Iterable[NGram]:
        """The units of a text, in order."""
        raise NotImplementedError

    def places_of(self, tokens: Tokens) -> Iterable[tuple[int, ...]]:
        """The positions of the words of each unit, in the order of `units_of`."""
        raise NotImplementedError

    def number_of_units(self, tokens: Tokens) -> int:
        """The number of units in a text."""
        raise NotImplementedError

    def occurrences_in(self, tokens: Tokens) -> Occurrences:
        """Every unit of a text, with the positions of its words."""
        return zip(self.units_of(tokens), self.places_of(tokens), strict=True)

    def places_in(self, tokens: Tokens) -> Places:
        """For each unit of a text, the positions of the words in each of its occurrences."""
        places: Places = {}
        for unit, occurrence in self.occurrences_in(tokens):
            places.setdefault(unit, []).append(occurrence)
        return places

    def matched_occurrences(self, index: int) -> tuple[Places, Places]:
        """The occurrences that match, in the candidate and in the reference of this index, from 0."""
        overlaps = {row.unit: row.overlap(index) for row in self.counts}
        mine, theirs = self.tokens[0], self.tokens[index + 1]
        return (
            credited(self.occurrences_in(mine), overlaps, lambda: ends(mine, [theirs])),
            credited(self.occurrences_in(theirs), overlaps, lambda: ends(theirs, [mine])),
        )


@dataclass(frozen=True, repr=False)
class RougeN(Units):
    """ROUGE-N of a candidate, the n-grams that it shares with its references (section 2), as `rouge_n` returns it.

    >>> trace = rouge_n("police kill the gunman", ["police killed the gunman"], 1)
    >>> trace.recall
    R = matches / m = 3/4
    """

    rules: RougeRules
    metric, source = "rouge_n", "Lin 2004, section 2"
    candidate_length = Rouge.candidate_length.shown_as("words")
    reference_length = Rouge.reference_length.shown_as("words_{i}")

    @quantity("n", says="the number of n-grams in the candidate")
    def candidate_total(self) -> float:
        """The number of n-grams in the candidate."""
        return self.number_of_units(self.tokens[0])

    @quantity("m_{i}", says="the number of n-grams in the reference")
    def reference_total(self, i: int) -> float:
        """The number of n-grams in a reference."""
        return self.number_of_units(self.tokens[i])

    def units_of(self, tokens: Tokens) -> Iterable[NGram]:
        return ngrams(tokens, self.rules.n)

    def places_of(self, tokens: Tokens) -> Iterable[tuple[int, ...]]:
        return (tuple(range(start, start + self.rules.n)) for start in range(self.number_of_units(tokens)))

    def number_of_units(self, tokens: Tokens) -> int:
        return max(0, len(tokens) - self.rules.n + 1)

    def matches_between(self, reference: Tokens, candidate: Tokens) -> int:
        return shared(candidate, reference) if self.rules.n == 1 else super().matches_between(reference, candidate)

    @property
    def units(self) -> str:  # type: ignore[override]  # here they depend on the rules
        return order_name(self.rules.n)

    def group_of(self, unit: NGram) -> int | str:
        return self.rules.n

    def symbol_of(self, quantity: Quantity[...], indices: Indices = ()) -> str:
        return f"ROUGE-{self.rules.n}" if quantity.name == "score" else super().symbol_of(quantity, indices)

    @property
    def pyramid(self) -> Pyramid:
        """The picture, in which the n-grams of the reference are bricks below their words."""
        return self.picture


def rouge_n(
    candidate: str, references: list[str], n: int | None = None, *, rules: RulesSetting = PAPER,
    tokenize: TokenizeSetting = None, lowercase: LowercaseSetting = None, beta: float | Fraction | None = None,
    references_by: ReferencesBySetting = None,
) -> RougeN:  # fmt: skip
    """ROUGE-N, the overlap of n-grams between a candidate and its references, 0 to 1 (Lin 2004, section 2).

    A keyword overrides the rules unless it is None:

    - `n`: the length of the n-grams, which is 2 in all sets of rules
    - `rules`: the rules of the paper or of a tool, from `mtexplain.metrics.rouge.RULES`, or their name
    - `tokenize`: a name from `mtexplain.text.TOKENIZERS`, or a function from a string to a list of strings
    - `lowercase`: True, False, or "ascii" for A to Z only
    - `beta`: the importance of recall relative to precision in the score, 0 to 1000; `math.inf` for recall alone
    - `references_by`: the way in which several references are combined, "best", "pooled", "jackknife" or "coco"

    InputError (a ValueError, for a wrong type also a TypeError) says what is wrong with an input and how to fix it.

    >>> trace = rouge_n("police killed the gunman", ["the gunman killed the policeman"])
    >>> str(trace.recall), str(trace.precision), trace.exact
    ('2/4', '2/3', '(2 * 2/4 * 2/3) / (2/4 + 2/3)')
    """
    return build(
        RougeN, candidate, references, rules, n=n, tokenize=tokenize, lowercase=lowercase, beta=beta,
        references_by=references_by,
    )  # fmt: skip
