"""Resampling: what a score would have been on other sentences, and how far chance alone takes two scores apart."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import ne
from typing import Any, ClassVar

from mtexplain.display.charts import histogram
from mtexplain.display.formula import Chain, Formula, shown
from mtexplain.display.parts import Part, Prose
from mtexplain.metrics.bleu import corpus_bleu
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.scores import TracedText
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import formula, quantity
from mtexplain.settings import check_between
from mtexplain.significance.pooling import (
    NAMES,
    CorpusMetric,
    Pooled,
    Scores,
    both,
    draw,
    effective_size,
    is_ahead,
    pooled,
    rarest,
)
from mtexplain.significance.study import Study
from mtexplain.significance.verdict import (
    FEWEST_DIFFERING,
    FEWEST_DRAWN,
    LIMIT,
    Verdict,
    is_as_large,
    objection_to_draws,
)

KOEHN, RIEZLER, HESTERBERG, TOOL = "Koehn 2004", "Riezler and Maxwell 2005", "Hesterberg 2015", "sacreBLEU 2.6"
_FEW_DRAWS = 200
_MEETS = "Both systems meet the same sentences: what is hard for one is hard for the other."
_COINS = "Suppose that it makes no difference who wrote which sentence. Then a coin may say where the two exchange it."
_SEEN = "The observed difference counts as one more draw, so p is never 0."
_TOOL_COUNTS = {
    True: f"In how many draws are the two further apart than δ? Draws that are exactly δ apart do not count. {_SEEN}",
    False: "A draw counts if its difference is larger than the mean by more than δ. It does not count if its "
    f"difference is smaller than the mean by as much, so this p has one side. {_SEEN}",
}
_BOTH_SIDES = {
    True: f"A draw that is exactly δ apart is as odd as what was observed, so it counts, too. {_SEEN}",
    False: "If the systems were equal, the differences would lie around 0. So their mean is subtracted, and a draw "
    "counts if it then is at least δ away from 0, on either side. The root makes up for draws, which vary less than "
    f"test sets do. {_SEEN}",
}
"""Reasons for the way in which draws are counted, for exchanged segments (True) and for a bootstrap (False)."""


def _short(score: Fraction) -> str:
    return f"{float(score):.3f}"


def _short_signed(difference: Fraction) -> Formula:
    return Chain("*", (_short(difference),), grouped=True) if difference < 0 else _short(difference)


@dataclass(frozen=True, repr=False)
class Resampled(Study):
    """A score in many draws of the same sentences, one number for each draw."""

    scores: Scores
    seed: int
    choices = "{0.test} · {0.drawn} · seed {0.seed}"
    drawn = property(lambda self: so_many(self.draws, "draw"))
    test: ClassVar[Any]
    draws = quantity("B", "how many draws there are")(lambda trace: len(trace.scores))
    x = quantity("x", "the score of each draw", index="b", write=_short)(
        lambda trace: tuple(map(Fraction, trace.scores))
    )

    def first(self, place: int = 0) -> tuple[Part, ...]:
        """The first draws."""
        return (self.table._replace(title="The first draws:", rows=self.table.rows[:5]),)


@dataclass(frozen=True, repr=False)
class Bootstrap(Resampled):
    """The interval in which a score lies when the sentences are drawn again. Make one with `bootstrap`."""

    level: Fraction
    answer, test = "half", "bootstrap"
    listed = property(lambda self: [("draw", range(1, self.draws + 1)), ("score", self.scores)])
    n = quantity("n", "how many segments there are")(lambda trace: len(trace.text.segments))
    odd: ClassVar[Any] = (
        ("same-scores", lambda trace: len({*trace.scores}) == 1, "All draws have the same score."),
        ("few-segments", lambda trace: trace.n < FEWEST_DRAWN, "Draws from few segments vary less than test sets do, "
         f"so with fewer than {FEWEST_DRAWN} segments the interval is too narrow. Here there {{0.are}} {{0.n}}."),
        ("few-draws", lambda trace: trace.draws < _FEW_DRAWS, "From few draws the ends of an interval are rough. Take "
         "1000."),
    )  # fmt: skip
    are = property(lambda trace: "are" if trace.n > 1 else "is")
    mean = formula("mean", "sum(x) / draws", convert=float)
    cut = quantity("k", "left out at each end")(lambda one: min(int(one.draws * (1 - one.level)), one.draws - 1) // 2)
    low = quantity("low", "the lowest score after k others")(lambda trace: float(sorted(trace.x)[trace.cut]))
    high = quantity("high", "the highest score before k others")(lambda trace: float(sorted(trace.x)[-1 - trace.cut]))
    half = formula("half-width", "(high - low) / 2")
    plan = (
        Plan("draws", "Draws", "A draw is a test set that might have been: as many sentences, picked at random, some "
             "of them twice and some never.", KOEHN, ("mean",), "the mean of all", Resampled.first),
        Plan("interval", "Interval", "Sort the scores, and leave out as many at the bottom as at the top.",
             f"{KOEHN}; ends as in {TOOL}", ("cut", "low", "high", "half"), "half of what is left"),
    )  # fmt: skip

    @property
    def value(self) -> str:
        return f"{shown(self.mean)} ± {shown(self.half)}"

    @property
    def why(self) -> str:
        share, ends = f"{float(100 * self.level):g} %", f"between {shown(self.low)} and {shown(self.high)}"
        return f"Of the test sets drawn from these sentences, at least {share} score {ends}."

    @property
    def picture(self) -> Part | None:
        return histogram(self.score_name, {"": self.scores}, [self.low, self.high])


@dataclass(frozen=True, repr=False)
class Paired(Resampled):
    """The difference of two systems in many draws, and two p-values. Make one with one of the `paired_` functions.

    `p` is the p-value that sacreBLEU prints. `two_sided_p` counts both sides, and the `verdict` depends on it. If
    `swaps` is true, the systems exchange segments in each draw; otherwise a draw is a bootstrap resample.
    """

    baseline: TracedText
    others: Scores
    swaps: bool
    names: tuple[str, str] = NAMES
    answer = "two_sided_p"
    test = property(lambda self: "approximate randomization" if self.swaps else "paired bootstrap")
    odd: ClassVar[Any] = (
        ("no-difference", lambda trace: not any(trace.s), "Both systems have the same score in every draw. The p of "
         "sacreBLEU, {0.p}, is the smallest that so many draws can give, and says nothing."),
        ("no-verdict", lambda trace: trace.differing and trace.verdict.missing, "{0.verdict.missing}"),
    )  # fmt: skip
    n = quantity("n", "how many segments there are")(lambda trace: len(trace.text.segments))
    rows = property(lambda self: (Pooled(self.text).rows, Pooled(self.baseline).rows))
    differing = quantity("k", "segments that differ")(lambda trace: sum(map(ne, *trace.rows)))
    rarest = quantity("", "segments with the rarest count that can decide the score")(
        lambda trace: rarest(Pooled(trace.text).deciding, Pooled(trace.baseline).deciding)
    )
    a = quantity("A", "the score of the first system")(lambda trace: Fraction(trace.text.score))
    b = quantity("B′", "the score of the second system")(lambda trace: Fraction(trace.baseline.score))
    observed = formula("δ", "max(a, b) - min(a, b)")
    y = quantity("y", "the score of the second system in each draw", index="b", write=_short)(
        lambda trace: tuple(map(Fraction, trace.others))
    )
    d = formula("d", "max(x, y) - min(x, y)", index="b", write=_short)
    mean_d = formula("mean_d", "sum(d) / draws")
    rest = formula("d′", {True: "d - 0", False: "d - mean_d"}, by=lambda trace: trace.swaps, index="b")
    count = quantity("c_sacreBLEU", "draws with more than δ")(lambda trace: sum(d > trace.observed for d in trace.rest))
    above, below = formula("", "count + 1"), formula("", "draws + 1")
    p = formula("p_sacreBLEU", "above / below", counted=True)
    s = formula("s", "x - y", index="b", write=_short_signed)
    mean_s = formula("mean_s", "sum(s) / draws")
    widening = formula("", "root(n / max(1, n - 1))")
    chance = formula("s′", {True: "s - 0", False: "(s - mean_s) * widening"}, by=lambda trace: trace.swaps, index="b")
    count_both = quantity("c", "draws at least δ away from 0, on either side")(
        lambda trace: sum(is_as_large(s, trace.observed) for s in map(float, trace.chance))
    )
    above_both = formula("", "count_both + 1")
    two_sided_p = formula("p_two-sided", "above_both / below", counted=True)
    plan = (
        Plan("draws", "Draws", lambda trace, _: _COINS if trace.swaps else _MEETS,
             lambda trace, _: RIEZLER if trace.swaps else KOEHN, ("draws",), "two scores each", Resampled.first),
        Plan("observed", "Difference", "The difference that was observed, whichever system is ahead.", KOEHN,
             ("a", "b", "observed"), "of the whole texts"),
        Plan("mean", "Mean size", "sacreBLEU takes the sizes of the differences, which are never below 0, and "
             "subtracts their mean from each.", TOOL, ("mean_d",), "of all draws",
             applies=lambda trace: not trace.swaps),
        Plan("p", "p, as sacreBLEU prints it", lambda trace, _: _TOOL_COUNTS[trace.swaps], TOOL, ("count", "p"),
             lambda trace, _: f"beyond δ = {shown(float(trace.observed))}"),
        Plan("two_sided", "p with two sides", lambda trace, _: _BOTH_SIDES[trace.swaps],
             lambda trace, _: RIEZLER if trace.swaps else HESTERBERG, ("mean_s", "count_both", "two_sided_p"),
             lambda trace, _: f"δ = {shown(float(trace.observed))} or more, on either side",
             lambda trace, _: filter(None, [trace.chances]),
             lambda trace, _: "" if trace.swaps else "n is the number of segments; a draw counts if |s - mean_s| * "
             "√(n / (n - 1)) is at least δ"),
        Plan("verdict", "Verdict", f"If p is below {float(LIMIT)}, a difference is called significant. If fewer than "
             f"{FEWEST_DIFFERING} segments differ, there is no verdict.", "ours", ("differing",), "what p may say",
             more=lambda trace, _: (Prose((trace.verdict.text,)),), outcome=lambda trace, _: trace.verdict.outcome),
    )  # fmt: skip

    @property
    def value(self) -> str:
        """The p-value that the verdict depends on, as text."""
        return f"p = {shown(float(self.two_sided_p))}"

    @property
    def verdict(self) -> Verdict:
        """The verdict of this test."""
        objection = "" if self.swaps else objection_to_draws(self.n, effective_size(*self.rows), self.rarest)
        return Verdict(
            self.two_sided_p, self.differing, self.n, objection=objection, metric=self.score_name, draws=self.draws
        )

    @property
    def why(self) -> str:
        first = is_ahead(self.names, self.a > self.b)
        ahead = f"{first} by δ = {shown(float(self.observed))}" if self.observed else "Both score the same"
        return f"{ahead}. {self.verdict.text} {self._of_the_tool}"

    @property
    def _of_the_tool(self) -> str:
        """A sentence with the p-value as sacreBLEU counts it, and the reason if it is a different p-value."""
        printed = f"Counted as sacreBLEU does, p is {shown(float(self.p))}"
        if not self.differing:
            return f"({printed} all the same: the smallest that {self.drawn} can give.)"
        if self.p == self.two_sided_p:
            return f"({printed}, too.)"
        if not self.observed:
            return f"({printed}.)"
        reason = "it leaves out draws that are exactly δ apart" if self.swaps else "it counts one side only"
        return f"({printed}, because {reason}.)"

    @property
    def listed(self) -> list[tuple[str, Any]]:
        by_chance = [("as if by chance", self.chance)] if not self.swaps else []
        return [("draw", range(1, self.draws + 1)), *self.both.items(), ("difference", self.s), *by_chance]

    @property
    def both(self) -> dict[str, Scores]:
        """The scores of both systems."""
        return dict(zip(self.names, (self.scores, self.others), strict=True))

    @property
    def chances(self) -> Part | None:
        """A histogram of the differences that chance makes, with the observed difference on either side."""
        seen = float(self.observed)
        return histogram("difference", {"": tuple(map(float, self.chance))}, [-seen, seen])

    @property
    def picture(self) -> Part | None:
        """How far the scores of the two overlap; where they exchange sentences, what that gives."""
        return self.chances if self.swaps else histogram(self.score_name, self.both, [float(self.a), float(self.b)])


def bootstrap(
    candidates: list[str], references: list[list[str]], metric: CorpusMetric = corpus_bleu, *, draws: int = 1000,
    seed: int = 12345, level: float | Fraction = 0.95, **settings: Any,
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
    *, draws: int = 1000, seed: int = 12345, names: tuple[str, str] = NAMES, **settings: Any,
) -> Paired:  # fmt: skip
    """The difference of two systems, compared with its values in bootstrap resamples (Koehn 2004), as a trace.

    `p` is the one-sided p-value that sacreBLEU prints; the verdict depends on `two_sided_p`. There is no verdict for
    fewer than 30 segments, or fewer than 10 segments that differ. `names` are those of the two systems. The other
    arguments are as for `bootstrap`.

    >>> paired_bootstrap(["a b", "a c"], ["a b", "e f"], [["a b"], ["a d"]], draws=99, max_n=1).p
    Fraction(6, 25)
    """
    return _paired(candidates, baseline, references, metric, draws, seed, settings, names, swaps=False)


def paired_approximate_randomization(
    candidates: list[str], baseline: list[str], references: list[list[str]], metric: CorpusMetric = corpus_bleu,
    *, draws: int = 10_000, seed: int = 12345, names: tuple[str, str] = NAMES, **settings: Any,
) -> Paired:  # fmt: skip
    """The difference of two systems, compared with the differences after random exchanges of segments, as a trace.

    Riezler and Maxwell 2005. `p` is the p-value that sacreBLEU prints, which leaves out equal differences; the verdict
    depends on `two_sided_p`, which counts them. The other arguments are as for `paired_bootstrap`.

    >>> paired_approximate_randomization(["a b", "a c"], ["a b", "e f"], [["a b"], ["a d"]], draws=9, max_n=1).p
    Fraction(1, 10)
    """
    return _paired(candidates, baseline, references, metric, draws, seed, settings, names, swaps=True)


def _paired(candidates: object, baseline: object, references: object, metric: CorpusMetric, draws: int, seed: int,
            settings: Mapping[str, Any], names: tuple[str, str], swaps: bool) -> Paired:  # fmt: skip
    (name, ours), (other, theirs) = pooled(metric, both(names, candidates, baseline), references, settings).items()
    return replace(paired(ours, theirs, draws, seed, swaps), names=(name, other))


def paired(ours: Pooled, theirs: Pooled, draws: int, seed: int, swaps: bool) -> Paired:
    """Return the test of two texts that have already been read."""
    scores, others = draw([ours, theirs], draws, seed, swaps)
    return Paired(ours.trace, scores, seed, theirs.trace, others, swaps)
