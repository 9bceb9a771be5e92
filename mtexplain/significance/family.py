"""Tests of several systems on the same segments, pair by pair, with verdicts corrected for the number of tests."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from mtexplain import __version__
from mtexplain.data import Record
from mtexplain.display.formula import shown
from mtexplain.display.parts import Equation, Headline, Note, Prose, Real, Table, columns
from mtexplain.display.trace import Step, Trace
from mtexplain.inputs import InputError, described, listed
from mtexplain.judging.measure import named, seen
from mtexplain.metrics.bleu import corpus_bleu
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.significance.pooling import CorpusMetric, pooled
from mtexplain.significance.resampling import RIEZLER, Paired, paired
from mtexplain.significance.verdict import Verdict, holm
from mtexplain.tracing.number import plain


class Comparison(NamedTuple):
    """The names of two systems, the one with the higher score first, their test and its verdict."""

    system: str
    other: str
    test: Paired
    verdict: Verdict


@dataclass(frozen=True, repr=False)
class PairedTests(Trace):
    """Tests of several pairs of systems, with Holm's correction for their number. Make one with `paired_tests`."""

    tests: Mapping[tuple[str, str], Paired]

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """All pairs, the smallest p first."""
        adjusted = holm([plain(test.two_sided_p) for test in self.tests.values()])
        made = []
        for ((first, second), test), p in zip(self.tests.items(), adjusted, strict=True):
            names = (first, second) if test.a >= test.b else (second, first)
            made.append(Comparison(*names, test, test.verdict._replace(p=p, comparisons=len(self.tests))))
        return tuple(sorted(made, key=lambda pair: pair.test.two_sided_p))

    @property
    def significant(self) -> list[Comparison]:
        """The pairs whose difference is significant."""
        return [pair for pair in self.comparisons if pair.verdict.is_significant]

    @property
    def signature(self) -> str:
        """A line with the settings of the tests and the rules of the scores."""
        return f"{so_many(len(self.tests), 'paired test')} · Holm's correction · {self._any.signature}"

    @property
    def headline(self) -> Headline:
        count = f"{len(self.significant)} of {len(self.tests)}"
        equation = Equation("pairs with a significant difference", count, count)
        are = "difference is" if len(self.tests) == 1 else "differences are"
        return Headline(count, equation, self.signature, Prose((self.why,)), says=f"{count} {are} significant.")

    @property
    def why(self) -> str:
        """Sentences that name the pairs that differ (or those that don't, if fewer) and the undecided pairs."""
        undecided = [pair for pair in self.comparisons if pair.verdict.missing]
        insignificant = [pair for pair in self.comparisons if pair.verdict.is_significant is False]
        reasons = {pair.verdict.missing for pair in undecided}
        because = f" {reasons.pop()}" if len(reasons) == 1 else ""
        if len(undecided) == len(self.comparisons):
            return f"There is no verdict on any pair.{because}"
        missing = f" There is no verdict on {_names(undecided)}.{because}" if undecided else ""
        difference = "difference with a verdict" if undecided else "difference"
        if not self.significant:
            return f"No {difference} is significant.{missing}"
        if not insignificant:
            return f"Every {difference} is significant.{missing}"
        if len(insignificant) < len(self.significant):
            but = "these" if len(insignificant) > 1 else "this"
            return f"Every {difference} is significant except {but}: {_names(insignificant)}.{missing}"
        return f"These systems differ significantly: {_names(self.significant)}.{missing}"

    @property
    def scores(self) -> dict[str, float]:
        """The score of each system, the highest first."""
        scores: dict[str, float] = {}
        for (first, second), test in self.tests.items():
            scores |= {first: test.text.score, second: test.baseline.score}
        return dict(sorted(scores.items(), key=lambda item: -item[1]))

    @property
    def table(self) -> Table:
        """A row for each pair: the difference, the number of segments that differ, p, corrected p, the verdict."""
        titles = columns(
            system="system", other="compared with", difference="δ", differing="segments that differ", p="two-sided p",
            times="×", corrected="p, corrected", verdict="verdict",
        )  # fmt: skip
        rows = [
            (named(pair.system), named(pair.other), Real(float(pair.test.observed)), pair.verdict.differing,
             Real(float(pair.test.two_sided_p)), len(self.tests) - rank, Real(float(pair.verdict.p)),
             pair.verdict.outcome)
            for rank, pair in enumerate(self.comparisons)
        ]  # fmt: skip
        return Table("", titles, rows, names=2)

    def _some(self, *keys: str) -> Table:
        """Return some columns of the table, by key."""
        indices = [index for index, column in enumerate(self.table.columns) if column.key in keys]
        rows = [tuple(row[index] for index in indices) for row in self.table.rows]
        return Table("", tuple(self.table.columns[index] for index in indices), rows, names=2)

    @property
    def overview(self) -> tuple[Table, ...]:
        """All pairs with their verdicts, the smallest p first."""
        return (self._some("system", "other", "difference", "corrected", "verdict"),)

    def steps(self) -> tuple[Step, ...]:
        """The scores, the tests with Holm's correction, and a verdict for each pair."""
        tests = so_many(len(self.tests), "test")
        scores = Table("", columns(system="system", score=self._any.score_name),
                       [(named(name), Real(score)) for name, score in self.scores.items()])  # fmt: skip
        verdicts = Table("", columns(system="system", other="compared with", verdict="verdict"),
                     [(named(pair.system), named(pair.other), pair.verdict.text) for pair in self.comparisons],
                     names=2)  # fmt: skip
        return (
            Step("scores", "Scores", "of the whole texts", so_many(len(self.scores), "system"),
                 "Every system is scored on the same segments.", "ours", (scores,)),
            Step("tests", "Tests", tests, f"smallest p = {self._smallest(corrected=False)}", "Suppose that it makes no "
                 "difference which system wrote which segment, and let two systems exchange segments at random. Then p "
                 "is the share of draws in which their scores differ by at least δ.", RIEZLER,
                 (self._some("system", "other", "difference", "differing", "p"),)),
            Step("holm", "Holm's correction", tests, f"smallest p = {self._smallest()}", "Each test mistakes "
                 "chance for a real difference in up to 5 of 100 test sets, so among many tests some will do so. "
                 "Therefore the smallest p is multiplied by the number of tests, the next p by that number minus 1, "
                 "and so on. If a product is smaller than the corrected p above it in the table, it is raised to "
                 "that p.", "Holm 1979", (self._some("system", "other", "p", "times", "corrected"),)),
            Step("verdicts", "Verdicts", so_many(len(self.tests), "pair"), self.headline.value,
                 "If the corrected p is below 0.05, a difference is called significant.", "ours", (verdicts,)),
        )  # fmt: skip

    def _smallest(self, corrected: bool = True) -> str:
        first = self.comparisons[0]
        return shown(float(first.verdict.p if corrected else first.test.two_sided_p))

    @property
    def _any(self) -> Paired:
        """One of the tests, which all have the same metric, draws and seed."""
        return next(iter(self.tests.values()))

    @property
    def notes(self) -> tuple[Note, ...]:
        """No notes, because the verdicts say everything that is odd."""
        return ()

    def to_dict(self) -> Record:
        """The pairs and their verdicts as lists, dicts, strings and numbers, ready for JSON."""
        pairs = [
            {"system": pair.system, "other": pair.other, "difference": float(pair.test.observed),
             "differing": pair.verdict.differing, "p": float(pair.test.two_sided_p), "corrected": float(pair.verdict.p),
             "verdict": pair.verdict.outcome, "text": pair.verdict.text}
            for pair in self.comparisons
        ]  # fmt: skip
        return {"version": __version__, "signature": self.signature, "pairs": pairs}

    def __repr__(self) -> str:
        return f"PairedTests({self.headline.value} significant)"


