"""ROUGE-S and ROUGE-SU, which count shared pairs of words in the same order, with any gap (section 5).

    matches = Σ_g min(Count(g), Count_R(g))     over the skip-bigrams g; ROUGE-SU counts the words, too
    R = matches / C(m, 2)                       m words have m (m - 1)/2 skip-bigrams, or fewer if max_skip is a limit

Recall, precision and F are computed from the matches in score.py.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations
from math import comb
from typing import ClassVar

from mtexplain.counts import NGram, ngrams
from mtexplain.metrics.rouge.ngrams import Units, shared
from mtexplain.metrics.rouge.rules import PAPER, WORDS, ReferencesBySetting, RougeRules, RulesSetting, TokenizeSetting
from mtexplain.metrics.rouge.score import Tokens
from mtexplain.metrics.rouge.trace import build
from mtexplain.rules import LowercaseSetting
from mtexplain.tracing.number import Number, apply, divide, number
from mtexplain.tracing.steps import Indices, Quantity, quantity


@dataclass(frozen=True, repr=False)
class SkipBigrams(Units):
    """A score that counts pairs of words in the same order, with gaps (section 5)."""

    rules: RougeRules
    name_columns = 2
    title: ClassVar[str]
    """The name of the score, without the largest gap."""

    @quantity()
    def candidate_total(self) -> float:
        """The number of units in the candidate."""
        return self.units_in(self.candidate_length)

    @quantity()
    def reference_total(self, i: int) -> float:
        """The number of units in a reference."""
        return self.units_in(self.reference_length(i))

    def units_in(self, length: float) -> float:
        """The number of units in a text of n words. It is C(n, 2), or less if gaps are limited."""
        return self.pairs(length)

    def pairs(self, length: float) -> float:
        """The number of skip-bigrams in a text of this length."""
        if self.rules.max_skip is None:
            return apply("C", lambda n, two: divide(n * (n - 1), two), length, 2)
        n = number(length)
        return Number(n.value and number_of_pairs(int(n), self.rules.max_skip), f"pairs({n.symbol})")

    def words_of(self, tokens: Tokens) -> Tokens:
        """The words that count besides the skip-bigrams. ROUGE-S has none."""
        return ()

    def units_of(self, tokens: Tokens) -> Iterable[NGram]:
        return chain(ngrams(self.words_of(tokens), 1), skip_bigrams(tokens, self.rules.max_skip))

    def places_of(self, tokens: Tokens) -> Iterable[tuple[int, ...]]:
        most, words = self.rules.max_skip, range(len(self.words_of(tokens)))
        pairs = combinations(range(len(tokens)), 2)
        return chain(zip(words), (pair for pair in pairs if most is None or pair[1] - pair[0] <= most + 1))

    def number_of_units(self, tokens: Tokens) -> int:
        return len(self.words_of(tokens)) + number_of_pairs(len(tokens), self.rules.max_skip)

    def matches_between(self, reference: Tokens, candidate: Tokens) -> int:
        words = shared(self.words_of(candidate), self.words_of(reference))
        return words + shared_pairs(candidate, reference, self.rules.max_skip)

    def symbol_of(self, quantity: Quantity[...], indices: Indices = ()) -> str:
        if quantity.name != "score":
            return super().symbol_of(quantity, indices)
        return f"{self.title}{'' if self.rules.max_skip is None else self.rules.max_skip}"

    @property
    def choices(self) -> tuple[str, ...]:
        return ("any gap" if self.rules.max_skip is None else between(self.rules.max_skip),)


@dataclass(frozen=True, repr=False)
class RougeS(SkipBigrams):
    """ROUGE-S of a candidate, from pairs of words in order, with gaps (section 5), as `rouge_s` returns it.

    >>> rouge_s("the gunman police killed", ["police killed the gunman"]).recall
    R_skip2 = matches / C(m, 2) = 2 / C(4, 2) = 2/6
    """

    rules: RougeRules
    metric, source = "rouge_s", "Lin 2004, section 5"
    units, earns, title = "skip-bigrams", "skip-bigram", "ROUGE-S"
    recall, precision = Units.recall.shown_as("R_skip2"), Units.precision.shown_as("P_skip2")

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """All pairs of neighbours in a reference. Any of them makes a match, whatever the largest gap is."""
        return frozenset(chain.from_iterable(ngrams(reference, 2) for reference in self.references))


@dataclass(frozen=True, repr=False)
class RougeSU(SkipBigrams):
    """ROUGE-SU of a candidate, from skip-bigrams and single words (section 5.1), as `rouge_su` returns it.

    >>> rouge_su("the gunman police killed", ["police killed the gunman"]).recall
    R_su = matches / (C(m, 2) + m) = 6 / (C(4, 2) + 4) = 6/10
    """

    rules: RougeRules
    metric, source = "rouge_su", "Lin 2004, section 5.1"
    units, earns, title = "skip-bigrams and words", "unit", "ROUGE-SU"
    recall, precision = Units.recall.shown_as("R_su"), Units.precision.shown_as("P_su")

    def units_in(self, length: float) -> float:
        """The number of skip-bigrams and words in a text of this length. ROUGE-1.5.5 leaves out the last word."""
        if self.rules.words == "all":
            return self.pairs(length) + length
        return 0 if length == 0 else self.pairs(length) + length - 1

    def words_of(self, tokens: Tokens) -> Tokens:
        """The words that count besides the skip-bigrams."""
        return tokens if self.rules.words == "all" else tokens[:-1]

    def group_of(self, unit: NGram) -> int | str:
        return "skip-bigrams" if len(unit) == 2 else "words"

    @property
    def choices(self) -> tuple[str, ...]:
        return (*super().choices, *((WORDS[self.rules.words],) if self.rules.words != "all" else ()))

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The words of the references that count. A word may not be enough if it is the last word of the candidate."""
        return frozenset((word,) for reference in self.references for word in self.words_of(reference))


