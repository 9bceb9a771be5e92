"""A checkup of what is about to be passed to a tool, as a trace: `diagnose`, and the same for the lines of files."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from mtexplain.display.formula import shown
from mtexplain.display.parts import Cell, Equation, Headline, Note, Part, Prose, Real, Table, Words, columns
from mtexplain.display.trace import Step, Trace
from mtexplain.explain.tools.disagreements.calls import code
from mtexplain.explain.tools.disagreements.stages import shortened
from mtexplain.explain.tools.doctor import lines, lists
from mtexplain.explain.tools.doctor.calls import FIRST, FIRST_OF_FILES, READ
from mtexplain.explain.tools.doctor.disguises import of_disguises, plain
from mtexplain.explain.tools.doctor.facts import AS_MEANT, BOTH_HAVE, IS_MENDED, WITH_REFERENCES, CheckupFacts, Scores
from mtexplain.explain.tools.doctor.findings import Finding, in_order, looked_for, words
from mtexplain.explain.tools.doctor.findings import line as numbered
from mtexplain.explain.tools.doctor.mending import MENDED, REGROUPED, escaped_sides, mended
from mtexplain.explain.tools.doctor.most_different import most_different
from mtexplain.explain.tools.doctor.nesting import kept, leaves, restored
from mtexplain.explain.tools.doctor.pairing import Layout, shift, turned
from mtexplain.explain.tools.doctor.pieces import certain, of_pieces
from mtexplain.explain.tools.doctor.shapes import Shape, shape_of
from mtexplain.explain.tools.doctor.sides import (
    are_escaped_alike,
    both_sides,
    of_both,
    of_sides,
    unspaced,
)
from mtexplain.explain.tools.doctor.tools import MOST_SCORED, Verdict, is_by_letters, tokens
from mtexplain.inputs import InputTypeError, described
from mtexplain.metrics.shared.occurrences import so_many

_CALLED = {"grouped": "grouped by segment", "flat": "a flat list", "sentence": "one sentence"}
_BLEU = {
    BOTH_HAVE: "BLEU of the lines that both have",
    WITH_REFERENCES: "BLEU of the segments with references",
    IS_MENDED: "BLEU, mended",
    AS_MEANT: "BLEU",
}
"""The name of a score, by the lines that it scores."""
_NOT_IN_STEP = "These score the lines that both sides have, as they stand: put the lines in step first"
_MOST_TOLD = 4
_TOOLS, _INPUT = "the tools' own code", "the input"
_MOST_WORDS, _MOST_REFERENCES = 16, 3


@dataclass(frozen=True, repr=False)
class Checkup(CheckupFacts, Trace):
    """The input, what was looked for and found in it, and the two lines that differ most. Make one with `diagnose`.

    `candidates` are strings, and `references` has a list of references for each candidate; findings that are certain
    are undone in both. If the numbers of lines differ and nothing shows which line is missing or too many, they hold
    the lines that both sides have, in their present order, and `left_out` counts the other lines. A checkup never says
    that a text is right: `looked_for` lists the codes of all that it can find.

    >>> diagnose([["the", "cat"]], [["the cat"]]).candidates
    ['the cat']
    """

    def __getstate__(self) -> dict[str, Any]:
        """The facts, and what the tools make of it: a copy can't ask them, for it lacks what is no list."""
        return super().__getstate__() | {"tools": self.tools}

    @property
    def headline(self) -> Headline:
        """What is worst, and the score once it is mended."""
        worst = self._worst
        value = so_many(len(self.findings), "finding") if worst else _called(self)
        score = _scores(self.score_after)
        equation = Equation(_BLEU[self.lines_scored], score, score)
        return Headline(value, equation, " · ".join(_signature(self)), Prose((worst.text,) if worst else ()))

    @property
    def _told(self) -> str:
        """What the lists are."""
        return lists.describe(self.nesting, self.from_files)

    @property
    def _worst(self) -> Finding | None:
        """What does most harm, where it is not what the lists are."""
        return next((one for one in self.findings[:1] if not self._told.startswith(one.text)), None)

    @property
    def overview(self) -> tuple[Part, ...]:
        """The input, the two lines that differ most, what each tool makes of it, what to write, what was looked for."""
        told = self._told
        others = [one.text for one in self.findings if not told.startswith(one.text) and one is not self._worst]
        if silent := _given(self):
            told += f" As it is, {silent}: wrong, and without a warning."
            told += "" if self.findings else f" {_wants(self)}."
        parts: list[Part] = [Prose((told,))]
        if others:
            more = f" And {len(others) - _MOST_TOLD:,} more, in the notes." if len(others) > _MOST_TOLD else ""
            parts.append(Prose((f"Also found: {' '.join(others[:_MOST_TOLD])}{more}",)))
        parts += _apart(self)
        parts.append(_tools(self))
        wrong = {one.tool for one in self.tools if not one.is_right}
        if instead := tuple(_lines(self, wrong)):
            caption = _NOT_IN_STEP if self.are_lines_unknown else ""
            parts.append(Table(caption, columns(tool="tool", code="write instead"), instead, names=2))
        parts.append(Prose((_looked_for(self),)))
        return tuple(parts)

    def steps(self) -> tuple[Step, ...]:
        """The nesting, what was found, what each tool sees, what to write, the scores before and after."""
        return tuple(self._steps())

    def _steps(self) -> Iterator[Step]:
        yield _nesting(self)
        if self.findings:
            yield _findings(self)
        yield _seen(self)
        if self.has_other:
            yield _difference(self)
        why = "Each of these lines scores every candidate against the references it is paired with."
        why = f"{_NOT_IN_STEP}." if self.are_lines_unknown else why
        table = Table("", columns(tool="tool", code="write"), tuple(_lines(self, set(self.calls))), names=2)
        tools = f"{len(self.calls)} tools"
        yield Step("calls", "What to write", tools, "a line of code each", why, _TOOLS, (table,))
        yield _mended(self)

    @property
    def table(self) -> Table:
        """A row for each tool: what it would score, what it would print, what to write instead."""
        rows = []
        for one in self.tools:
            first = one.segments[0] if one.segments else None
            candidate = Words(tokens(first.candidate, one.rules)) if first else None
            error = code(one.error) if one.error else None
            line = code(self.calls[one.tool])
            references = len(first.references) if first else None
            rows.append((one.tool, candidate, references, len(one.segments), one.printed, error, one.told, line))
        titled = columns(
            tool="tool", candidate="candidate 1", references="references", segments="segments", printed="prints",
            error="error", verdict="and it is", code="write",
        )  # fmt: skip
        return Table("", titled, tuple(rows))

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """The findings."""
        return tuple(one.note for one in self.findings)

    def to_dict(self) -> dict[str, Any]:
        """What was found as lists, dicts, strings and numbers, ready for JSON."""
        differing, apart = self.differing_line, self.most_different
        return {
            "shape": self.shape,
            "told": self._told,
            "looked_for": self.looked_for,
            "findings": [one._asdict() | {"example": list(map(_writable, one.example))} for one in self.findings],
            "tools": [
                {"tool": one.tool, "segments": len(one.segments), "printed": one.printed, "error": one.error,
                 "verdict": one.told, "call": self.calls[one.tool]}
                for one in self.tools
            ],
            "most_different": apart and {
                "line": apart.place + 1, "candidate": _writable(apart.candidate),
                "reference": _writable(apart.reference), "reference_number": apart.number + 1,
                "in_common": apart.shared, "of": list(apart.sizes), "unit": apart.unit},
            "read": _read(self) if self.from_files else None,
            "candidates": self.candidates,
            "references": self.references,
            "left_out": self.left_out._asdict(),
            "lines_scored": self.lines_scored,
            "score_before": self.score_before._asdict(),
            "score_after": self.score_after._asdict(),
            "differing_line": differing and {"line": differing.place + 1, "one": _writable(differing.one),
                                             "other": _writable(differing.other), "number": differing.number},
        }  # fmt: skip

    def __repr__(self) -> str:
        found = ", ".join(one.code for one in self.findings) or f"0 findings in {len(self.looked_for)} checks"
        return f"Checkup({self.shape}: {found})"


