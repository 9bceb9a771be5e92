"""Findings about marks that plain text doesn't contain, such as escapes, invisible characters and subword marks.

A model's tokeniser cuts words into pieces. BPE marks every piece that is followed by another piece (un@@ seen),
WordPiece marks every piece that follows another piece (un ##seen), and SentencePiece marks the start of every word
(▁un seen ▁cat). Therefore a stray ▁ in plain text proves nothing about the other words.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from mtexplain.explain.tools.doctor.findings import Finding, Side
from mtexplain.explain.tools.doctor.nesting import UNSPACED
from mtexplain.invisible import oddities


class Mark(NamedTuple):
    """A mark that shows that a text is not plain, as a short string that is quick to find, and as a pattern."""

    code: str
    needle: str
    pattern: re.Pattern[str]
    what: str
    fix: str
    fewest: int = 1
    """The smallest number of marks on a side that is not chance."""


_ESCAPE = re.compile(r"&(?:apos|quot|amp|lt|gt|#124|#91|#93);")
_UNESCAPE = "Undo this first, with html.unescape or Moses' detokenizer.perl, because not every tool does."
SURROGATE = re.compile("[\ud800-\udfff]")
MARKS = (
    Mark("escaped", "&", _ESCAPE, "escapes such as {}", _UNESCAPE),
    Mark("escaped", "@-@", re.compile(r"\S @-@ \S"), "hyphens as tokenised by Moses, @-@",
         "Undo this first, with Moses' detokenizer.perl."),
    Mark("replaced", "\ufffd", re.compile("\ufffd"), "the mark U+FFFD for a character that could not be read",
         "Read the file again in its own encoding, because the character itself is lost here."),
    Mark("bom", "\ufeff", re.compile("^\ufeff"), "a byte order mark, U+FEFF, at the start",
         'It counts as part of the first word. Open the file with encoding="utf-8-sig".'),
    Mark("carriage-return", "\r", re.compile("\r"), "a carriage return, U+000D",
         "In files from Windows, lines end with it. Most tools treat it as white space; line.rstrip() removes it."),
    Mark("surrogate", "", SURROGATE, "half a character",
         "It can't be written as UTF-8. Read the text again from an intact source."),
)  # fmt: skip
_ENDS = "\r\n\ufeff"
HIDDEN = "\u200b\u2060\ufeff\u00ad"
"""Invisible characters that hardly any spelling needs."""
_UNSEEN = {
    "invisible": "To a tool, a word with it is a different word. Remove it, unless the spelling needs it.",
    "private-use": "Another program may show something else there, or nothing, so write the intended character.",
}
"""Advice on characters that can't be seen, or not everywhere, by code."""


def of_side(side: Side) -> Iterator[Finding]:
    """Yield findings about anything in the texts of a side that plain text doesn't contain."""
    for mark in MARKS:
        with_needle = (n for n, text in enumerate(side.texts) if mark.needle in text)
        matches = [(n, match) for n in with_needle for match in mark.pattern.finditer(side.texts[n])]
        if len(matches) >= mark.fewest:
            indices, first = list(dict.fromkeys(n for n, _ in matches)), matches[0][1]
            yield side.finding(mark.code, indices, "contain", mark.what.format(first[0]), mark.fix, first.start())
    if outer := [
        n
        for n, text in enumerate(side.texts)
        if (stripped := text.strip(_ENDS)) != stripped.strip() and stripped.strip()
    ]:
        text = side.texts[outer[0]]
        at = 0 if text[:1].isspace() else len(text)
        yield side.finding("outer-space", outer, "have", "white space at an end", "No tool counts it.", at)
    yield from _unseen(side)


def are_escaped_alike(candidates: tuple[str, ...], groups: tuple[tuple[str, ...], ...]) -> bool:
    """True if every candidate has the same escapes as each of its references, so that they may belong to the text.

    >>> are_escaped_alike(("a &lt; b",), (("c &lt; b",),)), are_escaped_alike(("a &lt; b",), (("c < b",),))
    (True, False)
    """
    if any("@-@" in text for text in (*candidates, *(reference for group in groups for reference in group))):
        return False
    pairs = zip(candidates, groups, strict=False)
    return all(_escapes(text) == _escapes(reference) for text, group in pairs for reference in group)


