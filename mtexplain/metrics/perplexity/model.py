"""A tiny n-gram language model: it counts, and divides one count by another (SLP3, section 3.1)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from mtexplain.counts import NGram, Ratio, ngrams
from mtexplain.metrics.perplexity.maths import Probability
from mtexplain.metrics.perplexity.rules import NgramRules


class Marker(str):
    """A marker looks like a word that anyone can type, and is equal to none.

    >>> START == "<s>", START == Marker("<s>")
    (False, True)
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Marker) and str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((Marker, str(self)))


START, END, UNKNOWN = Marker("<s>"), Marker("</s>"), Marker("<unk>")


@dataclass(frozen=True)
class Estimate:
    """The probability of one word after its history, with the counts it comes from.

    `ngram` is the history and the word; `history_count` says how often the history was followed by any word. Where
    `k` is added, `types` is |V|.
    """

    ngram: NGram
    count: int
    history_count: int
    k: Fraction = Fraction(0)
    types: int = 0

    @property
    def word(self) -> str:
        """What was predicted."""
        return self.ngram[-1]

    @property
    def history(self) -> NGram:
        """What it was predicted from: the n - 1 words before it."""
        return self.ngram[:-1]

    @property
    def ratio(self) -> Ratio:
        """The maximum likelihood: count/history count, never reduced."""
        return Ratio(self.count, self.history_count)

    @cached_property
    def top(self) -> Fraction | int:
        """count + k."""
        return self.count + self.k if self.k else self.count

    @cached_property
    def bottom(self) -> Fraction | int:
        """history count + k|V|."""
        return self.history_count + self.k * self.types if self.k else self.history_count

    @cached_property
    def value(self) -> Fraction | None:
        """(count + k)/(history count + k|V|), exact; None for 0/0, where the history was never seen."""
        return Fraction(self.top, self.bottom) if self.bottom else None

    @property
    def probability(self) -> Probability:
        """What is multiplied: 0/0 counts as 0, since the model knows of no word that could follow."""
        return Probability(self.value or Fraction(0))


@dataclass(frozen=True)
class Model:
    """What was counted in a training text: every n-gram, how often its history was followed by a word, the words."""

    rules: NgramRules
    counts: Counter[NGram]
    histories: Counter[NGram]
    words: frozenset[str]

    @cached_property
    def types(self) -> int:
        """|V|, as the rules count it."""
        markers = ends(self.rules)
        start = "<s>" in self.rules.vocabulary and markers[0] > 0
        return len(self.words) + (markers[1] > 0) + start + ("<unk>" in self.rules.vocabulary)

    def estimate(self, ngram: NGram) -> Estimate:
        """The probability of the last word of an n-gram after the others.

        >>> from mtexplain.metrics.perplexity.rules import SLP3
        >>> sam = trained([text.split() for text in ("I am Sam", "Sam I am")], SLP3)
        >>> str(sam.estimate(("I", "am")).ratio), str(sam.estimate(("am", END)).ratio)
        ('2/2', '1/2')
        """
        counts = self.counts.get(ngram, 0), self.histories.get(ngram[:-1], 0)
        return Estimate(ngram, *counts) if self.rules.smoothing == "none" else self._smoothed(ngram, *counts)

    def _smoothed(self, ngram: NGram, count: int, history_count: int) -> Estimate:
        return Estimate(ngram, count, history_count, self.rules.k, self.types)

    def asked(self, tokens: Sequence[str]) -> Iterable[NGram]:
        """What the model is asked about a text: each token that is predicted, after its history."""
        return ngrams(padded(tokens, self.rules), self.rules.n)


def trained(texts: Iterable[Sequence[str]], rules: NgramRules) -> Model:
    """The model of a training text, a sentence at a time: no n-gram reaches over the end of one.

    >>> from mtexplain.metrics.perplexity.rules import SLP3
    >>> trained([["Sam", "I", "am"]], SLP3).counts[START, "Sam"]
    1
    """
    counts, words = Counter[NGram](), set[str]()
    for text in texts:
        counts.update(ngrams(padded(text, rules), rules.n))
        words.update(text)
    histories = Counter[NGram]()
    for ngram, count in counts.items():
        histories[ngram[:-1]] += count
    return Model(rules, counts, histories, frozenset(words))


def padded(tokens: Sequence[str], rules: NgramRules) -> tuple[str, ...]:
    """A sentence with the markers at its ends.

    >>> from mtexplain.metrics.perplexity.rules import SLP3
    >>> padded(["Sam", "I", "am"], SLP3)
    ('<s>', 'Sam', 'I', 'am', '</s>')
    """
    before, after = ends(rules)
    return (*[START] * before, *tokens, *[END] * after)


def ends(rules: NgramRules) -> tuple[int, int]:
    """How many markers stand before a sentence, and how many after it."""
    before = rules.n - 1
    match rules.markers:
        case "never":
            return 0, 0
        case "both sides":
            return before, before
        case "from pairs on" if not before:
            return 0, 0
    return before, 1