def diagnose(candidates: Any, references: Any, other_candidates: Any = None) -> Checkup:
    """Check the input of a tool: what it is, what each tool would make of it, and what to write instead.

    The checkup says what it looked for and found, and shows the two lines that differ most, because it does not know
    everything that may be wrong with a text.

    >>> found = diagnose(["the cat", "a dog"], [["the cat sat", "a dog ran"]])
    >>> found.shape, found.references
    ('transposed', [['the cat sat'], ['a dog ran']])
    >>> found.call
    'import sacrebleu; sacrebleu.corpus_bleu(candidates, references).score'

    With `other_candidates`, a second output, it also shows the first line in which the two outputs differ. Anything odd
    is a finding, not an error; InputTypeError only if there is no string at all, or if a list is inside itself.
    """
    passed = kept(candidates, "candidates"), kept(references, "references")
    _check_text(passed)
    more = kept(other_candidates, "other_candidates")
    other = None if more is None else shape_of(more, passed[1]).candidates
    return _checkup(shape_of(*passed), passed, other, from_files=False)


def diagnose_lines(
    candidates: Sequence[str], references: Sequence[Sequence[str]], other_candidates: Sequence[str] | None = None
) -> Checkup:
    """Check the lines of files as `diagnose` does: the lines of the candidates, and of each file of references.

    >>> diagnose_lines(["the cat", "a dog"], [["the cat sat", "a dog ran"], ["my cat", "my dog"]]).references
    [['the cat sat', 'my cat'], ['a dog ran', 'my dog']]

    If a file has fewer lines than another, nothing shows which line is missing, so only the lines that all files have
    are scored.
    """
    passed = list(candidates), [list(one) for one in references]
    _check_text(passed)
    shape = Shape("grouped", tuple(candidates), Layout(turned(references), False), frozenset())
    return _checkup(shape, passed, other_candidates, from_files=True)


