"""What the two sides do not share: one is tokenised, lower-cased, in another script, typed in another way."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from mtexplain.explain.tools.doctor.findings import Finding, line, words
from mtexplain.explain.tools.doctor.marks import Side

_MOSTLY, _HARDLY = 0.6, 0.1
"""What share of the lines makes a habit of one side, and is none yet of the other."""
_DETACHED, _ATTACHED = re.compile(r"\w [.,](?:\s|$)"), re.compile(r"[^\W\d][.,](?:\s|$)")
_TAG = re.compile(r"</?\w[^<>]*>")
_UNSPACED = "CJK HIRAGANA KATAKANA THAI LAO KHMER MYANMAR".split()
_SAMPLE = 2_000


def of_both(candidates: Side, references: Side) -> Iterator[Finding]:
    """What one side does and the other does not, then what both do that a tool has to be told."""
    for habit in _HABITS:
        for mine, other in ((candidates, references), (references, candidates)):
            yield from _told(habit, mine, other)
    scripts = script(candidates.texts), script(references.texts)
    if all(scripts) and scripts[0] != scripts[1]:
        told = f"The candidates are in {_title(scripts[0])} letters, the references in {_title(scripts[1])}."
        yield Finding("other-script", told, "", "Is one of the files in another language, the source say?")
    if scripts[0] in _UNSPACED and scripts[0] == scripts[1] and _mean_length(candidates) > 10:
        told = f"The text is in {_title(scripts[0])} letters, with no spaces between the words."
        fix = "Tokens by space are whole sentences. Use tokenize='zh' for Chinese, sacreBLEU's 'ja-mecab', or 'char'."
        yield Finding("unspaced", told, "", fix)


def _told(habit: "Habit", mine: Side, other: Side) -> Iterator[Finding]:
    """A habit of one side that the other does not have."""
    does = [n for n, text in enumerate(mine.texts) if habit.has(text)]
    if len(does) < habit.fewest:
        return
    told, others = (sum(habit.has(text) is not None for text in side.texts) for side in (mine, other))
    if others < habit.fewest or len(does) < _MOSTLY * told:
        return
    if sum(bool(habit.has(text)) for text in other.texts) <= _HARDLY * others:
        where = f"{mine.noun}, {line(mine.segments[does[0]])}"
        does_so, does_not = habit.verb
        text = f"The {_all(mine, *does_so)} {habit.what}, the {_all(other, *does_not)}."
        yield Finding(habit.code, text, where, habit.fix, words(mine.texts[does[0]]))


def _all(side: Side, one: str, several: str) -> str:
    """All texts of a side, with the verb that fits."""
    return f"{side.noun} {one}" if len(side.texts) == 1 else f"{side.noun}s {several}"


def _detached(text: str) -> bool | None:
    if _DETACHED.search(text):
        return True
    return False if _ATTACHED.search(text) else None


def _lowered(text: str) -> bool | None:
    if text.upper() == text or len(text.split()) < 2:  # a single word can't tell
        return None
    return text.lower() == text


def _truecased(text: str) -> bool | None:
    first = next((mark for mark in _TAG.sub("", text) if mark.isalpha()), "")
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


Verb = tuple[tuple[str, str], tuple[str, str]]
"""What a side does and the other does not: each of one text, and of several."""
_IS: Verb = ("is", "are"), ("is not", "are not")
_HAS: Verb = ("has", "have"), ("does not", "do not")
_HOLDS: Verb = ("holds", "hold"), ("does not", "do not")


class Habit(NamedTuple):
    """A way to write that one side may have: `has` is None where a text can't tell; `fewest` lines make it one."""

    code: str
    has: Callable[[str], bool | None]
    verb: Verb
    what: str
    fix: str
    fewest: int = 3


_HABITS = (
    Habit("tokenized", _detached, _IS, "tokenised, full stops and commas stand apart",
          "sacreBLEU and evaluate cut both sides alike. NLTK, torchmetrics and mtexplain split at spaces: detokenise, "
          "or give tokenize='13a'."),
    Habit("lowercased", _lowered, _IS, "all in lower case",
          "Case counts. Score the text with its capitals, or lower-case both sides and say so.", 1),
    Habit("truecased", _truecased, _IS, "truecased, with a first letter in lower case beside capitals",
          "Case counts. Undo it with Moses' detruecase.perl."),
    Habit("normal-forms", _decomposed, _HAS, "accents typed as characters of their own (NFD)",
          "They look the same and match nothing. Write unicodedata.normalize('NFC', text) on both sides.", 1),
    Habit("odd-space", _spaced_oddly, _HOLDS, "white space that is no plain space",
          "Not every tool splits there. Use the same on both sides.", 1),
)  # fmt: skip


def script(texts: tuple[str, ...]) -> str:
    """The script that most letters of the first texts are in, by its name in Unicode; nothing without letters.

    >>> script(("the white кот",)), script(("1 2",))
    ('LATIN', '')
    """
    letters = Counter(mark for text in texts[:_SAMPLE] for mark in text[:_SAMPLE] if mark.isalpha())
    scripts: Counter[str] = Counter()
    for mark, count in letters.items():
        name = unicodedata.name(mark, "").partition(" ")[0].partition("-")[0]
        scripts["CJK" if name in ("HIRAGANA", "KATAKANA") else name] += count
    first, second = (*scripts.most_common(2), ("", 0), ("", 0))[:2]
    return first[0] if first[1] > 2 * second[1] else ""


def _title(name: str) -> str:
    return "Chinese or Japanese" if name == "CJK" else name.title()


def _mean_length(side: Side) -> float:
    """How many characters a token has, on the average."""
    words = [len(word) for text in side.texts[:_SAMPLE] for word in text.split()]
    return sum(words) / len(words) if words else 0.0
