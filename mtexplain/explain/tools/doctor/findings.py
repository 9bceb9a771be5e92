"""The checks, the findings they may yield, and how harmful each finding is."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from mtexplain.display.parts import Note


class Finding(NamedTuple):
    """A finding, with a code for programs, a sentence for people, its first occurrence, and advice on fixing it.

    `example` holds words of the text from the first occurrence. `side` is "candidate" or "reference" if the finding is
    about the text of only this side.
    """

    code: str
    text: str
    where: str
    fix: str
    example: tuple[str, ...] = ()
    side: str = ""

    @property
    def note(self) -> Note:
        """The finding as a note of a trace."""
        return Note(self.code, f"{self.text} {self.fix}".strip(), self.where)


class Check(NamedTuple):
    """A check, with the code of its finding, the place where it looks, and the name of what it looks for."""

    code: str
    where: str
    called: str
    fewest: int = 0
    """The smallest number of segments, with candidate and references, that the check needs; 0 if a side is enough."""


_IN = {"lists": "in the lists", "lines": "in the lines", "text": "in the text", "sides": "on one side only",
       "other": "in the other candidates"}  # fmt: skip
CHECKS = (
    Check("swapped", "lists", "candidates and references swapped", 1),
    Check("transposed", "lists", "references transposed"),
    Check("square", "lists", "references transposed", 1),
    Check("tokens", "lists", "tokens or characters as sentences"),
    Check("characters", "lists", "tokens or characters as sentences"),
    Check("mixed", "lists", "strings and lists mixed"),
    Check("flat", "lists", "flat references"),
    Check("bare-reference", "lists", "flat references"),
    Check("not-list", "lists", "wrong types"),
    Check("not-text", "lists", "wrong types"),
    Check("missing", "lines", "missing references"),
    Check("double-spaced", "lines", "empty lines", 1),
    Check("lines", "lines", "different numbers of lines or references"),
    Check("shifted", "lines", "a one-line shift", 3),
    Check("identical", "lines", "all candidates equal to a reference", 2),
    Check("other-script", "sides", "a different script", 1),
    Check("repeated", "lines", "a candidate on over a fifth of them", 3),
    Check("mojibake", "text", "UTF-8 read as Latin-1 or cp1252 (Ã©)"),
    Check("special-tokens", "text", "special tokens at the ends (<s>, [PAD])"),
    Check("special-token-marks", "text", "special tokens at the ends (<s>, [PAD])"),
    Check("subwords", "text", "subword pieces (@@, ▁, ##)"),
    Check("subword-marks", "text", "subword pieces (@@, ▁, ##)"),
    Check("escaped", "text", "Moses' escapes (&quot;, @-@)"),
    Check("escape-marks", "text", "Moses' escapes (&quot;, @-@)"),
    Check("tokenized", "sides", "separated full stops and commas on most lines", 1),
    Check("lowercased", "sides", "lower case on most lines", 1),
    Check("truecased", "sides", "lower-case first words on most (at least three)", 1),
    Check("unspaced", "text", "text without spaces", 1),
    Check("normal-forms", "sides", "decomposed letters (NFD)", 1),
    Check("replaced", "text", "lost or broken characters"),
    Check("surrogate", "text", "lost or broken characters"),
    Check("bom", "text", "invisible characters"),
    Check("invisible", "text", "invisible characters"),
    Check("private-use", "text", "invisible characters"),
    Check("odd-space", "sides", "unusual white space", 1),
    Check("empty-candidate", "lines", "empty lines"),
    Check("empty-reference", "lines", "empty lines"),
    Check("uneven", "lines", "different numbers of lines or references"),
    Check("carriage-return", "text", "carriage returns"),
    Check("outer-space", "text", "white space at the ends"),
    Check("unseen-difference", "other", "a difference that can't be seen"),
)
"""All checks, most harmful finding first."""
CODES = tuple(check.code for check in CHECKS)
"""The codes of all findings, most harmful first."""
ASTRAY = {"shifted": "the lines are shifted", "lines": "the numbers of lines differ"}
"""Remarks on a tool that pairs the lines as passed, although they do not belong together."""
_BEFORE = 3
_RANK = {code: rank for rank, code in enumerate(CODES)}


def in_order(by_kind: Mapping[str, Iterable[Finding]]) -> tuple[Finding, ...]:
    """Return the findings of all kinds of checks, most harmful first.

    >>> by_kind = {"text": [Finding("bom", "", "", "")], "lists": [Finding("swapped", "", "", "")]}
    >>> [finding.code for finding in in_order(by_kind)]
    ['swapped', 'bom']

    ValueError for a finding that no check of its kind can yield, because then the list of checks would be incomplete.
    """
    all_findings = []
    for where, findings in by_kind.items():
        for finding in findings:
            if CHECKS[_RANK[finding.code]].where != where:
                raise ValueError(f"no check of the {where} finds {finding.code}")
            all_findings.append(finding)
    return tuple(sorted(all_findings, key=lambda finding: _RANK[finding.code]))


def made(where: Iterable[str], segments: int) -> list[Check]:
    """Return the checks that look in these places, for a text with this number of segments.

    >>> [check.code for check in made(["other"], 1)]
    ['unseen-difference']
    """
    kinds = {*where}
    return [check for check in CHECKS if check.where in kinds and check.fewest <= segments]


def looked_for(checks: Iterable[Check]) -> dict[str, list[str]]:
    """Return the names of everything that these checks look for, by place.

    >>> looked_for(made(["other"], 1))
    {'in the other candidates': ["a difference that can't be seen"]}
    """
    all_checks = list(checks)
    return {
        label: list(dict.fromkeys(check.called for check in all_checks if check.where == where))
        for where, label in _IN.items()
        if any(check.where == where for check in all_checks)
    }


def amount(count: int, of: int, noun: str) -> str:
    """Return the number of texts with a finding, as the start of a sentence.

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