def _names(pairs: Sequence[Comparison]) -> str:
    return "; ".join(f"{pair.system} and {pair.other}" for pair in pairs)


def paired_tests(
    systems: Mapping[str, list[str]], references: list[list[str]], metric: CorpusMetric = corpus_bleu, *,
    baseline: str | None = None, draws: int = 1000, seed: int = 12345, **settings: object,
) -> PairedTests:  # fmt: skip
    """Tests of several systems, as a trace: approximate randomization of each pair, with Holm's correction.

    With a `baseline`, the name of a system, the other systems are compared only with the baseline. The other arguments
    are as for `bootstrap`.

    >>> tests = paired_tests({"A": ["a b"] * 12, "B": ["a x"] * 12, "C": ["x b"] * 12}, [["a b"]] * 12, max_n=1)
    >>> [(pair.system, pair.other, pair.verdict.outcome) for pair in tests.comparisons]
    [('A', 'B', 'significant'), ('A', 'C', 'significant'), ('B', 'C', 'no verdict')]

    InputError if there are fewer than two systems, or if no system has the name of the baseline.
    """
    texts = pooled(metric, systems, references, settings)
    if len(texts) < 2:
        raise InputError("systems", so_many(len(texts), "system"), "two or more, by their names")
    pairs = list(combinations(texts, 2))
    if baseline is not None:
        if (name := seen(baseline, "baseline")) not in texts:
            raise InputError("baseline", described(baseline), f"a system's name: {listed(list(texts)[:9])}")
        pairs = [(other, name) for other in texts if other != name]
    return PairedTests(
        {(system, other): paired(texts[system], texts[other], draws, seed, swaps=True) for system, other in pairs}
    )
