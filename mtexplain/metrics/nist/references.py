"""What is counted over the references of all segments: how often each n-gram occurs, and its beginning (equation 2)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from mtexplain.counts import NGram, ngrams


@dataclass(frozen=True)
class ReferenceCounts:
    """How often every n-gram occurs in all references, order by order, and how many words they have.

    An n-gram that begins with one of `no_prefixes` is weighed against all words.
    """

    counts: tuple[Counter[NGram], ...]
    words: int
    no_prefixes: frozenset[NGram] = frozenset({()})

    def times(self, ngram: NGram) -> int:
        """How often an n-gram occurs; 0 where it does not.

        >>> count_references([("the", "cat"), ("the", "dog")], 2).times(("the", "dog"))
        1
        """
        return self.counts[len(ngram) - 1][ngram]

    def beginning(self, ngram: NGram) -> int:
        """How often the n-gram without its last word occurs; for a single word, the number of all words.

        >>> counted = count_references([("the", "cat"), ("the", "dog")], 2)
        >>> counted.beginning(("the", "dog")), counted.beginning(("dog",))
        (2, 4)
        """
        beginning = ngram[:-1]
        return self.words if beginning in self.no_prefixes else self.counts[len(beginning) - 1][beginning]

    @cached_property
    def informative(self) -> tuple[frozenset[NGram], ...]:
        """Of each order, the n-grams that hold information: their beginning goes on otherwise, too."""
        return tuple(
            frozenset(ngram for ngram, times in counts.items() if times < self.beginning(ngram))
            for counts in self.counts
        )


def count_references(
    references: Iterable[Sequence[str]], max_n: int, no_prefixes: frozenset[NGram] = frozenset({()})
) -> ReferenceCounts:
    """Every n-gram of all references up to the order max_n, and the number of their words.

    >>> count_references([("the", "cat"), ("the", "dog")], 2).words
    4
    """
    counts, words = tuple(Counter[NGram]() for _ in range(max_n)), 0
    for reference in references:
        words += len(reference)
        for length, counted in enumerate(counts, 1):
            counted.update(ngrams(reference, length))
    return ReferenceCounts(counts, words, no_prefixes)
