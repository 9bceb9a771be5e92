"""The names of n-grams: words, pairs, triples, fours, and then by their number."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby

_NAMES = {1: "words", 2: "pairs", 3: "triples", 4: "fours"}


def order_name(n: int) -> str:
    """Words, pairs, triples, fours, 5-grams, ...

    >>> order_name(2), order_name(5)
    ('pairs', '5-grams')
    """
    return _NAMES.get(n, f"{n}-grams")


def one_name(n: int) -> str:
    """Word, pair, triple, four, 5-gram, ..."""
    return order_name(n).removesuffix("s")


def none_of(orders: Sequence[int]) -> str:
    """Orders of which there is nothing, after the word "no"; of many only the first.

    >>> none_of([3, 4])
    '3-gram and no 4-gram'
    """
    return " and no ".join(f"{n}-gram" for n in orders) if len(orders) < 5 else f"{orders[0]}-gram or longer"


def in_a_row(labels: Iterable[str]) -> str:
    """Labels of orders that follow each other, from the first to the last: those of characters, then those of words.

    >>> in_a_row(["4", "5", "6", "w2"])
    '4 to 6 and w2'
    """
    runs = ([*run] for _, run in groupby(labels, str.isdecimal))
    return " and ".join(" to ".join(dict.fromkeys((run[0], run[-1]))) for run in runs)


@cache
def named_orders(longest: int, token: str = "word") -> tuple[tuple[str, str], ...]:
    """The number of each order, and what its n-grams are called.

    >>> named_orders(2)
    (('1', 'words'), ('2', 'pairs'))
    """
    return tuple((str(n), order_name(n) if n > 1 else f"{token}s") for n in range(1, longest + 1))
