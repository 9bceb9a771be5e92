"""A checkup, as a trace, of the input of a tool (`diagnose`) or of the lines of files (`diagnose_lines`)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from mtexplain.data import Record
from mtexplain.display.parts import Equation, Headline, Note, Part, Prose, Table, Words, columns
from mtexplain.display.trace import Step, Trace
from mtexplain.explain.tools.disagreements.calls import code
from mtexplain.explain.tools.doctor import lines, lists, telling
from mtexplain.explain.tools.doctor.disguises import of_disguises, plain
from mtexplain.explain.tools.doctor.facts import AS_MEANT, BOTH_HAVE, IS_MENDED, WITH_REFERENCES, CheckupFacts
from mtexplain.explain.tools.doctor.findings import Finding, both_sides, in_order
from mtexplain.explain.tools.doctor.habits import of_both, unspaced
from mtexplain.explain.tools.doctor.marks import are_escaped_alike, certain, of_pieces, of_sides
from mtexplain.explain.tools.doctor.mending import MENDED, REGROUPED, escaped_sides, mended
from mtexplain.explain.tools.doctor.nesting import Passed, kept, leaves, restored
from mtexplain.explain.tools.doctor.pairing import Layout, shift, turned
from mtexplain.explain.tools.doctor.shapes import Shape, shape_of
from mtexplain.explain.tools.doctor.tools import tokens
from mtexplain.inputs import InputTypeError, described
from mtexplain.metrics.shared.occurrences import so_many

_BLEU = {
    BOTH_HAVE: "BLEU of the lines that both sides have",
    WITH_REFERENCES: "BLEU of the segments with references",
    IS_MENDED: "BLEU, mended",
    AS_MEANT: "BLEU",
}
"""The name of a score, by the lines that are scored."""
_OF_DICT = (
    "A dict is not searched for text. Write [candidates[key] for key in keys] and [references[key] for key in keys]."
)
_MOST_SHOWN = 4


@dataclass(frozen=True, repr=False)
class Checkup(CheckupFacts, Trace):
    """The input, the checks and their findings, and the two lines that differ most. Created by `diagnose`.

    `candidates` are strings, and `references` has a list of references for each candidate. Problems that are certain
    are corrected in both. If the numbers of lines differ and nothing shows which line is missing or superfluous, they
    hold the lines that both sides have, in their present order, and `left_out` counts the other lines. A checkup never
    says that a text is right, but `looked_for` lists the codes of everything that was checked.

    >>> diagnose([["the", "cat"]], [["the cat"]]).candidates
    ['the cat']
    """

    def __getstate__(self) -> dict[str, object]:
        """The facts and the verdicts on the tools, which a copy can't compute without the original iterables."""
        return super().__getstate__() | {"tools": self.tools}

    @property
    def headline(self) -> Headline:
        """The worst problem or a description of the lists, and the score after mending."""
        worst = self._worst
        value = so_many(len(self.findings), "finding") if worst else telling.called(self)
        score = telling.scores(self.score_after)
        equation = Equation(_BLEU[self.lines_scored], score, score)
        says = worst.text if worst else self._description
        return Headline(value, equation, " · ".join(telling.signature(self)), says=says)

    @property
    def _description(self) -> str:
        """A description of the lists."""
        return lists.describe(self.nesting, self.from_files)

    @property
    def _worst(self) -> Finding | None:
        """The most harmful finding, unless the description of the lists mentions it already."""
        return next((finding for finding in self.findings[:1] if not self._description.startswith(finding.text)), None)

    @property
    def overview(self) -> tuple[Part, ...]:
        """The input, the two lines that differ most, each tool's result, the code to write, and the checks made."""
        sentences = [self._description] if self._worst else []
        more_findings = [
            finding.text
            for finding in self.findings
            if not self._description.startswith(finding.text) and finding is not self._worst
        ]
        if silent := telling.wrong_numbers(self):
            sentences.append(f"As the input stands, {silent} without a warning. That is wrong.")
            sentences += [] if self.findings else [f"{telling.wants(self)}."]
        parts: list[Part] = [Prose((" ".join(sentences),))] if sentences else []
        if more_findings:
            more = (
                f" The notes show {len(more_findings) - _MOST_SHOWN:,} more."
                if len(more_findings) > _MOST_SHOWN
                else ""
            )
            parts.append(Prose((f"Also found: {' '.join(more_findings[:_MOST_SHOWN])}{more}",)))
        parts += telling.differing_lines(self)
        parts.append(telling.by_tool(self))
        wrong = {verdict.tool for verdict in self.tools if not verdict.is_right}
        if instead := tuple(telling.code_for(self, wrong)):
            caption = telling.NOT_IN_STEP if self.are_lines_unknown else ""
            parts.append(Table(caption, columns(tool="tool", code="write instead"), instead, names=2))
        parts.append(Prose((telling.checks_made(self),)))
        return tuple(parts)

    def steps(self) -> tuple[Step, ...]:
        """The nesting, the findings, each tool's reading, the code to write, and the scores before and after."""
        return tuple(self._steps())

    def _steps(self) -> Iterator[Step]:
        yield telling.nesting_step(self)
        if self.findings:
            yield telling.findings_step(self)
        yield telling.tools_step(self)
        if self.has_other:
            yield telling.difference_step(self)
        why = "Each of these lines scores every candidate against the references it is paired with."
        why = f"{telling.NOT_IN_STEP}." if self.are_lines_unknown else why
        table = Table("", columns(tool="tool", code="write"), tuple(telling.code_for(self, set(self.calls))), names=2)
        tools = f"{len(self.calls)} tools"
        yield Step("calls", "What to write", tools, "a line of code each", why, telling.TOOLS, (table,))
        yield telling.mended_step(self)

    @property
    def table(self) -> Table:
        """A row for each tool, with what it would score and print, and the code to write."""
        rows = []
        for verdict in self.tools:
            first = verdict.segments[0] if verdict.segments else None
            candidate = Words(tokens(first.candidate, verdict.rules)) if first else None
            error = code(verdict.error) if verdict.error else None
            line = code(self.calls[verdict.tool])
            references = len(first.references) if first else None
            reading = candidate, references, len(verdict.segments)
            rows.append((verdict.tool, *reading, verdict.printed, error, verdict.summary, line))
        titled = columns(
            tool="tool", candidate="candidate 1", references="references", segments="segments", printed="prints",
            error="error", verdict="result", code="write",
        )  # fmt: skip
        return Table("", titled, tuple(rows))

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """The findings."""
        return tuple(finding.note for finding in self.findings)

    def to_dict(self) -> Record:
        """The checkup as lists, dicts, strings and numbers, ready for JSON."""
        differing, apart = self.differing_line, self.most_different
        return {
            "shape": self.shape,
            "told": self._description,
            "looked_for": self.looked_for,
            "findings": [finding._asdict() | {"example": list(map(_writable, finding.example))}
                         for finding in self.findings],
            "tools": [
                {"tool": verdict.tool, "segments": len(verdict.segments), "printed": verdict.printed,
                 "error": verdict.error, "verdict": verdict.summary, "call": self.calls[verdict.tool]}
                for verdict in self.tools
            ],
            "most_different": apart and {
                "line": apart.line_index + 1, "candidate": _writable(apart.candidate),
                "reference": _writable(apart.reference), "reference_number": apart.number + 1,
                "in_common": apart.shared, "of": list(apart.sizes), "unit": apart.unit},
            "read": telling.reading(self) if self.from_files else None,
            "candidates": self.candidates,
            "references": self.references,
            "left_out": self.left_out._asdict(),
            "lines_scored": self.lines_scored,
            "score_before": self.score_before._asdict(),
            "score_after": self.score_after._asdict(),
            "differing_line": differing and {"line": differing.line_index + 1, "one": _writable(differing.one),
                                             "other": _writable(differing.other), "number": differing.number},
        }  # fmt: skip

    def __repr__(self) -> str:
        summary = ", ".join(finding.code for finding in self.findings) or f"0 findings in {len(self.looked_for)} checks"
        return f"Checkup({self.shape}: {summary})"


