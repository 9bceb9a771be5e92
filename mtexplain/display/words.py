"""User text, as tokens: the only thing in a trace that comes from outside."""

import unicodedata
from typing import NamedTuple

from mtexplain.invisible import visible

COLUMNS = 80
"""The width of a terminal."""
MOST_SHOWN = 200
"""The most rows, tokens or notes in text, HTML and LaTeX; the others are counted. Frames and dicts are whole."""


class Words(NamedTuple):
    """User text, as tokens: the only thing that comes from outside, so each medium escapes it at its last step.

    `new` are the places of tokens that an edit put there; `kind` is how the picture writes them, "taken" or "lost".
    """

    tokens: tuple[str, ...]
    new: frozenset[int] = frozenset()
    kind: str = ""

    def shown(self) -> list[tuple[str, bool]]:
        """The first 200 tokens, each with whether it is new, what is invisible made visible.

        To be escaped by the medium.
        """
        return [(visible(token), index in self.new) for index, token in enumerate(self.tokens[:MOST_SHOWN])]

    def more(self, shown: int = MOST_SHOWN) -> str:
        """The number of tokens after the first `shown`, in words; an empty text if there are none."""
        return f" … and {left_out:,} more" if (left_out := len(self.tokens) - shown) > 0 else ""


def text_width(text: str) -> int:
    """The number of terminal columns that a text takes: two for Chinese characters, none for an accent."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(mark) else 2 if unicodedata.east_asian_width(mark) in "WF" else 1 for mark in text
    )


def in_columns(label: str, edge: int, text: str) -> str:
    """A line in a terminal: a label, and a text that begins at the column `edge`."""
    return label + " " * (edge - text_width(label)) + text