def line(index: int) -> str:
    """Name the line of a segment, counted from 1."""
    return f"line {index + 1:,}"


def words(text: str, position: int = 0) -> tuple[str, ...]:
    """Return the words of a text as typed, and its spaces, except for the single spaces between words.

    If a position is given, the result begins a few words before it.

    >>> words("the cat "), words("a b c d e f", 10)
    (('the', 'cat', ' '), ('…', 'c', 'd', 'e', 'f'))
    """
    before = text[:position].split(" ")
    skipped = len(before) - 1 - _BEFORE if len(before) - 1 > _BEFORE else 0
    shown = tuple(word or " " for word in text.split(" ")[skipped:])
    return ("…", *shown) if skipped else shown if text else ()


_OF_ONE = {"contain": "contains", "have": "has", "begin or end": "begins or ends"}


class Side(NamedTuple):
    """The candidates or the references, each with the index of its segment."""

    noun: str
    texts: tuple[str, ...]
    segments: tuple[int, ...]

    def finding(self, code: str, indices: list[int], verb: str, what: str, fix: str, at: int = 0) -> Finding:
        """Return a finding about some texts. `verb` is in the plural, and `at` is the position in the first text."""
        first, count = indices[0], len(indices)
        text = f"{amount(count, len(self.texts), self.noun)} {verb if count > 1 else _OF_ONE[verb]} {what}."
        return Finding(code, text, f"{self.noun}, {line(self.segments[first])}", fix, words(self.texts[first], at),
                       self.noun)  # fmt: skip


def both_sides(candidates: tuple[str, ...], groups: tuple[tuple[str, ...], ...]) -> tuple[Side, Side]:
    """Return the candidates as a side, and all references in a single sequence as the other side."""
    segments = tuple(segment for segment, group in enumerate(groups) for _ in group)
    references = tuple(reference for group in groups for reference in group)
    return Side("candidate", candidates, tuple(range(len(candidates)))), Side("reference", references, segments)
