"""Where n-grams stand in a text, and how often, in words: for what is told moment by moment."""

from collections.abc import Sequence

from mtexplain.counts import NGram, ngrams

_TIMES = {0: "not at all", 1: "once", 2: "twice"}


def places(tokens: Sequence[str], ngram: NGram, most: int) -> tuple[int, ...]:
    """Where the first occurrences of an n-gram stand, token by token.

    >>> places("a b a b".split(), ("a", "b"), 1), places("a a a".split(), ("a", "a"), 2)
    ((0, 1), (0, 1, 2))
    """
    starts = [start for start, found in enumerate(ngrams(tokens, len(ngram))) if found == ngram][:most]
    return tuple(dict.fromkeys(start + offset for start in starts for offset in range(len(ngram))))


def times(number: int) -> str:
    """Not at all, once, twice, 3 times, ..."""
    return _TIMES.get(number, f"{number} times")


def so_many(number: int, thing: str) -> str:
    """A number of things, in words.

    >>> so_many(1, "word"), so_many(2, "word")
    ('1 word', '2 words')
    """
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
