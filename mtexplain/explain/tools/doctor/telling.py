"""The sentences, tables and steps of a checkup."""

from collections.abc import Iterator, Sequence
from itertools import chain

from mtexplain.display.formula import shown
from mtexplain.display.parts import Cell, Part, Prose, Real, Table, Words, columns
from mtexplain.display.trace import Step
from mtexplain.explain.tools.disagreements.calls import code
from mtexplain.explain.tools.disagreements.stages import shortened
from mtexplain.explain.tools.doctor import lists
from mtexplain.explain.tools.doctor.calls import FIRST, FIRST_OF_FILES, READ
from mtexplain.explain.tools.doctor.facts import CheckupFacts, Scores
from mtexplain.explain.tools.doctor.findings import line as numbered
from mtexplain.explain.tools.doctor.findings import looked_for, words
from mtexplain.explain.tools.doctor.tools import MOST_SCORED, Verdict, is_by_letters, tokens
from mtexplain.metrics.shared.occurrences import so_many

_CALLED = {"grouped": "grouped by segment", "flat": "a flat list", "sentence": "one sentence"}
NOT_IN_STEP = "These lines of code score only the lines that both sides have, so align the lines first"
TOOLS, _INPUT = "the tools' own code", "the input"
_MOST_WORDS, _MOST_REFERENCES = 16, 3


def code_for(checkup: CheckupFacts, tools: set[str]) -> Iterator[tuple[Cell, ...]]:
    """Yield a line of code for each of these tools or, if a first line has to mend the text, for every tool.

    For files, the first line reads them into lists.
    """
    first = FIRST_OF_FILES if checkup.from_files else FIRST
    mended = all(first in line for line in checkup.calls.values())
    calls = [(tool, line) for tool, line in checkup.calls.items() if mended or tool in tools]
    if checkup.from_files and calls:
        yield "to read", code(reading(checkup))
    if mended:
        yield "first", code(first.rstrip("; "))
    for tool, line in calls:
        yield tool, code(line.replace(first, "", 1))


def reading(checkup: CheckupFacts) -> str:
    """Return the line that reads the files, with placeholder names. Bytes that are not UTF-8 are replaced if necessary.

    >>> from mtexplain.explain.tools.doctor.checkup import diagnose_lines
    >>> reading(diagnose_lines(["a"], [["b"], ["c"]])).rpartition(" in ")[2]
    '("HYP", "REF1", "REF2")]'
    """
    number = len(checkup.passed[1])
    names = ["REF"] if number == 1 else [f"REF{n}" for n in range(1, number + 1)]
    line = READ.format(", ".join(f'"{name}"' for name in ["HYP", *names]))
    is_lossy = any(finding.code == "replaced" for finding in checkup.findings)
    return line.replace('"utf-8"', '"utf-8", errors="replace"') if is_lossy else line


def called(checkup: CheckupFacts) -> str:
    """Describe the lists in a few words."""
    return "a text in files" if checkup.from_files else _CALLED.get(checkup.shape, checkup.shape)


def by_tool(checkup: CheckupFacts) -> Table:
    """Return a table with a row for each tool, which shows what it would score and print, and the verdict."""
    rows = tuple(
        (
            verdict.tool,
            _segments(verdict, checkup),
            shortened(verdict.printed) if verdict.printed else None,
            verdict.summary,
        )
        for verdict in checkup.tools
    )
    titled = columns(tool="tool", segments="segments it scores", printed="prints", verdict="result")
    return Table(_first_ones(checkup), titled, rows, names=4)


def scores(pair_of_scores: Scores) -> str:
    """Return both scores in a few words."""
    if pair_of_scores.paper is None or pair_of_scores.sacrebleu is None:
        return "no score"
    return f"{shown(pair_of_scores.paper)} (paper), {pair_of_scores.sacrebleu:.2f} (sacreBLEU)"


def _first_ones(checkup: CheckupFacts) -> str:
    """Return the caption for a long text, of which only the first segments are scored; "" for other texts."""
    long = len(checkup.nesting.candidates) > MOST_SCORED
    return f"Scores of the first {MOST_SCORED:,} segments" if long else ""


def signature(checkup: CheckupFacts) -> Iterator[str]:
    """Yield the shape and size of the input, the number of findings, and the tools that would be wrong."""
    yield called(checkup)
    number = len(checkup.nesting.candidates)
    yield so_many(number, "segment")
    numbers = {len(group) for group in checkup.nesting.groups} or {0}
    least, most = min(numbers), max(numbers)
    for_each = "" if number == 1 else " each"
    yield f"{so_many(least, 'reference')}{for_each}" if least == most else f"{least} to {most} references"
    yield so_many(len(checkup.findings), "finding")
    if first := _first_ones(checkup):
        yield first.lower()
    if wrong := [verdict.tool for verdict in checkup.silent]:
        yield f"would be wrong in {'all tools' if len(wrong) == len(checkup.tools) else _listed(wrong)}"


