"""What hides a text and is undone before anything else is asked of it: mojibake, the special tokens of a model."""

import re
from collections.abc import Iterator

from mtexplain.explain.tools.doctor.findings import Finding
from mtexplain.explain.tools.doctor.marks import HIDDEN, Side
from mtexplain.explain.tools.doctor.mojibake import encoding, found, once, undone
from mtexplain.invisible import visible

_TOKEN = r"(?:</?[sS]>|<(?i:bos|eos|sos|pad|start|end)>|\[(?:CLS|SEP|PAD|BOS|EOS)\]|<\|[a-z_]{1,40}\|>)"
_GAP = re.compile(rf"[\s{HIDDEN}]*")
_TOKENS = re.compile(rf"(?:{_TOKEN}{_GAP.pattern})+")
_NO_TEXT = re.compile(rf"{_TOKEN}|\s")
_STRUCK = re.compile("</?s>", re.IGNORECASE)
_LONGEST = 30


def of_disguises(side: Side) -> Iterator[Finding]:
    """What hides the texts of a side."""
    if hidden := [n for n, text in enumerate(side.texts) if found(text)]:
        yield _of_mojibake(side, hidden)
    if special := [n for n, text in enumerate(side.texts) if plain(text) != undone(text)]:
        token = re.search(_TOKEN, side.texts[special[0]])
        what = f"with a special token of the model, such as {token[0] if token else ''}"
        fix = "They count as words: take them off on both sides, with skip_special_tokens=True where you decode."
        yield side.finding("special-tokens", special, (f"begins or ends {what}", f"begin or end {what}"), fix)


def _of_mojibake(side: Side, places: list[int]) -> Finding:
    """Which word shows it, what it was, and how it is undone."""
    text, name = side.texts[places[0]], encoding(side.texts[places[0]])
    at = match.start() if (match := found(text)) else 0
    word = text[:at].split(" ")[-1] + text[at:].split(" ")[0]
    read = {"latin-1": "Latin-1", "cp1252": "cp1252, Windows' encoding", None: "Latin-1 or cp1252"}[name]
    again = (", more than once", ", one reading at a time") if found(once(text)) else ("", "")
    what = f"mojibake, {visible(word, _LONGEST)} for {visible(undone(word), _LONGEST)}: UTF-8 read as {read}{again[0]}"
    fix = 'Open the file with encoding="utf-8".'
    if name:
        fix += f' If you have only the text, text.encode("{name}").decode("utf-8") undoes it{again[1]}.'
    return side.finding("mojibake", places, (f"holds {what}", f"hold {what}"), fix, at)


def plain(text: str) -> str:
    """The text itself.

    >>> plain("<s> The cafÃ©</s><pad>"), plain("[CLS] the cat [SEP]"), plain("the <s> tag")
    ('The café', 'the cat', 'the <s> tag')
    """
    return _without_special_tokens(undone(text))


def _without_special_tokens(text: str) -> str:
    r"""The text without them at its ends; as it is where it holds one of a pair <s>, </s> that may be HTML.

    What is hidden among them is left, to be named.

    >>> _without_special_tokens("\ufeff<s> a cat</s>"), _without_special_tokens("<s>10</s> now 5")
    ('\ufeffa cat', '<s>10</s> now 5')
    """
    runs, gap = list(_TOKENS.finditer(text)), _GAP.match(text)
    start = runs[0].end() if runs and gap and runs[0].start() == gap.end() else 0
    end = max(start, runs[-1].start()) if runs and runs[-1].end() == len(text) else len(text)
    if (start, end) == (0, len(text)) or _STRUCK.search(text, start, end):
        return text
    return _NO_TEXT.sub("", text[:start]) + text[start:end].strip() + _NO_TEXT.sub("", text[end:])
