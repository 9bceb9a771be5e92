"""Mojibake: UTF-8 that was read as Latin-1 or as Windows' cp1252, so that café is cafÃ©. What it was, how it is seen.

A letter outside ASCII is two to four bytes in UTF-8. Read one by one, the first is Â to ð, and each that follows is a
mark, a symbol or a control character. A single such pair may be meant: CAFÉ™ is the two bytes of ə. So one counts only
where no one writes so: two in a row, in the middle of a word, with a control character, or beginning with Â or Ã.
"""

import re
from contextlib import suppress

_BYTES = {bytes([byte]).decode("cp1252", "ignore") or chr(byte): byte for byte in range(0x80, 0x100)}
_BYTES |= {chr(byte): byte for byte in range(0x80, 0x100)}
_NEXT = f"[{''.join(map(re.escape, (mark for mark, byte in _BYTES.items() if byte < 0xC0)))}]"
_PAIR = f"(?:Â[\x80-\xbf]|Ã{_NEXT})"
_LETTER = f"(?:{_PAIR}|[Ä-ß]{_NEXT}|[à-ï]{_NEXT}{{2}}|ð{_NEXT}{{3}})"
_MORE = f"(?:{_LETTER}|Â{_NEXT})"
"""What may follow a letter: also Â and a printable sign, for a control character, where it was read wrongly twice."""
_CONTROL, _AFTER_LETTER = "[\x80-\x9f]", r"(?<=[^\W\d_a-z])"
"""A control character; what comes after a capital, or after any letter outside ASCII."""
_PUNCTUATION = "[\xa0«»‹›‘’“”…–—]"
_QUOTED = f"(?<=[„‚]|{_PUNCTUATION})[ÂÃ]{_PUNCTUATION}"
_RUN = re.compile(f"{_LETTER}{_MORE}*")
_SURE = re.compile(
    "|".join(
        (
            f"{_LETTER}{_MORE}",
            f"[Â-ß]{_CONTROL}",
            f"[à-ï](?:{_CONTROL}{_NEXT}|{_NEXT}{_CONTROL})",
            f"ï»¿|[âï](?!{_PUNCTUATION}){_NEXT}{{2}}",
            f"ð(?!{_PUNCTUATION}){_NEXT}{{3}}",
            f"(?!{_AFTER_LETTER}|{_QUOTED}){_PAIR}",
            f"(?![ÂÃ]{_PUNCTUATION}){_PAIR}(?=[a-z])",
            f"(?<=[a-z])[Ä-ÖÙ-Û]{_NEXT}",
            rf"(?!{_AFTER_LETTER})[Ä-ÖÙ-Û](?!{_PUNCTUATION}|[^\W\d_]){_NEXT}(?=\w)",
        )
    )
)


def found(text: str) -> re.Match[str] | None:
    """The first place where a text is surely mojibake.

    >>> found("the cafÃ©")[0], found("CAFÉ™")
    ('Ã©', None)
    """
    sure = None if text.isascii() else _SURE.search(text)
    return sure if sure and once(text) != text else None


def undone(text: str) -> str:
    """What it was; a text that is none stays as it is, and what was read wrongly twice is undone twice.

    >>> undone("the cafÃ©"), undone("itâ€™s"), undone("cafÃƒÂ©"), undone("café")
    ('the café', 'it’s', 'café', 'café')
    """
    while found(text):
        text = once(text)
    return text


def once(text: str) -> str:
    """The same with one wrong reading undone, where it can be."""
    return _RUN.sub(_read, text)


def encoding(text: str) -> str | None:
    """The encoding a text was read in.

    None where neither can be undone for the whole text, because only parts of it are mojibake.

    >>> encoding("cafÃ©"), encoding("itâ€™s"), encoding("itâ€™s a ☃")
    ('latin-1', 'cp1252', None)
    """
    for name in ("latin-1", "cp1252"):
        with suppress(UnicodeError):
            text.encode(name).decode()
            return name
    return None


def _read(run: re.Match[str]) -> str:
    try:
        return bytes(map(_BYTES.__getitem__, run[0])).decode()
    except UnicodeDecodeError:
        return run[0]
