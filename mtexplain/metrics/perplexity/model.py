"""A tiny n-gram model, which remembers the counts of the texts that it has read (SLP3, section 3.1)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from mtexplain.automaton import Automaton
from mtexplain.counts import NGram, ngrams
from mtexplain.metrics.perplexity.rules import NgramRules


class Marker(str):
    """A marker such as <s>, which looks like a word but isn't equal to any word.

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
class Model:
    """The n-gram counts of a training text, the numbers of words that followed each history, and the set of words."""

    rules: NgramRules
    counts: Counter[NGram]
    histories: Counter[NGram]
    words: frozenset[str]

    @cached_property
    def types(self) -> int:
        """The size of the vocabulary |V|, as the rules count it."""
        before, after = self.rules.marker_counts
        start = "<s>" in self.rules.vocabulary and before > 0
        return len(self.words) + (after > 0) + start + ("<unk>" in self.rules.vocabulary)

    def predicted_ngrams(self, tokens: Sequence[str]) -> Iterable[NGram]:
        """Return the predicted tokens of a text, each as an n-gram with its history."""
        return ngrams(pad(tokens, self.rules), self.rules.n)

    @property
    def automaton(self) -> Automaton:
        """An automaton for the sentences whose n-grams were all read and in which at least one token is predicted.

        >>> from mtexplain.metrics.perplexity.rules import SLP3
        >>> known = train([["I", "am", "Sam"], ["Sam", "I", "am"]], SLP3).automaton
        >>> known.holds(["Sam", "I", "am", "Sam", "I", "am"]), known.holds(["am"])
        (True, False)
        """
        n, (before, after) = self.rules.n, self.rules.marker_counts
        follow: dict[NGram, dict[str, None]] = {}
        for ngram in self.counts:
            for position in range(0 if not before else n - 1, n):
                follow.setdefault(ngram[:position], {})[ngram[position]] = None
        words = {
            history: tuple(word for word in those if word not in (START, END)) for history, those in follow.items()
        }

        def step(read: _Read, token: str) -> _Read:
            longer = (*read.history, token)
            return _Read(longer[max(0, len(longer) - n + 1) :], read.predicted or len(longer) == n)

        def may_end(read: _Read) -> bool:
            for _ in range(after):
                if END not in follow.get(read.history, ()):
                    return False
                read = step(read, END)
            return read.predicted

        return Automaton(_Read((START,) * before), lambda read: words.get(read.history, ()), step, may_end)


class _Read(NamedTuple):
    """The last n - 1 tokens, including markers, and a flag that is True once a token has been predicted."""

    history: NGram
    predicted: bool = False


def train(texts: Iterable[Sequence[str]], rules: NgramRules) -> Model:
    """Return the model of a training text. No n-gram reaches across the end of a sentence.

    >>> from mtexplain.metrics.perplexity.rules import SLP3
    >>> train([["Sam", "I", "am"]], SLP3).counts[START, "Sam"]
    1
    """
    counts, words = Counter[NGram](), set[str]()
    for text in texts:
        counts.update(ngrams(pad(text, rules), rules.n))
        words.update(text)
    histories = Counter[NGram]()
    for ngram, count in counts.items():
        histories[ngram[:-1]] += count
    return Model(rules, counts, histories, frozenset(words))


def pad(tokens: Sequence[str], rules: NgramRules) -> tuple[str, ...]:
    """Return a sentence with markers at its beginning and end.

    >>> from mtexplain.metrics.perplexity.rules import SLP3
    >>> pad(["Sam", "I", "am"], SLP3)
    ('<s>', 'Sam', 'I', 'am', '</s>')
    """
    before, after = rules.marker_counts
    return (*[START] * before, *tokens, *[END] * after)
