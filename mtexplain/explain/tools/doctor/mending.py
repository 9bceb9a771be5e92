"""Corrections that are certain enough, such as joined pieces, resolved escapes and realigned lines."""

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from itertools import product

from mtexplain.explain.tools.doctor.findings import Side
from mtexplain.explain.tools.doctor.marks import HIDDEN, SURROGATE, Pieces, whole
from mtexplain.explain.tools.doctor.nesting import UNSPACED
from mtexplain.explain.tools.doctor.pairing import Groups

_ESCAPES = {"&#124;": "|", "&#91;": "[", "&#93;": "]", "&lt;": "<", "&gt;": ">", "&apos;": "'", "&quot;": '"',
            "&amp;": "&"}  # fmt: skip
_PLAIN_AND = re.compile(f"&(?!(?:{'|'.join(escape[1:-1] for escape in _ESCAPES)});)")
_UNSEEN = re.compile(f"(?<!{UNSPACED.pattern})[{HIDDEN}]|[{HIDDEN}](?!{UNSPACED.pattern})")
"""The hidden characters to remove, unless they may separate words in a script without spaces, such as Thai."""
_HYPHEN = re.compile(r"(?<=(\S)) @-@ (?=(\S))")


def _is_of_a_word(mark: str) -> bool:
    """True for a letter, a digit or an accent, because Moses separates a hyphen only between these."""
    return mark.isalnum() or unicodedata.category(mark)[0] == "M"


def _with_hyphens(text: str) -> str:
    """Return the text with the hyphens that Moses separated joined to their words again."""
    return _HYPHEN.sub(lambda match: "-" if all(map(_is_of_a_word, match.groups())) else match[0], text)


def _unescaped(text: str) -> str:
    """Return the text with Moses' escapes resolved.

    >>> _unescaped("well @-@ known &amp; Tom &apos;s")
    "well-known & Tom 's"
    """
    text = _with_hyphens(text)
    for escape, mark in _ESCAPES.items() if "&" in text else ():
        text = text.replace(escape, mark)
    return text


def escaped_sides(mine: Side, theirs: Side) -> tuple[bool, bool]:
    """Return for each side whether it is certainly escaped, so that its escapes can be resolved.

    The escapes can be resolved on either side, on both or on neither. The best of these four ways leaves the sides
    with the most words in common. In a tie, it is the way that resolves the most sides, but leaves alone a side that
    also has such characters unescaped. A side with @-@ is escaped, because @-@ comes from Moses.

    >>> from mtexplain.explain.tools.doctor.findings import both_sides
    >>> escaped_sides(*both_sides(("write &amp;amp; for &amp;",), (("write &amp; for &",),)))
    (True, False)
    """
    doubt = [_is_partly_plain(side) for side in (mine, theirs)]
    mine, theirs = _with_escapes(mine, theirs)
    ways = list(product(*map(_may_be_escaped, (mine, theirs))))
    mine, theirs = (side._replace(texts=tuple(map(_with_hyphens, side.texts))) for side in (mine, theirs))

    def merit(way: tuple[bool, ...]) -> tuple[int, int]:
        sides = [_resolved(side) if do else side for side, do in zip((mine, theirs), way, strict=True)]
        return _shared(*sides), sum(-1 if unsure else 1 for do, unsure in zip(way, doubt, strict=True) if do)

    first, second = max(ways, key=merit)
    return first, second


def _with_escapes(mine: Side, theirs: Side) -> tuple[Side, Side]:
    """Return both sides without the segments in which neither side has an escape."""
    sides = mine, theirs
    chosen = {segment for side in sides for segment, text in zip(side.segments, side.texts, strict=True)
              if _unescaped(text) != text}  # fmt: skip
    remaining = [[(text, segment) for text, segment in zip(side.texts, side.segments, strict=True) if segment in chosen]
                 for side in sides]  # fmt: skip
    first, second = (
        side._replace(texts=tuple(text for text, _ in kept_pairs), segments=tuple(segment for _, segment in kept_pairs))
        for side, kept_pairs in zip(sides, remaining, strict=True)
    )
    return first, second


