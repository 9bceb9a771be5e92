"""The names of n-grams, which are words, pairs, triples, fours, 5-grams and so on."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby

_NAMES = {1: "words", 2: "pairs", 3: "triples", 4: "fours"}


def order_name(n: int) -> str:
    """The name of the n-grams of an order, in the plural.

    >>> order_name(2), order_name(5)
    ('pairs', '5-grams')
    """
    return _NAMES.get(n, f"{n}-grams")


def one_name(n: int) -> str:
    """The name of an n-gram of an order, in the singular."""
    return order_name(n).removesuffix("s")


def none_of(orders: Sequence[int]) -> str:
    """The names of orders without n-grams, to follow the word "no"; if there are many, only the first.

    >>> none_of([3, 4])
    '3-gram and no 4-gram'
    """
    return " and no ".join(f"{n}-gram" for n in orders) if len(orders) < 5 else f"{orders[0]}-gram or longer"


def in_a_row(labels: Iterable[str]) -> str:
    """Labels of consecutive orders, from first to last, with orders of characters before orders of words.

    >>> in_a_row(["4", "5", "6", "w2"])
    '4 to 6 and w2'
    """
    runs = ([*run] for _, run in groupby(labels, str.isdecimal))
    return " and ".join(" to ".join(dict.fromkeys((run[0], run[-1]))) for run in runs)


@cache
def named_orders(longest: int, token: str = "word") -> tuple[tuple[str, str], ...]:
    """The number of each order, with the name of its n-grams.

    >>> named_orders(2)
    (('1', 'words'), ('2', 'pairs'))
    """
    return tuple((str(n), order_name(n) if n > 1 else f"{token}s") for n in range(1, longest + 1))
