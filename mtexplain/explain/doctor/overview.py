"""A checkup at a glance: what was passed, what each tool makes of it, what to write instead."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from mtexplain.display.formula import shown
from mtexplain.display.parts import Cell, Equation, Headline, Part, Prose, Table, Words
from mtexplain.explain.disagreements.rows import columns, shortened
from mtexplain.explain.doctor import telling
from mtexplain.explain.doctor.calls import FIRST
from mtexplain.explain.doctor.scores import MOST_SCORED
from mtexplain.explain.doctor.tools import Verdict, cut, is_by_letters

if TYPE_CHECKING:
    from mtexplain.explain.doctor.checkup import Checkup, Scores

_CALLED = {"grouped": "grouped by segment", "flat": "a flat list", "sentence": "one sentence"}
_MOST_TOLD = 4


def headline(checkup: "Checkup") -> Headline:
    """What it is, and the score once it is mended."""
    value = _CALLED.get(checkup.shape, checkup.shape)
    score = scores(checkup.score_after)
    name = "BLEU, mended" if checkup.is_mended else "BLEU"
    return Headline(value, Equation(name, score, score), " · ".join(_signature(checkup)))


def overview(checkup: "Checkup") -> tuple[Part, ...]:
    """What was passed and found, in sentences; the tools; the lines to write."""
    told = telling.told(checkup.nesting, checkup.from_files)
    others = [one.text for one in checkup.findings if not told.startswith(one.text)]
    silent = _given(checkup.tools)
    if checkup.findings:
        told += f" As it is, {silent}: wrong, and without a warning." if silent else ""
    elif silent:
        told += f" Nothing is wrong with the text or the lists, but {silent}, without a warning: {_wants(checkup)}."
    else:
        told = f"Nothing found: {told[0].lower()}{told[1:]}"
    parts: list[Part] = [Prose((told,))]
    if others:
        more = f" And {len(others) - _MOST_TOLD:,} more, in the notes." if len(others) > _MOST_TOLD else ""
        parts.append(Prose((f"Found: {' '.join(others[:_MOST_TOLD])}{more}",)))
    parts.append(_tools(checkup))
    wrong = {one.tool for one in checkup.tools if not one.is_right}
    if lines := tuple(_lines(checkup, wrong)):
        parts.append(Table("", columns(tool="tool", code="write instead"), lines, names=2))
    return tuple(parts)


def all_lines(checkup: "Checkup") -> tuple[tuple[Cell, ...], ...]:
    """A line of code for each tool."""
    return tuple(_lines(checkup, set(checkup.calls)))


def _lines(checkup: "Checkup", tools: set[str]) -> Iterator[tuple[Cell, ...]]:
    """A line of code for each of these tools; for all, where the text is mended first, and that line stands above."""
    mended = all(FIRST in line for line in checkup.calls.values())
    if mended:
        yield "first", code(FIRST.rstrip("; "))
    for tool, line in checkup.calls.items():
        if mended or tool in tools:
            yield tool, code(line.replace(FIRST, "", 1))


def code(line: str) -> Words:
    """A line of code, as words."""
    return Words(tuple(line.split(" ")))


def _tools(checkup: "Checkup") -> Table:
    """A row for each tool: what it would score and print, and whether that is right."""
    rows = tuple(
        (one.tool, _segments(one, checkup), shortened(one.printed) if one.printed else None, one.told)
        for one in checkup.tools
    )
    titled = columns(tool="tool", segments="segments it scores", printed="prints", verdict="and it is")
    return Table(first_ones(checkup), titled, rows, names=4)


def whole_table(checkup: "Checkup") -> Table:
    """The same with the first candidate as each tool sees it, its error, and the line to write."""
    rows = []
    for one in checkup.tools:
        first = one.segments[0] if one.segments else None
        candidate = Words(cut(one, first.candidate)) if first else None
        error = code(one.error) if one.error else None
        line = code(checkup.calls[one.tool])
        references = len(first.references) if first else None
        rows.append((one.tool, candidate, references, len(one.segments), one.printed, error, one.told, line))
    titled = columns(
        tool="tool",
        candidate="candidate 1",
        references="references",
        segments="segments",
        printed="prints",
        error="error",
        verdict="and it is",
        code="write",
    )
    return Table("", titled, tuple(rows))


def scores(found: "Scores") -> str:
    """Both scores in a few words."""
    if found.paper is None or found.sacrebleu is None:
        return "no score"
    return f"{shown(found.paper)} (paper), {found.sacrebleu:.2f} (sacreBLEU)"


def first_ones(checkup: "Checkup") -> str:
    """What is said of a long text's scores."""
    long = len(checkup.nesting.candidates) > MOST_SCORED
    return f"Scores of the first {MOST_SCORED:,} segments" if long else ""


def _signature(checkup: "Checkup") -> Iterator[str]:
    yield _CALLED.get(checkup.shape, checkup.shape)
    number = len(checkup.nesting.candidates)
    yield f"{number:,} segment{'' if number == 1 else 's'}"
    numbers = {len(group) for group in checkup.nesting.groups} or {0}
    least, most = min(numbers), max(numbers)
    each = "" if number == 1 else " each"
    yield f"{least:,} reference{'' if least == 1 else 's'}{each}" if least == most else f"{least} to {most} references"
    found = len(checkup.findings)
    not_right = _not_right(checkup.tools)
    if found or not not_right:
        yield f"{found} finding{'' if found == 1 else 's'}" if found else "nothing found"
    if first := first_ones(checkup):
        yield first.lower()
    if not_right:
        yield not_right


def _not_right(tools: Sequence[Verdict]) -> str:
    """The tools that go wrong without a word, by name."""
    wrong = [one.tool for one in tools if one.score and not one.is_right]
    listed = "all tools" if len(wrong) == len(tools) else _listed(wrong)
    return f"wrong in {listed}" if wrong else ""


def _listed(names: Sequence[str]) -> str:
    """Names as in a sentence.

    >>> _listed(["a"]), _listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


_STRINGS = "strings, and a list of references for each"
_STREAMS = "all first references in one list, all second ones in another"
_WORDS = "words, not strings"


def _wants(checkup: "Checkup") -> str:
    """What the tools want that take the input otherwise than it is meant."""
    alone = "a list of candidates, also of one" if checkup.shape == "sentence" else _STREAMS
    want = {"sacreBLEU": alone, "NLTK": _WORDS}
    wrong = [one.tool for one in checkup.tools if one.score and not one.is_right]
    told = [f"{'it' if len(wrong) == 1 else tool} wants {want.get(tool, _STRINGS)}" for tool in wrong]
    return "; ".join(told)


def _given(tools: Sequence[Verdict]) -> str:
    """Who would give a wrong number without a word, and which."""
    found = [(one.tool, shortened(one.score.printed)) for one in tools if one.score and not one.is_right]
    if not found:
        return ""
    first, *others = found
    return _listed([f"{first[0]} would give {first[1]}", *(f"{tool} {number}" for tool, number in others)])


def _segments(one: Verdict, checkup: "Checkup") -> str | None:
    """How many segments a tool would score."""
    if one.error:
        return None
    letters = is_by_letters(one) and any(len(text) > 1 for text in chain.from_iterable(checkup.nesting.groups))
    by_letters = ", letter by letter" if letters else ""
    return f"{len(one.segments):,} of {len(checkup.nesting.candidates):,}{by_letters}"