def _may_be_escaped(side: Side) -> tuple[bool, ...]:
    """Return the possible answers to whether a side is escaped."""
    if any(_with_hyphens(text) != text for text in side.texts):
        return (True,)
    return (True, False) if any(_unescaped(text) != text for text in side.texts) else (False,)


def _resolved(side: Side) -> Side:
    return side._replace(texts=tuple(map(_unescaped, side.texts)))


def _is_partly_plain(side: Side) -> bool:
    """True if a side with escapes also contains a plain &, or another of the escaped characters."""
    marks = {mark for escape, mark in _ESCAPES.items() if any(escape in text for text in side.texts)}
    return bool(marks) and any(
        _PLAIN_AND.search(text) or any(mark in text for mark in marks - {"&"}) for text in side.texts
    )


def _shared(mine: Side, theirs: Side) -> int:
    """Count the different words that each candidate shares with its references."""
    words: dict[int, set[str]] = {}
    for segment, text in zip(theirs.segments, theirs.texts, strict=True):
        words.setdefault(segment, set()).update(text.split())
    pairs = zip(mine.segments, mine.texts, strict=True)
    return sum(len(words.get(segment, set()).intersection(text.split())) for segment, text in pairs)


_MENDERS: dict[str, Callable[[str], str]] = {
    "surrogate": lambda text: SURROGATE.sub("\ufffd", text),
    "bom": lambda text: text.removeprefix("\ufeff"),
    "invisible": lambda text: _UNSEEN.sub("", text),
    "carriage-return": lambda text: text.replace("\r", " ").strip(),
    "outer-space": str.strip,
}
"""The functions that mend a text, by the finding that they correct."""
_LATE_MENDERS: dict[str, Callable[[str], str]] = {
    "escaped": _unescaped,
    "normal-forms": lambda text: unicodedata.normalize("NFC", text),
}
"""The functions that run after the pieces are joined, because an escape or an accent may be cut in two."""
MENDED = ("mojibake", "special-tokens", "subwords", *_MENDERS, *_LATE_MENDERS, "double-spaced", "shifted")
"""The findings in the text that are corrected. All others need a decision by the user."""
REGROUPED = ("swapped", "transposed", "tokens", "characters", "mixed", "flat", "bare-reference", "not-list",
             "not-text")  # fmt: skip
"""The findings in the lists that are corrected."""


def mended(
    candidates: Sequence[str],
    groups: Groups,
    codes: tuple[Collection[str], Collection[str]],
    pairs: Sequence[tuple[int, int]],
    pieces: tuple[Sequence[Pieces], Sequence[Pieces]] = ((), ()),
) -> tuple[list[str], list[list[str]]]:
    """Return candidates and references by segment, ready to score, with problems corrected and only complete segments.

    `codes` are the findings to correct in the candidates and in the references. `pairs` are the indices of candidates
    and groups that belong together. `pieces` are the ways in which the words of the candidates, and the words of the
    references, are cut into pieces.

    >>> mended(["un@@ seen ", "b"], (("unseen ",), ()), ((), {"outer-space"}), [(0, 0), (1, 1)])
    (['un@@ seen '], [['unseen']])
    """
    mine, theirs = zip(codes, pieces, strict=True)
    complete = [(candidates[candidate], groups[segment]) for candidate, segment in pairs if groups[segment]]
    texts = [_mended(candidate, *mine) for candidate, _ in complete]
    return texts, [[_mended(reference, *theirs) for reference in group] for _, group in complete]


def _mended(text: str, codes: Collection[str], pieces: Sequence[Pieces]) -> str:
    for code, mender in _MENDERS.items():
        text = mender(text) if code in codes else text
    text = whole(text, pieces)
    for code, mender in _LATE_MENDERS.items():
        text = mender(text) if code in codes else text
    return text
