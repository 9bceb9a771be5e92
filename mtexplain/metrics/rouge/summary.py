"""ROUGE-Lsum: the union of longest common subsequences over the lines of a summary."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from mtexplain.display.formula import Symbol
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Note
from mtexplain.display.trace import Step
from mtexplain.metrics.rouge import notes, united
from mtexplain.metrics.rouge.lines import Line, Union, lines_of, unions
from mtexplain.metrics.rouge.maths import Overlap
from mtexplain.metrics.rouge.rules import UNION
from mtexplain.metrics.rouge.sequence import Matched, RougeSequence


@dataclass(frozen=True, repr=False)
class RougeLSum(RougeSequence):
    r"""ROUGE-L of a summary of several lines (section 3.2). Make one with `rouge_l_sum`.

    Among the tokens a "\n" stands between two lines: it is no word, and is not counted. An edit may put one in.

    >>> from mtexplain.metrics.rouge import rouge_l_sum
    >>> trace = rouge_l_sum("w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5", ["w1 w2 w3 w4 w5"])
    >>> trace.recall, trace.precision
    (Ratio(matches=4, total=5), Ratio(matches=4, total=10))
    """

    metric = "rouge_l_sum"
    matched = "matches"
    below = "lcs"
    symbol = Symbol("ROUGE-Lsum")
    source = "Lin 2004, section 3.2"
    weighs: Fraction | None = None  # runs of matches are worth no more here

    @property
    def by_lines(self) -> bool:
        return True

    @property
    def choices(self) -> tuple[str, ...]:
        return (UNION[self.rules.union],)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the candidate."""
        return lines_of(self.candidate)

    @cached_property
    def unions(self) -> tuple[tuple[Union, ...], ...]:
        """For each reference, the union of each of its lines."""
        clip = self.rules.union == "clipped"
        return tuple(tuple(unions(lines_of(reference), self.lines, None, clip)) for reference in self.references)

    @cached_property
    def overlaps(self) -> tuple[Overlap, ...]:
        n = sum(map(len, self.lines))
        found = []
        for each in self.unions:
            counted = sum(len(union.counted) for union in each)
            found.append(Overlap(counted, sum(len(union.line) for union in each), n))
        return tuple(found)

    def matched_with(self, place: int) -> Matched:
        return united.matched(self.candidate, self.references[place], self.unions[place])

    def working(self) -> Iterable[Step]:
        """The unions with each reference, line by line."""
        return united.steps(self)

    def watched(self) -> Iterable[Moment]:
        """The same, a moment for each two lines."""
        return united.moments(self)

    def own_notes(self) -> Iterable[Note]:
        return notes.on_lines(self)

    def where(self, letter: str) -> str:
        text = "reference" if letter == "m" else "candidate"
        return f"matches are the words of all unions that count, {letter} the number of words of the {text}"
