"""The input and what follows from it, such as the verdict on each tool, the code to write, and the scores."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from mtexplain.explain.tools.doctor.calls import IN_FILES, as_it_is, calls, in_tokens, mending, written
from mtexplain.explain.tools.doctor.findings import ASTRAY, Check, Finding, made
from mtexplain.explain.tools.doctor.lines import Difference, MostDifferent
from mtexplain.explain.tools.doctor.mending import MENDED
from mtexplain.explain.tools.doctor.nesting import Passed
from mtexplain.explain.tools.doctor.shapes import Shape
from mtexplain.explain.tools.doctor.tools import TOOLS, Pair, Verdict, score_of, verdict
from mtexplain.rules import PAPER, SACREBLEU


class Scores(NamedTuple):
    """The score under the paper's rules (0 to 1) and under sacreBLEU's rules (0 to 100); None if there is no score."""

    paper: float | None
    sacrebleu: float | None


class LeftOut(NamedTuple):
    """The numbers of candidates, and of segments with references, that are not in the text finally scored."""

    candidates: int
    references: int


BOTH_HAVE, WITH_REFERENCES = "lines that both sides have", "segments with references"
IS_MENDED, AS_MEANT = "mended", "paired as intended"


@dataclass(frozen=True, repr=False)
class CheckupFacts:
    """The input, the findings about it, and the text with problems corrected."""

    passed: tuple[Passed, Passed]
    """The input, with iterables turned into lists."""
    nesting: Shape
    findings: tuple[Finding, ...]
    """The findings, most harmful first."""
    undone: tuple[Finding, ...]
    """The findings that are corrected in `candidates` and `references`."""
    looked_in: tuple[str, ...]
    """The places that were checked, such as the lists or the text."""
    most_different: MostDifferent | None
    """The candidate and the reference that differ most, as passed; None if no pair of lines has text."""
    candidates: list[str]
    references: list[list[str]]
    differing_line: Difference | None = None
    """The first line in which the other candidates differ; None if no line differs, or if none were given."""
    has_other: bool = False
    from_files: bool = False
    """True if the lines of files were passed. Then no list can be wrong, because each tool gets lists in its form."""

    @property
    def shape(self) -> str:
        """The shape (grouped, transposed, flat, sentence, tokens, characters, mixed or swapped)."""
        return self.nesting.name

    @property
    def looked_for(self) -> list[str]:
        """The codes of everything that was checked."""
        return [check.code for check in self.checks]

    @property
    def checks(self) -> list[Check]:
        """The checks that were made, leaving out any that need more segments."""
        return made(self.looked_in, min(len(self.nesting.candidates), len(self.nesting.groups)))

    @property
    def are_lines_unknown(self) -> bool:
        """True if the numbers of lines differ and nothing shows which line is missing or superfluous."""
        codes = {finding.code for finding in self.findings}
        return "lines" in codes and not {"double-spaced", "shifted"} & {finding.code for finding in self.undone}

    @property
    def left_out(self) -> LeftOut:
        """The numbers of lines not in `candidates` and `references`, including empty lines of double-spaced text."""
        return LeftOut(
            len(self.nesting.candidates) - len(self.candidates), len(self.nesting.groups) - len(self.references)
        )

    @property
    def lines_scored(self) -> str:
        """The text that `score_after` scores, such as the mended text or only the lines that both sides have."""
        if self.are_lines_unknown:
            return BOTH_HAVE
        if not all(self.nesting.groups):
            return WITH_REFERENCES
        return IS_MENDED if self.is_mended else AS_MEANT

    @cached_property
    def tools(self) -> tuple[Verdict, ...]:
        """The verdict on how each tool reads exactly this input or, for files, their lines."""
        texts, groups = self.nesting.candidates, self.nesting.groups
        meant = [Pair(text, group) for text, group in zip(texts, groups, strict=False)] if all(groups) else None
        but = next((ASTRAY[finding.code] for finding in self.findings if finding.code in ASTRAY), "")
        passed = dict.fromkeys(TOOLS, self.passed)
        if self.from_files:
            by_segment = list(texts), [list(group) for group in groups]
            cut = [text.split() for text in texts], [[reference.split() for reference in group] for group in groups]
            passed = dict.fromkeys(TOOLS, by_segment) | {"sacreBLEU": self.passed, "NLTK": cut}
        return tuple(verdict(tool, *passed[tool], meant, but) for tool in TOOLS)

    @property
    def silent(self) -> list[Verdict]:
        """The tools that give a wrong score without an error."""
        return [verdict for verdict in self.tools if verdict.score and not verdict.is_right]

    @cached_property
    def calls(self) -> dict[str, str]:
        """The line of code that scores this text correctly, for each tool."""
        is_complete = len(self.nesting.candidates) == len(self.nesting.groups) and all(self.nesting.groups)
        is_even = len({len(group) for group in self.references}) < 2
        plain = (
            is_complete
            and not self.are_lines_unknown
            and not {finding.code for finding in self.findings} & {*MENDED, "not-text"}
        )
        if self.from_files:
            simply = IN_FILES if plain and is_even else None
        else:
            simply = written(self.nesting, self.passed, is_even) if plain else None
        if simply is None:
            return mending(is_even, self.from_files)
        lines = calls(simply)
        if self.from_files:
            return lines
        if self.shape == "tokens":
            lines["NLTK"] = in_tokens(self.nesting, *self.passed)
        right = [verdict.tool for verdict in self.tools if verdict.is_right]
        return lines | {tool: as_it_is(tool, isinstance(self.passed[0], str)) for tool in right}

    @property
    def call(self) -> str:
        """The line for sacreBLEU. Report its score, unless only the lines that both sides have can be scored."""
        return self.calls["sacreBLEU"]

    @cached_property
    def score_before(self) -> Scores:
        """The scores that mtexplain and sacreBLEU give the input, right or wrong; None for an error.

        For a very long text, they are the scores of its first 5,000 segments.
        """
        scores = {verdict.tool: verdict.score for verdict in self.tools}
        ours, theirs = scores["mtexplain"], scores["sacreBLEU"]
        return Scores(ours.score if ours else None, theirs.reported if theirs else None)

    @cached_property
    def score_after(self) -> Scores:
        """The scores of `candidates` and `references` or, for a very long text, of its first 5,000 segments.

        `lines_scored` says whether this is the mended text, or only the lines that both sides have.
        """
        if not self.candidates:
            return Scores(None, None)
        pairs = [Pair(text, tuple(group)) for text, group in zip(self.candidates, self.references, strict=True)]
        return Scores(score_of(pairs, PAPER).score, score_of(pairs, SACREBLEU).reported)

    @property
    def is_mended(self) -> bool:
        """True if a problem was corrected. Some findings, such as lower case, are left for the user to decide."""
        return bool(self.undone)
