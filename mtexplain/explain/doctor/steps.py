"""A checkup step by step: what was passed, what was found, what each tool sees, what to write, what is mended."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtexplain.display.parts import Cell, Real, Table, Words
from mtexplain.display.trace import Step
from mtexplain.explain.disagreements.rows import columns
from mtexplain.explain.doctor import telling
from mtexplain.explain.doctor.findings import words
from mtexplain.explain.doctor.overview import all_lines, code, first_ones, scores
from mtexplain.explain.doctor.tools import Verdict, cut

if TYPE_CHECKING:
    from mtexplain.explain.doctor.checkup import Checkup

_TOOLS, _INPUT = "the tools' own code", "the input"
_MOST_WORDS, _MOST_REFERENCES = 16, 3


def of_checkup(checkup: "Checkup") -> Iterator[Step]:
    """The steps, in order."""
    yield _nesting(checkup)
    if checkup.findings:
        yield _findings(checkup)
    yield _seen(checkup)
    if checkup.has_other:
        yield _difference(checkup)
    why = "Each of these lines scores every candidate against its own references."
    table = Table("", columns(tool="tool", code="write"), all_lines(checkup), names=2)
    tools = f"{len(checkup.calls)} tools"
    yield Step("calls", "What to write", tools, "a line of code each", why, _TOOLS, (table,))
    yield _mended(checkup)


def _nesting(checkup: "Checkup") -> Step:
    texts, groups = checkup.nesting.candidates, checkup.nesting.groups
    firsts = (*texts[:1], ""), (*(groups[0] if groups else ()), "")
    rows = tuple(
        (name, telling.nesting(value), _short(words(first[0])))
        for name, value, first in zip(("candidates", "references"), checkup.passed, firsts, strict=True)
    )
    why = "What is in which list decides what belongs to what. A tool does not ask: it takes what it gets."
    table = Table("", columns(side="argument", nesting="holds", first="begins with"), rows, names=3)
    return Step("shape", "What you passed", "candidates and references", checkup.shape, why, _INPUT, (table,))


def _findings(checkup: "Checkup") -> Step:
    rows = tuple((one.where or None, _short(one.example), one.text) for one in checkup.findings)
    outcome = f"{len(rows)} finding{'s' if len(rows) > 1 else ''}"
    why = "What does most harm stands first. The notes say what to do."
    table = Table("", columns(where="first at", example="there it says", found="found"), rows, names=3)
    return Step("findings", "What was found", "in the lists and in the text", outcome, why, _INPUT, (table,))


def _seen(checkup: "Checkup") -> Step:
    rows = tuple(row for one in checkup.tools for row in _tokens(one))
    why = "Each tool as it reads exactly what you passed: the tokens of the first segment, or the error it ends in."
    table = Table("", columns(tool="tool", side="segment 1", tokens="as it sees it"), rows, names=3)
    right = sum(one.is_right for one in checkup.tools)
    outcome = f"{right} of {len(checkup.tools)} read it right"
    return Step("tools", "What each tool sees", "segment 1", outcome, why, _TOOLS, (table,))


def _tokens(one: Verdict) -> Iterator[tuple[Cell, ...]]:
    """The first segment as a tool sees it, a row for each text; or its error."""
    if one.error or not one.segments:
        yield one.tool, "error" if one.error else "nothing", code(one.error) if one.error else None
        return
    first = one.segments[0]
    yield one.tool, "candidate", _short(cut(one, first.candidate))
    for number, text in enumerate(first.references[:_MOST_REFERENCES], 1):
        yield "", f"reference {number}", _short(cut(one, text))
    if (more := len(first.references) - _MOST_REFERENCES) > 0:
        yield "", "", f"… and {more:,} more reference{'s' if more > 1 else ''}"


def _difference(checkup: "Checkup") -> Step:
    line, why = checkup.differing_line, "Two outputs with the same score may still be two outputs."
    if line is None:
        return Step("other", "The other candidates", "line by line", "the same", why, _INPUT, ())
    rows = ("candidates", _short(words(line.one))), ("other candidates", _short(words(line.other)))
    table = Table(f"Line {line.place + 1:,}", columns(side="", words="words"), rows, names=2)
    outcome = f"{line.number:,} line{' differs' if line.number == 1 else 's differ'}"
    return Step("other", "The other candidates", f"first in line {line.place + 1:,}", outcome, why, _INPUT, (table,))


def _mended(checkup: "Checkup") -> Step:
    before, after = checkup.score_before, checkup.score_after
    rows = (
        ("paper, 0 to 1", _real(before.paper), _real(after.paper)),
        ("sacreBLEU, 0 to 100", _real(before.sacrebleu), _real(after.sacrebleu)),
    )
    table = Table(first_ones(checkup), columns(rules="rules", before="as passed", after="mended"), rows)
    why = "checkup.candidates and checkup.references hold the text as it should be. Only what is certain is undone."
    segments = len(checkup.candidates)
    summary = f"{segments:,} segment{'' if segments == 1 else 's'}"
    return Step("mended", "Mended", summary, scores(after), why, _INPUT, (table,))


def _short(tokens: tuple[str, ...]) -> Words | None:
    """The first words; none where there are none."""
    first = tokens[:_MOST_WORDS]
    return Words((*first, "…") if len(tokens) > _MOST_WORDS else first) if tokens else None


def _real(value: float | None) -> Real | None:
    return None if value is None else Real(value)
