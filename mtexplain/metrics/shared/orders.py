"""What the n-grams of each order are called: words, pairs, triples, fours, and then by their number."""

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
