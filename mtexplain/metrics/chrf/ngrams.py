"""The n-grams of chrF, which are n-grams of characters without spaces and, for chrF++, also n-grams of words."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from string import punctuation

from mtexplain.counts import NGram, count_ngrams, ngrams
from mtexplain.metrics.shared.occurrences import Place
from mtexplain.tracing.number import Label

Order = int | Label
"""The length of an n-gram, such as 2 for two characters or w2 for two words."""


def split_punctuation(word: str) -> list[str]:
    """Split off the punctuation mark at the end of a word, or else the mark at its beginning.

    >>> split_punctuation("mat."), split_punctuation("(hi)")
    (['mat', '.'], ['(hi', ')'])
    """
    if len(word) > 1 and word[-1] in punctuation:
        return [word[:-1], word[-1]]
    return [word[0], word[1:]] if len(word) > 1 and word[0] in punctuation else [word]


def length(n: Order) -> int:
    """The number of characters or of words in an n-gram of this order.

    >>> length(2), length(Label("w2"))
    (2, 2)
    """
    return n if isinstance(n, int) else int(n.removeprefix("w"))


@lru_cache(64)  # references are counted again for every candidate
def count(words: tuple[str, ...], n: Order) -> Counter[NGram]:
    """The count of each n-gram in a text.

    >>> count(("a", "bc"), 2)
    Counter({('ab',): 1, ('bc',): 1})
    """
    if isinstance(n, int):
        text = "".join(words)
        return Counter(zip([text[at : at + n] for at in range(len(text) - n + 1)], strict=True))
    return count_ngrams([part for word in words for part in split_punctuation(word)], length(n))


def find(words: Sequence[str], n: Order) -> Iterator[tuple[NGram, Place]]:
    """Each n-gram of a text, with the positions of the words that it comes from.

    >>> list(find(["a", "bc"], 2))
    [(('ab',), (0, 1)), (('bc',), (1, 1))]
    """
    cut = list if isinstance(n, int) else split_punctuation
    pieces = [(piece, at) for at, word in enumerate(words) for piece in cut(word)]
    for run in ngrams(pieces, length(n)):
        names, places = zip(*run, strict=True)
        yield ("".join(names),) if isinstance(n, int) else names, places