def _check_text(passed: tuple[Any, Any]) -> None:
    if not any(isinstance(one, str | bytes | bytearray) for side in passed for one, _ in leaves(side)):
        got = " and ".join(map(described, map(restored, passed)))
        raise InputTypeError("candidates and references", got, "strings, in whatever lists", "There is no text in it.")


def _checkup(shape: Shape, passed: tuple[Any, Any], other: Sequence[str] | None, from_files: bool) -> Checkup:
    """All that can be found, and the text mended."""
    passed_sides = both_sides(shape.candidates, shape.groups)
    disguised = [found for side in passed_sides for found in of_disguises(side)]
    mine, theirs = (side._replace(texts=plain(side.texts)) for side in passed_sides)
    texts, rest = mine.texts, iter(theirs.texts)
    groups = tuple(tuple(next(rest) for _ in group) for group in shape.groups)
    files = tuple(map(len, passed[1])) if from_files else ()
    are_files_uneven = len({*files}) > 1
    spaced = None if are_files_uneven else lines.double_spacing(texts, groups)
    moved = None if spaced or are_files_uneven else shift(texts, groups)
    is_moved = moved is not None and moved.can_be_undone(len(texts), len(groups))
    differing = None if other is None else lines.first_difference(texts, other)
    is_alike = are_escaped_alike(texts, groups)
    escaped = (False, False) if is_alike else escaped_sides(mine, theirs)
    are_equal = all(one in group for one, group in zip(shape.candidates, shape.groups, strict=False))
    found: dict[str, list[Finding]] = {
        "lines": list(lines.of_lines(texts, groups, moved, spaced, are_equal, files)),
        "text": [
            *disguised,
            *of_pieces(mine, theirs),
            *of_pieces(theirs, mine),
            *of_sides(mine, theirs, escaped, is_alike),
            *unspaced(mine, theirs),
        ],
        "sides": list(of_both(mine, theirs)),
    }
    if not from_files:
        found = {"lists": [*lists.of_shape(shape, *passed), *lists.of_lists(*passed)], **found}
    if other is not None:
        found["other"] = list(lines.of_difference(differing))
    findings = in_order(found)
    undone = tuple(one for one in findings if one.code in (*MENDED, *REGROUPED) and (one.code != "shifted" or is_moved))
    pairs = spaced.pairs if spaced else moved.pairs(len(texts), len(groups)) if moved and is_moved else [
        (place, place) for place in range(min(len(texts), len(groups), *files))]  # fmt: skip
    cut = certain(mine, theirs), certain(theirs, mine)
    first, second = ({one.code for one in undone if one.side == side.noun} for side in (mine, theirs))
    whole = mended(texts, groups, (first, second), pairs, cut)
    apart = most_different(shape.candidates, shape.groups)
    return Checkup(
        passed, shape, findings, undone, tuple(found), apart, *whole, differing, other is not None, from_files
    )


