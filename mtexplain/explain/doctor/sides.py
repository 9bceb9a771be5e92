"""What the two sides do not share: one is tokenised, lower-cased, in another script, typed in another way."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator

from mtexplain.explain.doctor.findings import Finding, line
from mtexplain.explain.doctor.marks import Side

_FEWEST = 3
"""A habit needs so many lines to be one."""
_DETACHED, _ATTACHED = re.compile(r"\w [.,](?:\s|$)"), re.compile(r"[^\W\d][.,](?:\s|$)")
_UNSPACED = "CJK HIRAGANA KATAKANA THAI LAO KHMER MYANMAR".split()
_SAMPLE = 2_000


def of_both(candidates: Side, references: Side) -> Iterator[Finding]:
    """What one side does and the other does not, then what both do that a tool has to be told."""
    for mine, other in ((candidates, references), (references, candidates)):
        yield from _habit("tokenized", mine, other, _detached, "stand apart from their full stops and commas: tokenised",
                          "sacreBLEU and evaluate cut both sides alike; NLTK, torchmetrics and mtexplain split at "
                          "spaces, so detokenise, or give tokenize='13a'.")  # fmt: skip
        yield from _habit("lowercased", mine, other, _lowered, "are all in lower case",
                          "Case counts. Score the text with its capitals, or lower-case both sides and say so.")  # fmt: skip
        yield from _habit("truecased", mine, other, _truecased, "begin in lower case, but hold capitals: truecased",
                          "Case counts. Undo it with Moses' detruecase.perl.")  # fmt: skip
        yield from _habit("normal-forms", mine, other, _decomposed, "have accents typed as characters of their own (NFD)",
                          "They look the same and match nothing. unicodedata.normalize('NFC', text) on both sides.",
                          fewest=1)  # fmt: skip
        yield from _habit("odd-space", mine, other, _spaced_oddly, "hold white space other than a plain space",
                          "Not every tool splits there. Use the same on both sides.", fewest=1)  # fmt: skip
    scripts = script(candidates.texts), script(references.texts)
    if all(scripts) and scripts[0] != scripts[1]:
        told = f"The candidates are in {_title(scripts[0])} letters, the references in {_title(scripts[1])}."
        yield Finding("other-script", told, "", "Is one of the files in another language, the source say?")
    if scripts[0] in _UNSPACED and scripts[0] == scripts[1] and _mean_length(candidates) > 10:
        told = f"The text is in {_title(scripts[0])} letters, with no spaces between the words."
        fix = "Tokens by space are whole sentences. Use tokenize='zh' for Chinese, sacreBLEU's 'ja-mecab', or 'char'."
        yield Finding("unspaced", told, "", fix)


def _habit(
    code: str,
    mine: Side,
    other: Side,
    has: Callable[[str], bool | None],
    what: str,
    fix: str,
    fewest: int = _FEWEST,
) -> Iterator[Finding]:
    """A habit of one side that the other does not have. `has` is None where a text can't tell."""
    does = [n for n, text in enumerate(mine.texts) if has(text)]
    told, others = (sum(has(text) is not None for text in side.texts) for side in (mine, other))
    if len(does) < fewest or others < fewest or len(does) < 0.6 * told:
        return
    if sum(bool(has(text)) for text in other.texts) <= 0.1 * others:
        first = does[0]
        text = f"The {mine.noun}s {what}; the {other.noun}s are not so."
        where = f"{mine.noun}, {line(mine.segments[first])}"
        yield Finding(code, text, where, fix, tuple(mine.texts[first].split()))


def _detached(text: str) -> bool | None:
    if _DETACHED.search(text):
        return True
    return False if _ATTACHED.search(text) else None


def _lowered(text: str) -> bool | None:
    return None if text.upper() == text else text.lower() == text


def _truecased(text: str) -> bool | None:
    first = next((mark for mark in text if mark.isalpha()), "")
    if not first or first.lower() == first.upper():
        return None
    return first.islower() and text.lower() != text


def _decomposed(text: str) -> bool | None:
    if text.isascii():
        return None
    if not unicodedata.is_normalized("NFC", text):
        return True
    return False if unicodedata.normalize("NFD", text) != text else None


def _spaced_oddly(text: str) -> bool | None:
    return any(mark.isspace() and mark not in " \t\r\n" for mark in text) if not text.isascii() else False


def script(texts: tuple[str, ...]) -> str:
    """The script that most letters of the first texts are in, by its name in Unicode; nothing without letters.

    >>> script(("the кот",)), script(("1 2",))
    ('LATIN', '')
    """
    letters = Counter(mark for text in texts[:_SAMPLE] for mark in text[:_SAMPLE] if mark.isalpha())
    scripts: Counter[str] = Counter()
    for mark, count in letters.items():
        name = unicodedata.name(mark, "").partition(" ")[0].partition("-")[0]
        scripts["CJK" if name in ("HIRAGANA", "KATAKANA") else name] += count
    best = scripts.most_common(2)
    if not best or (len(best) > 1 and best[0][1] < 2 * best[1][1] and len(texts) > 0):
        return best[0][0] if len(best) == 1 else ""
    return best[0][0]


def _title(name: str) -> str:
    return "Chinese or Japanese" if name == "CJK" else name.title()


def _mean_length(side: Side) -> float:
    """How many characters a token has, on the average."""
    words = [len(word) for text in side.texts[:_SAMPLE] for word in text.split()]
    return sum(words) / len(words) if words else 0.0
