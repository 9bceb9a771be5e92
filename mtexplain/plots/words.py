"""What is written in a figure: labels cut to the room there is, names of traces, notes."""

import unicodedata
from collections.abc import Sequence, Set

from mtexplain.display.parts import Words
from mtexplain.display.trace import Trace
from mtexplain.inputs import InputError, check_list, check_text
from mtexplain.invisible import visible

_WIDEST, _LETTER = 30, 0.15  # the widest label in letters; a letter in inches
_MOST_NOTES = 2
MOST_TRACES = 7
"""So many can be told apart by their colours."""


def names(labels: Sequence[str] | None, traces: int) -> list[str]:
    """The names of the traces, as they are shown; none where there is one trace without a label."""
    if labels is None:
        return [f"candidate {number}" for number in range(1, traces + 1)] if traces > 1 else []
    given = check_list(labels, "labels", "a list of strings, one for each trace")
    if len(given) != traces:
        raise InputError("labels", f"{len(given)} for {traces} traces", "one label for each trace")
    texts = [check_text(label, f"labels[{number}]") for number, label in enumerate(given)]
    return [cut(" ".join(map(visible, text.split())) or "(no name)") for text in texts]


def notes(trace: Trace, but: Set[str] = frozenset()) -> str:
    """The first notes, for the small print."""
    notes = [note for note in trace.notes if note.code not in but]
    rest = len(notes) - _MOST_NOTES
    more = f" … and {rest:,} more note{'s' * (rest > 1)}" if rest > 0 else ""
    return " ".join(f"Note: {note}" for note in notes[:_MOST_NOTES]) + more


def written(ngram: Sequence[str]) -> str:
    """An n-gram, what is invisible made visible."""
    return " ".join(token for token, _ in Words(tuple(ngram)).shown())


def cut(label: str) -> str:
    """A label there is room for."""
    room = 0.0
    for place, mark in enumerate(label):
        room += _cells(mark)
        if room > _WIDEST:
            return label[:place] + "…"
    return label


def inches(label: str) -> float:
    """How wide a label is, more or less."""
    return _LETTER * sum(map(_cells, label))


def _cells(mark: str) -> float:
    """How much room a character takes, in letters."""
    if unicodedata.east_asian_width(mark) in "WF" or mark > "\u2fff":
        return 2
    return 1.5 if mark.isupper() or mark in "mw@%﷽—" else 1
