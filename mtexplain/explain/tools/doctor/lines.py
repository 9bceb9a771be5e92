"""What is odd about the lines, not the words: one is missing, they are shifted, all the same, or there twice."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from mtexplain.explain.tools.doctor.findings import Finding, amount, line, words
from mtexplain.explain.tools.doctor.layouts import Groups
from mtexplain.explain.tools.doctor.shifts import Shift

_FEWEST, _MOST_REPEATED = 3, 0.2


def of_lines(candidates: Sequence[str], groups: Groups, found: Shift | None) -> Iterator[Finding]:
    """Numbers of lines, shifts, lines that are all the same, lines without a word."""
    if len(candidates) != len(groups):
        told = f"{len(candidates):,} candidates, but references for {len(groups):,} segments."
        yield Finding(
            "lines",
            told,
            "",
            "Every line of one belongs to the same line of the other. What is mended keeps those that both have.",
        )
    if found:
        yield _shifted(candidates, found)
    pairs = list(zip(candidates, groups, strict=False))
    if len(pairs) > 1 and all(one in group for one, group in pairs) and len(set(candidates)) > 1:
        told = f"{amount(len(pairs), len(pairs), 'candidate')} are one of their references, word for word."
        yield Finding("identical", told, "", "The score is 100 and says nothing. Is it the same file twice?")
    yield from _repeated(pairs)
    nothing = "It has no token, and adds nothing but the length of its reference."
    if places := [n for n, one in enumerate(candidates) if not one.strip()]:
        told = f"{amount(len(places), len(candidates), 'candidate')} {'is' if len(places) == 1 else 'are'} empty."
        yield Finding("empty-candidate", told, f"candidate, {line(places[0])}", nothing)
    if places := [n for n, group in enumerate(groups) if any(not one.strip() for one in group)]:
        told = (
            f"{amount(len(places), len(groups), 'segment')} {'has' if len(places) == 1 else 'have'} an empty reference."
        )
        fix = "It counts as a reference of length 0. Where there is none, leave it out."
        yield Finding("empty-reference", told, f"reference, {line(places[0])}", fix)
    if places := [n for n, group in enumerate(groups) if not group]:
        told = f"{amount(len(places), len(groups), 'segment')} {'has' if len(places) == 1 else 'have'} no reference."
        yield Finding("missing", told, line(places[0]), "A score needs something to compare with.")
    yield from _uneven(groups)


def _shifted(candidates: Sequence[str], found: Shift) -> Finding:
    to = "next" if found.offset > 0 else "previous"
    span = f"From line {found.start + 1:,} to {found.end:,}" if found.end < len(candidates) - 1 else (
        f"From line {found.start + 1:,} on" if found.start else "On every line")  # fmt: skip
    cause = ("A line is missing from the candidates, or one too many is in the references." if found.offset > 0 else
             "A line is too many in the candidates, or one is missing from the references.")  # fmt: skip
    told = f"{span} the candidate fits the {to} line's references, not its own."
    return Finding("shifted", told, line(found.start), cause, words(candidates[found.start]))


def _repeated(pairs: Sequence[tuple[str, tuple[str, ...]]]) -> Iterator[Finding]:
    counted = Counter(one for one, _ in pairs if one.strip())
    for text, count in counted.most_common(1):
        references = {group for one, group in pairs if one == text}
        if count >= _FEWEST and count > _MOST_REPEATED * len(pairs) and len(references) > 1:
            first = next(place for place, (one, _) in enumerate(pairs) if one == text)
            told = f"{amount(count, len(pairs), 'candidate')} are the same line, though their references differ."
            fix = "Did the system stop translating, or the file get overwritten?"
            yield Finding("repeated", told, f"candidate, {line(first)}", fix, words(text))


def _uneven(groups: Groups) -> Iterator[Finding]:
    numbers = [len(group) for group in groups if group]
    if place := next((n for n, (one, two) in enumerate(pairwise(numbers), 1) if one != two), 0):
        told = f"The segments have from {min(numbers)} to {max(numbers)} references."
        fix = "That is allowed. sacreBLEU wants streams of one length: None stands where a segment has no more."
        yield Finding("uneven", told, line(place), fix)
