"""Mojibake and the special tokens of a model, which disguise a text and are removed before any other check.

Mojibake is UTF-8 that was read as Latin-1 or as Windows' cp1252, which turns café into cafÃ©.
A letter outside ASCII takes two to four bytes in UTF-8. Read as separate characters, the first byte becomes a letter
from Â to ð, and each following byte becomes a mark, a symbol or a control character. A single pair of this kind may be
intended, because CAFÉ™, for example, ends with the two bytes of ə. Pairs therefore count as mojibake only where nobody
writes like this: two pairs in a row, or a pair within a word, with a control character, or beginning with Â or Ã.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from mtexplain.explain.tools.doctor.findings import Finding, Side
from mtexplain.explain.tools.doctor.marks import HIDDEN
from mtexplain.invisible import visible

_BYTES = {bytes([byte]).decode("cp1252", "ignore") or chr(byte): byte for byte in range(0x80, 0x100)}
_BYTES |= {chr(byte): byte for byte in range(0x80, 0x100)}
_NEXT = f"[{''.join(map(re.escape, (mark for mark, byte in _BYTES.items() if byte < 0xC0)))}]"
_PAIR = f"(?:Â[\x80-\xbf]|Ã{_NEXT})"
_LETTER = f"(?:{_PAIR}|[Ä-ß]{_NEXT}|[à-ï]{_NEXT}{{2}}|ð{_NEXT}{{3}})"
_MORE = f"(?:{_LETTER}|Â{_NEXT})"
"""A character after a letter. In a text misread twice, a control character is Â and a printable sign."""
_CONTROL, _AFTER_LETTER = "[\x80-\x9f]", r"(?<=[^\W\d_a-z])"
"""A control character, and the position after a capital or after any letter outside ASCII."""
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
_TOKEN = r"(?:</?[sS]>|<(?i:bos|eos|sos|pad|start|end)>|\[(?:CLS|SEP|PAD|BOS|EOS)\]|<\|[a-z_]{1,40}\|>)"
_START = re.compile(r"<[sS]>|<(?i:bos|sos|start)>|\[(?:CLS|BOS)\]")
_GAP = re.compile(rf"[\s{HIDDEN}]*")
_TOKENS = re.compile(rf"(?:{_TOKEN}{_GAP.pattern})+")
_NO_TEXT = re.compile(rf"{_TOKEN}|\s")
_STRUCK = re.compile("</?s>", re.IGNORECASE)
_LONGEST = 30


def of_disguises(side: Side) -> Iterator[Finding]:
    """Yield findings about mojibake and special tokens in the texts of a side."""
    if affected := [n for n, text in enumerate(side.texts) if first_mojibake(text)]:
        yield _of_mojibake(side, affected)
    read = tuple(map(undone, side.texts))
    if special := [n for n, text in enumerate(read) if _without_special_tokens(text) != text]:
        token = re.search(_TOKEN, side.texts[special[0]])
        if plain(side.texts) != read:
            what = f"with a special token of the model, such as {token[0] if token else ''}"
            fix = "Special tokens count as words, so remove them. When you decode, use skip_special_tokens=True."
            yield side.finding("special-tokens", special, "begin or end", what, fix)
        else:
            what = f"with what may be a special token of the model, {token[0] if token else ''}"
            fix = "Most lines have none, so it may belong to the text and is kept. If a model made it, remove it."
            yield side.finding("special-token-marks", special, "begin or end", what, fix)


def _of_mojibake(side: Side, indices: list[int]) -> Finding:
    """Return the finding, with a misread word, the same word as it was meant, and advice on undoing the misreading."""
    text, name = side.texts[indices[0]], encoding(side.texts[indices[0]])
    at = match.start() if (match := first_mojibake(text)) else 0
    word = text[:at].split(" ")[-1] + text[at:].split(" ")[0]
    read = {"latin-1": "Latin-1", "cp1252": "cp1252, Windows' encoding", None: "Latin-1 or cp1252"}[name]
    again = (", more than once", ", one reading at a time") if first_mojibake(once(text)) else ("", "")
    what = f"mojibake, {visible(word, _LONGEST)} for {visible(undone(word), _LONGEST)}: UTF-8 read as {read}{again[0]}"
    fix = 'Open the file with encoding="utf-8".'
    if name:
        fix += f' If you have only the text, text.encode("{name}").decode("utf-8") undoes it{again[1]}.'
    return side.finding("mojibake", indices, "contain", what, fix, at)


def plain(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the texts of a side without mojibake, and without special tokens if at least half of the lines have them.

    >>> plain(["<s> The cafÃ©</s><pad>", "[CLS] the cat [SEP]", "the <s> tag"])
    ('The café', 'the cat', 'the <s> tag')
    >>> plain(["a cat", "a dog", "end it with </s>"])
    ('a cat', 'a dog', 'end it with </s>')
    """
    read = tuple(map(undone, texts))
    without_tokens = tuple(map(_without_special_tokens, read))
    changed = sum(whole_text != bare_text for whole_text, bare_text in zip(read, without_tokens, strict=True))
    return without_tokens if 2 * changed >= sum(bool(text.strip()) for text in read) else read


def _without_special_tokens(text: str) -> str:
    r"""Remove special tokens at both ends, unless the text contains another <s> or </s>, which may be HTML.

    Hidden characters among the tokens are left, so that later checks name them. A token that begins texts is not
    removed from the end of a text, because no model ends a text with it.

    >>> _without_special_tokens("\ufeff<s> a cat</s>"), _without_special_tokens("<s>10</s> now 5")
    ('\ufeffa cat', '<s>10</s> now 5')
    >>> _without_special_tokens("the tag <s>")
    'the tag <s>'
    """
    runs, gap = list(_TOKENS.finditer(text)), _GAP.match(text)
    start = runs[0].end() if runs and gap and runs[0].start() == gap.end() else 0
    ends = runs and runs[-1].end() == len(text) and not _START.match(runs[-1][0])
    end = max(start, runs[-1].start()) if ends else len(text)
    if (start, end) == (0, len(text)) or _STRUCK.search(text, start, end):
        return text
    return _NO_TEXT.sub("", text[:start]) + text[start:end].strip() + _NO_TEXT.sub("", text[end:])


def first_mojibake(text: str) -> re.Match[str] | None:
    """Find the first place where a text is certainly mojibake.

    >>> first_mojibake("the cafÃ©")[0], first_mojibake("CAFÉ™")
    ('Ã©', None)
    """
    sure = None if text.isascii() else _SURE.search(text)
    return sure if sure and once(text) != text else None


def undone(text: str) -> str:
    """Return the text before it was misread, even if it was misread twice. Plain text stays as it is.

    >>> undone("the cafÃ©"), undone("itâ€™s"), undone("cafÃƒÂ©"), undone("café")
    ('the café', 'it’s', 'café', 'café')
    """
    while first_mojibake(text):
        text = once(text)
    return text


def once(text: str) -> str:
    """Undo a single misreading of the text, as far as possible."""
    return _RUN.sub(_read, text)


def encoding(text: str) -> str | None:
    """Return the wrong encoding in which a text was read.

    None if neither encoding can be undone for the whole text, because only parts of it are mojibake.

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
