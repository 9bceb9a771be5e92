"""Resampling, which gives the scores of possible other test sets, and the differences that arise by chance alone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from operator import mul, ne
from typing import ClassVar

from mtexplain.display.charts import histogram
from mtexplain.display.formula import shown
from mtexplain.display.parts import Note, Part, Prose, Table
from mtexplain.metrics.bleu import corpus_bleu
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.scores import TracedText
from mtexplain.settings import check_between
from mtexplain.significance.pooling import (
    NAMES,
    CorpusMetric,
    Pooled,
    Scores,
    Sums,
    both,
    draw,
    effective_size,
    is_ahead,
    pooled,
    rarest,
)
from mtexplain.significance.study import Listed, Study
from mtexplain.significance.verdict import (
    FEWEST_DIFFERING,
    FEWEST_DRAWN,
    LIMIT,
    Verdict,
    is_as_large,
    objection_to_draws,
)
from mtexplain.tracing.number import Number, calculate, max, min, number, plain, root, setting, share, sum_over
from mtexplain.tracing.steps import quantity, step

KOEHN, RIEZLER, HESTERBERG, TOOL = "Koehn 2004", "Riezler and Maxwell 2005", "Hesterberg 2015", "sacreBLEU 2.6"
_FEW_DRAWS = 200


@dataclass(frozen=True, repr=False)
class Resampled(Study):
    """A score in many draws of the same sentences, one number for each draw."""

    scores: Scores
    seed: int

    test: ClassVar[str]
    drawn = property(lambda self: so_many(len(self.scores), "draw"))
    about = property(lambda self: (f"{self.test} · {self.drawn} · seed {self.seed}",))

    @property
    def each_b(self) -> range:
        """The numbers of the draws."""
        return range(1, len(self.scores) + 1)

    @property
    def labels(self) -> tuple[str, range]:
        return "draw", self.each_b

    @quantity("n")
    def n(self) -> float:
        """The number of segments."""
        return len(self.text.segments)

    @step("B", name="draws", title="Draws", source=KOEHN, says="how many draws there are")
    def draws(self) -> float:
        """A draw is a test set that we might have had.

        It has as many sentences as ours, drawn at random from ours, so some occur twice and some never.
        """
        return len(self.scores)

    @quantity("x_{b}")
    def x(self, b: int) -> float:
        """The score of a draw."""
        return setting(Fraction(self.scores[b - 1]))

    @draws.table
    def first_draws(self) -> Table:
        """The first draws."""
        return self.table._replace(title="The first draws:", rows=self.table.rows[:5])


@dataclass(frozen=True, repr=False)
class Bootstrap(Resampled):
    """The confidence interval of a score, from draws of its sentences. Returned by `bootstrap`."""

    level: Fraction

    test = "bootstrap"
    draws = Resampled.draws.shown_as(summary="the mean of all")

    @step("mean", within=draws, is_decimal=True)
    def mean(self) -> float:
        """The mean of all draws."""
        return sum_over("b", self.each_b, self.x, lambda: sum(map(Fraction, self.scores))) / self.draws

    @step(
        "k", name="interval", title="Interval", source=f"{KOEHN}; ends as in {TOOL}", summary="half of its width",
        says="left out at each end",
    )  # fmt: skip
    def cut(self) -> float:
        """Sort the scores, and leave out as many at the bottom as at the top."""
        draws = len(self.scores)
        return min(int(draws * (1 - self.level)), draws - 1) // 2

    @step("low", within=cut, says="the lowest score after k others", is_decimal=True)
    def low(self) -> float:
        """The lower end."""
        return number(Fraction(sorted(self.scores)[int(self.cut)]))

    @step("high", within=cut, says="the highest score before k others", is_decimal=True)
    def high(self) -> float:
        """The upper end."""
        return number(Fraction(sorted(self.scores)[-1 - int(self.cut)]))

    @step("half-width", within=cut, is_decimal=True)
    def half(self) -> float:
        """Half of the distance between the two ends."""
        return (self.high - self.low) / 2

    @property
    def answer(self) -> Number:
        return number(self.half)

    @property
    def listed(self) -> Listed:
        return [("score", self.scores)]

    def odd(self) -> Iterator[Note]:
        if len({*self.scores}) == 1:
            yield Note("same-scores", "All draws have the same score.")
        if self.n < FEWEST_DRAWN:
            few = f"Draws from few segments vary less than test sets do, so with fewer than {FEWEST_DRAWN} segments the"
            here = f"Here there {'are' if self.n > 1 else 'is'} {self.n}."
            yield Note("few-segments", f"{few} interval is too narrow. {here}")
        if self.draws < _FEW_DRAWS:
            yield Note("few-draws", "With few draws the ends of an interval are rough. Use 1000.")

    @property
    def value(self) -> str:
        return f"{shown(self.mean)} ± {shown(self.half)}"

    @property
    def why(self) -> str:
        share, ends = f"{float(100 * self.level):g}%", f"between {shown(self.low)} and {shown(self.high)}"
        return f"Of the test sets drawn from these sentences, at least {share} score {ends}."

    @property
    def picture(self) -> Part | None:
        return histogram(self.score_name, {"": self.scores}, [float(self.low), float(self.high)])


@dataclass(frozen=True, repr=False)
class Paired(Resampled):
    """The difference between two systems in many draws, with two p-values. Returned by `paired_bootstrap`.

    `p` is the p-value that sacreBLEU prints. `two_sided_p` counts both sides, and the `verdict` depends on it.
    """

    baseline: TracedText
    others: Scores
    names: tuple[str, str] = NAMES

    test, swaps = "paired bootstrap", False
    draws = Resampled.draws.shown_as(
        why="In each draw, both systems have the same sentences, because a sentence is often hard for both.",
        summary="two scores each",
    )

    @cached_property
    def differences(self) -> tuple[Fraction, ...]:
        """The difference in each draw, above 0 if the first system is ahead."""
        return tuple(Fraction(ours) - Fraction(theirs) for ours, theirs in zip(self.scores, self.others, strict=True))

    @quantity("s_{b}")
    def s(self, b: int) -> float:
        """The difference in a draw."""
        return setting(self.differences[b - 1])

    @quantity("d_{b}")
    def d(self, b: int) -> float:
        """The size of the difference in a draw."""
        return setting(abs(self.differences[b - 1]))

    @step(
        "A", name="observed", title="Difference", source=KOEHN, summary="of the whole texts",
        says="the score of the first system",
    )  # fmt: skip
    def a(self) -> float:
        """The difference that was observed, whichever system is ahead."""
        return number(Fraction(self.text.score))

    @step("B′", within=a, says="the score of the second system")
    def b(self) -> float:
        """The score of the second system."""
        return number(Fraction(self.baseline.score))

    @step("δ", within=a)
    def observed(self) -> float:
        """The difference between the two scores."""
        return max(self.a, self.b) - min(self.a, self.b)

    @step("mean_d", name="mean", title="Mean size", source=TOOL, summary="of all draws")
    def mean_d(self) -> float:
        """sacreBLEU takes the sizes of the differences, which are never below 0, and subtracts their mean from each."""
        return sum_over("b", self.each_b, self.d, lambda: sum(map(abs, self.differences))) / self.draws

    @cached_property
    def rest(self) -> tuple[Fraction, ...]:
        """The size of each difference, minus the mean size."""
        mean = plain(self.mean_d)
        return tuple(abs(difference) - mean for difference in self.differences)

    @step("c_sacreBLEU", name="p", title="p, as sacreBLEU prints it", source=TOOL, says="draws with more than δ")
    def count(self) -> float:
        """A draw counts if its difference is larger than the mean by more than δ.

        It does not count if its difference is smaller than the mean by as much, so this p is one-sided. The observed
        difference counts as one more draw, so p is never 0.
        """
        observed = plain(self.observed)
        return len([size for size in self.rest if size > observed])

    @step("p_sacreBLEU", within=count)
    def p(self) -> float:
        """The share of the draws that count."""
        return share(self.count + 1, self.draws + 1)

    @step("mean_s", name="two_sided", title="Two-sided p", source=HESTERBERG)
    def mean_s(self) -> float:
        """If the systems were equal, the differences would lie around 0.

        Therefore their mean is subtracted, and a draw counts if it is then at least δ away from 0, on either side. The
        root makes up for the fact that draws vary less than test sets do. The observed difference counts as one more
        draw, so p is never 0.
        """
        return sum_over("b", self.each_b, self.s, lambda: sum(self.differences)) / self.draws

    @cached_property
    def chance(self) -> tuple[float, ...]:
        """The differences that arise by chance."""
        mean, widening = plain(self.mean_s), plain(root(self.n / max(1, self.n - 1)))
        return tuple(float(calculate(mul, (difference - mean, widening))) for difference in self.differences)

    @step("c", within=mean_s, says="draws at least δ away from 0, on either side")
    def count_both(self) -> float:
        """The number of draws in which chance puts the two systems at least as far apart as observed."""
        return sum(is_as_large(difference, self.observed) for difference in self.chance)

    @step("p_two-sided", within=mean_s)
    def two_sided_p(self) -> float:
        """The share of these draws."""
        return share(self.count_both + 1, self.draws + 1)

    @step("k", name="verdict", title="Verdict", source="ours", summary="what p may say", says="segments that differ")
    def differing(self) -> float:
        """The number of segments that differ in what the metric counts."""
        return number(sum(map(ne, *self.rows)))

    # How it is told.

    @mean_d.applies
    def has_mean(self) -> bool:
        """The mean is subtracted unless systems exchange segments."""
        return not self.swaps

    @count.summary
    def beyond(self) -> str:
        """Say how large the observed difference is."""
        return f"beyond δ = {shown(float(self.observed))}"

    @mean_s.summary
    def so_far_or_further(self) -> str:
        """Say how large the observed difference is."""
        return f"δ = {shown(float(self.observed))} or more, on either side"

    @mean_s.table
    def drawn_chances(self) -> list[Part]:
        """The histogram of the differences, if they differ."""
        return [self.chances] if self.chances else []

    @count_both.legend
    def letters(self) -> str:
        """Say which draws count."""
        return "n is the number of segments; a draw counts if |s - mean_s| * √(n / (n - 1)) is at least δ"

    @differing.why
    def rule(self) -> str:
        """The rule of the verdict."""
        few = f"If fewer than {FEWEST_DIFFERING} segments differ, there is no verdict."
        return f"If p is below {float(LIMIT)}, a difference is called significant. {few}"

    @differing.more
    def what_p_says(self) -> Prose:
        """The verdict as a sentence."""
        return Prose((self.verdict.text,))

    @differing.outcome
    def outcome(self) -> str:
        """The verdict in a few words."""
        return self.verdict.outcome

    @property
    def answer(self) -> Number:
        return number(self.two_sided_p)

    @property
    def rows(self) -> tuple[Sums, Sums]:
        """The counts of each segment, of both systems."""
        return Pooled(self.text).rows, Pooled(self.baseline).rows

    @property
    def rarest(self) -> int:
        """The number of segments with the rarest count that can decide the score."""
        return rarest(Pooled(self.text).deciding, Pooled(self.baseline).deciding)

    def odd(self) -> Iterator[Note]:
        if not any(self.differences):
            same = f"Both systems have the same score in every draw. The p of sacreBLEU, {self.p}, is the smallest that"
            yield Note("no-difference", f"{same} this many draws can give, and says nothing.")
        if self.differing and self.verdict.missing:
            yield Note("no-verdict", self.verdict.missing)

    @property
    def value(self) -> str:
        """The p-value that the verdict depends on, as text."""
        return f"p = {shown(float(self.two_sided_p))}"

    @property
    def verdict(self) -> Verdict:
        """The verdict of this test."""
        n, p, differing = len(self.text.segments), plain(self.two_sided_p), int(self.differing)
        objection = "" if self.swaps else objection_to_draws(n, effective_size(*self.rows), self.rarest)
        return Verdict(p, differing, n, objection=objection, metric=self.score_name, draws=len(self.scores))

    @property
    def why(self) -> str:
        first = is_ahead(self.names, self.a > self.b)
        ahead = f"{first} by δ = {shown(float(self.observed))}" if self.observed else "Both score the same"
        return f"{ahead}. {self.verdict.text} {self._of_the_tool}"

    @property
    def _of_the_tool(self) -> str:
        """A sentence with the p-value as sacreBLEU counts it, and the reason if it differs from ours."""
        printed = f"Counted as sacreBLEU does, p is {shown(float(self.p))}"
        if not self.differing:
            return f"({printed} all the same, the smallest that {self.drawn} can give.)"
        if self.p == self.two_sided_p:
            return f"({printed}, too.)"
        if not self.observed:
            return f"({printed}.)"
        reason = "it leaves out differences of exactly δ" if self.swaps else "it counts one side only"
        return f"({printed}, because {reason}.)"

    @property
    def listed(self) -> Listed:
        by_chance = [("as if by chance", self.chance)] * (not self.swaps)
        return [*self.both.items(), ("difference", self.differences), *by_chance]

    @property
    def both(self) -> dict[str, Scores]:
        """The scores of both systems."""
        return dict(zip(self.names, (self.scores, self.others), strict=True))

    @property
    def chances(self) -> Part | None:
        """A histogram of the differences that arise by chance, with the observed difference on either side."""
        seen = float(self.observed)
        return histogram("difference", {"": self.chance}, [-seen, seen])

    @property
    def picture(self) -> Part | None:
        """The scores of both systems, or their differences if the systems exchange segments."""
        return self.chances if self.swaps else histogram(self.score_name, self.both, [float(self.a), float(self.b)])


class Randomized(Paired):
    """A test in which two systems exchange segments. Returned by `paired_approximate_randomization`."""

    test, swaps = "approximate randomization", True
    draws = Paired.draws.shown_as(
        why="Suppose that it makes no difference who wrote which sentence. Then a coin may decide where the two swap "
        "sentences.",
        source=RIEZLER,
    )
    count = Paired.count.shown_as(
        why="In how many draws are the two systems more than δ apart? A difference of exactly δ does not count. The "
        "observed difference counts as one more draw, so p is never 0."
    )
    mean_s = Paired.mean_s.shown_as(
        why="A difference of exactly δ is as extreme as our result, so it counts, too. The observed difference "
        "counts as one more draw, so p is never 0.",
        source=RIEZLER,
    )

    @property
    def rest(self) -> tuple[Fraction, ...]:
        """The size of each difference, as it is."""
        return tuple(map(abs, self.differences))

    @property
    def chance(self) -> tuple[float, ...]:
        """The differences, as they are."""
        return tuple(map(float, self.differences))

    def letters(self) -> str:
        """There are no other letters."""
        return ""


def bootstrap(
    candidates: list[str], references: list[list[str]], metric: CorpusMetric = corpus_bleu, *, draws: int = 1000,
    seed: int = 12345, level: float | Fraction = 0.95, **settings: object,
) -> Bootstrap:  # fmt: skip
    """The interval of a score by bootstrap resampling (Koehn 2004), as a trace.

    `metric` is `corpus_bleu`, `corpus_chrf` or `corpus_nist`, or its name; `settings` are the settings of the metric.
    The draws are the same as the draws of sacreBLEU 2.6.

    >>> bootstrap(["a b", "a c"], [["a b"], ["a d"]], draws=100, max_n=1).value
    '0.7625 ± 0.25'
    """
    (text,) = texts = [*pooled(metric, {"candidates": candidates}, references, settings).values()]
    return Bootstrap(text.trace, draw(texts, draws, seed)[0], seed, check_between(level, "level", 0, 1, ""))


def paired_bootstrap(
    candidates: list[str], baseline: list[str], references: list[list[str]], metric: CorpusMetric = corpus_bleu,
    *, draws: int = 1000, seed: int = 12345, names: tuple[str, str] = NAMES, **settings: object,
) -> Paired:  # fmt: skip
    """The difference between two systems, compared with its values in bootstrap resamples (Koehn 2004), as a trace.

    `p` is the one-sided p-value that sacreBLEU prints; the verdict depends on `two_sided_p`. There is no verdict for
    fewer than 30 segments, or fewer than 10 segments that differ. `names` are the names of the two systems. The other
    arguments are as for `bootstrap`.

    >>> paired_bootstrap(["a b", "a c"], ["a b", "e f"], [["a b"], ["a d"]], draws=99, max_n=1).p
    p_sacreBLEU = (c_sacreBLEU + 1) / (B + 1) = (23 + 1) / (99 + 1) = 24/100
    """
    return _paired(candidates, baseline, references, metric, draws, seed, settings, names, swaps=False)


def paired_approximate_randomization(
    candidates: list[str], baseline: list[str], references: list[list[str]], metric: CorpusMetric = corpus_bleu,
    *, draws: int = 10_000, seed: int = 12345, names: tuple[str, str] = NAMES, **settings: object,
) -> Paired:  # fmt: skip
    """The difference between two systems, compared with differences after random exchanges of segments, as a trace.

    Riezler and Maxwell 2005. `p` is the p-value that sacreBLEU prints, which leaves out differences equal to the
    observed difference; the verdict depends on `two_sided_p`, which counts them. The other arguments are as for
    `paired_bootstrap`.

    >>> paired_approximate_randomization(["a b", "a c"], ["a b", "e f"], [["a b"], ["a d"]], draws=9, max_n=1).p
    p_sacreBLEU = (c_sacreBLEU + 1) / (B + 1) = (0 + 1) / (9 + 1) = 1/10
    """
    return _paired(candidates, baseline, references, metric, draws, seed, settings, names, swaps=True)


def _paired(candidates: list[str], baseline: list[str], references: list[list[str]], metric: CorpusMetric, draws: int,
            seed: int, settings: Mapping[str, object], names: tuple[str, str], swaps: bool) -> Paired:  # fmt: skip
    (name, ours), (other, theirs) = pooled(metric, both(names, candidates, baseline), references, settings).items()
    return replace(paired(ours, theirs, draws, seed, swaps), names=(name, other))


def paired(ours: Pooled, theirs: Pooled, draws: int, seed: int, swaps: bool) -> Paired:
    """Return the test of two texts that have already been read."""
    scores, baseline_scores = draw([ours, theirs], draws, seed, swaps)
    return (Randomized if swaps else Paired)(ours.trace, scores, seed, theirs.trace, baseline_scores)
