"""BLEU as a recipe: every number that it takes, in the order of the computation, with its formula.

This is BLEU as Papineni et al. 2002 define it. A tool that does otherwise has other quantities in some of these places:
see `tools`.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import repeat
from typing import Any, Self, TypeVar

from mtexplain.counts import NGram, count_ngrams
from mtexplain.display.formula import Call, Symbol
from mtexplain.metrics.bleu.maths import match_length
from mtexplain.recipe.quantity import NOTHING, Quantity, Recipe, formula, quantity
from mtexplain.rules import BleuRules

T = TypeVar("T")
Orders = tuple[T, ...]
"""One of each order, from single words to the longest n-grams."""
Rows = tuple[tuple[T, ...], ...]
"""Of each order, one of each different n-gram of the candidate."""


class BleuRecipe(Recipe):
    """BLEU, from n-grams to the score. Of a text, matches, totals and lengths are summed over its segments."""

    rules: BleuRules

    @quantity("g", "the different n-grams of the candidate", index="n g")
    def ngrams(self: "SegmentRecipe") -> Rows[NGram]:
        return tuple(map(tuple, self.counts))

    @quantity("Count", "how often the candidate has it", index="n g")
    def count(self: "SegmentRecipe") -> Rows[int]:
        return tuple(
            tuple([counts[ngram] for ngram in order]) for counts, order in zip(self.counts, self.ngrams, strict=True)
        )

    @quantity(Call(Symbol("Count", "R"), "g"), "how often each reference R has it", index="n g R")
    def in_references(self: "SegmentRecipe") -> Rows[tuple[int, ...]]:
        return tuple(
            tuple(zip(*(map(counts.get, order, repeat(0)) for counts in references), strict=True))
            for order, references in zip(self.ngrams, self.reference_counts, strict=True)
        )

    clipped: Quantity[Rows[int]] = formula("Count_clip", "min(count, max(in_references))", index="n g")
    matches: Quantity[Orders[int]] = formula("matches", "sum(clipped)", index="n", pooled=True, step="p_{n}")
    total: Quantity[Orders[int]] = formula("total", "sum(count)", index="n", pooled=True, step="p_{n}")
    p: Quantity[Orders[Fraction | None]] = formula("p", "0 if total == 0 else matches / total", index="n", step="p_{n}")

    @quantity("c", "the number of tokens of the candidate", pooled=True, step="tokens")
    def c(self: "SegmentRecipe") -> int:
        return len(self.candidate)

    @quantity("r", "the reference length closest to c, or as the rules choose", pooled=True, step="brevity")
    def r(self: "SegmentRecipe") -> int | Fraction:
        return match_length(len(self.candidate), self.reference_lengths, self.rules.reference_length)

    bp: Quantity[Decimal | int] = formula("BP", "0 if c == 0 else exp(min(0, 1 - r / c))", step="brevity")

    @quantity("w", "1/N, or as the rules say; of the orders that take part, 1 in all", index="n")
    def w(self) -> Orders[Fraction]:
        weights = self.rules.weights or (Fraction(1, self.rules.max_n),) * self.rules.max_n
        if all(p is not None for p in self.p):
            return weights
        kept = [Fraction(0) if p is None else weight for weight, p in zip(weights, self.p, strict=True)]
        return tuple(weight / (sum(kept) or 1) for weight in kept)

    uncut: Quantity[float] = formula("BLEU", "bp * exp(sum(w * log(p)))", step="score", convert=float)


class SegmentRecipe(BleuRecipe):
    """What is counted in one segment."""

    candidate: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]

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

    def with_quantities(
        self, changed: Mapping[str, Quantity[Any]], given: Mapping[str, Any] = NOTHING, until: Collection[str] = ()
    ) -> Self:
        other = super().with_quantities(changed, given, until)
        vars(other).update(counts=self.counts, reference_counts=self.reference_counts)
        return other

    @property
    def reference_lengths(self) -> tuple[int, ...]:
        """The length of every reference."""
        return tuple(map(len, self.references))
