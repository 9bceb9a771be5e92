"""ROUGE-W: the longest common subsequence, in which matches in a row weigh more than matches with gaps."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from mtexplain import exact
from mtexplain.display.formula import Chain, Formula, Power, Symbol
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Note
from mtexplain.display.trace import Step
from mtexplain.metrics.rouge import runs, united, wlcs
from mtexplain.metrics.rouge.formulas import decimal
from mtexplain.metrics.rouge.lines import Line, Union, lines_of, unions, worth
from mtexplain.metrics.rouge.maths import WeightedOverlap
from mtexplain.metrics.rouge.rules import RECALL_TOTAL, RUNS
from mtexplain.metrics.rouge.sequence import Matched, RougeSequence
from mtexplain.metrics.rouge.wlcs import Weights, Wlcs


@dataclass(frozen=True, repr=False)
class RougeW(RougeSequence):
    """ROUGE-W of one candidate: weighted longest common subsequences (section 4). Make one with `rouge_w`.

    Recall is f^-1(WLCS/f(m)), where f(k) = k^weight and m is the number of words of the reference; precision likewise.

    >>> from mtexplain.metrics.rouge import rouge_w
    >>> rouge_w("A B C D H I K", ["A B C D E F G"]).exact  # the paper's example: (16/49)^(1/2) = 4/7
    '(2 * 4/7 * 4/7) / (4/7 + 4/7)'
    """

    metric = "rouge_w"
    matched = "WLCS"
    below = "wlcs"
    symbol = Symbol("ROUGE-W")
    source = "Lin 2004, section 4"

    @property
    def by_lines(self) -> bool:
        """Whether texts are taken line by line, as ROUGE-1.5.5 does."""
        return self.rules.runs == "in the reference"

    @property
    def weighs(self) -> Fraction:
        """The exponent of f."""
        return self.rules.weight

    @property
    def choices(self) -> tuple[str, ...]:
        choices = [f"weight {decimal(self.weighs)}"]
        choices += [RUNS[self.rules.runs]] if self.by_lines else []
        choices += [RECALL_TOTAL[self.rules.recall_total]] if self.rules.recall_total != "f(m)" else []
        return tuple(choices)

    @cached_property
    def overlaps(self) -> tuple[WeightedOverlap, ...]:
        return tuple(map(self._overlap, range(len(self.references))))

    def _overlap(self, place: int) -> WeightedOverlap:
        f, reference = Weights(self.weighs), self.references[place]
        if self.by_lines:
            matches = worth(self.unions[place], self.weighs)
            perfect = sum((f.of(len(line)) for line in lines_of(reference)), Fraction(0))
            n = f.of(sum(map(len, self.lines)))
        else:
            matches = wlcs.worth(reference, self.candidate, self.weighs)
            perfect, n = f.of(len(reference)), f.of(len(self.candidate))
        m = perfect if self.rules.recall_total == "f(m)" else exact.power(perfect, self.weighs)
        return WeightedOverlap(matches, m, n, self.weighs, perfect)

    @cached_property
    def found(self) -> tuple[Wlcs, ...]:
        """The table of each reference."""
        return tuple(Wlcs(reference, self.candidate, self.weighs) for reference in self.references)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the candidate, where texts are taken line by line."""
        return lines_of(self.candidate)

    @cached_property
    def unions(self) -> tuple[tuple[Union, ...], ...]:
        """For each reference, the union of each of its lines, where texts are taken line by line."""
        clip = self.rules.union == "clipped"
        return tuple(tuple(unions(lines_of(reference), self.lines, self.weighs, clip)) for reference in self.references)

    def matched_with(self, place: int) -> Matched:
        if self.by_lines:
            return united.matched(self.candidate, self.references[place], self.unions[place])
        pairs = self.found[place].matches
        return tuple(j - 1 for _, j in pairs), tuple(i - 1 for i, _ in pairs)

    @property
    def root(self) -> Fraction:
        return self.weighs

    def weighed(self, total: Formula, letter: str) -> Formula:
        power = Power(total, decimal(self.weighs))
        if letter == "m" and self.rules.recall_total != "f(m)":
            return Power(Chain("*", (power,), grouped=True), decimal(self.weighs))
        return power

    def working(self) -> Iterable[Step]:
        """The table of each reference with its runs; or, line by line, the unions."""
        return united.steps(self) if self.by_lines else runs.steps(self)

    def watched(self) -> Iterable[Moment]:
        """Each table filled row by row, then its path walked back; or a moment for each two lines."""
        return united.moments(self) if self.by_lines else runs.moments(self)

    def where(self, letter: str) -> str:
        text = "reference" if letter == "m" else "candidate"
        told = f"WLCS is what the runs of matches are worth, {letter} the number of words of the {text}"
        if letter == "n" or not self.by_lines:
            return told
        return f"{told}; m^{decimal(self.weighs)} is added up over its lines"

    def own_notes(self) -> Iterable[Note]:
        return () if self.by_lines else runs.notes(self)
