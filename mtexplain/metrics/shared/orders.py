"""What the n-grams of each order are called: words, pairs, triples, fours, and then by their number."""

from functools import cache

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


@cache
def named_orders(longest: int) -> tuple[tuple[str, str], ...]:
    """The number of each order, and what its n-grams are called.

    >>> named_orders(2)
    (('1', 'words'), ('2', 'pairs'))
    """
    return tuple((str(n), order_name(n)) for n in range(1, longest + 1))