def diagnose(candidates: object, references: object, other_candidates: object = None) -> Checkup:
    """Check the input of a tool, and show how each tool would read it and what to write instead.

    The checkup lists its checks and findings. It also shows the two lines that differ most, because the checks do not
    cover everything that may be wrong with a text.

    >>> checkup = diagnose(["the cat", "a dog"], [["the cat sat", "a dog ran"]])
    >>> checkup.shape, checkup.references
    ('transposed', [['the cat sat'], ['a dog ran']])
    >>> checkup.call
    'import sacrebleu; sacrebleu.corpus_bleu(candidates, references).score'

    With `other_candidates`, a second output, it also shows the first line in which the two outputs differ. Anything
    unusual is a finding rather than an error. InputTypeError only if there is no string outside a dict, or if a list is
    inside itself or inside too many others.
    """
    passed = kept(candidates, "candidates"), kept(references, "references")
    _check_text(passed)
    other_passed = kept(other_candidates, "other_candidates")
    other_texts = None if other_passed is None else shape_of(other_passed, passed[1]).candidates
    return _checkup(shape_of(*passed), passed, other_texts, from_files=False)


def diagnose_lines(
    candidates: Sequence[str], references: Sequence[Sequence[str]], other_candidates: Sequence[str] | None = None
) -> Checkup:
    """Check the lines of the file of candidates, and of each reference file, as `diagnose` does.

    >>> diagnose_lines(["the cat", "a dog"], [["the cat sat", "a dog ran"], ["my cat", "my dog"]]).references
    [['the cat sat', 'my cat'], ['a dog ran', 'my dog']]

    If a file has fewer lines than another, nothing shows which line is missing, so only the lines that all files have
    are scored.
    """
    passed = list(candidates), [list(stream) for stream in references]
    _check_text(passed)
    shape = Shape("grouped", tuple(candidates), Layout(turned(references), False), frozenset())
    return _checkup(shape, passed, other_candidates, from_files=True)


