"""Findings about the lines rather than the words, such as missing, shifted, identical or repeated lines.

This module also chooses the lines to show. They are the two lines that differ most, in which readers may see a problem
that no check finds, and the first line in which two outputs differ.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

from mtexplain.explain.tools.doctor.findings import Finding, amount, line, words
from mtexplain.explain.tools.doctor.pairing import Groups, Shift
from mtexplain.invisible import name_of
from mtexplain.metrics.shared.occurrences import so_many

_FEWEST, _MOST_REPEATED = 3, 0.2


def of_lines(
    candidates: Sequence[str],
    groups: Groups,
    shift: Shift | None,
    spaced: "DoubleSpacing | None",
    are_equal: bool,
    files: Sequence[int] = (),
) -> Iterator[Finding]:
    """Yield findings about the number of lines, shifted lines, identical lines and lines without a word.

    `are_equal` is true if, on the lines that all sides have, every candidate as passed is equal to one of its
    references. `files` holds the numbers of lines of the reference files.
    """
    numbers = len(candidates), len(groups)
    both = min(*numbers, *files)
    if spaced:
        text = f"Every second line of the {spaced.side} is empty."
        fix = "These lines are left out, which leaves as many candidates as segments with references."
        yield Finding("double-spaced", text, line(1), fix)
    if len(candidates) != len(groups):
        held = f"references for {so_many(len(groups), 'segment')}"
        held = held if all(groups) else f"{so_many(len(groups), 'group')} of references"
        text = f"{so_many(len(candidates), 'candidate')}, but {held}."
        fix = "Each line of one side must belong to the same line of the other side."
        known = spaced or (shift and shift.can_be_undone(*numbers))
        yield Finding("lines", text, "", fix if known else f"{fix} {_left_out(*numbers, both)}")
    elif len({*files}) > 1:
        text = f"The reference files have between {min(files):,} and {max(files):,} lines."
        fix = "Each line of a file must belong to the same line of the other files."
        yield Finding("lines", text, "", f"{fix} {_left_out(*numbers, both)}")
    if shift:
        yield _shifted(candidates, shift, shift.can_be_undone(*numbers))
    pairs = list(zip(candidates, groups, strict=False))
    if both > 1 and are_equal:
        text = f"{_of_first(both, both, len(candidates))} are identical to one of their references."
        fix = "Did you pass the same file twice?" if both == max(numbers) else "No other lines are scored."
        yield Finding("identical", text, "", f"Then a score says nothing. {fix}")
    yield from _repeated(pairs, len(candidates))
    empty = [] if spaced and spaced.is_of_candidates else [not candidate.strip() for candidate in candidates]
    hollow = (
        []
        if spaced and spaced.is_of_references
        else [any(not reference.strip() for reference in group) for group in groups]
    )
    missing = [not group for group in groups]
    for code, flags, noun, what, where, fix in (
        ("empty-candidate", empty, "candidate", ("is empty", "are empty"), "candidate, ",
         "An empty candidate has no tokens, and adds only its reference length."),
        ("empty-reference", hollow, "segment", ("has an empty reference", "have an empty reference"), "reference, ",
         "An empty string counts as a reference of length 0. If there is no reference, leave it out."),
        ("missing", missing, "segment", ("has no reference", "have no reference"), "",
         "A score needs a reference, so checkup.candidates and checkup.references leave out such segments."),
    ):  # fmt: skip
        if any(flags):
            regularity = f" (every second {noun})" if _alternate(flags) else ""
            text = f"{amount(sum(flags), len(flags), noun)} {what[sum(flags) > 1]}{regularity}."
            yield Finding(code, text, f"{where}{line(flags.index(True))}", fix)
    yield from _uneven(groups)


def _of_first(count: int, of: int, candidates: int) -> str:
    """Return a number of candidates, out of the candidates with references, as the start of a sentence.

    >>> _of_first(2, 2, 2), _of_first(2, 2, 3), _of_first(2, 3, 4)
    ('Both candidates', 'The first 2 candidates', '2 of the first 3 candidates')
    """
    if of == candidates:
        return amount(count, of, "candidate")
    return f"The first {of:,} candidates" if count == of else f"{count:,} of the first {of:,} candidates"


def _left_out(candidates: int, groups: int, both: int) -> str:
    """Explain why different numbers of lines are not corrected, and say which lines are left out.

    >>> _left_out(3, 2, 2)[-107:]
    'checkup.candidates and checkup.references hold only lines 1 to 2 of each, and leave out the last candidate.'
    >>> _left_out(4, 3, 2)[-69:]
    'leave out the last 2 candidates and the last segment with references.'
    """
    extra_lines = (candidates - both, "candidate", "candidates"), (
        groups - both, "segment with references", "segments with references")  # fmt: skip
    last = " and ".join(f"the last {noun if n == 1 else f'{n:,} {several}'}" for n, noun, several in extra_lines if n)
    lines_held = "no line" if both == 0 else "only line 1 of each" if both == 1 else f"only lines 1 to {both:,} of each"
    return (
        "It is not known which line is missing or superfluous, so the lines are not realigned. checkup.candidates and "
        f"checkup.references hold {lines_held}, and leave out {last}."
    )


def _shifted(candidates: Sequence[str], shift: Shift, is_undone: bool) -> Finding:
    to = "next" if shift.offset > 0 else "previous"
    span = f"From line {shift.start + 1:,} to line {shift.end:,}" if shift.end < len(candidates) - 1 else (
        f"From line {shift.start + 1:,} on" if shift.start else "Throughout the text")  # fmt: skip
    cause = ("Is a line missing from the candidates, or is there an extra line in the references?" if shift.offset > 0
             else "Is there an extra line in the candidates, or is a line missing from the references?")  # fmt: skip
    text = f"{span}, the candidates fit the references of the {to} line better than their own."
    consequence = (
        "Lines without a partner are then left out."
        if is_undone
        else "The shift is not corrected, because it does not explain why the numbers of lines differ."
    )
    return Finding("shifted", text, line(shift.start), f"{cause} {consequence}", words(candidates[shift.start]))


def _repeated(pairs: Sequence[tuple[str, tuple[str, ...]]], candidates: int) -> Iterator[Finding]:
    counted = Counter(candidate for candidate, _ in pairs if candidate.strip())
    for text, count in counted.most_common(1):
        references = {group for candidate, group in pairs if candidate == text}
        if count >= _FEWEST and count > _MOST_REPEATED * len(pairs):
            first = next(index for index, (candidate, _) in enumerate(pairs) if candidate == text)
            differ = "though their references differ" if len(references) > 1 else "and so are their references"
            sentence = f"{_of_first(count, len(pairs), candidates)} are the same line, {differ}."
            fix = "Does the text really repeat it so often, or was the same line read again and again?"
            fix = "Did the system stop translating, or was the file overwritten?" if len(references) > 1 else fix
            yield Finding("repeated", sentence, f"candidate, {line(first)}", fix, words(text))


def _uneven(groups: Groups) -> Iterator[Finding]:
    filled = [(n, len(group)) for n, group in enumerate(groups) if group]
    if index := next((n for (_, before), (n, after) in pairwise(filled) if before != after), 0):
        numbers = [number for _, number in filled]
        text = f"The segments have between {min(numbers)} and {max(numbers)} references."
        fix = "That is allowed. But sacreBLEU wants streams of equal length, so fill them up with None."
        yield Finding("uneven", text, line(index), fix)


class DoubleSpacing(NamedTuple):
    """The sides on which every second line is empty, and the pairs of lines that remain without empty lines."""

    is_of_candidates: bool
    is_of_references: bool
    pairs: list[tuple[int, int]]

    @property
    def side(self) -> str:
        """The double-spaced side, or both sides, in words."""
        names = ["candidates"] * self.is_of_candidates + ["references"] * self.is_of_references
        return " and of the ".join(names)


def double_spacing(candidates: Sequence[str], groups: Groups) -> DoubleSpacing | None:
    """Return the double spacing; None if there is none, or if the sides would still differ in length without it.

    >>> double_spacing(["a", "", "b", ""], (("c",), ("d",)))
    DoubleSpacing(is_of_candidates=True, is_of_references=False, pairs=[(0, 0), (2, 1)])
    """
    mine = [not candidate.strip() for candidate in candidates]
    theirs = [not any(reference.strip() for reference in group) for group in groups]
    spaced = _alternate(mine), _alternate(theirs)
    left = [range(0, len(flags), 2 if flag else 1) for flags, flag in zip((mine, theirs), spaced, strict=True)]
    is_clear = any(spaced) and len(left[0]) == len(left[1])
    return DoubleSpacing(*spaced, list(zip(*left, strict=True))) if is_clear else None


def _alternate(flags: Sequence[bool]) -> bool:
    """True if exactly every second flag is true, and at least two are, because a single flag may be chance.

    >>> _alternate([False, True, False, True]), _alternate([False, True, False])
    (True, False)
    """
    return sum(flags) > 1 and all(flag == index % 2 for index, flag in enumerate(flags))


class Difference(NamedTuple):
    """The first line that differs in two outputs, with its text in both, and the number of lines that differ."""

    line_index: int
    one: str
    other: str
    number: int

    @property
    def is_unseen(self) -> bool:
        """True if readers can't see it, because only white space or invisible characters differ."""
        return _plain(self.one) == _plain(self.other)