def _listed(names: Sequence[str]) -> str:
    """List names as in a sentence.

    >>> _listed(["a"]), _listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def checks_made(checkup: CheckupFacts) -> str:
    """Return the sentences that list the checks, and warn that something else may be wrong."""
    searched = "; ".join(f"{where}: {', '.join(names)}" for where, names in looked_for(checkup.checks).items())
    return f"Checked for problems {searched}. Other problems go unnoticed here, so look at the lines yourself."


def differing_lines(checkup: CheckupFacts) -> Iterator[Part]:
    """Yield the two lines that differ most, as passed, and the first characters that differ."""
    if not (pair := checkup.most_different):
        return
    common = f"{so_many(pair.shared, pair.unit)} in common out of {pair.sizes[0]:,} and {pair.sizes[1]:,}"
    title = f"The two lines that differ most ({numbered(pair.line_index)}, {common})"
    if pair.first is None:
        title = f"No line with text differs from its most similar reference ({numbered(pair.line_index)} is shown)"
    which = f"reference {pair.number + 1} of {pair.of}" if pair.of > 1 else "reference"
    rows = ("candidate", Words(pair.shown(pair.candidate))), (which, Words(pair.shown(pair.reference)))
    yield Table(title, columns(side="", words="as passed"), rows, names=2)
    if (position := pair.first) is not None and (names := pair.first_names):
        mine, theirs = names
        sentence = (
            f"They first differ at character {position + 1:,}: {mine} in the candidate, {theirs} in the reference."
        )
        yield Prose((sentence,))


_STRINGS = "strings, and a list of references for each"
_STREAMS = "all first references in one list and all second references in another"
_WORDS = "words, not strings"


def wants(checkup: CheckupFacts) -> str:
    """Say what input is expected by each tool that would misread this input."""
    alone = "a list of candidates, even for a single candidate" if checkup.shape == "sentence" else _STREAMS
    want = {"sacreBLEU": alone, "NLTK": _WORDS}
    wrong = [verdict.tool for verdict in checkup.silent]
    return "; ".join(f"{'It' if len(wrong) == 1 else tool} wants {want.get(tool, _STRINGS)}" for tool in wrong)


def wrong_numbers(checkup: CheckupFacts) -> str:
    """Say which wrong numbers the tools would print without a warning."""
    results = [(verdict.tool, shortened(verdict.printed or "")) for verdict in checkup.silent]
    if not results:
        return ""
    first, *other_results = results
    return _listed([f"{first[0]} would give {first[1]}", *(f"{tool} {number}" for tool, number in other_results)])


def _segments(verdict: Verdict, checkup: CheckupFacts) -> str | None:
    """Return the number of segments that a tool would score; None if it stops with an error."""
    if verdict.error:
        return None
    letters = is_by_letters(verdict) and any(len(text) > 1 for text in chain.from_iterable(checkup.nesting.groups))
    by_letters = ", letter by letter" if letters else ""
    return f"{len(verdict.segments):,} of {len(checkup.nesting.candidates):,}{by_letters}"


def nesting_step(checkup: CheckupFacts) -> Step:
    """Return the step that shows how the arguments or files are nested."""
    texts, groups = checkup.nesting.candidates, checkup.nesting.groups
    firsts = (*texts[:1], ""), (*(groups[0] if groups else ()), "")
    describe_side = _of_file if checkup.from_files else lists.nesting
    rows = tuple(
        (name, describe_side(value), _short(words(first[0])))
        for name, value, first in zip(("candidates", "references"), checkup.passed, firsts, strict=True)
    )
    why = "The nesting of the lists decides which references belong to a candidate. A tool takes what it gets."
    if checkup.from_files:
        why = "The line number decides what belongs together. Line 3 of each file belongs to line 3 of the others."
    argument = "files of" if checkup.from_files else "argument"
    table = Table("", columns(side=argument, nesting="contains", first="begins with"), rows, names=3)
    outcome = called(checkup) if checkup.from_files else checkup.shape
    return Step("shape", "What you passed", "candidates and references", outcome, why, _INPUT, (table,))


def _of_file(passed: list[object]) -> str:
    """Describe files by their number and their numbers of lines.

    >>> _of_file(["a", "b"]), _of_file([["a", "b"]]), _of_file([["a"], ["b", "c"]])
    ('1 file of 2 lines', '1 file of 2 lines', '2 files of 1 to 2 lines')
    """
    numbers = [len(stream) for stream in passed if isinstance(stream, list)] or [len(passed)]
    least, most = min(numbers), max(numbers)
    span = so_many(most, "line") if least == most else f"{least:,} to {so_many(most, 'line')}"
    return f"{so_many(len(numbers), 'file')} of {span}"


def findings_step(checkup: CheckupFacts) -> Step:
    """Return the step that lists the findings."""
    rows = tuple((finding.where or None, _short(finding.example), finding.text) for finding in checkup.findings)
    outcome = so_many(len(rows), "finding")
    why = "The most harmful finding comes first. The notes say what to do."
    table = Table("", columns(where="first at", example="text there", found="finding"), rows, names=3)
    return Step("findings", "What was found", "in the lists and in the text", outcome, why, _INPUT, (table,))


def tools_step(checkup: CheckupFacts) -> Step:
    """Return the step that shows the first segment as each tool reads it."""
    rows = tuple(row for verdict in checkup.tools for row in _seen_by(verdict))
    why = "This shows how each tool cuts your first segment into tokens, or the error that stops it."
    table = Table("", columns(tool="tool", side="segment 1", tokens="as the tool sees it"), rows, names=3)
    right = sum(verdict.is_right for verdict in checkup.tools)
    outcome = f"{right} of {len(checkup.tools)} paired as intended"
    return Step("tools", "What each tool sees", "segment 1", outcome, why, TOOLS, (table,))


def _seen_by(verdict: Verdict) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows for the first segment as a tool sees it, or for its error."""
    if verdict.error or not verdict.segments:
        yield verdict.tool, "error" if verdict.error else "nothing", code(verdict.error) if verdict.error else None
        return
    first = verdict.segments[0]
    yield verdict.tool, "candidate", _short(tokens(first.candidate, verdict.rules))
    for number, text in enumerate(first.references[:_MOST_REFERENCES], 1):
        yield "", f"reference {number}", _short(tokens(text, verdict.rules))
    if (more := len(first.references) - _MOST_REFERENCES) > 0:
        yield "", "", f"… and {so_many(more, 'more reference')}"


