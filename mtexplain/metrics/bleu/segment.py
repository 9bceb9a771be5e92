"""The trace of one segment. Facts are fields; everything else follows from them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any

from mtexplain.counts import NGram, Ratio, ngrams
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Note, Part, Table
from mtexplain.display.score import Credit, SentenceScore
from mtexplain.display.trace import Step
from mtexplain.metrics.bleu import moments, notes, overview, pictures, record, steps, tables, variants
from mtexplain.metrics.bleu.base import BleuScore, Pair
from mtexplain.metrics.bleu.factors import brevity, counted
from mtexplain.metrics.bleu.maths import Brevity, Precision, match_length, precision
from mtexplain.rules import BleuRules


@dataclass(frozen=True, repr=False)
class Bleu(BleuScore, SentenceScore):
    """The BLEU of one segment, with its working. Make one with `bleu`.

    >>> from mtexplain import bleu
    >>> trace = bleu("the the cat on the mat", ["there is a cat on the mat"])
    >>> [str(order.ratio) for order in trace.precisions]
    ['4/6', '3/5', '2/4', '1/3']
    >>> trace.brevity.exponent, trace.precisions[0].counts[0].clipped
    (Fraction(-1, 6), 1)
    """

    rules: BleuRules

    @cached_property
    def precisions(self) -> tuple[Precision, ...]:
        """The modified precisions p_1 to p_N, each with a row for every different n-gram (section 2.1)."""
        return tuple(precision(self.candidate, self.references, n) for n in range(1, self.rules.max_n + 1))

    @cached_property
    def brevity(self) -> Brevity:
        """The brevity penalty: c, the length of every reference, and the one chosen as r (section 2.2.2)."""
        c, lengths = len(self.candidate), tuple(len(reference) for reference in self.references)
        r = match_length(c, lengths, self.rules.reference_length)
        return brevity(self.rules, c, r, lengths)

    @cached_property
    def ratios(self) -> tuple[Ratio, ...]:
        """The matches and the total of all orders, as the text has them, without a row for each n-gram."""
        if "precisions" in vars(self):
            return tuple(order.ratio for order in self.precisions)
        return tuple(variants.ratios(self.candidate, self.references, range(1, self.rules.max_n + 1)))

    def ratio(self, n: int) -> Ratio:
        """Matches and total of any order, also of one that the score doesn't ask for."""
        return variants.ratios(self.candidate, self.references, [n])[0]

    def last_ratio(self, n: int) -> Ratio:
        return self.ratio(n)

    @cached_property
    def counted(self) -> tuple[Ratio, ...]:
        """The ratios of all orders as the rules count them: some tools find one n-gram where there is none."""
        return tuple(counted(self.rules, one) for one in self.ratios)

    @property
    def reference_numbers(self) -> tuple[int, ...]:
        return (len(self.references),)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return ((self.candidate, self.references),)

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every n-gram of the orders that take part, with its count and its clipped count."""
        return tuple(
            Credit(factor.n, row.ngram, row.count, row.clipped)
            for factor in self.factors
            for row in self.precisions[factor.n - 1].counts
        )

    @property
    def zero_groups(self) -> frozenset[int | str]:
        """The orders whose factor is 0. A smoothed one is not, and 0/0 is another matter."""
        return frozenset(factor.n for factor in self.factors if factor.value == 0)

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The n-grams of the references from the shortest order of which one match may be enough.

        A candidate that holds an n-gram holds its parts too, so that no lower order is without a match. With some
        smoothings the shortest is the empty one: then the length alone decides.
        """
        orders = range(variants.least_order(self), self.longest + 1)
        held = (ngrams(reference, n) for reference in self.references for n in orders if n)
        return frozenset(chain(chain.from_iterable(held), [()] if 0 in orders else []))

    @property
    def longest(self) -> int:
        return self.rules.max_n

    @property
    def overview(self) -> tuple[Part, ...]:
        return (overview.sentences(self), pictures.factors(self))

    def steps(self) -> tuple[Step, ...]:
        """Tokens, each order's clipping, brevity, score."""
        return steps.of_segment(self)

    def moments(self) -> tuple[Moment, ...]:
        """Every n-gram's count, maximum and clipped count in turn, between the tokens and the score."""
        return tuple(moments.of_segment(self))

    @property
    def table(self) -> Table:
        """Every n-gram of every order, a row each."""
        return tables.all_rows([self])

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Everything odd but defined: an empty text, an order without n-grams, characters no one can see."""
        return notes.of_segment(self)

    def under(self, rules: BleuRules) -> "Bleu":
        """The same tokens scored by other rules, whatever these say of tokens and case. What was counted is kept.

        >>> from dataclasses import replace
        >>> from mtexplain import PAPER, bleu
        >>> bleu("a", ["a"]).under(replace(PAPER, missing="one")).score
        1.0
        """
        other = replace(self, rules=rules)
        if rules.max_n == self.rules.max_n:
            vars(other).update({name: vars(self)[name] for name in ("precisions", "ratios") if name in vars(self)})
        return other

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """The scores of other candidates, in turn, without their working: quick, for trying very many."""
        return variants.scores(self, candidates)

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON.

        Exact values are strings such as "2/3", and a term that is log 0 is the string "-inf".
        """
        return record.of_segment(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Bleu":
        """The trace that `to_dict` wrote: an equal one. It reads tokens, texts and rules, and computes the rest."""
        return cls(**record.facts(data))