def _writable(text: str) -> str:
    """The text as it can be written in UTF-8: half a character becomes a question mark."""
    return text.encode("utf-8", "replace").decode()


def _lines(checkup: CheckupFacts, tools: set[str]) -> Iterator[tuple[Cell, ...]]:
    """Yield a line of code for each of these tools or, after the line that mends a text, for every tool.

    If the input is files, the first line reads them into lists.
    """
    first = FIRST_OF_FILES if checkup.from_files else FIRST
    mended = all(first in line for line in checkup.calls.values())
    called = [(tool, line) for tool, line in checkup.calls.items() if mended or tool in tools]
    if checkup.from_files and called:
        yield "to read", code(_read(checkup))
    if mended:
        yield "first", code(first.rstrip("; "))
    for tool, line in called:
        yield tool, code(line.replace(first, "", 1))


def _read(checkup: CheckupFacts) -> str:
    """Return the line that reads the files, with placeholder names; bytes that are not UTF-8 are replaced if need be.

    >>> _read(diagnose_lines(["a"], [["b"], ["c"]])).rpartition(" in ")[2]
    '("HYP", "REF1", "REF2")]'
    """
    number = len(checkup.passed[1])
    names = ["REF"] if number == 1 else [f"REF{place}" for place in range(1, number + 1)]
    line = READ.format(", ".join(f'"{name}"' for name in ["HYP", *names]))
    is_lossy = any(one.code == "replaced" for one in checkup.findings)
    return line.replace('"utf-8"', '"utf-8", errors="replace"') if is_lossy else line


def _called(checkup: CheckupFacts) -> str:
    """Describe the lists in a few words."""
    return "a text in files" if checkup.from_files else _CALLED.get(checkup.shape, checkup.shape)


def _tools(checkup: CheckupFacts) -> Table:
    """A row for each tool: what it would score and print, and whether that is right."""
    rows = tuple(
        (one.tool, _segments(one, checkup), shortened(one.printed) if one.printed else None, one.told)
        for one in checkup.tools
    )
    titled = columns(tool="tool", segments="segments it scores", printed="prints", verdict="and it is")
    return Table(_first_ones(checkup), titled, rows, names=4)


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
    yield _called(checkup)
    number = len(checkup.nesting.candidates)
    yield so_many(number, "segment")
    numbers = {len(group) for group in checkup.nesting.groups} or {0}
    least, most = min(numbers), max(numbers)
    each = "" if number == 1 else " each"
    yield f"{so_many(least, 'reference')}{each}" if least == most else f"{least} to {most} references"
    yield so_many(len(checkup.findings), "finding")
    if first := _first_ones(checkup):
        yield first.lower()
    if wrong := [one.tool for one in checkup.silent]:
        yield f"wrong in {'all tools' if len(wrong) == len(checkup.tools) else _listed(wrong)}"


