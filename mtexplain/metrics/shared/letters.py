"""The picture of a text by its letters: each n-gram of characters a brick that hangs where its letters hang.

Spaces are left out, as the metrics leave them out. N-grams of words hang below, where their letters hang.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate

from mtexplain.counts import NGram
from mtexplain.display.pyramid import Brick, Pyramid, Row, Text
from mtexplain.display.words import MOST_SHOWN, Words
from mtexplain.metrics.shared import bricks
from mtexplain.metrics.shared.bricks import Order

OF_WORDS = 100
"""The n of a row of words is that of its words and 100 more."""
_SHORTEST = 2
"""Ribbons tie runs of so many letters at least: single ones stand everywhere."""


def order(
    start: int,
    most: int,
    ngrams: Sequence[NGram],
    counts: Sequence[int],
    credits: Sequence[int],
    in_references: Sequence[int],
    step: str,
) -> Order:
    """An order, from a row for each n-gram: those of up to so many characters come first, then those of words.

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
    """The picture. `reference` is its name and its words, `also` what stands beside each share, `cut` parts a word."""
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
        alt=f"Each n-gram of characters of the candidate as a brick, and how many match: {shares}.",
    )


def _text(label: str, words: Sequence[str]) -> Text:
    """A text as letters; where each word begins."""
    starts = frozenset(at for at in accumulate(map(len, words), initial=0) if at < MOST_SHOWN)
    return Text(label, Words(tuple("".join(words))), starts=starts)


def _hung(parts: Sequence[str], rows: Sequence[Row]) -> Iterator[Row]:
    """Rows of words, whose bricks go from letter to letter."""
    ends = [*accumulate(map(len, parts), initial=0)]
    for row in rows:
        moved = (Brick(ends[brick.start], ends[brick.stop], brick.state, brick.references) for brick in row.bricks)
        yield row._replace(
            n=OF_WORDS + row.n, name=f"{row.name} of words" if row.n > 1 else row.name, bricks=tuple(moved)
        )