def rouge_s(
    candidate: str, references: list[str], *, rules: RulesSetting = PAPER, tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None, max_skip: int | None = None, beta: float | Fraction | None = None,
    references_by: ReferencesBySetting = None,
) -> RougeS:  # fmt: skip
    """ROUGE-S, the overlap of pairs of words in the same order, with gaps, 0 to 1 (Lin 2004, section 5).

    `max_skip` is the largest number of words between the two words of a pair, 0 for neighbours alone and None for any
    number. The other keywords and errors are the same as for `rouge_n`.

    >>> str(rouge_s("police kill the gunman", ["police killed the gunman"]).recall)
    '3/6'
    """
    return build(
        RougeS, candidate, references, rules, tokenize=tokenize, lowercase=lowercase, max_skip=max_skip, beta=beta,
        references_by=references_by,
    )  # fmt: skip


def rouge_su(
    candidate: str, references: list[str], *, rules: RulesSetting = PAPER, tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None, max_skip: int | None = None, beta: float | Fraction | None = None,
    references_by: ReferencesBySetting = None,
) -> RougeSU:  # fmt: skip
    """ROUGE-SU, the overlap of skip-bigrams and single words, 0 to 1 (Lin 2004, section 5.1).

    `max_skip` is the largest number of words between the two words of a pair, 0 for neighbours alone and None for any
    number. The other keywords and errors are the same as for `rouge_n`.

    >>> str(rouge_su("police kill the gunman", ["police killed the gunman"]).recall)
    '6/10'
    """
    return build(
        RougeSU, candidate, references, rules, tokenize=tokenize, lowercase=lowercase, max_skip=max_skip, beta=beta,
        references_by=references_by,
    )  # fmt: skip


# How skip-bigrams are counted. At most `max_skip` words may be between the two words, and any number if it is None.


def skip_bigrams(tokens: Tokens, max_skip: int | None = None) -> Iterator[tuple[str, str]]:
    """The skip-bigrams of a text, ordered by the position of their first word, then of their second.

    >>> [" ".join(pair) for pair in skip_bigrams("police killed the gunman".split(), 1)]
    ['police killed', 'police the', 'killed the', 'killed gunman', 'the gunman']
    """
    for index, first in enumerate(tokens):
        for second in tokens[index + 1 : _end(index, max_skip)]:
            yield first, second


def _end(position: int, max_skip: int | None) -> int | None:
    """The end of the slice of words that may be the second word of a pair that starts at this position."""
    return None if max_skip is None else position + 2 + max_skip


def number_of_pairs(words: int, max_skip: int | None = None) -> int:
    """The number of skip-bigrams in a text of this many words. It is C(words, 2), or less if gaps are limited.

    >>> number_of_pairs(4), number_of_pairs(4, 1), number_of_pairs(4, 0)
    (6, 5, 3)
    """
    far = words - 1 if max_skip is None else min(max_skip + 1, words - 1)
    return comb(words, 2) - comb(words - far, 2) if words else 0


def between(max_skip: int) -> str:
    """A phrase for the largest gap between the two words of a skip-bigram.

    >>> between(0), between(1), between(4)
    ('no word between', 'at most 1 word between', 'at most 4 words between')
    """
    return f"at most {max_skip} {'word' if max_skip == 1 else 'words'} between" if max_skip else "no word between"


def shared_pairs(one: Tokens, other: Tokens, max_skip: int | None = None) -> int:
    """The number of skip-bigrams that two texts share. Each counts as often as in the text where it is rarer.

    Pairs are counted for one first word at a time and then discarded, because long texts have very many pairs.

    >>> shared_pairs("police killed the gunman".split(), "the gunman police killed".split())
    2
    """
    shared = set(one) & set(other)
    starts, other_starts = _starts(one, shared), _starts(other, shared)
    number = 0
    for first, places in starts.items():
        followers = _followers(one, places, max_skip)
        others = _followers(other, other_starts[first], max_skip)
        number += sum(min(count, others[second]) for second, count in followers.items() if second in others)
    return number


def _starts(tokens: Tokens, words: set[str]) -> dict[str, list[int]]:
    """The positions of each of these words."""
    places: dict[str, list[int]] = {word: [] for word in words}
    for index, token in enumerate(tokens):
        if token in words:
            places[token].append(index)
    return places


def _followers(tokens: Tokens, places: list[int], max_skip: int | None) -> Counter[str]:
    """For each word, the number of skip-bigrams in which it follows a word at one of these positions."""
    counts: Counter[str] = Counter()
    for position in places:
        counts.update(tokens[position + 1 : _end(position, max_skip)])
    return counts
