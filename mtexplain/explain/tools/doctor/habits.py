"""Habits of writing that only one side has, such as tokenised or lower-cased text, or a different script.

A finding says what the data show. It names a cause only if the words show it, for example if a word is written
differently on the two sides.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from mtexplain.explain.tools.doctor.findings import Finding, Side, amount, line, words

_MOSTLY, _HARDLY = 0.6, 0.1
"""The smallest share of lines that is a habit of a side, and the largest share that is not yet a habit."""
_FEWEST_FIRST = 3
_DETACHED, _ATTACHED = re.compile(r"(?<=\S) ([.,])(?=\s|$)"), re.compile(r"\w[.,](?:\s|$)")
_TAG = re.compile(r"</?\w[^<>]*>")
_UNSPACED = "CJK HIRAGANA KATAKANA THAI LAO KHMER MYANMAR".split()
_SAMPLE = 2_000


def of_both(candidates: Side, references: Side) -> Iterator[Finding]:
    """Yield findings about habits of one side that the other side does not have, and about different scripts."""
    for habit in _HABITS:
        for mine, theirs in ((candidates, references), (references, candidates)):
            yield from _of_habit(habit, mine, theirs)
    scripts = script(candidates.texts), script(references.texts)
    if all(scripts) and scripts[0] != scripts[1]:
        text = f"The candidates are mostly in {_title(scripts[0])} letters, the references in {_title(scripts[1])}."
        yield Finding("other-script", text, "", "Is one of the files in another language, such as the source language?")


def unspaced(candidates: Side, references: Side) -> Iterator[Finding]:
    """Yield a finding if both sides are in a script without spaces, because tools need a tokeniser for it."""
    name = script(candidates.texts)
    if name in _UNSPACED and name == script(references.texts) and _mean_length(candidates) > 10:
        text = f"The text is mostly in {_title(name)} letters, with few spaces."
        fix = "Splitting at spaces gives long tokens. Use tokenize='zh' for Chinese, sacreBLEU's 'ja-mecab', or 'char'."
        yield Finding("unspaced", text, "", fix)


def _of_habit(habit: "Habit", mine: Side, theirs: Side) -> Iterator[Finding]:
    """Yield a finding about a habit that only this side has, if words of both sides show it."""
    with_habit = [n for n, text in enumerate(mine.texts) if habit.has(text)]
    if not with_habit:
        return
    can_show, others_can_show = (sum(habit.has(text) is not None for text in side.texts) for side in (mine, theirs))
    also = sum(bool(habit.has(text)) for text in theirs.texts)
    is_habit = len(with_habit) >= _MOSTLY * can_show and also <= _HARDLY * others_can_show
    if (
        others_can_show
        and (is_habit or (habit.counts_once and not also))
        and habit.is_shown(_beside(mine, with_habit, theirs))
    ):
        where = f"{mine.noun}, {line(mine.segments[with_habit[0]])}"
        verb = habit.verb[len(with_habit) > 1]
        text = f"{amount(len(with_habit), len(mine.texts), mine.noun)} {verb} {habit.what}, {_but(also, theirs)}."
        yield Finding(habit.code, text, where, habit.fix, words(mine.texts[with_habit[0]]), mine.noun)


def _but(count: int, side: Side) -> str:
    """Return the end of a sentence, which says how many texts of the other side have the habit too."""
    if count:
        start = amount(count, len(side.texts), side.noun)
        return f"like {start[0].lower()}{start[1:]}"
    return f"unlike the {side.noun}" if len(side.texts) == 1 else f"unlike any of the {side.noun}s"


Beside = Iterator[tuple[str, set[str]]]
"""Texts with a habit, each with the words of the other side in the same segment."""


def _beside(mine: Side, indices: list[int], theirs_side: Side) -> Beside:
    """Return texts of a side, each with the words of the other side in the same segment."""
    theirs: dict[int, set[str]] = {}
    for segment, text in zip(theirs_side.segments, theirs_side.texts, strict=True):
        theirs.setdefault(segment, set()).update(text.split())
    return ((mine.texts[index], theirs.get(mine.segments[index], set())) for index in indices)


def _stands_apart(texts: Beside) -> bool:
    """True if, in enough texts, a full stop or comma detached here is attached to the same word on the other side."""
    return _shown_by_some(
        any(text[text.rfind(" ", 0, match.start()) + 1 : match.start()] + match[1] in theirs
            for match in _DETACHED.finditer(text))
        for text, theirs in texts
    )  # fmt: skip


def _has_capitals_there(texts: Beside) -> bool:
    """True if, in enough texts, a lower-case word of this side has a capital on the other side."""
    return _shown_by_some(not {word.lower() for word in theirs if word.lower() != word}.isdisjoint(text.split())
                          for text, theirs in texts)  # fmt: skip


def _shown_by_some(shown: Iterable[bool]) -> bool:
    """True if more than a tenth of the texts show the habit, because fewer might be chance."""
    flags = list(shown)
    return sum(flags) > _HARDLY * len(flags)


def _begins_with_a_capital_there(texts: Beside) -> bool:
    """True if lower-case first words have a capital on the other side, and other words have a capital on both sides.

    At least three first words are needed, because a single word may be the name of a language or a product.
    """
    first, capitals = 0, False
    for text, theirs in texts:
        words = _TAG.sub("", text).split()
        capital = words[0][:1].upper() + words[0][1:] if words else ""
        first += bool(words) and capital != words[0] and capital in theirs
        capitals = capitals or any(word.lower() != word and word in theirs for word in words[1:])
    return capitals and first >= _FEWEST_FIRST


def _is_plain(texts: Beside) -> bool:
    """Return True, because the characters alone show the habit."""
    return True


def _detached(text: str) -> bool | None:
    if _DETACHED.search(text):
        return True
    return False if _ATTACHED.search(text) else None


def _lowered(text: str) -> bool | None:
    if text.upper() == text or len(text.split()) < 2:  # a single word can't show it
        return None
    return text.lower() == text


def _truecased(text: str) -> bool | None:
    first = next((mark for mark in _TAG.sub("", text) if mark.isalpha()), "")
    if not first or first.lower() == first.upper():
        return None
    return first.islower()


def _decomposed(text: str) -> bool | None:
    if text.isascii():
        return None
    composed = unicodedata.normalize("NFC", text)
    if composed != text:
        return len(composed) < len(text)
    return False if unicodedata.normalize("NFD", text) != text else None


def _spaced_oddly(text: str) -> bool | None:
    return any(mark.isspace() and mark not in " \t\r\n" for mark in text) if not text.isascii() else False


class Habit(NamedTuple):
    """A habit of writing that a side may have. `has` returns None for a text that can't show it.

    `is_shown` looks for proof on the other side. `verb` has the verb in the singular and in the plural.
    """

    code: str
    has: Callable[[str], bool | None]
    is_shown: Callable[[Beside], bool]
    verb: tuple[str, str]
    what: str
    fix: str
    counts_once: bool = False
    """True if a single text with the habit is enough, as long as no text of the other side has the habit."""


_HABITS = (
    Habit("tokenized", _detached, _stands_apart, ("has", "have"), "full stops or commas separated from the words",
          "sacreBLEU and evaluate separate full stops and commas on both sides, but not every mark. NLTK, torchmetrics "
          "and mtexplain split at spaces. Detokenise the side with the separated marks."),
    Habit("lowercased", _lowered, _has_capitals_there, ("is", "are"), "in lower case throughout",
          "Case counts. Score the text with its capitals, or lower-case both sides and report this."),
    Habit("truecased", _truecased, _begins_with_a_capital_there, ("begins", "begin"),
          "with a lower-case letter, while other words have capitals",
          "The same first words have a capital on the other side, and case counts. If a truecaser did this, Moses' "
          "detruecase.perl undoes it."),
    Habit("normal-forms", _decomposed, _is_plain, ("has", "have"),
          "letters in decomposed form (NFD), for example with a separate accent",
          "They look the same as composed letters, but don't match them. Write unicodedata.normalize('NFC', text) on "
          "both sides.",
          counts_once=True),
    Habit("odd-space", _spaced_oddly, _is_plain, ("contains", "contain"), "white space that is not a plain space",
          "Not every tool splits there. Use the same space on both sides.", counts_once=True),
)  # fmt: skip


def script(texts: tuple[str, ...]) -> str:
    """Return the Unicode name of the script of most letters in the first texts; "" if no script prevails.

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
    """Return the mean number of characters of a token."""
    words = [len(word) for text in side.texts[:_SAMPLE] for word in text.split()]
    return sum(words) / len(words) if words else 0.0
