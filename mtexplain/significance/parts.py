"""Parts of a text: equal blocks, whose scores vary; and longer and longer beginnings, until a ranking is stable."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import atan, cos, pi, sin, sqrt
from operator import ne
from typing import Any, ClassVar

from mtexplain.display.charts import Guide, Plot
from mtexplain.display.formula import shown
from mtexplain.display.parts import Part, Prose
from mtexplain.inputs import InputError
from mtexplain.judging.measure import signed
from mtexplain.metrics.bleu import corpus_bleu
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import formula, quantity
from mtexplain.rules import BleuRules
from mtexplain.settings import check_whole
from mtexplain.significance.pooling import NAMES, CorpusMetric, Pooled, Scores, both, is_ahead, pooled
from mtexplain.significance.study import Study
from mtexplain.significance.verdict import LIMIT, NOISE, Verdict

_MOST = 12  # parts that are all named below a picture
PAPER = "Papineni et al. 2002, section 3"


@dataclass(frozen=True, repr=False)
class Parts(Study):
    """The scores of systems, by their names, on parts of a text: each from one sentence to another, counted from 1."""

    places: tuple[tuple[int, int], ...]
    scores: Mapping[str, Scores]
    choices, drawn_as, marked = "parts: {0.n}", "lines", property(lambda self: 0)
    listed = property(lambda self: [("sentences", [f"{at} to {end}" for at, end in self.places]), *self.scores.items()])
    in_points = property(lambda self: isinstance(self.text.rules, BleuRules) and self.text.rules.scale == 100)
    n = quantity("n", "how many parts there are")(lambda trace: len(trace.places))
    rows = quantity("row", "the scores of a part", index="i")(
        lambda trace: (*zip(*trace.scores.values(), strict=True),)
    )

    @property
    def picture(self) -> Part | None:
        ends, low, top = [end for _, end in self.places], min(map(min, self.rows)), max(map(max, self.rows))
        lines = {
            name: [(end / ends[-1], (one - low) / ((top - low) or 1)) for end, one in zip(ends, scores, strict=True)]
            for name, scores in self.scores.items()
        }
        step, chosen = ends[-1] // 6 or 1, self.marked
        told = ends if self.n <= _MOST else [ends[0], *range(step, ends[-1], step), ends[-1]]
        clear = [end for end in told if end == chosen or abs(end - chosen) > step / 4]
        guides = [Guide(end / ends[-1], str(end), end == chosen) for end in sorted({*clear, chosen} - {0})]
        alt = f"{self.score_name} of {' and '.join(lines)} on each part of the text."
        if self.in_points:
            return Plot("sentences", f"{self.score_name} × 100", f"{100 * top:.1f}", lines, guides, alt, self.drawn_as,
                        f"{100 * low:.1f}")  # fmt: skip
        return Plot("sentences", self.score_name, shown(top), lines, guides, alt, self.drawn_as, shown(low))


@dataclass(frozen=True, repr=False)
class Blocks(Parts):
    """The scores of equal blocks, and with a baseline Student's t of the differences. Make one with `blocks`."""

    differing: int = 0
    """Number of segments in which the candidates and the baseline differ in what the metric counts."""
    answer, drawn_as = property(lambda self: "t" if len(self.scores) > 1 else "s"), "dots"
    odd: ClassVar[Any] = (
        ("one-block", lambda trace: trace.n == 1, "A single block does not vary: take smaller ones."),
        ("same-blocks", lambda trace: trace.var == 0, "{0.varying} the same in every block: nothing varies."),
        ("rest", lambda trace: trace.rest, "Left out at the end, where they fill no block: {0.rest} of the sentences."),
    )
    varying = property(lambda self: "The difference is" if len(self.scores) > 1 else "The score is")
    rest = quantity("rest", "sentences left over")(lambda trace: len(trace.text.segments) - trace.places[-1][1])
    x = quantity("x", "the score of each block, less the baseline's", index="i", write=signed)(
        lambda trace: without_noise([Fraction(one) - sum(map(Fraction, others)) for one, *others in trace.rows])
    )
    mean_x = formula("mean", "sum(x) / n", write=signed)
    dx = formula("d", "x - mean_x", index="i", write=signed)
    var = formula("var", "sum(dx ** 2) / (n - 1)")
    s = formula("s", "root(var)", convert=float)
    t = formula("t", "mean_x / root(var / n)", convert=float)
    plan = (
        Plan("mean", "Mean", "Cut into blocks, one text has several scores, and we can see them vary.", PAPER,
             ("mean_x",), lambda trace, _: f"of {trace.n}", lambda trace, _: (trace.table,),
             outcome=lambda trace, _: shown(float(trace.mean_x))),
        Plan("deviation", "Standard deviation", "d is each value's distance from the mean. The mean was computed from "
             "the same values, so only n - 1 distances are free.", PAPER, ("var", "s"), "the root of the variance"),
        Plan("t", "t", "How many times its own standard error is the mean difference?", f"Student 1908; {PAPER}",
             ("t",), "with n - 1 degrees of freedom", more=lambda trace, _: (Prose((trace.verdict.text,)),),
             applies=lambda one: one.answer == "t" and one.t is not None),
    )  # fmt: skip

    @property
    def listed(self) -> list[tuple[str, Any]]:
        return [*super().listed, *[("difference", self.x)] * (len(self.scores) > 1), ("from the mean", self.dx)]

    @property
    def why(self) -> str:
        if getattr(self, self.answer) is None:
            return self.notes[0].text
        if self.answer == "s":
            return f"The blocks score {shown(float(self.mean_x))} on average, give or take {shown(self.s)}."
        limit = bisect_left(range(10**8), float(1 - LIMIT), key=lambda t: between(t / 10**6, self.n - 1)) / 10**6
        ours, theirs = self.scores
        ahead = is_ahead((ours, theirs), self.t > 0) if self.t else "Both are level"
        return f"{ahead}. The usual limit of t is ±{limit:.3f} for {self.n} blocks. {self.verdict.text}"

    @property
    def verdict(self) -> Verdict:
        """The verdict of the t-test. InputError without a baseline, because a test compares two systems."""
        if self.answer == "s":
            raise InputError("baseline", "none", "the sentences of another system", "A test compares two systems.")
        p, objection = (1.0, self.notes[0].text) if self.t is None else (1 - between(abs(self.t), self.n - 1), "")
        return Verdict(p, self.differing, len(self.text.segments), objection=objection, metric=self.score_name)