def _escapes(text: str) -> list[str]:
    return sorted(_ESCAPE.findall(text)) if "&" in text else []


def of_sides(mine: Side, theirs: Side, escaped: tuple[bool, bool], are_alike: bool) -> Iterator[Finding]:
    """Yield findings about anything in the texts of both sides that plain text doesn't contain, such as escapes.

    `escaped` says for each side whether its escapes are certainly not part of the text. If `are_alike` is
    true, both sides have the same escapes and share a single finding.
    """
    for side, is_escaped in zip((mine, theirs), escaped, strict=True):
        for finding in of_side(side):
            if finding.code != "escaped" or is_escaped:
                yield finding
            elif not are_alike:
                fix = "It is left unchanged, because it may belong to the text. If Moses made it, undo it."
                yield finding._replace(code="escape-marks", fix=fix)
            elif side is mine:
                fix = "The references have the same escapes, so they may belong to the text and are left unchanged. "
                fix += "If Moses made them, undo it on both sides."
                yield finding._replace(code="escape-marks", fix=fix, side="")


def _unseen(side: Side) -> Iterator[Finding]:
    """Yield findings about characters that can't be seen, or can't be seen everywhere, with their names."""
    marks = {mark for mark in set().union(*side.texts) if not mark.isascii()}
    suspects = {mark for mark in marks if any(code in _UNSEEN for code, _ in oddities(f"a{mark}a"))}
    by_oddity: dict[tuple[str, str], list[int]] = {}
    for index, text in enumerate(side.texts):
        if not suspects.isdisjoint(text):
            for code, half in oddities(text):
                if code in _UNSEEN:
                    by_oddity.setdefault((code, half), []).append(index)
    for (code, half), indices in by_oddity.items():
        at = next(at for at, mark in enumerate(side.texts[indices[0]]) if mark in suspects)
        yield side.finding(code, indices, "contain", half.removeprefix("contains "), _UNSEEN[code], at)


_FEWEST_ALONE = 3
_NEARLY_ALL, _LONGEST_MEAN = 0.9, 12
"""The smallest share of lines that begin with ▁, and the largest mean word length, if ▁ is before every word."""
WORD_START = "\u2581"
_MARK = f"{WORD_START}(?![\u2582-\u2588])"  # but not the bars of a chart, ▁▃█
_FIRST = re.compile(rf"[\s{HIDDEN}]*{_MARK}")


class Pieces(NamedTuple):
    """A way to cut words into pieces, with its mark and the way to undo it.

    `does` describes the pieces in words. `joined` joins them into whole words, and `parted` removes the marks but
    leaves the pieces apart. `fewest` is the smallest number of marks on a side that does not count as chance.
    """

    name: str
    does: str
    mark: str
    pattern: re.Pattern[str]
    joined: Callable[[str], str]
    parted: Callable[[str], str]
    fewest: int = 1


KINDS = (
    Pieces("BPE", "words cut at @@", "@@", re.compile(r"(?<=\S)@@(?: |$)"),
           lambda text: re.sub(r"(?<=\S)@@(?: | ?$)", "", text), lambda text: text.replace("@@", " ")),
    Pieces("SentencePiece", "words that begin with ▁", WORD_START, re.compile(rf"(?:^|[\s{HIDDEN}]){_MARK}"),
           lambda text: "".join(text.split()).replace(WORD_START, " ").strip() if _FIRST.match(text) else text,
           lambda text: text.replace(WORD_START, " ")),
    Pieces("WordPiece", "with ## before the later pieces of a word", "##", re.compile(r"(?<=\S) ##(?=[^\s#])"),
           lambda text: re.sub(r"(?<=\S) ##(?=[^\s#])", "", text), lambda text: text.replace("##", " "), 2),
)  # fmt: skip


