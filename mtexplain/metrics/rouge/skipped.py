"""ROUGE-S and ROUGE-SU: skip-bigrams, without words and with them."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, combinations

from mtexplain.counts import NGram, ngrams
from mtexplain.display.formula import Call, Chain, Formula, Symbol
from mtexplain.metrics.rouge.counted import RougeCounted, Tokens
from mtexplain.metrics.rouge.maths import shared
from mtexplain.metrics.rouge.rules import WORDS
from mtexplain.metrics.rouge.skips import between, number_of_pairs, shared_pairs, skip_bigrams


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

    def weighed(self, total: Formula, letter: str) -> Formula:
        pairs = Call("C", Chain(",", (total, "2")))
        return pairs if self.rules.max_skip is None else total

    def out_of(self, total: Formula, words: int, letter: str) -> Formula:
        return self.weighed(str(words), letter) if words and self.rules.max_skip is None else total

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
        return ("any gap",) if self.rules.max_skip is None else (between(self.rules.max_skip),)

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
    def required_ngrams(self) -> frozenset[NGram]:
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

    def weighed(self, total: Formula, letter: str) -> Formula:
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
    def required_ngrams(self) -> frozenset[NGram]:
        """The words of the references that count. One that comes to stand last in the candidate may not be enough."""
        return frozenset((word,) for reference in self.references for word in self.words_of(reference))
