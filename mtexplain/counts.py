"""N-grams, their counts, and ratios that are never reduced.

Count(ngram)        `count_ngrams(tokens, n)[ngram]`    Papineni et al. 2002, section 2.1
matches / total     `Ratio`
pooled over a text  `pooled`                            section 2.1.1
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import repeat
from typing import TypeVar

NGram = tuple[str, ...]
T = TypeVar("T")


def ngrams(tokens: Sequence[T], n: int) -> Iterable[tuple[T, ...]]:
    """Return the runs of n neighbouring tokens from left to right, which are max(0, len(tokens) - n + 1) n-grams.

    >>> list(ngrams(("the", "cat", "sat"), 2))
    [('the', 'cat'), ('cat', 'sat')]
    >>> list(ngrams(("the", "cat", "sat"), 4))
    []
    """
    if n > len(tokens):
        return ()
    return zip(*(tokens[start:] for start in range(n)), strict=False)


def count_ngrams(tokens: Sequence[str], n: int) -> Counter[NGram]:
    """Return the count of each n-gram, in order of first occurrence.

    >>> count_ngrams("the cat the".split(), 1)
    Counter({('the',): 2, ('cat',): 1})
    """
    return Counter(ngrams(tokens, n))


def highest(counts: Iterable[Counter[T]]) -> Counter[T]:
    """Return the highest count of each n-gram in any of several texts, like `|` but faster.

    >>> highest([Counter("aab"), Counter("abbc")])
    Counter({'a': 2, 'b': 2, 'c': 1})
    """
    first, *others = counts
    maxima = dict(first)
    for counter in others:
        for ngram, count in counter.items():
            if count > maxima.get(ngram, 0):
                maxima[ngram] = count
    return Counter(maxima)


def clipped_sum(counts: Counter[T], references: Sequence[Counter[T]]) -> int:
    """Return the sum of the clipped counts, given the counts of an order in the candidate and in each reference.

    >>> clipped_sum(Counter("aaa"), [Counter("aa"), Counter("b")])
    2
    """
    in_references = [map(reference.get, counts, repeat(0)) for reference in references]
    return sum(map(min, counts.values(), map(max, *in_references) if len(in_references) > 1 else in_references[0]))


def having_most(counts: Sequence[int]) -> tuple[int, ...]:
    """Return the indices of the highest counts of an n-gram; none if every count is 0.

    >>> having_most((1, 2, 2)), having_most((0, 0))
    ((1, 2), ())
    """
    most = max(counts)
    return tuple(index for index, count in enumerate(counts) if 0 < count == most)


@dataclass(frozen=True)
class Ratio:
    """A number of matches out of a total, which is never reduced, so 8/14 stays 8/14.

    >>> str(Ratio(8, 14)), Ratio(8, 14).value
    ('8/14', Fraction(4, 7))

    `float(ratio)` and f"{ratio:.3f}" use its value. There is no `+`, because adding fractions is different from pooling
    counts (see `pooled`). ValueError if matches or total is negative, or if there are more matches than the total.
    """

    matches: int
    total: int

    def __post_init__(self) -> None:
        if not 0 <= self.matches <= self.total:
            raise ValueError(f"a ratio needs 0 <= matches <= total, got {self.matches}/{self.total}")

    @property
    def value(self) -> Fraction | None:
        """The exact value, 0 to 1; None for 0/0, which is not 0."""
        return _divided(self.matches, self.total) if self.total else None

    def __float__(self) -> float:
        """The value as a float. ZeroDivisionError for 0/0."""
        return self.matches / self.total

    def __format__(self, spec: str) -> str:
        """Return 8/14, or the value as a float if there is a format, so f"{ratio:.3f}" is 0.571."""
        return format(float(self), spec) if spec else str(self)

    def __str__(self) -> str:
        return f"{self.matches}/{self.total}"


class MadeRatio(Ratio):
    """A ratio from a mistake or from given numbers, which may have more matches than n-grams."""

    def __post_init__(self) -> None:
        pass


_divided = lru_cache(maxsize=1024)(Fraction)


def pooled(ratios: Iterable[Ratio]) -> Ratio:
    """Return the sum of matches over the sum of totals, as for a whole text (Papineni et al. 2002, section 2.1.1).

    >>> str(pooled([Ratio(1, 2), Ratio(3, 10)]))
    '4/12'
    """
    pairs = list(ratios)
    return Ratio(sum(pair.matches for pair in pairs), sum(pair.total for pair in pairs))


class CountsByOrder(dict[int | str, Counter[NGram]]):
    """The counts of a text's n-grams by order. Each order is counted when it is first needed.

    >>> CountsByOrder(("the", "cat"))[2]
    Counter({('the', 'cat'): 1})
    """

    def __init__(self, tokens: Sequence[str]) -> None:
        super().__init__()
        self.tokens = tokens

    def __missing__(self, n: int | str) -> Counter[NGram]:
        if isinstance(n, str):  # the letter n is not an order
            return Counter()
        self[n] = count_ngrams(self.tokens, n)
        return self[n]