def _listed(names: Sequence[str]) -> str:
    """Names as in a sentence.

    >>> _listed(["a"]), _listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _looked_for(checkup: CheckupFacts) -> str:
    """Return the sentences that list what was looked for, and warn that something else may be wrong."""
    every = "; ".join(f"{where}: {', '.join(some)}" for where, some in looked_for(checkup.checks).items())
    return f"Looked for {every}. Whatever else may be wrong goes unseen here: look at the lines yourself."


def _apart(checkup: CheckupFacts) -> Iterator[Part]:
    """Yield the two lines that differ most, as passed, and the first characters that differ."""
    if not (two := checkup.most_different):
        return
    common = f"{so_many(two.shared, two.unit)} in common, of {two.sizes[0]:,} and {two.sizes[1]:,}"
    title = f"The two lines that differ most: {numbered(two.place)}, {common}"
    if two.first is None:
        title = f"No line with text differs from the reference it is most like: here is {numbered(two.place)}"
    which = f"reference {two.number + 1} of {two.of}" if two.of > 1 else "reference"
    rows = ("candidate", Words(two.shown(two.candidate))), (which, Words(two.shown(two.reference)))
    yield Table(title, columns(side="", words="as passed"), rows, names=2)
    if (place := two.first) is not None and (names := two.first_names):
        told = (
            f"They first differ at character {place + 1:,}: {names[0]} in the candidate, {names[1]} in the reference."
        )
        yield Prose((told,))


_STRINGS = "strings, and a list of references for each"
_STREAMS = "all first references in one list, all second ones in another"
_WORDS = "words, not strings"


def _wants(checkup: CheckupFacts) -> str:
    """What the tools want that take the input otherwise than it is meant."""
    alone = "a list of candidates, even if there is only one" if checkup.shape == "sentence" else _STREAMS
    want = {"sacreBLEU": alone, "NLTK": _WORDS}
    wrong = [one.tool for one in checkup.silent]
    return "; ".join(f"{'It' if len(wrong) == 1 else tool} wants {want.get(tool, _STRINGS)}" for tool in wrong)


def _given(checkup: CheckupFacts) -> str:
    """Who would give a wrong number without a word, and which."""
    found = [(one.tool, shortened(one.printed or "")) for one in checkup.silent]
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


def _nesting(checkup: CheckupFacts) -> Step:
    texts, groups = checkup.nesting.candidates, checkup.nesting.groups
    firsts = (*texts[:1], ""), (*(groups[0] if groups else ()), "")
    hold = _of_file if checkup.from_files else lists.nesting
    rows = tuple(
        (name, hold(value), _short(words(first[0])))
        for name, value, first in zip(("candidates", "references"), checkup.passed, firsts, strict=True)
    )
    why = "The lists decide what belongs to what. A tool does not ask: it takes what it gets."
    if checkup.from_files:
        why = "The number of a line decides what belongs to what: line 3 of each file belongs to line 3 of the others."
    argument = "files of" if checkup.from_files else "argument"
    table = Table("", columns(side=argument, nesting="holds", first="begins with"), rows, names=3)
    outcome = _called(checkup) if checkup.from_files else checkup.shape
    return Step("shape", "What you passed", "candidates and references", outcome, why, _INPUT, (table,))


def _of_file(passed: list[Any]) -> str:
    """Describe one or several files in words, by their number and their lines.

    >>> _of_file(["a", "b"]), _of_file([["a", "b"]]), _of_file([["a"], ["b", "c"]])
    ('1 file of 2 lines', '1 file of 2 lines', '2 files of 1 to 2 lines')
    """
    numbers = [len(one) for one in passed if isinstance(one, list)] or [len(passed)]
    least, most = min(numbers), max(numbers)
    span = so_many(most, "line") if least == most else f"{least:,} to {so_many(most, 'line')}"
    return f"{so_many(len(numbers), 'file')} of {span}"


def _findings(checkup: CheckupFacts) -> Step:
    rows = tuple((one.where or None, _short(one.example), one.text) for one in checkup.findings)
    outcome = so_many(len(rows), "finding")
    why = "What does most harm comes first. The notes say what to do."
    table = Table("", columns(where="first at", example="there it says", found="found"), rows, names=3)
    return Step("findings", "What was found", "in the lists and in the text", outcome, why, _INPUT, (table,))


def _seen(checkup: CheckupFacts) -> Step:
    rows = tuple(row for one in checkup.tools for row in _seen_by(one))
    why = "How each tool reads exactly what you passed: the tokens of the first segment, or the error it stops with."
    table = Table("", columns(tool="tool", side="segment 1", tokens="as it sees it"), rows, names=3)
    right = sum(one.is_right for one in checkup.tools)
    outcome = f"{right} of {len(checkup.tools)} pair it as meant"
    return Step("tools", "What each tool sees", "segment 1", outcome, why, _TOOLS, (table,))


def _seen_by(one: Verdict) -> Iterator[tuple[Cell, ...]]:
    """The first segment as a tool sees it, a row for each text; or its error."""
    if one.error or not one.segments:
        yield one.tool, "error" if one.error else "nothing", code(one.error) if one.error else None
        return
    first = one.segments[0]
    yield one.tool, "candidate", _short(tokens(first.candidate, one.rules))
    for number, text in enumerate(first.references[:_MOST_REFERENCES], 1):
        yield "", f"reference {number}", _short(tokens(text, one.rules))
    if (more := len(first.references) - _MOST_REFERENCES) > 0:
        yield "", "", f"… and {so_many(more, 'more reference')}"


def _difference(checkup: CheckupFacts) -> Step:
    found, why = checkup.differing_line, "Two outputs with the same score may still differ."
    if found is None:
        return Step("other", "The other candidates", "line by line", "the same", why, _INPUT, ())
    rows = ("candidates", _short(words(found.one))), ("other candidates", _short(words(found.other)))
    table = Table(f"Line {found.place + 1:,}", columns(side="", words="words"), rows, names=2)
    outcome = f"{found.number:,} line{' differs' if found.number == 1 else 's differ'}"
    return Step("other", "The other candidates", f"first in line {found.place + 1:,}", outcome, why, _INPUT, (table,))


def _mended(checkup: CheckupFacts) -> Step:
    before, after = checkup.score_before, checkup.score_after
    rows = (
        ("paper, 0 to 1", _real(before.paper), _real(after.paper)),
        ("sacreBLEU, 0 to 100", _real(before.sacrebleu), _real(after.sacrebleu)),
    )
    scored = checkup.lines_scored
    table = Table(_first_ones(checkup), columns(rules="rules", before="as passed", after=scored), rows)
    undone = ", ".join(dict.fromkeys(_undone(one) for one in checkup.undone))
    why = [
        "checkup.candidates and checkup.references hold strings, and for each the list of its references.",
        f"Undone: {undone}." if undone else "Nothing was undone.",
        *(one.fix for one in checkup.undone if one.code == "not-text"),
        *(one.fix for one in checkup.findings if one.code == "missing"),
    ]
    if checkup.are_lines_unknown:
        why += [one.fix for one in checkup.findings if one.code == "lines"]
    summary = so_many(len(checkup.candidates), "segment")
    title = f"{scored[0].upper()}{scored[1:]}"
    return Step("mended", title, summary, _scores(after), " ".join(why), _INPUT, (table,))


def _undone(found: Finding) -> str:
    """Return the code of a finding that is undone, and its side if it has one."""
    return f"{found.code} ({found.side}s)" if found.side else found.code


def _short(found: tuple[str, ...]) -> Words | None:
    """The first words; none where there are none."""
    first = found[:_MOST_WORDS]
    return Words((*first, "…") if len(found) > _MOST_WORDS else first) if found else None


def _real(value: float | None) -> Real | None:
    return None if value is None else Real(value)
