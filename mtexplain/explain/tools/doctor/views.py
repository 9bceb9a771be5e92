"""A checkup at a glance, then step by step: what was passed and found, what each tool sees, what to write instead."""

from collections.abc import Iterator, Sequence
from itertools import chain

from mtexplain.display.formula import shown
from mtexplain.display.parts import Cell, Equation, Headline, Part, Prose, Real, Table, Words, columns
from mtexplain.display.trace import Step
from mtexplain.explain.tools.disagreements.calls import code
from mtexplain.explain.tools.disagreements.stages import shortened
from mtexplain.explain.tools.doctor import shape_messages
from mtexplain.explain.tools.doctor.calls import FIRST
from mtexplain.explain.tools.doctor.facts import CheckupFacts, Scores
from mtexplain.explain.tools.doctor.findings import words
from mtexplain.explain.tools.doctor.scores import MOST_SCORED
from mtexplain.explain.tools.doctor.tools import Verdict, cut, is_by_letters

_CALLED = {"grouped": "grouped by segment", "flat": "a flat list", "sentence": "one sentence"}
_MOST_TOLD = 4
_TOOLS, _INPUT = "the tools' own code", "the input"
_MOST_WORDS, _MOST_REFERENCES = 16, 3


def headline(checkup: CheckupFacts) -> Headline:
    """What it is, and the score once it is mended."""
    value = _CALLED.get(checkup.shape, checkup.shape)
    score = _scores(checkup.score_after)
    name = "BLEU, mended" if checkup.is_mended else "BLEU"
    return Headline(value, Equation(name, score, score), " · ".join(_signature(checkup)))


def overview(checkup: CheckupFacts) -> tuple[Part, ...]:
    """What was passed and found, in sentences; the tools; the lines to write."""
    told = shape_messages.describe(checkup.nesting, checkup.from_files)
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


def _lines(checkup: CheckupFacts, tools: set[str]) -> Iterator[tuple[Cell, ...]]:
    """A line of code for each of these tools; for all, where the text is mended first, and that line stands above."""
    mended = all(FIRST in line for line in checkup.calls.values())
    if mended:
        yield "first", code(FIRST.rstrip("; "))
    for tool, line in checkup.calls.items():
        if mended or tool in tools:
            yield tool, code(line.replace(FIRST, "", 1))


def _tools(checkup: CheckupFacts) -> Table:
    """A row for each tool: what it would score and print, and whether that is right."""
    rows = tuple(
        (one.tool, _segments(one, checkup), shortened(one.printed) if one.printed else None, one.told)
        for one in checkup.tools
    )
    titled = columns(tool="tool", segments="segments it scores", printed="prints", verdict="and it is")
    return Table(_first_ones(checkup), titled, rows, names=4)


def whole_table(checkup: CheckupFacts) -> Table:
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


def _scores(found: Scores) -> str:
    """Both scores in a few words."""
    if found.paper is None or found.sacrebleu is None:
        return "no score"
    return f"{shown(found.paper)} (paper), {found.sacrebleu:.2f} (sacreBLEU)"


def _first_ones(checkup: CheckupFacts) -> str:
    """What is said of a long text's scores."""
    long = len(checkup.nesting.candidates) > MOST_SCORED
    return f"Scores of the first {MOST_SCORED:,} segments" if long else ""


def _signature(checkup: CheckupFacts) -> Iterator[str]:
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
    if first := _first_ones(checkup):
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


def _wants(checkup: CheckupFacts) -> str:
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


def _segments(one: Verdict, checkup: CheckupFacts) -> str | None:
    """How many segments a tool would score."""
    if one.error:
        return None
    letters = is_by_letters(one) and any(len(text) > 1 for text in chain.from_iterable(checkup.nesting.groups))
    by_letters = ", letter by letter" if letters else ""
    return f"{len(one.segments):,} of {len(checkup.nesting.candidates):,}{by_letters}"


def steps(checkup: CheckupFacts) -> Iterator[Step]:
    """The steps, in order."""
    yield _nesting(checkup)
    if checkup.findings:
        yield _findings(checkup)
    yield _seen(checkup)
    if checkup.has_other:
        yield _difference(checkup)
    why = "Each of these lines scores every candidate against its own references."
    table = Table("", columns(tool="tool", code="write"), tuple(_lines(checkup, set(checkup.calls))), names=2)
    tools = f"{len(checkup.calls)} tools"
    yield Step("calls", "What to write", tools, "a line of code each", why, _TOOLS, (table,))
    yield _mended(checkup)


def _nesting(checkup: CheckupFacts) -> Step:
    texts, groups = checkup.nesting.candidates, checkup.nesting.groups
    firsts = (*texts[:1], ""), (*(groups[0] if groups else ()), "")
    rows = tuple(
        (name, shape_messages.nesting(value), _short(words(first[0])))
        for name, value, first in zip(("candidates", "references"), checkup.passed, firsts, strict=True)
    )
    why = "What is in which list decides what belongs to what. A tool does not ask: it takes what it gets."
    table = Table("", columns(side="argument", nesting="holds", first="begins with"), rows, names=3)
    return Step("shape", "What you passed", "candidates and references", checkup.shape, why, _INPUT, (table,))


def _findings(checkup: CheckupFacts) -> Step:
    rows = tuple((one.where or None, _short(one.example), one.text) for one in checkup.findings)
    outcome = f"{len(rows)} finding{'s' if len(rows) > 1 else ''}"
    why = "What does most harm stands first. The notes say what to do."
    table = Table("", columns(where="first at", example="there it says", found="found"), rows, names=3)
    return Step("findings", "What was found", "in the lists and in the text", outcome, why, _INPUT, (table,))


def _seen(checkup: CheckupFacts) -> Step:
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


def _difference(checkup: CheckupFacts) -> Step:
    line, why = checkup.differing_line, "Two outputs with the same score may still be two outputs."
    if line is None:
        return Step("other", "The other candidates", "line by line", "the same", why, _INPUT, ())
    rows = ("candidates", _short(words(line.one))), ("other candidates", _short(words(line.other)))
    table = Table(f"Line {line.place + 1:,}", columns(side="", words="words"), rows, names=2)
    outcome = f"{line.number:,} line{' differs' if line.number == 1 else 's differ'}"
    return Step("other", "The other candidates", f"first in line {line.place + 1:,}", outcome, why, _INPUT, (table,))


def _mended(checkup: CheckupFacts) -> Step:
    before, after = checkup.score_before, checkup.score_after
    rows = (
        ("paper, 0 to 1", _real(before.paper), _real(after.paper)),
        ("sacreBLEU, 0 to 100", _real(before.sacrebleu), _real(after.sacrebleu)),
    )
    table = Table(_first_ones(checkup), columns(rules="rules", before="as passed", after="mended"), rows)
    why = "checkup.candidates and checkup.references hold the text as it should be. Only what is certain is undone."
    segments = len(checkup.candidates)
    summary = f"{segments:,} segment{'' if segments == 1 else 's'}"
    return Step("mended", "Mended", summary, _scores(after), why, _INPUT, (table,))


def _short(tokens: tuple[str, ...]) -> Words | None:
    """The first words; none where there are none."""
    first = tokens[:_MOST_WORDS]
    return Words((*first, "…") if len(tokens) > _MOST_WORDS else first) if tokens else None


def _real(value: float | None) -> Real | None:
    return None if value is None else Real(value)
