"""What is certain enough to be undone: pieces joined, escapes resolved, ends cut off, lines put in step."""

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence

from mtexplain.explain.tools.doctor.nesting import UNSPACED
from mtexplain.explain.tools.doctor.pairing import Groups
from mtexplain.explain.tools.doctor.pieces import Pieces, whole
from mtexplain.explain.tools.doctor.sides import HIDDEN, SURROGATE

_ESCAPES = {"&#124;": "|", "&#91;": "[", "&#93;": "]", "&lt;": "<", "&gt;": ">", "&apos;": "'", "&quot;": '"',
            "&amp;": "&"}  # fmt: skip
_UNSEEN = re.compile(f"(?<!{UNSPACED.pattern})[{HIDDEN}]|[{HIDDEN}](?!{UNSPACED.pattern})")
"""What is hidden between two letters of Thai, Khmer or Burmese is left: it may part two words."""
_HYPHEN = re.compile(r"(?<=(\S)) @-@ (?=(\S))")


def _is_of_a_word(mark: str) -> bool:
    """A letter, a digit or an accent: Moses cuts a hyphen between two of them only."""
    return mark.isalnum() or unicodedata.category(mark)[0] == "M"


def _unescaped(text: str) -> str:
    """What Moses escapes, as it was.

    >>> _unescaped("well @-@ known &amp; Tom &apos;s")
    "well-known & Tom 's"
    """
    text = _HYPHEN.sub(lambda found: "-" if all(map(_is_of_a_word, found.groups())) else found[0], text)
    for escape, mark in _ESCAPES.items() if "&" in text else ():
        text = text.replace(escape, mark)
    return text


_MENDERS: dict[str, Callable[[str], str]] = {
    "surrogate": lambda text: SURROGATE.sub("\ufffd", text),
    "bom": lambda text: text.removeprefix("\ufeff"),
    "invisible": lambda text: _UNSEEN.sub("", text),
    "carriage-return": lambda text: text.replace("\r", " ").strip(),
    "outer-space": str.strip,
}
"""By the finding that it undoes."""
_LATE_MENDERS: dict[str, Callable[[str], str]] = {
    "escaped": _unescaped,
    "normal-forms": lambda text: unicodedata.normalize("NFC", text),
}
"""These come after the pieces of words are joined: an escape, or a letter and its accent, may be in two of them."""
MENDED = ("mojibake", "special-tokens", "subwords", *_MENDERS, *_LATE_MENDERS, "double-spaced", "shifted")
"""The findings in the text that are undone. The rest asks for a decision."""
REGROUPED = ("swapped", "transposed", "tokens", "characters", "mixed", "flat", "bare-reference", "not-list")
"""The findings in the lists that are undone."""


def mended(
    candidates: Sequence[str],
    groups: Groups,
    codes: Collection[str],
    pairs: Sequence[tuple[int, int]],
    pieces: tuple[Sequence[Pieces], Sequence[Pieces]] = ((), ()),
) -> tuple[list[str], list[list[str]]]:
    """Candidates and references by segment, as they can be scored: what was found undone, every segment complete.

    `pairs` are the candidates and groups that belong together, `pieces` the ways in which the words of the candidates
    are cut, and of the references.

    >>> mended(["un@@ seen", "b"], (("unseen ",), ()), {"outer-space"}, [(0, 0), (1, 1)])
    (['un@@ seen'], [['unseen']])
    """
    mine, theirs = pieces
    found = [(candidates[one], groups[other]) for one, other in pairs if groups[other]]
    texts = [_mended(one, codes, mine) for one, _ in found]
    return texts, [[_mended(one, codes, theirs) for one in group] for _, group in found]


def _mended(text: str, codes: Collection[str], pieces: Sequence[Pieces]) -> str:
    for code, mender in _MENDERS.items():
        text = mender(text) if code in codes else text
    text = whole(text, pieces)
    for code, mender in _LATE_MENDERS.items():
        text = mender(text) if code in codes else text
    return text
