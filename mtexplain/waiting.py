"""A single announcement of long work, on the error stream, so that the output stays the same."""

import sys
from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import TypeVar

Item = TypeVar("Item")
_PATIENCE = 5.0  # seconds without an announcement


def announced(items: Iterable[Item], number: int, doing: str, what: str) -> Iterator[Item]:
    """Yield the items, about `number` in all. If they take long, a line says how long the rest will take.

    >>> list(announced("abc", 3, "spelling", "letters"))
    ['a', 'b', 'c']
    """
    begin, is_announced = perf_counter(), False
    for index, item in enumerate(items):
        spent = perf_counter() - begin
        if not is_announced and index and spent > _PATIENCE:
            is_announced = True
            if (left := spent / index * (number - index)) > _PATIENCE:
                done = f"{index:,} of about {number:,} {what} done"
                print(
                    f"mtexplain, {doing}: {done}, {duration(left)} to go. Ctrl-C stops it.", file=sys.stderr, flush=True
                )
        yield item


def duration(seconds: float) -> str:
    """Return a duration in words.

    >>> duration(12.3), duration(400), duration(86_400)
    ('about 12 seconds', 'about 7 minutes', 'about 24 hours')
    """
    for unit, length in (("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"about {seconds / length:,.0f} {unit}"
    return f"about {seconds:.0f} seconds"
