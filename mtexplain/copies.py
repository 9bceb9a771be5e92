"""What a copy or a pickle holds: of a result the facts it follows from, of what is defined once its name."""

import copyreg
from collections.abc import Callable
from functools import cached_property
from typing import Any


class Result:
    """What follows from its facts. It is copied and pickled without what it has worked out, and works that out again.

    >>> from copy import copy
    >>> from mtexplain import bleu
    >>> trace = bleu("the cat", ["a cat"], max_n=2)
    >>> kept = [name in vars(one) for one in (trace, copy(trace)) if trace.precisions for name in ("precisions",)]
    >>> kept, copy(trace) == trace
    ([True, False], True)
    """

    def __getstate__(self) -> dict[str, Any]:
        kind = type(self)
        return {
            name: value
            for name, value in vars(self).items()
            if not isinstance(getattr(kind, name, None), cached_property)
        }


def by_name(kind: type[Any], named: Callable[[str], Any]) -> None:
    """Let things of this kind be pickled as their names: each is defined once, and no function in it can be pickled.

    `named` finds one by its name. So a copy is the thing itself, and it is in another process, too.
    """
    copyreg.pickle(kind, lambda one: (named, (one.name,)))
