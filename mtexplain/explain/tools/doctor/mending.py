"""What is certain enough to be undone: pieces joined, escapes resolved, ends cut off, lines put in step."""

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence

from mtexplain.explain.tools.doctor.pairing import Groups, Shift
from mtexplain.explain.tools.doctor.sides import FEWEST_WORDPIECES, HIDDEN, SURROGATE

_ESCAPES = {"&#124;": "|", "&#91;": "[", "&#93;": "]", "&lt;": "<", "&gt;": ">", "&apos;": "'", "&quot;": '"',
            "&amp;": "&"}  # fmt: skip
_UNSEEN = dict.fromkeys(map(ord, HIDDEN))
_ENDING = re.compile(r"(?<=\w) ##(?=\w)")
_PIECE = re.compile(r"(?:^|\s)\u2581\w")


def _whole_words(text: str) -> str:
    """Pieces of words joined again.

    >>> _whole_words("un@@ seen"), _whole_words("▁un seen ▁cat")
    ('unseen', 'unseen cat')
    """
    text = re.sub(r"(?<=\w)@@ (?=\S)", "", text)
    return "".join(text.split()).replace("\u2581", " ").strip() if _PIECE.search(text) else text


def _with_endings(texts: Sequence[str]) -> list[str]:
    """Pieces that begin with ## joined again; a single one in the whole text may be no piece, and is left.

    >>> _with_endings(["un ##seen", "cat ##s"]), _with_endings(["the C ##foo"])
    (['unseen', 'cats'], ['the C ##foo'])
    """
    number = sum(len(_ENDING.findall(text)) for text in texts)
    return [_ENDING.sub("", text) for text in texts] if number >= FEWEST_WORDPIECES else list(texts)


def _unescaped(text: str) -> str:
    """What Moses escapes, as it was.

    >>> _unescaped("well @-@ known &amp; Tom &apos;s")
    "well-known & Tom 's"
    """
    text = re.sub(r"(?<=\w) @-@ (?=\w)", "-", text)
    for escape, mark in _ESCAPES.items() if "&" in text else ():
        text = text.replace(escape, mark)
    return text


_MENDERS: dict[str, Callable[[str], str]] = {
    "subwords": _whole_words,
    "escaped": _unescaped,
    "surrogate": lambda text: SURROGATE.sub("\ufffd", text),
    "bom": lambda text: text.removeprefix("\ufeff"),
    "invisible": lambda text: text.translate(_UNSEEN),
    "carriage-return": lambda text: text.replace("\r", " ").strip(),
    "outer-space": str.strip,
    "normal-forms": lambda text: unicodedata.normalize("NFC", text),
}
MENDED = ("mojibake", "special-tokens", *_MENDERS, "shifted")
"""The findings in the text that are undone. The rest asks for a decision."""
REGROUPED = ("swapped", "transposed", "tokens", "characters", "mixed", "flat", "bare-reference", "not-list", "lines")
"""The findings in the lists that are undone."""


def mended(
    candidates: Sequence[str], groups: Groups, codes: Collection[str], found: Shift | None
) -> tuple[list[str], list[list[str]]]:
    """Candidates and references by segment, as they can be scored: what was found undone, every segment complete.

    >>> mended(["un@@ seen", "b"], (("unseen",), ()), {"subwords"}, None)
    (['unseen'], [['unseen']])
    """
    menders = [mender for code, mender in _MENDERS.items() if code in codes]
    pairs = found.pairs(len(candidates), len(groups)) if found else [
        (place, place) for place in range(min(len(candidates), len(groups)))]  # fmt: skip
    if "subwords" in codes:
        candidates, groups = _with_endings(candidates), _grouped(groups)
    whole = [(candidates[one], groups[other]) for one, other in pairs if groups[other]]
    texts = [_mended(one, menders) for one, _ in whole]
    return texts, [[_mended(one, menders) for one in group] for _, group in whole]


def _grouped(groups: Groups) -> Groups:
    """The references with their pieces that begin with ## joined."""
    joined = iter(_with_endings([one for group in groups for one in group]))
    return tuple(tuple(next(joined) for _ in group) for group in groups)


def _mended(text: str, menders: Sequence[Callable[[str], str]]) -> str:
    for mender in menders:
        text = mender(text)
    return text
