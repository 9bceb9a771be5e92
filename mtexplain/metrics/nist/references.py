"""What is counted over the references of all segments: how often each n-gram occurs, and how often it begins so."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain

from mtexplain.counts import NGram, ngrams


@dataclass(frozen=True)
class CorpusReferences:
    """The references of a whole text, by which the information of an n-gram is counted.

    >>> corpus = CorpusReferences((("the", "cat"), ("the", "dog")))
    >>> corpus.words, corpus.times(("the",)), corpus.times(())
    (4, 2, 4)
    """

    texts: tuple[tuple[str, ...], ...]
    _counts: dict[int, Counter[NGram]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def words(self) -> int:
        """The number of words of all references."""
        return sum(map(len, self.texts))

    def counts(self, n: int) -> Counter[NGram]:
        """How often each n-gram of an order occurs."""
        if n not in self._counts:
            self._counts[n] = Counter(chain.from_iterable(ngrams(text, n) for text in self.texts))
        return self._counts[n]

    def times(self, ngram: NGram) -> int:
        """How often an n-gram occurs; the empty n-gram occurs before each word."""
        return self.counts(len(ngram))[ngram] if ngram else self.words

    def with_texts(self, texts: Iterable[tuple[str, ...]]) -> "CorpusReferences":
        """More texts."""
        return CorpusReferences((*self.texts, *texts))
