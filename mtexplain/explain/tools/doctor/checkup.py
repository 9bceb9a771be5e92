"""A checkup of what is about to be passed to a tool, as a trace: `diagnose`, and the same for the lines of files."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mtexplain.display.parts import Headline, Note, Part, Table
from mtexplain.display.trace import Step, Trace
from mtexplain.explain.tools.doctor import lines, shape_messages, views
from mtexplain.explain.tools.doctor.containers import of_lists
from mtexplain.explain.tools.doctor.differences import first_difference, of_difference
from mtexplain.explain.tools.doctor.disguises import of_disguises, plain
from mtexplain.explain.tools.doctor.facts import CheckupFacts
from mtexplain.explain.tools.doctor.findings import in_order
from mtexplain.explain.tools.doctor.layouts import Layout, turned
from mtexplain.explain.tools.doctor.marks import are_escaped_alike, both_sides, of_both_alike, of_side
from mtexplain.explain.tools.doctor.mending import mended
from mtexplain.explain.tools.doctor.nesting import kept, leaves, restored
from mtexplain.explain.tools.doctor.shapes import Shape, shape_of
from mtexplain.explain.tools.doctor.shifts import shift
from mtexplain.explain.tools.doctor.sides import of_both
from mtexplain.inputs import InputTypeError, described


@dataclass(frozen=True, repr=False)
class Checkup(CheckupFacts, Trace):
    """What was passed, what is wrong with it, and the same mended. Make one with `diagnose`.

    `candidates` and `references` are mended: strings, and for each the list of its references.
    """

    def __getstate__(self) -> dict[str, Any]:
        """The facts, and what the tools make of it: a copy can't ask them, for it lacks what is no list."""
        return super().__getstate__() | {"tools": self.tools}

    @property
    def headline(self) -> Headline:
        """What it is in a word or two, and the score once it is mended."""
        return views.headline(self)

    @property
    def overview(self) -> tuple[Part, ...]:
        """What was passed, what each tool makes of it, what to write instead."""
        return views.overview(self)

    def steps(self) -> tuple[Step, ...]:
        """The nesting, what was found, what each tool sees, what to write, the scores before and after."""
        return tuple(views.steps(self))

    @property
    def table(self) -> Table:
        """A row for each tool: what it would score, what it would print, what to write instead."""
        return views.whole_table(self)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """The findings."""
        return tuple(one.note for one in self.findings)

    def to_dict(self) -> dict[str, Any]:
        """What was found as lists, dicts, strings and numbers, ready for JSON."""
        line = self.differing_line
        return {
            "shape": self.shape,
            "told": shape_messages.describe(self.nesting, self.from_files),
            "findings": [one._asdict() | {"example": list(map(_writable, one.example))} for one in self.findings],
            "tools": [
                {"tool": one.tool, "segments": len(one.segments), "printed": one.printed, "error": one.error,
                 "verdict": one.told, "call": self.calls[one.tool]}
                for one in self.tools
            ],
            "candidates": self.candidates,
            "references": self.references,
            "score_before": self.score_before._asdict(),
            "score_after": self.score_after._asdict(),
            "differing_line": line and {"line": line.place + 1, "one": _writable(line.one),
                                        "other": _writable(line.other), "number": line.number},
        }  # fmt: skip

    def __repr__(self) -> str:
        return f"Checkup({self.shape}: {', '.join(one.code for one in self.findings) or 'nothing found'})"


def diagnose(candidates: Any, references: Any, other_candidates: Any = None) -> Checkup:
    """What you are about to pass to a tool: what it is, what each tool would make of it, what to write instead.

    >>> found = diagnose(["the cat", "a dog"], [["the cat sat", "a dog ran"]])
    >>> found.shape, found.references
    ('transposed', [['the cat sat'], ['a dog ran']])
    >>> found.call
    'import sacrebleu; sacrebleu.corpus_bleu(candidates, references).score'

    With `other_candidates`, a second output, also the first line where the two differ. Whatever is odd is a finding,
    not an error; InputTypeError only where there is no string at all, or a list is inside itself.
    """
    passed = kept(candidates, "candidates"), kept(references, "references")
    _check_text(passed)
    more = kept(other_candidates, "other_candidates")
    other = None if more is None else shape_of(more, passed[1]).candidates
    return _checkup(shape_of(*passed), passed, other, from_files=False)


def diagnose_lines(
    candidates: Sequence[str], references: Sequence[Sequence[str]], other_candidates: Sequence[str] | None = None
) -> Checkup:
    """The same for the lines of files: of the candidates, and of each file of references.

    >>> diagnose_lines(["the cat", "a dog"], [["the cat sat", "a dog ran"], ["my cat"]]).references
    [['the cat sat', 'my cat'], ['a dog ran']]
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
    disguised = [found for side in both_sides(shape.candidates, shape.groups) for found in of_disguises(side)]
    texts, groups = tuple(map(plain, shape.candidates)), tuple(tuple(map(plain, group)) for group in shape.groups)
    mine, theirs = both_sides(texts, groups)
    moved = shift(texts, groups)
    differing = None if other is None else first_difference(texts, other)
    is_alike = are_escaped_alike(texts, groups)
    found = in_order(
        [
            *(() if from_files else shape_messages.of_shape(shape, *passed)),
            *of_lists(*passed),
            *disguised,
            *(of_both_alike(mine, theirs) if is_alike else (*of_side(mine), *of_side(theirs))),
            *of_both(mine, theirs),
            *lines.of_lines(texts, groups, moved),
            *of_difference(differing),
        ]
    )
    whole = mended(texts, groups, {one.code for one in found}, moved)
    return Checkup(passed, shape, found, *whole, differing, other is not None, from_files)


def _writable(text: str) -> str:
    """The text as it can be written in UTF-8: half a character becomes a question mark."""
    return text.encode("utf-8", "replace").decode()
