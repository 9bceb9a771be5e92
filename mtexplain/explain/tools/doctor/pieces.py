"""Pieces of words, as a model's tokeniser cuts them: what shows them, and whole words again where that is certain.

BPE marks the end of every piece that goes on (un@@ seen), WordPiece the start of every piece that goes on (un ##seen),
SentencePiece the start of every word (▁un seen ▁cat). So a stray ▁ in plain text says nothing of the other words.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from mtexplain.explain.tools.doctor.findings import Finding
from mtexplain.explain.tools.doctor.nesting import UNSPACED
from mtexplain.explain.tools.doctor.sides import HIDDEN, Side

_FEWEST_ALONE = 3
_NEARLY_ALL, _LONGEST_MEAN = 0.9, 12
"""What share of the lines begin with ▁, and how many letters a word has on average at most, if every word has its ▁."""
WORD_START = "\u2581"
_MARK = f"{WORD_START}(?![\u2582-\u2588])"  # no bar of a chart, ▁▃█
_FIRST = re.compile(rf"[\s{HIDDEN}]*{_MARK}")


class Pieces(NamedTuple):
    """A way to cut words into pieces: its name, what it does, its mark, what shows it, how it is undone.

    `joined` makes whole words; `parted` takes the marks away and leaves the pieces apart. `fewest` marks on one side
    are no chance.
    """

    name: str
    does: str
    mark: str
    pattern: re.Pattern[str]
    joined: Callable[[str], str]
    parted: Callable[[str], str]
    fewest: int = 1


def _without_word_starts(text: str) -> str:
    return "".join(text.split()).replace(WORD_START, " ").strip() if _FIRST.match(text) else text


KINDS = (
    Pieces("BPE", "words cut at @@", "@@", re.compile(r"(?<=\S)@@(?: |$)"),
           lambda text: re.sub(r"(?<=\S)@@(?: | ?$)", "", text), lambda text: text.replace("@@", " ")),
    Pieces("SentencePiece", "words that begin with ▁", WORD_START, re.compile(rf"(?:^|[\s{HIDDEN}]){_MARK}"),
           _without_word_starts, lambda text: text.replace(WORD_START, " ")),
    Pieces("WordPiece", "ends of words that begin with ##", "##", re.compile(r"(?<=\S) ##(?=[^\s#])"),
           lambda text: re.sub(r"(?<=\S) ##(?=[^\s#])", "", text), lambda text: text.replace("##", " "), 2),
)  # fmt: skip


def certain(side: Side, other: Side) -> list[Pieces]:
    """The ways in which the words of a side surely are cut, so that they can be joined.

    >>> from mtexplain.explain.tools.doctor.sides import both_sides
    >>> [one.mark for one in certain(*both_sides(("un@@ seen cats",), (("unseen cats",),)))]
    ['@@']
    >>> certain(*both_sides(("he filled in the ▁blank",), (("he filled in the blank",),)))
    []
    """
    return [kind for kind in KINDS if _is_certain(kind, side, other)]


def whole(text: str, kinds: Sequence[Pieces]) -> str:
    """The text with its pieces joined.

    >>> whole("un@@ seen 3.@@ 5", KINDS[:1]), whole("▁un seen ▁cat", KINDS[1:2]), whole("un ##seen", KINDS[2:])
    ('unseen 3.5', 'unseen cat', 'unseen')
    """
    for kind in kinds:
        text = kind.joined(text)
    return text


def of_pieces(side: Side, other: Side) -> Iterator[Finding]:
    """Pieces of words on a side: those that are joined, and marks that are left because it is not certain."""
    for kind in KINDS:
        if found := _marked(kind, side):
            holds = list(dict.fromkeys(place for place, _ in found))
            if _is_certain(kind, side, other):
                fix = "Undo the cutting first: a score counts words, not pieces."
                yield side.finding("subwords", holds, "hold", f"{kind.name} pieces, {kind.does}", fix, found[0][1])
            elif len(found) >= kind.fewest:
                what = f"{kind.mark}, the mark of {kind.name} pieces"
                fix = "It is left, for the words around it may be whole. If they are pieces, join them first."
                yield side.finding("subword-marks", holds, "hold", what, fix, found[0][1])


def _marked(kind: Pieces, side: Side) -> list[tuple[int, int]]:
    """Each mark of a side: in which text, and where."""
    with_mark = ((place, text) for place, text in enumerate(side.texts) if kind.mark in text)
    return [(place, match.start()) for place, text in with_mark for match in kind.pattern.finditer(text)]


def _is_certain(kind: Pieces, side: Side, other: Side) -> bool:
    """Whether the words are surely cut so: once they are joined, they are words.

    The other side has at least as many of the joined words as of the pieces. If it has such marks itself, it is read
    with its words joined, and there have to be three marks. And where ▁ begins every word, nearly every line begins
    with it, and words are no longer than words are; or else the other side has more of the joined words than of the
    pieces.
    """
    found = _marked(kind, side)
    if len(found) < kind.fewest:
        return False
    gain = 0
    is_alone = not _marked(kind, other)
    if not is_alone and len(found) < _FEWEST_ALONE:
        return False
    theirs: dict[int, set[str]] = {}
    for segment, text in zip(other.segments, other.texts, strict=True):
        theirs.setdefault(segment, set()).update((text if is_alone else kind.joined(text)).split())
    for place in dict.fromkeys(place for place, _ in found):
        text, words = side.texts[place], theirs.get(side.segments[place], set())
        gain += len(words.intersection(kind.joined(text).split()))
        gain -= len(words.intersection(kind.parted(text).split()))
    return gain > 0 or (gain == 0 and (kind.mark != WORD_START or _begins_every_word(kind, side)))


def _begins_every_word(kind: Pieces, side: Side) -> bool:
    """Whether nearly every line begins with ▁, and what stands between two of them is as long as words are.

    How long it is does not matter where every piece is a word.
    """
    texts = [text for text in side.texts if text.strip()]
    begin = [text for text in texts if _FIRST.match(text)]
    if len(begin) < _NEARLY_ALL * len(texts):
        return False
    if all(piece.startswith(WORD_START) for text in begin for piece in text.lstrip(HIDDEN).split()):
        return True
    words = [word for text in begin for word in kind.joined(text).split() if not UNSPACED.search(word)]
    letters = sum(unicodedata.category(mark)[0] != "M" for word in words for mark in word)
    return letters <= _LONGEST_MEAN * len(words)