def first_difference(texts: Sequence[str], other_texts: Sequence[str]) -> Difference | None:
    """Return the first line in which two outputs differ; None if they are the same. A missing line counts as empty.

    >>> first_difference(["a", "b"], ["a", "c"])
    Difference(line_index=1, one='b', other='c', number=1)
    """
    pairs = list(zip_longest(texts, other_texts, fillvalue=""))
    indices = [n for n, (a, b) in enumerate(pairs) if a != b] or range(min(len(texts), len(other_texts)), len(pairs))
    return Difference(indices[0], *pairs[indices[0]], len(indices)) if indices else None


def of_difference(difference: Difference | None) -> Iterator[Finding]:
    """Yield a finding if the first difference can't be seen."""
    if difference and difference.is_unseen:
        text = "On the first line where the two outputs differ, the difference can't be seen."
        fix = "It is white space, an accent encoded differently, or an invisible character."
        yield Finding("unseen-difference", text, line(difference.line_index), fix, words(difference.one))


def _plain(text: str) -> list[str]:
    """Return the words without invisible characters, with accents composed."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(mark for mark in composed if unicodedata.category(mark) != "Cf").split()


_COMPARED = 10_000
"""The number of characters of a line that are compared, so that a whole file in a string takes no longer."""
_AROUND, _LONGEST_WORD, _LONGEST_START, _SHOWN = 40, 60, 200, 300


class MostDifferent(NamedTuple):
    """The candidate that shares the smallest part of its words with its nearest reference, and this reference.

    `line_index` is the index of the segment, and `number` is the index of the reference among its `of` references.
    `sizes` are the numbers of words in the two lines, and `shared` is the number of words in common. In lines without
    spaces, characters are counted instead.
    """

    line_index: int
    candidate: str
    reference: str
    number: int
    of: int
    shared: int
    sizes: tuple[int, int]
    unit: str

    @property
    def part(self) -> float:
        """The part in common, 2 * shared / (words of the candidate + words of the reference)."""
        return 2 * self.shared / sum(self.sizes)

    @property
    def first(self) -> int | None:
        """The index of the first character that differs; None if the lines are the same."""
        if self.candidate == self.reference:
            return None
        pairs = zip(self.candidate, self.reference, strict=False)
        shorter = min(len(self.candidate), len(self.reference))
        return next((index for index, (mine, theirs) in enumerate(pairs) if mine != theirs), shorter)

    @property
    def first_names(self) -> tuple[str, str] | None:
        """The names of the first characters that differ, if either is an unusual space or not ASCII; otherwise None."""
        if self.first is None:
            return None
        here, there = (text[self.first : self.first + 1] for text in (self.candidate, self.reference))
        if all(mark == " " or (mark.isascii() and not mark.isspace()) for mark in (here, there)):
            return None
        return name_of(here) if here else "the end", name_of(there) if there else "the end"

    def shown(self, text: str) -> tuple[str, ...]:
        """Return the words of either line as typed or, if it is long, those around the first difference."""
        position = self.first or 0
        before = position - text.rfind(" ", 0, position)
        start = position - _AROUND if position > _LONGEST_START or before > _LONGEST_WORD else 0
        shown_words = tuple(word or " " for word in text[start : start + _SHOWN].split(" "))
        return ("…",) * (start > 0) + shown_words + ("…",) * (len(text) > start + _SHOWN)


def most_different(candidates: Sequence[str], groups: Groups) -> MostDifferent | None:
    """Return the segment whose candidate shares the smallest part of its words with its nearest reference.

    The part is 2 * shared / (words of the candidate + words of the reference). Words are compared as typed, and each
    is counted as often as in the line where it is rarer. In lines without spaces, characters are counted instead. In a
    tie, the segment with the most words is returned. Lines without text are left out; None if no other lines remain.
    Only the first 10,000 characters of a line count.

    >>> pair = most_different(["the cat", "a dog"], (("the cat",), ("the dogs", "a cat")))
    >>> pair.line_index, pair.reference, pair.shared, pair.sizes
    (1, 'a cat', 1, (2, 2))
    """
    nearest = (
        _nearest(index, text, group) for index, (text, group) in enumerate(zip(candidates, groups, strict=False))
    )
    pairs = (pair for pair in nearest if pair)
    return min(pairs, key=lambda pair: (pair.part, pair.candidate == pair.reference, -sum(pair.sizes)), default=None)


def _nearest(index: int, text: str, group: Sequence[str]) -> MostDifferent | None:
    """Return a candidate and its nearest reference; None if the candidate or all references are without text."""
    if not text.strip():
        return None
    pairs = (MostDifferent(index, text, reference, number, len(group), *_shared(text, reference))
             for number, reference in enumerate(group) if reference.strip())  # fmt: skip
    return max(pairs, key=lambda pair: (pair.part, pair.candidate == pair.reference), default=None)


def _shared(candidate: str, reference: str) -> tuple[int, tuple[int, int], str]:
    """Count the words that two lines share, and the words of each. Without spaces, the unit is a character.

    >>> _shared("the the cat", "the cat"), _shared("猫坐", "猫在")
    ((2, (3, 2), 'word'), (1, (2, 2), 'character'))
    """
    mine, theirs = (text.strip()[:_COMPARED].split() for text in (candidate, reference))
    unit = "word"
    if len(mine) == len(theirs) == 1:
        mine, theirs, unit = list(mine[0]), list(theirs[0]), "character"
    if mine == theirs:
        return len(mine), (len(mine), len(mine)), unit
    return sum((Counter(mine) & Counter(theirs)).values()), (len(mine), len(theirs)), unit