def certain(side: Side, opposite: Side) -> list[Pieces]:
    """Return the ways in which the words of a side are certainly cut, so that the pieces can be joined.

    >>> from mtexplain.explain.tools.doctor.findings import both_sides
    >>> [kind.mark for kind in certain(*both_sides(("un@@ seen cats",), (("unseen cats",),)))]
    ['@@']
    >>> certain(*both_sides(("he filled in the ▁blank",), (("he filled in the blank",),)))
    []
    """
    return [kind for kind in KINDS if _is_certain(kind, side, opposite)]


def whole(text: str, kinds: Sequence[Pieces]) -> str:
    """Return the text with its pieces joined.

    >>> whole("un@@ seen 3.@@ 5", KINDS[:1]), whole("▁un seen ▁cat", KINDS[1:2]), whole("un ##seen", KINDS[2:])
    ('unseen 3.5', 'unseen cat', 'unseen')
    """
    for kind in kinds:
        text = kind.joined(text)
    return text


def of_pieces(side: Side, opposite: Side) -> Iterator[Finding]:
    """Yield findings about the pieces of words on a side, which are joined, and doubtful marks, which are left."""
    for kind in KINDS:
        if marks := _marked(kind, side):
            indices = list(dict.fromkeys(index for index, _ in marks))
            if _is_certain(kind, side, opposite):
                fix = "Join the pieces first, because a score counts words, not pieces."
                yield side.finding("subwords", indices, "contain", f"{kind.name} pieces, {kind.does}", fix, marks[0][1])
            elif len(marks) >= kind.fewest:
                what = f"{kind.mark}, the mark of {kind.name} pieces"
                fix = "It is left unchanged, as the words around it may be whole. If they are pieces, join them first."
                yield side.finding("subword-marks", indices, "contain", what, fix, marks[0][1])


def _marked(kind: Pieces, side: Side) -> list[tuple[int, int]]:
    """Return the index of the text and the position in it for each mark on a side."""
    with_mark = ((index, text) for index, text in enumerate(side.texts) if kind.mark in text)
    return [(index, match.start()) for index, text in with_mark for match in kind.pattern.finditer(text)]


def _is_certain(kind: Pieces, side: Side, opposite: Side) -> bool:
    """True if the words are certainly cut in this way, because the joined pieces are words.

    The other side must contain at least as many of the joined words as of the pieces. If the other side has such marks
    too, its pieces are joined first, and three marks are needed. For ▁, either the other side must contain more of the
    joined words than of the pieces, or nearly every line must begin with ▁ and the words must have a usual length.
    """
    marks = _marked(kind, side)
    if len(marks) < kind.fewest:
        return False
    gain = 0
    is_alone = not _marked(kind, opposite)
    if not is_alone and len(marks) < _FEWEST_ALONE:
        return False
    theirs: dict[int, set[str]] = {}
    for segment, text in zip(opposite.segments, opposite.texts, strict=True):
        theirs.setdefault(segment, set()).update((text if is_alone else kind.joined(text)).split())
    for index in dict.fromkeys(index for index, _ in marks):
        text, words = side.texts[index], theirs.get(side.segments[index], set())
        gain += len(words.intersection(kind.joined(text).split()))
        gain -= len(words.intersection(kind.parted(text).split()))
    return gain > 0 or (gain == 0 and (kind.mark != WORD_START or _begins_every_word(kind, side)))


def _begins_every_word(kind: Pieces, side: Side) -> bool:
    """True if nearly every line begins with ▁ and the words between the marks have a usual length.

    The length does not matter if every piece begins with ▁.
    """
    texts = [text for text in side.texts if text.strip()]
    begin = [text for text in texts if _FIRST.match(text)]
    if len(begin) < _NEARLY_ALL * len(texts):
        return False
    if all(word_piece.startswith(WORD_START) for text in begin for word_piece in text.lstrip(HIDDEN).split()):
        return True
    words = [word for text in begin for word in kind.joined(text).split() if not UNSPACED.search(word)]
    letters = sum(unicodedata.category(mark)[0] != "M" for word in words for mark in word)
    return letters <= _LONGEST_MEAN * len(words)
