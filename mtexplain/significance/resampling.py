"""Resampling: what a score would have been on other sentences, and how far chance alone takes two scores apart."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from mtexplain.display.charts import Guide, histogram
from mtexplain.display.formula import shown
from mtexplain.display.parts import Part, Real, Table, columns
from mtexplain.inputs import InputError, described
from mtexplain.metrics.bleu import corpus_bleu
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import formula, quantity
from mtexplain.settings import check_number
from mtexplain.significance.pooling import CorpusMetric, Scores, draw, pooled
from mtexplain.significance.study import Odd, Study

KOEHN, RIEZLER, TOOL = "Koehn 2004", "Riezler and Maxwell 2005", "sacreBLEU 2.6"


@dataclass(frozen=True, repr=False)
class Resampled(Study):
    """A score in many draws of the same sentences, one number for each draw."""

    scores: Scores
    seed: int
    choices = "{0.draws} draws · seed {0.seed}"
    odd: ClassVar[tuple[Odd, ...]] = (
        ("same-scores", lambda trace: len({*trace.scores}) == 1, "Every draw scores the same: nothing varies."),
    )
    titled: ClassVar[dict[str, str]] = {"score": "scores"}

    draws = quantity("B", "how many draws there are")(lambda trace: len(trace.scores))

    @property
    def table(self) -> Table:
        """A row for each draw."""
        numbers = ([Real(float(one)) for one in getattr(self, name)] for name in self.titled.values())
        cells = tuple(zip(range(1, self.draws + 1), *numbers, strict=True))
        return Table("", columns(draw="draw", **{title: title for title in self.titled}), cells)

    def first(self, place: int = 0) -> tuple[Part, ...]:
        """The first draws."""
        return (self.table._replace(title="The first draws:", rows=self.table.rows[:5]),)


@dataclass(frozen=True, repr=False)
class Bootstrap(Resampled):
    """The interval in which a score lies when the sentences are drawn again. Make one with `bootstrap`."""

    level: Fraction
    answer = "half"

    x = quantity("x", "the score of each draw", index="b")(lambda trace: tuple(map(Fraction, trace.scores)))
    mean = formula("mean", "sum(x) / draws", convert=float)
    cut = quantity("k", "draws left out at each end")(lambda trace: int(trace.draws * (1 - trace.level) / 2))
    low = quantity("low", "the lowest score after k others")(lambda trace: sorted(trace.x)[trace.cut])
    high = quantity("high", "the highest score before k others")(lambda trace: sorted(trace.x)[-1 - trace.cut])
    half = formula("half-width", "(high - low) / 2", convert=float)
    plan = (
        Plan("draws", "Draws", "A draw is a test set that might have been: as many sentences, picked at random, some "
             "of them twice and some never.", KOEHN, ("draws",), "a score each", Resampled.first),
        Plan("mean", "Mean", "The scores of the draws lie around the score of the text.", KOEHN, ("mean",),
             lambda trace, _: f"the text has {shown(trace.text.score)}"),
        Plan("interval", "Interval", "Sort the scores, and leave out as many at the bottom as at the top.",
             f"{KOEHN}; ends as in {TOOL}", ("cut", "low", "high", "half"), "half of what is left"),
    )  # fmt: skip

    @property
    def value(self) -> str:
        return f"{shown(self.mean)} ± {shown(self.half)}"

    @property
    def why(self) -> str:
        share, ends = f"{float(100 * self.level):g}%", f"between {shown(float(self.low))} and {shown(float(self.high))}"
        return f"Of the test sets drawn from these sentences, {share} score {ends}."

    @property
    def picture(self) -> Part | None:
        ends = [Guide(float(end), shown(float(end))) for end in (self.low, self.high)]
        return histogram(self.score_name, {"": self.scores}, ends, f"The scores of {self.draws} draws. {self.why}")


@dataclass(frozen=True, repr=False)
class Paired(Resampled):
    """How often chance takes two systems further apart than they are: that is p."""

    baseline: Any
    others: Scores
    answer = "p"
    beyond: ClassVar[str] = "the two are further apart"
    titled: ClassVar[dict[str, str]] = {"candidates": "scores", "baseline": "others", "difference": "d"}
    odd: ClassVar[tuple[Odd, ...]] = (*Resampled.odd, (
        "no-difference", lambda trace: not any(trace.d),
        "Both score the same in every draw: p = {0.p} is then as small as it gets, and says nothing."))  # fmt: skip

    a = quantity("A", "the score of the candidates")(lambda trace: Fraction(trace.text.score))
    b = quantity("B′", "the score of the baseline")(lambda trace: Fraction(trace.baseline.score))
    observed = formula("δ", "max(a, b) - min(a, b)")
    ours = quantity("x", "the candidates' score in each draw", index="b")(lambda trace: (*map(Fraction, trace.scores),))
    theirs = quantity("y", "the baseline's score in each draw", index="b")(
        lambda trace: (*map(Fraction, trace.others),)
    )
    d = formula("d", "max(ours, theirs) - min(ours, theirs)", index="b")
    mean_d = formula("mean_d", "sum(d) / draws")
    chance = formula("d", "d", index="b")
    count = quantity("c", "in how many draws chance gives more than δ")(
        lambda trace: sum(one > trace.observed for one in trace.chance)
    )
    above, below = formula("", "count + 1"), formula("", "draws + 1")
    p = formula("p", "above / below", counted=True)

    @property
    def why(self) -> str:
        verdict = "this is more than chance" if self.p < Fraction(1, 20) else "this may be chance"
        seen = f"{self.beyond} than δ = {shown(float(self.observed))}"
        return f"In {self.count} of {self.draws} draws {seen}. By the usual limit, p < 0.05, {verdict}."

    @property
    def chances(self) -> Part | None:
        """What chance gives, in bars, and what we have seen."""
        seen, given = float(self.observed), {"": tuple(map(float, self.chance))}
        alt = f"What chance gives in {self.draws} draws. {self.why}"
        return histogram("difference", given, [Guide(seen, f"δ = {shown(seen)}")], alt)


_SEEN = Plan("observed", "Difference", "This is what we have seen, whichever of the two is ahead.", KOEHN,
             ("observed",), "of the whole texts")  # fmt: skip
_P = Plan("p", "p-value", "How often does chance alone give more? What we have seen counts as one more draw, so p is "
          "never 0.", TOOL, ("count", "p"), "as it was counted")  # fmt: skip


class PairedBootstrap(Paired):
    """Two systems on the same draws. Make one with `paired_bootstrap`."""

    beyond = "the difference lies further above its mean"
    chance = formula("d′", "d - mean_d", index="b")
    plan = (
        Plan("draws", "Draws", "Both systems meet the same sentences: what is hard for one is hard for the other.",
             KOEHN, ("draws",), "two scores each", Resampled.first), _SEEN,
        Plan("mean", "Mean", "Were it all chance, the differences would lie around 0; so their mean is taken away.",
             TOOL, ("mean_d",), "of all draws"),
        _P._replace(parts=lambda trace, _: filter(None, [trace.chances])))  # fmt: skip

    @property
    def picture(self) -> Part | None:
        """How far the scores of the two systems overlap."""
        wins = sum(one > other for one, other in zip(self.scores, self.others, strict=True))
        alt = f"The scores of both systems in {self.draws} draws: the candidates are ahead in {wins}."
        return histogram(self.score_name, {"candidates": self.scores, "baseline": self.others}, (), alt)


class PairedRandomization(Paired):
    """Two systems that exchange sentences. Make one with `paired_approximate_randomization`."""

    plan = (
        Plan("draws", "Draws", "Were both equally good, it would not matter who wrote which sentence. So a coin is "
             "tossed for each: heads, and the two exchange it.", RIEZLER, ("draws",), "two scores each",
             Resampled.first), _SEEN, _P)  # fmt: skip
    picture = Paired.chances


def bootstrap(
    candidates: list[str], references: list[list[str]], metric: CorpusMetric = corpus_bleu, *, draws: int = 1000,
    seed: int = 12345, level: float | Fraction = 0.95, **settings: Any,
) -> Bootstrap:  # fmt: skip
    """The interval of a score by bootstrap resampling (Koehn 2004), as a trace. It needs numpy.

    `metric` is `corpus_bleu`, `corpus_chrf` or `corpus_nist`; `settings` are its own. The draws are those of sacreBLEU
    2.6 with the same seed. InputError says what is wrong with an input.

    >>> bootstrap(["a b", "a c"], [["a b"], ["a d"]], draws=100, max_n=1).value
    '0.7625 ± 0.25'
    """
    share = check_number(level, "level", expected := "a number between 0 and 1, such as 0.95")
    if not 0 < share < 1:
        raise InputError("level", described(level), expected)
    (text,) = texts = pooled(metric, {"candidates": candidates}, references, settings)
    (scores,) = draw(texts, draws, seed)
    return Bootstrap(text.trace, scores, seed, share)


def paired_bootstrap(
    candidates: list[str], baseline: list[str], references: list[list[str]], metric: CorpusMetric = corpus_bleu, *,
    draws: int = 1000, seed: int = 12345, **settings: Any,
) -> PairedBootstrap:  # fmt: skip
    """Whether two systems differ by more than the choice of sentences explains, as a trace; the rest as `bootstrap`.

    >>> paired_bootstrap(["a b", "a c"], ["a b", "e f"], [["a b"], ["a d"]], draws=99, max_n=1).p
    Fraction(6, 25)
    """
    texts = pooled(metric, {"candidates": candidates, "baseline": baseline}, references, settings)
    scores, others = draw(texts, draws, seed)
    return PairedBootstrap(texts[0].trace, scores, seed, texts[1].trace, others)


def paired_approximate_randomization(
    candidates: list[str], baseline: list[str], references: list[list[str]], metric: CorpusMetric = corpus_bleu, *,
    draws: int = 10_000, seed: int = 12345, **settings: Any,
) -> PairedRandomization:  # fmt: skip
    """Whether two systems differ by more than an exchange of sentences explains, as a trace; the rest as `bootstrap`.

    >>> paired_approximate_randomization(["a b", "a c"], ["a b", "e f"], [["a b"], ["a d"]], draws=9, max_n=1).p
    Fraction(1, 10)
    """
    texts = pooled(metric, {"candidates": candidates, "baseline": baseline}, references, settings)
    scores, others = draw(texts, draws, seed, swaps=True)
    return PairedRandomization(texts[0].trace, scores, seed, texts[1].trace, others)