class Stability(Parts):
    """The scores of systems on the first sentences, one more each time. Make one with `stability`."""

    answer, marked = "k", property(lambda self: self.k)
    odd: ClassVar[Any] = ()
    ranks = quantity("rank", "of every system after each sentence", index="i")(
        lambda trace: tuple(tuple(sum(other > one for other in row) for one in row) for row in trace.rows)
    )
    k = quantity("k", "from here on every ranking is the last one")(
        lambda trace: max((at for at, one in enumerate(trace.ranks, 1) if one != trace.ranks[-1]), default=0) + 1
    )
    plan = (Plan("ranking", "Ranking", "One more sentence can change a ranking. How many does it take until none does?",
                 "ours", ("k",), "sentences", lambda trace, _: (trace.table,)),)  # fmt: skip

    @property
    def why(self) -> str:
        places: dict[int, list[str]] = {}
        for place, name in sorted(zip(self.ranks[-1], self.scores, strict=True)):
            places.setdefault(place, []).append(name)
        order = ", ".join(map(" and ".join, places.values()))
        if self.k == self.n > 1:
            return f"The last of {self.n} sentences still changed the ranking. Now it is: {order}."
        return f"From sentence {self.k} of {self.n} on, the ranking stays the same: {order}."


def blocks(
    candidates: list[str], references: list[list[str]], metric: CorpusMetric = corpus_bleu, *, size: int = 20,
    baseline: list[str] | None = None, names: tuple[str, str] = NAMES, **settings: Any,
) -> Blocks:  # fmt: skip
    """The scores of blocks of so many sentences, as a trace; with a baseline, a paired t-test (Papineni et al. 2002).

    `names` are those of the two systems.

    >>> blocks(["a b", "a c"], [["a b"], ["a b"]], size=1, max_n=1).x
    (Fraction(1, 1), Fraction(1, 2))
    """
    systems = {NAMES[0]: candidates} if baseline is None else both(names, candidates, baseline)
    texts = pooled(metric, systems, references, settings)
    check_whole(size, "size", 1, len(references), "The paper has blocks of 25 sentences.")
    places = tuple((end - size + 1, end) for end in range(size, len(references) + 1, size))
    differing = sum(map(ne, *(text.rows for text in texts.values()))) if len(texts) > 1 else 0
    return Blocks(next(iter(texts.values())).trace, places, _scores(texts, places), differing)


def stability(
    systems: Mapping[str, list[str]], references: list[list[str]], metric: CorpusMetric = corpus_bleu, **settings: Any
) -> Stability:
    """After how many sentences the ranking of systems, each given by its name, stays the same, as a trace.

    >>> stability({"A": ["x", "b"], "B": ["a", "x"], "C": ["a", "b"]}, [["a"], ["b"]], max_n=1).k
    2
    """
    texts = pooled(metric, systems, references, settings)
    places = tuple((1, end) for end in range(1, len(references) + 1))
    return Stability(next(iter(texts.values())).trace, places, _scores(texts, places))


def without_noise(differences: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return differences of floats; if they are all equal except for rounding noise, make them exactly equal.

    >>> without_noise([Fraction(1) - Fraction(2 / 3), Fraction(1 / 3)]) == (Fraction(1 / 3),) * 2
    True
    """
    is_noise = max(differences) - min(differences) <= NOISE
    return (differences[-1],) * len(differences) if is_noise else tuple(differences)


def _scores(texts: Mapping[str, Pooled], places: tuple[tuple[int, int], ...]) -> dict[str, Scores]:
    return {name: tuple(text.score_of(*place) for place in places) for name, text in texts.items()}


def between(t: float, freedom: int) -> float:
    """How often Student's t lies between -t and t (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4)."""
    angle, odd, total = atan(t / sqrt(freedom)), freedom % 2, 0.0
    term = cos(angle) if odd else 1.0
    for place in range(odd, freedom - 1, 2):
        total += term
        term *= cos(angle) ** 2 * (place + 1) / (place + 2)
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
