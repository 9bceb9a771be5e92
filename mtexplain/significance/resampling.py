"""Resampling: what a score would have been on other sentences, and how far chance alone takes two scores apart."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from mtexplain.display.charts import histogram
from mtexplain.display.formula import shown
from mtexplain.display.parts import Part
from mtexplain.metrics.bleu import corpus_bleu
from mtexplain.recipe.ngrams import NgramText
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import formula, quantity
from mtexplain.settings import check_between
from mtexplain.significance.pooling import CorpusMetric, Scores, draw, pooled
from mtexplain.significance.study import Study

KOEHN, RIEZLER, TOOL = "Koehn 2004", "Riezler and Maxwell 2005", "sacreBLEU 2.6"
FEW = 30  # sentences: from fewer, no verdict
_MEETS = "Both systems meet the same sentences: what is hard for one is hard for the other."
_ONE_SIDE = " Only differences that are larger count, and not those on the other side: for both sides, double p."
_COINS = "Suppose that it makes no difference who wrote which sentence. Then a coin may say where the two exchange it."


def _short(score: Fraction) -> str:
    return f"{float(score):.3f}"


@dataclass(frozen=True, repr=False)
class Resampled(Study):
    """A score in many draws of the same sentences, one number for each draw."""

    scores: Scores
    seed: int
    choices = "{0.draws} draws · seed {0.seed}"
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
    answer = "half"
    listed = property(lambda self: [("draw", range(1, self.draws + 1)), ("score", self.scores)])
    odd: ClassVar[Any] = (("same-scores", lambda trace: len({*trace.scores}) == 1, "All draws have the same score."),)
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
        share, ends = f"{float(100 * self.level):g}%", f"between {shown(self.low)} and {shown(self.high)}"
        return f"Of the test sets drawn from these sentences, at least {share} score {ends}."

    @property
    def picture(self) -> Part | None:
        return histogram(self.score_name, {"": self.scores}, [self.low, self.high])


@dataclass(frozen=True, repr=False)
class Paired(Resampled):
    """How often chance takes two systems further apart than they are: that is p. `swaps`: they exchange sentences."""

    baseline: NgramText
    others: Scores
    swaps: bool
    answer = "p"
    both = property(lambda self: {"candidates": self.scores, "baseline": self.others})
    odd: ClassVar[Any] = (
        ("no-difference", lambda trace: not any(trace.d), "Both have the same score in every draw: p = {0.p} is as "
         "small as it gets, and says nothing."),
        ("few-sentences", lambda trace: trace.few, "From so few sentences the draws can hardly differ. Don't trust p."),
    )  # fmt: skip
    few = property(lambda self: len(self.text.segments) < FEW)
    a = quantity("A", "the score of the candidates")(lambda trace: Fraction(trace.text.score))
    b = quantity("B′", "the score of the baseline")(lambda trace: Fraction(trace.baseline.score))
    observed = formula("δ", "max(a, b) - min(a, b)")
    y = quantity("y", "the same of the baseline", index="b", write=_short)(
        lambda trace: tuple(map(Fraction, trace.others))
    )
    d = formula("d", "max(x, y) - min(x, y)", index="b", write=_short)
    mean_d = formula("mean_d", "sum(d) / draws")
    chance = formula("d′", {True: "d - 0", False: "d - mean_d"}, by=lambda trace: trace.swaps, index="b")
    count = quantity("c", "draws with more than δ")(lambda trace: sum(d > trace.observed for d in trace.chance))
    above, below = formula("", "count + 1"), formula("", "draws + 1")
    p = formula("p", "above / below", counted=True)
    plan = (
        Plan("draws", "Draws", lambda trace, _: _COINS if trace.swaps else _MEETS,
             lambda trace, _: RIEZLER if trace.swaps else KOEHN, ("draws",), "two scores each", Resampled.first),
        Plan("observed", "Difference", "This is what we have seen, whichever of the two is ahead.", KOEHN,
             ("a", "b", "observed"), "of the whole texts"),
        Plan("mean", "Mean", "Were it all chance, the differences would lie around 0; so their mean is taken away.",
             TOOL, ("mean_d",), "of all draws", applies=lambda trace: not trace.swaps),
        Plan("p", "p-value", lambda trace, _: "How often does chance alone give more? What we have seen counts as one "
             f"more draw: p is never 0.{'' if trace.swaps else _ONE_SIDE}", TOOL, ("count", "p"),
             lambda trace, _: f"beyond δ = {shown(float(trace.observed))}",
             lambda trace, _: filter(None, [trace.chances])),
    )  # fmt: skip

    @property
    def why(self) -> str:
        first = "candidates are" if self.a > self.b else "baseline is"
        seen = f"The {first} ahead by δ = {shown(float(self.observed))}" if self.observed else "Both score the same"
        told = f"{seen}. Chance alone gives more in {self.count} of {self.draws} draws"
        verdict = "this is more than chance" if any(self.d) and self.p < Fraction(1, 20) else "this may be chance"
        return f"{told}. {self.notes[-1].text if self.few else f'By the usual limit, p < 0.05, {verdict}.'}"

    @property
    def listed(self) -> list[tuple[str, Any]]:
        by_chance = [("less the mean", self.chance)] if not self.swaps else []
        return [("draw", range(1, self.draws + 1)), *self.both.items(), ("difference", self.d), *by_chance]

    @property
    def chances(self) -> Part | None:
        """What chance gives, in bars, and what we have seen."""
        return histogram("difference", {"": tuple(map(float, self.chance))}, [0.0, float(self.observed)])

    @property
    def picture(self) -> Part | None:
        """How far the scores of the two overlap; where they exchange sentences, what that gives."""
        return self.chances if self.swaps else histogram(self.score_name, self.both, [float(self.a), float(self.b)])


def bootstrap(
    candidates: list[str], references: list[list[str]], metric: CorpusMetric = corpus_bleu, *, draws: int = 1000,
    seed: int = 12345, level: float | Fraction = 0.95, **settings: Any,
) -> Bootstrap:  # fmt: skip
    """The interval of a score by bootstrap resampling (Koehn 2004), as a trace.

    `metric` is `corpus_bleu`, `corpus_chrf` or `corpus_nist`, `settings` its own. The draws are sacreBLEU 2.6's.

    >>> bootstrap(["a b", "a c"], [["a b"], ["a d"]], draws=100, max_n=1).value
    '0.7625 ± 0.25'
    """
    (text,) = texts = [*pooled(metric, {"candidates": candidates}, references, settings).values()]
    return Bootstrap(text.trace, draw(texts, draws, seed)[0], seed, check_between(level, "level", 0, 1, ""))


def paired_bootstrap(
    candidates: list[str], baseline: list[str], references: list[list[str]], metric: CorpusMetric = corpus_bleu, *,
    draws: int = 1000, seed: int = 12345, **settings: Any,
) -> Paired:  # fmt: skip
    """Whether two systems differ by more than the choice of sentences explains, as a trace; the rest as `bootstrap`.

    >>> paired_bootstrap(["a b", "a c"], ["a b", "e f"], [["a b"], ["a d"]], draws=99, max_n=1).p
    Fraction(6, 25)
    """
    return _paired(candidates, baseline, references, metric, draws, seed, settings, swaps=False)


def paired_approximate_randomization(
    candidates: list[str], baseline: list[str], references: list[list[str]], metric: CorpusMetric = corpus_bleu, *,
    draws: int = 10_000, seed: int = 12345, **settings: Any,
) -> Paired:  # fmt: skip
    """Whether two systems differ by more than exchanged sentences explain, as a trace; the rest as `bootstrap`.

    >>> paired_approximate_randomization(["a b", "a c"], ["a b", "e f"], [["a b"], ["a d"]], draws=9, max_n=1).p
    Fraction(1, 10)
    """
    return _paired(candidates, baseline, references, metric, draws, seed, settings, swaps=True)


def _paired(candidates: object, baseline: object, references: object, metric: CorpusMetric, draws: int, seed: int,
            settings: Mapping[str, Any], swaps: bool) -> Paired:  # fmt: skip
    systems = {"candidates": candidates, "baseline": baseline}
    ours, theirs = texts = [*pooled(metric, systems, references, settings).values()]
    scores, others = draw(texts, draws, seed, swaps)
    return Paired(ours.trace, scores, seed, theirs.trace, others, swaps)
