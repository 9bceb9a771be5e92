"""The picture of a text letter by letter, with a brick for each n-gram of characters below its letters.

Spaces are left out, as in the metrics. N-grams of words come last, also below their letters.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate

from mtexplain.counts import NGram
from mtexplain.display.pyramid import Brick, Pyramid, Row, Text
from mtexplain.display.words import MOST_SHOWN, Words
from mtexplain.metrics.shared import bricks
from mtexplain.metrics.shared.bricks import Order

OF_WORDS = 100
"""A row of n-grams of words has this number added to its n."""
_SHORTEST = 2
"""The least number of letters in a ribbon's run, because single letters match everywhere."""


def order(
    start: int,
    most: int,
    ngrams: Sequence[NGram],
    counts: Sequence[int],
    credits: Sequence[int],
    in_references: Sequence[int],
    step: str,
) -> Order:
    """An order, made from the counts of its n-grams. The first `most` orders have characters, the others words.

    >>> order(1, 6, [("ab",)], [2], [1], [1], "n_2").credits, order(6, 6, [("ab",)], [2], [1], [1], "n_w1").n
    ({('a', 'b'): 1}, 101)
    """
    is_letters, n = start < most, start + 1 if start < most else start + 1 - most
    keys = [tuple(ngram[0]) if is_letters else ngram for ngram in ngrams]
    built = bricks.count_order(n, keys, counts, credits, [(count,) for count in in_references], step)
    return built if is_letters else built._replace(n=OF_WORDS + n)


def build(
    candidate: Sequence[str],
    reference: tuple[str, Sequence[str]],
    orders: Sequence[Order],
    also: Sequence[str],
    cut: Callable[[str], Iterable[str]],
) -> Pyramid:
    """The picture. `reference` has a name and words, `also` has the text beside each share, and `cut` splits a word."""
    name, there = reference
    text, other = _text("candidate", candidate), _text(name, there)
    piece = bricks.build(text, [other], [order for order in orders if order.n < OF_WORDS], token="character")
    words = [order._replace(n=order.n - OF_WORDS) for order in orders if order.n > OF_WORDS]
    mine, theirs = ([part for word in words_of for part in cut(word)] for words_of in (candidate, there))
    rows = (*piece.rows, *_hung(mine, bricks.rows(mine, [theirs], words)))
    marked = tuple(row._replace(also=more) for row, more in zip(rows, also, strict=True))
    shares = "; ".join(f"{row.name} {row.share}, {row.also}" for row in marked)
    return piece._replace(
        rows=marked,
        ribbons=tuple(ribbon for ribbon in piece.ribbons if ribbon.stop - ribbon.start >= _SHORTEST),
        alt=f"A brick for each n-gram of characters of the candidate, and how many match: {shares}.",
    )


def _text(label: str, words: Sequence[str]) -> Text:
    """A text as letters, with the positions at which words begin."""
    starts = frozenset(at for at in accumulate(map(len, words), initial=0) if at < MOST_SHOWN)
    return Text(label, Words(tuple("".join(words))), starts=starts)


def _hung(parts: Sequence[str], rows: Sequence[Row]) -> Iterator[Row]:
    """Rows of words, with bricks as wide as the letters of the words."""
    ends = [*accumulate(map(len, parts), initial=0)]
    for row in rows:
        moved = (Brick(ends[brick.start], ends[brick.stop], brick.state, brick.references) for brick in row.bricks)
        yield row._replace(
            n=OF_WORDS + row.n, name=f"{row.name} of words" if row.n > 1 else row.name, bricks=tuple(moved)
        )
