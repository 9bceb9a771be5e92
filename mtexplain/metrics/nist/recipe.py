"""NIST as a recipe: every number that it takes, in the order of the computation, with its formula."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache, cached_property
from math import inf, log
from typing import Literal, NamedTuple

from mtexplain import exact
from mtexplain.counts import NGram, count_ngrams
from mtexplain.display.formula import Call, Chain, Formula, Over, Symbol, shown
from mtexplain.display.score import Score, SentenceScore, Term, TextScore
from mtexplain.metrics.nist.references import ReferenceCounts, count_references
from mtexplain.metrics.nist.rules import NistRules
from mtexplain.recipe.quantity import Orders, Quantity, Recipe, Rows, formula, quantity


@dataclass(frozen=True)
class Row:
    """One row of the table of an order: an n-gram, how often it occurs and matches, and what each match is worth.

    `times` is how often it occurs in all references, `beginning` how often it does without its last word;
    `information` and `gain` are in bits, to 40 digits. The first three are None where no reference has it.
    """

    ngram: NGram
    count: int
    reference_counts: tuple[int, ...]
    matches: int
    times: int | None
    beginning: int | None
    information: Decimal | None

    @property
    def gain(self) -> Decimal:
        """What its matches are worth."""
        with exact.forty_digits():
            return self.matches * (self.information or Decimal(0))


class Order(NamedTuple):
    """The n-grams of one order: what all that match are worth, and how many n-grams the candidate has.

    `gain` is in bits, to 40 digits, and `mean` is that per n-gram; 0/0 adds nothing: it counts as 0. `chosen` is the
    one reference that counts, where only one does. A corpus has no `rows`: they live in its segments.
    """

    n: int
    gain: Decimal
    total: int
    mean: Decimal
    matches: int
    rows: tuple[Row, ...] = ()
    chosen: int | None = None


class Brevity(NamedTuple):
    """The brevity penalty BP, with the lengths it comes from (equation 3).

    Of a corpus, both lengths are sums over its segments, and `reference_lengths` lists every reference in turn.
    """

    candidate_length: int
    reference_length: Fraction
    reference_lengths: tuple[int, ...]
    value: float


class NistScore(Recipe, Score):
    """NIST from the information of what matches. It has no end: higher is better.

    A quantity of each n-gram is a tuple of tuples: of each order, one of each different n-gram of the candidate.
    """

    rules: NistRules
    account: Literal["log", "sum"] = "sum"

    @quantity("g", "the n-grams of the candidate", index="n g")
    def ngrams(self: "SegmentNist") -> Rows[NGram]:
        return tuple(tuple(order) for order in self.counts)

    @quantity("Count", "how often the candidate has it", index="n g")
    def count(self: "SegmentNist") -> Rows[int]:
        return tuple(tuple(order.values()) for order in self.counts)

    @quantity("allowed", "the most that one reference has", index="n g")
    def allowed(self: "SegmentNist") -> Rows[int]:
        return tuple(
            tuple([max(found) if place is None else found[place] for found in order])
            for place, order in zip(self.chosen, self.found, strict=True)
        )

    matches: Quantity[Rows[int]] = formula("matches", "min(count, allowed)", index="n g")

    @quantity(Call("Count", Symbol("w", "1…n")), "how often the references have it", index="n g")
    def times(self: "SegmentNist") -> Rows[int | None]:
        return self._in_references(self.known.times)

    @quantity(Call("Count", Symbol("w", "1…n-1")), "how often they have it without its last word", index="n g")
    def beginning(self: "SegmentNist") -> Rows[int | None]:
        return self._in_references(self.known.beginning)

    information: Quantity[Rows[Decimal | None]] = formula("Info", "log2(beginning / times)", index="n g")

    @quantity("words", "how many words all references have")
    def words(self) -> int:
        return self.known.words

    matched: Quantity[Orders[int]] = formula("matched", "sum(matches)", index="n", pooled=True, step="s_{n}")
    gain: Quantity[Orders[Decimal]] = formula(
        "gain", "sum(matches * information)", index="n", pooled=True, step="s_{n}"
    )
    total: Quantity[Orders[int]] = formula("total", "sum(count)", index="n", pooled=True, step="s_{n}")
    s: Quantity[Orders[Decimal | None]] = formula("s", "gain / total", index="n", step="s_{n}")

    @quantity("L_sys", "the number of tokens of the candidate", pooled=True, step="tokens")
    def candidate_length(self: "SegmentNist") -> int:
        return len(self.candidate)

    @quantity("L", "the lengths of the references that count", index="i")
    def lengths(self: "SegmentNist") -> tuple[int, ...]:
        lengths = tuple(map(len, self.references))
        return tuple(lengths[place] for place in self.chosen if place is not None) or lengths

    reference_length: Quantity[Fraction] = formula("L_ref", "mean(lengths)", pooled=True, step="brevity")
    beta: Quantity[Decimal] = formula("β", "log(1 / 2) / log(2 / 3) ** 2", step="brevity")
    bp: Quantity[Decimal | int] = formula(
        "BP",
        "0 if candidate_length == 0 else 1 if reference_length == 0 else "
        "exp(beta * log(min(candidate_length / reference_length, 1)) ** 2)",
        step="brevity",
    )

    @quantity("N", "how many orders there are")
    def max_n(self) -> int:
        return self.rules.max_n

    score: Quantity[float] = formula("NIST", "bp * sum(s)", step="score", convert=float)

    @property
    @abstractmethod
    def known(self) -> ReferenceCounts:
        """What was counted over all references: it says how much information an n-gram holds."""

    @property
    @abstractmethod
    def reference_lengths(self) -> tuple[int, ...]:
        """The length of every reference."""

    @property
    @abstractmethod
    def largest(self) -> tuple[float, ...]:
        """The largest information, in bits, of an n-gram of each order that can be matched; 0 where there is none."""

    @cached_property
    def orders(self) -> Orders[Order]:
        """Each order from 1 to N: what its matches are worth, and how many n-grams there are."""
        means = (mean or Decimal(0) for mean in self.s)
        numbers = range(1, self.rules.max_n + 1)
        return tuple(map(Order, numbers, map(Decimal, self.gain), self.total, means, self.matched))

    @property
    def brevity(self) -> Brevity:
        """The brevity penalty, and the lengths it comes from."""
        return Brevity(self.candidate_length, self.reference_length, self.reference_lengths, float(self.bp))

    @property
    def range(self) -> tuple[Fraction | float, Fraction | float]:
        """From 0, without an upper end: how much there is to gain depends on the references. See `most`."""
        return Fraction(0), inf

    @property
    def most(self) -> float:
        """A score that no candidate exceeds: of each order, the largest information of an n-gram of the references."""
        return sum(self.largest)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """BP times the gain per n-gram of each order: pairs (name, value) that add up to the score."""
        with exact.forty_digits():
            return tuple(Term(f"BP * s_{order.n}", float(self.bp * order.mean)) for order in self.orders)

    @property
    def symbol(self) -> Formula:
        return NistScore.score.symbol

    @property
    def closed_form(self) -> Formula:
        """NIST with numbers, as in 0.9543 * (54.4/18 + 22/17): bits over n-grams. BP is left out where it is 1."""
        means = tuple(Over(shown(float(order.gain)), str(order.total)) for order in self.orders)
        several = len(means) > 1
        if self.bp == 1:
            return Chain("+", means) if several else means[0]
        return Chain("*", (shown(float(self.bp)), Chain("+", means, grouped=True) if several else means[0]))


class SegmentNist(NistScore, SentenceScore):
    """What is counted in one segment."""

    rules: NistRules
    corpus_references: tuple[tuple[str, ...], ...]

    @cached_property
    def known(self) -> ReferenceCounts:
        return count_references(self.corpus_references or self.references, self.rules.max_n, self.rules.no_prefixes)

    @cached_property
    def counts(self) -> Orders[Counter[NGram]]:
        """How often the candidate has each of its n-grams."""
        return tuple(count_ngrams(self.candidate, n) for n in range(1, self.rules.max_n + 1))

    @cached_property
    def reference_counts(self) -> Orders[tuple[Counter[NGram], ...]]:
        """How often each reference has each of its n-grams."""
        return tuple(
            tuple(count_ngrams(reference, n) for reference in self.references) for n in range(1, self.rules.max_n + 1)
        )

    @cached_property
    def found(self) -> Rows[tuple[int, ...]]:
        """How often each reference has an n-gram of the candidate."""
        return tuple(
            tuple([tuple([counts[ngram] for counts in references]) for ngram in order])
            for order, references in zip(self.counts, self.reference_counts, strict=True)
        )

    def _in_references(self, count: Callable[[NGram], int]) -> Rows[int | None]:
        """A count of every n-gram that one of the references has."""
        return tuple(
            tuple([count(ngram) if any(found) else None for ngram, found in zip(order, places, strict=True)])
            for order, places in zip(self.ngrams, self.found, strict=True)
        )

    @cached_property
    def chosen(self) -> Orders[int | None]:
        """Of each order the one reference that counts, from 0: it gains most, of two the longer, then the first.

        None where all count. NLTK compares floats here. So do we: of two that gain as much, the last digit may put one
        before the other.
        """
        if self.rules.matches == "all references":
            return (None,) * self.rules.max_n
        places = range(len(self.references))
        return tuple(
            max(places, key=lambda place: (self._gained(mine, theirs[place]), len(self.references[place])))
            for mine, theirs in zip(self.counts, self.reference_counts, strict=True)
        )

    def _gained(self, mine: Mapping[NGram, int], theirs: Mapping[NGram, int]) -> float:
        """What a candidate gains by one reference, added up as NLTK does.

        From Python 3.12 on, `sum` makes up for rounding.
        """
        shared = (ngram for ngram in mine if ngram in theirs)
        known = self.known
        return sum(log(known.beginning(one) / known.times(one), 2) * min(mine[one], theirs[one]) for one in shared)

    @cached_property
    def orders(self) -> Orders[Order]:
        """Each order, with a row for every different n-gram of the candidate."""
        rows = zip(
            self.ngrams, self.count, self.found, self.matches, self.times, self.beginning, self.information, strict=True
        )
        made = (tuple(map(Row, *columns)) for columns in rows)
        return tuple(map(lambda order, rows, chosen: order._replace(rows=rows, chosen=chosen),
                         super().orders, made, self.chosen))  # fmt: skip

    @cached_property
    def worth(self) -> Mapping[NGram, tuple[int, Decimal]]:
        """Of every n-gram of the references: how often it may match where all count, and what a match is worth."""
        allowed = Counter[NGram]()
        for references in self.reference_counts:
            for counts in references:
                allowed |= counts
        known = self.known

        @cache
        def bits(beginning: int, times: int) -> Decimal:
            found: Decimal = NistScore.information.evaluate(beginning=beginning, times=times)
            return found

        with exact.forty_digits():
            return {one: (most, bits(known.beginning(one), known.times(one))) for one, most in allowed.items()}

    @property
    def reference_lengths(self) -> tuple[int, ...]:
        return tuple(map(len, self.references))

    @cached_property
    def largest(self) -> tuple[float, ...]:
        most = dict.fromkeys(range(1, self.rules.max_n + 1), Decimal(0))
        for ngram, (_, bits) in self.worth.items():
            most[len(ngram)] = max(most[len(ngram)], bits)
        return tuple(map(float, most.values()))


class TextNist(NistScore, TextScore):
    """What is summed over the segments of a text."""

    rules: NistRules
    segments: tuple[SegmentNist, ...]

    @property
    def parts(self) -> tuple[SegmentNist, ...]:
        return self.segments

    @property
    def known(self) -> ReferenceCounts:
        return self.segments[0].known

    @property
    def reference_lengths(self) -> tuple[int, ...]:
        return tuple(length for segment in self.segments for length in segment.reference_lengths)

    @cached_property
    def largest(self) -> tuple[float, ...]:
        return tuple(max(bits) for bits in zip(*(segment.largest for segment in self.segments), strict=True))
