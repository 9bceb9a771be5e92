"""Announcements of work that takes long, once: on the error stream, so that no output is changed."""

import sys
from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import TypeVar

Item = TypeVar("Item")
_PATIENCE = 5.0  # seconds that need no word


def announced(items: Iterable[Item], number: int, doing: str, what: str) -> Iterator[Item]:
    """The items, of which there are about `number`. If they take long, a line says how long the others will take.

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
    """A time as it is said.

    >>> duration(12.3), duration(400), duration(86_400)
    ('about 12 seconds', 'about 7 minutes', 'about 24 hours')
    """
    for unit, length in (("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"about {seconds / length:,.0f} {unit}"
    return f"about {seconds:.0f} seconds"