def difference_step(checkup: CheckupFacts) -> Step:
    """Return the step that shows the first line in which two outputs differ."""
    difference, why = checkup.differing_line, "Two outputs with the same score may still differ."
    if difference is None:
        return Step("other", "The other candidates", "line by line", "the same", why, _INPUT, ())
    rows = ("candidates", _short(words(difference.one))), ("other candidates", _short(words(difference.other)))
    table = Table(f"Line {difference.line_index + 1:,}", columns(side="", words="words"), rows, names=2)
    outcome = f"{difference.number:,} line{' differs' if difference.number == 1 else 's differ'}"
    return Step(
        "other", "The other candidates", f"first in line {difference.line_index + 1:,}", outcome, why, _INPUT, (table,)
    )


def mended_step(checkup: CheckupFacts) -> Step:
    """Return the step that shows the scores before and after mending."""
    before, after = checkup.score_before, checkup.score_after
    rows = (
        ("paper, 0 to 1", _real(before.paper), _real(after.paper)),
        ("sacreBLEU, 0 to 100", _real(before.sacrebleu), _real(after.sacrebleu)),
    )
    scored = checkup.lines_scored
    table = Table(_first_ones(checkup), columns(rules="rules", before="as passed", after=scored), rows)
    undone = ", ".join(
        dict.fromkeys(
            f"{finding.code} ({finding.side}s)" if finding.side else finding.code for finding in checkup.undone
        )
    )
    why = [
        "checkup.candidates holds strings, and checkup.references holds the list of references for each of them.",
        f"Corrected: {undone}." if undone else "Nothing was corrected.",
        *(finding.fix for finding in checkup.undone if finding.code == "not-text"),
        *(finding.fix for finding in checkup.findings if finding.code == "missing"),
    ]
    if checkup.are_lines_unknown:
        why += [finding.fix for finding in checkup.findings if finding.code == "lines"]
    summary = so_many(len(checkup.candidates), "segment")
    title = f"{scored[0].upper()}{scored[1:]}"
    return Step("mended", title, summary, scores(after), " ".join(why), _INPUT, (table,))


def _short(all_words: tuple[str, ...]) -> Words | None:
    """Return the first words; None if there are no words."""
    first = all_words[:_MOST_WORDS]
    return Words((*first, "…") if len(all_words) > _MOST_WORDS else first) if all_words else None


def _real(value: float | None) -> Real | None:
    return None if value is None else Real(value)