def _check_text(passed: tuple[object, object]) -> None:
    all_leaves = [leaf for side in passed for leaf, _ in leaves(side)]
    if not any(isinstance(leaf, str | bytes | bytearray) for leaf in all_leaves):
        got = " and ".join(map(described, map(restored, passed)))
        fix = _OF_DICT if any(isinstance(leaf, Mapping) for leaf in all_leaves) else "There is no text in either."
        raise InputTypeError("candidates and references", got, "strings, in any kind of lists", fix)


def _checkup(
    shape: Shape, passed: tuple[Passed, Passed], other_texts: Sequence[str] | None, from_files: bool
) -> Checkup:
    """Run all checks and mend the text."""
    passed_sides = both_sides(shape.candidates, shape.groups)
    disguised = [finding for side in passed_sides for finding in of_disguises(side)]
    mine, theirs = (side._replace(texts=plain(side.texts)) for side in passed_sides)
    texts, reference_texts = mine.texts, iter(theirs.texts)
    groups = tuple(tuple(next(reference_texts) for _ in group) for group in shape.groups)
    files = tuple(map(len, passed[1])) if from_files else ()
    are_files_uneven = len({*files}) > 1
    spaced = None if are_files_uneven else lines.double_spacing(texts, groups)
    moved = None if spaced or are_files_uneven else shift(texts, groups)
    is_moved = moved is not None and moved.can_be_undone(len(texts), len(groups))
    differing = None if other_texts is None else lines.first_difference(texts, other_texts)
    is_alike = are_escaped_alike(texts, groups)
    escaped = (False, False) if is_alike else escaped_sides(mine, theirs)
    both = range(min(len(texts), len(groups), *files))
    are_equal = all(shape.candidates[index] in shape.groups[index] for index in both)
    by_kind: dict[str, list[Finding]] = {
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
        by_kind = {"lists": [*lists.of_shape(shape, *passed), *lists.of_lists(*passed)], **by_kind}
    if other_texts is not None:
        by_kind["other"] = list(lines.of_difference(differing))
    findings = in_order(by_kind)
    undone = tuple(
        finding
        for finding in findings
        if finding.code in (*MENDED, *REGROUPED) and (finding.code != "shifted" or is_moved)
    )
    pairs = spaced.pairs if spaced else moved.pairs(len(texts), len(groups)) if moved and is_moved else [
        (index, index) for index in both]  # fmt: skip
    cut = certain(mine, theirs), certain(theirs, mine)
    first, second = ({finding.code for finding in undone if finding.side == side.noun} for side in (mine, theirs))
    clean = mended(texts, groups, (first, second), pairs, cut)
    apart = lines.most_different(shape.candidates, shape.groups)
    return Checkup(
        passed, shape, findings, undone, tuple(by_kind), apart, *clean, differing, other_texts is not None, from_files
    )


def _writable(text: str) -> str:
    """Return the text in a form that UTF-8 can encode, with a question mark for half a character."""
    return text.encode("utf-8", "replace").decode()
