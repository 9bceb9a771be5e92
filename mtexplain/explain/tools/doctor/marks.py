"""What is odd about the text of one side: pieces of words, escapes, what cannot be seen."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from mtexplain.explain.tools.doctor.findings import Finding, amount, line, words
from mtexplain.invisible import oddities


class Side(NamedTuple):
    """The candidates, or the references, each with the number of its segment."""

    noun: str
    texts: tuple[str, ...]
    segments: tuple[int, ...]

    def finding(self, code: str, places: list[int], what: tuple[str, str], fix: str, at: int = 0) -> Finding:
        """Something that some of them have: `what` is said of one, and of several. The first has it `at` a place."""
        first, count = places[0], len(places)
        told = f"{amount(count, len(self.texts), self.noun)} {what[count > 1]}."
        return Finding(code, told, f"{self.noun}, {line(self.segments[first])}", fix, words(self.texts[first], at))


def both_sides(candidates: tuple[str, ...], groups: tuple[tuple[str, ...], ...]) -> tuple[Side, Side]:
    """The candidates, and all references one after the other."""
    places = tuple(place for place, group in enumerate(groups) for _ in group)
    references = tuple(one for group in groups for one in group)
    return Side("candidate", candidates, tuple(range(len(candidates)))), Side("reference", references, places)


class Mark(NamedTuple):
    """What shows that a text is no plain text: a piece of it that is quick to look for, and the pattern itself."""

    code: str
    needle: str
    pattern: re.Pattern[str]
    what: str
    fix: str
    fewest: int = 1
    """How many of them on one side are no chance."""


FEWEST_WORDPIECES = 2
_JOIN = "Undo the cutting first: a score counts words, not pieces."
_ESCAPE = re.compile(r"&(?:apos|quot|amp|lt|gt|#124|#91|#93);")
_UNESCAPE = "Undo it first, with Moses' detokenizer.perl: the tools count an escape as a word, or cut it to pieces."
MARKS = (
    Mark("subwords", "@@", re.compile(r"\w@@ \w"), "BPE pieces, words cut at @@", _JOIN),
    Mark("subwords", "\u2581", re.compile(r"(?:^|\s)\u2581\w"), "SentencePiece pieces, words that begin with ▁", _JOIN),
    Mark("subwords", "##", re.compile(r"\w ##\w"), "WordPiece pieces, ends of words that begin with ##", _JOIN,
         FEWEST_WORDPIECES),
    Mark("escaped", "&", _ESCAPE, "escapes such as {}", _UNESCAPE),
    Mark("escaped", "@-@", re.compile(r"\w @-@ \w"), "hyphens as Moses cuts them, @-@", _UNESCAPE),
    Mark("replaced", "\ufffd", re.compile("\ufffd"), "the mark U+FFFD: bytes that were not UTF-8",
         "Read the file again in its own encoding: the letters are lost here."),
    Mark("bom", "\ufeff", re.compile("^\ufeff"), "a byte order mark, U+FEFF, at the start",
         'It counts as part of the first word. Open the file with encoding="utf-8-sig".'),
    Mark("carriage-return", "\r", re.compile("\r"), "a carriage return, U+000D",
         "The lines end as in Windows. Most tools drop it; write line.rstrip() to be sure."),
)  # fmt: skip
_SURROGATE = re.compile("[\ud800-\udfff]")
_ENDS = "\r\n\ufeff"
HIDDEN = "\u200b\u2060\ufeff\u00ad"
"""Characters nobody sees, and no spelling needs: they are taken out."""
_UNSEEN = {
    "invisible": "To a tool, a word with it is another word: take it out.",
    "private-use": "Another program shows something else there, or nothing: write what it stands for.",
}
"""What to do about a character that can't be seen, by the code of its oddity."""


def of_side(side: Side) -> Iterator[Finding]:
    """What the texts of a side hold that plain text doesn't."""
    for mark in MARKS:
        hold = [n for n, text in enumerate(side.texts) if mark.needle in text and mark.pattern.search(text)]
        if hold and sum(len(mark.pattern.findall(side.texts[n])) for n in hold) >= mark.fewest:
            first = mark.pattern.search(side.texts[hold[0]])
            what = mark.what.format(first[0] if first else "")
            told = f"holds {what}", f"hold {what}"
            yield side.finding(mark.code, hold, told, mark.fix, first.start() if first else 0)
    if broken := [n for n, text in enumerate(side.texts) if not text.isascii() and _SURROGATE.search(text)]:
        what = "half a character, left by a wrong decoding"
        yield side.finding("surrogate", broken, (f"holds {what}", f"hold {what}"), "Decode the bytes again, as UTF-8.")
    if outer := [
        n for n, text in enumerate(side.texts) if (bare := text.strip(_ENDS)) != bare.strip() and bare.strip()
    ]:
        what = "white space at an end"
        text = side.texts[outer[0]]
        at = 0 if text[:1].isspace() else len(text)
        yield side.finding("outer-space", outer, (f"has {what}", f"have {what}"), "No tool counts it.", at)
    yield from _unseen(side)


def are_escaped_alike(candidates: tuple[str, ...], groups: tuple[tuple[str, ...], ...]) -> bool:
    """Whether every candidate holds the same escapes as each of its references: then they may be the text itself.

    >>> are_escaped_alike(("a &lt; b",), (("c &lt; b",),)), are_escaped_alike(("a &lt; b",), (("c < b",),))
    (True, False)
    """
    if any("@-@" in text for text in (*candidates, *(one for group in groups for one in group))):
        return False
    pairs = zip(candidates, groups, strict=False)
    return all(_escapes(text) == _escapes(one) for text, group in pairs for one in group)


def _escapes(text: str) -> list[str]:
    return sorted(_ESCAPE.findall(text)) if "&" in text else []


def of_both_alike(mine: Side, theirs: Side) -> Iterator[Finding]:
    """What the two sides hold, where both hold the same escapes: of those once, and in doubt."""
    for found in of_side(mine):
        fix = "So do the references, so they are left: they may be the text. If Moses made them, undo it on both sides."
        yield found._replace(code="escaped-alike", fix=fix) if found.code == "escaped" else found
    yield from (one for one in of_side(theirs) if one.code != "escaped")


def _unseen(side: Side) -> Iterator[Finding]:
    """Characters that nobody can see, or not everybody, each by its name."""
    suspects = {mark for mark in set().union(*side.texts) if not mark.isascii() and _is_odd(mark)}
    pattern = re.compile("[" + "".join(map(re.escape, sorted(suspects))) + "]") if suspects else None
    found: dict[tuple[str, str], list[int]] = {}
    for place, text in enumerate(side.texts):
        if pattern and not text.isascii() and pattern.search(text):
            for code, half in oddities(text):
                if code in _UNSEEN:
                    found.setdefault((code, half), []).append(place)
    for (code, half), places in found.items():
        plural = half.replace("holds", "hold", 1)
        mark_there = pattern.search(side.texts[places[0]]) if pattern else None
        yield side.finding(code, places, (half, plural), _UNSEEN[code], mark_there.start() if mark_there else 0)


def _is_odd(mark: str) -> bool:
    return any(code in _UNSEEN for code, _ in oddities(f"a{mark}a"))
