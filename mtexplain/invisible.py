"""Showing characters that a reader cannot see, and naming them.

Two words that look the same may differ by a zero-width space or by the way an accent is typed. They are scored as
typed; `visible` shows the difference in every view, and `oddities` names it for a note.
Python's Unicode table says what a character is; characters newer than the table are shown as they are.
"""

import unicodedata
from collections.abc import Iterator

_SPACE, _DELETE = "\u2423", "\u2421"  # open box; symbol for delete
_JOINERS, _PICTURE = "\u200c\u200d", "\ufe0f"  # part of the spelling in Persian, in Indian scripts, in emoji
_FLAG, _TAGS = "\U0001f3f4", "".join(map(chr, range(0xE0020, 0xE0080)))  # the flags of England, Scotland and Wales
_JOINED = frozenset(
    "ARABIC SYRIAC MONGOLIAN DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA MALAYALAM SINHALA KHMER "
    "MYANMAR TIBETAN".split()
)
_BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2065\u2800\u3164\uffa0"
_BLANK_RANGES = (("\ufe00", "\ufe0f"), ("\ufff0", "\ufff8"), ("\U000e0000", "\U000e0fff"))
_KINDS = {
    "Co": ("private-use", "a private-use character, {}, which has a shape only in the font it was typed in"),
    "Cn": ("invisible", "{}, a code point that Unicode will never assign to a character"),
    "Cs": ("surrogate", "half a character, {}"),
}
"""The oddities of hidden characters by category, each with the code of its note and a description."""
_UNKNOWN = (
    f"which this Python's table of Unicode ({unicodedata.unidata_version.removesuffix('.0')}) does not know. With "
    "tokenize='intl' a newer Python may cut it differently, and so may sacreBLEU, which has its own table"
)
_LONGEST, _MOST_MARKS, _MOST_TAGS = 80, 4, 7


def visible(token: str, longest: int = _LONGEST) -> str:
    """Return the token for display. Invisible characters get a marker, and long tokens are cut.

    >>> visible("c" + chr(0x200B) + "at"), visible("the cat"), visible(chr(0))
    ('c⟨U+200B⟩at', 'the␣cat', '␀')
    """
    if token.isascii() and token.isprintable() and " " not in token and len(token) <= longest:
        return token
    shown, marks = [], 0
    for index in range(min(len(token), longest)):
        marks = marks + 1 if unicodedata.category(token[index]) in ("Mn", "Me") else 0
        if marks and index == 0:
            shown.append("\u25cc")  # a dotted circle to carry the accent
        if marks <= _MOST_MARKS:
            shown.append(_marker(token, index))
        elif marks == _MOST_MARKS + 1:
            shown.append("…")
    if len(token) > longest:
        shown.append(f"{'' if marks > _MOST_MARKS else '…'}⟨{len(token) - longest} more⟩")
    return "".join(shown)


def oddities(text: str) -> Iterator[tuple[str, str]]:
    """Yield the oddities that a reader cannot see, as pairs of a code and the end of a sentence about the text.

    >>> list(oddities("a cat" + chr(0x200B)))
    [('invisible', 'contains an invisible character, U+200B ZERO WIDTH SPACE')]
    """
    if text.isascii() and text.isprintable():
        return
    if text.startswith("\ufeff"):
        yield "bom", "starts with a byte order mark, U+FEFF"
    if "\r" in text:
        yield "carriage-return", "contains a carriage return, U+000D, which may end a line on another system"
    hidden = sorted({text[index] for index in range(len(text)) if _is_hidden(text, index)})
    for mark in hidden:
        if mark not in " \t\n\r\ufeff" or (mark == "\ufeff" and mark in text[1:]):
            code, what = _kind(mark)
            yield code, f"contains {what.format(name_of(mark))}"
    if new := sorted(filter(_is_new, set(text))):
        more = f" and {len(new) - 1} more" if new[1:] else ""
        yield "new-character", f"contains {name_of(new[0])}{more}, {_UNKNOWN}"
    if not unicodedata.is_normalized("NFC", text):
        yield "not-nfc", "has accents typed as separate characters (it is not in Unicode's NFC form)"


def _is_hidden(text: str, index: int) -> bool:
    mark = text[index]
    if mark.isascii():
        return not mark.isprintable() or mark == " "
    if mark in _JOINERS and 0 < index < len(text) - 1:
        return not _is_joined(text[index - 1])
    if mark == _PICTURE and index > 0:
        return unicodedata.category(text[index - 1])[0] not in "SPN" and not _is_new(text[index - 1])
    if mark in _TAGS:
        return not text[max(index - _MOST_TAGS, 0) : index].rstrip(_TAGS).endswith(_FLAG)
    return _is_blank(mark) or (unicodedata.category(mark)[0] in "CZ" and not _is_new(mark))


def _is_new(mark: str) -> bool:
    """True if the character may have come into Unicode after this Python's table was made."""
    is_no_character = ord(mark) & 0xFFFE == 0xFFFE or "\ufdd0" <= mark <= "\ufdef"
    return unicodedata.category(mark) == "Cn" and not is_no_character and not _is_blank(mark)


def _is_blank(mark: str) -> bool:
    """True if the character shows nothing, whatever its category."""
    return mark in _BLANKS or any(first <= mark <= last for first, last in _BLANK_RANGES)


def _kind(mark: str) -> tuple[str, str]:
    """Return the code of a hidden character's oddity, and a description of the character."""
    if mark.isspace():
        return "odd-space", "an unusual white space, {}"
    invisible = "invisible", "an invisible character, {}"
    return invisible if _is_blank(mark) else _KINDS.get(unicodedata.category(mark), invisible)


def _is_joined(mark: str) -> bool:
    """True if a joiner after this character is part of the spelling and not an accident."""
    return unicodedata.category(mark) in ("So", "Sk", "Cn") or mark == _PICTURE or _script(mark) in _JOINED


def _script(mark: str) -> str:
    return unicodedata.name(mark, "").partition(" ")[0]


def _marker(text: str, index: int) -> str:
    mark = text[index]
    if not _is_hidden(text, index):
        return mark
    if mark == " ":
        return _SPACE
    if mark < " ":
        return "¶" if mark == "\n" else chr(0x2400 + ord(mark))  # the fonts of pages lack ␊
    return _DELETE if mark == "\x7f" else f"⟨U+{ord(mark):04X}⟩"


def name_of(mark: str) -> str:
    """Return the character's code point, and its name if it has one.

    >>> name_of(" ")
    'U+0020 SPACE'
    """
    return f"U+{ord(mark):04X} {unicodedata.name(mark, '')}".strip()
