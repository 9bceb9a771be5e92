"""What can be wrong, and how bad it is."""

from collections.abc import Iterable
from typing import NamedTuple

from mtexplain.display.parts import Note


class Finding(NamedTuple):
    """Something found: a code for programs, a sentence for people, where it is first, how to mend it.

    `example` holds words of the text itself: the first place.
    """

    code: str
    text: str
    where: str
    fix: str
    example: tuple[str, ...] = ()

    @property
    def note(self) -> Note:
        """The same as a note of a trace."""
        return Note(self.code, f"{self.text} {self.fix}".strip(), self.where)


CODES = (
    "swapped", "transposed", "square", "tokens", "characters", "mixed", "flat", "bare-reference", "not-list",
    "not-text", "missing", "lines", "shifted", "identical", "other-script", "repeated", "mojibake", "special-tokens",
    "subwords", "escaped", "escaped-alike", "tokenized", "lowercased", "truecased", "unspaced", "normal-forms",
    "replaced", "surrogate", "bom", "invisible", "private-use", "odd-space", "empty-candidate", "empty-reference",
    "uneven", "carriage-return", "outer-space", "unseen-difference",
)  # fmt: skip
"""Every code, most harmful first."""
ASTRAY = {"shifted": "the lines are shifted", "lines": "the numbers of lines differ"}
"""What is said of a tool that reads rightly lines that do not belong together."""
_BEFORE = 3
_RANK = {code: rank for rank, code in enumerate(CODES)}


def in_order(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Most harmful first.

    >>> [one.code for one in in_order([Finding("bom", "", "", ""), Finding("swapped", "", "", "")])]
    ['swapped', 'bom']
    """
    return tuple(sorted(found, key=lambda one: _RANK[one.code]))


def amount(count: int, of: int, noun: str) -> str:
    """How many of them, as the start of a sentence.

    >>> amount(1, 1, "candidate"), amount(2, 1200, "candidate"), amount(7, 7, "reference")
    ('The candidate', '2 of the 1,200 candidates', 'All 7 references')
    >>> amount(1, 2, "candidate"), amount(2, 2, "candidate")
    ('One of the two candidates', 'Both candidates')
    """
    if of == 2:
        return f"Both {noun}s" if count == of else f"One of the two {noun}s"
    if count == of:
        return f"The {noun}" if of == 1 else f"All {of:,} {noun}s"
    return f"{count:,} of the {of:,} {noun}s"


def line(place: int) -> str:
    """Where a segment is, counted as people do: from 1."""
    return f"line {place + 1:,}"


def words(text: str, place: int = 0) -> tuple[str, ...]:
    """The words of a text as it was typed, with every space but those between two words.

    From a few words before a place on, where one is given.

    >>> words("the cat "), words("a b c d e f", 10)
    (('the', 'cat', ' '), ('…', 'c', 'd', 'e', 'f'))
    """
    before = text[:place].split(" ")
    skipped = len(before) - 1 - _BEFORE if len(before) - 1 > _BEFORE else 0
    found = tuple(word or " " for word in text.split(" ")[skipped:])
    return ("…", *found) if skipped else found if text else ()
