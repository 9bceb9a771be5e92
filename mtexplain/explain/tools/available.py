"""Results from several functions. A result that needs a missing package is left out, with a note."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from mtexplain.display.parts import Note
from mtexplain.packages import MissingPackage

Made = TypeVar("Made")


def available(makers: Iterable[tuple[str, Callable[[], Made]]]) -> tuple[tuple[Made, ...], tuple[Note, ...]]:
    """Return the results, and a note for each reason why some were left out. MissingPackage if all were left out.

    >>> def figure():
    ...     raise MissingPackage("figures", "matplotlib")
    >>> made, notes = available([("score", lambda: 0.5), ("figure", figure)])
    >>> made, notes[0].where, notes[0].text[:31]
    ((0.5,), 'figure', 'Left out: no package matplotlib')
    """
    made: list[Made] = []
    missing: dict[str, list[str]] = {}
    reason: MissingPackage | None = None
    for name, make in makers:
        try:
            made.append(make())
        except MissingPackage as error:
            reason = error
            missing.setdefault(f"Left out: {error.got}. {error.fix}", []).append(name)
    if reason and not made:
        raise reason
    return tuple(made), tuple(Note("missing-package", text, ", ".join(names)) for text, names in missing.items())
