"""What is known of the references of all segments: how often each n-gram occurs, and what that tells (equation 2)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from math import log
from typing import NamedTuple

from mtexplain.counts import NGram, ngrams
from mtexplain.metrics.nist.maths import information


class Information(NamedTuple):
    """What an n-gram of the references tells, with the counts it comes from.

    `times` is how often it occurs in all of them, `prefix_times` how often it does without its last word; of a single
    word that is the number of all words.
    """

    times: int
    prefix_times: int

    @property
    def is_nothing(self) -> bool:
        """Whether it tells nothing: its beginning never goes on otherwise."""
        return self.times == self.prefix_times

    @property
    def bits(self) -> Decimal:
        """The information in bits, 0 or more, to 40 digits."""
        return information(self.times, self.prefix_times)

    @property
    def rounded(self) -> float:
        """The same as NLTK computes it, in floats: the last digit may be another."""
        return log(self.prefix_times / self.times, 2)


@dataclass(frozen=True)
class Known:
    """What was counted over all references: the n-grams of every order, and how many words there are.

    An n-gram that begins with one of `no_prefixes` is weighed against all words.
    """

    counts: tuple[Counter[NGram], ...]
    words: int
    no_prefixes: frozenset[NGram] = frozenset({()})

    @cached_property
    def orders(self) -> tuple[dict[NGram, Information], ...]:
        """The information of every n-gram of the references, order by order.

        >>> known([("the", "cat"), ("the", "dog")], 2).orders[1]["the", "dog"]
        Information(times=1, prefix_times=2)
        """
        whole = dict.fromkeys(self.no_prefixes, self.words)
        shorter = [{**counts, **whole} for counts in (Counter[NGram](), *self.counts[:-1])]
        return tuple(
            {ngram: Information(times, prefixes[ngram[:-1]]) for ngram, times in counts.items()}
            for prefixes, counts in zip(shorter, self.counts, strict=True)
        )

    def information(self, ngram: NGram) -> Information:
        """The information of one n-gram of the references."""
        return self.orders[len(ngram) - 1][ngram]


def known(references: Iterable[Sequence[str]], n: int, no_prefixes: frozenset[NGram] = frozenset({()})) -> Known:
    """Every n-gram of all references up to the order n, and the number of their words (equation 2).

    >>> known([("the", "cat"), ("the", "dog")], 2).words
    4
    """
    counts, words = tuple(Counter[NGram]() for _ in range(n)), 0
    for reference in references:
        words += len(reference)
        for length, counted in enumerate(counts, 1):
            counted.update(ngrams(reference, length))
    return Known(counts, words, no_prefixes)
