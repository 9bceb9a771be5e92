"""Runs of tokens that stand in two texts: how long the longest one is that holds an n-gram."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from mtexplain.counts import ngrams

LONGEST = 20
"""Runs of more tokens count as so long: nobody has to tell them apart, and a long text is looked through quickly."""


def ends(tokens: Sequence[str], others: Iterable[Sequence[str]]) -> list[int]:
    """For each token, how long the longest run is that ends with it and stands in one of the other texts, too.

    >>> ends("the the cat on the mat".split(), ["there is a cat on the mat".split()])
    [1, 1, 1, 2, 3, 4]
    """
    texts, found = list(others), [0] * len(tokens)
    for n in range(1, LONGEST + 1):
        known = {ngram for text in texts for ngram in ngrams(text, n)}
        places = [last for last, ngram in enumerate(ngrams(tokens, n), n - 1) if ngram in known]
        for last in places:
            found[last] = n
        if not places:
            break
    return found


def around(ends: Sequence[int], first: int, last: int) -> int:
    """How long the longest run is that holds the tokens from first to last; 0 where none does.

    `ends` is what the function `ends` finds.

    >>> around([1, 1, 1, 2, 3, 4], 2, 3), around([1, 1, 1, 2, 3, 4], 1, 2)
    (4, 0)
    """
    holding = takewhile(lambda end: end - ends[end] < first, range(last, len(ends)))
    return max((ends[end] for end in holding), default=0)
