"""User text as tokens, the only thing in a trace that comes from outside."""

import unicodedata
from typing import NamedTuple

from mtexplain.invisible import visible

COLUMNS = 80
"""The width of a terminal."""
MOST_SHOWN = 200
"""The most rows, tokens or notes in text, HTML and LaTeX. The rest are only counted. Frames and dicts are complete."""


class Words(NamedTuple):
    """User text as tokens. Only this comes from outside, so each medium escapes it as its last step.

    `new` are the indices of tokens that an edit inserted. `kind` is how the picture writes the tokens, as "taken" or
    "lost".
    """

    tokens: tuple[str, ...]
    new: frozenset[int] = frozenset()
    kind: str = ""

    def shown(self) -> list[tuple[str, bool]]:
        """Return the first 200 tokens, with invisible characters made visible, each with True if it is new.

        The medium has to escape them.
        """
        return [(visible(token), index in self.new) for index, token in enumerate(self.tokens[:MOST_SHOWN])]

    def more(self, shown: int = MOST_SHOWN) -> str:
        """Return words for the number of tokens after the first `shown`, or an empty text if there are no more."""
        return f" … and {left_out:,} more" if (left_out := len(self.tokens) - shown) > 0 else ""


def text_width(text: str) -> int:
    """Return the number of terminal columns that a text takes, where Chinese characters take two and accents none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(mark) else 2 if unicodedata.east_asian_width(mark) in "WF" else 1 for mark in text
    )


def in_columns(label: str, edge: int, text: str) -> str:
    """Return a line for a terminal, with a label and a text that begins at the column `edge`."""
    return label + " " * (edge - text_width(label)) + text
