"""ROUGE-N: n-grams."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from mtexplain.counts import NGram, ngrams
from mtexplain.display.formula import Symbol
from mtexplain.metrics.rouge.counted import RougeCounted, Tokens
from mtexplain.metrics.rouge.maths import shared

_NAMES = {1: "words", 2: "pairs", 3: "triples", 4: "fours"}


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
    def required_ngrams(self) -> frozenset[NGram]:
        """The n-grams of the references: the score is 0 without one of them."""
        return frozenset(chain.from_iterable(map(self.units_of, self.references)))
